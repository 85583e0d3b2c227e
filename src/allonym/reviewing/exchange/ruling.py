"""Who is who, and what is done: as a file says, else as the sheet that was there before, else as the profile does."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count

from allonym.core.errors import InputError
from allonym.core.labels import is_a, lineage
from allonym.core.protocols import Linker
from allonym.core.types import Action, Decision, Document, Entity, Mention, Span
from allonym.policy.rules import Policy
from allonym.reviewing.exchange.told import Spot, named
from allonym.reviewing.values import Party, Sheet
from allonym.settings import Settings, build

KNOWN = "="
"""What the name of an entity begins with that was there before."""
Pairs = Sequence[tuple[Spot, Mention]]
"""What a file tells of each mention, in reading order."""
_Known = Mapping[frozenset[Span], Party]


@dataclass(frozen=True, slots=True)
class Ruling:
    """What decides where a file says nothing: the linker and the rules of a profile."""

    linker: Linker = field(repr=False)
    policy: Policy = field(repr=False)


def ruling_for(settings: Settings) -> Ruling:
    """Return the linker and the rules of a profile; its detectors, which are the slow part, are not loaded."""
    engine = build(settings.with_detectors(["terms"]))
    return Ruling(engine.linker, engine.policy)


def decisions_on(document: Document, pairs: Pairs, ruling: Ruling, before: Sheet | None) -> tuple[Decision, ...]:
    """Return what is done with each entity of a document, in reading order."""
    known = _known(before)
    parties = {each.id: each for each in known.values()}
    entities = _in_order(_named(_entities(document, pairs, ruling.linker), known), before)
    told = {mention.span: spot for spot, mention in pairs}
    # The rules may look at other labels than the file's; only what they decide is taken from them.
    ruled = ruling.policy.decide(document, entities)
    return tuple(
        _decision(
            entity,
            [told[each.span] for each in entity.mentions],
            _strictest(rule, told, ruling.policy),
            parties.get(entity.id),
        )
        for entity, rule in zip(entities, ruled, strict=True)
    )


def _decision(entity: Entity, spots: Sequence[Spot], ruled: Decision, old: Party | None) -> Decision:
    said = next((each for each in spots if each.action), None)
    words = next((each.replacement for each in spots if each.replacement is not None), None)
    action, rule = (old.action, old.rule) if old else (ruled.action, ruled.rule)
    if said is not None:
        action = _action(said.action, said.place)
    elif old is None and action is Action.KEEP:
        # Somebody has annotated it; that it may stay must be said.
        action = Action.MARK
    return Decision(entity, action, rule, words)


def _strictest(ruled: Decision, told: Mapping[Span, Spot], policy: Policy) -> Decision:
    """Return what the rules decide; replaced, if a tag may stand for a label that is always replaced."""
    if ruled.action is Action.REPLACE:
        return ruled
    for mention in ruled.entity.mentions:
        rules = (policy.rule_for(replace(mention, label=each)) for each in told[mention.span].may_be)
        if found := next((each for each in rules if each.is_sure), None):
            own = policy.rule_for(mention)
            return replace(ruled, action=Action.REPLACE, rule=(own if own.action is Action.REPLACE else found).name)
    return ruled


def _action(said: str, place: str) -> Action:
    try:
        return Action(said)
    except ValueError:
        raise InputError(f"{place}: an action is one of {', '.join(each.value for each in Action)}") from None


def _entities(document: Document, pairs: Pairs, linker: Linker) -> list[Entity]:
    """Return the entities that the file says, and those that the linker makes of the rest, in reading order."""
    names = {mention.span: spot.entity for spot, mention in pairs}
    linked = linker.link(document, [mention for _, mention in pairs]) if "" in names.values() else ()
    alone: list[Entity] = []
    for entity in linked:
        rest = tuple(each for each in entity.mentions if not names[each.span])
        name = next((names[each.span] for each in entity.mentions if names[each.span]), "")
        names.update(dict.fromkeys((each.span for each in rest), name))
        if rest and not name:
            alone.append(replace(entity, mentions=rest))
    told: dict[str, list[tuple[Spot, Mention]]] = {}
    for spot, mention in pairs:
        if names[mention.span]:
            told.setdefault(names[mention.span], []).append((spot, mention))
    found = [*alone, *(_entity(name, members) for name, members in told.items())]
    return sorted(found, key=lambda entity: entity.mentions[0].span)


def _entity(name: str, members: Pairs) -> Entity:
    mentions = tuple(mention for _, mention in members)
    told = named(name)
    wanted = (*((told[0],) if told else ()), *lineage(mentions[0].label))
    shared = [label for label in wanted if all(is_a(each.label, label) for each in mentions)]
    if not shared:
        raise InputError(f"{members[-1][0].place}: one entity with labels that have nothing in common")
    return Entity(f"file {name}", shared[0], mentions)


def _named(entities: Iterable[Entity], known: _Known) -> list[Entity]:
    """Return the entities under ids of their own; one that was there before keeps its id."""
    old = {party.id for party in known.values()}
    fresh = (name for number in count(1) if (name := f"e{number}") not in old)
    found = list(entities)
    ids = {each.id: _old(each, known) or next(fresh) for each in found}
    return [replace(each, id=ids[each.id], kin=_kin(each, ids, known)) for each in found]


def _in_order(entities: list[Entity], before: Sheet | None) -> list[Entity]:
    """Return entities in reading order; those that were there before, in the order in which they were."""
    order = {each.id: at for at, each in enumerate(before.parties)} if before else {}
    return sorted(entities, key=lambda each: order.get(each.id, len(order)))


def _old(entity: Entity, known: _Known) -> str:
    name = entity.id.removeprefix(f"file {KNOWN}")
    party = known.get(_spans(entity))
    return name if name != entity.id else party.id if party else ""


def _kin(entity: Entity, ids: Mapping[str, str], known: _Known) -> str:
    party = next((each for each in known.values() if each.id == ids[entity.id]), None)
    if party is not None:
        return party.kin if party.kin in ids.values() else ""
    return ids.get(entity.kin, "")


def _known(before: Sheet | None) -> _Known:
    if before is None:
        return {}
    return {frozenset(each.span for each in before.marks_of(party.id)): party for party in before.parties}


def _spans(entity: Entity) -> frozenset[Span]:
    return frozenset(each.span for each in entity.mentions)
