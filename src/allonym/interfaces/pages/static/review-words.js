// Where words, lines and chunks of a text begin and end. Pure: offsets in, offsets out.

const TOKEN = /[\p{L}\p{M}\p{N}_]+|[^\s\p{L}\p{M}\p{N}_]/gu;
const WORDS_OF_A_CHUNK = 120;
const LETTERS_OF_A_CHUNK = 1200;
const REACH = 400;

// Return the tokens of a part of a text as [start, end].
export function tokens(text, start, end) {
  const found = [];
  for (const match of text.slice(start, end).matchAll(TOKEN)) {
    found.push([start + match.index, start + match.index + match[0].length]);
  }
  return found;
}

// Return the token that holds an offset, or else the first one after it; null behind the last.
export function tokenAt(text, offset) {
  const from = Math.max(0, offset - REACH);
  for (let reach = REACH; ; reach *= 4) {
    const to = Math.min(text.length, offset + reach);
    const found = tokens(text, from, to).find(([, end]) => end > offset);
    // A token that touches the end of what was looked at may go on behind it.
    if (found && (found[1] < to || to === text.length)) return found;
    if (to === text.length) return found ?? null;
  }
}

// Return the last token that ends at or before an offset; null before the first.
export function tokenBefore(text, offset) {
  for (let reach = REACH; ; reach *= 4) {
    const from = Math.max(0, offset - reach);
    const found = tokens(text, from, offset).at(-1);
    if (found && (found[0] > from || from === 0)) return found;
    if (from === 0) return found ?? null;
  }
}

// Return the run of letters between spaces that holds an offset, without signs at its ends.
export function stretchAt(text, offset) {
  let [start, end] = [offset, offset];
  while (start > 0 && !/\s/.test(text[start - 1])) start -= 1;
  while (end < text.length && !/\s/.test(text[end])) end += 1;
  const inner = tokens(text, start, end).filter(([from]) => /[\p{L}\p{N}_]/u.test(text.slice(from, from + 2)));
  return inner.length ? [inner[0][0], inner.at(-1)[1]] : [start, end];
}

// Return chunks that hold the whole text: some lines each, or a part of a long line. None ends inside a mark.
export function chunks(text, marks) {
  const made = [];
  let [start, next] = [0, 0];
  while (start < text.length) {
    let end = endOfChunk(text, start);
    while (next < marks.length && marks[next].end <= end) next += 1;
    for (let at = next; at < marks.length && marks[at].start < end; at += 1) end = Math.max(end, marks[at].end);
    if (text[end] === "\n") end += 1;
    made.push({ start, end });
    start = end;
  }
  return made.length ? made : [{ start: 0, end: 0 }];
}

function endOfChunk(text, start) {
  const limit = Math.min(text.length, start + LETTERS_OF_A_CHUNK);
  if (limit === text.length) return limit;
  const line = text.lastIndexOf("\n", limit);
  if (line > start) return line + 1;
  const pause = Math.max(text.lastIndexOf(". ", limit), text.lastIndexOf("? ", limit), text.lastIndexOf("! ", limit));
  if (pause > start + LETTERS_OF_A_CHUNK / 3) return pause + 2;
  const space = text.lastIndexOf(" ", limit);
  // A letter that is a pair of units stays whole.
  const cut = space > start ? space + 1 : limit;
  return /[\udc00-\udfff]/.test(text[cut] ?? "") ? cut + 1 : cut;
}

// Return about how many words there are: enough to guess a height before anything is drawn.
export const guessWords = (chunk) => Math.min(WORDS_OF_A_CHUNK * 4, Math.ceil((chunk.end - chunk.start) / 6));

// Return "ltr" or "rtl" for words that have a direction of their own, "" for figures and signs.
export function directionOf(text) {
  const strong = text.match(/[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]|\p{L}/u)?.[0];
  if (!strong) return "";
  return /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u.test(strong) ? "rtl" : "ltr";
}
