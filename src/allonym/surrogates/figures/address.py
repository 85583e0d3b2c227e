"""Addresses of nowhere: an invented street of the same sort, a number near by, a post code of the same shape."""

import re
from collections.abc import Callable
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from allonym.core.canon import canonical
from allonym.core.plain_toml import read_table
from allonym.core.splice import splice
from allonym.core.types import Edit, Entity, Mention, Span, Subject
from allonym.languages.list_facts import FIRST, LAST, levels_of
from allonym.languages.lists import normal, open_lists
from allonym.languages.pack import CODES
from allonym.languages.words import entries, topic
from allonym.surrogates.amounts import rewrite
from allonym.surrogates.chance import Chance
from allonym.surrogates.shapes import CAPITALS, core, in_small, lay, shaped, vary

_PLACE = re.compile(r"(street|number|zip|city):(\d+)-(\d+)")
_NUMBER = re.compile(r"(?<![\d\w])\d{1,4}(?: ?[A-Za-z])?(?![\d\w])")
_ZIP = re.compile(r"(?<![\d\w])(?:\d{3} \d{2}|\d{4,5}(?:-\d{3,4})?|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2})(?![\d\w])")
_LETTER = re.compile(r"(?<![^\W\d_])[A-Za-z](?![^\W\d_])")
_DIGITS = re.compile(r"\d+")
_WORD = re.compile(r"[^\W\d_]+")
_MANY = 4
_NAME = 2
_ABBREVIATED = 4


class Parts(NamedTuple):
    """How the parts of an address are made anew, if not here: names of towns and streets come from elsewhere."""

    city: Callable[[Subject], str | None] | None = None
    street: Callable[[str, Chance], str | None] | None = None


def can_be_read(surface: str, told: str) -> bool:
    """Tell whether the parts of an address are known."""
    return any(len(span) for _, span in _places(surface, told))


def address(surface: str, told: str, language: str | None, chance: Chance, parts: Parts) -> str:
    """Return an address with every part made anew."""
    edits: list[Edit] = []
    for name, span in _places(surface, told):
        words = span.of(surface)
        if name == "street":
            made = (parts.street(words, chance) if parts.street else None) or street(words, language, chance)
        elif name == "city":
            made = (parts.city(_town(words, language)) if parts.city else None) or "[LOCATION]"
        else:
            made = house(words, chance) if name == "number" else postcode(words, chance)
        edits.append(Edit(span, made))
    edits += _left_over(surface, edits, chance)
    return splice(surface, sorted(edits, key=lambda edit: edit.span))[0]


def _left_over(surface: str, edits: list[Edit], chance: Chance) -> list[Edit]:
    """Return other digits for those that are in no part: of a flat, a floor, a box."""
    spans = [Span(*match.span()) for match in _DIGITS.finditer(surface)]
    free = [span for span in spans if not any(span.overlaps(edit.span) for edit in edits)]
    return [Edit(span, lay(vary(core(span.of(surface)), chance), span.of(surface))) for span in free]


def _town(words: str, language: str | None) -> Subject:
    """Return the city of an address as the entity that it would be anywhere else, so that it gets the same stand-in."""
    cities = [entry for entry in open_lists().find(normal(words)) if entry.kind == "city"]
    known = max(cities, key=lambda entry: entry.weight).canonical if cities else ""
    mention = Mention(Span(0, len(words)), "LOCATION.CITY", 1.0, "figures")
    entity = Entity("city", "LOCATION.CITY", (mention,))
    return Subject(entity, known or canonical("LOCATION.CITY", words), (words,), language)


def _places(surface: str, told: str) -> list[tuple[str, Span]]:
    """Return where the parts stand, as the detector said, or else by their looks."""
    if told:
        found = [(match[1], Span(int(match[2]), int(match[3]))) for match in _PLACE.finditer(told)]
        return sorted(((name, span) for name, span in found if span.end <= len(surface)), key=lambda each: each[1])
    code = _ZIP.search(surface)
    number = next((each for each in _NUMBER.finditer(surface) if not code or each.start() != code.start()), None)
    if number is None:
        return []
    line = surface[: code.start() if code else len(surface)]
    first, last = (number.end(), len(line)) if number.start() < 2 else (0, number.start())
    name = line[first:last]
    start = first + len(name) - len(name.lstrip(" ,"))
    found = [("number", Span(*number.span())), ("street", Span(start, max(start, first + len(name.rstrip(" ,\n")))))]
    if code:
        rest = surface[code.end() :]
        town = code.end() + len(rest) - len(rest.lstrip(" ,"))
        found += [("zip", Span(*code.span())), ("city", Span(town, max(town, len(surface.rstrip()))))]
    placed = sorted((each for each in found if len(each[1])), key=lambda each: each[1])
    overlaps = any(first[1].overlaps(second[1]) for first, second in pairwise(placed))
    return [] if overlaps else placed


def street(words: str, language: str | None, chance: Chance, attempt: int = 0) -> str:
    """Return an invented street of the same sort: what says that it is a street stays, its name does not."""
    code = _speaks(words, language)
    pool = [name for name in _pool(code) if not _shares(name, words)]
    name = chance.pick(pool)
    if attempt > _MANY:
        # One word was taken again and again: two make hundreds.
        name += chance.pick(pool).lower() if code in {"sv", "de"} else f" {chance.pick(pool)}"
    lowered = in_small(words)
    for word in _said(code, "before", "before_loose"):
        if lowered.startswith(f"{word} "):
            return f"{words[: len(word)]} {name}"
    for word in _said(code, "ending", "ending_loose"):
        if lowered.endswith(word) and len(words) > len(word) and lowered[-len(word) - 1].isalpha():
            return name + words[-len(word) :]
    for word in _said(code, "after", "after_loose"):
        if lowered.endswith(f" {word}"):
            return f"{name} {_kept(words, word, code)}"
    return name


def _kept(words: str, word: str, code: str) -> str:
    """Return the word for a street as it is written; another if it may be the surname of a person: Georgina Lane."""
    _, _, first = words[: -len(word)].rstrip().rpartition(" ")
    before = levels_of(open_lists().word(normal(first)))
    others = [
        each
        for each in _said(code, "after")
        if each.isalpha() and len(each) > _ABBREVIATED and _surname_level(each) < _NAME
    ]
    if before[FIRST] <= before[LAST] or _surname_level(word) < _NAME or not others:
        return words[-len(word) :]
    return min(others, key=len).title()


def _surname_level(word: str) -> int:
    return levels_of(open_lists().word(normal(word)))[LAST]


def _shares(name: str, words: str) -> bool:
    """Tell whether a street has the proper word of an invented one: Mühlenweg has Mühlen, rue du Moulin has Moulin."""
    proper = in_small(name.rsplit(maxsplit=1)[-1])
    return any(word.startswith(proper) for word in _WORD.findall(in_small(words)))


def house(words: str, chance: Chance) -> str:
    """Return the number of a house further on; a letter behind it becomes another."""
    # Always forward: so no two houses become one.
    step, turn = chance.between(1, 8), chance.between(1, 5)
    moved = rewrite(words, lambda each: each.value + step) or words
    made = _LETTER.sub(lambda match: lay(CAPITALS[(CAPITALS.index(match[0].upper()) + turn) % 6], match[0]), moved)
    return made if made != words else str(step)


def postcode(words: str, chance: Chance) -> str:
    """Return a post code of the same shape that begins with the same character: of the same country and far corner."""
    code = core(words)
    made = code
    while made == code:
        made = code[:1] + shaped(code[1:], chance).translate(_NO_LETTERS) if len(code) > 1 else shaped(code, chance)
    return lay(made, words)


# British post codes have none of these behind their digit.
_NO_LETTERS = str.maketrans("CIKMOV", "ABDEFG")


@cache
def _pool(code: str) -> tuple[str, ...]:
    return tuple(read_table("allonym.surrogates", "tables/streets.toml")[code].split(", "))


@cache
def _said(code: str, *keys: str) -> tuple[str, ...]:
    words = {word for key in keys for word in entries(topic(code, "addresses").get(key, ""))}
    return tuple(sorted(words, key=lambda word: (-len(word), word)))


@lru_cache(maxsize=1 << 12)
def _speaks(words: str, language: str | None) -> str:
    """Return the language whose words for streets stand in a street: that of the text, another, or else English."""
    lowered = words.lower()
    for code in dict.fromkeys((language or CODES[0], *CODES)):
        first = lowered.startswith(tuple(f"{word} " for word in _said(code, "before")))
        if first or lowered.endswith(tuple(_said(code, "ending", "after"))):
            return code
    return language or "en"
