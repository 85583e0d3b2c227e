// A dialog in which one thing is found by typing: a label, an entity. Arrows choose, Enter takes, Escape leaves.

import { find, make } from "./review-dom.js";

let answer = null;

// Ask for one of `items` ({value, name, kind, group, also, key}); returns its value, or null.
export function pick(title, items, hint = "") {
  const dialog = find("picker");
  find("picker-title").textContent = title;
  find("picker-hint").textContent = hint;
  const input = find("picker-search");
  input.value = "";
  show(items);
  input.oninput = () => show(items);
  input.onkeydown = (event) => steer(event);
  return new Promise((resolve) => {
    answer = resolve;
    dialog.onclose = () => resolve(null);
    find("picker-close").onclick = () => dialog.close();
    dialog.showModal();
    input.focus();
  });
}

function take(value) {
  answer(value);
  find("picker").close();
}

const plain = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");

// Every word that was typed must be found; what begins with it comes first.
function fitting(items, typed) {
  const parts = plain(typed).split(/[\s._]+/).filter(Boolean);
  const scored = items.map((item, index) => {
    const [name, also] = [plain(item.name), plain(`${item.name} ${item.group ?? ""} ${item.also ?? ""}`)];
    if (!parts.every((part) => also.includes(part))) return null;
    const begins = parts.some((part) => name.split(/[\s.]+/).some((word) => word.startsWith(part)));
    const inName = parts.every((part) => name.includes(part));
    return { item, rank: (begins ? 0 : 2) + (inName ? 0 : 1), index };
  });
  const found = scored.filter(Boolean);
  return (parts.length ? found.sort((a, b) => a.rank - b.rank || a.index - b.index) : found).map(({ item }) => item);
}

function show(items) {
  const [list, input] = [find("picker-list"), find("picker-search")];
  const found = fitting(items, input.value).slice(0, 200);
  list.replaceChildren(...found.map((item, index) => option(item, index)));
  find("picker-none").hidden = found.length > 0;
  point(list.firstElementChild);
}

function option(item, index) {
  const key = item.key ? make("kbd", { "aria-hidden": "true" }, item.key) : null;
  const swatch = make("span", { class: `swatch ${item.kind ?? "other"}`, "aria-hidden": "true" });
  const also = item.note ? make("span", { class: "faint" }, make("bdi", {}, item.note)) : null;
  const attributes = { role: "option", id: `picker-${index}`, "aria-selected": "false", onclick: () => take(item.value) };
  const element = make("li", attributes, swatch, make("bdi", { class: "name" }, item.name), also, key);
  element.onpointermove = () => point(element, false);
  element.value_ = item.value;
  return element;
}

function point(element, scroll = true) {
  for (const other of find("picker-list").querySelectorAll('[aria-selected="true"]')) other.setAttribute("aria-selected", "false");
  const input = find("picker-search");
  if (!element) return input.removeAttribute("aria-activedescendant");
  element.setAttribute("aria-selected", "true");
  input.setAttribute("aria-activedescendant", element.id);
  if (scroll) element.scrollIntoView({ block: "nearest" });
}

function steer(event) {
  const now = find("picker-list").querySelector('[aria-selected="true"]');
  if (event.key === "Enter" && now) take(now.value_);
  else if (event.key === "Escape") find("picker").close();
  else if (event.key === "ArrowDown") point(now?.nextElementSibling ?? now);
  else if (event.key === "ArrowUp") point(now?.previousElementSibling ?? now);
  else return;
  event.preventDefault();
}
