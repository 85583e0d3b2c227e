"""The labels of an edge, as annotations: a SweLL tag, a running number, morphology, OBS! and Com!; and back.

Labels of other kinds, such as those of corrections, are not ours: they are kept, and say nothing here.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from allonym.core.labels import LABELS
from allonym.core.tagsets import TagSet, tagset
from allonym.core.types import Features
from allonym.reviewing.exchange.told import shown
from allonym.reviewing.values import Mark

NOTE = ("kind", "note")
"""The feature of what has OBS!, Com! or morphology, but no tag: nothing is replaced there."""
UNNUMBERED = "~"
"""What the name of an entity begins with that has no running number in its graph."""
EXTRA = "extra"
OBS, COM = "OBS!", "Com!"
_CORRECTION = re.compile(r"[A-Z](?:-\S+)?|Unid|Consistency")
"""The labels of corrections: O, L-W, M-Adj/adv, S-Msubj, X."""
_FLAGS = {OBS: "attention", COM: "comment"}


@dataclass(frozen=True, slots=True)
class Said:
    """What the labels of one edge say; `tag` is "" where nothing is identified."""

    tag: str
    number: int | None
    features: Features = field(repr=False)
    obs: str | None = field(default=None, repr=False)
    com: str | None = field(default=None, repr=False)
    others: tuple[str, ...] = ()
    """Labels that are not about pseudonymization."""


def swell() -> TagSet:
    """Return the tag set that SVALA annotates with."""
    return tagset("swell")


def read_labels(labels: Sequence[str], comment: str | None) -> Said | None:
    """Return what labels say; None if none of them is about pseudonymization."""
    tags = swell()
    ours = [each for each in labels if each in tags.tags or each in tags.aliases]
    numbers = [int(each) for each in labels if _is_number(each)]
    signs = [each for each in labels if each in tags.modifiers]
    if not (ours or signs):
        return None
    features = dict(pair for each in signs if each not in _FLAGS for pair in tags.modifiers[each])
    if not ours:
        features.update([NOTE])
    return Said(
        tag=ours[0] if ours else EXTRA,
        # A number counts the people of a tag; without one it is nobody's, and stays.
        number=numbers[0] if ours and numbers else None,
        features=tuple(sorted(features.items())),
        obs=(comment or "") if OBS in signs else None,
        # There is one field for the comments of both: it belongs to OBS! where both tags stand.
        com=("" if OBS in signs else comment or "") if COM in signs else None,
        others=tuple(each for each in labels if each not in {*ours, *signs} and not (ours and _is_number(each))),
    )


@cache
def also_written(tag: str) -> tuple[str, ...]:
    """Return the labels that are written as a tag and read back as another label: an address as a place."""
    label, implied = swell().read(tag)
    written = swell().write(label, implied)
    return tuple(each for each in LABELS if each != label and swell().write(each, implied) == written)


def unknown_tag(labels: Sequence[str]) -> str | None:
    """Return the tag of an edge that is none of SweLL's, unless one of SweLL's stands there, too, or a correction."""
    tags = swell()
    if any(each in tags.tags or each in tags.aliases for each in labels):
        return None
    known = (each for each in labels if not (each in tags.modifiers or _is_number(each)))
    return next((each for each in known if not _CORRECTION.fullmatch(each)), None)


def write_labels(mark: Mark, number: int) -> list[str]:
    """Return the labels of a mark: the tag, the number, morphology, OBS! and Com!."""
    flags = [(name, "yes") for name, said in (("attention", mark.obs), ("comment", mark.com)) if said is not None]
    features = (*shown(mark.features), *flags)
    modifiers = swell().write_modifiers(tuple(features))
    if NOTE in mark.features:
        return list(modifiers)
    tag = swell().write(mark.label, shown(mark.features)) or EXTRA
    return [tag, str(number), *modifiers]


def comment_of(mark: Mark) -> str | None:
    """Return the comment of an edge; SVALA has one field for both tags."""
    return "\n\n".join(filter(None, (mark.obs, mark.com))) or None


def _is_number(label: str) -> bool:
    return label.isascii() and label.isdecimal() and 0 < len(label) < 7
