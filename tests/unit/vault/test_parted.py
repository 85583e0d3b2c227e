"""Names that were replaced part by part, and who their parts are."""

import pytest

from allonym.core.types import Edit, Manifest, Span, digest
from allonym.vault.likeness import Likeness
from allonym.vault.parted import parts_of, side_by_side, whole
from allonym.vault.subjects import names_linker

Part = tuple[str, str, str]
"""A label, the words, and the entity; `-` for the label means words that stay."""
NICOLAS, SARKOZY = ("PERSON.FIRST", "Nicolas", "e1"), ("PERSON.LAST", "Sarkozy", "e2")
GAP: Part = ("-", " ", "")


def told(*parts: Part) -> tuple[Edit, ...]:
    edits, at = list[Edit](), 0
    for label, words, entity in parts:
        if label != "-":
            edits.append(Edit(Span(at, at + len(words)), words, label, entity))
        at += len(words)
    return tuple(edits)


def sure_of(name: str, *parts: Part) -> list[str]:
    edits = told(*parts)
    found = parts_of(Likeness(name, None, names_linker()), Manifest("a", digest("x"), digest("y"), edits))
    return [edit.replacement for edit in edits if edit in found]


def test_parts_side_by_side_are_the_person() -> None:
    assert sure_of("Nicolas Sarkozy", NICOLAS, GAP, SARKOZY) == ["Nicolas", "Sarkozy"]
    assert sure_of("Nicolas Sarkozy", NICOLAS, ("-", ". So ", ""), SARKOZY) == []


def test_parts_of_somebody_else_are_not() -> None:
    anna: list[Part] = [("PERSON.FIRST", "Anna", "e3"), GAP, ("PERSON.LAST", "Berg", "e4")]

    assert sure_of("Nicolas Sarkozy", *anna) == []
    assert sure_of("Nicolas Sarkozy", *anna, ("-", " met ", ""), NICOLAS, GAP, SARKOZY) == ["Nicolas", "Sarkozy"]


def test_who_stands_right_beside_the_person_is_not_a_part_of_the_name() -> None:
    anna: Part = ("PERSON.FIRST", "Anna", "e3")

    assert sure_of("Nicolas Sarkozy", NICOLAS, GAP, SARKOZY, GAP, anna) == ["Nicolas", "Sarkozy"]
    assert sure_of("Nicolas Sarkozy", anna, GAP, NICOLAS, GAP, SARKOZY) == ["Nicolas", "Sarkozy"]


def test_a_surname_alone_goes_with_the_whole_names_it_stands_in() -> None:
    alone: list[Part] = [("-", " and then ", ""), SARKOZY]

    assert sure_of("Nicolas Sarkozy", NICOLAS, GAP, SARKOZY, *alone) == ["Nicolas", "Sarkozy", "Sarkozy"]


def test_a_surname_that_is_also_another_persons_stays_where_it_stands_alone() -> None:
    cecilia: list[Part] = [("-", " and ", ""), ("PERSON.FIRST", "Cécilia", "e5"), GAP, SARKOZY]
    alone: list[Part] = [("-", " and then ", ""), SARKOZY]

    assert sure_of("Nicolas Sarkozy", NICOLAS, GAP, SARKOZY, *cecilia, *alone) == ["Nicolas", "Sarkozy"]


@pytest.mark.parametrize(("count", "rows"), [(1, 0), (2, 1), (3, 3), (4, 6), (5, 9)])
def test_at_most_four_names_are_one(count: int, rows: int) -> None:
    parts = [part for number in range(count) for part in (("PERSON", f"N{number}", f"e{number}"), GAP)]
    found = list(side_by_side(told(*parts)))

    assert len(found) == rows
    assert all(2 <= len(row) <= 4 for row in found)


def test_what_is_no_name_or_the_same_one_again_is_not_joined() -> None:
    assert not list(side_by_side(told(NICOLAS, GAP, ("EMAIL", "a@example.org", "e9"))))
    assert not list(side_by_side(told(NICOLAS, GAP, NICOLAS)))
    assert not list(side_by_side(told(NICOLAS, ("-", "  ", ""), SARKOZY)))


def test_a_whole_name_covers_its_parts() -> None:
    assert whole(told(NICOLAS, GAP, SARKOZY)) == Edit(Span(0, 15), "Nicolas Sarkozy", "PERSON")
