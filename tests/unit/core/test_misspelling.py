"""The word that somebody meant."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from allonym.core.misspelling import closest, slips

WORDS = st.text("abcd", max_size=7)


@pytest.mark.parametrize(
    ("one", "other", "count"),
    [
        ("nitton", "nitton", 0),
        ("niotton", "nitton", 1),
        ("sixtten", "sixteen", 1),
        ("eigth", "eight", 1),
        ("ninteen", "nineteen", 1),
        ("", "abc", 3),
        ("ca", "abc", 3),
    ],
)
def test_a_letter_more_less_other_or_in_the_place_of_its_neighbour_is_one_slip(
    one: str, other: str, count: int
) -> None:
    assert slips(one, other) == slips(other, one) == count


def test_the_first_of_the_nearest_is_returned_and_nothing_that_is_too_far() -> None:
    assert closest("sixtten", ["sixty", "sixteen", "sixtenn"], 2) == "sixteen"
    assert closest("sixtten", ["seventeen"], 2) is None
    assert closest("abc", [], 2) is None


@given(WORDS, st.lists(WORDS, max_size=12), st.integers(0, 2))
def test_what_is_spared_would_not_have_been_found(word: str, known: list[str], most: int) -> None:
    near = [each for each in known if slips(word, each) <= most]
    best = min(near, key=lambda each: slips(word, each), default=None)

    assert closest(word, known, most) == best
