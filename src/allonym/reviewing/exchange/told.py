"""What a file of annotations tells, before it is a sheet: places and tags in its own words, document by document.

    file -> Told (a format's `read`) -> Sheet (sheets.py)          Sheet -> file (a format's `write`)

Offsets count characters of `text`. Where a format keeps tokens rather than a text (`loose`), its white space is its
own, and only the other characters must be those of the document.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256

from allonym.core.errors import InputError
from allonym.core.labels import LABELS
from allonym.core.types import Features
from allonym.reviewing.values import OPEN, Party
from allonym.running.places import is_device

Files = Mapping[str, bytes]
"""Files by their names, relative to a folder where there are several."""

FLAGS, WORDS, COMMENT, STATUS = "OBS! and Com!", "replacements", "comment", "status"
"""What formats may or may not be able to say."""

SHOWN = ("gender", "gen", "def", "pl", "foreign", "form", "when", "world", "kind", "citation")
"""The features that people annotate; what detectors note for themselves stays out of files for people."""
_UNSAFE = re.compile(r"[^\w.\-]")
_LONGEST = 120


@dataclass(frozen=True, slots=True)
class Spot:
    """One annotation. Equal and not empty `entity` is one entity; an empty action leaves it to the profile."""

    start: int
    end: int
    tag: str
    place: str
    entity: str = field(default="", repr=False)
    action: str = ""
    replacement: str | None = field(default=None, repr=False)
    features: Features = field(default=(), repr=False)
    obs: str | None = field(default=None, repr=False)
    com: str | None = field(default=None, repr=False)
    may_be: tuple[str, ...] = ()
    """Labels that the tag may stand for as well, where it is coarser than ours: the strictest of their rules counts."""


@dataclass(frozen=True, slots=True)
class Told:
    """One document as a file tells it; without a text, only its id says which it is."""

    id: str = field(repr=False)
    text: str | None = field(repr=False)
    spots: tuple[Spot, ...]
    place: str
    comment: str = field(default="", repr=False)
    status: str = OPEN
    loose: bool = False
    says: frozenset[str] = frozenset()
    """What the format can say beside places and labels; of the rest, what was there before stays."""
    has_kept: bool = True
    """Whether what is kept has a place in the format at all."""


def entity_name(party: Party) -> str:
    """Return what files call an entity: its label and running number, PERSON-1."""
    return f"{party.label}-{party.number}"


def named(name: str) -> tuple[str, int] | None:
    """Return the label and the number that the name of an entity says, if it is one of ours."""
    label, _, number = name.rpartition("-")
    told = label in LABELS and number.isascii() and number.isdecimal() and 0 < len(number) < 7
    return (label, int(number)) if told and int(number) else None


def joined(names: Mapping[str, str], pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return the entity of each annotation: as it is named, and one for all that are paired; "" if nothing is said."""
    parents = {each: each for each in names}

    def top(each: str) -> str:
        while parents[each] != each:
            each = parents[each]
        return each

    first: dict[str, str] = {}
    alike = [(first.setdefault(name, each), each) for each, name in names.items() if name]
    for one, other in (*alike, *pairs):
        if one in parents and other in parents:
            parents[top(other)] = top(one)
    tops = {each: top(each) for each in names}
    known = {tops[each]: name for each, name in reversed(list(names.items())) if name}
    sizes = Counter(tops.values())
    return {each: known.get(over, "") or (f"#{over}" if sizes[over] > 1 else "") for each, over in tops.items()}


def file_name(id_: str) -> str:
    """Return a document's id as the name of a file, without an ending: one that no system refuses."""
    name = _UNSAFE.sub(lambda sign: "".join(f"%{byte:02X}" for byte in sign[0].encode()), id_)
    if name.startswith(".") or is_device(name):
        name = f"%{ord(name[0]):02X}{name[1:]}"
    if len(name.encode()) <= _LONGEST:
        return name or "%"
    return f"{name.encode()[: _LONGEST - 17].decode(errors='ignore')}-{sha256(id_.encode()).hexdigest()[:16]}"


def decoded(name: str, data: bytes) -> str:
    """Return the text of a file, its line ends as they are; raise InputError if it is not UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{name}: not UTF-8 at byte {error.start}") from None


def shown(features: Features) -> Features:
    """Return the features that people annotate."""
    return tuple(pair for pair in features if pair[0] in SHOWN)
