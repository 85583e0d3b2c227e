// What keys and buttons call, by name. The table of keys is in review-keys.js.

import * as api from "./review-api.js";
import { find, notify, tell } from "./review-dom.js";
import { chipOf, kindOf } from "./review-labels.js";
import { pick } from "./review-picker.js";
import { VIEWS } from "./review-view.js";

export function deedsOf(page) {
  const { cursor, editor, view } = page;
  const rightward = () => (view.sheet.direction === "rtl" ? -1 : 1);
  const toText = () => find("text").focus({ preventScroll: true });
  const focus = (id) => find(id)?.focus();

  const moving = {
    right: () => cursor.step(rightward(), false),
    left: () => cursor.step(-rightward(), false),
    down: () => cursor.line(1, false),
    up: () => cursor.line(-1, false),
    first: () => cursor.edge(-1, false),
    last: () => cursor.edge(1, false),
    extendRight: () => cursor.step(rightward(), true),
    extendLeft: () => cursor.step(-rightward(), true),
    extendDown: () => cursor.line(1, true),
    extendUp: () => cursor.line(-1, true),
    endRight: () => cursor.nudge("end", rightward()),
    endLeft: () => cursor.nudge("end", -rightward()),
    startRight: () => cursor.nudge("start", rightward()),
    startLeft: () => cursor.nudge("start", -rightward()),
    nextMark: () => go(view.sheet.next(cursor.empty ? -1 : cursor.start, 1)),
    previousMark: () => go(view.sheet.next(cursor.empty ? Infinity : cursor.start, -1)),
    leave: () => { cursor.clear(); cursor.paint(); page.panel.draw(); toText(); },
  };

  function go(mark) {
    if (mark) cursor.selectMark(mark);
    else tell("no more marks");
  }

  // Later in this document first; then in the documents behind it.
  async function nextUncertain() {
    const here = view.sheet.next(cursor.empty ? -1 : cursor.start, 1, (mark) => mark.uncertain);
    if (here) return cursor.selectMark(here, true);
    const found = await api.next(view.sheet.n, cursor.mark()?.id ?? view.sheet.inOrder.at(-1)?.id);
    if (!found || found.n === null || found.n === undefined) return notify("Nothing uncertain is left.", "good");
    if (found.n === view.sheet.n) return go(view.sheet.marks.get(found.mark));
    location.hash = `#/${found.n}/${found.mark}`;
  }

  async function pickLabel() {
    if (cursor.empty) return tell("choose words first");
    const keys = new Map([...page.labels].map(([key, name]) => [name, key]));
    const items = page.settings.labels.map((label) => ({
      value: label.name, name: label.name, kind: kindOf(label.name), group: label.group, key: keys.get(label.name),
      also: [label.words, ...(label.swell ?? [])].flat().join(" "), note: (label.swell ?? []).join(", ") || label.words,
    }));
    const label = await pick("Label", items, `For: ${cursor.words().slice(0, 80)}`);
    toText();
    if (label) await editor.label(label);
  }

  // Several entities in the choice are joined at once; else the other one is asked for.
  async function join() {
    const chosen = [...new Set(cursor.marks().map((mark) => mark.entity))];
    if (chosen.length > 1) return editor.join(chosen);
    if (!chosen.length) return tell("choose a mark first");
    const others = [...view.sheet.entities.values()].filter((entity) => entity.id !== chosen[0]);
    const items = others.map((entity) => {
      const [mark] = view.sheet.marksOf(entity.id);
      return mark && { value: entity.id, name: view.sheet.words(mark), kind: kindOf(entity.label), note: chipOf({ ...mark, features: {} }, entity) };
    });
    const other = await pick("Join with", items.filter(Boolean), "They become one entity, with one pseudonym.");
    toText();
    if (other) await editor.join([other, chosen[0]]);
  }

  function show(kind) {
    view.show(view.sheet, kind);
    for (const each of find("views").children) each.setAttribute("aria-pressed", String(each.dataset.view === kind));
    if (!cursor.empty) view.reveal(cursor.head[0], true);
    cursor.paint();
    page.care.around(cursor);
    tell(VIEWS.find(([each]) => each === kind)[1]);
  }

  function searchNext() {
    const [typed, text] = [find("search").value.toLowerCase(), view.sheet.text.toLowerCase()];
    if (!typed) return;
    const later = text.indexOf(typed, cursor.empty ? 0 : cursor.start + 1);
    const at = later < 0 ? text.indexOf(typed) : later;
    if (at < 0) return tell("not found");
    cursor.select(at, at + typed.length, { middle: true });
  }

  // The field is there at once, whenever the server answers.
  function flag(kind) {
    const { mark } = editor;
    if (!mark) return tell("choose one mark first");
    const fresh = (mark[kind] ?? null) === null;
    if (fresh) page.panel.begin(mark, kind);
    focus(`do-${kind}`);
    if (fresh) editor.flag(kind, "").then(() => page.panel.begun(mark, kind));
  }

  function neighbour(by) {
    const n = view.sheet.n + by;
    if (n < 0) return tell("this is the first document");
    if (n >= page.settings.documents) return tell("this is the last document");
    location.hash = `#/${n}`;
  }

  return {
    ...moving,
    toText,
    nextUncertain,
    pickLabel,
    join,
    searchNext,
    show_: show,
    show: (mark) => { cursor.selectMark(mark, true); toText(); },
    nextOf: (entity) => {
      const marks = view.sheet.marksOf(entity);
      const next = marks.find((mark) => !cursor.empty && mark.start > cursor.start) ?? marks[0];
      if (next) cursor.selectMark(next, true);
    },
    entityIn: (n, entity) => {
      if (n !== view.sheet.n) return page.openAt(n, entity);
      const [mark] = view.sheet.marksOf(entity);
      if (mark) cursor.selectMark(mark, true);
    },
    again: () => page.open(view.sheet.n),
    label: (label) => editor.label(label),
    unmark: () => editor.unmark(),
    bounds: () => editor.bounds(),
    grow: () => editor.grow(1),
    shrink: () => editor.grow(-1),
    accept: () => editor.accept(),
    replace: () => editor.act("replace"),
    markOnly: () => editor.act("mark"),
    keep: () => editor.act("keep"),
    write: () => focus("do-write"),
    widen: () => editor.widen(),
    number: () => { focus("do-number"); find("do-number")?.select(); },
    part: () => editor.part(),
    gender: () => editor.gender(),
    gen: () => editor.form("gen"),
    def: () => editor.form("def"),
    pl: () => editor.form("pl"),
    foreign: () => editor.foreign(),
    citation: () => editor.citation(),
    obs: () => flag("obs"),
    com: () => flag("com"),
    comment: () => { page.lists.turn("document"); focus("document-comment"); },
    undo: () => editor.undo(),
    redo: () => editor.redo(),
    done: () => editor.status(view.sheet.status === "done" ? "open" : "done"),
    nextDocument: () => neighbour(1),
    previousDocument: () => neighbour(-1),
    list: () => { page.left = true; location.hash = "#/"; },
    view: () => show(VIEWS[(VIEWS.findIndex(([kind]) => kind === view.kind) + 1) % VIEWS.length][0]),
    blur: () => { page.care.blur(); page.care.around(cursor); },
    search: () => { focus("search"); find("search").select(); },
    help: () => find("keys").showModal(),
  };
}
