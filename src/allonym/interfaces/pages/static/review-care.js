// Care for whoever reads: blur all but the words around, count what was seen, remind of a break.

import { find, plural, tell } from "./review-dom.js";

const KEPT = "allonym.care";
const MINUTE = 60_000;

export class Care {
  constructor(view, { window = 12, break_minutes = 45 } = {}) {
    Object.assign(this, { view, window, minutes: break_minutes });
    this.near = [];
    this.seen = JSON.parse(sessionStorage.getItem(KEPT) ?? "null") ?? { begun: Date.now(), documents: [], sensitive: 0, blur: false };
    this.rested = Date.now();
    this.blur(this.seen.blur, false);
    setInterval(() => this.#look(), 15_000);
    find("break-taken").addEventListener("click", () => this.#rest(0));
    find("break-later").addEventListener("click", () => this.#rest(this.minutes - 10));
  }

  blur(on = !this.seen.blur, say = true) {
    this.seen.blur = on;
    this.#keep();
    this.view.place.classList.toggle("veiled", on);
    find("do-blur").setAttribute("aria-pressed", String(on));
    if (say) tell(on ? "only the words around the cursor are clear" : "all words are clear");
  }

  // Clear the words around the cursor. The window is in words, to either side.
  around(cursor) {
    for (const element of this.near) element.classList.remove("near");
    this.near = [];
    if (!this.seen.blur || cursor.empty) return;
    let [start, end] = [cursor.start, cursor.end];
    for (let step = 0; step < this.window; step += 1) {
      start = this.view.sheet.wordBefore(start)?.[0] ?? start;
      end = this.view.sheet.wordAt(end)?.[1] ?? end;
    }
    for (const element of this.view.tokens(start, end)) {
      this.near.push(element, element.closest(".mk") ?? element, element.closest(".pair") ?? element);
    }
    for (const element of this.near) element.classList.add("near");
  }

  // Count a document that was opened.
  opened(sheet) {
    if (!this.seen.documents.includes(sheet.id)) {
      this.seen.documents.push(sheet.id);
      this.seen.sensitive += sheet.inOrder.filter((mark) => /^(SENSITIVE|DISEASE)/.test(mark.label)).length;
    }
    this.told = { characters: sheet.text.length, ...sheet.exposure };
    this.#keep();
    this.#say();
  }

  #say() {
    const minutes = Math.floor((Date.now() - this.seen.begun) / MINUTE);
    const parts = [plural(minutes, "minute"), plural(this.seen.documents.length, "document"), plural(this.told?.characters ?? 0, "letter"),
      plural(this.seen.sensitive, "sensitive place")];
    find("exposure").textContent = `Seen so far: ${parts.join(", ")}`;
  }

  #look() {
    this.#say();
    if (this.minutes > 0 && Date.now() - this.rested >= this.minutes * MINUTE && find("break").hidden) {
      find("break").hidden = false;
      tell("You have been reading for a long time. Take a break.");
    }
  }

  #rest(minutes) {
    this.rested = Date.now() - Math.max(0, minutes) * MINUTE;
    find("break").hidden = true;
  }

  #keep() {
    sessionStorage.setItem(KEPT, JSON.stringify(this.seen));
  }
}
