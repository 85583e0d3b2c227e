"""Ordinary words are taken off the names of persons, and stand for nothing behind an indefinite article."""

import numpy as np
import pytest

from allonym.detectors.model.decoding import Name
from allonym.detectors.model.listing import Describer
from allonym.detectors.model.ordinary import is_one_of_many, is_ordinary, is_raised, with_unknown, without_ordinary
from allonym.detectors.model.tokens import tokens_of
from allonym.languages.lists import open_lists

DESCRIBE = Describer(open_lists()).__getitem__


def ends(text: str, label: str = "PERSON", first: int = 0) -> str:
    tokens = tokens_of(text)
    name = without_ordinary(DESCRIBE, text, tokens, Name(first, len(tokens) - 1, label, 0.9))
    return text[tokens[name.first].start : tokens[name.last].end]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Thomas leise", "Thomas"),
        ("Maria gern gestern", "Maria"),
        ("Later Gjerstad", "Gjerstad"),
        ("Yesterday Maria Berg", "Maria Berg"),
    ],
)
def test_ordinary_words_at_its_ends_are_no_part_of_a_name(text: str, name: str) -> None:
    assert ends(text) == name


@pytest.mark.parametrize(
    "text", ["Will Smith", "Rose Young", "Anna berg", "Maria dann", "thomas leise", "Maria da Silva", "Leise", "Later"]
)
def test_what_somebody_may_be_called_stays(text: str) -> None:
    assert ends(text) == text


def test_only_names_of_persons_are_cut() -> None:
    assert ends("Armée rouge", "ORGANIZATION") == "Armée rouge"


def test_a_capital_inside_a_sentence_is_its_own() -> None:
    assert ends("and Later Gjerstad", first=1) == "Later Gjerstad"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("an apple", True), ("une pomme", True), ("ett hus", True), ("an Apple", False), ("from apple", False),
        ("an xeni", False), ("apple", False),
    ],
)  # fmt: skip
def test_a_small_word_behind_an_indefinite_article_is_one_of_many(text: str, wanted: bool) -> None:
    tokens = tokens_of(text)

    assert is_one_of_many(DESCRIBE, tokens, len(tokens) - 1) is wanted


@pytest.mark.parametrize("word", ["والقطارات", "الضيوف", "بالفيديو", "ومدينة", "yesterday"])
def test_an_ordinary_word_is_one_with_what_arabic_writes_together_with_it(word: str) -> None:
    assert is_ordinary(DESCRIBE, word)


@pytest.mark.parametrize("word", ["وأحمد", "بالكوفة", "كريم", "والزمالك", "العباسيين", "Rose", "Xeni"])
def test_what_may_be_a_name_or_is_unknown_is_not_ordinary(word: str) -> None:
    assert not is_ordinary(DESCRIBE, word)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("I asked Jobs", True), ("asked jobs", False), ("Jobs", False), ("asked JOBS", False),
        ("It is over. Jobs", False), ("He said: Jobs", True),
    ],
)  # fmt: skip
def test_a_word_is_raised_that_has_a_capital_without_a_sentence(text: str, wanted: bool) -> None:
    tokens = tokens_of(text)

    assert is_raised(text, tokens, len(tokens) - 1) is wanted


@pytest.mark.parametrize(
    ("text", "chances", "wanted"),
    [
        ("hab siti nurhaliza im", (0.0, 0.3, 0.06, 0.0), "siti nurhaliza"),
        ("visto małgorzata wójcik in", (0.0, 0.05, 0.7, 0.0), "małgorzata wójcik"),
        ("visto małgorzata wójcik in", (0.0, 0.02, 0.7, 0.0), "wójcik"),
        ("visto gestern wójcik in", (0.0, 0.05, 0.7, 0.0), "wójcik"),
        ("visto Anna wójcik in", (0.0, 0.05, 0.7, 0.0), "wójcik"),
        ("visto xanakis, wójcik in", (0.0, 0.05, 0.7, 0.0), "wójcik"),
        ("xanakis wójcik", (0.6, 0.7), "wójcik"),
    ],
)
def test_half_a_name_that_no_language_has_is_not_left_behind(
    text: str, chances: tuple[float, ...], wanted: str
) -> None:
    tokens = tokens_of(text)
    inside = np.array([*chances, *(0.0 for _ in tokens)], np.float32)
    if "," in text:
        inside = np.insert(inside, 2, 0.0)
    place = int(inside.argmax())
    name = with_unknown(DESCRIBE, text, tokens, Name(place, place, "PERSON", 0.9), inside)
    place_name = name._replace(label="LOCATION", first=place, last=place)

    assert text[tokens[name.first].start : tokens[name.last].end] == wanted
    assert with_unknown(DESCRIBE, text, tokens, place_name, inside) == place_name
