"""Numbers in words, read and written in the eight languages: "nitton" is 19, and 20 is "tjugo".

A number is looked for in the words of a mention: the longest one that stands there, also as the front of a compound
("achtzehnjährig", "nittonåring", "diciottenne") and, if it is long enough, misspelt. It is written back correctly.
"""

import re
from functools import cache
from itertools import islice
from typing import NamedTuple

from allonym.core.misspelling import closest
from allonym.languages.pack import CODES
from allonym.languages.words import numbered, spellings, topic
from allonym.surrogates.shapes import in_small

_ENDINGS = {
    "de": re.compile(r"jährig|jahr"),
    "sv": re.compile(r"år"),
    "it": re.compile(r"enn[ei]\b"),
}
_WORD = re.compile(r"[^\W\d_]+")
_PHRASE = 6
_CLOSE = 6
# A year is masculine in this word and feminine in the other; Arabic numbers agree with it.
_MASCULINE_YEAR = "عام"
_APOCOPE = re.compile(r"un[oa]\b")
_ACCENTS = {"veintiuno": "veintiún"}


class NumberWord(NamedTuple):
    """A number in words: where it stands in the surface, its value, its language, and the list that has it."""

    start: int
    end: int
    value: int
    code: str
    kind: str


def read_words(surface: str, language: str | None) -> NumberWord | None:
    """Return the number that stands in a surface in words; of several, the longest."""
    lowered = in_small(surface)
    codes = (language, *(code for code in CODES if code != language)) if language else CODES
    for code in codes:
        if found := _longest(lowered, code):
            return found
    # Misspelt words are looked for in the language of the text alone, or else they could be anything.
    return _close(lowered, language) if language else None


def write_words(value: int, like: NumberWord, surface: str) -> str | None:
    """Return a number in the words of the language and of the kind that was read; None if there are none for it."""
    words = _listed(like.code, like.kind).get(value)
    if not words:
        return None
    followed = bool(surface[like.end :].strip())
    chosen = _arabic(value, words, like, surface) if like.code == "ar" else _agreeing(words, like, followed)
    old = surface[like.start : like.end]
    if like.code == "it" and _ENDINGS["it"].match(surface, like.end):
        chosen = chosen.rstrip("aeio")
    return _cased(chosen, old)


def _longest(lowered: str, code: str) -> NumberWord | None:
    found: list[NumberWord] = []
    for match in _WORD.finditer(lowered):
        found += _at(lowered, match.start(), match.end(), code)
    return max(found, key=lambda each: each.end - each.start, default=None)


def _at(lowered: str, start: int, end: int, code: str) -> list[NumberWord]:
    found: list[NumberWord] = []
    ends = [each.end() for each in islice(_WORD.finditer(lowered, start), _PHRASE)]
    for stop in reversed(ends):
        phrase = lowered[start:stop].replace("-", " ")
        kinds = [kind for kind in ("cardinals", "ordinals") if phrase in _values(code, kind)]
        found += [NumberWord(start, stop, _values(code, kind)[phrase], code, kind) for kind in kinds]
    if not found and code in _ENDINGS:
        found += _compound(lowered, start, end, code)
    return found


def _compound(lowered: str, start: int, end: int, code: str) -> list[NumberWord]:
    """Return the number that begins a compound, the longest that leaves an ending of ages behind it."""
    for stop in range(end - 1, start + 1, -1):
        if not _ENDINGS[code].match(lowered, stop):
            continue
        front = lowered[start:stop]
        value = _stems().get(front) if code == "it" else _values(code, "cardinals").get(front)
        if value is not None:
            return [NumberWord(start, stop, value, code, "cardinals")]
    return []


def _close(lowered: str, code: str) -> NumberWord | None:
    """Return the number that a misspelt word stands for, if it is near to one: "niotton", "sixtten"."""
    known = [word for word, value in _values(code, "cardinals").items() if len(word) >= 5 and " " not in word]
    for match in _WORD.finditer(lowered):
        word = match[0]
        best = closest(word, known, most=1 if len(word) < 7 else 2)
        # "Nineties" is nearer to nineteen than to ninety; what ends in another way is another word.
        if best and len(word) >= _CLOSE and best[-2:] == word[-2:]:
            return NumberWord(*match.span(), _values(code, "cardinals")[best], code, "cardinals")
    return None


def _agreeing(words: tuple[str, ...], like: NumberWord, followed: bool) -> str:
    """Return the first word; in Spanish and German, "uno" and "eins" lose their ending before a noun."""
    first = words[0]
    if followed and like.kind == "cardinals":
        if like.code == "es" and _APOCOPE.search(first):
            return _ACCENTS.get(first) or _APOCOPE.sub("un", first)
        if like.code == "de" and first == "eins":
            return "ein"
    return first


def _arabic(value: int, words: tuple[str, ...], like: NumberWord, surface: str) -> str:
    """Return the form whose gender and case fit: three to ten go against what is counted, and "ten" in 13 with it."""
    masculine = _MASCULINE_YEAR in surface
    oblique = surface[: like.end].rstrip().endswith("ين")

    def fit(word: str) -> int:
        ones = word.partition(" ")[0]
        score = 2 * (word.endswith("ين") == oblique) if value >= 20 else 0
        if value % 10 > 2 and (value < 10 or value > 12):
            score += 4 * (ones.endswith("ة") == masculine)
        elif value % 10 in {1, 2} and value not in {11, 12}:
            score += 4 * ((ones in {"واحد", "اثنان"}) == masculine) * (ones in {"واحد", "واحدة", "اثنان", "اثنتان"})
        elif value == 10:
            score += 4 * (ones.endswith("ة") == masculine)
        if 11 <= value <= 19:
            score += 2 * (word.endswith("ة") != masculine)
        if value in {11, 12}:
            score += 4 * (ones in ({"أحد", "اثنا"} if masculine else {"إحدى", "اثنتا"}))
        return score

    return max(words, key=fit)


def _cased(word: str, like: str) -> str:
    if like.isupper() and len(like) > 1:
        return word.upper()
    return word[:1].upper() + word[1:] if like[:1].isupper() else word


@cache
def _listed(code: str, kind: str) -> dict[int, tuple[str, ...]]:
    table: dict[int, tuple[str, ...]] = {}
    for value, word in numbered(topic(code, "numbers")[kind]):
        table[value] = (*table.get(value, ()), word)
    return table


@cache
def _values(code: str, kind: str) -> dict[str, int]:
    values: dict[str, int] = {}
    for value, words in _listed(code, kind).items():
        # "Ochenta y un años": before a noun, Spanish cuts the last letter off.
        cut = [word[:-1] for word in words if code == "es" and word.endswith(" uno")]
        for word in (*words, *cut):
            for spelling in spellings(word.replace("-", " ")):
                values.setdefault(spelling, value)
    return values


@cache
def _stems() -> dict[str, int]:
    """Return the fronts of Italian compounds: "diciott" of "diciottenne"."""
    return {word.rstrip("aeio"): value for word, value in _values("it", "cardinals").items() if 10 < value < 100}
