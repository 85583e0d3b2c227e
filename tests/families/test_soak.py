"""Steady work does not let anything grow. The full form is two hours: `python scripts/soak.py`."""

import functools
import gc
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from scripts.soak import Plan, Sample, judge, soak

from allonym import Pseudonymizer
from allonym.core.types import Document
from allonym.settings import load_settings

WORKING = Sample("service", 0.0, 100_000, 60_000, 18, 3, 0.0)
LINE = (
    "{0} {1} of {1} AB, born 3 May 1987 in {1}, lives at {1}gatan {2}, 115 {3} {0}stad, rings +46 70 {2} {3} 05 and "
    "writes to {0}.{1}@{1}.example; IBAN SE35 5000 0000 0549 1000 00{3}, {4}, https://{1}.example/{0}."
)


@pytest.fixture(autouse=True)
def _no_network() -> None:
    """Let the test reach the service, which listens on loopback."""


def samples(last: Sample) -> list[Sample]:
    """Return forty samples, the last ten of them alike."""
    return [replace(WORKING if at < 30 else last, second=float(at)) for at in range(40)]


def test_steady_is_well() -> None:
    assert judge(samples(replace(WORKING, kilobytes=104_000, files=17)), 10) == []


@pytest.mark.parametrize(
    ("last", "grown"),
    [
        (replace(WORKING, kilobytes=106_000), "memory"),
        (replace(WORKING, files=19), "files"),
        (replace(WORKING, threads=4), "threads"),
    ],
)
def test_what_grows_is_noticed(last: Sample, grown: str) -> None:
    [found] = judge(samples(last), 10)

    assert found.startswith(grown)


def boundless() -> Counter[str]:
    """Return how much every cache holds that keeps all it is ever asked."""
    caches = (each for each in gc.get_objects() if isinstance(each, functools._lru_cache_wrapper))
    kept = {f"{each.__module__}.{each.__qualname__}": each.cache_info() for each in caches}
    return Counter({name: about.currsize for name, about in kept.items() if about.maxsize is None})


def texts(seed: int, count: int) -> Iterator[Document]:
    """Return texts of one make, with words and numbers that nobody has seen."""
    chance = random.Random(seed)
    for number in range(count):
        words = ["".join(chance.choices("abdefgiklmnoprstu", k=8)).title() for _ in range(2)]
        digits = [f"{chance.randrange(10, 99)}" for _ in range(2)]
        yield Document(f"{seed}-{number}", LINE.format(*words, *digits, words[0].upper()), "en")


def test_nothing_is_kept_of_each_word_for_ever() -> None:
    tools = [Pseudonymizer(load_settings(name).with_model(fast=True)) for name in ("default", "cloaked-realistic")]
    sizes = []
    for seed in range(2):
        for tool in tools:
            tool.apply(list(texts(seed, 30)))
        sizes.append(boundless())
    grown = {name: count for name, count in (sizes[1] - sizes[0]).items() if count > 8}

    assert grown == {}, "these caches have no bound, and hold more with every text"


def test_a_few_seconds_of_steady_work(tmp_path: Path) -> None:
    plan = Plan(seconds=1.5, warm=0.3, every=0.05, share=1.0, fast=True, folder=tmp_path)
    found, seen, warm = soak(plan)

    told = {name: judge(some, warm, growth=0.5) for name, some in found.items()}
    assert set(told) == {"service", "files"}
    assert not [each for some in told.values() for each in some if not each.startswith("files")]
    # In so short a time it is by chance at which moments files are open; each tool has a few at once.
    for some in found.values():
        assert max(each.files for each in some) <= min(each.files for each in some if each.second >= warm) + 8
    assert seen["/v1/pseudonymize 200"] > 0
    assert (tmp_path / "samples.csv").stat().st_size > 0
