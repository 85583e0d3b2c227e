import pytest

from allonym.languages.pack import CODES
from allonym.surrogates.number_words import read_words, write_words

YEARS = {"en": "years", "fr": "ans", "de": "Jahre", "es": "años", "it": "anni", "pt": "anos", "sv": "år", "ar": "سنة"}


@pytest.mark.parametrize(
    ("language", "surface", "value", "two_more"),
    [
        ("en", "Twenty-one years old", 21, "Twenty-three"),
        ("en", "EIGHTEEN", 18, "TWENTY"),
        ("en", "sixtten years", 16, "eighteen"),
        ("fr", "vingt et un ans", 21, "vingt-trois"),
        ("fr", "quatre-vingt-dix ans", 90, "quatre-vingt-douze"),
        ("de", "einundzwanzig Jahre", 21, "dreiundzwanzig"),
        ("de", "achtzehnjährig", 18, "zwanzig"),
        ("es", "diecinueve años", 19, "veintiún"),
        ("es", "diecinueve", 19, "veintiuno"),
        ("it", "diciottenne", 18, "vent"),
        ("pt", "vinte e dois anos", 22, "vinte e quatro"),
        ("sv", "nitton år", 19, "tjugoett"),
        ("sv", "niotton år", 19, "tjugoett"),
        ("sv", "nittonåring", 19, "tjugoett"),
        ("ar", "سبع عشرة سنة", 17, "تسع عشرة"),
        ("ar", "سبعة عشر عاما", 17, "تسعة عشر"),
        ("ar", "عشرين عاما", 20, "اثنان وعشرين"),
        (None, "nitton år", 19, "tjugoett"),
    ],
)
def test_a_number_is_read_and_another_written_in_its_place(
    language: str | None, surface: str, value: int, two_more: str
) -> None:
    word = read_words(surface, language)

    assert word is not None
    assert word.value == value
    assert write_words(value + 2, word, surface) == two_more


@pytest.mark.parametrize("code", CODES)
def test_what_is_written_reads_back(code: str) -> None:
    two = {"en": "two", "fr": "deux", "de": "zwei", "es": "dos", "it": "due", "pt": "dois", "sv": "två", "ar": "عشرون"}
    start = read_words(f"{two[code]} {YEARS[code]}", code)
    assert start is not None
    for value in range(2, 100):
        written = write_words(value, start, f"x {YEARS[code]}")
        again = read_words(f"{written} {YEARS[code]}", code)

        assert again is not None
        assert again.value == value


@pytest.mark.parametrize("surface", ["", "Anna", "?", "år"])
def test_no_number_is_read_where_there_is_none(surface: str) -> None:
    assert read_words(surface, "sv") is None


@pytest.mark.parametrize("surface", ["her nineties", "the eighties", "her seventies"])
def test_a_decade_is_no_misspelt_number(surface: str) -> None:
    assert read_words(surface, "en") is None
