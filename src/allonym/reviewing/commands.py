"""What a person can say of a sheet. Each command is a plain object; doing it gives another sheet, or refuses.

    {"do": "mark", "start": 4, "end": 13, "label": "PERSON"}      {"do": "join", "entities": ["e1", "e4"]}

docs/reference/review-api.md lists them all. The same sheet and command give the same sheet, so that a journal of
commands is as good as the sheets themselves.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from allonym.reviewing import grouping, marking
from allonym.reviewing.changing import REDACT, Rules, reopened, with_known_rules
from allonym.reviewing.reading import Refused, Said
from allonym.reviewing.values import STATUSES, Sheet


def _comment(said: Said, _: Rules) -> Sheet:
    said.require(("text",))
    return replace(said.sheet, comment=said.words("text"))


def _status(said: Said, _: Rules) -> Sheet:
    said.require(("status",))
    return replace(said.sheet, status=said.one_of("status", STATUSES))


def _several(said: Said, rules: Rules) -> Sheet:
    """Take several steps as one: all of them, or none."""
    said.require(("steps",))
    sheet = said.sheet
    for at, step in enumerate(said.steps("steps"), 1):
        if step.get("do") == "several":
            raise Refused(f"step {at}: do: it is one command, not several")
        try:
            sheet = _done(sheet, step, rules)
        except Refused as refused:
            raise Refused(f"step {at}: {refused}") from None
    return sheet


COMMANDS: Mapping[str, Callable[[Said, Rules], Sheet]] = {
    "mark": marking.mark,
    "unmark": marking.unmark,
    "bounds": marking.bounds,
    "accept": marking.accept,
    "morphology": marking.morphology,
    "foreign": marking.foreign,
    "citation": marking.citation,
    "flag": marking.flag,
    "relabel": grouping.relabel,
    "act": grouping.act,
    "write": grouping.write,
    "join": grouping.join,
    "part": grouping.part,
    "number": grouping.number,
    "gender": grouping.gender,
    "comment": _comment,
    "status": _status,
    "several": _several,
}


def do(sheet: Sheet, command: Mapping[str, Any], rules: Rules = REDACT) -> Sheet:
    """Return the sheet as it is after a command; `rules` say what is done with a label that is new to an entity."""
    return replace(_done(sheet, command, rules), version=sheet.version + 1)


def _done(sheet: Sheet, command: Mapping[str, Any], rules: Rules) -> Sheet:
    name = command.get("do") if isinstance(command, Mapping) else None
    if not isinstance(name, str) or name not in COMMANDS:
        raise Refused(f"do: it is one of {', '.join(COMMANDS)}")
    return reopened(sheet, with_known_rules(COMMANDS[name](Said(sheet, command), rules), rules))
