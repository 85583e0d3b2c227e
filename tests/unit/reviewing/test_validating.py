"""What should be looked at before a document is done."""

import time
from dataclasses import replace

import pytest
from tests.unit.reviewing.sheets import TEXT, mention, sheet

from allonym.core.types import Action, Decision, Document, Entity, Plan, Span
from allonym.reviewing.commands import do
from allonym.reviewing.validating import ERROR, MOST, warnings_of
from allonym.reviewing.values import Sheet, sheet_of


def codes(made: Sheet) -> list[str]:
    return [each.code for each in warnings_of(made)]


def changed(*commands: dict[str, object]) -> Sheet:
    made = sheet()
    for command in commands:
        made = do(made, command)
    return made


def test_a_sheet_that_is_right_has_no_warnings() -> None:
    text = "Anna Berg met Karl."
    entity = Entity("e1", "PERSON", (mention(text, "Anna Berg", "PERSON"),))
    plan = Plan("d", Document("d", text).digest(), (Decision(entity, Action.REPLACE, "direct"),))

    assert codes(sheet_of(Document("d", text), plan)) == []


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ({"do": "bounds", "mark": "m1", "start": 0, "end": 3}, "cut"),
        ({"do": "bounds", "mark": "m1", "start": 0, "end": 10}, "space"),
        ({"do": "write", "entity": "e2", "text": "Eva"}, "typed-original"),
        ({"do": "act", "entity": "e3", "action": "replace"}, "bare-elsewhere"),
    ],
)
def test_what_is_seldom_meant_so_is_told(command: dict[str, object], code: str) -> None:
    assert code not in codes(sheet())
    assert code in codes(changed(command))


def test_a_pseudonym_that_is_the_original_is_an_error() -> None:
    made = sheet()
    parties = tuple(replace(each, replacement="KARL") if each.id == "e2" else each for each in made.parties)

    assert "typed-itself" in [
        each.code for each in warnings_of(replace(made, parties=parties)) if each.severity == ERROR
    ]


def test_one_number_for_two_entities_is_an_error() -> None:
    made = sheet()
    twice = replace(made, parties=tuple(replace(each, number=1) for each in made.parties))
    first = warnings_of(twice)[0]

    assert (first.severity, first.code, first.mark) == (ERROR, "number", "m1")


def test_a_label_that_is_not_its_entitys_and_an_empty_mark_are_errors() -> None:
    made = sheet()
    wrong = replace(made.marks[0], label="PHONE")
    empty = replace(made.marks[1], span=Span(4, 5))
    found = warnings_of(replace(made, marks=(wrong, empty, *made.marks[2:])))

    assert [each.code for each in found if each.severity == ERROR] == ["label", "empty"]


def test_the_same_words_with_another_label_or_as_somebody_else_are_told() -> None:
    second = TEXT.rindex("Berlin")
    marked = changed({"do": "mark", "start": second, "end": second + 6, "label": "LOCATION.CITY", "entity": "e3"})
    number = next(each.id for each in marked.marks if each.start == second)

    assert "entities-differ" not in codes(marked)
    assert "entities-differ" in codes(do(marked, {"do": "part", "marks": [number]}))
    assert "labels-differ" in codes(do(marked, {"do": "relabel", "mark": number, "label": "LOCATION.REGION"}))


def test_what_is_left_is_told_when_the_document_is_done() -> None:
    made = changed({"do": "flag", "mark": "m1", "kind": "obs", "comment": ""})
    unsure = replace(made, marks=tuple(replace(each, score=0.3) for each in made.marks))
    done = do(unsure, {"do": "status", "status": "done"})

    assert codes(unsure) == []
    assert codes(done).count("obs-left") == 1
    assert codes(done).count("unsure-left") == len([each for each in done.marks if each.source != "person"])


def test_no_sentence_holds_words_of_the_document() -> None:
    made = changed({"do": "write", "entity": "e2", "text": "Eva"}, {"do": "bounds", "mark": "m1", "start": 0, "end": 3})

    for each in warnings_of(made):
        assert not any(word in each.text for word in ("Anna", "Karl", "Eva", "Berlin"))


def test_a_long_document_is_looked_through_quickly_and_not_endlessly() -> None:
    text = "Karl met Eva and nobody else there. " * 7000
    places = list(range(0, len(text), 36))[:2000]
    mentions = [mention("Karl", "Karl", "PERSON.FIRST") for _ in places]
    moved = [replace(each, span=Span(at, at + 4)) for each, at in zip(mentions, places, strict=True)]
    decisions = tuple(
        Decision(Entity(f"e{at}", "PERSON.FIRST", (each,)), Action.REPLACE, "direct") for at, each in enumerate(moved)
    )
    made = sheet_of(Document("d", text), Plan("d", b"", decisions))
    warnings_of(made)
    began = time.process_time()
    found = warnings_of(made)

    assert time.process_time() - began < 0.5
    assert 0 < len(found) <= MOST
