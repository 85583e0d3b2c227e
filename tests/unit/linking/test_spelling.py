from itertools import product

import pytest

from allonym.linking.slips import SlipIndex
from allonym.linking.spelling import distance, fold, is_slip, skeleton


@pytest.mark.parametrize(
    ("word", "folded"),
    [
        ("Müller", "muller"), ("Łukasz", "lukasz"), ("Annnna", "anna"), ("أحمد", "احمد"), ("فاطمة", "فاطمه"),
        ("Straße", "strasse"), ("İpek", "ipek"), ("Aaa", "aaa"),
    ],
)  # fmt: skip
def test_words_are_folded(word: str, folded: str) -> None:
    assert fold(word) == folded


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("stockhuml", "stockholm"), ("sarkosy", "sarkozy"), ("lindqvsit", "lindqvist"),
        ("lindqist", "lindqvist"), ("petrov", "petorv"),
    ],
)  # fmt: skip
def test_slips_of_the_pen_are_found(one: str, other: str) -> None:
    index = SlipIndex()
    index.add(other)

    assert is_slip(one, other)
    assert index.find(one) == [other]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("kowalski", "kowalska"), ("peter", "peters"), ("martin", "martina"), ("anna", "anne"), ("jon", "jan"),
        ("unit12", "unit13"), ("ivanov", "ivanova"), ("berg", "borg"), ("barker", "parker"),
        ("mario", "marie"),
    ],
)  # fmt: skip
def test_other_names_are_no_slips(one: str, other: str) -> None:
    index = SlipIndex()
    index.add(other)

    assert not is_slip(one, other)
    assert index.find(one) == []


def test_edits_are_counted() -> None:
    assert distance("abcd", "abcd", 2) == 0
    assert distance("abcd", "abdc", 2) == 1
    assert distance("abcd", "abxcd", 2) == 1
    assert distance("abcd", "wxyz", 2) == 3


@pytest.mark.parametrize(
    ("latin", "arabic"),
    [
        ("khaled", "خالد"), ("hicham", "هشام"), ("hisham", "هشام"), ("bouteflika", "بوتفليقه"),
        ("zahrani", "الزهراني"), ("fatimah", "فاطمه"), ("youssef", "يوسف"), ("qasim", "قاسم"),
        ("gamal", "جمال"), ("jamal", "جمال"),
    ],
)  # fmt: skip
def test_consonants_are_the_same_in_two_scripts(latin: str, arabic: str) -> None:
    assert skeleton(latin) == skeleton(arabic) != ""


def test_other_scripts_have_no_skeleton() -> None:
    assert skeleton("иван") == ""
    assert skeleton("") == ""


def test_many_words_alike_do_not_fill_the_index() -> None:
    index = SlipIndex()
    for number in range(2000):
        index.add(f"aaaabbbb{chr(97 + number % 26)}{chr(97 + number // 26 % 26)}{chr(97 + number // 676)}")
    found = [index.find(f"aaaabbbb{chr(97 + number % 26)}zz") for number in range(2000)]

    assert all(len(each) <= 64 for each in found)
    assert found[-1] == []


def test_what_two_words_begin_and_end_with_alike_makes_no_difference_to_how_far_they_are_apart() -> None:
    words = ["".join(letters) for size in range(6) for letters in product("abc", repeat=size)][::3]
    for one, other in product(words, repeat=2):
        assert distance(one, other, 9) == _far(one, other), (one, other)


def _far(one: str, other: str) -> int:
    """Return the same, worked out letter by letter from the table of all beginnings."""
    table: dict[tuple[int, int], int] = {}
    for row, column in product(range(len(one) + 1), range(len(other) + 1)):
        if not row or not column:
            table[row, column] = row + column
            continue
        costs = [table[row - 1, column] + 1, table[row, column - 1] + 1]
        costs.append(table[row - 1, column - 1] + (one[row - 1] != other[column - 1]))
        if row > 1 and column > 1 and one[row - 2 : row] == other[column - 2 : column][::-1]:
            costs.append(table[row - 2, column - 2] + 1)
        table[row, column] = min(costs)
    return table[len(one), len(other)]
