"""Names under letters, however ordinary their words are."""

import pytest

from allonym.detectors.finding import Found
from allonym.detectors.names.signatures import closings, signers
from allonym.detectors.names.wording import Wording
from allonym.languages.lists import open_lists
from allonym.languages.pack import CODES
from allonym.languages.words import entries, everywhere

WORDING = Wording(open_lists())


def signed(text: str) -> list[str]:
    return [text[each.start : each.end] for each in signers(text, WORDING)]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("See you there.\n\nKind regards,\nWill Power", "Will Power"),
        ("Cheers!\n\nJoy Day, PhD\nLeeds", "Joy Day"),
        ("Mit freundlichen Grüßen\r\n\r\nUte Lang\r\n", "Ute Lang"),
        ("mfg\nMax von Freitag", "Max von Freitag"),
        ("> Bien à vous,\n> **Anne-Lise Lundi**", "Anne-Lise Lundi"),
        ("Gracias\nSol M. Blanco", "Sol M. Blanco"),
        ("Mvh\nBo", "Bo"),
        ("مع التحية\nأحمد سعيد", "أحمد سعيد"),
    ],
)
def test_the_name_under_a_closing_is_found(text: str, name: str) -> None:
    assert signed(text) == [name]


@pytest.mark.parametrize(
    "text",
    [
        "Thanks!\nWill you come?",
        "Thanks\nMay Day is here",
        "Best\nWestern Hotel",
        "Kind regards,\n\n\nWill Power",
        "Will Power",
        "Best,\0Will Power",
        "He sent his regards.\nWill Power",
        "Thanks\nWill Power Rose Field Joy",
    ],
)
def test_what_is_no_name_or_under_no_closing_is_left_alone(text: str) -> None:
    assert signed(text) == []


def test_a_signature_is_surer_than_a_word() -> None:
    text = "Best,\nWill Power"

    assert list(signers(text, WORDING)) == [Found(6, 16, "PERSON", 0.98, "signature", (("cue", "signature"),))]


def test_every_language_has_closings() -> None:
    found = {code: list(entries(text)) for code, text in everywhere("context", "closing")}

    assert list(found) == list(CODES)
    assert all(len(each) >= 10 for each in found.values())
    assert closings().issuperset(word for each in found.values() for word in each)


def test_each_text_of_a_batch_has_lines_of_its_own() -> None:
    batch = "Hello\0Mvh\nBo\0so he sent regards,\0Mvh\n\0Bo\n\nMvh\n\nUte Lang\0Mvh"

    assert signed(batch) == ["Bo", "Ute Lang"]


def test_a_line_that_is_far_longer_than_a_closing_is_none() -> None:
    assert signed("-" * 40 + " Mvh\nBo") == ["Bo"]
    assert not signed("-" * 46 + " Mvh\nBo")
