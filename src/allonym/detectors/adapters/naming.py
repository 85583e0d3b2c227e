"""What the tags of other engines mean in our labels. A tag that nobody knows is EXTRA: unknown means redact."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from allonym.core.errors import SettingsError
from allonym.core.labels import LABELS, require
from allonym.core.tagsets import Reading, parse, tagset

_GAPS = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Naming:
    """How the tags of one engine are read. `own` is what the user says of them, `ignored` what he wants left out."""

    tables: tuple[str, ...]
    own: Mapping[str, str]
    ignored: frozenset[str]

    def read(self, tag: str) -> Reading | None:
        """Return the label of a tag with what the tag says beyond it; None if the user wants it left out."""
        if tag in self.ignored:
            return None
        if tag in self.own:
            return self.own[tag], ()
        if tag in LABELS:
            return tag, ()
        plain = _plain(tag)
        readings = (_table(name).get(plain) for name in self.tables)
        return next(filter(None, readings), None) or ("EXTRA", (("kind", tag.lower()),))


def naming(tags: Iterable[str], labels: Mapping[str, str] | None = None, ignore: Sequence[str] = ()) -> Naming:
    """Make the reading of an engine that can give these tags; refuse settings that name none of them."""
    given = frozenset(tags)
    if not isinstance(labels or {}, Mapping) or isinstance(ignore, str):
        raise SettingsError("labels must be a table of tags and labels, ignore a list of tags")
    for tag in (*(labels or {}), *ignore):
        if tag not in given:
            raise SettingsError(f"it never gives the tag {tag!r}; its tags are {', '.join(sorted(given))}")
    # LOC is any place in the sets of four tags, and only a lake or mountain where towns have GPE.
    order = ("foreign", "ontonotes", "conll") if "GPE" in given else ("foreign", "conll", "ontonotes")
    own = {tag: require(label) for tag, label in (labels or {}).items()}
    return Naming((*order, "presidio"), own, frozenset(ignore))


def _plain(tag: str) -> str:
    return _GAPS.sub("_", tag).strip("_").upper()


@cache
def _table(name: str) -> Mapping[str, Reading]:
    if name == "foreign":
        text = files("allonym.detectors.adapters").joinpath("tags.toml").read_text("utf-8")
        found = parse(name, text)
    else:
        found = tagset(name)
    return {**found.aliases, **found.tags}
