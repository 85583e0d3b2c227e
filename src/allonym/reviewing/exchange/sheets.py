"""What files tell becomes sheets: the document is found, tags get their labels, and the profile fills the rest.

What a file does not say, the profile does: who is who (its linker), and what is done (its rules). Where a sheet of the
document was there before, a mark at the same place with the same label keeps what detectors knew of it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from allonym.core.errors import InputError
from allonym.core.labels import is_a
from allonym.core.types import Action, Document, Features, Mention, Plan, Span
from allonym.evaluation.naming import Naming, naming_for
from allonym.evaluation.values import Annotated, Annotation
from allonym.reviewing.exchange.aligning import moved
from allonym.reviewing.exchange.ruling import KNOWN, Pairs, Ruling, decisions_on
from allonym.reviewing.exchange.told import COMMENT, FLAGS, STATUS, WORDS, Spot, Told, file_name, named
from allonym.reviewing.values import NUMBER, PERSON, Mark, Sheet, sheet_of


@dataclass(frozen=True, slots=True)
class Reading:
    """How a file is understood: by which tag set, what single tags mean, and what was there before."""

    ruling: Ruling
    tagset: str | None = None
    changes: Sequence[tuple[str, str]] = ()
    ignored: Sequence[str] = ()
    """Tags that are left out, as if nobody had annotated anything there."""
    before: Mapping[str, Sheet] = field(default_factory=dict, repr=False)
    """Sheets by the id of their document."""


def sheets_from(tolds: Sequence[Told], documents: Sequence[Document], reading: Reading) -> list[Sheet]:
    """Return a sheet for each document that a file tells of, in the order of the documents."""
    tolds = [_without(each, reading.ignored) for each in tolds]
    spans = [Annotation(each.start, each.end, each.tag) for told in tolds for each in told.spots]
    naming = naming_for([Annotated("", None, tuple(spans), "")], reading.tagset, reading.changes)
    found: dict[str, Sheet] = {}
    shelf = _Shelf(documents)
    for told in tolds:
        _require_characters(told)
        document = shelf.find(told)
        if document.id in found:
            raise InputError(f"{told.place}: its document was told of before")
        found[document.id] = _sheet(document, moved(told, document), naming, reading)
    return [found[each.id] for each in documents if each.id in found]


def _without(told: Told, tags: Sequence[str]) -> Told:
    return replace(told, spots=tuple(each for each in told.spots if each.tag not in tags)) if tags else told


def documents_from(tolds: Sequence[Told]) -> list[Document]:
    """Return the documents that files bring themselves; raise InputError for one that has no text."""
    for told in tolds:
        if told.text is None:
            raise InputError(f"{told.place}: has no text of its own; name the input that it belongs to")
    return [Document(told.id, told.text or "") for told in tolds]


class _Shelf:
    """Finds the document of what is told: by its id, by its file's name, or by its text if no other has it."""

    def __init__(self, documents: Sequence[Document]) -> None:
        self._ids = {each.id: each for each in documents}
        self._names = {file_name(each.id): each for each in documents}
        self._texts: dict[str, list[Document]] = {}
        for each in documents:
            self._texts.setdefault("".join(each.text.split()), []).append(each)

    def find(self, told: Told) -> Document:
        """Return the document; raise InputError if it is none or one of several."""
        found = self._ids.get(told.id) or self._names.get(told.id)
        if found is not None:
            return found
        alike = self._texts.get("".join(told.text.split()), []) if told.text else []
        if len(alike) != 1:
            raise InputError(f"{told.place}: no text of the input has its id, and {len(alike) or 'none'} its words")
        return alike[0]


def _sheet(document: Document, told: Told, naming: Naming, reading: Reading) -> Sheet:
    before = reading.before.get(document.id)
    # What a person says of a tag leaves nothing open.
    told = replace(told, spots=tuple(replace(s, may_be=()) if s.tag in naming.changes else s for s in told.spots))
    known = {each.span: each for each in before.marks} if before else {}
    kept = () if before is None or told.has_kept else _kept(told.spots, before)
    spots = sorted((*told.spots, *kept), key=lambda spot: (spot.start, spot.end))
    _require_apart(spots, told.place)
    mentions = [_mention(spot, naming, known) for spot in spots]
    pairs = [
        (_completed(spot, known.get(each.span), before, told.says), each)
        for spot, each in zip(spots, mentions, strict=True)
    ]
    language = before.document.language if before else document.language
    decisions = decisions_on(replace(document, language=language), pairs, reading.ruling, before)
    plan = Plan(document.id, document.digest(), decisions, language)
    numbers = _numbers(pairs, before)
    sheet = _settled(sheet_of(document, plan, by_kind=bool(before and before.by_kind)), document, plan, numbers)
    flags = {(spot.start, spot.end): (spot.obs, spot.com) for spot, _ in pairs}
    marks = (
        replace(each, obs=flags[each.start, each.end][0], com=flags[each.start, each.end][1]) for each in sheet.marks
    )
    comment = told.comment if before is None or COMMENT in told.says else before.comment
    status = told.status if before is None or STATUS in told.says else before.status
    return replace(sheet, marks=tuple(marks), comment=comment, status=status)


def _kept(spots: Sequence[Spot], before: Sheet) -> Iterator[Spot]:
    """Return what was kept before, where nobody has annotated anything else since."""
    kept = {each.id for each in before.parties if each.action is Action.KEEP}
    taken = {at for spot in spots for at in range(spot.start, spot.end)}
    for mark in before.marks:
        if mark.entity in kept and taken.isdisjoint(range(mark.start, mark.end)):
            place = f"{before.document.id} at {mark.start}-{mark.end}"
            name = f"{KNOWN}{mark.entity}"
            yield Spot(mark.start, mark.end, mark.label, place, name, Action.KEEP.value, obs=mark.obs, com=mark.com)


def _completed(spot: Spot, mark: Mark | None, before: Sheet | None, says: frozenset[str]) -> Spot:
    """Return an annotation with what its format cannot say, as it was before."""
    if before is None:
        return spot
    spot = replace(spot, may_be=() if mark is not None else spot.may_be)
    spot = replace(spot, entity=_entity(spot.entity, mark, before))
    if mark is not None and FLAGS not in says:
        spot = replace(spot, obs=mark.obs, com=mark.com)
    party = before.party(mark.entity) if mark else None
    if party is not None and WORDS not in says:
        spot = replace(spot, replacement=party.replacement)
    return spot


def _entity(name: str, mark: Mark | None, before: Sheet) -> str:
    """Return the entity that is meant: one that was there before, if label and number say so, or if nothing is said."""
    told = named(name)
    own = before.party(mark.entity) if mark else None
    if told is None:
        return name or (f"{KNOWN}{own.id}" if own else "")
    label, number = told
    for party in (*([own] if own else ()), *before.parties):
        if party.number == number and (is_a(label, party.label) or is_a(party.label, label)):
            return f"{KNOWN}{party.id}"
    return name


def _mention(spot: Spot, naming: Naming, known: Mapping[Span, Mark]) -> Mention:
    span = Span(spot.start, spot.end)
    mark = known.get(span)
    label, implied = _meaning(spot, naming, mark)
    said = {**dict(implied), **dict(spot.features)}
    if mark is None or mark.label != label:
        return Mention(span, label, 1.0, PERSON, tuple(sorted(said.items())))
    before = dict(mark.features)
    # A tag may imply what nobody had noted; only what is said outright, or contradicts, is a person's word.
    kept = dict(spot.features).items() <= before.items() and all(
        before.get(key, "unknown") in {it, "unknown"} for key, it in said.items()
    )
    told = {} if kept else said
    return Mention(span, label, mark.score, mark.source if kept else PERSON, tuple(sorted({**before, **told}.items())))


def _meaning(spot: Spot, naming: Naming, mark: Mark | None) -> tuple[str, Features]:
    """Return the label of a tag, and the features it implies; the label from before, if the set writes it as this."""
    tags = naming.tags
    if tags is not None and spot.tag not in naming.changes and spot.tag in {*tags.tags, *tags.aliases}:
        label, implied = tags.read(spot.tag)
        if mark is not None and tags.write(mark.label, mark.features) == spot.tag:
            return mark.label, ()
        if mark is not None and tags.write(mark.label, implied) == spot.tag:
            return mark.label, implied
        return label, implied
    return naming.label(spot.tag, spot.place), ()


def _numbers(pairs: Pairs, before: Sheet | None) -> dict[Span, int]:
    """Return the running numbers that the file says, or that were there before."""
    old = {f"{KNOWN}{each.id}": each.number for each in before.parties} if before else {}
    found: dict[Span, int] = {}
    for spot, mention in pairs:
        told = named(spot.entity)
        if told is not None or spot.entity in old:
            found[mention.span] = told[1] if told is not None else old[spot.entity]
    return found


def _settled(sheet: Sheet, document: Document, plan: Plan, numbers: Mapping[Span, int]) -> Sheet:
    """Return the sheet with these running numbers, where counting would give others."""
    counted = {party.id: party.number for party in sheet.parties}
    decisions, changed = [], False
    for each in plan.decisions:
        number = next((numbers[one.span] for one in each.entity.mentions if one.span in numbers), None)
        if number is not None and number != counted[each.entity.id]:
            mentions = tuple(_with_number(mention, str(number)) for mention in each.entity.mentions)
            each, changed = replace(each, entity=replace(each.entity, mentions=mentions)), True  # noqa: PLW2901
        decisions.append(each)
    if not changed:
        return sheet
    return sheet_of(document, replace(plan, decisions=tuple(decisions)), by_kind=sheet.by_kind)


def _with_number(mention: Mention, number: str) -> Mention:
    return replace(mention, features=tuple(sorted({**dict(mention.features), NUMBER: number}.items())))


def _require_apart(spots: Sequence[Spot], place: str) -> None:
    for first, second in pairwise(spots):
        if second.start < first.end:
            raise InputError(
                f"{place}: the annotations {first.start}-{first.end} and {second.start}-{second.end} overlap; "
                "a word can have one label only"
            )


def _require_characters(told: Told) -> None:
    """Refuse half a character (a lone surrogate): it can stand in a JSON file, but in no text."""
    words = (told.id, told.comment, *(word for each in told.spots for word in (each.replacement, each.obs, each.com)))
    try:
        "".join((told.text or "", *filter(None, words))).encode()
    except UnicodeEncodeError:
        half = True
    else:
        half = False
    if half:
        raise InputError(f"{told.place}: half a character (a lone surrogate) in a text, a comment or a replacement")
