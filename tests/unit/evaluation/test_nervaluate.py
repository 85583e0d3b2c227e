"""Our schemes beside those of nervaluate, on made-up spans and on annotated texts."""

import json
import lzma
import random
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from tests.unit.evaluation.making import Spans, pair

from allonym.evaluation.counting import ALL, count
from allonym.evaluation.values import Counts, Pair
from allonym.pseudonymizer import Pseudonymizer
from allonym.settings import load_settings

nervaluate = pytest.importorskip("nervaluate", reason="nervaluate is not installed")

DATA = Path(__file__).parents[4] / "shared" / "data" / "ner" / "dev"
LABELS = ("PERSON", "LOCATION", "ORGANIZATION")
NAMES = {"strict": "strict", "exact": "exact", "partial": "partial", "type": "ent_type"}


def theirs(pairs: Sequence[Pair]) -> dict[str, Any]:
    """Return their overall results; their ends are inclusive."""
    gold, found = (
        [
            [{"label": each.label, "start": each.start, "end": each.end - 1} for each in sorted(spans, key=_start)]
            for spans in lists
        ]
        for lists in ([each.gold for each in pairs], [each.found for each in pairs])
    )
    results: dict[str, Any] = nervaluate.Evaluator(gold, found, tags=list(LABELS), loader="dict").evaluate()["overall"]
    return results


def _start(each: Any) -> int:
    return int(each.start)


def assert_alike(pairs: Sequence[Pair]) -> None:
    results = theirs(pairs)
    counted = [count(each) for each in pairs]
    for ours, name in NAMES.items():
        total = sum((each[ours].get(ALL, Counts()) for each in counted), Counts())
        result = results[name]

        assert total.wanted == result.possible, ours
        assert total.found == result.actual, ours
        assert total.hit == total.good == result.correct + 0.5 * result.partial, ours
        assert total.hit / total.wanted == pytest.approx(result.recall), ours
        assert total.good / total.found == pytest.approx(result.precision), ours


def spans_by_chance(rng: random.Random, size: int) -> Spans:
    """Return spans that do not overlap."""
    edges = sorted(rng.sample(range(size), 2 * rng.randint(0, 8)))
    return [(start, end, rng.choice(LABELS)) for start, end in zip(edges[::2], edges[1::2], strict=True)]


@pytest.mark.parametrize("seed", range(20))
def test_schemes_are_alike_on_spans_by_chance(seed: int) -> None:
    rng = random.Random(seed)
    pairs = [pair("x" * 60, spans_by_chance(rng, 60), spans_by_chance(rng, 60), id_=str(at)) for at in range(40)]

    assert_alike(pairs)


@pytest.mark.skipif(not DATA.is_dir(), reason="the annotated texts are not in the repository")
@pytest.mark.parametrize("language", ["en", "de", "ar"])
def test_schemes_are_alike_on_annotated_texts(language: str) -> None:
    with lzma.open(DATA / f"{language}.jsonl.xz", "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file][:300]
    tool = Pseudonymizer(load_settings("default").with_model(fast=True), scope="document")
    pairs = []
    for row in rows:
        found: Spans = [(each.start, each.end, each.label.partition(".")[0]) for each in tool.detect(row["text"])]
        gold: Spans = [(start, end, label) for start, end, label, *_ in row["spans"]]
        if not _overlap(gold):
            pairs.append(pair(row["text"], _kept(gold), _kept(found)))

    assert_alike(pairs)


def _overlap(spans: Sequence[Any]) -> bool:
    ordered = sorted(spans)
    return any(second[0] < first[1] for first, second in pairwise(ordered))


def _kept(spans: Spans) -> Spans:
    return [each for each in spans if each[2] in LABELS]
