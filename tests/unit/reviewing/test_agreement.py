"""Agreement of two annotators: by hand, beside a formula written another way, and where it cannot be told."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.reviewing.sheets import sheet

from allonym.core.errors import InputError
from allonym.core.types import Action, Decision, Document, Entity, Mention, Plan, Span
from allonym.evaluation.intervals import Chance
from allonym.reviewing.agreement import agreement, kappas
from allonym.reviewing.commands import do
from allonym.reviewing.values import Sheet, sheet_of

WORDS = "a b c d e f g h i j"


def marked(letters: str, label: str = "PERSON", action: Action = Action.REPLACE, id_: str = "d") -> Sheet:
    """Return a sheet of ten words, of which some are marked, each as an entity of its own."""
    document = Document(id_, WORDS)
    decisions = []
    for letter in letters:
        at = WORDS.index(letter)
        mention = Mention(Span(at, at + 1), label, 1.0, "person")
        decisions.append(Decision(Entity(f"e{letter}", label, (mention,)), action, "direct"))
    return sheet_of(document, Plan(id_, document.digest(), tuple(decisions)))


def test_kappa_by_hand() -> None:
    # Both 2, only one 1, only two 2, neither 5: po = 0.7, pe = 0.3 * 0.4 + 0.7 * 0.6 = 0.54, kappa = 0.16 / 0.46.
    found = agreement([(marked("abc"), marked("abde"))])

    assert found.words == 10
    assert (found.masked.one, found.masked.two, found.masked.both) == (3, 4, 2)
    assert found.masked.observed == pytest.approx(0.7)
    assert found.masked.kappa.value == pytest.approx(0.16 / 0.46)
    assert found.labels["PERSON"].kappa == found.masked.kappa
    assert found.marks == {"PERSON": pytest.approx(4 / 7), "all": pytest.approx(4 / 7)}


def test_cohens_own_table() -> None:
    # Cohen (1960), table 1: three categories, kappa = 0.49 by his rounding.
    table = np.array([[88, 14, 18], [10, 40, 10], [2, 6, 12]], dtype=float)

    assert kappas(table[None])[0] == pytest.approx(0.492, abs=0.001)


def test_labels_may_agree_where_decisions_do_not() -> None:
    found = agreement([(marked("abc"), marked("abc", action=Action.MARK))])

    assert found.label.kappa.value == 1
    assert found.masked.kappa.value == 0
    assert found.decisions.kappa.value == pytest.approx((0.7 - 0.49) / (1 - 0.49))


def test_labels_are_compared_at_the_top_unless_they_are_fine() -> None:
    pair = marked("a", "PERSON.FIRST"), marked("a", "PERSON.LAST")

    assert agreement([pair]).label.kappa.value == 1
    assert agreement([pair], fine=True).labels["PERSON.LAST"].kappa.value == 0


def test_where_chance_always_agrees_there_is_no_kappa() -> None:
    assert agreement([(marked(""), marked(""))]).masked.kappa.value is None
    assert agreement([(marked("abcdefghij"), marked("abcdefghij"))]).masked.kappa.value is None


def test_one_document_has_no_interval_and_several_have_the_same_one_each_time() -> None:
    pairs = [(marked("abc", id_=str(at)), marked("abde"[: at + 1], id_=str(at))) for at in range(4)]
    [first, second] = (agreement(pairs, Chance(200, 7)).masked.kappa for _ in range(2))

    assert agreement(pairs[:1]).masked.kappa.low is None
    assert first == second
    assert (first.low or 0) < (first.value or 0) < (first.high or 0)
    assert agreement(pairs, Chance(0)).masked.kappa.low is None


def test_annotators_must_have_had_the_same_text() -> None:
    other = replace(marked("a"), document=Document("d", WORDS + "k"))
    with pytest.raises(InputError, match="d: the annotators were not given the same text"):
        agreement([(marked("a"), other)])


def test_a_word_that_a_mark_touches_is_part_of_it() -> None:
    one = sheet()
    two = do(one, {"do": "bounds", "mark": "m1", "start": 0, "end": 6})

    assert agreement([(one, two)]).masked.kappa.value == 1
    assert agreement([(one, two)]).marks["PERSON"] == pytest.approx(0.75)


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), min_size=1, max_size=40))
def test_kappa_is_that_of_the_textbook(pairs: list[tuple[str, str]]) -> None:
    many = len(pairs)
    table = np.array([[sum(each == (x, y) for each in pairs) for y in "abc"] for x in "abc"], dtype=float)
    ones, twos = Counter(x for x, _ in pairs), Counter(y for _, y in pairs)
    observed = sum(x == y for x, y in pairs) / many
    expected = sum(ones[name] * twos[name] for name in "abc") / many**2
    [value] = kappas(table[None])

    if expected == 1:
        assert np.isnan(value)
    else:
        assert value == pytest.approx((observed - expected) / (1 - expected))


def test_more_agreement_is_a_higher_kappa() -> None:
    steps = [
        agreement([(marked("abcde"), marked(each))]).masked.kappa.value or 0
        for each in ("fghij", "afgh", "abf", "abcd")
    ]

    assert all(one < two for one, two in pairwise(steps))
