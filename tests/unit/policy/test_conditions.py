import pytest

from allonym.core.types import Action, Document, Entity, Features, Mention, Span
from allonym.policy.rules import Policy, Rule

OTHERWISE = Rule("otherwise", (), "numbered")


def action(when: str, label: str, features: Features) -> Action:
    rules = {label: Rule("rule", (label,), "category", {}, when)}
    entity = Entity("e1", label, (Mention(Span(0, 4), label, 0.9, "test", features),))
    [decision] = Policy(rules, OTHERWISE).decide(Document("d", "some words", "en"), [entity])
    return decision.action


@pytest.mark.parametrize(
    ("value", "replaced"), [("93", True), ("90", True), ("89", False), ("4", False), ("", True), ("P18M", True)]
)
def test_a_number_is_replaced_if_it_is_greater_or_nobody_can_read_it(value: str, replaced: bool) -> None:
    assert (action("over 89", "AGE", (("value", value),)) is Action.REPLACE) is replaced


@pytest.mark.parametrize(
    ("features", "absolute", "day"),
    [
        ((("value", "2016-08-14"),), True, True),
        ((("value", "--08-14"),), True, True),
        ((("value", "2016-08"),), True, False),
        ((("value", "2016"),), True, False),
        ((("value", "--08"),), True, False),
        ((), True, True),
        ((("when", "past"),), False, False),
    ],
)
def test_a_date_may_be_relative_or_have_no_day(features: Features, absolute: bool, day: bool) -> None:
    assert (action("absolute", "DATE", features) is Action.REPLACE) is absolute
    assert (action("day", "DATE", features) is Action.REPLACE) is day


@pytest.mark.parametrize("stays", [True, False])
def test_a_place_that_may_be_a_person_goes_unless_persons_stay(stays: bool) -> None:
    person = Rule("person", ("PERSON",), "mark" if stays else "numbered")
    place = Rule("place", ("LOCATION",), "mark")
    paris = Mention(Span(0, 4), "LOCATION", 0.9, "test", (("maybe", "person"),))

    rule = Policy({"PERSON": person, "LOCATION": place}, OTHERWISE).rule_for(paris)

    assert rule is (place if stays else OTHERWISE)
