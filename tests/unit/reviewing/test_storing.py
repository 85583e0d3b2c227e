"""Sheets as data come back, and data that are no sheet are refused."""

from typing import Any

import pytest
from tests.unit.reviewing.sheets import sheet, words

from allonym.reviewing.commands import do
from allonym.reviewing.reading import Refused
from allonym.reviewing.storing import sheet_data, sheet_from
from allonym.reviewing.values import Sheet


def said(of: Sheet) -> object:
    marks = [(each.span, each.label, each.entity, each.obs, each.com, each.features) for each in of.marks]
    return marks, of.parties, of.comment, of.status


def test_a_sheet_comes_back_with_ids_that_are_new() -> None:
    changed = do(
        do(sheet(), {"do": "comment", "text": "x"}), {"do": "flag", "mark": "m1", "kind": "com", "comment": "y"}
    )
    taken = sheet_from(sheet(), sheet_data(changed))

    assert said(taken) == said(changed)
    assert (taken.version, taken.last) == (1, 10)
    assert [each.id for each in taken.marks] == ["m6", "m7", "m8", "m9", "m10"]
    assert list(words(taken).values()) == list(words(changed).values())


def test_numbers_that_another_way_of_counting_gave_twice_are_told_apart() -> None:
    by_label = sheet(by_kind=False)
    taken = sheet_from(sheet(by_kind=True), sheet_data(by_label))
    numbers = [(taken.series(each.label), each.number) for each in taken.parties]

    assert len(set(numbers)) == len(numbers)


def broken(**more: object) -> dict[str, Any]:
    return {**sheet_data(sheet()), **more}


ROW = [0, 9, "PERSON", "e1", 1.0, "x", [], None, None]
PARTY = ["e1", "PERSON", 1, "replace", "direct", None, "", False]


@pytest.mark.parametrize(
    "data",
    [
        {},
        broken(marks=None),
        broken(marks=[["Anna"]]),
        broken(marks=[ROW, ROW], entities=[PARTY]),
        broken(marks=[[0, 900, *ROW[2:]]], entities=[PARTY]),
        broken(marks=[[5, 2, *ROW[2:]]], entities=[PARTY]),
        broken(marks=[[0, 9, "Anna", *ROW[3:]]], entities=[PARTY]),
        broken(marks=[ROW], entities=[]),
        broken(marks=[ROW], entities=[PARTY, PARTY]),
        broken(marks=[], entities=[PARTY]),
        broken(marks=[ROW], entities=[["e1", "PERSON", 1, "Anna", *PARTY[4:]]]),
        broken(status="Anna"),
    ],
)
def test_what_is_no_sheet_is_refused(data: dict[str, Any]) -> None:
    with pytest.raises(Refused) as refused:
        sheet_from(sheet(), data)

    assert "Anna" not in str(refused.value)
