"""Unicode attacks: what a reader still reads as a name or an identifier is found as often as in the plain copy.

The share of found characters may drop by one point at most, attack by attack, with the whole detector and with
`--fast`; what was put in is covered with what it was put into. Half of the texts are attacked in what is somebody's
only, half from end to end.
"""

import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import pytest
from tests.families.texts_attacked import ATTACKS
from tests.families.texts_gold import LANGUAGES, Bit, draw

from allonym import Document, Plan, Pseudonymizer
from allonym.settings import load_settings

FULL = 100_000
"""Attacked texts in the full form, with each of the two detectors."""
TIMES = 4
"""So many times each plain text is attacked, half of them from end to end."""
MOST = 0.01
BATCH = 500
Bits = Sequence[Bit]


@dataclass(frozen=True)
class Recall:
    """How much of what is somebody's was found, by its characters in the plain text, and how much from edge to edge."""

    found: float = 0.0
    exact: float = 0.0
    of: int = 0

    def __add__(self, other: "Recall") -> "Recall":
        return Recall(self.found + other.found, self.exact + other.exact, self.of + other.of)

    def drop(self, other: "Recall") -> tuple[float, float]:
        """Return how much less the other has found."""
        return (self.found - other.found) / self.of, (self.exact - other.exact) / self.of


@cache
def tool(fast: bool) -> Pseudonymizer:
    return Pseudonymizer(load_settings("default").with_model(fast=fast))


def recall(plan: Plan, written: Bits, plain: Bits) -> Recall:
    """Compare what was found with what is known; each is worth as much as its plain copy is long."""
    spans = [mention.span for each in plan.decisions for mention in each.entity.mentions]
    taken = bytearray(sum(len(bit.text) for bit in written))
    for span in spans:
        assert 0 <= span.start < span.end <= len(taken)
        taken[span.start : span.end] = b"\1" * len(span)
    edges = {(span.start, span.end) for span in spans}
    total, start = Recall(), 0
    for bit, known in zip(written, plain, strict=True):
        end = start + len(bit.text)
        if bit.kind:
            size = len(known.text)
            total += Recall(size * sum(taken[start:end]) / len(bit.text), size * ((start, end) in edges), size)
        start = end
    return total


def measured(fast: bool, written: Sequence[Bits], plain: Sequence[Bits]) -> Recall:
    total = Recall()
    for first in range(0, len(written), BATCH):
        some = written[first : first + BATCH]
        documents = [Document(str(number), "".join(bit.text for bit in bits)) for number, bits in enumerate(some)]
        for found, bits, known in zip(tool(fast).plan_many(documents), some, plain[first : first + BATCH], strict=True):
            total += recall(found, bits, known)
    return total


def attacked(name: str, bits: Bits, everywhere: bool, chance: random.Random) -> Bits:
    attack = ATTACKS[name]
    return [Bit(attack(bit.text, chance), bit.kind) if bit.kind or everywhere else bit for bit in bits]


def drops(name: str, fast: bool, texts: int) -> tuple[float, float]:
    chance = random.Random(f"{name} {texts}")
    drawn = [draw(LANGUAGES[number % len(LANGUAGES)], chance) for number in range(-(-texts // TIMES))]
    plain = drawn * TIMES
    written = [attacked(name, bits, number // len(drawn) % 2 == 1, chance) for number, bits in enumerate(plain)]
    once, after = measured(fast, drawn, drawn), measured(fast, written, plain)
    before = Recall(once.found * TIMES, once.exact * TIMES, once.of * TIMES)
    lost, unlike = before.drop(after)
    sys.stdout.write(
        f"{name}, {'fast' if fast else 'whole'}, {texts} texts: {100 * before.found / before.of:.2f} % found, "
        f"attacked {100 * lost:.2f} points less; from edge to edge {100 * unlike:.2f} points less\n"
    )
    return lost, unlike


@pytest.mark.parametrize("name", ATTACKS)
def test_attacked_names_and_identifiers_are_found(name: str) -> None:
    fast, whole = drops(name, fast=True, texts=80), drops(name, fast=False, texts=16)

    # Of so few texts a single one may be a point.
    assert max(*fast, *whole) <= 3 * MOST


@pytest.mark.slow
@pytest.mark.parametrize("fast", [True, False], ids=["fast", "whole"])
@pytest.mark.parametrize("name", ATTACKS)
def test_a_hundred_thousand_attacked_texts_lose_a_point_at_most(name: str, fast: bool) -> None:
    assert max(drops(name, fast, FULL // len(ATTACKS) + 1)) <= MOST


def test_the_measure_sees_what_is_missed() -> None:
    """A measure that calls everything found would pass any detector: without lists or patterns little is found."""
    chance = random.Random(1)
    plain = [draw(LANGUAGES[number % len(LANGUAGES)], chance) for number in range(80)]
    nothing = [Plan(str(number), b"", (), None, 0) for number in range(80)]

    found = measured(True, plain, plain)
    missed = sum((recall(each, bits, bits) for each, bits in zip(nothing, plain, strict=True)), Recall())

    assert 0.9 * found.of < found.found <= found.of
    assert (missed.found, missed.exact, missed.of) == (0, 0, found.of)
