"""From chances of labels, word for word, to names: B-PER I-PER becomes one PER.

A word belongs to a name if the chances of all labels that mean something reach the threshold together; two such words
in a row with the same tag are one name, unless the second begins another.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from allonym.detectors.adapters.foreign import Said

_SCHEME = re.compile(r"([BILMEUSW])[-_](.+)")
_BEGIN = "BUSW"
# Written without spaces: there a row of letters is no word, so that each token stands alone.
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]"
)


class Row(NamedTuple):
    """One label of a model: its tag, empty if it means nothing, and whether a name begins with it."""

    tag: str
    begins: bool


class Word(NamedTuple):
    """A word: where it stands, and which of the tokens is its first."""

    start: int
    end: int
    token: int


def rows_of(labels: Sequence[str]) -> tuple[Row, ...]:
    """Return what labels mean: in one of the schemes with B- and I- if all but O are, else as they stand."""
    matches = [_SCHEME.fullmatch(label) for label in labels]
    if all(match or label == "O" for match, label in zip(matches, labels, strict=True)):
        pairs = zip(matches, labels, strict=True)
        return tuple(Row(match[2], match[1] in _BEGIN) if match else Row(label, False) for match, label in pairs)
    return tuple(Row(label, False) for label in labels)


def words_of(text: str, places: Sequence[tuple[int, int]], numbers: Sequence[int | None]) -> list[Word]:
    """Return the words that tokens make up: a row of letters and digits is one, and so is any other token.

    A tokenizer that cuts at spaces only (its `numbers` say where) would give "Smith," as one.
    """
    made: list[Word] = []
    number: int | None = None
    for token, (start, end) in enumerate(places):
        while start < end and text[start].isspace():
            start += 1  # noqa: PLW2901 - some tokenizers count the space before a word in
        if start == end:
            continue
        last = made[-1] if made else None
        if last and (start < last.end or (start == last.end and number == numbers[token] and _goes_on(text, start))):
            made[-1] = last._replace(end=max(end, last.end))
        else:
            made.append(Word(start, end, token))
        number = numbers[token]
    return made


def names(
    words: Sequence[Word], chances: Sequence[Sequence[float]], rows: Sequence[Row], threshold: float
) -> Iterator[Said]:
    """Return the names that words make up, by the chances of each label for each word."""
    judged = [_judge(each, rows) for each in chances]
    inside = [place for place, (_, score, _) in enumerate(judged) if score >= threshold and score > 0]
    if not inside:
        return
    cuts = [0, *(number for number, pair in enumerate(pairwise(inside), 1) if not _one_name(judged, *pair))]
    for first, stop in pairwise((*cuts, len(inside))):
        group = inside[first:stop]
        tag = judged[group[0]][0]
        score = min(judged[place][1] for place in group)
        yield Said(words[group[0]].start, words[group[-1]].end, tag, score, tag)


_Judged = tuple[str, float, bool]


def _judge(chances: Sequence[float], rows: Sequence[Row]) -> _Judged:
    """Return the likeliest tag of a word, how surely it has any, and whether it begins a name."""
    sums: dict[str, list[float]] = {}
    for chance, row in zip(chances, rows, strict=True):
        if row.tag:
            sums.setdefault(row.tag, [0.0, 0.0])[row.begins] += chance
    tag = max(sums, key=lambda each: sum(sums[each]))
    goes_on, begins = sums[tag]
    return tag, min(1.0, sum(map(sum, sums.values()))), begins > goes_on


def _one_name(judged: Sequence[_Judged], one: int, other: int) -> bool:
    return other == one + 1 and judged[one][0] == judged[other][0] and not judged[other][2]


def _goes_on(text: str, at: int) -> bool:
    return all(_is_letter(each) for each in text[at - 1 : at + 1])


def _is_letter(character: str) -> bool:
    return unicodedata.category(character)[0] in "LNM" and not _UNSPACED.match(character)
