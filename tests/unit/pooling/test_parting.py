"""The parts of one long text go to several workers, and what comes out is what one process finds."""

import os
import signal
from concurrent.futures import CancelledError
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from tests.wild import WILD_FAILS

from allonym import Pseudonymizer, open_vault
from allonym.core.errors import SafetyError
from allonym.core.pieces import Layout
from allonym.core.types import Document
from allonym.detectors.parting import LONGEST, batches
from allonym.engine import Detected, detect, joined, look, plan
from allonym.formats.text import TextFormat
from allonym.pooling.failing import Failed, each_alone
from allonym.pooling.parting import LONG, Decided, InParts
from allonym.pooling.pool import Pool
from allonym.running.ahead import Ahead, Errand
from allonym.running.files import Run, pseudonymize_file
from allonym.running.finding import FoundPlans, decided
from allonym.running.several import SharedPlans
from allonym.running.sources import Source
from allonym.running.spool import Spool
from allonym.settings import Settings, build, load_settings

WHOLE = load_settings("default")
FAST = WHOLE.with_model(fast=True)
# A stretch of each language in turn, so that parts speak different ones, and names that stand at every cut.
STRETCHES = (
    "Anna Berg wrote to user{n}@example.org on 3 May 2021 and then moved to Leeds with her sister Maria. ",
    "Herr Jonas Weber aus Köln rief am {n}. März an und sprach mit Frau Schmidt über die Rechnung. ",
    "Madame Claire Dubois habite à Lyon depuis le 12 juin 2019 et son numéro est le 06 12 34 56 {d:02d}. ",
)


def long_text(size: int) -> str:
    made: list[str] = []
    while sum(map(len, made)) < size:
        stretch = STRETCHES[len(made) % len(STRETCHES)]
        made.append("".join(stretch.format(n=number, d=number % 100) for number in range(400)))
    return "".join(made)[:size]


TEXT = long_text(3 * LONGEST + 5)
DOCUMENTS = [
    Document("short", "Anna Berg lives in Leeds."),
    Document("long", TEXT),
    Document("next", "Ring Jonas Weber."),
]


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_several_workers_find_in_one_text_what_this_process_finds(workers: int) -> None:
    with Pool([FAST], workers) as pool:
        asked = pool.submit(0, DOCUMENTS)
        got = asked.result()

    assert isinstance(asked, InParts)
    assert len(asked.answers) > 3
    assert got == detect(build(FAST), DOCUMENTS)
    assert isinstance(got[1], Detected)
    assert len(got[1].mentions) > 3000


def test_with_the_model_they_find_the_same() -> None:
    documents = [Document("long", TEXT[:LONG])]
    with Pool([WHOLE], 2) as pool:
        asked = pool.submit(0, documents)

        assert isinstance(asked, InParts)
        assert asked.result() == detect(build(WHOLE), documents)


def test_workers_that_are_killed_over_parts_are_replaced_and_the_parts_done_again() -> None:
    with Pool([FAST], 2) as pool:
        asked = pool.submit(0, DOCUMENTS)
        assert isinstance(asked, InParts)
        # Each is ended once: over what ends two, a text fails.
        for nurse, answer in zip(pool._nurses, asked.answers, strict=False):
            answer.result()
            if (worker := nurse._worker) is not None:
                os.kill(worker.pid, signal.SIGKILL)
        got = asked.result()

    assert got == detect(build(FAST), DOCUMENTS)


@pytest.mark.parametrize("word", ["kill me", "fail"])
def test_a_part_that_fails_fails_its_text_alone(wild: Settings, word: str) -> None:
    bad = Document("bad", f"{TEXT[:LONGEST]} {word} {TEXT[:LONGEST]}")
    documents = [DOCUMENTS[0], bad, DOCUMENTS[2]]
    with Pool([wild], 1) as pool:
        got = pool.submit(0, documents).result()

    if word == "fail":
        assert got[1] == each_alone(partial(detect, build(wild)), [bad])[0]
        assert got[1] == Failed("SafetyError", f"bad: {WILD_FAILS}")
    else:
        assert got[1] == Failed("InputError", "bad: two workers died over it")
    assert [got[0], got[2]] == detect(build(FAST), [DOCUMENTS[0], DOCUMENTS[2]])


def test_a_long_text_that_is_none_fails_as_a_whole_one_would() -> None:
    half = Document("half", f"{TEXT[:LONG]}\ud800")
    with Pool([FAST], 1) as pool:
        [got] = pool.submit(0, [half]).result()

    assert got == each_alone(partial(detect, build(FAST)), [half])[0]
    assert isinstance(got, Failed)
    assert f"character {LONG} is half" in got.reason


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_several_workers_decide_on_one_text_what_this_process_decides(workers: int) -> None:
    engine = build(FAST)
    with Pool([FAST], workers) as pool:
        plans, both = pool.plan(0, DOCUMENTS), pool.submit_and_plan(0, DOCUMENTS)
        short = pool.submit_and_plan(0, DOCUMENTS[:1])

        assert isinstance(plans, Decided)
        assert plans.result() == plan(engine, DOCUMENTS)
        assert both.result() == list(zip(detect(engine, DOCUMENTS), plan(engine, DOCUMENTS), strict=True))
        assert short.result() == both.result()[:1]


def test_a_text_whose_parts_have_come_is_decided_on_before_others_are_begun() -> None:
    with Pool([FAST], 1) as pool:
        first, second = pool.plan(0, DOCUMENTS[1:2]), pool.plan(0, DOCUMENTS[1:2])
        first.result()

        assert isinstance(second, Decided)
        assert not second.parts.answers[-1].done()


@pytest.mark.parametrize("text", ["fail", f"{TEXT[:LONG]} fail"], ids=["short", "long"])
def test_what_fails_has_no_plan(wild: Settings, text: str) -> None:
    documents = [DOCUMENTS[0], Document("bad", text)]
    with Pool([wild], 1) as pool:
        plans = pool.plan(0, documents).result()
        both = pool.submit_and_plan(0, documents).result()

    assert plans[1] == both[1] == Failed("SafetyError", f"bad: {WILD_FAILS}")
    assert plans[:1] == plan(build(FAST), documents[:1])


@pytest.mark.parametrize("text", ["odd a@x.se", f"odd a@x.se {TEXT[:LONG]}"], ids=["short", "long"])
def test_what_nobody_can_decide_on_fails_as_it_would_here(wild: Settings, text: str) -> None:
    documents = [DOCUMENTS[0], Document("odd", text)]
    unsure = replace(wild, linker="unsure")
    tool = Pseudonymizer(unsure)
    found = tool.detect_many(documents)
    with Pool([unsure], 1) as pool:
        both = pool.submit_and_plan(0, documents).result()

    assert both == list(zip(found, decided(tool, found), strict=True))
    assert isinstance(decided(tool, found)[1], Failed)


def test_what_has_a_label_or_only_so_much_time_is_not_parted() -> None:
    labelled = Document("name", "Anna " * LONGEST, label="PERSON")
    with Pool([FAST], 1) as pool:
        asked = pool.submit(0, [labelled])
        assert not isinstance(asked, InParts)
        assert asked.result() == detect(build(FAST), [labelled])
    with Pool([FAST], 1, timeout=60) as pool:
        asked = pool.submit(0, DOCUMENTS[1:2])
        assert not isinstance(asked, InParts)
        assert asked.result() == detect(build(FAST), DOCUMENTS[1:2])


def test_parts_that_nobody_needs_are_not_done() -> None:
    with Pool([FAST], 1) as pool:
        pool.submit(0, DOCUMENTS[:1]).result()
        asked, plans, both = pool.submit(0, DOCUMENTS), pool.plan(0, DOCUMENTS), pool.submit_and_plan(0, DOCUMENTS)
        for each in (asked, plans, both):
            each.cancel()

        assert isinstance(asked, InParts)
        assert asked.answers[-1].cancelled()
        for each in (plans, both):
            with pytest.raises(CancelledError):
                each.result()


def test_a_part_that_is_missing_is_no_whole_text() -> None:
    engine = build(FAST)
    [document] = DOCUMENTS[1:2]
    parts = [part for batch in batches([document]) for part in batch]
    found = [(part, look(engine, [part.document])[0]) for part in parts]

    assert joined(document, found) == detect(engine, [document])[0]
    with pytest.raises(SafetyError, match="characters were read"):
        joined(document, found[:-1])


def test_one_long_text_in_python_is_the_same_with_workers() -> None:
    with open_vault("memory:") as vault:
        tool = Pseudonymizer(FAST, vault)
        alone = [each.text for each in tool.pseudonymize_many([TEXT])]
        helped = [each.text for each in tool.pseudonymize_many([TEXT], workers=2)]

    assert helped == alone
    assert "Anna" not in helped[0]


def test_a_file_of_long_texts_is_written_alike_with_workers(tmp_path: Path) -> None:
    tool = Pseudonymizer(FAST, chance=b"k" * 32)
    given, made = tmp_path / "given.txt", [tmp_path / f"{number}.txt" for number in range(7)]
    given.write_text(f"{TEXT}\n{TEXT[:LONG]}", "utf-8")
    source = Source(given, given.name, TextFormat(size=260_000), Layout())
    pseudonymize_file(Run(tool), source, made[0])
    for workers in (1, 2, 3):
        with Pool([FAST], workers) as pool, closing(Spool()) as spool:
            one, two = (Ahead(pool, [Errand(tool, source, 0)], {id(tool): 0}) for _ in range(2))
            followed, kept = FoundPlans(tool, source, one), SharedPlans(tool, spool, partial(two.start, tool, source))
            pseudonymize_file(Run(tool, plans=followed), source, made[workers])
            pseudonymize_file(Run(tool, plans=kept), source, made[-workers])

    assert {each.read_bytes() for each in made} == {made[0].read_bytes()}
    assert b"Anna" not in made[0].read_bytes()


def test_what_was_decided_under_one_profile_is_not_taken_for_another(tmp_path: Path) -> None:
    tool = Pseudonymizer(FAST, chance=b"k" * 32)
    other = Pseudonymizer(FAST.with_user(None, {}, ("Anna Berg",)), chance=b"k" * 32)
    given, alone, helped = tmp_path / "given.txt", tmp_path / "alone.txt", tmp_path / "helped.txt"
    given.write_text(TEXT[:LONG], "utf-8")
    source = Source(given, given.name, TextFormat(), Layout())
    pseudonymize_file(Run(other), source, alone)
    with Pool([FAST], 1) as pool, closing(Spool()) as spool:
        ahead = Ahead(pool, [Errand(tool, source, 0)], {id(tool): 0})
        plans = SharedPlans(other, spool, partial(ahead.start, tool, source))
        pseudonymize_file(Run(other, plans=plans), source, helped)

    assert helped.read_bytes() == alone.read_bytes()
    assert b"Anna Berg" in helped.read_bytes()
