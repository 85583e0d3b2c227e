"""A review as the page gets it: plain data, offsets in characters."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from allonym.core.labels import LABELS
from allonym.core.tagsets import tagset
from allonym.core.types import Action
from allonym.reviewing.acting import Turn
from allonym.reviewing.entries import Entry, is_uncertain
from allonym.reviewing.grouping import GENDERS
from allonym.reviewing.history import History
from allonym.reviewing.listing import Row
from allonym.reviewing.marking import MORPHOLOGY
from allonym.reviewing.preview import Shown
from allonym.reviewing.project import Project
from allonym.reviewing.validating import Warned
from allonym.reviewing.values import Mark, Party, Sheet

CARE = {"window": 8, "break_minutes": 45}
"""How many words around a mark stay readable, and after how many minutes a break is due, unless somebody says else."""
_RTL = frozenset({"ar", "he", "fa", "ur"})


def settings_data(project: Project) -> dict[str, Any]:
    """Return what the page must know of the profile."""
    settings = project.tool.settings
    rules = (*settings.rules, settings.otherwise)
    return {
        "profile": settings.name,
        "scope": settings.scope,
        "annotator": project.journal.annotator,
        "vault": project.tool.vault is not None,
        "exact": settings.scope == "document",
        "labels": list(_labels()),
        "rules": [
            {
                "name": rule.name,
                "strategy": rule.strategy,
                "labels": list(rule.labels),
                "when": rule.when,
                "writes": project.rules.writes(rule.name),
            }
            for rule in rules
        ],
        "actions": [each.value for each in Action],
        "morphology": list(MORPHOLOGY),
        "genders": list(GENDERS),
        "care": CARE,
        "direction": direction(project.tool.language),
        "deferred": any(rule.when == "rare" for rule in rules),
        "documents": len(project.entries),
        "lost": project.lost,
    }


def direction(language: str | None) -> str:
    """Return which way a language is written."""
    return "rtl" if language in _RTL else "ltr"


def row_data(row: Row, warnings: int) -> dict[str, Any]:
    """Return one document in the list."""
    return {
        "n": row.entry.number,
        "id": row.entry.document.id,
        "file": row.entry.source.name,
        "status": row.status,
        "planned": row.planned,
        "failed": bool(row.entry.failed),
        "characters": len(row.entry.document.text),
        "marks": row.marks,
        "uncertain": row.uncertain,
        "flags": row.flags,
        "warnings": warnings,
    }


def sheet_data(entry: Entry, sheet: Sheet, shown: Mapping[str, Shown], history: History) -> dict[str, Any]:
    """Return a whole document."""
    counts = count_of(sheet)
    return {
        "n": entry.number,
        "id": entry.document.id,
        "file": entry.source.name,
        "version": sheet.version,
        "text": sheet.document.text,
        "language": sheet.document.language,
        "direction": direction(sheet.document.language),
        "status": sheet.status,
        "comment": sheet.comment,
        "stale": entry.stale,
        "marks": [mark_data(each, shown.get(each.id)) for each in sheet.marks],
        "entities": [party_data(each, counts) for each in sheet.parties],
        **_can(history),
    }


def delta_data(turn: Turn, history: History) -> dict[str, Any]:
    """Return what a step has changed."""
    old, new = turn.old, turn.new
    before = {each.id: each for each in old.marks}
    was, shown = turn.was, turn.shown
    marks = [
        mark_data(each, shown.get(each.id))
        for each in new.marks
        if _differ(before.get(each.id), each) or _differ(was.get(each.id), shown.get(each.id))
    ]
    counted, counts = count_of(old), count_of(new)
    parties = {each.id: each for each in old.parties}
    changed = [
        party_data(each, counts)
        for each in new.parties
        if _differ(parties.get(each.id), each) or counted.get(each.id) != counts.get(each.id)
    ]
    return {
        "version": new.version,
        "marks": marks,
        "gone": list(before.keys() - {each.id for each in new.marks}),
        "entities": changed,
        "lost": list(parties.keys() - {each.id for each in new.parties}),
        "comment": new.comment,
        "status": new.status,
        "elsewhere": turn.elsewhere,
        **_can(history),
    }


def mark_data(mark: Mark, shown: Shown | None) -> dict[str, Any]:
    """Return one mark; `over` is the place that its words take in the output, where that is wider than the mark."""
    data = {
        "id": mark.id,
        "start": mark.start,
        "end": mark.end,
        "label": mark.label,
        "entity": mark.entity,
        "score": round(mark.score, 3),
        "source": mark.source,
        "uncertain": is_uncertain(mark),
        "features": dict(mark.features),
        "obs": mark.obs,
        "com": mark.com,
        "shown": None if shown is None else shown.words,
    }
    if shown is not None and shown.span != mark.span:
        data["over"] = [shown.span.start, shown.span.end]
    return data


def party_data(party: Party, counts: Mapping[str, int]) -> dict[str, Any]:
    """Return one entity."""
    return {
        "id": party.id,
        "label": party.label,
        "number": party.number,
        "action": party.action.value,
        "rule": party.rule,
        "replacement": party.replacement,
        "kin": party.kin,
        "count": counts.get(party.id, 0),
    }


def warnings_data(warned: Sequence[Warned]) -> list[dict[str, Any]]:
    """Return what should be looked at, each with the mark that it is about."""
    return [{"mark": each.mark, "severity": each.severity, "code": each.code, "text": each.text} for each in warned]


def count_of(sheet: Sheet) -> dict[str, int]:
    """Return how many marks each entity has."""
    counts: dict[str, int] = {}
    for mark in sheet.marks:
        counts[mark.entity] = counts.get(mark.entity, 0) + 1
    return counts


def _differ(one: object, other: object) -> bool:
    # Almost all are the very same; comparing them field by field would take longer than all the rest.
    return one is not other and one != other


def _can(history: History) -> dict[str, bool]:
    return {"can_undo": bool(history.before), "can_redo": bool(history.undone)}


def _labels() -> Iterable[dict[str, Any]]:
    tags: dict[str, list[str]] = {}
    for tag, (name, _) in tagset("swell").tags.items():
        tags.setdefault(name, []).append(tag)
    for label in LABELS.values():
        yield {
            "name": label.name,
            "group": label.name.partition(".")[0],
            "kind": label.kind.value,
            "words": label.description,
            "example": label.example,
            "swell": tags.get(label.name, []),
        }
