// The list of documents: what is done, what waits, and filters. A page of it at a time, so that thousands are quick.

import * as api from "./review-api.js";
import { find, make, plural, tell, words } from "./review-dom.js";

const AT_ONCE = 100;
const [SOON, LATE] = [1500, 12_000];

export class List {
  constructor(open) {
    this.openDocument = open;
    this.offset = 0;
    for (const id of ["filter-status", "filter-label", "filter-uncertain", "filter-flagged", "filter-name"]) {
      find(id).addEventListener(id === "filter-name" ? "input" : "change", () => { this.offset = 0; this.load(); });
    }
    find("page-before").addEventListener("click", () => this.#turn(-AT_ONCE));
    find("page-after").addEventListener("click", () => this.#turn(AT_ONCE));
    find("document-rows").addEventListener("keydown", (event) => this.walk(event));
  }

  offerLabels(labels) {
    find("filter-label").append(...labels.map((label) => make("option", { value: label.name }, label.name)));
  }

  async load(fresh = false) {
    clearTimeout(this.timer);
    if (fresh) this.planned = null;
    const wanted = { offset: this.offset, limit: AT_ONCE, status: find("filter-status").value, label: find("filter-label").value,
      uncertain: find("filter-uncertain").checked, flagged: find("filter-flagged").checked, search: find("filter-name").value };
    const found = await api.documents(wanted);
    this.#draw(found);
    // What is planned in the background appears by itself.
    const waiting = found.documents.some((each) => each.planned === false);
    this.pause = found.planned === this.planned ? Math.min(LATE, (this.pause ?? SOON) * 1.5) : SOON;
    this.planned = found.planned;
    if (waiting && !find("documents").hidden) this.timer = setTimeout(() => this.load(), this.pause);
  }

  #turn(by) {
    this.offset = Math.max(0, this.offset + by);
    this.load().then(() => find("document-rows").querySelector("a")?.focus());
  }

  #draw({ total, documents, done, all }) {
    const held = find("document-rows").contains(document.activeElement) ? document.activeElement.dataset.n : null;
    find("document-rows").replaceChildren(...documents.map((each) => this.#row(each)));
    if (held) find("document-rows").querySelector(`[data-n="${CSS.escape(held)}"]`)?.focus();
    const last = Math.min(total, this.offset + documents.length);
    find("documents-shown").textContent = total ? `${this.offset + 1}–${last} of ${plural(total, "document")}` : "No document fits these filters.";
    find("page-before").disabled = this.offset === 0;
    find("page-after").disabled = last >= total;
    const [finished, whole] = [done ?? documents.filter((each) => each.status === "done").length, all ?? total];
    find("progress").max = Math.max(1, whole);
    find("progress").value = finished;
    find("progress-told").textContent = `${finished} of ${whole} done`;
  }

  #row(each) {
    const planned = each.planned !== false;
    const link = make("a", { href: `#/${each.n}`, "data-n": each.n }, words(each.id));
    const count = (value) => make("td", { class: "n" }, planned ? String(value ?? 0) : "…");
    const status = each.failed ? "cannot be read" : each.status === "done" ? "done" : planned ? "open" : "not read yet";
    const file = each.file && each.file !== each.id ? make("span", { class: "faint" }, " ", words(each.file)) : null;
    return make("tr", { class: each.status === "done" ? "finished" : null }, make("th", { scope: "row" }, link, file),
      make("td", {}, make("span", { class: `tag ${each.status === "done" ? "good" : ""}` }, status)),
      count(each.marks), count(each.uncertain), count(each.flags), count(each.warnings));
  }

  // Keys work at once: on the document that was left, else on the first. Who is elsewhere by now is not called away.
  enter(left) {
    const here = document.activeElement;
    if (find("documents").hidden || !(here === document.body || find("document").contains(here))) return;
    const rows = find("document-rows");
    (rows.querySelector(`[data-n="${CSS.escape(String(left))}"]`) ?? rows.querySelector("a"))?.focus();
  }

  // Arrows go from document to document.
  walk(event) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by) return;
    const links = [...find("document-rows").querySelectorAll("a")];
    const next = links[links.indexOf(document.activeElement) + by];
    next?.focus();
    event.preventDefault();
    if (!next) tell(by > 0 ? "last document of this page" : "first document of this page");
  }
}
