"""Somebody who knows people, and what fits them: of how many the facts fit just one author is counted."""

import csv
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from allonym.core.canon import canonical
from allonym.core.errors import InputError, UsageError
from allonym.core.labels import LABELS
from allonym.evidence.rows import Author, Values
from allonym.evidence.uniqueness import shared_by

TRUTH = "author"
"""The column of a list of people that says which author somebody is, if that is known."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody whom the attacker knows, and what of them; `author` is who they are in the data, if that is told."""

    name: str = field(repr=False)
    facts: Values = field(repr=False)
    author: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Guessing:
    """Of how many people the facts fit one author, several, or none; `right` is of the ones where the truth is told."""

    people: int
    one: int
    several: int
    none: int
    right: int | None


def guessed(authors: Sequence[Author], people: Sequence[Person]) -> Guessing:
    """Return how many people are pointed to by what is known of them; raise InputError if no such facts are told."""
    _require_common(authors, people)
    fits = [(person, shared_by(authors, person.facts)) for person in people if person.facts]
    single = [(person, found[0]) for person, found in fits if len(found) == 1]
    is_told = any(person.author is not None for person in people)
    right = sum(person.author == author for person, author in single) if is_told else None
    none = sum(not found for _, found in fits)
    return Guessing(len(fits), len(single), len(fits) - len(single) - none, none, right)


def read_people(path: Path) -> list[Person]:
    """Read a CSV of people: the first column names each, the others are facts; empty cells are unknown."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise UsageError(f"cannot read the people in {path}: {type(error).__name__}") from None
    if not rows or len(rows[0]) < 2:
        raise UsageError(f"{path}: a list of people has a name in its first column and a fact in another")
    return [_person(row) for row in rows]


def read_names(path: Path) -> dict[str, int]:
    """Read a list of names with how often each is heard: one a line, a tab or comma before the number."""
    names: dict[str, int] = {}
    try:
        lines = path.read_text("utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot read the names in {path}: {type(error).__name__}") from None
    for number, line in enumerate(lines, 1):
        name, _, count = line.replace(",", "\t").rpartition("\t")
        if not name.strip() or not count.strip().isdecimal():
            raise UsageError(f"{path} line {number}: a name, a tab or comma, and a number are needed")
        names[name.strip()] = int(count)
    return names


def _require_common(authors: Sequence[Author], people: Sequence[Person]) -> None:
    asked = sorted({name for person in people for name in person.facts})
    told = sorted({name for author in authors for name in author.values})
    if not set(asked) & set(told):
        raise InputError(
            f"the list of people and the data have no column in common: the list has {', '.join(asked) or 'none'}, "
            f"the data have {', '.join(told) or 'none'}; name columns of the data with --columns"
        )


def _person(row: dict[str, str]) -> Person:
    (_, name), *others = row.items()
    cells = [(column, value.strip()) for column, value in others if column and value and value.strip()]
    facts = {
        column: frozenset({canonical(column if column in LABELS else "", value)})
        for column, value in cells
        if column != TRUTH
    }
    return Person(name, facts, dict(cells).get(TRUTH))
