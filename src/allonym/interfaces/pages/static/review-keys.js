// Every key of the document view, in one table: the keyboard and the list of keys are both made from it.

import { make } from "./review-dom.js";

// [group, keys, what it does, what it calls]. Keys are as `keyOf` writes them.
export const KEYS = [
  ["Move", ["ArrowRight"], "a word to the right", "right"],
  ["Move", ["ArrowLeft"], "a word to the left", "left"],
  ["Move", ["ArrowDown"], "a line down", "down"],
  ["Move", ["ArrowUp"], "a line up", "up"],
  ["Move", ["Home"], "first word of the document", "first"],
  ["Move", ["End"], "last word of the document", "last"],
  ["Move", ["n"], "next mark", "nextMark"],
  ["Move", ["p"], "mark before", "previousMark"],
  ["Move", ["u"], "next uncertain mark, also in later documents, then from the first one", "nextUncertain"],
  ["Move", ["f", "/"], "find words in the document", "search"],
  ["Choose", ["Shift+ArrowRight"], "one word more, to the right", "extendRight"],
  ["Choose", ["Shift+ArrowLeft"], "one word more, to the left", "extendLeft"],
  ["Choose", ["Shift+ArrowDown"], "up to the line below", "extendDown"],
  ["Choose", ["Shift+ArrowUp"], "up to the line above", "extendUp"],
  ["Choose", ["Alt+Shift+ArrowRight"], "move the end of the choice by a letter, to the right", "endRight"],
  ["Choose", ["Alt+Shift+ArrowLeft"], "move the end of the choice by a letter, to the left", "endLeft"],
  ["Choose", ["Alt+ArrowRight"], "move the beginning of the choice by a letter, to the right", "startRight"],
  ["Choose", ["Alt+ArrowLeft"], "move the beginning of the choice by a letter, to the left", "startLeft"],
  ["Choose", ["Escape"], "choose nothing; from the side, back to the text", "leave"],
  ["Mark", ["Enter", "l"], "label the chosen words: search", "pickLabel"],
  ["Mark", ["1 … 0"], "label them with one of ten common labels", null],
  ["Mark", ["Delete", "Backspace"], "take the mark away, or all that are chosen", "unmark"],
  ["Mark", ["b"], "bounds: have the mark cover the chosen words", "bounds"],
  ["Mark", ["+"], "mark one word more", "grow"],
  ["Mark", ["-"], "mark one word less", "shrink"],
  ["Mark", ["a"], "accept, and go to the next uncertain mark", "accept"],
  ["Decide", ["r"], "replace", "replace"],
  ["Decide", ["m"], "mark only", "markOnly"],
  ["Decide", ["k"], "keep", "keep"],
  ["Decide", ["w"], "write the pseudonym by hand", "write"],
  ["Decide", ["e"], "the next change: here, in this document, in all documents", "widen"],
  ["Entity", ["#", "i"], "running number", "number"],
  ["Entity", ["j"], "join with another entity", "join"],
  ["Entity", ["x"], "split: an entity of its own", "part"],
  ["Entity", ["g"], "gender: male, female, unknown", "gender"],
  ["Entity", ["Shift+G"], "genitive", "gen"],
  ["Entity", ["Shift+D"], "definite", "def"],
  ["Entity", ["Shift+P"], "plural", "pl"],
  ["Entity", ["Shift+F"], "foreign", "foreign"],
  ["Entity", ["Shift+C"], "cited words of another language (Cit-FL)", "citation"],
  ["Comment", ["o"], "OBS!: come back here", "obs"],
  ["Comment", ["c"], "Com!: a comment for users of the corpus", "com"],
  ["Comment", ["d"], "comment on the document", "comment"],
  ["Document", ["z", "Ctrl+z"], "undo", "undo"],
  ["Document", ["Shift+Z", "Ctrl+y", "Ctrl+Shift+Z"], "redo", "redo"],
  ["Document", ["Shift+Enter"], "done, or open again", "done"],
  ["Document", ["."], "next document", "nextDocument"],
  ["Document", [","], "document before", "previousDocument"],
  ["Document", ["q"], "back to the list", "list"],
  ["Page", ["v"], "next view: interlinear, side by side, original, pseudonymized", "view"],
  ["Page", ["Shift+B"], "blur all but the words around", "blur"],
  ["Page", ["?", "h"], "these keys", "help"],
];

// Return a pressed key as the table writes it. Signs that need Shift are written as the sign alone.
export function keyOf(event) {
  const parts = [];
  if (event.ctrlKey || event.metaKey) parts.push("Ctrl");
  if (event.altKey) parts.push("Alt");
  const letter = /^\p{L}$/u.test(event.key);
  if (event.shiftKey && (letter || event.key.length > 1)) parts.push("Shift");
  const key = letter ? (event.shiftKey ? event.key.toUpperCase() : event.key.toLowerCase()) : event.key;
  return [...parts, key].join("+");
}

const CALLS = new Map(KEYS.flatMap(([, keys, , call]) => (call ? keys.map((key) => [key, call]) : [])));

// Call what a key stands for; returns whether it stands for something.
export function press(event, deeds, labels) {
  const key = keyOf(event);
  const call = CALLS.get(key);
  if (call) deeds[call]();
  else if (labels.has(key)) deeds.label(labels.get(key));
  else return false;
  return true;
}

export function keyTable() {
  const groups = [...new Set(KEYS.map(([group]) => group))];
  return groups.map((group) => {
    const rows = KEYS.filter(([each]) => each === group).map(([, keys, does]) =>
      make("div", { class: "key" }, make("dt", {}, keys.map((key) => make("kbd", {}, readable(key)))), make("dd", {}, does)));
    return make("section", {}, make("h3", {}, group), make("dl", {}, rows));
  });
}

const ARROWS = { ArrowRight: "→", ArrowLeft: "←", ArrowUp: "↑", ArrowDown: "↓" };
const readable = (key) => key.split(/(?<=.)\+/).map((part) => ARROWS[part] ?? part).join(" + ");
