"""Dates, times and ages in the forms in which testers wrote them who had not read the rules."""

from allonym.detectors.life.dates import dates


def found(text: str) -> list[str]:
    return [text[each.start : each.end] for each in dates(text)]


def test_a_text_that_begins_with_a_number_and_ends_with_a_v_has_no_week() -> None:
    assert found("1. Mein Name steht dabei: Jakob V.") == []
    assert found("2 und dann v.") == []
