"""Names that are ordinary words as well, and these words where they name nobody, as lists and rules tell them."""

from functools import cache
from pathlib import Path

import pytest

from allonym.languages.pack import CODES
from allonym.pseudonymizer import Pseudonymizer
from allonym.settings import load_settings

DATA = Path(__file__).parents[2] / "data" / "ordinary-names.tsv"
ROWS = [line.split("\t") for line in DATA.read_text("utf-8").splitlines()]

# What does not come out right yet without the network.
KNOWN = {
    "Don Short called me twice.",  # "don" is the head of "don't"
    "Power was cut, and will be back soon.",  # a name by the lists, and what it does
    "Mark the stone with grace in the field.",  # Mark is rather a name than an order
    "The brown dog slept all summer, since June.",  # June is rather a name than a month
    "Ángel Calle y Dolores Reina vinieron.",  # Calle is the head of a street
    "Pietro Monti e Gioia Sala sono usciti.",  # Gioia is no more a first name than a last one
    "Per Modig sa att det var bra.",  # Per is a small word of Italian
    "قال سعيد الحكيم إنه سيأتي. ثم خرج الحكيم.",  # "happy" and "the wise"
    "كان الرجل كريم الخلق.",  # a first name that is an adjective
    "كان الحكم عادل ومنصف.",  # the same
    "كتبت الرسالة أمل حسن.",  # "hope"
    "اسمي وردة وأعيش هنا.",  # "rose"
    "الذكر خالد في القلوب.",  # "immortal"
    "نور الشمس قوي اليوم.",  # "light"
}


@cache
def tool() -> Pseudonymizer:
    return Pseudonymizer(load_settings("default").with_model(fast=True))


def persons(text: str) -> list[str]:
    return [each.span.of(text) for each in tool().detect(text) if each.label.startswith("PERSON")]


@pytest.mark.parametrize(("text", "names"), [(text, names) for _, text, names in ROWS])
def test_a_name_is_told_from_an_ordinary_word(text: str, names: str, request: pytest.FixtureRequest) -> None:
    if text in KNOWN:
        request.applymarker(pytest.mark.xfail(strict=True))

    assert persons(text) == [each for each in names.split("|") if each]


def test_every_language_has_twenty_and_what_is_known_is_among_them() -> None:
    assert {code: [row[0] for row in ROWS].count(code) for code in CODES} == dict.fromkeys(CODES, 20)
    assert {text for _, text, _ in ROWS} >= KNOWN
