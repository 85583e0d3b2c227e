// The lists beside the text: entities, warnings, what waits for a decision, and the document as a whole.

import * as api from "./review-api.js";
import { button, find, make, notify, plural, readable, words } from "./review-dom.js";
import { chipOf, kindOf, shortOf } from "./review-labels.js";

const AT_ONCE = 100;
const AGAIN = 2000;
const TABS = ["entities", "warnings", "deferred", "document"];

export class Lists {
  constructor(editor, deeds) {
    Object.assign(this, { editor, deeds });
    this.open = "entities";
    this.shown = AT_ONCE;
    this.#tabs();
    this.#forms();
  }

  get sheet() {
    return this.editor.sheet;
  }

  // Counts are always right; a list is drawn only where it can be seen.
  draw() {
    find("tab-warnings-count").textContent = this.sheet.warnings?.length ? ` ${this.sheet.warnings.length}` : "";
    find("tab-entities-count").textContent = ` ${this.sheet.entities.size}`;
    if (this.open === "entities") this.#entities();
    if (this.open === "warnings") this.#warnings();
    if (this.open === "document") this.#document();
  }

  turn(name, focus = false) {
    this.open = name;
    for (const each of TABS) {
      const tab = find(`tab-${each}`);
      tab.setAttribute("aria-selected", String(each === name));
      tab.tabIndex = each === name ? 0 : -1;
      find(`list-${each}`).hidden = each !== name;
    }
    if (focus) find(`tab-${name}`).focus();
    if (name === "deferred") this.#deferred();
    this.draw();
  }

  #tabs() {
    TABS.forEach((name, index) => {
      const tab = find(`tab-${name}`);
      tab.addEventListener("click", () => this.turn(name));
      tab.addEventListener("keydown", (event) => {
        const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (by) this.turn(TABS[(index + by + TABS.length) % TABS.length], true);
      });
    });
  }

  #forms() {
    const comment = find("document-comment");
    comment.addEventListener("change", () => this.editor.comment(comment.value));
    find("entity-search").addEventListener("input", () => this.draw());
    const k = find("deferred-k");
    k.addEventListener("input", () => { find("deferred-k-now").textContent = k.value; });
    k.addEventListener("change", () => this.#deferred());
    find("deferred-decide").addEventListener("click", () => this.#decide());
  }

  #entities() {
    const first = new Map();
    for (const mark of this.sheet.inOrder) if (!first.has(mark.entity)) first.set(mark.entity, mark);
    const typed = find("entity-search").value.trim().toLowerCase();
    const rows = [...first.values()].filter((mark) => !typed || `${this.sheet.words(mark)} ${mark.label}`.toLowerCase().includes(typed));
    const more = rows.length > this.shown ? button(`Show ${Math.min(AT_ONCE, rows.length - this.shown)} more`, () => { this.shown += AT_ONCE; this.draw(); }) : null;
    find("entity-rows").replaceChildren(...rows.slice(0, this.shown).map((mark) => this.#entity(mark)));
    find("entity-more").replaceChildren(...(more ? [more] : []));
  }

  #entity(mark) {
    const entity = this.sheet.entityOf(mark);
    const go = () => this.deeds.nextOf(entity.id);
    const to = entity.action === "replace" ? words(mark.shown ?? "…", "to") : make("em", {}, entity.action === "keep" ? "kept" : "marked");
    return make("li", {}, make("button", { type: "button", class: "entity", onclick: go },
      make("span", { class: `chip ${kindOf(mark.label)}` }, chipOf({ ...mark, features: {} }, entity)),
      make("span", { class: "what" }, words(this.sheet.words(mark)), make("span", { class: "faint" }, " → "), to),
      make("span", { class: "count" }, `${entity.count ?? 1}×`)));
  }

  #warnings() {
    const rows = (this.sheet.warnings ?? []).map((warning) => {
      const mark = this.sheet.marks.get(warning.mark);
      const text = [make("strong", {}, warning.severity === "error" ? "Error: " : "Warning: "), words(warning.text)];
      const go = mark ? button("Show", () => this.deeds.show(mark)) : null;
      return make("li", { class: warning.severity === "error" ? "notice wrong" : "notice warning" }, make("p", {}, text), go);
    });
    find("warning-rows").replaceChildren(...rows);
    find("warning-none").hidden = rows.length > 0;
  }

  async #deferred() {
    const k = Number(find("deferred-k").value);
    const found = await api.deferred(k).catch(() => null);
    const listed = found?.deferred ?? [];
    find("deferred-none").hidden = listed.length > 0;
    find("deferred-decide").disabled = !listed.some((each) => each.waiting);
    const left = (found?.all ?? 0) - (found?.planned ?? 0);
    find("deferred-far").textContent = left ? `${plural(left, "document")} not read yet; the counts will grow.` : "";
    clearTimeout(this.later);
    if (left && this.open === "deferred") this.later = setTimeout(() => this.#deferred(), AGAIN);
    find("deferred-rows").replaceChildren(...listed.slice(0, 500).map((each) => this.#waiting(each)));
  }

  #waiting(each) {
    const go = () => this.deeds.entityIn(each.n, each.entity);
    return make("li", {}, make("button", { type: "button", class: "entity", onclick: go },
      make("span", { class: `chip ${kindOf(each.label)}` }, shortOf(each.label)),
      make("span", { class: "what" }, words(each.value)),
      make("span", { class: "count" }, plural(each.count, "writer")),
      make("span", { class: `tag ${each.decision === "keep" ? "" : "strict"}` }, each.waiting ? each.decision : "decided")));
  }

  async #decide() {
    const k = Number(find("deferred-k").value);
    const made = await api.post("/decide", { k }).catch((error) => notify(`Not done: ${readable(error.message)}`, "wrong"));
    if (!made) return;
    notify(`${plural(made.replace, "entity", "entities")} replaced, ${made.keep} kept, in all documents.`, "good");
    await this.deeds.again();
    this.#deferred();
  }

  #document() {
    const comment = find("document-comment");
    if (document.activeElement !== comment) comment.value = this.sheet.comment ?? "";
    const counts = { replaced: 0, marked: 0, kept: 0 };
    const names = { replace: "replaced", mark: "marked", keep: "kept" };
    for (const mark of this.sheet.marks.values()) counts[names[this.sheet.entityOf(mark)?.action ?? "replace"]] += 1;
    const states = this.sheet.states();
    const facts = [["Words masked", states.masked], ["Words original", states.original], ["Marks", this.sheet.marks.size], ["Replaced", counts.replaced], ["Marked only", counts.marked], ["Kept", counts.kept],
      ["Uncertain", this.sheet.uncertain().length]];
    find("document-facts").replaceChildren(...facts.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value.toLocaleString("en"))]));
  }
}
