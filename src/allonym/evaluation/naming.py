"""Labels that can be compared: gold and predictions, each in its own words, under the names of one set.

Our own labels are compared at the top of the tree (PERSON.FIRST is a PERSON), unless asked to be fine: then a
prediction is taken for the nearest of its parents that the gold uses. An address is a place, and a user name a person,
where the gold has no label for them. With a tag set, predictions are written as its
tags; what the set cannot say is left out, but still hides what it covers.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from allonym.core.errors import InputError, SettingsError, UsageError
from allonym.core.labels import LABELS, Kind, lineage, require
from allonym.core.nearest import nearest
from allonym.core.tagsets import TAGSETS, TagSet, tagset
from allonym.core.types import UNSURE
from allonym.evaluation.values import DIRECT, NONE, QUASI, Annotated

OWN = "allonym"
"""The name of our own labels, beside those of the tag sets."""
_GUESSED = ("conll", "ontonotes", "tab", "presidio", "netanos", "cloaked", "luxembourg", "akio", "swell")
# What sets without a label of their own for it have it under.
_NEAR = {"ADDRESS": "LOCATION", "COORDINATES": "LOCATION", "USERNAME": "PERSON"}
_SHOWABLE = re.compile(r"[A-Z][A-Z0-9_.\-]{0,39}")
_IDENTIFIERS = {Kind.DIRECT: DIRECT, Kind.QUASI: QUASI, Kind.SENSITIVE: QUASI, Kind.OTHER: NONE}


@dataclass(frozen=True, slots=True)
class Naming:
    """How tags become names that can be compared."""

    tags: TagSet | None
    changes: Mapping[str, str] = field(default_factory=dict)
    """What the user says that a tag of the gold means, as a label of ours."""
    blank: frozenset[str] = frozenset()
    """Tags that count neither for nor against."""
    used: frozenset[str] = frozenset()
    """The labels of ours that the gold uses; without fine ones, the tops of the tree."""
    fine: bool = False

    def label(self, tag: str, place: str) -> str:
        """Return the label of ours that a tag reads as; raise InputError if nobody knows it."""
        if tag in self.changes:
            return self.changes[tag]
        if self.tags is not None and (tag in self.tags.tags or tag in self.tags.aliases):
            return self.tags.read(tag)[0]
        if tag in LABELS:
            return tag
        # A tag that is none may be a word of the text in the wrong column.
        shown = f" {tag!r}" if _SHOWABLE.fullmatch(tag) else ""
        known = (*self.tags.tags, *self.tags.aliases) if self.tags else LABELS
        meant = nearest(tag, known) if shown else ""
        raise InputError(
            f"{place}: unknown label{shown}{meant}; --tagset names the set, --map {tag if shown else 'TAG'}=LABEL says "
            "what it means, --ignore leaves it out"
        )

    def name(self, tag: str, place: str) -> str | None:
        """Return the name that a tag is compared by; None where the set cannot say it."""
        label = self.label(tag, place)
        if tag == UNSURE:
            # What may be a name is not a sort of its own in any set, though sets have a tag for the rest.
            return tag
        if self.tags is not None:
            own = tag in self.tags.tags and tag not in self.changes
            return tag if own else self.tags.write(label, ())
        if not self.fine:
            top = lineage(label)[-1]
            near = _NEAR.get(top, top)
            return near if top not in self.used and near in self.used else top
        return next((each for each in lineage(label) if each in self.used), label)


def naming_for(
    gold: Sequence[Annotated],
    set_name: str | None = None,
    changes: Iterable[tuple[str, str]] = (),
    blank: Iterable[str] = (),
    *,
    fine: bool = False,
) -> Naming:
    """Return how the tags of a gold file are compared: in the set that is named, else in the first that has them all.

    Our own labels come first. A file with tags that no set knows is refused when its texts are named.
    """
    mapped, left = {tag: require(label) for tag, label in changes}, frozenset(blank)
    tags = {span.label for each in gold for span in each.spans} - left - set(mapped)
    found = _named(set_name) if set_name else _guessed(tags)
    if fine and found is not None:
        raise UsageError(f"fine labels are our own; the gold speaks {found.name}")
    used = (tags & set(LABELS)) | set(mapped.values())
    return Naming(found, mapped, left, frozenset(used if fine else (lineage(each)[-1] for each in used)), fine)


def identifier_of(label: str) -> str:
    """Return how much a label of ours gives away: direct, quasi or none."""
    return _IDENTIFIERS[LABELS[label].kind]


def is_counted(name: str | None, wanted: Iterable[str]) -> bool:
    """Tell whether a prediction counts: if the gold has its label, or if it is a name of nobody knows what."""
    return name is not None and (name in wanted or name == UNSURE)


def _named(name: str) -> TagSet | None:
    try:
        return None if name == OWN else tagset(name)
    except SettingsError:
        raise UsageError(f"no tag set is called {name!r}; there are {OWN}, {', '.join(TAGSETS)}") from None


def _guessed(tags: set[str]) -> TagSet | None:
    if tags <= set(LABELS):
        return None
    known = (tagset(name) for name in _GUESSED)
    return next((each for each in known if tags <= {*each.tags, *each.aliases}), None)
