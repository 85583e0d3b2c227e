// Elements made from names and plain text. Whatever comes from outside becomes text, never markup.

export const find = (id) => document.getElementById(id);

// Return a new element. Attributes that begin with "on" are listeners; null, undefined and false are left out.
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) give(element, name, value);
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

function give(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
  else if (name === "class") element.className = value;
  else if (name === "value") element.value = value;
  else element.setAttribute(name, value === true ? "" : String(value));
}

// Return words from outside, kept apart from what is around them, whichever way they run.
export const words = (text, kind = "") => make("bdi", { class: kind || null }, text);

// Return a button that says what it does, and its key beside it.
export function button(name, act, { key = "", kind = "small", title = "", pressed = null, id = null, disabled = false } = {}) {
  const attributes = { type: "button", class: kind, title: title || null, id, disabled, onclick: act };
  if (pressed !== null) attributes["aria-pressed"] = String(pressed);
  return make("button", attributes, name, key ? make("kbd", { "aria-hidden": "true" }, key) : null);
}

// Say something to whoever does not see the page. The same words twice are said twice.
let spoken = 0;
export function tell(text) {
  const region = find("told");
  spoken += 1;
  if (region) region.textContent = spoken % 2 ? text : `${text}\u00a0`;
}

// Show a message for a while; what went wrong stays until it is sent away.
export function notify(text, kind = "", seconds = 6) {
  const place = find("review-notices");
  const away = () => note.remove();
  const note = make("div", { class: `notice ${kind}` }, make("p", {}, text), button("Dismiss", away));
  place.append(note);
  while (place.children.length > 3) place.firstElementChild.remove();
  uncover(place);
  tell(text);
  if (kind !== "wrong") setTimeout(away, seconds * 1000);
  return away;
}

// Whoever has just used a control still sees it.
function uncover(place) {
  const [notes, used] = [place.getBoundingClientRect(), document.activeElement];
  document.documentElement.style.setProperty("--notices", `${Math.ceil(notes.height)}px`);
  const box = used?.matches("button, input, select, a") && used.getBoundingClientRect();
  if (box && box.bottom > notes.top && box.top < notes.bottom) window.scrollBy(0, box.bottom - notes.top + 8);
}

export const clearNotices = () => find("review-notices").replaceChildren();

// Return what the server says without the name of the field that it speaks of.
export const readable = (text) => text.replace(/^(step \d+: )?([a-z_]+: )?/, "");

export const plural = (count, one, many = `${one}s`) => `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
