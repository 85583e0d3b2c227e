// What a reviewer can do with the open document. Each deed is one command to the server; its answer is drawn.

import { notify, plural, readable, tell } from "./review-dom.js";
import { GENDERS, morphologyOf, shortOf } from "./review-labels.js";

export const SCOPES = [["here", "here"], ["document", "in this document"], ["corpus", "in all documents"]];
const WIDE = new Set(["mark", "unmark", "relabel", "morphology", "foreign", "citation", "accept", "act", "write", "gender"]);

export class Editor {
  constructor({ view, cursor, queue, onChange, onConflict }) {
    Object.assign(this, { view, cursor, queue, onChange, onConflict });
    this.scope = "here";
  }

  get sheet() {
    return this.view.sheet;
  }

  get mark() {
    return this.cursor.mark();
  }

  get entity() {
    return this.mark && this.sheet.entityOf(this.mark);
  }

  // Send several commands as one step. They mean marks by their ids, so they are meant for here.
  steps(commands, said) {
    if (!commands.length) return null;
    if (commands.length === 1) return this.send(commands[0], said);
    if (this.scope === "here") return this.send({ do: "several", steps: commands }, said);
    this.scope = "here";
    this.onChange();
    return notify("Not done: several marks at once are changed here only. Choose one of them for all places.", "warning");
  }

  // Send one command; what comes back is drawn. Refusals are told, and change nothing.
  async send(command, said) {
    const [sheet, scope] = [this.sheet, WIDE.has(command.do) ? this.scope : "here"];
    const done = sheet.status === "done";
    this.scope = "here";
    const body = () => ({ version: sheet.version, command, ...(scope === "here" ? {} : { everywhere: scope }) });
    const delta = await this.#ask(sheet, "do", body);
    if (!delta) return false;
    const elsewhere = delta.elsewhere ? `; ${plural(delta.elsewhere, "more place", "more places")}` : "";
    const again = done && sheet.status !== "done" && command.do !== "status" ? "; the document is open again" : "";
    if (said || elsewhere || again) tell(`${said ?? "done"}${elsewhere}${again}`);
    if (delta.elsewhere) notify(`Done, and at ${plural(delta.elsewhere, "more place", "more places")}.`, "good");
    return true;
  }

  undo() {
    return this.#back("undo", this.sheet.can_undo);
  }

  redo() {
    return this.#back("redo", this.sheet.can_redo);
  }

  async #back(way, possible) {
    const sheet = this.sheet;
    // What was just said may not be answered yet.
    if (!possible && !this.queue.waiting) return tell(`nothing to ${way}`);
    if (await this.#ask(sheet, way, () => ({ version: sheet.version }))) tell(way === "undo" ? "undone" : "done again");
  }

  async #ask(sheet, way, body) {
    try {
      return await this.queue.send(`/documents/${sheet.n}/${way}`, body, (delta) => this.#take(sheet, delta));
    } catch (error) {
      if (error.status === 409) await this.onConflict();
      else notify(`Not done: ${readable(error.message)}`, "wrong");
      this.onChange();
      return null;
    }
  }

  #take(sheet, delta) {
    const spans = sheet.apply(delta);
    if (sheet !== this.sheet) return;
    this.view.redraw(spans);
    this.cursor.paint();
    this.onChange();
  }

  // Give a label to the chosen words: a new mark, another label, or other bounds for a mark that is in the way.
  async label(label) {
    if (this.cursor.empty) return tell("choose words first");
    const { start, end } = this.cursor;
    const marks = this.sheet.within(start, end);
    const said = `${shortOf(label)}: ${this.cursor.words()}`;
    if (!marks.length) return this.send({ do: "mark", ...this.sheet.span(start, end), label }, said);
    const [first, ...others] = marks;
    const steps = others.map((other) => ({ do: "unmark", mark: other.id }));
    const [from, to] = [Math.min(start, first.start), Math.max(end, ...marks.map((mark) => mark.end))];
    if (from < first.start || to > first.end) steps.push({ do: "bounds", mark: first.id, ...this.sheet.span(from, to) });
    if (first.label !== label) steps.push({ do: "relabel", mark: first.id, label });
    return this.steps(steps, said);
  }

  unmark() {
    const marks = this.cursor.marks();
    const said = marks.length > 1 ? `${marks.length} marks taken away` : "mark taken away";
    return this.steps(marks.map((mark) => ({ do: "unmark", mark: mark.id })), said);
  }

  // Have the mark cover the chosen words, no more and no less.
  async bounds() {
    const { start, end } = this.cursor;
    if (this.cursor.marks().length > 1) return tell("choose one mark; a label makes several one");
    const mark = this.mark ?? this.#nearest();
    if (mark) await this.send({ do: "bounds", mark: mark.id, ...this.sheet.span(start, end) }, "bounds set");
  }

  #nearest() {
    const { start, end } = this.cursor;
    return this.sheet.inOrder.find((mark) => mark.end >= start - 1 && mark.start <= end + 1);
  }

  // Move the end of the mark by a word.
  async grow(by) {
    const mark = this.mark;
    if (!mark) return;
    const word = by > 0 ? this.sheet.wordAt(mark.end) : this.sheet.wordBefore(this.sheet.wordBefore(mark.end)[0]);
    if (!word || word[1] <= mark.start) return;
    if (await this.send({ do: "bounds", mark: mark.id, ...this.sheet.span(mark.start, word[1]) })) {
      this.cursor.select(mark.start, word[1]);
    }
  }

  act(action) {
    const entities = [...new Set(this.cursor.marks().map((mark) => mark.entity))];
    return this.steps(entities.map((entity) => ({ do: "act", entity, action })), `${action}: ${this.cursor.words()}`);
  }

  write(text) {
    return this.entity && this.send({ do: "write", entity: this.entity.id, text }, text === null ? "automatic again" : "written");
  }

  number(number) {
    return this.entity && this.send({ do: "number", entity: this.entity.id, number }, `number ${number}`);
  }

  gender(gender) {
    if (!this.entity) return null;
    const now = GENDERS.indexOf(this.mark.features.gender);
    const wanted = gender ?? GENDERS[(now + 1) % GENDERS.length];
    return this.send({ do: "gender", entity: this.entity.id, gender: wanted }, `gender ${wanted}`);
  }

  form(tag) {
    if (!this.mark) return null;
    const now = morphologyOf(this.mark);
    const tags = now.includes(tag) ? now.filter((each) => each !== tag) : [...now, tag];
    return this.send({ do: "morphology", mark: this.mark.id, tags }, tags.join(" ") || "no form");
  }

  foreign() {
    return this.#toggle("foreign");
  }

  citation() {
    return this.#toggle("citation");
  }

  #toggle(name) {
    const { mark } = this;
    if (!mark) return null;
    const yes = mark.features[name] !== "yes";
    return this.send({ do: name, mark: mark.id, yes }, yes ? name : `not ${name}`);
  }

  flag(kind, comment, mark = this.mark) {
    return mark && this.send({ do: "flag", mark: mark.id, kind, comment }, comment === null ? "tag taken off" : "tag set");
  }

  // Say that the chosen marks are right, and go to the next uncertain one of the document.
  async accept() {
    const marks = this.cursor.marks();
    if (!marks.length || !(await this.send({ do: "accept", marks: marks.map((mark) => mark.id) }, "accepted"))) return;
    const next = this.sheet.next(marks.at(-1).start, 1, (mark) => mark.uncertain);
    if (next) this.cursor.selectMark(next);
  }

  join(entities) {
    return this.send({ do: "join", entities }, "now one entity");
  }

  part() {
    const marks = this.cursor.marks().map((mark) => mark.id);
    return marks.length ? this.send({ do: "part", marks }, "an entity of its own") : null;
  }

  comment(text) {
    return this.send({ do: "comment", text }, "comment kept");
  }

  status(status) {
    return this.send({ do: "status", status }, status === "done" ? "document done" : "document open again");
  }

  widen() {
    const now = SCOPES.findIndex(([name]) => name === this.scope);
    this.scope = SCOPES[(now + 1) % SCOPES.length][0];
    tell(`the next change applies ${SCOPES.find(([name]) => name === this.scope)[1]}`);
    this.onChange();
  }
}
