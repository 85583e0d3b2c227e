"""Forms of names that are known already: what languages add within one word comes off as it does for the lists.

Klein: Kleins Katze        Anna Klein: Anna Kleins Hund        سمير: وسمير
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from allonym.core.parts import PARTS, worded
from allonym.core.shadow import shadow
from allonym.core.types import DENIED, UNSURE, Document, Features, Mention, Span
from allonym.detectors.finding import Finder, Found
from allonym.detectors.names.morphology import GENITIVE, stems
from allonym.detectors.terms import plain
from allonym.languages.list_forms import is_arabic
from allonym.languages.lists import normal, open_lists

_NAMED = frozenset({"PERSON", "LOCATION", "ORGANIZATION"})
_MAYBE_NAMES = ("PERSON", UNSURE)
_WORD = re.compile(r"(?<!\w)[^\W\d_]{3,}(?!\w)")
_FIRST = re.compile(r"[^\W\d_]+")
_LAST = re.compile(r"(?<![^\W\d_])[^\W\d_]++\Z")
_WITH_GENITIVE = frozenset({"de", "sv"})
_SHORTEST = 2
_SHORTEST_ELSEWHERE = 3
"""So many letters must a name have where -s is not what every owner takes."""
_ORDINARY = 0.3
"""A form that is so common a word counts only where it is written as a name is."""
_COMMONEST = 0.95
_WELL_KNOWN = 0.4
"""A form that stands so high in the lists may be another name: Jonas is not of a Jona."""
_FAR_BETTER = 0.2
"""So much better known is Tom than Toms, but not William than Williams."""
_KINDS = frozenset({"first", "last", "city", "region", "country"})
_LOOK_BACK = 10
_ARTICLE = "ال"
_TO_THE = "لل"

Beside = dict[int, dict[str, str]]
"""What stands beside a word in names, by its length, and the label of each."""
Names = dict[str, Beside]
"""Names by one of their words."""


class _Told(NamedTuple):
    """Names by their last word, which may have an ending, and by their first, which may have letters before it."""

    by_last: Names
    by_first: Names


def finder_of_forms(lists: Mapping[str, Sequence[str]]) -> Finder:
    """Return what finds names in the genitive, and with Arabic letters before them; of two labels the first counts."""
    labels: dict[str, str] = {}
    for label, names in lists.items():
        for name in names if label.partition(".")[0] in _NAMED else ():
            labels.setdefault(normal(plain(name)), label)
    told = _Told({}, {})
    for name, label in labels.items():
        if last := _LAST.search(name):
            told.by_last.setdefault(last[0], {}).setdefault(last.start(), {})[name[: last.start()]] = label
        if first := _FIRST.match(name):
            tail = name[first.end() :]
            told.by_first.setdefault(first[0], {}).setdefault(len(tail), {})[tail] = label
    return partial(_find, told)


def is_form(document: Document, mention: Mention, unsure: frozenset[str]) -> bool:
    """Tell whether a word is a form of the name that was found in it; `unsure` are names that need a capital."""
    text, language = document.text, document.language
    surface = shadow(mention.span.of(text)).text
    if GENITIVE[0] not in mention.features:
        return _is_free(normal(surface.split()[0]), "ar")
    *_, last = _FIRST.findall(surface)
    word, has_genitive = normal(last), language in _WITH_GENITIVE
    if _is_another(word, has_genitive) or (len(word) <= _SHORTEST_ELSEWHERE and not has_genitive):
        return False
    common = open_lists().ambiguity(word, language)
    if last[0].islower():
        return not common and _is_free(word[:-1], None) and plain(surface[:-1]) not in unsure
    if common <= (_COMMONEST if has_genitive else _ORDINARY):
        return True
    before = text[max(0, mention.start - _LOOK_BACK) : mention.start]
    return last.istitle() and before.rstrip(" ")[-1:].isalpha()


def beside_owners(document: Document, mentions: Sequence[Mention], told: Sequence[Mention]) -> list[Mention]:
    """Return what detectors take for names, without the owners that are told, and what an ordinary word says they own.

    "Kleins Katze" is not one name where Klein is known.
    """
    owners = sorted(each.span for each in told if GENITIVE[0] in each.features)
    made = []
    for each in mentions:
        is_name = each.label.startswith(_MAYBE_NAMES) and DENIED[0] not in each.features
        end = max((owner.end for owner in _within(each.span, owners)), default=0) if is_name else 0
        if not end:
            made.append(each)
        elif (rest := worded(document.text, end, each.end)) and not _is_owned(document, rest):
            made.append(replace(each, span=rest, features=tuple(kept for kept in each.features if kept[0] != PARTS)))
    return made


def _within(span: Span, owners: Sequence[Span]) -> Iterator[Span]:
    """Return the owners, in reading order, that stand in a span and before its end."""
    for place in range(bisect_left(owners, Span(span.start, span.start)), len(owners)):
        owner = owners[place]
        if owner.start >= span.end:
            return
        if owner.end < span.end:
            yield owner


def _is_owned(document: Document, span: Span) -> bool:
    """Tell whether words are ordinary ones, and hardly names."""
    words = normal(span.of(document.text)).split()
    return all(
        word.isalpha() and not _is_free(word, document.language) and _weight(word) < _WELL_KNOWN for word in words
    )


def _find(told: _Told, text: str) -> Iterator[Found]:
    for match in _WORD.finditer(text):
        word = match[0]
        if word[-1] not in "sS" and not is_arabic(word):
            continue
        form = normal(word)
        if form in told.by_last or form in told.by_first:
            continue
        for stem, features in stems(form, _SHORTEST):
            if is_arabic(word) and _is_without(form, stem, features):
                yield from _beginning(told.by_first.get(stem, {}), text, match, features)
            elif features == GENITIVE:
                yield from _ending(told.by_last.get(stem, {}), text, match)


def _ending(names: Beside, text: str, last: re.Match[str]) -> Iterator[Found]:
    """Return the names that end in a word, as far as the text has the other words before it."""
    for size, heads in names.items():
        start = last.start() - size
        label = heads.get(normal(text[start : last.start()])) if start >= 0 else None
        if label and not _is_inside(text[start - 1 : start]):
            yield Found(start, last.end(), label, 1.0, "form", (*DENIED, *GENITIVE))


def _beginning(names: Beside, text: str, first: re.Match[str], features: Features) -> Iterator[Found]:
    """Return the names that begin with a word, as far as the text has the other words behind it."""
    for size, tails in names.items():
        end = first.end() + size
        label = tails.get(normal(text[first.end() : end]))
        if label and not _is_inside(text[end : end + 1]):
            yield Found(first.start(), end, label, 1.0, "form", (*features, *DENIED))


def _is_inside(beside: str) -> bool:
    return beside.isalnum() or beside == "_"


def _is_without(form: str, stem: str, features: Features) -> bool:
    """Tell whether an Arabic word is a name and nothing but the letters of the sentence before it."""
    clitic = dict(features).get("clitic", "")
    article = _ARTICLE if clitic.endswith(_TO_THE) else ""
    return bool(clitic) and article + form.removeprefix(clitic) == stem and not _is_another(form, True, stem)


def _is_free(word: str, language: str | None) -> bool:
    """Tell whether a word is no ordinary one."""
    return open_lists().ambiguity(word, language) <= _ORDINARY


def _is_another(form: str, is_usual: bool, stem: str = "") -> bool:
    """Tell whether a form is rather a name of its own: its stem is not better known, or not far where it is unusual."""
    weight, better = _weight(form), _weight(stem or form[:-1])
    return weight >= _WELL_KNOWN and (better <= weight if is_usual else better < weight + _FAR_BETTER)


def _weight(word: str) -> float:
    return open_lists().weight(word, *_KINDS)
