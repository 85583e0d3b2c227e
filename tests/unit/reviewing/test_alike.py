"""The same decision wherever the same words stand."""

from typing import Any

import pytest
from tests.unit.reviewing.sheets import sheet, words
from tests.unit.reviewing.test_commands import RULES, mark, party

from allonym.core.types import Action, Span
from allonym.reviewing.alike import alike, places, template
from allonym.reviewing.reading import Refused
from allonym.reviewing.values import PERSON


@pytest.mark.parametrize(
    ("text", "sought", "found"),
    [
        ("Karl, Karls, karl, Karl.", {"Karl"}, [(0, 4), (19, 23)]),
        ("Anna Berg, Anna", {"Anna", "Anna Berg"}, [(0, 9), (11, 15)]),
        ("a@b.se xa@b.se a@b.se", {"a@b.se"}, [(0, 6), (15, 21)]),
        ("@bo @bo_2 @bo", {"@bo"}, [(0, 3), (10, 13)]),
        ("محمد ومحمد محمد", {"محمد"}, [(0, 4), (11, 15)]),
        ("nobody", {"Karl", ""}, []),
    ],
)
def test_words_are_found_as_whole_words(text: str, sought: set[str], found: list[tuple[int, int]]) -> None:
    assert places(text, sought) == [Span(*each) for each in found]


def test_all_places_become_one_entity() -> None:
    made = alike(sheet("Anna Berg met Karl in Berlin. Anna saw Eva; Bo, Bo."), {"Bo"}, _mark("PERSON"), RULES)
    new = [each for each in made.marks if words(made)[each.id] == "Bo"]

    assert len(new) == 2
    assert len({each.entity for each in new}) == 1


def test_places_that_are_marked_as_something_else_become_the_same_kind() -> None:
    made = alike(sheet(), {"Berlin"}, _mark("PERSON.LAST"), RULES)

    assert [each.label for each in made.marks if words(made)[each.id] == "Berlin"] == ["PERSON.LAST", "PERSON.LAST"]


def test_a_place_inside_of_another_mark_stays() -> None:
    made = alike(sheet(), {"Berg"}, _mark("LOCATION"), RULES)

    assert made.marks == sheet().marks


@pytest.mark.parametrize(
    "then",
    [
        {"do": "act", "action": "keep"},
        {"do": "write", "text": "Bo"},
        {"do": "gender", "gender": "female"},
        {"do": "morphology", "tags": ["gen"]},
        {"do": "relabel", "label": "PERSON.NICKNAME"},
        {"do": "accept"},
    ],
)
def test_a_decision_is_taken_for_the_entities_of_these_words(then: dict[str, Any]) -> None:
    made = alike(sheet(), {"Karl"}, then, RULES)

    assert made.version == 0
    assert mark(made, "m2").source == PERSON
    assert mark(made, "m3") == mark(sheet(), "m3")
    assert party(made, "e2").action is (Action.KEEP if then["do"] == "act" else Action.REPLACE)


def test_a_label_is_also_for_places_where_nothing_was_found() -> None:
    text = "Anna Berg met Karl in Berlin. Anna saw Eva; Karl, Bo, Bo and Berg."
    then = template({"do": "relabel", "mark": "m2", "label": "PERSON.NICKNAME"})
    before = sheet(text)
    free = [each for each in places(text, {"Karl"}) if each not in {mark.span for mark in before.marks}]

    made = alike(before, {"Karl"}, then, RULES)
    new = [each for each in made.marks if words(made)[each.id] == "Karl"]

    assert free
    assert {each.label for each in new} == {"PERSON.NICKNAME"}
    assert set(places(text, {"Karl"})) == {each.span for each in new}
    assert {each.entity for each in new} == {mark(made, "m2").entity}
    assert alike(made, {"Karl"}, then, RULES).marks == made.marks

    alone = alike(before, {"Bo"}, then, RULES)
    assert [each.label for each in alone.marks if words(alone)[each.id] == "Bo"] == ["PERSON.NICKNAME"] * 2
    # Inside of another mark nothing is free, and a journal from before says nothing of free places.
    assert alike(before, {"Berg"}, then, RULES).mark("m1") == before.mark("m1")
    older = alike(before, {"Karl"}, {"do": "relabel", "label": "PERSON.NICKNAME"}, RULES)
    assert len(older.marks) == len(before.marks)


def test_all_marks_of_words_are_taken_away() -> None:
    made = alike(sheet(), {"Anna"}, {"do": "unmark"}, RULES)

    assert "Anna" not in words(made).values()
    assert "Anna Berg" in words(made).values()


def test_what_is_refused_in_one_place_stays_as_it_is_there() -> None:
    made = alike(sheet(), {"Karl", "Eva"}, {"do": "write", "text": "Eva"}, RULES)

    assert party(made, "e2").replacement == "Eva"
    assert party(made, "e4").replacement is None


def test_some_commands_are_about_one_place_only() -> None:
    with pytest.raises(Refused, match="everywhere"):
        template({"do": "bounds", "mark": "m1", "start": 0, "end": 4})

    assert template({"do": "mark", "start": 0, "end": 4, "label": "PERSON"}) == _mark("PERSON")


def _mark(label: str) -> dict[str, Any]:
    return {"do": "mark", "label": label}
