"""What is said of a document of a review: checked, done, on the disk, and then told as what has changed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from allonym.core.errors import UsageError
from allonym.reviewing.alike import meant, places, template
from allonym.reviewing.commands import do
from allonym.reviewing.entries import Entry
from allonym.reviewing.journal import Line
from allonym.reviewing.preview import Shown
from allonym.reviewing.project import Project
from allonym.reviewing.reading import Refused
from allonym.reviewing.values import Sheet

SCOPES = ("document", "corpus")


class Stale(UsageError):
    """Something was said of a sheet that is not the newest one."""

    def __init__(self, version: int) -> None:
        super().__init__(f"the document is at version {version} by now")
        self.version = version


@dataclass(frozen=True, slots=True)
class Turn:
    """A sheet and the one before it, each with what is shown for its marks."""

    entry: Entry = field(repr=False)
    old: Sheet = field(repr=False)
    new: Sheet = field(repr=False)
    was: Mapping[str, Shown] = field(repr=False)
    shown: Mapping[str, Shown] = field(repr=False)
    elsewhere: int = 0


def say(project: Project, number: int, version: int, command: Mapping[str, Any], everywhere: str | None = None) -> Turn:
    """Carry out a command, here or wherever the same words stand. It is on the disk when this returns."""
    if everywhere is not None and everywhere not in SCOPES:
        raise Refused(f"everywhere: it is one of {', '.join(SCOPES)}")
    with project.lock:
        entry, old = _current(project, number, version)
        if everywhere is None:
            said: dict[str, Any] = {"command": dict(command)}
            new = do(old, command, project.rules)
            return _taken(project, entry, new, [entry.line(said)])
        then = template(command)
        do(old, command, project.rules)
        spans = meant(old, command)
        like = {
            "in": entry.source.name,
            "id": entry.document.id,
            "digest": entry.digest,
            "spans": [[each.start, each.end] for each in spans],
        }
        said = {"command": dict(command), "like": like, "then": then}
        new = project.said(old, said)
        words = frozenset(each.of(entry.document.text) for each in spans)
        lines, count, others = [entry.line(said)], 0, list[Entry]()
        if everywhere == "corpus":
            elsewhere = {"like": like, "then": then}
            others, count = _others(project, entry, words)
            lines += [each.line(elsewhere) for each in others]
        turn = _taken(project, entry, new, lines, count)
        for each, line in zip(others, lines[1:], strict=True):
            _pass_on(project, each, line)
        return turn


def turn_back(project: Project, number: int, version: int) -> Turn:
    """Undo the last step."""
    with project.lock:
        entry, old = _current(project, number, version)
        history = project.history(number)
        if not history.before:
            raise UsageError("there is nothing to undo")
        project.write([entry.line({"undo": True})])
        return _turned(project, entry, old, history.undo())


def turn_again(project: Project, number: int, version: int) -> Turn:
    """Take the step again that was undone last."""
    with project.lock:
        entry, old = _current(project, number, version)
        history = project.history(number)
        if not history.undone:
            raise UsageError("there is nothing to do again")
        project.write([entry.line({"redo": True})])
        return _turned(project, entry, old, history.redo())


def say_of(project: Project, said: Mapping[int, dict[str, Any]]) -> None:
    """Take one step in each of several documents at once."""
    with project.lock:
        made = [(project.entries[number], what) for number, what in said.items()]
        new = [project.said(project.history(entry.number).sheet, what) for entry, what in made]
        project.write([entry.line(what) for entry, what in made])
        for (entry, _), sheet in zip(made, new, strict=True):
            project.history(entry.number).step(sheet)


def seen(project: Project, number: int) -> tuple[Entry, Sheet, Mapping[str, Shown]]:
    """Return a document as it is now, with what stands in the output for each mark."""
    entry = project.ready(number)
    with project.lock:
        sheet = project.history(number).sheet
        preview = project.preview_of(entry)
        # What others at the same desk say may have changed since.
        known = preview.is_whole(sheet) and not preview.before()
        shown = preview.shown if known else preview.whole(sheet)
        entry.told = dict(shown)
        return entry, sheet, entry.told


def _current(project: Project, number: int, version: int) -> tuple[Entry, Sheet]:
    entry = project.ready(number)
    sheet = project.history(number).sheet
    if version != sheet.version:
        raise Stale(sheet.version)
    return entry, sheet


def _taken(project: Project, entry: Entry, new: Sheet, lines: list[Line], elsewhere: int = 0) -> Turn:
    project.write(lines)
    history = project.history(entry.number)
    old = history.sheet
    return _turned(project, entry, old, history.step(new), elsewhere)


def _turned(project: Project, entry: Entry, old: Sheet, new: Sheet, elsewhere: int = 0) -> Turn:
    preview = project.preview_of(entry)
    if preview.sheet is None:
        entry.told = dict(preview.whole(old))
    was, entry.told = entry.told, dict(preview.follow(old, new))
    return Turn(entry, old, new, was, entry.told, elsewhere)


def _others(project: Project, entry: Entry, words: frozenset[str]) -> tuple[list[Entry], int]:
    """Return the other documents in which words stand, and in how many places."""
    found: list[Entry] = []
    count = 0
    for other in project.entries:
        if other is not entry and (here := places(other.document.text, words)):
            found.append(other)
            count += len(here)
    return found, count


def _pass_on(project: Project, entry: Entry, line: Line) -> None:
    """Have another document take a step: now, or when it is planned."""
    if entry.history is None:
        with project.planning:
            if entry.history is None:
                entry.lines.append(line)
                return
    project.replay(entry.history, line.said)
