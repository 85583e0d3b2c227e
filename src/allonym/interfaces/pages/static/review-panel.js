// The side of the page that tells of the chosen words, and where everything about them is changed.

import { button, find, make, words } from "./review-dom.js";
import { outcome } from "./review-draw.js";
import { SCOPES } from "./review-editor.js";
import { ACTIONS, chipOf, GENDERS, kindOf, MORPHOLOGY, morphologyOf, shortOf } from "./review-labels.js";

const MOST_SHOWN = 120;
const MOST_MARKS = 12;

export class Panel {
  constructor(place, editor, deeds) {
    Object.assign(this, { place, editor, deeds });
    this.labels = new Map();
    this.subject = "";
    this.beginning = new Set();
  }

  // A comment begins before the server knows of it.
  begin(mark, kind) {
    this.beginning.add(`${mark.id} ${kind}`);
    this.draw();
  }

  begun(mark, kind) {
    this.beginning.delete(`${mark.id} ${kind}`);
    this.draw();
  }

  // Draw what is chosen. What somebody is typing stays, as long as the same mark is chosen.
  draw() {
    const { mark, cursor } = this.editor;
    const subject = mark ? mark.id : `${cursor.start}-${cursor.end}`;
    if (subject !== this.subject) document.activeElement.keep?.();
    const typed = this.#typed();
    const marks = cursor.marks();
    this.drawing = true;
    this.place.replaceChildren(...(mark ? this.#mark(mark) : cursor.empty ? this.#nothing() : marks.length ? this.#several(marks) : this.#words()));
    this.drawing = false;
    if (typed && subject === this.subject) this.#restore(typed);
    this.subject = subject;
  }

  #typed() {
    const active = document.activeElement;
    if (!this.place.contains(active) || !active.id) return null;
    const typing = active.matches("input[type=text], textarea, input[type=number]");
    return { id: active.id, value: typing ? active.value : null, was: active.dataset.was, at: typing ? active.selectionStart : null };
  }

  #restore({ id, value, was, at }) {
    const element = find(id);
    if (!element) return;
    if (value !== null && value !== was) element.value = value;
    element.focus({ preventScroll: true });
    if (at !== null && element.type !== "number") element.setSelectionRange(at, at);
  }

  #nothing() {
    const hint = "Choose words in the text: click, drag, or arrow keys.";
    return [make("h2", {}, "Nothing chosen"), make("p", { class: "faint" }, hint),
      button("Next uncertain", () => this.deeds.nextUncertain(), { key: "u" })];
  }

  #words() {
    const { cursor } = this.editor;
    const touch = make("div", { class: "row" }, button("Word before", () => cursor.widen(-1)), button("Word after", () => cursor.widen(1)));
    return [make("h2", {}, "Not marked"), this.#quote(cursor.words()), this.#quick(),
      make("div", { class: "row" }, button("All labels", () => this.deeds.pickLabel(), { key: "Enter", kind: "main small" }), this.#near()),
      this.#scope(), touch];
  }

  #quick() {
    const quick = [...this.labels].map(([key, label]) =>
      button(shortOf(label), () => this.deeds.label(label), { key, kind: `small label ${kindOf(label)}`, title: label }));
    return make("div", { class: "labels" }, quick);
  }

  // What is done with several marks is one step, and is said before it is done.
  #several(marks) {
    const { editor } = this;
    const { sheet } = editor;
    const entities = new Set(marks.map((mark) => mark.entity));
    const actions = new Set(marks.map((mark) => sheet.entityOf(mark).action));
    const rows = marks.slice(0, MOST_MARKS).map((mark) => make("li", {}, make("span", { class: `chip ${kindOf(mark.label)}` }, chipOf(mark, sheet.entityOf(mark))),
      words(sheet.words(mark)), make("span", { class: "faint" }, " → "), words(outcome(sheet, mark))));
    const more = marks.length > MOST_MARKS ? make("p", { class: "faint" }, `and ${marks.length - MOST_MARKS} more`) : null;
    return [make("h2", {}, `${marks.length} marks chosen`), make("ol", { class: "rows", id: "chosen-marks" }, rows), more,
      make("p", { class: "hint", id: "chosen-hint" }, `Delete takes all ${marks.length} marks away. A label makes them one mark, over all that is chosen. `
        + "A decision is for each of them. One undo takes it back."),
      make("div", { class: "row" }, button("Take all away", () => editor.unmark(), { key: "Del", id: "do-unmark" }),
        button("Accept all", () => editor.accept(), { key: "a", id: "do-accept" }),
        entities.size > 1 ? button("Join", () => this.deeds.join(), { key: "j", id: "do-join" }) : null),
      this.#choice("Decision", ACTIONS, actions.size === 1 ? [...actions][0] : "", (action) => editor.act(action), ["r", "m", "k"]),
      this.#quick(), make("div", { class: "row" }, button("All labels", () => this.deeds.pickLabel(), { key: "Enter" }))].filter(Boolean);
  }

  // A mark that touches the chosen words can be widened to hold them.
  #near() {
    const { cursor, sheet } = this.editor;
    const touching = sheet.within(Math.max(0, cursor.start - 2), cursor.end + 2).length > 0;
    return touching ? button("Move bounds here", () => this.editor.bounds(), { key: "b" }) : null;
  }

  #quote(text) {
    const short = text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
    return make("p", { class: "quote" }, words(short));
  }

  #mark(mark) {
    const { sheet, editor } = { sheet: this.editor.sheet, editor: this.editor };
    const entity = sheet.entityOf(mark);
    const result = entity.action === "replace" ? words(outcome(sheet, mark, entity)) : make("em", {}, entity.action === "keep" ? "kept" : "marked only");
    return [
      make("h2", {}, make("span", { class: `chip big ${kindOf(mark.label)}` }, chipOf(mark, entity)),
        make("span", { class: "tag" }, sheet.stateOf(mark)),
        mark.uncertain ? make("span", { class: "tag" }, `uncertain, ${Math.round(mark.score * 100)} %`) : null),
      make("p", { class: "quote" }, words(sheet.words(mark)), make("span", { class: "faint" }, " → "), result),
      make("div", { class: "row" }, mark.uncertain ? button("Accept", () => editor.accept(), { key: "a", kind: "main small", id: "do-accept" }) : null,
        button(shortOf(mark.label), () => this.deeds.pickLabel(), { key: "Enter", title: `Label: ${mark.label}`, id: "do-label" }),
        button("Take away", () => editor.unmark(), { key: "Del", id: "do-unmark" })),
      this.#choice("Decision", ACTIONS, entity.action, (action) => editor.act(action), ["r", "m", "k"]),
      this.#pseudonym(mark, entity),
      this.#scope(),
      this.#entity(mark, entity),
      this.#forms(mark),
      make("div", { class: "flags" }, this.#flag(mark, "obs", "OBS!", "o"), this.#flag(mark, "com", "Com!", "c")),
      this.#facts(mark, entity),
    ];
  }

  #choice(name, choices, now, act, keys = []) {
    const buttons = choices.map(([value, text], index) =>
      button(text, () => act(value), { pressed: value === now, key: keys[index] ?? "", id: `do-${name.toLowerCase()}-${value}` }));
    return make("div", { class: "choice-row", role: "group", "aria-label": name }, make("span", { class: "name" }, name), make("div", { class: "segments" }, buttons));
  }

  #scope() {
    const set = (scope) => { this.editor.scope = scope; this.draw(); };
    return this.#choice("Apply", [["here", "here"], ["document", "document"], ["corpus", "all documents"]], this.editor.scope, set, ["e"]);
  }

  #pseudonym(mark, entity) {
    const written = entity.replacement ?? "";
    const input = make("input", { type: "text", id: "do-write", dir: "auto", value: written, maxlength: 1000, autocomplete: "off",
      spellcheck: "false", placeholder: mark.shown ?? "", "data-was": written });
    const keep = () => this.editor.write(input.value === "" ? null : input.value);
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      keep();
      this.deeds.toText();
    });
    const back = entity.replacement === null || entity.replacement === undefined ? null : button("Automatic", () => this.editor.write(null), { id: "do-automatic" });
    return make("div", { class: "field" }, make("label", { for: "do-write" }, "Pseudonym by hand ", make("kbd", { "aria-hidden": "true" }, "w")),
      make("div", { class: "row tight" }, input, button("Write", keep, { id: "do-written" }), back), this.#literal(entity));
  }

  // Words by hand are not inflected: whoever types for a mention in another form is told.
  #literal(entity) {
    const { sheet } = this.editor;
    const marks = sheet.marksOf(entity.id);
    const forms = new Set(marks.map((mark) => sheet.words(mark)));
    if (forms.size < 2 && !marks.some((mark) => morphologyOf(mark).length)) return null;
    return make("p", { class: "hint", id: "literal-hint" }, "These words are used exactly as typed, in every mention: no ending is added. Here the mentions are ",
      [...forms].slice(0, 4).flatMap((form, at) => [at ? ", " : "", words(form)]), ". Split off a mention that needs another form.");
  }

  #entity(mark, entity) {
    const { editor } = this;
    const input = make("input", { type: "number", id: "do-number", min: 1, max: 99999, value: entity.number, "data-was": entity.number });
    const send = () => { if (input.value && Number(input.value) !== entity.number) editor.number(Number(input.value)); };
    input.addEventListener("change", send);
    input.addEventListener("keydown", (event) => { if (event.key === "Enter") this.deeds.toText(); });
    const count = entity.count ?? editor.sheet.marksOf(entity.id).length;
    const row = make("div", { class: "row tight" }, make("label", { for: "do-number" }, "Number ", make("kbd", { "aria-hidden": "true" }, "#")), input,
      button("Join", () => this.deeds.join(), { key: "j", id: "do-join" }),
      button("Split", () => editor.part(), { key: "x", id: "do-part", disabled: count < 2 }));
    const gender = kindOf(mark.label) === "person" ? this.#choice("Gender", GENDERS.map((each) => [each, each]), mark.features.gender, (each) => editor.gender(each), ["g"]) : null;
    return make("div", { class: "field" }, row, gender);
  }

  #forms(mark) {
    const now = morphologyOf(mark);
    const forms = MORPHOLOGY.map(([tag, name]) => button(tag, () => this.editor.form(tag), { pressed: now.includes(tag), title: name, key: `⇧${tag[0].toUpperCase()}`, id: `do-${tag}` }));
    const foreign = button("foreign", () => this.editor.foreign(), { pressed: mark.features.foreign === "yes", key: "⇧F", id: "do-foreign", title: "outside the home country" });
    const cited = button("Cit-FL", () => this.editor.citation(), { pressed: mark.features.citation === "yes", key: "⇧C", id: "do-citation", title: "cited words of another language" });
    return make("div", { class: "choice-row", role: "group", "aria-label": "Forms" }, make("span", { class: "name" }, "Form"), make("div", { class: "segments" }, forms, foreign, cited));
  }

  #flag(mark, kind, name, key) {
    const now = mark[kind] ?? (this.beginning.has(`${mark.id} ${kind}`) ? "" : null);
    const id = `do-${kind}`;
    if (now === null) return button(`Add ${name}`, () => this.deeds[kind](), { key, id: `${id}-add`, kind: "small flag-add" });
    const area = make("textarea", { id, rows: 2, dir: "auto", "data-was": now, maxlength: 10000 });
    area.value = now;
    area.keep = () => {
      if (area.value === area.dataset.was) return;
      area.dataset.was = area.value;
      this.editor.flag(kind, area.value, mark);
    };
    area.addEventListener("blur", () => { if (!this.drawing) area.keep(); });
    const label = make("label", { for: id }, `${name} comment `, make("kbd", { "aria-hidden": "true" }, key));
    return make("div", { class: "field flagged" }, label, area, button(`Take ${name} off`, () => this.editor.flag(kind, null), { id: `${id}-off` }));
  }

  #facts(mark, entity) {
    const said = mark.source === "person" ? "marked or confirmed by hand" : `found by ${mark.source}, ${Math.round(mark.score * 100)} %`;
    const shared = entity.shared ? ` · shared by ${entity.shared} ${entity.shared === 1 ? "writer" : "writers"}` : "";
    return make("p", { class: "hint" }, words(said), " · rule ", words(entity.rule || "–"), ` · ${entity.count ?? this.editor.sheet.marksOf(entity.id).length}× in this document${shared}`);
  }
}

export const scopeName = (scope) => SCOPES.find(([name]) => name === scope)[1];
