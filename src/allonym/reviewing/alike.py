"""The same decision wherever the same words stand: in one document, or in all of them."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from allonym.core.types import Span
from allonym.reviewing.changing import Rules, new_party, overlapping
from allonym.reviewing.commands import do
from allonym.reviewing.grouping import relabelled
from allonym.reviewing.marking import marked, unmarked
from allonym.reviewing.reading import Refused
from allonym.reviewing.values import Mark, Sheet

OF_MARKS = ("relabel", "morphology", "foreign", "citation", "accept")
OF_ENTITIES = ("act", "write", "gender")
EVERYWHERE = ("mark", "unmark", *OF_MARKS, *OF_ENTITIES)
"""The commands that can be meant for all places where the same words stand."""
FREE = "free"
"""Says of a label that it is also for places that are not marked yet."""


def places(text: str, words: Collection[str]) -> list[Span]:
    """Return where words stand in a text, not inside of others; where two could begin, the longer one does."""
    present = sorted((each for each in words if each and each in text), key=len, reverse=True)
    if not present:
        return []
    pattern = "|".join(_bordered(each) for each in present)
    return [Span(*found.span()) for found in re.finditer(pattern, text)]


def template(command: Mapping[str, Any]) -> dict[str, Any]:
    """Return a command without its places: what is left can be said of any document."""
    name = command.get("do")
    if name not in EVERYWHERE:
        raise Refused(f"everywhere: it goes with {', '.join(EVERYWHERE)}")
    left = {key: value for key, value in command.items() if key not in {"start", "end", "mark", "marks", "entity"}}
    # What these words are they are also where nothing was found. Journals from before do not say so, and mean less.
    return {**left, FREE: True} if name == "relabel" else left


def meant(sheet: Sheet, command: Mapping[str, Any]) -> list[Span]:
    """Return the places in its own document that a command speaks of, once it has been checked there."""
    if command["do"] == "mark":
        return [Span(command["start"], command["end"])]
    named = {command.get("mark"), *(command.get("marks") or ())}
    entity = command.get("entity")
    return [each.span for each in sheet.marks if each.id in named or each.entity == entity]


def alike(sheet: Sheet, words: Collection[str], then: Mapping[str, Any], rules: Rules) -> Sheet:
    """Return the sheet with the command carried out wherever the words stand. What does not fit there stays."""
    found = places(sheet.document.text, words)
    if then["do"] == "mark":
        return _marked(sheet, found, str(then["label"]), rules)
    spans = set(found)
    marks = [each for each in sheet.marks if each.span in spans]
    if then["do"] == "unmark":
        return unmarked(sheet, {each.id for each in marks})
    if then["do"] == "accept":
        return _each(sheet, [{"do": "accept", "marks": [each.id for each in marks]}] if marks else [], rules)
    name, ids = ("entity", [each.entity for each in marks])
    if then["do"] in OF_MARKS:
        name, ids = ("mark", [each.id for each in marks])
    said = {key: value for key, value in then.items() if key != FREE}
    sheet = _each(sheet, [{**said, name: each} for each in dict.fromkeys(ids)], rules)
    return _filled(sheet, found, str(then["label"]), rules) if then.get(FREE) else sheet


def _marked(sheet: Sheet, spans: Sequence[Span], label: str, rules: Rules) -> Sheet:
    """Mark all places that are free as one entity; those that are marked as something else become the same kind."""
    party = ""
    for span in spans:
        here = overlapping(sheet, span)
        if not here:
            known = sheet.party(party) or new_party(sheet, label, rules)
            sheet, party = marked(sheet, span, label, known), known.id
            continue
        if here[0].span != span:
            continue
        if here[0].label != label:
            sheet = _tried(sheet, partial(relabelled, marks=(here[0],), label=label, rules=rules))
        party = party or _owner(sheet, here[0])
    return sheet


def _filled(sheet: Sheet, spans: Sequence[Span], label: str, rules: Rules) -> Sheet:
    """Mark the places that are free: as the entity that has the same words and label here, or as a new one."""
    here = set(spans)
    party = next((each.entity for each in sheet.marks if each.span in here and each.label == label), "")
    for span in spans:
        if not overlapping(sheet, span):
            known = sheet.party(party) or new_party(sheet, label, rules)
            sheet, party = marked(sheet, span, label, known), known.id
    return sheet


def _owner(sheet: Sheet, mark: Mark) -> str:
    found = sheet.mark(mark.id)
    return found.entity if found else ""


def _each(sheet: Sheet, commands: Sequence[Mapping[str, Any]], rules: Rules) -> Sheet:
    version = sheet.version
    for command in commands:
        sheet = _tried(sheet, partial(do, command=command, rules=rules))
    return replace(sheet, version=version)


def _tried(sheet: Sheet, change: Callable[[Sheet], Sheet]) -> Sheet:
    try:
        return change(sheet)
    except Refused:
        return sheet


def _bordered(words: str) -> str:
    before = r"(?<!\w)" if re.match(r"\w", words[0]) else ""
    after = r"(?!\w)" if re.match(r"\w", words[-1]) else ""
    return f"{before}{re.escape(words)}{after}"
