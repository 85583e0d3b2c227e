// Step 2: the columns of a table, and what somebody says each of them is.
import { $, fill, isolated, make } from "./asking.js";

const ROW = "column-that-names-each-row";
const WRITER = "column-that-says-who-wrote-it";

/** Show what a file holds. */
export function showContent(looked, changed) {
  $("table").hidden = !looked.table;
  $("whole").hidden = looked.table;
  $("header-choice").hidden = !/^(csv|tsv)/.test(looked.format);
  if (!looked.table) return;
  fill($("columns").tBodies[0], ...looked.columns.map((column, at) => line(column, at, changed)));
  choices($(ROW), looked, looked.id ? `${looked.id}, as usual` : "None", "");
  choices($(WRITER), looked, "None", "");
  for (const id of [ROW, WRITER]) $(id).onchange = () => { settle(looked); changed(); };
  settle(looked);
}

function line(column, at, changed) {
  const kind = make("select", { id: `kind-${at}`, "data-column": column.name, "aria-label": `What is in the column ${column.name}` });
  kind.append(new Option("Text: find what identifies people", "text"), new Option("Nothing of the sort: leave it as it is", "leave"));
  const group = make("optgroup", { label: "In every cell one …" });
  group.append(...$("labels").content.cloneNode(true).children);
  kind.append(group);
  kind.addEventListener("change", () => { warn(); changed(); });
  const samples = make("ul", { class: "samples" }, ...column.samples.map((value) => make("li", { dir: "auto" }, value)));
  return make("tr", {}, make("th", { scope: "row" }, isolated(column.name)), make("td", {}, samples), make("td", {}, kind));
}

function choices(select, looked, first, value) {
  fill(select, new Option(first, value), ...looked.columns.map((column) => new Option(column.name, column.name)));
}

/** The column that names the rows stays as it is, so there is nothing to say of it. */
function settle(looked) {
  const named = $(ROW).value || looked.id;
  for (const kind of document.querySelectorAll("[data-column]")) {
    const names = kind.dataset.column === named;
    if (names && !kind.disabled) kind.prepend(new Option("The name of the row: it stays as it is", "", true, true));
    else if (!names && kind.disabled) kind.options[0].remove();
    if (!names && kind.disabled) kind.value = "text";
    kind.disabled = names;
    kind.title = kind.disabled ? "It names the rows, and stays as it is." : "";
  }
  warn();
}

function warn() {
  const left = [...document.querySelectorAll("[data-column]")].some((kind) => !kind.disabled && kind.value === "leave");
  $("left").hidden = !left;
}

/** How the file is to be read, as the server takes it. */
export function layoutOf(looked) {
  const layout = { header: $("header").checked, encoding: $("how-the-letters-are-written").value };
  if (!looked.table) return layout;
  const kinds = {};
  for (const kind of document.querySelectorAll("[data-column]")) kinds[kind.dataset.column] = kind.disabled ? "text" : kind.value;
  layout.kinds = kinds;
  if ($(ROW).value) layout.id = $(ROW).value;
  if ($(WRITER).value) layout.author = $(WRITER).value;
  return layout;
}
