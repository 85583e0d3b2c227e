"""What makers ask of a subject again and again: its kind as a visible word, and what is known of one mention."""

import re
import unicodedata
from dataclasses import replace

from allonym.core.protocols import Desk
from allonym.core.types import Draw, Mention, Subject
from allonym.surrogates.dates.forms import Hints

PATIENCE = 400
"""After so many stand-ins that were all taken there is none left of the shape: then comes a visible one."""
_NUMBERED = re.compile(r"\[[A-Z]+_[0-9]+\]")


def numbered_kind(label: str, draw: Draw, desk: Desk) -> str | None:
    """Return the kind with a running number, as `numbered` writes it; None if it stands in the text."""
    words = f"[{label.partition('.')[0]}_{draw.number}]"
    return None if desk.stands(words) else words


def is_numbered_kind(words: str) -> bool:
    """Tell whether words are a kind with its number."""
    return _NUMBERED.fullmatch(words) is not None


def kind_of(subject: Subject) -> str:
    """Return the kind in brackets: what is put where nothing better can be made."""
    return f"[{subject.label.partition('.')[0]}]"


def feature(subject: Subject, place: int, name: str) -> str:
    """Return a feature of one mention; "" if it has none of that name."""
    return dict(subject.entity.mentions[place].features).get(name, "")


def composed(subject: Subject) -> Subject:
    """Return a subject whose words have their accents on the letters (NFC), as all lists and pools have them."""
    if all(unicodedata.is_normalized("NFC", surface) for surface in subject.surfaces):
        return subject
    surfaces = tuple(unicodedata.normalize("NFC", surface) for surface in subject.surfaces)
    pairs = zip(subject.entity.mentions, subject.surfaces, surfaces, strict=True)
    mentions = tuple(mention if old == new else _without_places(mention) for mention, old, new in pairs)
    return replace(subject, entity=replace(subject.entity, mentions=mentions), surfaces=surfaces)


def _without_places(mention: Mention) -> Mention:
    # Where the parts of an address stand was counted in the words as they were.
    return replace(mention, features=tuple(each for each in mention.features if each[0] != "parts"))


def hints_of(subject: Subject, place: int, month_first: bool = False) -> Hints:
    """Return what helps to read the date of one mention."""
    mention = subject.entity.mentions[place]
    return Hints(subject.language, feature(subject, place, "value"), month_first, mention.label)
