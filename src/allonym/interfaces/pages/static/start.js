// The start page: which step is open, and what the steps tell one another.
import { $, ask, attempt, counted, fill, handIn, isolated, make, notify, say } from "./asking.js";
import { layoutOf, showContent } from "./start-columns.js";
import { chosen, compared, showPreview, titleOf } from "./start-preview.js";
import { begin, follow, showDone, stop } from "./start-run.js";
import { blame, fitNew, listVaults, opened, wrongExisting, wrongNew } from "./vault-fields.js";

let looked = null;
let turn = 0;
let waiting = null;
let last = null;
let given = null;
let hindrance = "";

async function take(work, shown) {
  const problem = $("file-problem");
  $("chosen").hidden = false;
  fill($("chosen"), "Reading ", isolated(shown), " …");
  const answer = await attempt(problem, work);
  $("chosen").hidden = !answer;
  if (!answer) {
    if (/not valid/.test(problem.textContent)) $("letters").open = true;
    return;
  }
  looked = answer;
  const columns = looked.table ? `, ${counted(looked.columns.length, "column")}` : "";
  fill($("chosen"), make("b", {}, isolated(looked.name)), ` (${looked.format}${columns})`);
  say(`${looked.name} was read${columns}`);
  if (looked.broken) {
    notify(problem, `${counted(looked.broken, "row")} of the first ones cannot be read and would be left out. Is it right how the letters are written?`, "warning");
    $("letters").open = true;
  }
  showContent(looked, preview);
  for (const id of ["content", "compare", "keep", "go"]) $(id).hidden = false;
  $("done").hidden = true;
  $("name-of-the-vault").value = freeName(looked.name);
  preview();
}

function freeName(name) {
  const stem = name.split(".")[0] || "study";
  const taken = new Set([...$("vault").options].map((each) => each.value));
  let made = `${stem}.vault`;
  for (let number = 2; taken.has(made); number += 1) made = `${stem}-${number}.vault`;
  return made;
}

function takeFile(file) {
  if (!file) return;
  const most = Number(document.body.dataset.limit);
  if (file.size > most) {
    $("chosen").hidden = true;
    notify($("file-problem"), [`The file has more than ${Math.floor(most / 1048576)} MiB, too much to hold in memory.`,
      "Put it into the folder in which the pages were started and choose it there, or use the command line:",
      "allonym pseudonymize FILE -o OUTPUT --vault study.vault"]);
    return;
  }
  if ($("folder-file")) $("folder-file").value = "";
  given = file;
  take(() => handIn("/api/start/inputs", file, { "X-Encoding": letters() }), file.name);
}

function takeNamed(name) {
  given = name;
  take(() => ask("/api/start/look", { input: { file: name }, layout: { encoding: letters() } }), name);
}

const letters = () => $("how-the-letters-are-written").value;

/** Read the same file again, now that it is said how its letters are written. */
function takeAgain() {
  if (typeof given === "string") takeNamed(given);
  else takeFile(given);
}

/** Ask for the preview again, once nothing has changed for a moment. */
function preview() {
  clearTimeout(waiting);
  waiting = setTimeout(previewNow, 250);
}

async function previewNow() {
  const mine = (turn += 1);
  const profiles = compared();
  if (!looked) return;
  if (!profiles.length || profiles.length > 6) {
    notify($("compare-problem"), profiles.length ? "Six at a time are enough: untick some." : "Tick at least one.", "warning");
    hindrance = profiles.length ? "six ways at a time are enough; untick some in step 3" : "tick a way to replace in step 3";
    summarize();
    return;
  }
  $("previewing").hidden = false;
  const answer = await attempt($("compare-problem"), () => ask("/api/start/preview", { ...order(), profiles }));
  if (mine !== turn) return;
  $("previewing").hidden = true;
  if (answer) showPreview(answer, looked.table, summarize);
  hindrance = answer ? lacking(answer) : "its beginning could not be shown. Step 3 says why";
  summarize();
}

function order() {
  return {
    input: looked.input, layout: layoutOf(looked), language: $("language").value,
    terms: $("always-replace").value, allow: $("never-replace").value,
  };
}

function summarize() {
  const profile = chosen();
  const ready = profile && !hindrance;
  if (ready) fill($("summary"), isolated(looked.name), " will be pseudonymized under ", make("b", {}, titleOf(profile)), ". The output has the same shape.");
  else fill($("summary"), isolated(looked.name), ` cannot be pseudonymized: ${hindrance || "choose a way to replace in step 3"}.`);
  for (const button of [$("run"), $("go").querySelector("[data-review]")]) button.disabled = !ready;
}

/** Why there is nothing to pseudonymize, or nothing. */
function lacking(answer) {
  if (answer.texts.length) return "";
  if (looked.broken) return "none of its rows can be read. Say in step 1 how its letters are written";
  return looked.table && !looked.columns.length ? "it is empty" : "there are no words in it, or not in the columns that are searched";
}

const vaultKind = () => document.querySelector("input[name=vault]:checked").value;

function showVault() {
  for (const kind of ["new", "existing", "none"]) $(`vault-${kind}`).hidden = vaultKind() !== kind;
  notify($("keep-problem"), "");
}

async function vault() {
  const kind = vaultKind();
  const wrong = kind === "new" ? wrongNew() : kind === "existing" ? wrongExisting() : null;
  notify($("keep-problem"), blame(wrong));
  if (wrong) return null;
  if (kind === "new") return { kind, name: $("name-of-the-vault").value.trim(), passphrase: $("new-passphrase").value };
  return kind === "existing" ? { kind, name: $("vault").value, ...(await opened()) } : { kind };
}

async function run() {
  const kept = await vault();
  if (!kept) return;
  last = null;
  const done = await begin({ ...order(), profile: chosen(), vault: kept });
  if (!done) return;
  $("done").querySelector("[data-review]").hidden = false;
  last = { ...order(), profile: chosen(), vault: kept.kind === "none" ? kept : { ...kept, kind: "existing", name: nameOf(kept) } };
  showDone(done);
  await refresh(kept);
}

/** Say which vaults are there from runs that were cut off. */
function tellUnfinished(names) {
  notify($("unfinished"), names.map((name) => `${name} is there from a run that did not finish. To go on with it, choose “One that I have” and type the passphrase of that run.`), "warning");
  if (!names.length) fill($("unfinished"));
}

const nameOf = (kept) => (kept.kind === "new" && !kept.name.endsWith(".vault") ? `${kept.name}.vault` : kept.name);

/** Open the same file in the review page, with the vault that it was, or is to be, written with. */
async function review(event) {
  let sent = $("done").contains(event.currentTarget) ? last : null;
  if (!sent) {
    const kept = await vault();
    if (!kept) return;
    sent = { ...order(), profile: chosen(), vault: kept };
  }
  const answer = await attempt($("go-problem"), () => ask("/api/start/review", sent));
  if (answer) location.assign("/review");
  else $("go-problem").scrollIntoView({ block: "center" });
}

/** The new vault is one that is there from now on. */
async function refresh(kept) {
  const folder = await attempt($("go-problem"), () => ask("/api/start/folder"));
  if (!folder) return;
  listVaults(folder.vaults, nameOf(kept));
  tellUnfinished(folder.unfinished);
  if (kept.kind !== "new") return;
  document.querySelector("input[name=vault][value=existing]").closest("label").hidden = false;
  for (const id of ["new-passphrase", "the-same-again"]) $(id).value = "";
  $("name-of-the-vault").value = freeName(looked.name);
}

/** Whoever loads the page again in the middle of a run finds it again. */
async function resume() {
  const folder = await attempt($("file-problem"), () => ask("/api/start/folder"));
  if (folder) tellUnfinished(folder.unfinished);
  if (!folder?.run) return;
  $("go").hidden = false;
  fill($("summary"), isolated(folder.run.name), " is being pseudonymized.");
  const done = await follow(folder.run);
  if (!done) return;
  showDone(done);
  $("done").querySelector("[data-review]").hidden = true;
}

function again() {
  if (looked) ask("/api/start/drop", { input: looked.input });
  looked = null;
  for (const id of ["content", "compare", "keep", "go", "done"]) $(id).hidden = true;
  $("chosen").hidden = true;
  $("file").value = "";
  $("file").focus();
}

const drop = $("drop");
for (const name of ["dragenter", "dragover"]) drop.addEventListener(name, (event) => { event.preventDefault(); drop.classList.add("over"); });
for (const name of ["dragleave", "drop"]) drop.addEventListener(name, () => drop.classList.remove("over"));
drop.addEventListener("drop", (event) => { event.preventDefault(); takeFile(event.dataTransfer.files[0]); });
$("file").addEventListener("change", () => takeFile($("file").files[0]));
$("folder-file")?.addEventListener("change", () => {
  const name = $("folder-file").value;
  if (name) takeNamed(name);
});
$("header").addEventListener("change", () => take(() => ask("/api/start/look", { input: looked.input, layout: { header: $("header").checked, encoding: letters() } }), looked.name));
$("how-the-letters-are-written").addEventListener("change", takeAgain);
for (const id of ["language", "always-replace", "never-replace"]) $(id).addEventListener("change", preview);
document.querySelectorAll("input[name=compared]").forEach((box) => box.addEventListener("change", preview));
document.querySelectorAll("input[name=vault]").forEach((radio) => radio.addEventListener("change", showVault));
$("run").addEventListener("click", run);
document.querySelectorAll("[data-review]").forEach((button) => button.addEventListener("click", review));
$("stop").addEventListener("click", stop);
$("again").addEventListener("click", again);
fitNew();
showVault();
resume();
