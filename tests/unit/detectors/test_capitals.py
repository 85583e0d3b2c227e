import pytest

from allonym.core.types import Document
from allonym.detectors.capitals import capitals
from allonym.testing import check_detector


def found(text: str, *, words: bool = True) -> list[str]:
    [mentions] = capitals(words).detect([Document("d", text)])
    return [mention.span.of(text) for mention in mentions]


def test_it_passes_the_kit() -> None:
    check_detector(capitals())
    check_detector(capitals(words=False))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Max and Ben wrote it.", "Max|Ben"),
        ("l'École d'Alice", "École|Alice"),
        ("Jean-Pierre et jean-Pierre", "Jean-Pierre|jean-Pierre"),
        ("paid 1,000.50 on 2016-08-14 at 7:45", "1,000.50|2016-08-14|7:45"),
        ("A4, 3rd, b2b, ICE 578", "A4|3rd|b2b|ICE|578"),
        ("¿Óscar? (Ávila)", "Óscar|Ávila"),
        ("E\u0301lodie", "E\u0301lodie"),
        ("القاهرة ٢٠١٦", "٢٠١٦"),
        ("iPhone and eBay", ""),
    ],
)
def test_words_with_a_capital_first_letter_and_numbers_are_found(text: str, words: str) -> None:
    assert "|".join(found(text)) == words


def test_numbers_alone_can_be_asked_for() -> None:
    assert found("Max has 42 apples, 3rd row, A4, 1.5 kg", words=False) == ["42", "1.5"]
