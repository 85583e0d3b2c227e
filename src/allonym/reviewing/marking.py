"""Commands about marks: where something stands, and what is said of this one place."""

from dataclasses import replace

from allonym.core.types import Span
from allonym.reviewing.changing import (
    Rules,
    added,
    by_person,
    fitted,
    lasting,
    new_party,
    overlapping,
    resettled,
    tidied,
    with_marks,
    without,
)
from allonym.reviewing.reading import Refused, Said
from allonym.reviewing.values import PERSON, Mark, Party, Sheet, with_feature

MORPHOLOGY = ("gen", "def", "pl")
KINDS = ("obs", "com")


def mark(said: Said, rules: Rules) -> Sheet:
    """Mark words, as an entity of their own or as one more mention of another."""
    said.require(("start", "end", "label"), ("entity",))
    sheet, span, label = said.sheet, said.span(), said.label()
    if overlapping(sheet, span):
        raise Refused("start: something is marked here already")
    party = said.party() if said.data.get("entity") is not None else new_party(sheet, label, rules)
    return marked(sheet, span, label, party)


def marked(sheet: Sheet, span: Span, label: str, party: Party) -> Sheet:
    """Return the sheet with a mark of a party, which may be new to it."""
    number = sheet.last + 1
    new = Mark(f"m{number}", span, label, party.id, 1.0, PERSON)
    if sheet.party(party.id) is None:
        sheet = replace(sheet, parties=(*sheet.parties, party))
    return resettled(fitted(added(replace(sheet, last=number), new), party.id), label)


def unmark(said: Said, _: Rules) -> Sheet:
    """Take a mark away; an entity goes with its last one."""
    said.require(("mark",))
    return unmarked(said.sheet, {said.mark().id})


def unmarked(sheet: Sheet, ids: set[str]) -> Sheet:
    """Return the sheet without some marks, and without the entities that nothing mentions any more."""
    return tidied(without(sheet, ids))


def bounds(said: Said, _: Rules) -> Sheet:
    """Have a mark begin or end elsewhere."""
    said.require(("mark", "start", "end"))
    found, span = said.mark(), said.span()
    if overlapping(said.sheet, span, found.id):
        raise Refused("start: another mark stands in the way")
    moved = replace(by_person(found), span=span, features=lasting(found.features))
    return added(without(said.sheet, {found.id}), moved)


def accept(said: Said, _: Rules) -> Sheet:
    """Say of marks that they are right as they are."""
    said.require(("marks",))
    return with_marks(said.sheet, {each.id: by_person(each) for each in said.marks()})


def morphology(said: Said, _: Rules) -> Sheet:
    """Say which forms a mention has: genitive, definite, plural."""
    said.require(("mark", "tags"))
    found, tags = said.mark(), said.listed("tags", MORPHOLOGY)
    features = found.features
    for each in MORPHOLOGY:
        features = with_feature(features, each, "yes" if each in tags else None)
    return with_marks(said.sheet, {found.id: replace(by_person(found), features=features)})


def foreign(said: Said, _: Rules) -> Sheet:
    """Say that a place is abroad, or not."""
    return _yes_or_no(said, "foreign")


def citation(said: Said, _: Rules) -> Sheet:
    """Say that words of another language are cited, or not: the tag Cit-FL of SweLL."""
    return _yes_or_no(said, "citation")


def _yes_or_no(said: Said, name: str) -> Sheet:
    said.require(("mark", "yes"))
    found, value = said.mark(), "yes" if said.yes("yes") else None
    features = with_feature(found.features, name, value)
    return with_marks(said.sheet, {found.id: replace(by_person(found), features=features)})


def flag(said: Said, _: Rules) -> Sheet:
    """Put an OBS! or Com! tag on a mark with a comment, or take it off."""
    said.require(("mark", "kind", "comment"))
    found, words = said.mark(), said.maybe_words("comment")
    if said.one_of("kind", KINDS) == "obs":
        return with_marks(said.sheet, {found.id: replace(found, obs=words)})
    return with_marks(said.sheet, {found.id: replace(found, com=words)})
