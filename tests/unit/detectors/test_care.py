"""A text with handles, without capitals or without an end is hasty; a letter with one handle in it is not."""

import pytest

from allonym.core.shadow import shadow
from allonym.detectors.model.care import is_careful
from allonym.detectors.model.tokens import tokens_of


def careful(text: str) -> bool:
    cast = shadow(text)
    return is_careful(cast.text, tokens_of(cast.text))


@pytest.mark.parametrize(
    "text",
    [
        "Anna Berg visited the harbour of Malmö on Monday.",
        "«Anna est partie.»",
        "1. Der Antrag wird abgelehnt.\n\n",
        "وصلت آنا إلى القاهرة.",
        "¿Dónde está Anna?",
        "We met in Lund. " * 60 + "Write to @annaberg.",
    ],
)
def test_a_text_with_capitals_and_an_end_is_careful(text: str) -> None:
    assert careful(text)


@pytest.mark.parametrize(
    "text",
    [
        "anna was there.",
        "Anna was there",
        "ANNA WAS THERE.",
        "RT by Anna: she was there.",
        "@annaberg was there.",
        "Anna was there #harbour.",
        "Anna (",
        ")",
    ],
)
def test_a_text_without_is_hasty(text: str) -> None:
    assert not careful(text)
