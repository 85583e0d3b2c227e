// The recovery page: open a vault, say what is wanted and why, and fetch it; or ask, where it takes two.
import { $, ask, attempt, counted, fill, handIn, isolated, make, notify, saved, say, sentence } from "./asking.js";
import { blame, opened, wrongExisting } from "./vault-fields.js";

let known = null;

const key = async () => ({ vault: $("vault").value, ...(await opened()) });
const what = () => document.querySelector("input[name=what]:checked").value;

async function unlock() {
  const wrong = wrongExisting();
  notify($("open-problem"), blame(wrong));
  if (wrong) return;
  const button = $("unlock");
  button.disabled = true;
  const answer = await attempt($("open-problem"), async () => ask("/api/vault/open", await key()));
  button.disabled = false;
  if (!answer) {
    $("what").hidden = true;
    $("requests").hidden = true;
    fill($("who"));
    return;
  }
  shown(answer);
  ($("what").hidden ? $("open-title") : $("reason")).focus();
}

function shown(answer) {
  known = answer;
  const may = answer.may.includes("recover");
  const two = answer.two_person ? " Recovery takes two here: one asks, another one approves." : "";
  const words = `The vault is open with the key of ${/^[aeiou]/.test(answer.role) ? "an" : "a"} ${answer.role}; it knows ${counted(answer.texts, "text")} in ${counted(answer.files, "file")}.${two}`;
  const none = may ? null : make("p", {}, `This key cannot give anything back: that takes the key of a recoverer or a custodian.`);
  fill($("who"), make("div", { class: `notice ${may ? "good" : "warning"}` }, make("p", {}, words), none));
  $("what").hidden = !may;
  $("give").hidden = answer.two_person;
  $("ask").hidden = !answer.two_person;
  showWhat();
  showRequests(answer);
}

function showWhat() {
  if (known?.two_person) document.querySelector("input[name=what][value=file]").checked = true;
  document.querySelector("input[name=what][value=text]").disabled = Boolean(known?.two_person);
  $("as-file").hidden = what() !== "file";
  $("as-text").hidden = what() !== "text";
  $("edited-id").hidden = !$("edited").checked;
  $("edited").disabled = Boolean(known?.two_person);
}

async function input() {
  const file = $("pseudonymized-file").files[0];
  if (!file) return { file: $("or-one-from-the-folder").value };
  return (await handIn("/api/recover/inputs", file)).input;
}

function wrongWhat() {
  if (what() === "text" && !$("pseudonymized-text").value) return [$("pseudonymized-text"), "Paste the text."];
  if (what() === "file" && !$("pseudonymized-file").files.length && !$("or-one-from-the-folder").value) return [$("pseudonymized-file"), "Choose a file."];
  if (!$("reason").value.trim()) return [$("reason"), "Say why this is needed; the vault keeps the reason."];
  return null;
}

async function give() {
  const wrong = wrongWhat();
  notify($("what-problem"), blame(wrong));
  if (wrong) return;
  $("back").hidden = true;
  $("give").disabled = true;
  await attempt($("what-problem"), async () => (what() === "text" ? giveText() : giveFile()));
  $("give").disabled = false;
}

async function giveText() {
  const id = $("number-or-name-of-the-text-if-it-is-known").value;
  const sent = { ...(await key()), text: $("pseudonymized-text").value, reason: $("reason").value };
  const answer = await ask("/api/recover/text", id ? { ...sent, id } : sent);
  back([make("p", {}, "The text ", isolated(answer.id), ", exactly as it was:"), make("div", { class: "given words", dir: "auto", id: "original" }, answer.text)], []);
}

async function giveFile(grant) {
  const sent = { ...(await key()), input: await input(), reason: $("reason").value };
  if (grant) sent.grant = grant;
  else if ($("edited").checked) {
    sent.edited = true;
    if ($("name-of-the-document").value) sent.id = $("name-of-the-document").value;
  }
  const answer = await ask("/api/recover/file", sent);
  back([make("div", { class: `notice ${answer.exact ? "good" : "warning"}` }, make("p", {}, toldOf(answer)))], [answer]);
}

function toldOf(answer) {
  if (answer.exact) return "The file came back byte for byte.";
  if (answer.edited) return `${counted(answer.restored, "pseudonym")} restored where it is sure; ${counted(answer.left, "other")} left as found.`;
  if (answer.withheld) return "The file came back with all but the words of people who have withdrawn.";
  return `The file was changed since: ${counted(answer.texts, "text")} of it came back.`;
}

function back(lines, files) {
  fill($("given"), ...lines);
  fill($("downloads"), ...files.map((file) => saved(file, "original", "It can be saved once; then it is gone from memory.")));
  $("back").hidden = false;
  $("given").focus();
  say("Given back.");
}

async function askFor() {
  const wrong = wrongWhat();
  notify($("what-problem"), blame(wrong));
  if (wrong) return;
  const answer = await attempt($("what-problem"), async () => ask("/api/recover/ask", { ...(await key()), input: await input(), reason: $("reason").value }));
  if (!answer) return;
  shown(answer);
  notify($("what-problem"), "You have asked. Somebody else has to open this page with their own key and approve; then come back and fetch it, once.", "good");
}

function showRequests(answer) {
  $("requests").hidden = !answer.two_person && !answer.requests.length;
  fill($("listed").tBodies[0], ...answer.requests.map(line));
}

function line(request) {
  const buttons = { approve: "Approve", refuse: request.mine ? "Take back" : "Refuse", use: "Fetch" };
  const made = request.can.map((name) => {
    const button = make("button", { type: "button", class: "small", "data-do": name, "aria-label": `${buttons[name]} request ${request.number}` }, buttons[name]);
    button.addEventListener("click", () => (name === "use" ? fetchIt(request) : decide(name, request)));
    return button;
  });
  return make("tr", {}, make("td", {}, String(request.number)), make("td", {}, request.state), make("td", {}, isolated(request.files.join(", "))), make("td", {}, isolated(request.reason)),
    make("td", {}, `${request.mine ? "by you, " : ""}${new Date(request.asked * 1000).toLocaleString()}`), make("td", { class: "row" }, ...made));
}

async function decide(name, request) {
  const answer = await attempt($("requests-problem"), async () => ask(`/api/recover/${name}`, { ...(await key()), number: request.number }));
  if (!answer) return;
  shown(answer);
  notify($("requests-problem"), sentence(`request ${request.number}: ${name === "approve" ? "approved" : "refused"}`), "good");
}

async function fetchIt(request) {
  if (!$("pseudonymized-file").files.length && !$("or-one-from-the-folder").value) {
    notify($("requests-problem"), blame([$("pseudonymized-file"), "Choose the file above that you asked for; then fetch it."]));
    return;
  }
  if (!$("reason").value.trim()) $("reason").value = request.reason;
  await attempt($("requests-problem"), () => giveFile(request.number));
  const answer = await attempt($("open-problem"), async () => ask("/api/vault/open", await key()));
  if (answer) showRequests(answer);
}

$("unlock").addEventListener("click", unlock);
$("passphrase").addEventListener("keydown", (event) => { if (event.key === "Enter") unlock(); });
document.querySelectorAll("input[name=what]").forEach((radio) => radio.addEventListener("change", showWhat));
$("edited").addEventListener("change", showWhat);
$("give").addEventListener("click", give);
$("ask").addEventListener("click", askFor);
