"""Intervals, buckets and mistakes, beside what was worked out by hand."""

import pytest
from tests.unit.evaluation.making import pair

from allonym.evaluation.intervals import Chance, scores
from allonym.evaluation.scoring import evaluate
from allonym.evaluation.values import Counts, Evaluation, Rate

#        0    5    10   15   20
TEXT = "Anna Berg met anna in OSLO."
GOLD = [(0, 9, "PERSON"), (14, 18, "PERSON"), (22, 26, "LOCATION")]


def counts(*hits: int, wanted: int = 1) -> list[dict[str, Counts]]:
    return [{"key": Counts(wanted, hit, wanted, hit)} for hit in hits]


def bucket(result: Evaluation, by: str, name: str, scheme: str = "strict") -> tuple[float, float]:
    found = result.buckets[by][name][scheme].counts
    return found.wanted, found.hit


def test_an_interval_holds_its_value_and_narrows_with_more_texts() -> None:
    few, many = (scores(counts(*([1, 0] * size)), Chance(500, 7))["key"].recall for size in (10, 1000))

    for each in (few, many):
        assert each.low is not None
        assert each.high is not None
        assert each.low < 0.5 < each.high
    # The standard error of a half is 0.5 / sqrt(n): 0.112 for 20 texts, 0.0112 for 2,000; the interval is 3.92 of them.
    assert few.high - few.low == pytest.approx(3.92 * 0.1118, rel=0.2)  # type: ignore[operator]
    assert many.high - many.low == pytest.approx(3.92 * 0.01118, rel=0.2)  # type: ignore[operator]


def test_the_same_seed_gives_the_same_interval_and_another_another() -> None:
    texts = [{"key": Counts(7 + at, at % 5, 9 + at, at % 5)} for at in range(40)]
    first, again, other = (scores(texts, Chance(200, seed))["key"] for seed in (1, 1, 2))

    assert first == again
    assert first != other


def test_names_of_one_text_are_drawn_together() -> None:
    # Two texts, one all right and one all wrong: whole texts are drawn, so a quarter of the draws has only one of them.
    rate = scores([{"key": Counts(50, 50, 50, 50)}, {"key": Counts(50, 0, 50, 0)}], Chance(400))["key"].recall

    assert (rate.value, rate.low, rate.high) == (0.5, 0, 1)


def test_where_nothing_went_wrong_the_interval_is_not_empty() -> None:
    right, wrong = (scores([*counts(*[hit] * 10), {}], Chance(100))["key"].recall for hit in (1, 0))

    # 0.025 ** (1 / 10): of the eleven texts, ten have something to find.
    assert (right.value, right.low, right.high) == pytest.approx((1, 0.69150, 1), abs=1e-5)
    assert (wrong.value, wrong.low, wrong.high) == pytest.approx((0, 0, 0.30850), abs=1e-5)


def test_one_text_or_no_draws_give_no_interval() -> None:
    assert scores(counts(1), Chance(100))["key"].recall == Rate(1.0)
    assert scores(counts(1, 0), Chance(0))["key"].recall == Rate(0.5)


def test_the_rest_of_a_rate_turns_its_interval_round() -> None:
    rest = Rate(0.75, 0.5, 0.9).rest()

    assert (rest.value, rest.low, rest.high) == pytest.approx((0.25, 0.1, 0.5))


def test_buckets_are_those_of_names_and_texts() -> None:
    result = evaluate([pair(TEXT, GOLD, [GOLD[0], GOLD[2]])], chance=Chance(0))

    assert bucket(result, "language", "en") == (3, 2)
    assert bucket(result, "words in the text", "1–10") == (3, 2)
    assert bucket(result, "words in the name", "2") == (1, 1)
    assert bucket(result, "words in the name", "1") == (2, 1)
    assert bucket(result, "case of the name", "Capitalised") == (1, 1)
    assert bucket(result, "case of the name", "lower case") == (1, 0)
    assert bucket(result, "case of the name", "CAPITALS") == (1, 1)
    assert bucket(result, "times the name is annotated", "once") == (3, 2)


@pytest.mark.parametrize(
    ("words", "case"),
    [
        ("Ludwig van Beethoven", "Capitalised"),
        ("O'Neill", "Capitalised"),
        ("iPhone", "mIxed"),
        ("A", "Capitalised"),
        ("محمد", "no case"),
        ("2020", "no case"),
        ("école", "lower case"),
        ("ÅSA BERG", "CAPITALS"),
    ],
)
def test_the_case_of_a_name(words: str, case: str) -> None:
    result = evaluate([pair(words, [(0, len(words), "PERSON")], [])], chance=Chance(0))

    assert list(result.buckets["case of the name"]) == [case]


def test_names_are_counted_over_all_texts_whatever_their_case() -> None:
    pairs = [
        pair(name, [(0, 4, "PERSON")], [], id_=str(at)) for at, name in enumerate(("Anna", "ANNA", "anna", "Bert"))
    ]
    result = evaluate(pairs, chance=Chance(0))

    assert bucket(result, "times the name is annotated", "2–4 times") == (3, 0)
    assert bucket(result, "times the name is annotated", "once") == (1, 0)


def test_mistakes_are_told_apart() -> None:
    text = "Anna Berg, Carl Dahl, Oslo, Eva Falk, Gus, table"
    gold = [(0, 9, "PERSON"), (11, 20, "PERSON"), (22, 26, "LOCATION"), (28, 36, "PERSON"), (38, 41, "PERSON")]
    found = [(0, 4, "PERSON"), (11, 20, "LOCATION"), (28, 37, "PERSON"), (38, 41, "PERSON"), (43, 48, "PERSON")]
    made = evaluate([pair(text, gold, found)], chance=Chance(0)).mistakes

    assert [(each.kind, each.words) for each in made] == [
        ("cut", "Anna Berg"),
        ("type", "Carl Dahl"),
        ("missed", "Oslo"),
        ("edges", "Eva Falk"),
        ("spurious", "table"),
    ]
    assert made[0].place == "line 1, 0-9"
    assert "Anna" not in repr(made[0])


def test_a_text_of_two_annotators_is_one_text() -> None:
    one, other = pair(TEXT, GOLD, GOLD), pair(TEXT, GOLD[:1], GOLD)
    result = evaluate([one, other], chance=Chance(0))

    assert (result.texts, result.annotators) == (1, 2)
    assert result.schemes["strict"]["all"].counts == Counts(4, 4, 6, 4)
