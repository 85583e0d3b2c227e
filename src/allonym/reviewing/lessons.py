"""Rules from reviews, kept in a folder: every version that was accepted, and the newest as lists that commands take.

    history.jsonl   a line for each version: when, by whom, what came and went, and what it changed
    allow.txt       for --allow      deny.txt   for --terms      alias.tsv   for --links

The folder holds words of documents and can be read by nobody else. The lists are written from the history; a version
that is restored is a new one.
"""

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from allonym.core.errors import InputError, UsageError
from allonym.core.labels import require
from allonym.linking.table import Row, make_table, write_table
from allonym.reviewing.feedback import ALIAS, ALLOW, DENY, KINDS, Lesson
from allonym.reviewing.journal import open_private, read_lines
from allonym.running.publishing import publish
from allonym.settings import Settings

HISTORY, ALLOW_FILE, DENY_FILE, ALIAS_FILE = "history.jsonl", "allow.txt", "deny.txt", "alias.tsv"


@dataclass(frozen=True, slots=True)
class Version:
    """The rules after one change, and what was noted with it."""

    number: int
    lessons: tuple[Lesson, ...] = field(repr=False)
    noted: Mapping[str, Any] = field(default_factory=dict)


def read_versions(folder: Path) -> list[Version]:
    """Return all versions, the newest last; none if there is no such folder."""
    if not (folder / HISTORY).is_file():
        return []
    with open_private(folder / HISTORY) as stream:
        rows = read_lines(stream, HISTORY)
    versions: list[Version] = []
    lessons: set[Lesson] = set()
    for number, row in enumerate(rows, 1):
        lessons = (lessons - {*_lessons(row, "removed", number)}) | {*_lessons(row, "added", number)}
        noted = {key: value for key, value in row.items() if key not in {"added", "removed"}}
        versions.append(Version(number, tuple(sorted(lessons)), noted))
    return versions


def accept(folder: Path, lessons: Iterable[Lesson], noted: Mapping[str, Any]) -> Version:
    """Make rules the newest version: on the disk as a line of the history first, then as lists."""
    versions = read_versions(folder)
    old, new = set(versions[-1].lessons if versions else ()), set(lessons)
    change = {
        "added": [_row(each) for each in sorted(new - old)],
        "removed": [_row(each) for each in sorted(old - new)],
    }
    with open_private(folder / HISTORY) as stream:
        stream.seek(0, os.SEEK_END)
        stream.write(json.dumps({**noted, **change}, ensure_ascii=False).encode() + b"\n")
        stream.flush()
        os.fsync(stream.fileno())
    made = Version(len(versions) + 1, tuple(sorted(new)), noted)
    _write_lists(folder, made.lessons)
    return made


def restore(folder: Path, number: int, noted: Mapping[str, Any]) -> Version:
    """Make an older version the newest one again."""
    versions = read_versions(folder)
    if not 0 <= number <= len(versions):
        raise UsageError(f"there is no version {number}; there are 1 to {len(versions)}, and 0 has no rules")
    lessons = versions[number - 1].lessons if number else ()
    return accept(folder, lessons, {**noted, "restored": number})


def with_lessons(settings: Settings, lessons: Iterable[Lesson]) -> Settings:
    """Return settings with what rules allow and deny. Aliases change who is who, not what is found."""
    terms: dict[str, list[str]] = {}
    allow = []
    for each in lessons:
        if each.kind == DENY:
            terms.setdefault(each.label, []).append(each.form)
        elif each.kind == ALLOW:
            allow.append(each.form)
    return settings.with_user(None, terms, allow)


def _write_lists(folder: Path, lessons: Iterable[Lesson]) -> None:
    found = {kind: [each for each in lessons if each.kind == kind] for kind in KINDS}
    lists = {
        ALLOW_FILE: "".join(f"{each.form}\n" for each in found[ALLOW]),
        DENY_FILE: "".join(f"{each.form}\t{each.label}\n" for each in found[DENY]),
    }
    for name, text in lists.items():
        if text:
            with publish(folder / name, private=True) as (_, stream):
                stream.write(text.encode())
    if found[ALIAS]:
        rows = (Row(each.entity, each.label, "", each.form) for each in found[ALIAS])
        with publish(folder / ALIAS_FILE, private=True) as (path, _):
            write_table(make_table(rows), path)
    # A list without words is refused by the commands that take it, so there is none.
    for kind, name in ((ALLOW, ALLOW_FILE), (DENY, DENY_FILE), (ALIAS, ALIAS_FILE)):
        if not found[kind]:
            (folder / name).unlink(missing_ok=True)


def _row(each: Lesson) -> list[str]:
    return [each.kind, each.label, each.form, *([each.entity] if each.entity else [])]


def _lessons(row: Mapping[str, Any], name: str, number: int) -> list[Lesson]:
    try:
        made = [Lesson(kind, require(label), form, *entity) for kind, label, form, *entity in row[name]]
        if all(each.kind in KINDS and isinstance(each.form, str) for each in made):
            return made
    except (KeyError, TypeError, ValueError, UsageError):
        pass
    raise InputError(f"{HISTORY} line {number}: not a version of rules")
