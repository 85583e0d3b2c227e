"""Annotated and raw text as arrays: pieces of words, what the lists know of them, which labels are allowed.

Every chunk is kept twice, clean and noisy, token for token.
"""

import json
import lzma
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from keeping import is_kept
from labels import ANY, KINDS, MARKS_MISC, MISC, OUT, TITLED, TITLES, WEIGHTS, bit
from noise import blurred, joined, pieces_of, restructure

from allonym.detectors.model.pieces import Vocabulary
from allonym.detectors.model.tokens import SHAPES, Token, tokens_of

MOST_PIECES = 8
WHOLE = SHAPES.index("whole")


@dataclass
class Row:
    """An annotated text."""

    text: str
    spans: list[tuple[int, int, str]]
    source: str
    lang: str
    ignored: list[tuple[int, int]]


@dataclass
class Arrays:
    """Chunks, one after the other. Per token: pieces (clean, noisy), what is known, allowed labels."""

    lengths: np.ndarray
    counts: tuple[np.ndarray, np.ndarray]
    pieces: tuple[np.ndarray, np.ndarray]
    known: tuple[np.ndarray, np.ndarray]
    allowed: np.ndarray


class Maker:
    """Makes arrays of texts."""

    def __init__(
        self, vocabulary: Vocabulary, known: Mapping[str, tuple[int, ...]], pools: Mapping[str, list[str]]
    ) -> None:
        self.vocabulary, self.known, self.pools = vocabulary, known, pools
        self.nothing = (0,) * 9

    def gold(self, rows: Iterable[Row], seed: int, look: int | None) -> Arrays:
        """Return annotated texts, changed as `seed` has it and shown as `look` has it; without a look, as they are."""
        chance = random.Random(seed)
        of_look = random.Random(look)
        noisy = look is not None
        made = []
        for row in rows:
            text, spans, ignored = row.text, row.spans, row.ignored
            if noisy and not ignored:
                text, spans = joined(restructure(pieces_of(text, spans), chance, self.pools))
            tokens = tokens_of(text)
            allowed = allowed_labels(tokens, spans, ignored, row.source)
            for first, stop in chunks(text, tokens, allowed, chance.choice((48, 96, 128, 160))):
                made.append(self._pair(tokens[first:stop], allowed[first:stop], of_look, noisy))
        return pack(made)

    def raw(self, texts: Iterable[str], seed: int, look: int) -> Arrays:
        """Return texts without annotation, cut as `seed` has it and shown as `look` has it."""
        chance = random.Random(seed)
        of_look = random.Random(look)
        made = []
        for text in texts:
            tokens = tokens_of(text)
            allowed = [ANY] * len(tokens)
            for first, stop in chunks(text, tokens, allowed, chance.choice((48, 96, 128))):
                made.append(self._pair(tokens[first:stop], allowed[first:stop], of_look, of_look.random() < 0.6))
        return pack(made)

    def _pair(self, tokens: Sequence[Token], allowed: Sequence[int], chance: random.Random, noisy: bool) -> tuple:
        inside = [bool(mask & ~(OUT | MISC)) and mask != ANY for mask in allowed]
        other = blurred(tokens, inside, chance) if noisy else tokens
        return (*self._told(tokens), *self._told(other), allowed)

    def _told(self, tokens: Sequence[Token]) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
        spell, known, nothing = self.vocabulary.spell, self.known, self.nothing
        pieces = [spell(token.spelling) for token in tokens]
        pieces = [each if len(each) <= MOST_PIECES else (*each[: MOST_PIECES - 1], each[-1]) for each in pieces]
        return pieces, [(*known.get(fold(token.word), nothing), token.shape) for token in tokens]


def fold(word: str) -> str:
    """Return a word as the table of known words has it."""
    from allonym.languages.list_forms import normal

    return normal(word) if word else ""


def pack(made: list[tuple]) -> Arrays:
    """Return chunks as arrays."""
    flat = lambda which: [each for chunk in made for each in chunk[which]]  # noqa: E731
    both = []
    for pieces, known in ((0, 1), (2, 3)):
        spelled = flat(pieces)
        both.append(
            (
                np.array([len(each) for each in spelled], np.uint8),
                np.array([piece for each in spelled for piece in each], np.uint16),
                np.array(flat(known), np.uint8).reshape(-1, 10),
            )
        )
    lengths = np.array([len(chunk[4]) for chunk in made], np.int32)
    counts, pieces, known = zip(*both, strict=True)
    return Arrays(lengths, counts, pieces, known, np.array(flat(4), np.int16))


def together(parts: Sequence[Arrays]) -> Arrays:
    """Return several arrays as one."""
    cat = lambda get: np.concatenate([get(part) for part in parts])  # noqa: E731
    pair = lambda name: (cat(lambda part: getattr(part, name)[0]), cat(lambda part: getattr(part, name)[1]))  # noqa: E731
    return Arrays(cat(lambda p: p.lengths), pair("counts"), pair("pieces"), pair("known"), cat(lambda p: p.allowed))


def allowed_labels(
    tokens: Sequence[Token], spans: Sequence[tuple[int, int, str]], ignored: Sequence[tuple[int, int]], source: str
) -> list[int]:
    """Return which labels each token may have, as bits."""
    outside = OUT if source in MARKS_MISC else OUT | MISC
    made = []
    place, count = 0, len(spans)
    for number, token in enumerate(tokens):
        while place < count and spans[place][1] <= token.start:
            place += 1
        if token.shape == WHOLE or any(start < token.end and token.start < end for start, end in ignored):
            made.append(ANY)
            continue
        if place == count or spans[place][0] >= token.end:
            made.append(outside)
            continue
        start, _, kind = spans[place]
        if kind not in KINDS or (kind == "MISC" and source not in MARKS_MISC):
            made.append(OUT | MISC)
            continue
        begins = number == 0 or tokens[number - 1].end <= start
        mask = bit("B" if begins else "I", kind)
        if source in TITLED and kind == "PERSON":
            mask = _after_titles(tokens, number, start, mask)
        made.append(mask)
    return made


def _after_titles(tokens: Sequence[Token], number: int, start: int, mask: int) -> int:
    before = [token for token in tokens[max(0, number - 4) : number + 1] if token.start >= start]
    if not before:
        return mask
    own = before[-1].word.lower() in TITLES or before[-1].spelling == "."
    if all(token.word.lower() in TITLES or token.spelling == "." for token in before) and own:
        return OUT | MISC | mask
    titles = all(token.word.lower() in TITLES or token.spelling == "." for token in before[:-1])
    return mask | bit("B", "PERSON") if before[:-1] and titles else mask


def chunks(text: str, tokens: Sequence[Token], allowed: Sequence[int], most: int) -> Iterator[tuple[int, int]]:
    """Return where to cut a long text: at the end of a sentence or line, never inside a name."""
    first = 0
    inside = sum(bit("I", kind) for kind in KINDS)
    while first < len(tokens):
        stop = min(len(tokens), first + most)
        if stop < len(tokens):
            for place in range(stop, first + most // 2, -1):
                gap = text[tokens[place - 1].end : tokens[place].start]
                if "\n" in gap or (tokens[place - 1].spelling.lstrip("▁")[:1] in ".!?" and gap):
                    stop = place
                    break
            while (
                stop < len(tokens) and allowed[stop] & inside and not allowed[stop] & OUT and stop - first < most + 20
            ):
                stop += 1
        yield first, stop
        first = stop


def read_gold(folder: Path, part: str, languages: Sequence[str]) -> list[Row]:
    """Return the annotated texts of a part."""
    made = []
    for lang in languages:
        with lzma.open(folder / "ner" / part / f"{lang}.jsonl.xz", "rt", encoding="utf-8") as lines:
            made += [_row(json.loads(line)) for line in lines]
    return made


def to_learn(folder: Path, languages: Sequence[str]) -> list[Row]:
    """Return the annotated texts to learn from: all of train, and what of dev is not kept."""
    return read_gold(folder, "train", languages) + [
        row for row in read_gold(folder, "dev", languages) if not is_kept(row.source, row.text)
    ]


def _row(data: dict) -> Row:
    spans, ignored = [], []
    for begin, end, kind, *more in sorted(data["spans"], key=lambda span: (span[0], -span[1])):
        # Most sets count the sign into a hashtag that is a name.
        start = begin - (data["text"][begin - 1 : begin] == "#")
        if more and "@handle" in more[0]:
            # A handle is one token that may have any label anyway; what was marked otherwise is left out by its place.
            if not data["text"].startswith("@", start):
                ignored.append((start, end))
        elif not spans or start >= spans[-1][1]:
            spans.append((start, end, kind))
    return Row(data["text"], spans, data["source"], data["lang"], ignored)


def epoch(rows: Sequence[Row], seed: int) -> list[Row]:
    """Return the rows of one epoch, each set as often as its weight says."""
    chance = random.Random(seed)
    made = []
    for row in rows:
        weight = WEIGHTS.get(row.source, 1)
        made += [row] * (int(weight) + (chance.random() < weight % 1))
    chance.shuffle(made)
    return made
