"""Other people's tag sets: how their tags read as labels, and how labels are written as their tags.

A tag set is a table, tables/<name>.toml:

    catch_all       the tag of whatever has none of its own; left out where the set has no such tag
    unwritten       labels that the set cannot say: these, and what stands below them, are written as None
    running_number  the feature that a tag of digits stands for
    [tags]          tag = { label, features }; these survive reading and writing
    [aliases]       the same, for other spellings: read, never written
    [writes]        label = tag, for labels that no tag reads as
    [modifiers]     tag = { features }; they stand beside a tag and carry no label
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from allonym.core.errors import SettingsError
from allonym.core.labels import FEATURES, lineage, require
from allonym.core.nearest import nearest
from allonym.core.types import Features

Reading = tuple[str, Features]

TAGSETS = ("akio", "cloaked", "conll", "luxembourg", "netanos", "ontonotes", "presidio", "swell", "tab")
"""The names of the tag sets that come with allonym."""

_KEYS = ("title", "source", "catch_all", "unwritten", "running_number", "tags", "aliases", "writes", "modifiers")


@dataclass(frozen=True, slots=True)
class TagSet:
    """One tag set, in both directions. Reading a tag of `tags` and writing it again gives the same tag."""

    name: str
    title: str
    source: str
    tags: Mapping[str, Reading]
    aliases: Mapping[str, Reading]
    modifiers: Mapping[str, Features]
    writes: Mapping[str, str]
    unwritten: frozenset[str]
    catch_all: str | None
    running_number: str | None

    def read(self, tag: str) -> Reading:
        """Return the label of a tag and the features that the tag implies."""
        if tag in self.modifiers:
            raise SettingsError(f"{tag!r} is a modifier of the tag set {self.name!r}: it has no label")
        found = self.tags.get(tag) or self.aliases.get(tag)
        if found is None:
            raise SettingsError(
                f"the tag set {self.name!r} has no tag {tag!r}{nearest(tag, (*self.tags, *self.aliases))}"
            )
        return found

    def read_modifier(self, tag: str) -> Features:
        """Return the features that a modifier stands for: gen, foreign, a running number."""
        if self.running_number and tag.isascii() and tag.isdecimal():
            return ((self.running_number, tag),)
        if tag not in self.modifiers:
            raise SettingsError(f"the tag set {self.name!r} has no modifier {tag!r}{nearest(tag, self.modifiers)}")
        return self.modifiers[tag]

    def write(self, label: str, features: Features = ()) -> str | None:
        """Return the tag of a label, or of its nearest parent that has one; None where the set cannot say it.

        A tag that implies a feature is chosen only for a mention that has the feature.
        """
        for name in lineage(require(label)):
            if tag := self._own_tag(name, features):
                return tag
            if name in self.unwritten:
                return None
        return self.catch_all

    def write_modifiers(self, features: Features) -> tuple[str, ...]:
        """Return the modifiers that say these features: the running number first, the others in the set's order."""
        numbers = [value for feature, value in features if feature == self.running_number]
        return (*numbers, *(tag for tag, implied in self.modifiers.items() if _fits(implied, features)))

    def _own_tag(self, label: str, features: Features) -> str | None:
        if (tag := self._fitting(label, features)) or (tag := self.writes.get(label)) is None:
            return tag
        # Where a label is written as another, features count as they do for that one: a name as a man's first name.
        return self._fitting(self.tags[tag][0], features) or tag

    def _fitting(self, label: str, features: Features) -> str | None:
        fitting = [tag for tag, (name, implied) in self.tags.items() if name == label and _fits(implied, features)]
        # The tag that says most wins: a Swedish passport is SE before it is any.
        return max(fitting, key=lambda tag: len(self.tags[tag][1]), default=None)


@cache
def tagset(name: str) -> TagSet:
    """Return the tag set of that name; its table is read the first time it is asked for."""
    if name not in TAGSETS:
        raise SettingsError(f"no tag set is called {name!r}{nearest(name, TAGSETS)}; there are {', '.join(TAGSETS)}")
    return parse(name, files("allonym.core").joinpath("tables", f"{name}.toml").read_text("utf-8"))


def parse(name: str, text: str) -> TagSet:
    """Return the tag set that a table describes; raise SettingsError for a table that contradicts itself."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"tag set {name!r}: {error}") from error
    for key in table:
        if key not in _KEYS:
            raise SettingsError(f"tag set {name!r} has no key {key!r}{nearest(key, _KEYS)}")
    found = TagSet(
        name=name,
        title=table.get("title", name),
        source=table.get("source", ""),
        tags=_readings(name, table.get("tags", {})),
        aliases=_readings(name, table.get("aliases", {})),
        modifiers=_modifiers(name, table.get("modifiers", {})),
        writes=MappingProxyType(table.get("writes", {})),
        unwritten=frozenset(table.get("unwritten", ())),
        catch_all=table.get("catch_all"),
        running_number=table.get("running_number"),
    )
    _require_sound(found)
    return found


def _readings(name: str, rows: Mapping[str, str | Mapping[str, str]]) -> Mapping[str, Reading]:
    return MappingProxyType({tag: _reading(name, tag, row) for tag, row in rows.items()})


def _reading(name: str, tag: str, row: str | Mapping[str, str]) -> Reading:
    if isinstance(row, str):
        return require(row), ()
    if "label" not in row:
        raise SettingsError(f"tag set {name!r}: the tag {tag!r} has no label")
    return require(row["label"]), _features(name, {key: value for key, value in row.items() if key != "label"})


def _modifiers(name: str, rows: Mapping[str, Mapping[str, str]]) -> Mapping[str, Features]:
    return MappingProxyType({tag: _features(name, row) for tag, row in rows.items()})


def _features(name: str, row: Mapping[str, str]) -> Features:
    for feature in row:
        if feature not in FEATURES:
            raise SettingsError(f"tag set {name!r}: no feature is called {feature!r}{nearest(feature, FEATURES)}")
    return tuple(sorted(row.items()))


def _require_sound(found: TagSet) -> None:
    for label in (*found.writes, *found.unwritten):
        require(label)
    for tag in (*found.writes.values(), *filter(None, [found.catch_all])):
        if tag not in found.tags:
            raise SettingsError(f"tag set {found.name!r}: {tag!r} is written but not among its tags")
    for tag in (*found.aliases, *found.modifiers):
        if tag in found.tags or (tag in found.aliases and tag in found.modifiers):
            raise SettingsError(f"tag set {found.name!r}: {tag!r} stands in two places")


def _fits(implied: Features, features: Features) -> bool:
    return set(implied) <= set(features)
