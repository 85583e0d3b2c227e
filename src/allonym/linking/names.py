"""The `names` linker: mentions that speak of one person, organisation or place are one entity.

Persons are told apart in `persons`, organisations and places in `bodies`; everything else is one by its canonical
form, as in `exact`. What is made from a name (pwatson@example.org) is an entity of its own that says whose: its kin.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from allonym.core.canon import canonical
from allonym.core.labels import LABELS, lineage
from allonym.core.making import quickly
from allonym.core.types import Document, Entity, Mention
from allonym.linking.bodies import link_bodies
from allonym.linking.exact import ExactLinker
from allonym.linking.handles import MADE_OF_NAMES, Makers, may_be_made_of
from allonym.linking.identity import NAMESAKE, identity
from allonym.linking.person_names import LOOK_AHEAD, generation_behind
from allonym.linking.persons import are_strangers, link_persons
from allonym.linking.table import Table, read_table

UNSURE_LINK = ("unsure_link", "yes")
"""The feature of a mention that fitted two entities alike and was given to the nearer one."""
_MAKERS = frozenset({"PERSON", "ORGANIZATION"})
_NAMED = _MAKERS | {"LOCATION"}
_TOPS = {label: label.partition(".")[0] for label in LABELS}
_GENERATIONS = {"older": "senior", "younger": "junior", "third": "III"}
_entity = quickly(Entity)
_exact = ExactLinker()
Mentions = Sequence[Mention]
_WORD = re.compile(r"[^\W_]+")
_BARE_HANDLES = ("column", "patterns:handle")
_WITH_GENITIVE = frozenset({"de", "sv"})
_FORMS = frozenset({"gen", "clitic"})
"""The features of a form of a name; who a column tells in full is who the cell is, whatever the form."""


@dataclass(frozen=True, slots=True)
class NamesLinker:
    """Links full, short, inflected, misspelt and transliterated names; `table` joins what the user says is one."""

    table: Table | None = field(default=None, repr=False)

    def link(self, document: Document, mentions: Mentions) -> tuple[Entity, ...]:
        """Return every mention in exactly one entity, which has mentions of one top label only."""
        if len(mentions) == 1:
            return (_entity("e1", mentions[0].label, (mentions[0],)),)
        named, handles = _sorted_out(mentions)
        if not named:
            return _exact.link(document, mentions)
        has_kin = bool(handles) and _may_have_kin(document.text, handles, named)
        if not has_kin and self._are_single(document, named):
            return _exact.link(document, mentions)
        groups = sorted(self._groups(document, mentions, named), key=lambda group: group[0].span.start)
        made = [_entity(f"e{number}", _label(group), tuple(group)) for number, group in enumerate(groups, 1)]
        return tuple(_with_kin(document, made) if has_kin else made)

    def key(self, document: Document, entity: Entity) -> str:
        """Return who the entity is, by its fullest mention, or by the table."""
        if _TOPS[entity.label] not in _NAMED and self.table is None:
            return canonical(entity.label, _with_sign(entity.mentions[0], document.text))
        return self._key(document, entity.label, entity.mentions)

    def _key(self, document: Document, label: str, mentions: Mentions) -> str:
        surfaces = [mention.span.of(document.text) for mention in mentions]
        features = {name: value for mention in mentions for name, value in mention.features}
        if _TOPS[label] == "PERSON":
            told = _told_beside(document, mentions)
            surfaces = told if told and not _FORMS.isdisjoint(features) else surfaces + told
            features = {name: value for name, value in features.items() if surfaces is not told or name not in _FORMS}
            surfaces = [*surfaces, *_with_generation(document.text, mentions)]
        return identity(label, surfaces, features, document.language, self.table, document.author)

    def _are_single(self, document: Document, named: Mapping[str, Mentions]) -> bool:
        """Tell at a glance whether nothing that has a name can be the same as something else."""
        for top, mentions in named.items():
            if len(mentions) > 1 and (top != "PERSON" or self.table is not None):
                return False
        people = named.get("PERSON", ())
        if len(people) > 1 and document.known:
            return False
        return len(people) < 2 or are_strangers([each.span.of(document.text) for each in people], document.language)

    def _groups(self, document: Document, mentions: Mentions, named: Mapping[str, Mentions]) -> Iterator[Mentions]:
        others: dict[tuple[str, str], list[Mention]] = {}
        for mention in mentions:
            if _TOPS[mention.label] not in _NAMED:
                key = mention.label, canonical(mention.label, mention.span.of(document.text))
                others.setdefault(key, []).append(mention)
        yield from others.values()
        for top, found in named.items():
            if len(found) == 1:
                yield found
            else:
                yield from self._told_apart(document, list(self._linked(document, top, found)))

    def _linked(self, document: Document, top: str, mentions: Mentions) -> Iterator[Mentions]:
        groups = _persons(document, mentions) if top == "PERSON" else link_bodies(document, mentions, top)
        if top == "PERSON" and document.known:
            groups = iter(_joined_by_row(document, groups))
        return groups if self.table is None else _joined_by(self.table, document, groups)

    def _told_apart(self, document: Document, groups: list[Mentions]) -> Iterator[Mentions]:
        """Return groups; where two have one key, the mentions of the second say that it is a namesake of the first."""
        seen: dict[str, int] = {}
        before: dict[str, list[Mention]] = {}
        alike = _alike(document.text, groups)
        for group in groups:
            if id(group) in alike:
                key = self._key(document, _label(group), group)
                same = before.setdefault(key, [])
                is_part = same and _part_of(document, group) and _is_another_part(document.text, group, same)
                seen[key] = seen.get(key, 0) + (0 if is_part else 1)
                same += group
                if seen[key] > 1:
                    group = [_with(mention, (NAMESAKE, str(seen[key]))) for mention in group]  # noqa: PLW2901
            yield group


def _sorted_out(mentions: Mentions) -> tuple[dict[str, list[Mention]], list[Mention]]:
    """Return what has a name, by its top label, and what may be made from a name."""
    named: dict[str, list[Mention]] = {}
    handles: list[Mention] = []
    for mention in mentions:
        top = _TOPS[mention.label]
        if top in _NAMED:
            if top in named:
                named[top].append(mention)
            else:
                named[top] = [mention]
        elif top in MADE_OF_NAMES:
            handles.append(mention)
    return named, handles


def _with_sign(mention: Mention, text: str) -> str:
    """Return the words of a mention; a handle in a column of handles or behind u/ has no @, and is the same with it."""
    surface = mention.span.of(text)
    is_bare = mention.source.startswith(_BARE_HANDLES) and mention.label == "USERNAME" and not surface.startswith("@")
    return f"@{surface}" if is_bare else surface


def _told_beside(document: Document, mentions: Mentions) -> list[str]:
    """Return the one full name in a column of the same row that these names are parts of, if there is one."""
    names = [name for name, label in document.known if label.startswith("PERSON")]
    if not names:
        return []
    words = _words_of(document.text, mentions)
    if document.language in _WITH_GENITIVE:
        # The linker takes them for one: Jona, and Jonas, which may be another name.
        words = {word for word in words if word[-1] != "s" or word[:-1] not in words}
    fitting = [name for name in names if words <= {*_WORD.findall(name.casefold()), *name.casefold().split()}]
    return fitting if len(fitting) == 1 else []


def _words_of(text: str, mentions: Mentions) -> set[str]:
    """Return the words of names, without the Arabic letters of the sentence before them and the -s of owners."""
    surfaces = (_nominative(each.span.of(text), each) for each in mentions)
    return {word for surface in surfaces for word in _WORD.findall(surface.casefold())}


def _nominative(surface: str, mention: Mention) -> str:
    features = dict(mention.features)
    if "gen" in features and surface[-1] in "sS":
        return surface[:-1]
    clitic = features.get("clitic", "")
    # Of a name that a column tells, لل is "to" and the article of the name.
    has_article = clitic.endswith("لل") and mention.source.startswith("column")
    return ("ال" if has_article else "") + surface.removeprefix(clitic)


def _joined_by_row(document: Document, groups: Iterable[Mentions]) -> list[Mentions]:
    """Join what are different words of one full name in a column of the same row: of Ng Thi Xy, Ng and Thi."""
    made: list[Mentions] = []
    places: dict[tuple[str, str], int] = {}
    for group in groups:
        key = (name, _label(group)) if (name := _part_of(document, group)) else None
        if key is None or key not in places:
            places.update({key: len(made)} if key else {})
            made.append(group)
        elif _is_another_part(document.text, group, made[places[key]]):
            made[places[key]] = sorted([*made[places[key]], *group], key=lambda each: each.span)
        else:
            made.append(group)
    return made


def _part_of(document: Document, group: Mentions) -> str:
    """Return the full name in a column of the same row that somebody is named by single words of, if there is one."""
    has_spaces = any(" " in each.span.of(document.text) for each in group)
    return next(iter(() if has_spaces else _told_beside(document, group)), "")


def _is_another_part(text: str, group: Mentions, others: Mentions) -> bool:
    """Tell whether words are other ones than those seen before: if not, the linker has told two namesakes apart."""
    words = _words_of(text, group)
    return all(_words_of(text, [each]) != words for each in others)


def _alike(text: str, groups: Sequence[Mentions]) -> set[int]:
    """Return which groups may share a key: those that have a word with one initial. Few have."""
    initials: dict[str, list[int]] = {}
    for group in groups:
        first = {word[0].lower() for mention in group for word in mention.span.of(text).split()}
        for initial in {letter if letter.isascii() else "*" for letter in first}:
            initials.setdefault(initial, []).append(id(group))
    return {each for found in initials.values() if len(found) > 1 for each in found}


def _persons(document: Document, mentions: Mentions) -> Iterator[Mentions]:
    linked = link_persons(document, mentions)
    for person in linked.persons:
        numbers = sorted(number for _, number in person.mentions)
        yield [_with(mentions[each], UNSURE_LINK) if each in linked.unsure else mentions[each] for each in numbers]


def _with_generation(text: str, mentions: Mentions) -> Iterator[str]:
    """Return the whole names that "senior" or "junior" stands behind, with that word."""
    for mention in mentions:
        surface = mention.span.of(text)
        if " " in surface and (told := generation_behind(text[mention.end : mention.end + LOOK_AHEAD])):
            yield f"{surface} {_GENERATIONS[told]}"


def _with(mention: Mention, feature: tuple[str, str]) -> Mention:
    return replace(mention, features=tuple(sorted({*mention.features, feature})))


def _joined_by(table: Table, document: Document, groups: Iterable[Mentions]) -> Iterator[Mentions]:
    """Join the groups whose mentions the table says are one."""
    told: dict[str, list[Mention]] = {}
    for number, group in enumerate(groups):
        surfaces = (mention.span.of(document.text) for mention in group)
        entities = (table.entity(group[0].label, each, document.language, document.author) for each in surfaces)
        entity = next(filter(None, entities), "")
        told.setdefault(f"={entity}" if entity else f"#{number}", []).extend(group)
    return (sorted(found, key=lambda each: each.span) for found in told.values())


def _label(group: Mentions) -> str:
    """Return the label that all mentions share, else their common parent."""
    first = group[0].label
    if len(group) == 1:
        return first
    labels = {mention.label for mention in group}
    if len(labels) == 1:
        return first
    return max(set.intersection(*(set(lineage(label)) for label in labels)), key=len)


def _may_have_kin(text: str, handles: Mentions, named: Mapping[str, Mentions]) -> bool:
    """Tell at a glance whether a name stands within a handle; in most texts with both none does."""
    makers = (mention for top in _MAKERS for mention in named.get(top, ()))
    return may_be_made_of((each.span.of(text) for each in handles), (each.span.of(text) for each in makers))


def _with_kin(document: Document, entities: Sequence[Entity]) -> Iterator[Entity]:
    """Return the entities; those that are made from a name say whose."""
    makers = Makers(document.language)
    for entity in entities:
        if (top := _TOPS[entity.label]) in _MAKERS:
            makers.add(entity.id, top, {mention.span.of(document.text) for mention in entity.mentions})
    for entity in entities:
        is_made = _TOPS[entity.label] in MADE_OF_NAMES
        kin = makers.maker_of(entity.label, entity.mentions[0].span.of(document.text)) if is_made else ""
        yield replace(entity, kin=kin) if kin else entity


def names(table: str = "") -> NamesLinker:
    """Make the linker; `table` is the path of a correspondence table."""
    return NamesLinker(read_table(Path(table)) if table else None)
