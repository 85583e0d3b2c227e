"""What the Text Anonymization Benchmark measures, beside values that were worked out by hand."""

import json
import lzma
import math
import re
from dataclasses import replace
from pathlib import Path

import pytest

from allonym.evaluation.intervals import Chance
from allonym.evaluation.masking import count_masks, weights_of
from allonym.evaluation.naming import naming_for
from allonym.evaluation.pairing import make_pairs
from allonym.evaluation.reading import read_annotated
from allonym.evaluation.scoring import evaluate
from allonym.evaluation.values import Annotation, Counts, Pair

FOLDER = Path(__file__).parents[4] / "shared" / "data" / "tab"
DATA = FOLDER / "dev.json.xz"
#        0    5    10   15   20   25   30   35   40
TEXT = "Mr Robert Murray sued. Murray lives in Leeds."
ROBERT = Annotation(0, 16, "PERSON", "e1", "direct")
MURRAY = Annotation(23, 29, "PERSON", "e1", "direct")
LEEDS = Annotation(39, 44, "LOC", "e2", "quasi")


def pair(said: tuple[Annotation, ...], *cover: tuple[int, int]) -> Pair:
    masks = tuple(Annotation(*each, "PERSON") for each in cover)
    return Pair("1", TEXT, said, masks, masks, (), said)


def counts(made: Pair, *, replaced: bool = False) -> dict[str, Counts]:
    return dict(count_masks(made, lambda word: float(len(word)), replaced=replaced))


def test_an_entity_is_hidden_only_if_all_its_mentions_are() -> None:
    said = (ROBERT, MURRAY, LEEDS)

    assert counts(pair(said, (3, 16)))["direct"] == Counts(1, 0)
    assert counts(pair(said, (3, 16), (23, 29)))["direct"] == Counts(1, 1)
    assert counts(pair(said, (3, 16), (23, 29)))["quasi"] == Counts(1, 0)
    assert counts(pair(said, (3, 16)))["mentions"] == Counts(3, 1)


def test_titles_spaces_and_punctuation_may_stay_bare() -> None:
    # "Mr" and the space between the names are bare; the names are covered one by one.
    assert counts(pair((ROBERT,), (3, 9), (10, 16)))["direct"] == Counts(1, 1)
    assert counts(pair((ROBERT,), (3, 9)))["direct"] == Counts(1, 0)


def test_precision_is_over_hidden_words_and_weighs_them() -> None:
    # Hidden: Robert Murray (good), sued (not), Leeds (good). Wanted words: Mr Robert Murray, Murray, Leeds.
    made = counts(pair((ROBERT, MURRAY, LEEDS), (3, 21), (39, 44)))

    assert made["words"] == Counts(wanted=5, hit=4, found=4, good=3)
    assert made["weighted"] == Counts(found=6 + 6 + 4 + 5, good=6 + 6 + 5)


def test_what_need_not_be_hidden_is_not_wanted_and_not_good() -> None:
    made = counts(pair((replace(LEEDS, identifier="none"),), (39, 44)))

    assert "quasi" not in made
    assert made["words"] == Counts(found=1, good=0)


def test_an_entity_that_is_not_always_to_be_hidden_is_of_the_sort_of_its_first_mention() -> None:
    first = replace(ROBERT, identifier="none")

    assert counts(pair((first, MURRAY), (23, 29)))["quasi"] == Counts(1, 1)


def test_without_entity_ids_equal_words_are_one_entity() -> None:
    text = "Leeds or LEEDS"
    said = (Annotation(0, 5, "LOC", "", "quasi"), Annotation(9, 14, "LOC", "", "quasi"))
    half = Pair("1", text, said, (), (Annotation(0, 5, "LOC"),), (), said)

    assert counts(half)["quasi"] == Counts(1, 0)


def test_only_what_is_replaced_hides_if_asked_so() -> None:
    made = pair((LEEDS,), (39, 44))
    marked = replace(made, cover=tuple(replace(each, replaced=False) for each in made.cover))

    assert counts(marked)["quasi"] == Counts(1, 1)
    assert counts(marked, replaced=True)["quasi"] == Counts(1, 0)


def test_rare_words_weigh_more() -> None:
    weigh = weights_of([Pair("1", "the cat and the dog", (), (), ())])

    assert weigh("the") == pytest.approx(math.log(6 / 2))
    assert weigh("cat") == weigh("CAT") == weigh("unseen") == pytest.approx(math.log(6))


@pytest.mark.skipif(not DATA.is_file(), reason="the benchmark is not in the repository")
def test_the_benchmark_is_read_as_it_stands_and_hiding_all_of_it_hides_every_entity() -> None:
    gold = read_annotated(DATA)
    documents = json.loads(lzma.decompress(DATA.read_bytes()))
    whole = {each.id: (Annotation(0, len(each.text or ""), "PERSON"),) for each in gold}
    pairs, _ = make_pairs(gold, whole, naming_for(gold))
    result = evaluate(pairs, chance=Chance(0)).masking["found"]
    mentions = [each for doc in documents for said in doc["annotations"].values() for each in said["entity_mentions"]]
    direct = {each["entity_id"] for each in mentions if each["identifier_type"] == "DIRECT"}

    assert result["direct"].recall.value == result["quasi"].recall.value == 1
    assert result["direct"].counts.wanted == len(direct)
    assert naming_for(gold).tags is not None


@pytest.mark.skipif(not DATA.is_file(), reason="the benchmark is not in the repository")
@pytest.mark.parametrize(
    ("part", "expected"),
    [
        # What evaluation.py of the benchmark (its version of 2022, which passes over a list of words) prints for these
        # masks: entity recall of direct and quasi identifiers, mention recall, token recall, uniform token precision.
        ("dev", (1.0, 0.81859410430839, 0.8479020979020979, 0.9009308510638298, 0.3560773480662983)),
        (
            "train",
            (0.9289617486338798, 0.8461885430762291, 0.8396257935182092, 0.9065409113179814, 0.41024741182663627),
        ),
    ],
)
def test_the_figures_are_those_of_the_benchmark(part: str, expected: tuple[float, ...]) -> None:
    gold = read_annotated(FOLDER / f"{part}.json.xz")
    masks = {
        each.id: tuple(Annotation(*found.span(), "PERSON") for found in re.finditer(r"[A-Z]\w+|\d+", each.text or ""))
        for each in gold
    }
    pairs, _ = make_pairs(gold, masks, naming_for(gold))
    result = evaluate(pairs, chance=Chance(0)).masking["found"]
    recalls = [result[name].recall.value for name in ("direct", "quasi", "mentions", "words")]

    assert (*recalls, result["words"].precision.value) == pytest.approx(expected)
