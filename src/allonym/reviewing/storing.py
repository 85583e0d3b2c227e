"""A whole sheet as plain data: for a step that takes over what another tool says, which a journal must hold."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from allonym.core.errors import SettingsError
from allonym.core.labels import require
from allonym.core.types import Action, Features, Span
from allonym.reviewing.reading import Refused
from allonym.reviewing.values import STATUSES, Mark, Party, Sheet


def sheet_data(sheet: Sheet) -> dict[str, Any]:
    """Return all of a sheet but its document: places, decisions and what people typed."""
    marks = [
        [
            each.start,
            each.end,
            each.label,
            each.entity,
            each.score,
            each.source,
            list(each.features),
            each.obs,
            each.com,
        ]
        for each in sheet.marks
    ]
    parties = [
        [each.id, each.label, each.number, each.action.value, each.rule, each.replacement, each.kin, each.settled]
        for each in sheet.parties
    ]
    return {"marks": marks, "entities": parties, "comment": sheet.comment, "status": sheet.status}


def sheet_from(before: Sheet, data: Mapping[str, Any]) -> Sheet:
    """Return the sheet that data say, in the place of another. Its marks get ids that none has had before."""
    try:
        marks = tuple(_mark(before.last + at, each) for at, each in enumerate(data["marks"], 1))
        parties = tuple(_party(each) for each in data["entities"])
        comment, status = str(data["comment"]), str(data["status"])
    except (KeyError, TypeError, ValueError, SettingsError) as error:
        raise Refused(f"sheet: it cannot be read ({type(error).__name__})") from None
    taken = replace(before, marks=marks, parties=parties, comment=comment, status=status)
    _require_sound(taken)
    taken = replace(taken, parties=tuple(_counted(taken)))
    return replace(taken, last=before.last + len(marks), version=before.version + 1)


def _mark(number: int, row: Any) -> Mark:
    start, end, label, entity, score, source, features, obs, com = row
    pairs: Features = tuple((str(name), str(value)) for name, value in features)
    span = Span(int(start), int(end))
    return Mark(f"m{number}", span, require(label), str(entity), float(score), str(source), pairs, obs, com)


def _party(row: Any) -> Party:
    id_, label, number, action, rule, words, kin, settled = row
    return Party(str(id_), require(label), int(number), Action(action), str(rule), words, str(kin), settled is True)


def _counted(sheet: Sheet) -> Iterator[Party]:
    """Return the parties; of two that would have the same number where this profile counts, the second goes on."""
    numbers = {(sheet.series(each.label), each.number) for each in sheet.parties}
    taken: set[tuple[str, int]] = set()
    for party in sheet.parties:
        series, number = sheet.series(party.label), party.number
        if (series, number) in taken:
            number = 1 + max(each for name, each in numbers | taken if name == series)
        taken.add((series, number))
        yield party if number == party.number else replace(party, number=number)


def _require_sound(sheet: Sheet) -> None:
    last = 0
    for mark in sheet.marks:
        if mark.start < last or mark.start >= mark.end or mark.end > len(sheet.document.text):
            raise Refused("sheet: marks overlap, are out of order, or leave the text")
        last = mark.end
    known = {each.id for each in sheet.parties}
    if {each.entity for each in sheet.marks} != known or len(known) < len(sheet.parties):
        raise Refused("sheet: marks and entities do not fit together")
    if sheet.status not in STATUSES:
        raise Refused(f"status: it is one of {', '.join(STATUSES)}")
