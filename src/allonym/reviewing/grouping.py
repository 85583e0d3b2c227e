"""Commands about entities: what each is, who is the same, what is done with it, what stands in for it."""

from collections.abc import Sequence
from dataclasses import replace

from allonym.core.canon import canonical
from allonym.core.types import Action
from allonym.reviewing.changing import (
    Rules,
    by_person,
    common,
    fitted,
    lasting,
    new_party,
    resettled,
    settled,
    tidied,
    with_marks,
    with_parties,
)
from allonym.reviewing.reading import MOST_REPLACEMENT, Refused, Said
from allonym.reviewing.values import Mark, Party, Sheet, with_feature

GENDERS = ("female", "male", "unknown")
_ACTIONS = tuple(each.value for each in Action)


def relabel(said: Said, rules: Rules) -> Sheet:
    """Say what kind of thing an entity is, or one mention of it; one that no longer fits the others leaves them."""
    if "entity" in said.data:
        said.require(("entity", "label"))
        party = said.party()
        return relabelled(said.sheet, said.sheet.marks_of(party.id), said.label(), rules)
    said.require(("mark", "label"))
    return relabelled(said.sheet, (said.mark(),), said.label(), rules)


def relabelled(sheet: Sheet, marks: Sequence[Mark], label: str, rules: Rules) -> Sheet:
    """Return the sheet with another label on marks of one entity."""
    party = _of(sheet, marks[0])
    changed = {each.id: replace(by_person(each), label=label, features=lasting(each.features)) for each in marks}
    others = {each.label for each in sheet.marks_of(party.id) if each.id not in changed}
    sheet = with_marks(sheet, changed)
    if others and common({label, *others}) is None:
        return parted(sheet, [changed[each.id] for each in marks], label, rules)
    return fitted(sheet, party.id, rules)


def act(said: Said, rules: Rules) -> Sheet:
    """Replace an entity, only mark it, or keep it; by its rule, unless that writes nothing, or by another."""
    said.require(("entity", "action"), ("rule",))
    party, action = said.party(), Action(said.one_of("action", _ACTIONS))
    rule = said.words("rule", 200) if "rule" in said.data else party.rule
    # Words that were typed stand in for something only as long as it is replaced.
    words = party.replacement if action is Action.REPLACE else None
    if action is Action.REPLACE and words is None and not rules.writes(rule):
        if "rule" in said.data:
            raise Refused("rule: the profile has no such rule, or it writes nothing")
        rule = rules.otherwise
    changed = replace(party, action=action, rule=rule, replacement=words)
    return seen(with_parties(said.sheet, {party.id: changed}), party.id)


def write(said: Said, rules: Rules) -> Sheet:
    """Write by hand what stands in for an entity, or leave it to the rule again."""
    said.require(("entity", "text"))
    party, words = said.party(), said.written("text", MOST_REPLACEMENT)
    if words is not None:
        require_other(said.sheet, party, words)
    rule = party.rule if words is not None or rules.writes(party.rule) else rules.otherwise
    changed = replace(party, action=Action.REPLACE, rule=rule, replacement=words)
    return seen(with_parties(said.sheet, {party.id: changed}), party.id)


def require_other(sheet: Sheet, party: Party, words: str) -> None:
    """Refuse words that say what stood there before: they would have replaced nothing."""
    written = canonical(party.label, words)
    surfaces = {mark.span.of(sheet.document.text) for mark in sheet.marks_of(party.id)}
    if words and any(written == canonical(party.label, each) for each in surfaces):
        raise Refused("text: it says what stands there; choose keep to leave it")


def join(said: Said, _: Rules) -> Sheet:
    """Say that entities are one."""
    said.require(("entities",))
    parties = said.parties()
    if len(parties) < 2:
        raise Refused("entities: it takes two to be one")
    return joined(said.sheet, parties, "entities")


def joined(sheet: Sheet, parties: Sequence[Party], name: str) -> Sheet:
    """Return the sheet with entities made one: the first, which is replaced if any of them is."""
    if (label := common(each.label for each in parties)) is None:
        raise Refused(f"{name}: things of such different kinds cannot be one")
    first, *others = parties
    strictest = next((each for each in parties if each.action is Action.REPLACE), first)
    words = next((each.replacement for each in parties if each.replacement is not None), None)
    whole = replace(first, label=label, action=strictest.action, rule=strictest.rule, replacement=words)
    gone = {each.id for each in others}
    moved = {each.id: replace(by_person(each), entity=first.id) for each in sheet.marks_of(*gone)}
    sheet = with_parties(with_marks(sheet, moved), {first.id: whole})
    kin = {each.id: replace(each, kin=first.id) for each in sheet.parties if each.kin in gone and each.id != first.id}
    return resettled(tidied(with_parties(sheet, kin)), label)


def part(said: Said, rules: Rules) -> Sheet:
    """Say that marks are an entity of their own."""
    said.require(("marks",))
    marks = said.marks()
    if (label := common(each.label for each in marks)) is None:
        raise Refused("marks: things of such different kinds cannot be one")
    owners = {each.entity for each in marks}
    if len(owners) == 1 and len(said.sheet.marks_of(*owners)) == len(marks):
        raise Refused("marks: they are an entity of their own already")
    return parted(said.sheet, marks, label, rules)


def parted(sheet: Sheet, marks: Sequence[Mark], label: str, rules: Rules) -> Sheet:
    """Return the sheet with marks as an entity of their own; what was done with them is done as long as it fits."""
    old, new = _of(sheet, marks[0]), new_party(sheet, label, rules)
    if common((old.label, label)) is not None:
        new = replace(new, action=old.action, rule=old.rule)
    moved = {each.id: replace(by_person(each), entity=new.id) for each in marks}
    left = {each.entity for each in marks}
    sheet = tidied(with_marks(replace(sheet, parties=(*sheet.parties, new)), moved))
    for each in left:
        sheet = fitted(sheet, each)
    return resettled(sheet, label)


def number(said: Said, _: Rules) -> Sheet:
    """Give an entity another running number; one that another of its kind has makes the two one."""
    said.require(("entity", "number"))
    party, wanted = said.party(), said.number("number")
    sheet, series = said.sheet, said.sheet.series(party.label)
    same = [each for each in sheet.parties if sheet.series(each.label) == series]
    other = next((each for each in same if each.number == wanted and each.id != party.id), None)
    if other is not None:
        sheet = joined(sheet, (other, party), "number")
    else:
        sheet = with_parties(sheet, {party.id: replace(party, number=wanted)})
    # As soon as one number is settled, the others stay what they are.
    return settled(sheet, party.label)


def gender(said: Said, _: Rules) -> Sheet:
    """Say whether an entity is female, male or neither can be told."""
    said.require(("entity", "gender"))
    party, value = said.party(), said.one_of("gender", GENDERS)
    changed = {
        each.id: replace(by_person(each), features=with_feature(each.features, "gender", value))
        for each in said.sheet.marks_of(party.id)
    }
    return with_marks(said.sheet, changed)


def seen(sheet: Sheet, id_: str) -> Sheet:
    """Return the sheet with the marks of an entity as ones that somebody has looked at."""
    return with_marks(sheet, {each.id: by_person(each) for each in sheet.marks_of(id_)})


def _of(sheet: Sheet, mark: Mark) -> Party:
    party = sheet.party(mark.entity)
    if party is None:
        raise Refused("mark: its entity is not there")
    return party
