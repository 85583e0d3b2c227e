// The end of a review: the corrected plan and the output are written, and what others reviewed is taken in.

import * as api from "./review-api.js";
import { find, make, notify, plural, readable, words } from "./review-dom.js";

export class Finish {
  constructor(onChange) {
    this.onChange = onChange;
    find("finish-form").addEventListener("submit", (event) => { event.preventDefault(); this.#write(); });
    find("import-form").addEventListener("submit", (event) => { event.preventDefault(); this.#take(); });
  }

  async #write() {
    const body = { output: find("finish-output").checked, open: find("finish-open").checked };
    const made = await this.#busy("finish-write", () => api.post("/finish", body));
    if (!made) return;
    const rows = made.files.map((file) => make("li", {}, words(file.input), ": ", words(file.plan),
      file.output ? [", ", words(file.output), `, ${plural(file.replaced, "place")} replaced`] : null,
      file.left_out ? make("strong", {}, `, ${plural(file.left_out, "text")} left out`) : null));
    find("finish-made").replaceChildren(make("p", {}, "Written into ", words(made.folder)), make("ul", {}, rows),
      made.vault || !body.output ? "" : make("p", { class: "faint" }, "Without a vault: the originals cannot be recovered from it."));
    notify("The review is written.", "good");
  }

  async #take() {
    const [file] = find("import-file").files;
    if (!file) return notify("Choose a file first.", "warning");
    const made = await this.#busy("import-take", () => api.upload(`/import?format=${find("import-format").value}`, file));
    if (!made) return;
    notify(`Taken over into ${plural(made.documents, "document")}.`, "good");
    this.onChange();
  }

  async #busy(id, work) {
    find(id).disabled = true;
    try {
      return await work();
    } catch (error) {
      notify(`Not done: ${readable(error.message)}`, "wrong");
      return null;
    } finally {
      find(id).disabled = false;
    }
  }
}
