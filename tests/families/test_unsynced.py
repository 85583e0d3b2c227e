"""The power goes at each durable step of a run, and what was not synced is lost: it goes on to the same bytes."""

import random
from collections.abc import Iterator
from itertools import islice

import pytest
from tests.families.losing import RULES, Fading, put_back, read_trace
from tests.families.studies import Study, study


@pytest.fixture(scope="module")
def kept() -> Iterator[Study]:
    with study() as made:
        yield made


def moments(kept: Study) -> Iterator[Fading]:
    """Return the disk as it was at each step that makes something last or changes a name; the last is the end."""
    kept.begin()
    trace = kept.disk.root.parent / "trace"
    fading = Fading(kept.disk.root)
    assert kept.run(trace=trace) == 0, kept.said
    for change in read_trace(trace):
        fading.do(change)
        if change.is_step:
            yield fading


FORMS = [("chance", 37), *(pytest.param(rule, 1, marks=pytest.mark.slow) for rule in RULES)]


@pytest.mark.parametrize(("rule", "stride"), FORMS)
def test_a_run_that_lost_what_was_not_synced_goes_on(kept: Study, rule: str, stride: int) -> None:
    count = 0
    for count, fading in enumerate(islice(moments(kept), 0, None, stride), 1):
        kept.clear()
        put_back(kept.disk.root, fading.left(rule, random.Random(count)))
        kept.require_published_whole()
        kept.require_it_goes_on()
    print(f"{rule}: the power went {count} times")  # noqa: T201 - shown by pytest -rP, for the table of figures

    assert count >= 60 // stride


def test_what_a_finished_run_has_made_is_not_lost(kept: Study) -> None:
    *_, fading = moments(kept)
    kept.clear()
    put_back(kept.disk.root, fading.left("strict", random.Random(0)))

    assert kept.published() == kept.expected
    kept.require_published_whole()
