"""Whether what was found is given back: sure, unsure or refused, and why. Whatever is not certain stays as it is."""

import re
from dataclasses import dataclass, field

from allonym.core.surroundings import NEEDED, fingerprint, sides
from allonym.core.types import Span
from allonym.core.withdrawal import WITHDRAWN
from allonym.languages.lists import normal as list_form
from allonym.languages.lists import open_lists
from allonym.searching.edges import Edges
from allonym.searching.forms import Form
from allonym.searching.reading import recased
from allonym.searching.standins import Original, chief, is_one
from allonym.searching.values import REFUSED, SURE, UNSURE

_ORDINARY = 0.2
_PROMINENT = 0.3
_WITH_ENDINGS = ("de", "sv")
_NAME_BEFORE = re.compile(r"([^\W\d_]+)[ \u00a0]$")
_NAME_AFTER = re.compile(r"[ \u00a0]([^\W\d_]+)")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is to be done with a place. A `bare` original is put there as it is; others are made to agree."""

    state: str
    reason: str
    words: str = field(default="", repr=False)
    bare: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """One place in an edited text where a form was found, as it is written there."""

    text: str = field(repr=False)
    span: Span
    written: str = field(repr=False)
    form: Form = field(repr=False)
    edges: Edges
    language: str | None = None
    beside: Span | None = None
    """What was found, together with the stand-ins right before and behind it."""


def judge(place: Place) -> Verdict:
    """Return the verdict on one place."""
    originals = place.form.originals
    gone = ("", WITHDRAWN) if place.form.kind != "part" else (WITHDRAWN,)
    if place.form.words == WITHDRAWN or any(each.words in gone for each in originals):
        return Verdict(REFUSED, "was withdrawn")
    if (told := _by_surroundings(place, originals)) is not None:
        return Verdict(SURE, "stands in its old surroundings", told, bare=True)
    if not is_one(originals):
        return Verdict(REFUSED, "stands for several originals, and nothing tells which")
    words = recased(place.written, place.form.words, chief(originals))
    if words is None and place.form.kind == "whole":
        return Verdict(REFUSED, "is written unlike any stand-in of this document")
    doubt = _doubt(place, originals)
    if doubt or words is None:
        return Verdict(UNSURE, doubt or "is written in its own way", words or chief(originals))
    return Verdict(SURE, "is a stand-in of this document", words)


def _by_surroundings(place: Place, originals: tuple[Original, ...]) -> str | None:
    """Return what stood here, if the words on both sides are those of one place of the old text."""
    if place.edges != Edges() or place.form.kind != "whole":
        return None
    here = fingerprint(sides(place.text, place.span))
    told = {each.words for each in originals if each.near.removeprefix(NEEDED) == here}
    return recased(place.written, place.form.words, told.pop()) if len(told) == 1 else None


def _doubt(place: Place, originals: tuple[Original, ...]) -> str:
    """Return why a place is not sure; "" if it is."""
    form = place.form
    if any(each.near.startswith(NEEDED) for each in originals):
        return "may stand here by itself: it is short, or stood in the old text, too"
    if place.edges.doubt:
        return place.edges.doubt
    if place.edges.owner and place.language not in _WITH_ENDINGS:
        return "has an ending that its language does not explain"
    if form.kind == "part":
        return "is a part of a stand-in"
    return "" if form.is_marked else _natural_doubt(place)


def _natural_doubt(place: Place) -> str:
    """Return why words that read like a name may be somebody else, or nobody."""
    if len(place.form.words.split()) > 1 and not place.written.islower():
        return ""
    if place.written.islower() and not place.form.words.islower():
        return "is in small letters, like any word"
    if _is_ordinary(place.form.words):
        return "is also an ordinary word or the name of a country"
    if place.form.label.startswith("PERSON") and _has_name_beside(place):
        return "is a part of a longer name"
    return ""


def _is_ordinary(words: str) -> bool:
    form = list_form(words)
    known = open_lists()
    return known.ambiguity(form) > _ORDINARY or any(entry.kind == "country" for entry in known.find(form))


def _has_name_beside(place: Place) -> bool:
    whole = place.beside or place.span
    before = _NAME_BEFORE.search(place.text[max(0, whole.start - 40) : whole.start])
    after = _NAME_AFTER.match(place.text[whole.end : whole.end + 40])
    return any(found and _is_name(found[1]) for found in (before, after))


def _is_name(word: str) -> bool:
    if not word[0].isupper() or open_lists().ambiguity(list_form(word)) > _ORDINARY:
        return False
    entries = open_lists().find(list_form(word))
    return any(entry.kind in ("first", "last") and entry.weight >= _PROMINENT for entry in entries)
