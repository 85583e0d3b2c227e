// Step 5: the run, how far it is, and what it has made.
import { $, ask, attempt, counted, fill, isolated, make, notify, say, sentence } from "./asking.js";
import { titleOf } from "./start-preview.js";

const NAMES = { output: "The pseudonymized file", vault: "The vault (sealed)", certificate: "The certificate, for programs to check", page: "The certificate, to read and print" };
let current = null;

/** Start a run and follow it to its end; return it, or nothing if it was refused. */
export async function begin(order) {
  const run = await attempt($("go-problem"), () => ask("/api/start/runs", order));
  return run ? follow(run) : null;
}

/** Follow a run to its end; return it, or nothing if it came to none. */
export async function follow(run) {
  current = run.id;
  busy(true);
  try {
    return await watched(run);
  } finally {
    busy(false);
    current = null;
  }
}

async function watched(begun) {
  let run = begun;
  while (run.state === "running") {
    show(run);
    await new Promise((done) => setTimeout(done, 300));
    run = await attempt($("go-problem"), () => ask(`/api/start/runs/${run.id}`));
    if (!run) return null;
  }
  if (run.state === "done") return run;
  notify($("go-problem"), sentence(run.detail), run.state === "stopped" ? "warning" : "wrong");
  return null;
}

/** Stop the run that goes on. */
export function stop() {
  if (current) attempt($("go-problem"), () => ask(`/api/start/runs/${current}/stop`, {}));
}

function busy(yes) {
  $("run").disabled = yes;
  $("stop").hidden = !yes;
  $("progress").hidden = !yes;
  if (yes) $("stop").focus();
}

function show(run) {
  const words = sentence(run.phase).replace(/\.$/, " …");
  if ($("phase").textContent !== words) {
    $("phase").textContent = words;
    say(words);
  }
  if (run.total) {
    $("bar").max = run.total;
    $("bar").value = run.done;
  } else $("bar").removeAttribute("value");
}

/** Show what a run has made, with links to save it. */
export function showDone(run) {
  const { report } = run;
  const labels = Object.entries(report.replaced);
  const replaced = labels.reduce((sum, [, number]) => sum + number, 0);
  const first = `${counted(report.texts, "text")}, ${counted(replaced, "place")} replaced. Recovery was proven before the file appeared.`;
  const lines = [make("p", {}, make("b", {}, first)), make("p", {}, isolated(run.name), " under ", make("b", {}, titleOf(run.profile)), " (", make("code", {}, run.profile), ").")];
  if (labels.length) lines.push(make("p", { class: "labels" }, ...labels.map(([label, number]) => make("span", { class: "tag" }, `${label} ${number}`))));
  for (const note of run.notes) lines.push(make("p", {}, sentence(note)));
  if (report.withdrawn) lines.push(make("p", {}, `${counted(report.withdrawn, "place")} of people who have withdrawn.`));
  fill($("result"), make("div", { class: "notice good" }, ...lines), ...left(report));
  fill($("downloads"), ...run.files.map((file, at) => download(run, file, at)));
  $("done").hidden = false;
  $("result").focus();
  $("done").scrollIntoView({ block: "start" });
  say(first);
}

function left(report) {
  if (!report.failed) return [];
  const lines = [make("p", {}, make("b", {}, `${counted(report.failed, "row")} could not be read and was left out:`)), ...report.problems.map((each) => make("p", {}, isolated(each)))];
  return [make("div", { class: "notice warning" }, ...lines)];
}

function download(run, file, at) {
  const link = make("a", { class: "button", href: `/api/start/runs/${run.id}/files/${at}`, download: file.name, "data-kind": file.kind }, "Save ", isolated(file.name));
  return make("li", {}, link, make("span", {}, make("b", {}, NAMES[file.kind]), make("br"), make("span", { class: "faint" }, "also in the folder as ", isolated(file.place))));
}
