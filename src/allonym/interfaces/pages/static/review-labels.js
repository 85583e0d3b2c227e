// How labels are named on a mark, which kind of colour they have, and which key stands for each.

const KINDS = {
  person: ["PERSON", "USERNAME", "FAMILY"],
  place: ["LOCATION", "ADDRESS", "COORDINATES", "TRANSPORT", "FLIGHT", "NATIONALITY", "LANGUAGE"],
  organization: ["ORGANIZATION", "PROFESSION", "EDUCATION"],
  time: ["DATE", "TIME", "AGE", "DURATION", "EVENT"],
  number: ["EMAIL", "PHONE", "URL", "IP", "MAC", "IBAN", "BIC", "CARD", "ACCOUNT", "CRYPTO", "MONEY", "CONTRACT", "ID",
    "PLATE", "VIN", "NUMBER"],
  sensitive: ["SENSITIVE", "DISEASE", "SYMBOL"],
};
const KIND_OF = new Map(Object.entries(KINDS).flatMap(([kind, names]) => names.map((name) => [name, kind])));
const SHORT = {
  "PERSON.FIRST": "first name", "PERSON.LAST": "surname", "PERSON.MIDDLE": "middle name",
  "ADDRESS.NUMBER": "house number", "TRANSPORT.NAME": "line", "TRANSPORT.NUMBER": "line number",
};
// The labels that the digits stand for where the server names none.
const COMMON = ["PERSON.FIRST", "PERSON.LAST", "PERSON", "LOCATION.CITY", "LOCATION.COUNTRY", "ORGANIZATION", "DATE", "AGE",
  "PROFESSION", "SENSITIVE"];
export const MORPHOLOGY = [["gen", "genitive"], ["def", "definite"], ["pl", "plural"]];
export const GENDERS = ["male", "female", "unknown"];
export const ACTIONS = [["replace", "Replace"], ["mark", "Mark only"], ["keep", "Keep"]];

export const kindOf = (label) => KIND_OF.get(label.split(".")[0]) ?? "other";
export const shortOf = (label) => SHORT[label] ?? label.split(".").at(-1).toLowerCase().replaceAll("_", " ");
export const morphologyOf = (mark) => MORPHOLOGY.map(([tag]) => tag).filter((tag) => mark.features[tag] === "yes");

// Return what stands on a mark: label, running number, morphology, in SweLL's order.
export function chipOf(mark, entity) {
  const foreign = mark.features.foreign === "yes" ? ["foreign"] : [];
  const cited = mark.features.citation === "yes" ? ["Cit-FL"] : [];
  return [shortOf(mark.label), entity?.number ?? "", ...foreign, ...morphologyOf(mark), ...cited].filter((part) => part !== "").join(" ");
}

// Return the labels by the digit that stands for each.
export function keyed(labels) {
  const told = labels.filter((label) => label.keys?.length);
  if (told.length) return new Map(told.flatMap((label) => [label.keys].flat().map((key) => [String(key), label.name])));
  const known = new Set(labels.map((label) => label.name));
  const common = COMMON.filter((name) => known.has(name)).slice(0, 10);
  return new Map(common.map((name, index) => [String((index + 1) % 10), name]));
}
