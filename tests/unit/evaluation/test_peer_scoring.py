"""The scorer of docs/reference/quality.md and of the peers counts as this one does, titles and handles aside."""

import random

import peer_scoring
import pytest
from tests.unit.evaluation.making import Spans, pair

from allonym.evaluation.counting import ALL, count
from allonym.evaluation.values import Counts

LETTERS = "abcdefghij kl mnop qrstuvw xyz "


def spans_by_chance(rng: random.Random, size: int) -> Spans:
    edges = sorted(rng.sample(range(size), 2 * rng.randint(0, 6)))
    return [(start, end, rng.choice(peer_scoring.KINDS)) for start, end in zip(edges[::2], edges[1::2], strict=True)]


@pytest.mark.parametrize("seed", range(50))
def test_both_scorers_count_alike(seed: int) -> None:
    rng = random.Random(seed)
    # Edges inside words: no span begins with a word that could be a title or an article.
    text = "".join(rng.choice(LETTERS) for _ in range(80)).replace("d ", "dx").replace("m ", "mx").replace("me ", "mex")
    gold, found = spans_by_chance(rng, 80), spans_by_chance(rng, 80)
    tally = peer_scoring.score(text, gold, found)
    if any(peer_scoring.bare(text, each) != each for each in (*gold, *found)):
        pytest.skip("a title by chance")
    counts = count(pair(text, gold, found))
    strict, marked = counts["strict"].get(ALL, Counts()), counts["characters"][ALL]

    assert strict.hit == sum(tally.right[kind] for kind in peer_scoring.KINDS)
    assert (strict.wanted, strict.found) == (len(gold), len(found))
    assert (marked.wanted, marked.hit) == (tally.wanted["characters"], tally.right["characters"])
    assert (marked.found, marked.good) == (tally.found["marked"], tally.right["marked"])
