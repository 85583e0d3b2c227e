// Asks the server, and tells on the page what came of it. Words go onto the page as text, never as HTML.

export const $ = (id) => document.getElementById(id);

/** A refusal of the server: what may be shown of it. */
export class Refused extends Error {
  constructor(status, detail) {
    super(detail);
    this.status = status;
  }
}

/** Send data and return what comes back. */
export async function ask(path, data) {
  const options = data === undefined
    ? { headers: { "X-Allonym": "1" } }
    : { method: "POST", headers: { "X-Allonym": "1", "Content-Type": "application/json" }, body: JSON.stringify(data) };
  return answered(await fetch(path, { ...options, credentials: "same-origin", cache: "no-store" }));
}

/** Hand a file in and return what comes back. */
export async function handIn(path, file, more = {}) {
  const headers = { "X-Allonym": "1", "X-Name": encodeURIComponent(file.name), "Content-Type": "application/octet-stream", ...more };
  return answered(await fetch(path, { method: "POST", headers, body: file, credentials: "same-origin" }));
}

async function answered(response) {
  let data = {};
  try {
    data = await response.json();
  } catch {
    if (response.ok) throw new Refused(response.status, "the answer could not be read");
  }
  if (!response.ok) throw new Refused(response.status, data.detail || `the server answered ${response.status}`);
  return data;
}

/** Make an element with attributes and children; strings become text. */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.filter((each) => each !== null && each !== undefined));
  return element;
}

/** Put children in place of what an element had. */
export function fill(element, ...children) {
  element.replaceChildren(...children);
}

/** Words of others, apart from what is around them whichever way they run. */
export const isolated = (text) => make("bdi", {}, text);

/** Show a notice in a place that is read out; without words, take it away. */
export function notify(place, words, kind = "wrong") {
  if (!words) return fill(place);
  const lines = Array.isArray(words) ? words : [words];
  fill(place, make("div", { class: `notice ${kind}` }, ...lines.map((line) => make("p", {}, line))));
}

/** Have a screen reader say something. */
export function say(words) {
  $("told").textContent = words;
}

/** Do something; whatever is refused is shown in a place, and nothing else. */
export async function attempt(place, work, start = "allonym start") {
  notify(place, "");
  try {
    return await work();
  } catch (error) {
    const offline = `the server does not answer; was it ended? Start it again with: ${start}`;
    notify(place, error instanceof Refused ? sentence(error.message) : error instanceof TypeError ? sentence(offline) : "Something went wrong on this page. Load it again.");
    return null;
  }
}

/** Begin with a capital letter, unless the name of a file comes first, and end with a full stop. */
export function sentence(words) {
  const text = words.trim();
  if (!text) return "";
  const first = /^[^:]*\.[^\s:]+: /.test(text) ? text[0] : text[0].toUpperCase();
  return first + text.slice(1) + (/[.!?…]$/.test(text) ? "" : ".");
}

/** A link to a file that is held in memory and can be fetched once, with words that say so. */
export function saved(file, kind, words) {
  const link = make("a", { class: "button", href: `/api/made/${file.made}`, download: file.name, "data-kind": kind }, "Save ", isolated(file.name));
  const hint = make("span", { class: "faint" }, words);
  let gone = false;
  link.addEventListener("click", (event) => {
    if (gone) {
      event.preventDefault();
      hint.textContent = "It was saved already. It can be fetched once only: look where your browser puts downloads, or have it made again.";
      say(hint.textContent);
    }
    gone = true;
  });
  return make("li", {}, link, hint);
}

/** A count with its noun. */
export const counted = (number, noun) => `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
