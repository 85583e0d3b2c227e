// Which words are chosen, by mouse, finger or keys. It knows the text by offsets and paints what is drawn of it.

import { stretchAt } from "./review-words.js";

export class Cursor {
  constructor(view, onMove) {
    this.view = view;
    this.onMove = onMove;
    this.painted = [];
    this.clear();
    this.#listen(view.place);
  }

  clear() {
    this.anchor = this.head = null;
    this.start = this.end = 0;
  }

  get empty() {
    return this.start >= this.end;
  }

  get sheet() {
    return this.view.sheet;
  }

  // Return the mark that is chosen, if it is one.
  mark() {
    const marks = this.marks();
    return marks.length === 1 ? marks[0] : null;
  }

  marks() {
    return this.empty ? [] : this.sheet.within(this.start, this.end);
  }

  words() {
    return this.sheet.text.slice(this.start, this.end);
  }

  select(start, end, { reveal = true, middle = false } = {}) {
    this.anchor = [start, end];
    this.head = [start, end];
    this.#settle(reveal, middle);
  }

  selectMark(mark, middle = false) {
    this.select(mark.start, mark.end, { middle });
  }

  // Go a word on or back; `extend` keeps where the choice began.
  step(by, extend) {
    const from = this.head ?? [0, 0];
    const word = by > 0 ? this.sheet.wordAt(this.head ? from[1] : 0) : this.sheet.wordBefore(from[0]);
    if (word) this.#to(word, extend);
  }

  // Take in the word before or after the choice.
  widen(by) {
    const word = by > 0 ? this.sheet.wordAt(this.end) : this.sheet.wordBefore(this.start);
    if (word) this.select(Math.min(this.start, word[0]), Math.max(this.end, word[1]));
  }

  // Move one edge of the choice by a letter: names that stand inside a word.
  nudge(edge, by) {
    if (this.empty) return;
    const start = edge === "start" ? this.#letter(this.start, by) : this.start;
    const end = edge === "end" ? this.#letter(this.end, by) : this.end;
    if (start < end) this.select(start, end);
  }

  #letter(offset, by) {
    const text = this.sheet.text;
    let to = Math.max(0, Math.min(text.length, offset + by));
    while (to > 0 && to < text.length && /[\udc00-\udfff]|\p{M}/u.test(text[to])) to += by;
    return Math.max(0, Math.min(text.length, to));
  }

  // Go to the nearest word a line up or down.
  line(by, extend) {
    if (this.empty) return this.step(by, extend);
    const here = this.view.tokens(...this.head)[0]?.getBoundingClientRect();
    if (!here) return this.step(by, extend);
    const all = [...this.view.place.querySelectorAll(".t")];
    const candidates = by > 0 ? all.filter((each) => Number(each.dataset.at) > this.head[0])
      : all.filter((each) => Number(each.dataset.at) < this.head[0]).reverse();
    let [best, least, row] = [null, Infinity, null];
    for (const each of candidates) {
      const box = each.getBoundingClientRect();
      if (by > 0 ? box.top < here.bottom - 2 : box.bottom > here.top + 2) continue;
      row ??= box.top;
      if (Math.abs(box.top - row) > 8) break;
      const away = Math.abs((box.left + box.right - here.left - here.right) / 2);
      if (away < least) [best, least] = [each, away];
    }
    if (best) this.#to(this.#wordOf(best), extend);
  }

  edge(by, extend) {
    const word = by > 0 ? this.sheet.wordBefore(this.sheet.text.length) : this.sheet.wordAt(0);
    if (word) this.#to(word, extend);
  }

  // Paint the choice again, after something was drawn.
  paint() {
    for (const element of this.painted) element.classList.remove("chosen", "here", "current", "among");
    this.painted = [];
    if (this.empty) return;
    for (const element of this.view.tokens(this.start, this.end)) this.#dye(element, "chosen");
    const [head] = this.view.tokens(...this.head);
    if (head) this.#dye(head, "here");
    const marks = this.marks();
    for (const mark of marks) for (const element of this.view.marks(mark.id)) this.#dye(element, marks.length > 1 ? "among" : "current");
  }

  #dye(element, name) {
    element.classList.add(name);
    this.painted.push(element);
  }

  #to(word, extend) {
    if (!extend || !this.anchor) this.anchor = word;
    this.head = word;
    this.#settle(true);
  }

  #settle(reveal, middle = false) {
    this.start = Math.min(this.anchor[0], this.head[0]);
    this.end = Math.max(this.anchor[1], this.head[1]);
    if (reveal) this.view.reveal(this.head[0], middle);
    this.paint();
    this.onMove();
  }

  #wordOf(element) {
    const at = Number(element.dataset.at);
    return this.sheet.wordAt(at) ?? [at, at + 1];
  }

  #listen(place) {
    let dragging = false;
    place.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || !this.sheet) return;
      const word = this.#under(event);
      if (!word) return;
      dragging = event.pointerType !== "touch";
      if (event.shiftKey && this.anchor) this.#reach(word);
      else this.select(...word, { reveal: false });
    });
    place.addEventListener("pointermove", (event) => {
      if (!dragging || !(event.buttons & 1)) return;
      const word = this.#under(event);
      if (word) this.#reach(word);
    });
    window.addEventListener("pointerup", () => { dragging = false; });
    place.addEventListener("dblclick", (event) => {
      const word = this.#under(event);
      if (word && !this.sheet.within(...word).length) this.select(...stretchAt(this.sheet.text, word[0]), { reveal: false });
    });
    place.addEventListener("copy", (event) => {
      if (this.empty) return;
      event.clipboardData.setData("text/plain", this.words());
      event.preventDefault();
    });
  }

  #reach(word) {
    this.head = word;
    this.#settle(false);
  }

  // Return the word, or with Alt the letter, under the pointer; a label or a pseudonym stands for its whole mark.
  #under(event) {
    const target = document.elementFromPoint(event.clientX, event.clientY);
    const token = target?.closest(".t");
    if (token && event.altKey) return this.#letterAt(event, token) ?? this.#wordOf(token);
    if (token) return this.#wordOf(token);
    const mark = this.sheet.marks.get(target?.closest("[data-mark]")?.dataset.mark);
    return mark ? [mark.start, mark.end] : null;
  }

  #letterAt(event, token) {
    const caret = document.caretPositionFromPoint?.(event.clientX, event.clientY);
    if (!caret || caret.offsetNode.parentElement !== token) return null;
    const at = Number(token.dataset.at) + Math.min(caret.offset, token.textContent.length - 1);
    return [at, at + 1];
  }
}
