"""Step 5: every entity that is to be replaced gets its stand-ins, and they are fitted into the text around them."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise

from allonym.core.canon import canonical
from allonym.core.errors import SafetyError
from allonym.core.escapes import escaped_like, unescaped
from allonym.core.making import quickly
from allonym.core.protocols import Ledger, Linker, Propose, SurrogateMaker
from allonym.core.types import UNSURE, Action, Decision, Document, Edit, Entity, Mention, Plan, Span, Subject
from allonym.core.withdrawal import RULE, WITHDRAWN

_WORD = re.compile(r"\w+")
_edit, _subject = quickly(Edit), quickly(Subject)
_NAMES = frozenset({"PERSON", UNSURE})
_READ = frozenset({"PERSON", "LOCATION"})
_MOST_PARTS = 4
_BETWEEN_PARTS = frozenset({"", " ", "-", ", ", "\n", "\u00a0"})


@dataclass(frozen=True)
class Desk:
    """What makers ask for while they write: a ledger, a scope of it, and the texts that stand-ins must be new to."""

    ledger: Ledger = field(repr=False)
    scope: str = field(repr=False)
    texts: tuple[str, ...] = field(repr=False)
    author: str | None = field(default=None, repr=False)
    reserved: AbstractSet[str] = field(default=frozenset(), repr=False)
    """Words of originals elsewhere in the scope, as far as they are known by now."""
    seen: dict[tuple[str, int], frozenset[str]] = field(default_factory=dict, repr=False)

    def assign(self, series: str, original: str, propose: Propose) -> str:
        """Return the pseudonym of an original; the first time, ask `propose` until a free one comes."""
        return self.ledger.assign(self.scope, series, original, propose)

    def knows(self, series: str, original: str) -> bool:
        """Tell whether the scope already has this original."""
        return self.ledger.knows(self.scope, series, original)

    def seed(self, *words: str) -> bytes:
        """Return 32 keyed bytes, the same for the same words in this scope."""
        return self.ledger.seed(self.scope, *words)

    def author_seed(self, *words: str) -> bytes:
        """Return 32 keyed bytes, the same for the same words in all documents of one author."""
        return self.ledger.seed(f"author\0{self.author}" if self.author else self.scope, *words)

    def stands(self, words: str, stem: str = "") -> bool:
        """Tell whether words that begin with a stem stand in the texts; these are searched once per stem and length."""
        # Without a stem, every stretch of a long text would be kept that is as long as the words.
        key = begin, _ = stem or words[:2], len(words)
        if key not in self.seen:
            places = ((text, place) for text in self.texts for place in _places(text, begin))
            self.seen[key] = frozenset(text[place : place + len(words)] for text, place in places)
        return words in self.seen[key]

    def has_word(self, word: str) -> bool:
        """Tell whether a word stands in the texts, or in an original of the scope, whatever its case."""
        folded = word.casefold()
        return folded in self._words or folded in self.reserved

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(word for text in self.texts for word in words_of(text))


@dataclass(frozen=True, slots=True)
class _Case:
    """One document: its entities, who they are, and the desk at which they are written."""

    document: Document
    entities: Mapping[str, Entity]
    keys: Mapping[str, str] = field(repr=False)
    desk: Desk = field(repr=False)

    def subject(self, entity: Entity) -> Subject:
        """Return an entity as makers see it."""
        kin = self.entities.get(entity.kin)
        surfaces = tuple([_as_read(mention, mention.span.of(self.document.text)) for mention in entity.mentions])
        # The kin of a kin is nobody's business, and a plan that was written by hand may go round in a circle.
        related = None if kin is None else replace(self, entities={}).subject(kin)
        return _subject(entity, self.keys[entity.id], surfaces, self.document.language, related)


@dataclass(frozen=True, slots=True)
class Substitution:
    """The parts of an engine that write: who an entity is, what stands in for it, and how that is fitted in."""

    linker: Linker = field(repr=False)
    makers: Mapping[str, SurrogateMaker] = field(repr=False)

    @property
    def is_natural(self) -> bool:
        """Tell whether some stand-ins read like names, so that they could be taken for somebody in the texts."""
        return any(maker.natural for maker in self.makers.values())

    def edits(self, document: Document, plan: Plan, desk: Desk) -> list[Edit]:
        """Return one edit for each mention of what is replaced, in reading order."""
        entities = {each.entity.id: each.entity for each in plan.decisions}
        replaced = [each for each in plan.decisions if each.action is Action.REPLACE]
        # Keys tell entities of one label apart: those of labels that nobody asks for are not worked out.
        asked = {each.entity.label for each in replaced}
        asked.update(entities[each.entity.kin].label for each in replaced if each.entity.kin in entities)
        named = [entity for entity in entities.values() if entity.label in asked]
        case = _Case(document, entities, self._keys(document, named), desk)
        written: list[tuple[Mention, Edit, bool]] = []
        for decision in replaced:
            written += self._write(case, decision)
        written.sort(key=lambda each: (each[0].span.start, each[0].span.end))
        if any(natural for _, _, natural in written):
            return list(self._settled(document, plan, written))
        return [edit for _, edit, _ in written]

    def _keys(self, document: Document, entities: Iterable[Entity]) -> dict[str, str]:
        """Return who each entity is. What a person has parted in the plan is two, though the words are the same."""
        keys: dict[str, str] = {}
        seen: dict[tuple[str, str], int] = {}
        for entity in entities:
            key = self.linker.key(document, entity)
            seen[entity.label, key] = again = seen.get((entity.label, key), 0) + 1
            keys[entity.id] = key if again == 1 else f"{key} #{again}"
        return keys

    def _write(self, case: "_Case", decision: Decision) -> Iterator[tuple[Mention, Edit, bool]]:
        entity, document = decision.entity, case.document
        if decision.replacement is not None:
            for mention in entity.mentions:
                yield mention, Edit(mention.span, decision.replacement, entity.label, entity.id), False
            return
        maker = self.makers.get(decision.rule)
        if maker is None:
            known = f"{document.id}: the plan follows a rule {decision.rule!r} that the profile does not have"
            raise SafetyError(known)
        subject = case.subject(entity)
        stand_ins = maker.write(subject, case.desk)
        for mention, surface, words in zip(entity.mentions, subject.surfaces, stand_ins, strict=True):
            # A token is never an original; a name or a shape that was drawn might be.
            safe = words if maker.distinct and not maker.natural else _another(entity.label, surface, words)
            if maker.natural and (raw := mention.span.of(document.text)) != surface:
                safe = escaped_like(safe, raw)
            yield mention, _edit(mention.span, safe, entity.label, entity.id), maker.natural

    def _settled(self, document: Document, plan: Plan, written: Sequence[tuple[Mention, Edit, bool]]) -> Iterator[Edit]:
        """Fit natural words in, from left to right; none reaches into another mention."""
        # Only profiles that write natural words pay for the grammar of eight languages.
        from allonym.surrogates.agreement import settle

        starts = sorted(mention.start for each in plan.decisions for mention in each.entity.mentions)
        ends = dict(zip(starts, (*starts[1:], len(document.text)), strict=True))
        last = 0
        for mention, edit, natural in written:
            if natural and edit.replacement:
                room = Span(last, max(ends[mention.start], mention.end))
                span, words = settle(document.text, mention, edit.replacement, document.language, room)
                edit = Edit(span, words, edit.label, edit.entity)  # noqa: PLW2901 - the fitted one takes its place
            last = edit.span.end
            yield edit


def without_withdrawn(document: Document, plan: Plan, linker: Linker, is_withdrawn: Callable[[str, str], bool]) -> Plan:
    """Return a plan in which whoever has withdrawn, and what is made of the name, gets a visible fixed stand-in."""

    def is_gone(entity: Entity) -> bool:
        return any(is_withdrawn(entity.label, key) for key in _known_by(document, entity, linker))

    gone = {each.entity.id for each in plan.decisions if is_gone(each.entity)}
    parts = _gone_in_parts(document, plan, is_gone)
    if not gone and not parts:
        return plan
    decisions: list[Decision] = []
    for each in plan.decisions:
        mentions = each.entity.mentions
        if gone & {each.entity.id, each.entity.kin}:
            decisions.append(Decision(each.entity, Action.REPLACE, RULE, WITHDRAWN))
            continue
        theirs = tuple(mention for mention in mentions if mention in parts)
        others = tuple(mention for mention in mentions if mention not in parts)
        if theirs:
            part = replace(each.entity, id=f"{each.entity.id}w", mentions=theirs)
            decisions.append(Decision(part, Action.REPLACE, RULE, WITHDRAWN))
        if others:
            decisions.append(replace(each, entity=replace(each.entity, mentions=others)))
    return replace(plan, decisions=tuple(decisions))


def _gone_in_parts(document: Document, plan: Plan, is_gone: Callable[[Entity], bool]) -> set[Mention]:
    """Return the mentions that are parts of a withdrawn name, side by side, and those that go with them."""
    owners = {
        mention: each.entity.id
        for each in plan.decisions
        if each.entity.label.partition(".")[0] in _NAMES
        for mention in each.entity.mentions
    }
    rows = list(_side_by_side(document.text, sorted(owners, key=lambda mention: mention.span)))
    gone: set[Mention] = set()
    for row in rows:
        span = row[0].span.cover(row[-1].span)
        if gone.isdisjoint(row) and is_gone(Entity("whole", "PERSON", (replace(row[0], span=span, label="PERSON"),))):
            gone.update(row)
    for owner in {owners[mention] for mention in gone}:
        mine = {mention for mention in owners if owners[mention] == owner}
        if gone.issuperset(mention for row in rows for mention in row if mention in mine):
            gone |= mine
    return gone


def _side_by_side(text: str, mentions: Sequence[Mention]) -> Iterator[Sequence[Mention]]:
    for size in range(2, _MOST_PARTS + 1):
        for start in range(len(mentions) - size + 1):
            row = mentions[start : start + size]
            if all(text[before.end : after.start] in _BETWEEN_PARTS for before, after in pairwise(row)):
                yield row


def _known_by(document: Document, entity: Entity, linker: Linker) -> set[str]:
    """Return the key of an entity, and every whole form of it as it is written."""
    surfaces = [mention.span.of(document.text) for mention in entity.mentions]
    is_name = entity.label.partition(".")[0] in _NAMES
    forms = {canonical(entity.label, each) for each in surfaces if not is_name or len(each.split()) > 1}
    return {linker.key(document, entity), *forms}


def words_of(text: str) -> list[str]:
    """Return the words of a text, without case."""
    return _WORD.findall(unicodedata.normalize("NFC", text).casefold())


def _as_read(mention: Mention, surface: str) -> str:
    """Return the words of a mention as makers see them: a name without the escapes of a link around it."""
    if "%" not in surface and "+" not in surface and "&" not in surface:
        return surface
    return unescaped(surface) if mention.label.partition(".")[0] in _READ else surface


def _another(label: str, surface: str, words: str) -> str:
    # Zeros for zeros, XXX for a nickname Xxx: what still says the same has replaced nothing.
    same = bool(words) and canonical(label, words) == canonical(label, surface)
    return f"[{label.partition('.')[0]}]" if same else words


def _places(text: str, stem: str) -> Iterator[int]:
    place = text.find(stem)
    while place >= 0:
        yield place
        place = text.find(stem, place + 1)
