"""Plans become sheets and plans again."""

from dataclasses import replace

import pytest
from tests.unit.reviewing.sheets import TEXT, plan, settings, sheet

from allonym.core.types import Document
from allonym.pseudonymizer import Pseudonymizer
from allonym.reviewing.values import plan_of, settled_number, sheet_of


def test_a_sheet_that_nobody_touched_gives_its_plan_back() -> None:
    assert plan_of(sheet()) == plan()


@pytest.mark.parametrize("profile", ["default", "swell", "cloaked-realistic", "netanos-context"])
def test_plans_of_profiles_come_back_as_they_were(profile: str) -> None:
    text = "Anna Berg (anna.berg@example.org) was born on 3 May 1990 in Berlin; call +44 20 7946 0018, Anna."
    document = Document("d", text, "en")
    made = Pseudonymizer(settings(profile)).plan(document)

    assert made.decisions
    assert plan_of(sheet_of(document, made)) == made


def test_marks_stand_in_reading_order_and_numbers_count_by_kind_or_by_label() -> None:
    by_kind, by_label = sheet(), sheet(by_kind=False)

    assert [each.start for each in by_kind.marks] == sorted(each.start for each in by_kind.marks)
    assert [each.id for each in by_kind.marks] == ["m1", "m2", "m3", "m4", "m5"]
    assert [each.number for each in by_kind.parties] == [1, 2, 1, 3]
    assert [each.number for each in by_label.parties] == [1, 1, 1, 2]


def test_a_number_that_was_settled_is_kept_and_skipped_by_the_others() -> None:
    made = plan()
    first, second, *others = made.decisions
    mentions = tuple(replace(each, features=(("number", "1"),)) for each in second.entity.mentions)
    settled = replace(second, entity=replace(second.entity, mentions=mentions))
    again = sheet_of(Document("d", TEXT), replace(made, decisions=(first, settled, *others)), by_kind=True)

    assert [each.number for each in again.parties] == [2, 1, 1, 3]
    assert [each.settled for each in again.parties] == [False, True, False, False]


@pytest.mark.parametrize("said", ["", "0", "-1", "x", "٣", "1234567"])
def test_what_is_no_number_settles_nothing(said: str) -> None:
    assert settled_number((("number", said),)) is None


def test_no_repr_holds_words() -> None:
    made = replace(sheet(), comment="Anna Berg")

    assert "Anna" not in repr(made)
    assert "Anna" not in repr(replace(made.parties[0], replacement="Anna"))
    assert "Anna" not in repr(replace(made.marks[0], obs="Anna", com="Anna"))
