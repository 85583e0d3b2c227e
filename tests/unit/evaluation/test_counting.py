"""Counts beside values that were worked out by hand."""

import pytest
from tests.unit.evaluation.making import pair

from allonym.evaluation.counting import ALL, count
from allonym.evaluation.intervals import Chance, scores
from allonym.evaluation.values import Counts, Score

#        0    5    10   15   20   25   30
TEXT = "Anna Berg met Bo in Oslo by Acme."
ANNA, BO, OSLO, ACME = (0, 9), (14, 16), (20, 24), (28, 32)
GOLD = [(*ANNA, "PERSON"), (*BO, "PERSON"), (*OSLO, "LOCATION"), (*ACME, "ORGANIZATION")]
# Anna found in part, Bo missed, Oslo under another label, Acme right, and "met" out of nowhere.
FOUND = [(0, 4, "PERSON"), (10, 13, "PERSON"), (*OSLO, "PERSON"), (*ACME, "ORGANIZATION")]


def score(name: str, label: str = ALL) -> Score:
    counts = count(pair(TEXT, GOLD, FOUND))[name][label]
    return scores([{"key": counts}], Chance(0))["key"]


@pytest.mark.parametrize(
    ("scheme", "label", "expected"),
    [
        ("strict", ALL, Counts(4, 1, 4, 1)),
        ("strict", "PERSON", Counts(2, 0, 3, 0)),
        ("strict", "LOCATION", Counts(1, 0, 0, 0)),
        ("strict", "ORGANIZATION", Counts(1, 1, 1, 1)),
        ("exact", ALL, Counts(4, 2, 4, 2)),
        ("exact", "LOCATION", Counts(1, 1, 0, 0)),
        ("exact", "PERSON", Counts(2, 0, 3, 1)),
        ("partial", ALL, Counts(4, 2.5, 4, 2.5)),
        ("partial", "PERSON", Counts(2, 0.5, 3, 1.5)),
        ("type", ALL, Counts(4, 2, 4, 2)),
        ("type", "PERSON", Counts(2, 1, 3, 1)),
        ("covered", ALL, Counts(4, 2)),
        ("covered", "PERSON", Counts(2, 0)),
        # Anna Berg has 8 letters, 4 of them covered; Oslo and Acme 4 each, both covered; Bo 2, bare. "met" is 3.
        ("characters", ALL, Counts(18, 12, 15, 12)),
        ("characters", "PERSON", Counts(10, 4, 11, 8)),
        ("characters", "LOCATION", Counts(4, 4, 0, 0)),
        # Words: Anna Berg met Bo in Oslo by Acme.
        ("words", ALL, Counts(5, 3, 4, 3, 8)),
        ("words", "PERSON", Counts(3, 1, 3, 1, 8)),
        ("words", "ORGANIZATION", Counts(1, 1, 1, 1, 8)),
    ],
)
def test_counts_are_those_made_by_hand(scheme: str, label: str, expected: Counts) -> None:
    assert count(pair(TEXT, GOLD, FOUND))[scheme][label] == expected


def test_rates_of_words_are_those_of_a_confusion_matrix() -> None:
    # Of 8 words TP 3, FN 2, FP 1, TN 2.
    words = score("words")

    assert words.accuracy.value == pytest.approx(5 / 8)
    assert words.precision.value == pytest.approx(3 / 4)
    assert words.recall.value == pytest.approx(3 / 5)
    assert words.f1.value == pytest.approx(6 / 9)
    assert words.recall.rest().value == pytest.approx(2 / 5)
    assert words.precision.rest().value == pytest.approx(1 / 4)


def test_spans_have_no_true_negatives_and_so_no_accuracy() -> None:
    assert score("strict").accuracy.value is None


def test_what_cannot_be_said_is_not_zero() -> None:
    assert score("strict", "LOCATION").precision.value is None
    assert score("strict", "LOCATION").recall.value == 0
    assert score("strict", "PERSON").f1.value == score("strict", "LOCATION").f1.value == 0


def test_blank_annotations_count_neither_for_nor_against() -> None:
    counts = count(pair(TEXT, [(*ANNA, "PERSON")], [(*ANNA, "PERSON"), (*OSLO, "PERSON")], blank=[(*OSLO, "")]))

    assert counts["strict"][ALL] == Counts(1, 1, 1, 1)
    assert counts["characters"][ALL] == Counts(8, 8, 8, 8)
    assert counts["words"][ALL] == Counts(2, 2, 2, 2, 7)


def test_two_findings_never_answer_one_annotation() -> None:
    counts = count(pair(TEXT, [(*ANNA, "PERSON")], [(0, 4, "PERSON"), (5, 9, "PERSON")]))

    assert counts["type"][ALL] == Counts(1, 1, 2, 1)
    assert counts["partial"][ALL] == Counts(1, 0.5, 2, 0.5)
    assert counts["covered"][ALL] == Counts(1, 1)


def test_a_label_that_is_nowhere_in_a_text_still_has_true_negatives() -> None:
    assert count(pair(TEXT, [], []), {"EMAIL"})["words"]["EMAIL"] == Counts(total=8)


def test_an_empty_text_counts_nothing() -> None:
    counts = count(pair("", [], []))

    assert counts["words"][ALL] == Counts()
    assert dict(counts["strict"]) == {}
