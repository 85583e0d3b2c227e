// The review page: it opens the list or a document, and ties text, side and keys together.

import * as api from "./review-api.js";
import { Care } from "./review-care.js";
import { Cursor } from "./review-cursor.js";
import { clearNotices, find, make, notify, plural, tell } from "./review-dom.js";
import { Editor } from "./review-editor.js";
import { keyed } from "./review-labels.js";
import { keyTable, press } from "./review-keys.js";
import { List } from "./review-list.js";
import { Lists } from "./review-lists.js";
import { Finish } from "./review-finish.js";
import { deedsOf } from "./review-deeds.js";
import { Panel } from "./review-panel.js";
import { Sheet } from "./review-sheet.js";
import { View, VIEWS } from "./review-view.js";

const STATES = { saved: "Saved", saving: "Saving…" };
const STUCK = {
  away: "The server cannot be reached. Keep this page open: what is not saved is sent as soon as it can be.",
  stranger: "The server was started anew and does not know this browser. Keep this page open, and open the link that the terminal shows "
    + "in another tab of this browser: what is not saved is sent then.",
};
const UNSENT = "allonym-review-unsent";

class Page {
  async start() {
    this.settings = await api.settings();
    this.labels = keyed(this.settings.labels);
    this.view = new View(find("text"));
    this.queue = new api.Queue((state, queue) => this.#saved(state, queue));
    this.cursor = new Cursor(this.view, () => this.#moved());
    const onConflict = () => this.#again();
    this.editor = new Editor({ view: this.view, cursor: this.cursor, queue: this.queue, onChange: () => this.#changed(), onConflict });
    this.care = new Care(this.view, this.settings.care);
    this.deeds = deedsOf(this);
    this.panel = new Panel(find("panel"), this.editor, this.deeds);
    this.panel.labels = this.labels;
    this.lists = new Lists(this.editor, this.deeds);
    this.list = new List();
    this.list.offerLabels(this.settings.labels);
    this.finish = new Finish(() => { this.left = true; this.list.load(); });
    this.view.onDrawn = () => { this.cursor.paint(); this.care.around(this.cursor); };
    this.#furnish();
    this.#listen();
    await this.route();
  }

  // Show what the address says: #/ the list, #/3 a document, #/3/m12 a mark in it.
  async route() {
    const [, n, mark] = location.hash.match(/^#\/(\d+)(?:\/([\w-]+))?$/) ?? [];
    document.body.dataset.showing = n === undefined ? "list" : "document";
    find("documents").hidden = n !== undefined;
    find("document").hidden = n === undefined;
    if (Number(n) !== this.view.sheet?.n && !this.why && this.routed) clearNotices();
    this.routed = true;
    if (n === undefined) {
      await this.list.load(true);
      return this.list.enter(this.view.sheet?.n);
    }
    if (this.view.sheet?.n !== Number(n) || this.left) await this.open(Number(n));
    const wanted = mark && this.view.sheet?.marks.get(mark);
    if (wanted) this.cursor.selectMark(wanted, true);
    this.deeds.toText();
  }

  async open(n) {
    this.left = false;
    document.activeElement.keep?.();
    const sheet = await this.#read(n);
    this.cursor.clear();
    this.view.show(sheet);
    find("document-name").textContent = sheet.id;
    this.care.opened(sheet);
    this.#changed();
    window.scrollTo(0, 0);
    if (sheet.stale) notify("The text has changed since it was last reviewed; what was done before is not on it.", "warning", 20);
    tell(`${sheet.id}: ${sheet.marks.size} marks, ${sheet.uncertain().length} uncertain`);
  }

  // A document that was not read before takes a moment.
  async #read(n) {
    find("document").setAttribute("aria-busy", "true");
    find("document-name").textContent = "Reading…";
    try {
      return new Sheet(await api.sheet(n));
    } finally {
      find("document").removeAttribute("aria-busy");
    }
  }

  // Open a document at the first mark of an entity.
  async openAt(n, entity) {
    await this.open(n);
    history.replaceState(null, "", `#/${n}`);
    const [mark] = this.view.sheet.marksOf(entity);
    if (mark) this.cursor.selectMark(mark, true);
  }

  // What was said of an older version is not kept; all that waits behind it is told together.
  async #again() {
    this.opening ??= this.open(this.view.sheet.n).finally(() => { this.opening = null; });
    await this.opening;
    const count = this.queue.refused;
    this.conflict?.();
    this.conflict = notify(`It was changed elsewhere; this is how it stands now. ${plural(count, "change")} of yours ${count === 1 ? "was" : "were"} not kept: look again.`, "wrong");
  }

  #moved() {
    this.panel.draw();
    this.care.around(this.cursor);
    const mark = this.cursor.mark();
    const several = this.cursor.marks().length;
    if (several > 1) return tell(`${several} marks chosen: ${this.cursor.words()}`);
    const entity = mark && this.view.sheet.entityOf(mark);
    const about = mark ? `, ${mark.label} ${entity.number}, ${entity.action}${mark.uncertain ? ", uncertain" : ""}${mark.shown ? `, becomes ${mark.shown}` : ""}` : ", original";
    if (!this.cursor.empty) tell(`${this.cursor.words()}${about}`);
  }

  #changed() {
    const sheet = this.view.sheet;
    this.panel.draw();
    this.care.around(this.cursor);
    find("do-undo").disabled = !sheet.can_undo;
    find("do-redo").disabled = !sheet.can_redo;
    const done = sheet.status === "done";
    find("do-done").setAttribute("aria-pressed", String(done));
    find("uncertain-count").textContent = String(sheet.uncertain().length);
    // Lists of large documents may wait until the change itself is on the screen.
    cancelAnimationFrame(this.soon);
    this.soon = requestAnimationFrame(() => setTimeout(() => this.lists.draw()));
  }

  #saved(state, queue) {
    const place = find("saved");
    place.textContent = state === "unsaved" ? `Not saved: ${plural(queue.waiting, "change")}` : STATES[state];
    place.dataset.state = state;
    const why = state === "unsaved" ? queue.stuck : "";
    if (why === this.why) return;
    this.why = why;
    this.unsaved?.();
    this.unsaved = why ? notify(STUCK[why], "wrong") : null;
  }

  #furnish() {
    find("views").replaceChildren(...VIEWS.map(([kind, name]) =>
      make("button", { type: "button", class: "small", "aria-pressed": String(kind === this.view.kind), "data-view": kind, onclick: () => this.deeds.show_(kind) }, name)));
    find("keys-table").replaceChildren(...keyTable());
    // What sticks below the tools must know how high they are: they wrap on narrow windows.
    new ResizeObserver(([tools]) => document.documentElement.style.setProperty("--tools", `${Math.ceil(tools.target.offsetHeight)}px`)).observe(find("toolbar"));
    if (this.settings.lost) notify(`${plural(this.settings.lost, "step")} of an earlier review are about documents that are not here.`, "warning", 20);
    const unsent = Number(localStorage.getItem(UNSENT));
    localStorage.removeItem(UNSENT);
    if (unsent) notify(`${plural(unsent, "change")} could not be saved before this page was closed, and ${unsent === 1 ? "is" : "are"} lost.`, "wrong");
    find("document-exact").hidden = this.settings.exact !== false;
    const who = this.settings.annotator ? `Annotator: ${this.settings.annotator}` : "";
    find("about").textContent = [who, this.settings.profile && `profile ${this.settings.profile}`].filter(Boolean).join(" · ");
  }

  #listen() {
    window.addEventListener("hashchange", () => this.route().catch(failed));
    window.addEventListener("beforeunload", (event) => { if (this.queue.waiting) event.preventDefault(); });
    // Only how many there were is kept, to be told when the page is opened again.
    window.addEventListener("pagehide", () => { if (this.queue.stuck) localStorage.setItem(UNSENT, String(this.queue.waiting)); });
    document.addEventListener("keydown", (event) => { if (document.activeElement === document.body && !find("documents").hidden) this.list.walk(event); });
    find("text").addEventListener("keydown", (event) => {
      if (event.defaultPrevented || event.isComposing || event.key === "Tab") return;
      if (press(event, this.deeds, this.labels)) event.preventDefault();
    });
    for (const element of document.querySelectorAll("[data-deed]")) {
      element.addEventListener("click", () => this.deeds[element.dataset.deed]());
    }
    find("side").addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.deeds.toText();
      else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && !event.target.matches("input, textarea")) this.deeds.undo();
    });
    find("search").addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.deeds.searchNext();
      if (event.key === "Escape") this.deeds.toText();
    });
  }
}

const failed = (error) => notify(`The page could not go on: ${error.message}`, "wrong");
const page = new Page();
page.start().catch(failed);
