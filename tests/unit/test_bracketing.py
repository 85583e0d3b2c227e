"""Short forms in brackets behind places and organisations."""

import pytest

from allonym.core.types import MAYBE_PERSON, Mention, Span
from allonym.fusing import bracketed


def found(text: str, *told: tuple[str, str], doubt: bool = False) -> dict[str, str]:
    """Return what is what, once brackets are read, given what some words are."""
    features = (MAYBE_PERSON,) if doubt else ()
    mentions = [
        Mention(Span(at := text.index(words), at + len(words)), label, 0.9, "model:network", features)
        for words, label in told
    ]
    return {each.span.of(text): each.label for each in bracketed(text, mentions)}


@pytest.mark.parametrize("before", [(), (("FI", "ORGANIZATION"),), (("FI", "EXTRA"),)])
def test_two_capitals_behind_a_town_are_its_province(before: tuple[tuple[str, str], ...]) -> None:
    text = "Nei comuni di Barberino del Mugello (FI) e Vernio."

    made = found(text, ("Barberino del Mugello", "LOCATION.CITY"), *before)

    assert made == {"Barberino del Mugello": "LOCATION.CITY", "FI": "LOCATION.REGION"}


@pytest.mark.parametrize("brackets", ["(LAB)", "(«LAB»)", '("LAB")'])
@pytest.mark.parametrize("before", [(), (("LAB", "EXTRA"),)])
def test_capitals_that_a_name_begins_with_are_that_organisation(
    brackets: str, before: tuple[tuple[str, str], ...]
) -> None:
    made = found(f"avisé le Legal Aid Board {brackets} de tout", ("Legal Aid Board", "ORGANIZATION"), *before)

    assert made == {"Legal Aid Board": "ORGANIZATION", "LAB": "ORGANIZATION"}


@pytest.mark.parametrize(
    ("text", "name", "label"),
    [
        ("PARIS (AP) - Two men", "PARIS", "LOCATION.CITY"),
        ("STOCKHOLM (TT) Polisen", "STOCKHOLM", "LOCATION.CITY"),
        ("in Rome (see below)", "Rome", "LOCATION.CITY"),
        ("in Rome (it)", "Rome", "LOCATION.CITY"),
        ("the Legal Aid Board (QED)", "Legal Aid Board", "ORGANIZATION"),
        ("the Legal Aid Board (BAL)", "Legal Aid Board", "ORGANIZATION"),
        ("the Legal Aid Board, LAB", "Legal Aid Board", "ORGANIZATION"),
        ("Anna Berg (AB) came", "Anna Berg", "PERSON"),
    ],
)
def test_nothing_else_is_taken_for_a_short_form(text: str, name: str, label: str) -> None:
    assert found(text, (name, label)) == {name: label}


def test_what_may_be_somebody_says_nothing_of_what_follows() -> None:
    assert found("with Lee (MA) there", ("Lee", "LOCATION"), doubt=True) == {"Lee": "LOCATION"}


def test_a_longer_name_is_not_cut_into() -> None:
    made = found("in Rome (RM Sud) today", ("Rome", "LOCATION"), ("RM Sud", "ORGANIZATION"))

    assert made == {"Rome": "LOCATION", "RM Sud": "ORGANIZATION"}


def test_a_sure_name_keeps_its_kind() -> None:
    made = found("the Legal Aid Board (LAB)", ("Legal Aid Board", "ORGANIZATION"), ("LAB", "PERSON"))

    assert made == {"Legal Aid Board": "ORGANIZATION", "LAB": "PERSON"}
