"""How one name is drawn from many: first among those that fit best, then wider, and at last visibly.

    rows      near in length -> the whole cell -> other cells        some attempts each
    doubled   "Meier-Berg"                                           when the rows are used up
    token     [PERSON_12]                                            when nothing else is free

Only the seed of the draw decides. A name is never one that stands in the document, is an original of the scope, or
shares a word with what it stands in for.
"""

import re
from collections.abc import Callable, Collection, Sequence
from functools import lru_cache

from allonym.core.protocols import Desk
from allonym.core.types import Draw
from allonym.surrogates.names.styling import plain

_WORD = re.compile(r"[^\W_]+")
_PER_ROW = (8, 10, 16)
# With so many attempts a row of doubled names is as good as used up.
_DOUBLED = 200
_ALIKE = 5
_WIDE = 100
ORIGINALS = ("PERSON.FIRST", "PERSON.LAST")
"""The series whose originals are single words, which no stand-in may be."""

Row = Sequence[str]


def pick(seed: bytes, count: int) -> int:
    """Return a number below `count`; the same seed gives the same one."""
    # 128 bits against a few thousand names: what is left over favours nobody.
    return int.from_bytes(seed[:16], "big") % count


def fold(words: str) -> str:
    """Return words as they are compared: case and spacing do not count."""
    return " ".join(words.casefold().split())


def words_of(text: str) -> frozenset[str]:
    """Return the words of a text in small letters without accents."""
    return frozenset(map(plain, _WORD.findall(text.casefold())))


def is_new(desk: Desk, words: str, own: Collection[str], series: Sequence[str] = ORIGINALS) -> bool:
    """Tell whether no word of a stand-in stands in the document, is an original, or is nearly one of `own`."""
    for word in _WORD.findall(words.casefold()):
        if len(word) > 1 and (desk.has_word(word) or _is_near(plain(word), own)):
            return False
        if any(desk.knows(each, word) for each in series):
            return False
    return True


def _is_near(word: str, own: Collection[str]) -> bool:
    """Tell whether a word is one of `own`, or begins like one: Petersson would still tell of Peter."""
    return word in own or any(word[:_ALIKE] == other[:_ALIKE] for other in own if len(other) >= _ALIKE <= len(word))


@lru_cache(maxsize=4096)
def near(row: tuple[str, ...], length: int, reach: int) -> tuple[str, ...]:
    """Return the names of a row that are about as long."""
    return tuple(name for name in row if abs(len(name) - length) <= reach)


def rows_by_length(row: tuple[str, ...], length: int) -> list[Row]:
    """Return a row as several, from those as long as the original to all."""
    steps = (near(row, length, 1), near(row, length, 3), row)
    # A handful would be the same few names again and again.
    return [step for step in steps if len(step) > 7] or [row]


def draw_from(rows: Sequence[Row], draw: Draw, doubled: str = "-") -> str | None:
    """Return a name by the seed: of the first rows first, then a doubled name; None when all is used up."""
    left = draw.attempt
    for place, row in enumerate(rows):
        share = _PER_ROW[min(place, len(_PER_ROW) - 1)]
        if left < share and row:
            return row[pick(draw.seed, len(row))]
        left -= share if row else 0
    widest = next((row for row in rows if len(row) > _WIDE), max(rows, key=len, default=()))
    if doubled and len(widest) > 1 and left < _DOUBLED:
        one, two = widest[pick(draw.seed, len(widest))], widest[pick(draw.seed[16:], len(widest))]
        return f"{one}{doubled}{two}" if one != two and "-" not in one + two else one
    return None


def token(label: str, draw: Draw) -> str:
    """Return what is put where no name is left: a visible kind with a number."""
    return f"[{label.partition('.')[0]}_{draw.number}]"


def assign(
    desk: Desk, series: str, original: str, propose: Callable[[Draw], str | None], own: Collection[str] | None = ()
) -> str:
    """Return the stand-in of an original: what `propose` says, if it is new; where it has nothing more, a token.

    `propose` returns "" for "not this one, ask again" and None for "nothing is left". `own` are the words of the
    original; None if the proposals are checked already, as they must be where common nouns are among them.
    """

    def once(draw: Draw) -> str | None:
        words = propose(draw)
        if words is None:
            made = token(series, draw)
            return None if desk.stands(made, made.partition("_")[0]) else made
        return words if words and (own is None or is_new(desk, words, own)) else None

    return desk.assign(series, original, once)


def assign_token(desk: Desk, label: str, original: str) -> str:
    """Return a visible token for an original that has no realistic stand-in."""
    return assign(desk, label.partition(".")[0], original, lambda _: None)
