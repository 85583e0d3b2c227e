// The page about persons: find somebody, list whom to write to, forget somebody.
import { $, ask, attempt, counted, fill, isolated, make, notify, saved, say, sentence } from "./asking.js";
import { blame, opened, wrongExisting } from "./vault-fields.js";

const CONSENT = `type-${document.body.dataset.word.toLowerCase()}-to-go-on`;
let searched = null;

async function person() {
  return { vault: $("vault").value, ...(await opened()), name: $("name").value.trim(), label: $("what-it-is").value };
}

async function find() {
  const wrong = wrongExisting() || ($("name").value.trim() ? null : [$("name"), "Type a name."]);
  notify($("find-problem"), blame(wrong));
  if (wrong) return;
  $("find-person").disabled = true;
  const asked = await person();
  const answer = await attempt($("find-problem"), () => ask("/api/subjects/find", asked));
  $("find-person").disabled = false;
  for (const id of ["found", "forget", "forgotten"]) $(id).hidden = true;
  if (!answer) return;
  searched = asked;
  show(answer);
}

function show(answer) {
  const words = answer.found.length
    ? `${counted(answer.mentions, "place")} in ${counted(answer.documents, "document")}. The words of others are not shown.`
    : "The vault knows nobody of this name.";
  $("counts").textContent = words;
  fill($("places").tBodies[0], ...answer.found.map(line));
  fill($("lists"));
  offer(answer.outputs);
  $("places").hidden = $("contact").hidden = !answer.found.length;
  $("found").hidden = false;
  $("forget").hidden = !answer.found.length;
  $(CONSENT).value = "";
  $("counts").focus();
  say(words);
}

function line(found) {
  const box = make("input", { type: "checkbox", name: "only", value: found.number, checked: found.sure, "aria-label": `Choose ${found.document}` });
  const names = found.pseudonyms.flatMap((name, at) => (at ? [", ", isolated(name)] : [isolated(name)]));
  return make("tr", {}, make("td", {}, box), make("td", {}, isolated(found.file)), make("td", {}, isolated(found.document)), make("td", {}, found.label || "left out"),
    make("td", {}, ...names), make("td", { class: "n" }, String(found.count)), make("td", {}, found.sure ? "yes" : "maybe"), make("td", {}, isolated(found.author || "")));
}

const download = (file, told) => saved(file, file.name, told);

/** Offer the outputs that the vault knows; nothing else can be written anew. */
function offer(outputs) {
  fill($("outputs-known"), ...outputs.map((name) => make("label", { class: "choice" }, make("input", { type: "checkbox", name: "output", value: name }), make("span", {}, isolated(name)))));
  $("outputs").hidden = !outputs.length;
  $("outputs-hint").textContent = outputs.length
    ? "The new ones go into the folder withdrawal, under outputs. The old ones stay where they are: delete them yourself."
    : "The folder has no outputs of this vault that could be written anew.";
}

async function contact() {
  const answer = await attempt($("found-problem"), async () => ask("/api/subjects/contact", { ...(await person()), name: searched.name, label: searched.label }));
  if (!answer) return;
  fill($("lists"), download(answer, `${counted(answer.documents, "document")}, ${counted(answer.authors, "writer")}. The list is sensitive; it can be saved once.`));
  say("The list is ready.");
}

async function forget() {
  const only = [...document.querySelectorAll("input[name=only]:checked")].map((box) => box.value);
  const consent = $(CONSENT).value.trim();
  const wrong = !only.length ? [$("find-person"), "Choose at least one document above."] : consent !== document.body.dataset.word ? [$(CONSENT), `Nothing is forgotten yet: type ${document.body.dataset.word}.`] : null;
  notify($("forget-problem"), blame(wrong));
  if (wrong) return;
  const outputs = [...document.querySelectorAll("input[name=output]:checked")].map((box) => box.value);
  $("forget-now").disabled = true;
  const answer = await attempt($("forget-problem"), async () => ask("/api/subjects/forget", { ...(await person()), name: searched.name, label: searched.label, only, outputs, confirm: consent }));
  $("forget-now").disabled = false;
  if (!answer) return;
  for (const id of ["found", "forget"]) $(id).hidden = true;
  told(answer);
}

function told(answer) {
  const lines = [make("p", {}, make("b", {}, `Forgotten: ${counted(answer.mentions, "place")} in ${counted(answer.documents, "document")}, ${counted(answer.outputs, "output")} written anew.`)),
    make("p", {}, "The certificate names the person only as ", make("code", {}, answer.reference), ". It lies in the folder ", isolated(answer.place), ".")];
  if (answer.outputs) lines.push(make("p", {}, "The new outputs lie in ", isolated(`${answer.place}/outputs`), ". The old ones are still where they were, and show the pseudonyms of this person: delete them, and pass the new ones on."));
  const remains = [make("p", {}, make("b", {}, "What may still exist:")), make("ul", {}, ...answer.remains.map((each) => make("li", {}, each)))];
  for (const name of answer.unknown) remains.push(make("p", {}, isolated(name), sentence(": the vault cannot write it anew; pseudonymize its input again")));
  fill($("told-forgotten"), make("div", { class: "notice good" }, ...lines), make("div", { class: "notice warning" }, ...remains));
  const said = { "certificate.json": "Signed, for programs to check.", "certificate.txt": "The same in words." };
  fill($("downloads"), ...answer.files.map((file) => download(file, said[file.name])));
  $("forgotten").hidden = false;
  $("told-forgotten").focus();
  say("Forgotten.");
}

$("find-person").addEventListener("click", find);
for (const id of ["name", "passphrase"]) $(id).addEventListener("keydown", (event) => { if (event.key === "Enter") find(); });
$("contact").addEventListener("click", contact);
$("forget-now").addEventListener("click", forget);
