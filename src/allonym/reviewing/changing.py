"""The small steps that commands are made of: sheets with other marks, other parties, other features."""

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from allonym.core.labels import lineage
from allonym.core.types import Action, Features, Span
from allonym.reviewing.reading import Refused
from allonym.reviewing.values import DONE, OPEN, PERSON, Mark, Party, Sheet


@dataclass(frozen=True, slots=True)
class Rules:
    """What a profile does: with each label, and which of its rules write stand-ins. None: whatever is asked for."""

    of: Callable[[str], tuple[Action, str]]
    writing: frozenset[str] | None = None
    otherwise: str = "otherwise"

    def writes(self, rule: str) -> bool:
        """Tell whether a rule of that name writes stand-ins."""
        return self.writing is None or rule in self.writing


LASTING = frozenset({"gender", "gen", "def", "pl", "foreign", "citation"})
"""Features that a person says of a mention. The others were read from its words, and go when these change."""


REDACT = Rules(lambda _: (Action.REPLACE, "otherwise"))
"""Replaces whatever it is: for those who know no profile."""


def with_marks(sheet: Sheet, changed: Mapping[str, Mark]) -> Sheet:
    """Return the sheet with some marks changed; their places stay."""
    return replace(sheet, marks=tuple([changed.get(each.id, each) for each in sheet.marks]))


def with_parties(sheet: Sheet, changed: Mapping[str, Party]) -> Sheet:
    """Return the sheet with some parties changed."""
    return replace(sheet, parties=tuple([changed.get(each.id, each) for each in sheet.parties]))


def tidied(sheet: Sheet) -> Sheet:
    """Return the sheet without parties that nothing mentions, and with labels that fit what is left."""
    labels: dict[str, set[str]] = {}
    for mark in sheet.marks:
        labels.setdefault(mark.entity, set()).add(mark.label)
    if len(labels) < len(sheet.parties):
        kept = [each for each in sheet.parties if each.id in labels]
        sheet = replace(sheet, parties=tuple([_without_kin(each, labels) for each in kept]))
    return sheet


def added(sheet: Sheet, mark: Mark) -> Sheet:
    """Return the sheet with one mark more, in its place."""
    at = bisect_left(sheet.marks, mark.span, key=lambda each: each.span)
    return replace(sheet, marks=(*sheet.marks[:at], mark, *sheet.marks[at:]))


def without(sheet: Sheet, ids: Collection[str]) -> Sheet:
    """Return the sheet without some marks."""
    return replace(sheet, marks=tuple([each for each in sheet.marks if each.id not in ids]))


def overlapping(sheet: Sheet, span: Span, but: str = "") -> list[Mark]:
    """Return the marks that share a character with a span."""
    at = bisect_left(sheet.marks, span.start, key=lambda each: each.end)
    found = []
    for mark in sheet.marks[at:]:
        if mark.start >= span.end:
            break
        if mark.id != but and mark.span.overlaps(span):
            found.append(mark)
    return found


def new_party(sheet: Sheet, label: str, rules: Rules) -> Party:
    """Return a party that the sheet does not have yet, with the next number of its label."""
    return Party(new_id(sheet), label, next_number(sheet, label), *rules.of(label))


def new_id(sheet: Sheet) -> str:
    """Return an id that no party of the sheet has."""
    numbers = (each.id[1:] for each in sheet.parties if each.id[:1] == "e")
    return f"e{max((int(each) for each in numbers if each.isascii() and each.isdigit()), default=0) + 1}"


def next_number(sheet: Sheet, label: str) -> int:
    """Return the number after the highest one that is counted with a label."""
    series = sheet.series(label)
    return max((each.number for each in sheet.parties if sheet.series(each.label) == series), default=0) + 1


def settled(sheet: Sheet, label: str) -> Sheet:
    """Return the sheet in which all numbers that are counted with a label stay what they are."""
    series = sheet.series(label)
    parties = (replace(each, settled=True) if sheet.series(each.label) == series else each for each in sheet.parties)
    return replace(sheet, parties=tuple(parties))


def resettled(sheet: Sheet, label: str) -> Sheet:
    """Return the sheet with all numbers settled that are counted with a label, if some are."""
    series = sheet.series(label)
    states = {each.settled for each in sheet.parties if sheet.series(each.label) == series}
    return settled(sheet, label) if len(states) > 1 else sheet


def lasting(features: Features) -> Features:
    """Return the features that still hold when the words of a mention are others."""
    return tuple(pair for pair in features if pair[0] in LASTING)


def by_person(mark: Mark) -> Mark:
    """Return a mark as one that somebody has looked at."""
    return mark if mark.source == PERSON else replace(mark, source=PERSON, score=1.0)


def common(labels: Iterable[str]) -> str | None:
    """Return the closest label that all of these are, or None."""
    first, *others = dict.fromkeys(labels)
    shared = [each for each in lineage(first) if all(each in lineage(other) for other in others)]
    return shared[0] if shared else None


def fitted(sheet: Sheet, id_: str, rules: Rules | None = None) -> Sheet:
    """Return the sheet with the label of an entity fitted to its marks, and its rule to the label, if rules are given.

    Under another label it is counted anew.
    """
    party = sheet.party(id_)
    if party is None:
        return sheet
    label = common(each.label for each in sheet.marks_of(id_))
    if label is None:
        raise Refused("label: it does not fit the other mentions of the entity")
    if label == party.label:
        return sheet
    changed = replace(party, label=label)
    if rules is not None:
        action, rule = rules.of(label)
        changed = replace(changed, action=action, rule=rule)
    if sheet.series(label) != sheet.series(party.label):
        changed = replace(changed, number=next_number(sheet, label), settled=False)
    return resettled(with_parties(sheet, {id_: changed}), label)


def with_known_rules(sheet: Sheet, rules: Rules) -> Sheet:
    """Return a sheet in which nothing is replaced by a rule that writes nothing, or that the profile does not have."""
    lost = {
        each.id
        for each in sheet.parties
        if each.action is Action.REPLACE and each.replacement is None and not rules.writes(each.rule)
    }
    if not lost:
        return sheet
    parties = (replace(each, rule=rules.otherwise) if each.id in lost else each for each in sheet.parties)
    return replace(sheet, parties=tuple(parties))


def reopened(old: Sheet, new: Sheet) -> Sheet:
    """Return a sheet that is not done any more, if its marks or entities are others than when it was."""
    if old.status != DONE or new.status != DONE or (old.marks, old.parties) == (new.marks, new.parties):
        return new
    return replace(new, status=OPEN)


def _without_kin(party: Party, known: Collection[str]) -> Party:
    return replace(party, kin="") if party.kin and party.kin not in known else party
