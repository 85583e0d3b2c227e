// The server counts Unicode code points, a browser counts UTF-16 units. They differ after each letter beyond U+FFFF.

export class Offsets {
  constructor(text) {
    this.pairs = [];
    for (const match of text.matchAll(/[\u{10000}-\u{10ffff}]/gu)) this.pairs.push(match.index);
  }

  // Return where a code point stands in UTF-16.
  units(point) {
    return this.pairs.length ? point + this.#before((index) => this.pairs[index] - index < point) : point;
  }

  // Return which code point stands at a place in UTF-16.
  points(unit) {
    return this.pairs.length ? unit - this.#before((index) => this.pairs[index] < unit) : unit;
  }

  // Return how many pairs there are up to the first for which `earlier` does not hold.
  #before(earlier) {
    let [low, high] = [0, this.pairs.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (earlier(middle)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
