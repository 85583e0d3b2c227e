"""What is looked for: every original in the spellings that people, software and slips give it.

    Anna Maria Berg   annamariaberg, annaberg    in any case and accent, with or without what stands between
                      bergannamaria, berganna    turned round: Berg, Anna
                      aberg, annab, amberg       with initials: A. Berg, aberg@…, anna_b
                      anna, berg                 a part alone, if it is no ordinary word
    +46 70 174 06 05  46701740605, 0701740605    in any grouping, with or without the country

A key is the folded letters and digits alone. `breaks` says where something may stand between them; None: anywhere.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import product

from allonym.core.labels import LABELS, Kind
from allonym.evidence.folding import words_of
from allonym.evidence.values import HIGH, LOW, MEDIUM
from allonym.languages.list_facts import CITY, COUNTRY, FIRST, levels_of
from allonym.languages.lists import normal, open_lists

_BODIES = frozenset({"ORGANIZATION", "LOCATION"})
_SWEPT = frozenset(name for name, label in LABELS.items() if "." not in name and label.kind is Kind.DIRECT) | _BODIES
_NAMED = frozenset({"PERSON"})
_HANDLES = frozenset({"EMAIL", "USERNAME", "HASHTAG"})
_UMLAUTS = {"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"}
_UMLAUT = re.compile(f"([{''.join(_UMLAUTS)}])", re.IGNORECASE)
_MOST_UMLAUTS = 4
_ORDINARY = 0.3
"""A word so common is looked for only with a capital letter."""
_COMMON = 4
"""A first name or a place so well known, alone, points to nobody: it is a hint only."""
_SHORTEST_PART, _SHORTEST_HANDLE, _SHORTEST_SHAPE, _SHORTEST_NUMBER = 3, 4, 4, 5
_SHORTEST_INSIDE = 7
_MOST_WORDS = 6
_PREFIXES = ("ال", "و", "ب", "ل", "ف", "ك", "وال", "بال", "لل")

Breaks = frozenset[int] | None


@dataclass(frozen=True, slots=True)
class Form:
    """One spelling to look for.

    A `cased` one counts only with a capital, an `inside` one also within longer words, a `parted` one only with
    something between its parts.
    """

    key: str = field(repr=False)
    label: str
    variant: str
    severity: str
    breaks: Breaks = field(default=frozenset(), repr=False)
    cased: bool = False
    inside: bool = False
    parted: bool = False


def is_swept(label: str) -> bool:
    """Tell whether originals of a label are looked for: dates and ages stand everywhere, and say nothing alone."""
    return label.partition(".")[0] in _SWEPT


@lru_cache(maxsize=1 << 14)
def forms_of(label: str, original: str) -> tuple[Form, ...]:
    """Return the spellings of one original, the surest first."""
    top = label.partition(".")[0]
    if top not in _SWEPT:
        return ()
    made = [form for words in _spellings(original) for form in _forms(label, top, words)]
    return tuple(made)


def _spellings(original: str) -> Iterator[str]:
    """Return an original with each umlaut as it is, and in two letters: Öhrström, Oehrström, Öhrstroem, Oehrstroem."""
    parts = _UMLAUT.split(unicodedata.normalize("NFC", original))
    choices = [(each, _UMLAUTS[each.lower()]) if place % 2 else (each,) for place, each in enumerate(parts)]
    if len(parts) // 2 <= _MOST_UMLAUTS:
        yield from ("".join(chosen) for chosen in product(*choices))
    else:
        yield from (original, "".join(each[-1] for each in choices))


def _forms(label: str, top: str, original: str) -> Iterator[Form]:
    words = [each.folded for each in words_of(original)][: _MOST_WORDS * 4]
    key = "".join(words)
    if not key:
        return
    if any(map(str.isdecimal, key)) and top not in _NAMED | _BODIES:
        yield from _numbered(label, top, key)
    elif top in _NAMED:
        yield from _named(label, words[:_MOST_WORDS])
    else:
        yield from _whole(label, words)
    if top in _HANDLES:
        yield from _chosen(label, original.rpartition("@")[0] if top == "EMAIL" else original)


def _chosen(label: str, handle: str) -> Iterator[Form]:
    """Return the spellings of the part of a handle that somebody chose, which may be a name: mira.lindqvist92."""
    words = [each.folded for each in words_of(handle) if each.folded.isalpha()][:_MOST_WORDS]
    key = "".join(words)
    if len(key) >= _SHORTEST_HANDLE:
        yield Form(key, label, "handle", MEDIUM, None, cased=_is_ordinary(key))
    long = [word for word in words if len(word) >= _SHORTEST_PART]
    if len(long) > 1 and not all(map(_is_ordinary, long)):
        yield from _named(label, long)


def _whole(label: str, words: list[str]) -> Iterator[Form]:
    key = "".join(words)
    sure = MEDIUM if label == "EXTRA" else HIGH
    is_handle = label.partition(".")[0] in _HANDLES
    if is_handle and len(key) < _SHORTEST_HANDLE:
        return
    if len(words) == 1 and len(key) < _SHORTEST_PART and key.isascii():
        sure = LOW
    cased = len(words) == 1 and _is_ordinary(key)
    if cased and label == "EXTRA":
        sure = LOW
    yield from _with_endings(Form(key, label, "whole", sure, None if is_handle else _breaks(words), cased))


def _numbered(label: str, top: str, key: str) -> Iterator[Form]:
    if len(key) < _SHORTEST_NUMBER:
        return
    yield Form(key, label, "whole", HIGH, None)
    if top == "PHONE" and key.isdecimal():
        national = {"0" + key[size:] for size in (1, 2, 3)} if not key.startswith("0") else {key.lstrip("0")}
        international = {"00" + key} if not key.startswith("0") else set()
        for each in national | international:
            if len(each) >= 8:
                yield Form(each, label, "other grouping", HIGH, None)


def _named(label: str, words: list[str]) -> Iterator[Form]:
    if len(words) == 1:
        yield from _whole(label, words)
        return
    first, last = words[0], words[-1]
    for variant, order in (
        ("whole", words),
        ("whole", [first, last]),
        ("reversed", [last, *words[:-1]]),
        ("reversed", [last, first]),
    ):
        yield from _with_endings(_joined(label, variant, HIGH, order, inside=True))
    shapes = [[first[0], last], [*(each[0] for each in words[:-1]), last], [first, last[0]], [last, first[0]]]
    shapes += [[*words[:-1], last[0]], [last, *(each[0] for each in words[:-1])]]
    for shape in shapes:
        form = _joined(label, "initials", MEDIUM, shape)
        if len(form.key) >= _SHORTEST_SHAPE or not form.key.isascii():
            # In one word it may be another one: Fran K. is not Frank.
            parted = len(form.key) == _SHORTEST_SHAPE or bool(open_lists().word(normal(form.key)))
            yield from _with_endings(replace(form, parted=parted))
    for word in dict.fromkeys(words):
        if len(word) >= _SHORTEST_PART:
            severity = LOW if _is_common(word) else MEDIUM
            yield from _with_endings(Form(word, label, "part", severity, cased=_is_ordinary(word)))


def _joined(label: str, variant: str, severity: str, words: list[str], *, inside: bool = False) -> Form:
    key = "".join(words)
    return Form(key, label, variant, severity, _breaks(words), inside=inside and len(key) >= _SHORTEST_INSIDE)


def _with_endings(form: Form) -> Iterator[Form]:
    """Return a form, and what languages put onto it: a genitive -s, or small Arabic words before it."""
    yield form
    if "\u0621" <= form.key[0] <= "\u064a":
        for prefix in _PREFIXES:
            yield _moved(form, prefix + form.key, len(prefix))
    elif form.key[-1].isalpha():
        yield _moved(form, form.key + "s", 0)


def _moved(form: Form, key: str, by: int) -> Form:
    # "Anna's" has its apostrophe before the s.
    ends = {len(form.key)} if by == 0 else set()
    breaks = None if form.breaks is None else frozenset({each + by for each in form.breaks} | ends)
    return replace(form, key=key, breaks=breaks)


def _breaks(words: Iterable[str]) -> frozenset[int]:
    places, place = set(), 0
    for word in words:
        place += len(word)
        places.add(place)
    places.discard(place)
    return frozenset(places)


@lru_cache(maxsize=1 << 14)
def _is_ordinary(word: str) -> bool:
    return open_lists().ambiguity(normal(word)) >= _ORDINARY


@lru_cache(maxsize=1 << 14)
def _is_common(word: str) -> bool:
    levels = levels_of(open_lists().word(normal(word)))
    return max(levels[FIRST], levels[CITY], levels[COUNTRY]) >= _COMMON
