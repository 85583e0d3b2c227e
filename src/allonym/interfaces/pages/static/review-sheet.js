// One document as the page knows it: its text, its marks in reading order, its entities. Offsets are UTF-16 here.

import { Offsets } from "./review-offsets.js";
import { tokenAt, tokenBefore, tokens } from "./review-words.js";

export class Sheet {
  constructor(data) {
    this.n = data.n;
    this.id = data.id;
    this.text = data.text;
    this.direction = data.direction === "rtl" ? "rtl" : "ltr";
    this.language = data.language ?? "";
    this.exposure = data.exposure ?? null;
    this.stale = Boolean(data.stale);
    this.offsets = new Offsets(data.text);
    this.marks = new Map(data.marks.map((mark) => [mark.id, this.#home(mark)]));
    this.entities = new Map(data.entities.map((entity) => [entity.id, entity]));
    this.#sort();
    this.#take(data);
  }

  // Take in what a command has changed. Returns the spans that must be drawn again.
  apply(delta) {
    const spans = [];
    const touched = new Set([...(delta.entities ?? []).map((entity) => entity.id), ...(delta.lost ?? [])]);
    for (const mark of this.marks.values()) if (touched.has(mark.entity)) spans.push(mark.over);
    for (const id of delta.gone ?? []) spans.push(this.#drop(id));
    for (const id of delta.lost ?? []) this.entities.delete(id);
    for (const entity of delta.entities ?? []) this.entities.set(entity.id, { ...this.entities.get(entity.id), ...entity });
    for (const mark of delta.marks ?? []) {
      const now = this.#home(mark);
      spans.push(this.#drop(mark.id), [Math.min(now.start, now.over[0]), Math.max(now.end, now.over[1])]);
      this.marks.set(mark.id, now);
    }
    this.#sort();
    this.#take(delta);
    return spans.filter(Boolean);
  }

  words(mark) {
    return this.text.slice(mark.start, mark.end);
  }

  entityOf(mark) {
    return this.entities.get(mark.entity);
  }

  marksOf(entity) {
    return this.inOrder.filter((mark) => mark.entity === entity);
  }

  uncertain() {
    return this.inOrder.filter((mark) => mark.uncertain);
  }

  // Return the marks that share a letter with a stretch of the text.
  within(start, end) {
    const found = [];
    for (let at = this.#firstEndingAfter(start); at < this.inOrder.length && this.inOrder[at].start < end; at += 1) {
      found.push(this.inOrder[at]);
    }
    return found;
  }

  // Return the next mark from an offset on, or the one before it, that is wanted; null where there is none.
  next(offset, step, wanted = () => true) {
    if (step > 0) return this.inOrder.find((mark) => mark.start > offset && wanted(mark)) ?? null;
    return this.inOrder.findLast((mark) => mark.start < offset && wanted(mark)) ?? null;
  }

  // Tell whether words are masked in the output or stand there as in the original.
  stateOf(mark) {
    return mark && this.entityOf(mark)?.action === "replace" ? "masked" : "original";
  }

  // Return how many words of the text are masked, and how many are original.
  states() {
    const count = (start, end) => tokens(this.text, start, end).filter(([from]) => /[\p{L}\p{N}]/u.test(this.text[from])).length;
    const masked = this.inOrder.filter((mark) => this.stateOf(mark) === "masked").reduce((sum, mark) => sum + count(mark.start, mark.end), 0);
    return { masked, original: count(0, this.text.length) - masked };
  }

  // Return the word at an offset, or the first after it; cut where a mark begins or ends inside it.
  wordAt(offset) {
    const word = tokenAt(this.text, offset);
    return word && this.#cut(word, Math.max(offset, word[0]));
  }

  wordBefore(offset) {
    const word = tokenBefore(this.text, offset);
    return word && this.#cut(word, word[1] - 1);
  }

  span(start, end) {
    return { start: this.offsets.points(start), end: this.offsets.points(end) };
  }

  #cut([start, end], offset) {
    for (const mark of this.within(start, end)) {
      for (const edge of [mark.start, mark.end]) {
        if (edge > start && edge <= offset) start = edge;
        if (edge < end && edge > offset) end = edge;
      }
    }
    return [start, end];
  }

  #home(mark) {
    const [start, end] = [this.offsets.units(mark.start), this.offsets.units(mark.end)];
    // Where the words that stand in for a mark need more room than the mark: an article before it, an ending behind it.
    const over = (mark.over ?? [mark.start, mark.end]).map((point) => this.offsets.units(point));
    return { ...mark, features: { ...mark.features }, start, end, over };
  }

  #drop(id) {
    const mark = this.marks.get(id);
    this.marks.delete(id);
    return mark && [Math.min(mark.start, mark.over[0]), Math.max(mark.end, mark.over[1])];
  }

  #take(data) {
    for (const name of ["version", "status", "comment", "can_undo", "can_redo", "warnings"]) {
      if (data[name] !== undefined) this[name] = data[name];
    }
  }

  #sort() {
    this.inOrder = [...this.marks.values()].sort((one, other) => one.start - other.start || other.end - one.end);
  }

  #firstEndingAfter(offset) {
    let [low, high] = [0, this.inOrder.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.inOrder[middle].end <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
