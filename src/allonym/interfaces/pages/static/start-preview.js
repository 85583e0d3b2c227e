// Step 3: the first texts under several profiles, side by side.
import { $, counted, fill, isolated, make } from "./asking.js";

/** The profiles that are ticked. */
export const compared = () => [...document.querySelectorAll("input[name=compared]:checked")].map((box) => box.value);

/** The profile that is to be used. */
export const chosen = () => document.querySelector("input[name=profile]:checked")?.value || "";

/** What a profile is called on this page. */
export function titleOf(profile) {
  const box = [...document.querySelectorAll("input[name=compared]")].find((each) => each.value === profile);
  return box ? box.closest("label").querySelector("[data-title]").textContent : profile;
}

/** Show the texts; whichever profile was chosen before stays chosen. */
export function showPreview(answer, cells, changed) {
  const before = chosen();
  const names = answer.profiles.map((each) => each.profile);
  const use = names.includes(before) ? before : names[0];
  const heads = answer.profiles.map((each) => head(each, each.profile === use, changed));
  const rows = answer.texts.map((text, at) => make("tr", {}, make("td", { class: "words", dir: "auto" }, text.text),
    ...answer.profiles.map((each) => make("td", { class: "words", dir: "auto" }, ...each.texts[at].map(segment)))));
  const table = make("table", { class: "preview" }, make("caption", { class: "unseen" }, "The beginning of the file, as it is and under each way to replace"),
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "As it is"), ...heads)), make("tbody", {}, ...rows));
  const all = `${answer.more ? "more than " : ""}${counted(answer.count, cells ? "cell" : "text")}`;
  $("how-much").textContent = answer.texts.length ? `Shown: the first ${answer.texts.length.toLocaleString("en")} of ${all} with words in them; long ones are cut.` : "";
  fill($("preview"), answer.texts.length ? table : make("p", {}, "There is no text in the first rows of this file."));
}

function head(shown, checked, changed) {
  const radio = make("input", { type: "radio", name: "profile", value: shown.profile, checked });
  radio.addEventListener("change", changed);
  const replaced = shown.counts.replace || 0;
  const marked = shown.counts.mark || 0;
  const counts = `${counted(replaced, "place")} replaced${marked ? `, ${marked} only marked` : ""}`;
  return make("th", { scope: "col" }, make("label", { class: "choice" }, radio, make("span", {}, make("b", {}, `Use: ${titleOf(shown.profile)}`))),
    make("span", { class: "faint count" }, counts));
}

function segment(part) {
  // What stands between the marks says which way the text runs; a mark is apart from it.
  if (!part.label) return part.text;
  const marked = part.done === "marked";
  const told = marked ? `${part.label}, only marked` : `${part.label}, instead of: ${part.was}`;
  const words = part.text === "" ? make("span", { class: "faint" }, "(deleted)") : isolated(part.text);
  return make("mark", { class: `${part.kind}${marked ? " only" : ""}`, title: told }, words, make("small", { dir: "ltr" }, marked ? `${part.label} marked` : part.label));
}
