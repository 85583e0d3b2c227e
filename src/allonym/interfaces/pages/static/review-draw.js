// A chunk of a text as elements: words over their counterparts, or two columns. No listener, no state.

import { make } from "./review-dom.js";
import { chipOf, kindOf } from "./review-labels.js";
import { directionOf, tokens } from "./review-words.js";

const JOINER = "\u200d";
const JOINED = "\u2060";
const JOINING = /[\p{Script=Arabic}\p{Script=Syriac}]/u;

// Return the elements of a chunk: one for each line of the text.
export function drawChunk(sheet, chunk, view) {
  const marks = standing(sheet.within(chunk.start, chunk.end));
  const lines = linesOf(sheet.text, chunk, marks);
  return lines.map((line) => (view === "interlinear" ? interlinear(sheet, line) : columns(sheet, line, view)));
}

// Marks that begin inside another are left to the lists: two cannot stand in one place.
function standing(marks) {
  let end = -1;
  return marks.filter((mark) => {
    const free = mark.start >= end;
    if (free) end = mark.end;
    return free;
  });
}

function linesOf(text, chunk, marks) {
  const lines = [];
  let [start, next] = [chunk.start, 0];
  while (start < chunk.end || !lines.length) {
    let end = start;
    for (;;) {
      end = text.indexOf("\n", end);
      if (end < 0 || end >= chunk.end) end = chunk.end;
      while (next < marks.length && marks[next].end <= end) next += 1;
      if (next >= marks.length || marks[next].start >= end || end === chunk.end) break;
      end = marks[next].end;
    }
    lines.push({ start, end, marks: marks.filter((mark) => mark.start >= start && mark.end <= end) });
    start = end + 1;
  }
  return lines;
}

function interlinear(sheet, line) {
  const element = make("div", { class: "line", dir: sheet.direction });
  const whole = new Units(sheet.direction);
  let at = line.start;
  for (const mark of line.marks) {
    plain(sheet, at, mark.start, whole, line);
    whole.add(drawMark(sheet, mark), sheet.words(mark));
    at = mark.end;
  }
  plain(sheet, at, line.end, whole, line);
  element.append(...whole.runs());
  return element;
}

// Words without a space between them stay on one line; words of another direction keep their order.
class Units {
  constructor(direction) {
    this.base = direction;
    this.items = [];
    this.open = null;
  }

  add(element, text) {
    if (!this.open) {
      this.open = { node: make("span", { class: "unit" }), direction: "", signs: [] };
      this.items.push(this.open);
    }
    // Signs at the edges of a word belong to the line around it.
    this.open.signs.push(!/[\p{L}\p{N}]/u.test(text));
    this.open.node.append(element);
    this.open.direction ||= directionOf(text);
  }

  space(text) {
    this.open = null;
    this.items.push({ node: document.createTextNode(text), direction: "" });
  }

  runs() {
    const made = [];
    for (let at = 0; at < this.items.length; at += 1) {
      const { direction, node } = this.items[at];
      if (!direction || direction === this.base) {
        made.push(node);
        continue;
      }
      const last = this.#lastOfRun(at, direction);
      const [before, after] = [edge(this.items[at], 1), edge(this.items[last], -1)];
      const run = make("span", { class: "run", dir: direction }, ...this.items.slice(at, last + 1).map((item) => item.node));
      made.push(...(before ? [before, JOINED] : []), run, ...(after ? [JOINED, after] : []));
      at = last;
    }
    return made;
  }

  #lastOfRun(first, direction) {
    let last = first;
    for (let at = first + 1; at < this.items.length && this.items[at].direction !== this.base; at += 1) {
      if (this.items[at].direction === direction) last = at;
    }
    return last;
  }
}

// Take the signs off the beginning or the end of a unit that runs another way than the line: they are part of the line.
function edge({ node, signs }, way) {
  const [flags, parts] = way > 0 ? [signs, [...node.children]] : [signs.toReversed(), [...node.children].reverse()];
  const count = flags.findIndex((sign) => !sign);
  if (count < 1) return null;
  const taken = parts.slice(0, count);
  // A unit may give at both ends.
  signs.splice(way > 0 ? 0 : signs.length - count, count);
  return make("span", { class: "unit" }, way > 0 ? taken : taken.reverse());
}

// Tell whether a word outside the marks is written anew together with one of them.
const absorbed = (sheet, line, from) =>
  line.marks.some((mark) => mark.over[0] <= from && from < mark.over[1] && sheet.entityOf(mark)?.action === "replace");

function plain(sheet, start, end, whole, line) {
  let at = start;
  for (const [from, to] of tokens(sheet.text, start, end)) {
    if (from > at) whole.space(sheet.text.slice(at, from));
    whole.add(drawToken(sheet, from, to, !absorbed(sheet, line, from)), sheet.text.slice(from, to));
    at = to;
  }
  if (end > at) whole.space(sheet.text.slice(at, end));
}

// One word. Letters that are joined in writing look joined, also where a mark begins in the middle of a word.
function drawToken(sheet, start, end, twice) {
  const text = sheet.text;
  const before = JOINING.test(text[start] ?? "") && JOINING.test(text[start - 1] ?? "") ? JOINER : "";
  const after = JOINING.test(text[end - 1] ?? "") && JOINING.test(text[end] ?? "") ? JOINER : "";
  const word = before + text.slice(start, end) + after;
  const element = make("span", { class: "t", "data-at": start }, word);
  if (twice) element.dataset.again = word;
  return element;
}

function drawMark(sheet, mark) {
  const entity = sheet.entityOf(mark);
  const original = make("span", { class: "of", dir: figures(sheet.words(mark)) }, inner(sheet, mark));
  const chip = make("span", { class: "edge" }, make("span", { class: "chip" }, chipOf(mark, entity)), flags(mark));
  const result = make("bdi", { class: "to" }, outcome(sheet, mark, entity));
  return make("span", { class: `mk ${looks(mark, entity)}`, "data-mark": mark.id, "data-state": sheet.stateOf(mark) }, original, chip, result);
}

// Figures in groups are read from left to right in every script; a line from right to left would turn the groups round.
const figures = (text) => (directionOf(text) ? null : "ltr");

function looks(mark, entity) {
  const kinds = [kindOf(mark.label), `is-${entity?.action ?? "replace"}`];
  if (mark.uncertain) kinds.push("unsure");
  if (mark.obs !== null && mark.obs !== undefined) kinds.push("flagged");
  if (mark.com !== null && mark.com !== undefined) kinds.push("flagged");
  return kinds.join(" ");
}

function flags(mark) {
  const shown = [];
  if (mark.uncertain) shown.push(make("span", { class: "flag doubt", title: "uncertain" }, "?"));
  if (mark.obs !== null && mark.obs !== undefined) shown.push(make("span", { class: "flag", title: mark.obs || null }, "OBS!"));
  if (mark.com !== null && mark.com !== undefined) shown.push(make("span", { class: "flag", title: mark.com || null }, "Com!"));
  return shown;
}

// Return what stands in the output in place of a mark.
export function outcome(sheet, mark, entity = sheet.entityOf(mark)) {
  if (entity?.action !== "replace") return sheet.words(mark);
  return mark.shown ?? entity?.replacement ?? "…";
}

function inner(sheet, mark) {
  const parts = [];
  let at = mark.start;
  for (const [from, to] of tokens(sheet.text, mark.start, mark.end)) {
    if (from > at) parts.push(sheet.text.slice(at, from));
    parts.push(drawToken(sheet, from, to, false));
    at = to;
  }
  if (mark.end > at) parts.push(sheet.text.slice(at, mark.end));
  return parts;
}

function columns(sheet, line, view) {
  const [left, right] = [[], []];
  let at = line.start;
  for (const mark of line.marks) {
    running(sheet, at, mark.start, left, right, line);
    const entity = sheet.entityOf(mark);
    const attributes = { class: `mk flat ${looks(mark, entity)}`, "data-mark": mark.id, "data-state": sheet.stateOf(mark) };
    const chip = () => make("span", { class: "chip" }, chipOf(mark, entity));
    left.push(make("span", attributes, make("span", { class: "of", dir: figures(sheet.words(mark)) }, inner(sheet, mark)), chip(), flags(mark)));
    right.push(make("span", attributes, make("bdi", { class: "to" }, outcome(sheet, mark, entity)), chip()));
    at = mark.end;
  }
  running(sheet, at, line.end, left, right, line);
  const sides = [];
  if (view !== "result") sides.push(make("div", { class: "side original", dir: sheet.direction }, left));
  if (view !== "original") sides.push(make("div", { class: "side result", dir: sheet.direction }, right));
  return make("div", { class: "pair" }, sides);
}

function running(sheet, start, end, left, right, line) {
  let at = start;
  for (const [from, to] of tokens(sheet.text, start, end)) {
    if (from > at) left.push(sheet.text.slice(at, from));
    left.push(drawToken(sheet, from, to, false));
    at = to;
  }
  if (end > at) left.push(sheet.text.slice(at, end));
  const changed = line.marks.filter((mark) => sheet.entityOf(mark)?.action === "replace").map((mark) => mark.over);
  const first = changed.reduce((from, [, until]) => (until > from && until <= end ? until : from), start);
  const last = changed.reduce((until, [from]) => (from < until && from >= first ? from : until), end);
  if (last > first) right.push(sheet.text.slice(first, last));
}
