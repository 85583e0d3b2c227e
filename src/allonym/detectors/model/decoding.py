"""From the chances of labels, word for word, to names: which words belong to one, how far each reaches, what it is."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from allonym.detectors.model.tokens import Token

KINDS = ("PERSON", "LOCATION", "ORGANIZATION")
_PLACE = KINDS.index("LOCATION")
_NEAR = 60
_INSIDE = slice(1, 1 + 2 * len(KINDS))
_MOST_ABBREVIATED = 4
_LONGEST_TAG = 40
"""So many words a hashtag has at most; without a limit, a hostile one would take the square of its length."""
_AND = "و"
_APOSTROPHES = frozenset("'’")
_APART = frozenset("\0\r\n\u2028\u2029\t|*_")
_LINE_ENDS = frozenset("\r\n")
_CLOSING = {")": "(", "]": "["}


class Name(NamedTuple):
    """A row of words that is a name, from its first to its last, what it is and how surely."""

    first: int
    last: int
    label: str
    score: float
    person: float = 0.0
    """How much of its chance to be a name it has to be a person's."""
    kind: float = 0.0
    """How surely the word that is the least sure is of its kind."""
    goes_on: float = 0.0
    """How surely the word behind it belongs to it."""
    dotted: int = 0
    """One if the first of several marks behind it is its own, the point of "Mme T.,", else nothing."""


class Said(NamedTuple):
    """What the network says of words: the chances to begin or go on with a name of each kind, and their sums."""

    by_kind: NDArray[np.float32]
    of_kind: NDArray[np.float32]
    inside: NDArray[np.float32]

    @classmethod
    def of(cls, chances: NDArray[np.float32]) -> "Said":
        """Add up. A row of chances: outside, begin and inside of each kind, then of others."""
        by_kind = chances[:, _INSIDE].reshape(-1, len(KINDS), 2)
        of_kind = by_kind.sum(2)
        return cls(by_kind, of_kind, of_kind.sum(1))

    def over(self, bar: float) -> list[int]:
        """Return the places of the words that are likelier than this to be in a name."""
        return np.flatnonzero(self.inside > bar).tolist()


def names(text: str, tokens: Sequence[Token], said: Said, places: Sequence[int]) -> Iterator[Name]:
    """Return the names among words, given the places of all words that are in one."""
    for stretch in _stretches(text, tokens, said, places):
        first, last = _trimmed(text, tokens, *stretch)
        if first <= last:
            sums = said.of_kind[first : last + 1].sum(0)
            score = round(float(said.inside[first : last + 1].max()), 3)
            dotted = int(last < stretch[1] and _is_dotted(text, tokens, last))
            yield Name(first, last, KINDS[int(sums.argmax())], score, float(sums[0] / sums.sum()), dotted=dotted)


def judged(text: str, tokens: Sequence[Token], said: Said, name: Name) -> Name:
    """Return a name with how surely it is of its kind, and whether it rather goes on."""
    kind, stop = KINDS.index(name.label), name.last + 1
    surely = float(said.of_kind[name.first : stop, kind].min())
    ends = stop == len(tokens) or _are_apart(text, tokens, stop) or (kind == 0 and hashtag(text, tokens, name.last))
    ends = bool(ends or name.dotted)
    return name._replace(kind=surely, goes_on=0.0 if ends else float(said.by_kind[stop, kind, 1]))


def _stretches(text: str, tokens: Sequence[Token], said: Said, places: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Return the first and last words of names, given the places of all words that are in one."""
    first = last = -1
    for place in places:
        if last >= 0 and place == last + 1 and _goes_on(text, tokens, said, place):
            last = place
            continue
        if last >= 0:
            yield first, last
        first = last = place
    if last >= 0:
        yield first, last


def _goes_on(text: str, tokens: Sequence[Token], said: Said, place: int) -> bool:
    """Tell whether a word goes on with the name before it."""
    if _are_apart(text, tokens, place):
        return _is_address(text, tokens, said, place)
    tag = hashtag(text, tokens, place)
    if tag or hashtag(text, tokens, place - 1):
        # A hashtag is a name of its own.
        return tag is not None and tag.start < place
    if _is_apostrophe(text, tokens, place) or _is_apostrophe(text, tokens, place - 1):
        return True
    kind = int(said.of_kind[place].argmax())
    if kind != int(said.of_kind[place - 1].argmax()):
        return False
    if said.by_kind[place, kind, 0] <= said.by_kind[place, kind, 1]:
        return True
    # Some who annotate mark first and last names apart; nobody writes two persons with only a space between them,
    # but in Arabic "and" is written together with the second.
    together = text[tokens[place - 1].end : tokens[place].start] == " "
    return kind == 0 and together and not text.startswith(_AND, tokens[place].start)


def _are_apart(text: str, tokens: Sequence[Token], place: int) -> bool:
    """Tell whether something parts a word from the one before it: a line, the wall of a cell."""
    return not _APART.isdisjoint(text[tokens[place - 1].end : tokens[place].start])


def _is_address(text: str, tokens: Sequence[Token], said: Said, place: int) -> bool:
    """Tell whether an address goes on with the next line: places on both, and a number near by."""
    end, start = tokens[place - 1].end, tokens[place].start
    between = text[end:start]
    if between.count("\n") != 1 or not _APART.difference(_LINE_ENDS).isdisjoint(between):
        return False
    if any(said.of_kind[at].argmax() != _PLACE for at in (place - 1, place)) or is_label(text, tokens, place):
        return False
    around = text[max(0, end - _NEAR) : end].rpartition("\n\n")[2] + text[start : start + _NEAR].partition("\n")[0]
    return any(map(str.isdigit, around))


def is_label(text: str, tokens: Sequence[Token], place: int) -> bool:
    """Tell whether a word is the label of what follows, or says who speaks: "Straße: ...", "INT: ..."."""
    return text[tokens[place].end : tokens[place].end + 2].lstrip(" ").startswith(":")


def _is_apostrophe(text: str, tokens: Sequence[Token], place: int) -> bool:
    """Tell whether a token is an apostrophe inside a word."""
    if place == 0 or place + 1 >= len(tokens) or text[tokens[place].start : tokens[place].end] not in _APOSTROPHES:
        return False
    return tokens[place - 1].end == tokens[place].start and tokens[place].end == tokens[place + 1].start


def hashtag(text: str, tokens: Sequence[Token], place: int) -> range | None:
    """Return the words of the hashtag that a word is in, its sign included; None if it is in none."""
    first, least = place, max(0, place - _LONGEST_TAG)
    while first > least and tokens[first - 1].end == tokens[first].start and _may_be_tagged(text, tokens[first]):
        first -= 1
    if not text.startswith("#", tokens[first].start) or tokens[first].end - tokens[first].start != 1:
        return None
    last, most = place, min(len(tokens), first + _LONGEST_TAG)
    while last + 1 < most and tokens[last].end == tokens[last + 1].start:
        if not _may_be_tagged(text, tokens[last + 1]):
            break
        last += 1
    return range(first, last + 1)


def _may_be_tagged(text: str, token: Token) -> bool:
    return bool(token.word) or text[token.start] == "_" or text[token.start].isalnum()


def _trimmed(text: str, tokens: Sequence[Token], first: int, last: int) -> tuple[int, int]:
    """Return a name without the marks around it."""
    while first <= last and _is_mark(tokens[first]) and not text.startswith("#", tokens[first].start):
        first += 1
    while first < last and _is_mark(tokens[last]) and not _belongs(text, tokens, first, last):
        last -= 1
    if first > last or (first == last and (_is_mark(tokens[last]) or _is_possessive(text, tokens, last))):
        return first, first - 1
    tag = hashtag(text, tokens, first)
    return (tag.start, tag.stop - 1) if tag else (first, last)


def _is_possessive(text: str, tokens: Sequence[Token], place: int) -> bool:
    """Tell whether a token is the ending of "Volvo's" and no name."""
    is_s = text[tokens[place].start : tokens[place].end] in {"s", "S"}
    return is_s and place > 1 and _is_apostrophe(text, tokens, place - 1)


def _is_mark(token: Token) -> bool:
    return not any(map(str.isalnum, token.spelling)) and not token.spelling.startswith("<")


def _belongs(text: str, tokens: Sequence[Token], first: int, last: int) -> bool:
    """Tell whether a mark at the end is part of the name: the point of "Inc.", a bracket that was opened in it."""
    mark = text[tokens[last].start : tokens[last].end]
    if mark == ".":
        return _is_abbreviated(tokens, last - 1)
    return (
        mark in _CLOSING and _CLOSING[mark] in text[tokens[max(first, last - _LONGEST_TAG)].start : tokens[last].start]
    )


def _is_dotted(text: str, tokens: Sequence[Token], last: int) -> bool:
    """Tell whether of several marks behind a name the first is a point, and its own: "Mme T.,", "(Acme Inc.)"."""
    return text.startswith(".", tokens[last + 1].start) and _is_abbreviated(tokens, last)


def _is_abbreviated(tokens: Sequence[Token], place: int) -> bool:
    """Tell whether a word is short, and what follows stands close to it."""
    word = tokens[place]
    return word.end == tokens[place + 1].start and word.end - word.start <= _MOST_ABBREVIATED
