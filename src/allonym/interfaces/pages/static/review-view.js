// The text on the page. Only the chunks near the window are drawn; the others keep their place by a height.

import { make } from "./review-dom.js";
import { drawChunk } from "./review-draw.js";
import { chunks, guessWords } from "./review-words.js";

export const VIEWS = [
  ["interlinear", "Interlinear"], ["columns", "Side by side"], ["original", "Original"], ["result", "Pseudonymized"],
];
const AHEAD = "900px 0px";

export class View {
  constructor(place) {
    this.place = place;
    this.kind = "interlinear";
    this.perWord = 10;
    this.observer = new IntersectionObserver((seen) => this.#turn(seen), { rootMargin: AHEAD });
  }

  show(sheet, kind = this.kind) {
    this.sheet = sheet;
    this.kind = kind;
    this.observer.disconnect();
    this.place.dataset.view = kind;
    this.place.dataset.n = sheet.n;
    this.place.dir = sheet.direction;
    this.place.lang = sheet.language || "";
    this.chunks = chunks(sheet.text, sheet.inOrder);
    this.chunks.forEach((chunk, index) => {
      chunk.element = make("div", { class: "chunk", "data-chunk": index });
      chunk.drawn = false;
      this.#reserve(chunk);
    });
    this.place.replaceChildren(...this.chunks.map((chunk) => chunk.element));
    if (this.chunks[0]) this.#draw(this.chunks[0]);
    for (const chunk of this.chunks) this.observer.observe(chunk.element);
  }

  // Draw again what has changed. A mark that now reaches over the end of a chunk moves the ends of chunks.
  redraw(spans) {
    const touched = new Set(spans.flatMap(([start, end]) => this.chunksOf(start, end)));
    const cut = [...touched].some((chunk) => this.sheet.within(chunk.start, chunk.end).some((mark) => mark.end > chunk.end));
    if (cut) this.show(this.sheet);
    else for (const chunk of touched) if (chunk.drawn) this.#draw(chunk);
  }

  // Return the elements of the words of a stretch, as far as they are drawn.
  tokens(start, end) {
    const found = [];
    for (const chunk of this.chunksOf(start, Math.max(end, start + 1))) {
      if (!chunk.drawn) continue;
      for (const element of chunk.element.querySelectorAll(".t")) {
        const at = Number(element.dataset.at);
        if (at >= end) break;
        if (at >= start) found.push(element);
      }
    }
    return found;
  }

  marks(id) {
    return [...this.place.querySelectorAll(`[data-mark="${CSS.escape(id)}"]`)];
  }

  // Bring a place of the text into the window.
  reveal(start, middle = false) {
    const [chunk] = this.chunksOf(start, start + 1);
    if (!chunk) return;
    const far = !chunk.drawn;
    if (far) {
      this.#draw(chunk);
      chunk.element.scrollIntoView({ block: "start" });
    }
    const mark = this.sheet.within(start, start + 1)[0];
    const element = this.tokens(start, start + 1)[0] ?? (mark && this.marks(mark.id)[0]) ?? chunk.element;
    element.scrollIntoView({ block: far || middle ? "center" : "nearest" });
  }

  chunksOf(start, end) {
    let [low, high] = [0, this.chunks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.chunks[middle].end <= start) low = middle + 1;
      else high = middle;
    }
    const found = [];
    for (let at = low; at < this.chunks.length && this.chunks[at].start < end; at += 1) found.push(this.chunks[at]);
    return found;
  }

  #turn(seen) {
    for (const entry of seen) {
      const chunk = this.chunks[Number(entry.target.dataset.chunk)];
      if (chunk?.element !== entry.target || entry.isIntersecting === chunk.drawn) continue;
      if (entry.isIntersecting) this.#draw(chunk);
      else this.#clear(chunk, entry.boundingClientRect.height);
    }
    this.onDrawn?.();
  }

  #draw(chunk) {
    chunk.element.replaceChildren(...drawChunk(this.sheet, chunk, this.kind));
    chunk.element.style.minHeight = "";
    chunk.drawn = true;
  }

  #clear(chunk, height) {
    chunk.element.replaceChildren();
    chunk.drawn = false;
    if (height > 0) {
      chunk.height = height;
      this.perWord = height / Math.max(1, guessWords(chunk));
    }
    this.#reserve(chunk);
  }

  #reserve(chunk) {
    chunk.element.style.minHeight = `${Math.max(20, Math.round(chunk.height ?? guessWords(chunk) * this.perWord))}px`;
  }
}
