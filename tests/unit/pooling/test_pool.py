"""Workers find what this process would find, whatever happens to them."""

import gc
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.wild import WILD_FAILS

from allonym import Pseudonymizer, open_vault
from allonym.core.errors import InputError, SafetyError, SettingsError, UsageError
from allonym.core.types import Document, Mention
from allonym.engine import Detected, detect, plan
from allonym.pooling.failing import Failed, each_alone, failed, require_found
from allonym.pooling.pool import Pool, in_order
from allonym.settings import Settings, build, load_settings

FAST = load_settings("default").with_model(fast=True)
TEXTS = [f"Anna Berg wrote to user{number}@example.org on 3 May 2021." for number in range(60)]
DOCUMENTS = [Document(f"d{number}", text) for number, text in enumerate(TEXTS)]


def found(pool: Pool, documents: Sequence[Document]) -> list[Detected | Failed]:
    return pool.submit(0, documents).result()


def test_workers_find_what_this_process_finds() -> None:
    batches = [DOCUMENTS[start : start + 7] for start in range(0, 60, 7)]
    with Pool([FAST], 2) as pool:
        got = [each for _, some in in_order(pool, batches) for each in some]

    assert got == detect(build(FAST), DOCUMENTS)


def test_workers_plan_what_this_process_plans() -> None:
    with Pool([FAST], 1) as pool:
        got = pool.plan(0, DOCUMENTS).result()

    assert got == plan(build(FAST), DOCUMENTS)
    assert any(each.decisions for each in got if not isinstance(each, Failed))


def test_a_worker_that_plans_tells_of_a_document_that_fails(wild: Settings) -> None:
    with Pool([wild], 1) as pool:
        fine, gone = pool.plan(0, [Document("a", "Anna"), Document("b", "fail")]).result()

    assert not isinstance(fine, Failed)
    assert isinstance(gone, Failed)
    assert gone.reason.startswith("b: the detector 'wild' fails with KeyError")


def test_only_a_few_batches_are_taken_in_ahead() -> None:
    taken: list[int] = []

    def batches() -> Iterator[list[Document]]:
        for number, document in enumerate(DOCUMENTS):
            taken.append(number)
            yield [document]

    with Pool([FAST], 2) as pool:
        for number, _ in enumerate(in_order(pool, batches())):
            assert len(taken) <= number + 6


def test_what_came_before_an_error_is_finished_first() -> None:
    def batches() -> Iterator[list[Document]]:
        yield DOCUMENTS[:3]
        raise InputError("the input ends here")

    with Pool([FAST], 1) as pool:
        results = in_order(pool, batches())

        assert len(next(results)[1]) == 3
        with pytest.raises(InputError, match="ends here"):
            next(results)


def test_a_worker_that_is_killed_is_replaced_and_its_work_done_again() -> None:
    batches = [DOCUMENTS[start : start + 3] for start in range(0, 60, 3)]
    with Pool([FAST], 2) as pool:
        got = []
        for number, (_, some) in enumerate(in_order(pool, batches)):
            got += some
            if number % 5 == 0 and (worker := pool._nurses[number % 2]._worker) is not None:
                os.kill(worker.pid, signal.SIGKILL)

    assert got == detect(build(FAST), DOCUMENTS)


def test_a_worker_that_is_killed_while_it_starts_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    real, ended = subprocess.Popen, list[int]()

    def begin(*given: Any, **named: Any) -> Any:
        worker = real(*given, **named)
        if len(ended) in {0, 2}:
            worker.kill()
        ended.append(worker.pid)
        return worker

    monkeypatch.setattr(subprocess, "Popen", begin)
    with Pool([FAST], 1) as pool:
        got = found(pool, DOCUMENTS[:3])
        os.kill(ended[1], signal.SIGKILL)
        again = found(pool, DOCUMENTS[:3])

    assert got == again == detect(build(FAST), DOCUMENTS[:3])
    assert len(ended) == 4


def test_a_document_that_kills_workers_fails_alone(wild: Settings) -> None:
    documents = [*DOCUMENTS[:5], Document("bad", "kill me, Anna Berg"), *DOCUMENTS[5:9]]
    with Pool([wild], 1) as pool:
        got = found(pool, documents)

    assert got[5] == Failed("InputError", "bad: two workers died over it")
    assert [each for each in got if not isinstance(each, Failed)] == detect(build(FAST), DOCUMENTS[:9])


def test_a_document_that_takes_too_long_fails_alone(wild: Settings) -> None:
    documents = [*DOCUMENTS[:3], Document("slow", "sleep, Anna Berg"), *DOCUMENTS[3:5]]
    with Pool([wild], 1, timeout=0.5) as pool:
        got = found(pool, documents)

    assert got[3] == Failed("InputError", "slow: took longer than 0.5 s")
    assert sum(isinstance(each, Failed) for each in got) == 1


def test_what_a_worker_loads_with_its_first_text_is_not_held_against_the_text(
    wild: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WILD_LOADS_FOR", "2")
    with Pool([wild], 1, timeout=1) as pool:
        got = found(pool, [DOCUMENTS[0], Document("slow", "sleep, Anna Berg"), DOCUMENTS[1]])

    assert [isinstance(each, Failed) for each in got] == [False, True, False]


def test_the_time_is_for_one_text_however_many_are_asked_about(wild: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[int] = []
    real = subprocess.Popen

    def begin(*given: Any, **named: Any) -> Any:
        begun.append(1)
        return real(*given, **named)

    monkeypatch.setattr(subprocess, "Popen", begin)
    documents = [Document(f"d{number}", "it takes a while") for number in range(5)]
    with Pool([wild], 1, timeout=1.8) as pool:
        once, again = found(pool, documents), found(pool, documents)

    assert not any(isinstance(each, Failed) for each in (*once, *again))
    # Who has learnt that several take too long asks one by one from then on, and loses no more workers.
    assert len(begun) == 2


def test_a_worker_that_cannot_read_the_first_text_is_replaced(wild: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("allonym.pooling.nursing._FIRST_TEXT", Document("first", "kill me"))
    with Pool([wild], 1, timeout=5) as pool:
        got = found(pool, DOCUMENTS[:2])

    assert not any(isinstance(each, Failed) for each in got)


@pytest.mark.parametrize("timeout", [float("nan"), float("inf"), 0, -1])
def test_a_time_that_no_clock_can_count_is_refused(timeout: float) -> None:
    with pytest.raises(UsageError, match="number of seconds"):
        Pool([FAST], 1, timeout=timeout)


def test_a_document_that_fails_says_where_and_none_of_its_words(wild: Settings) -> None:
    with Pool([wild], 1) as pool:
        got = found(pool, [DOCUMENTS[0], Document("bad", "fail, Anna Berg")])

    assert isinstance(got[0], Detected)
    assert got[1] == Failed("SafetyError", f"bad: {WILD_FAILS}")
    with pytest.raises(SafetyError, match="the detector 'wild' fails with KeyError"):
        require_found(got[1])


def test_an_error_of_ours_keeps_its_kind() -> None:
    half = Document("half", "\ud800")
    with Pool([FAST], 1) as pool:
        [got] = found(pool, [half])

    assert isinstance(got, Failed)
    with pytest.raises(InputError, match="half: character 0 is half"):
        require_found(got)


def test_what_is_wrong_with_the_settings_is_not_blamed_on_a_document() -> None:
    def wrong(_: Sequence[Document]) -> list[Mention]:
        raise UsageError("no such thing")

    with pytest.raises(UsageError, match="no such thing"):
        each_alone(wrong, DOCUMENTS)


def test_an_error_that_is_no_error_of_ours_becomes_a_safety_error() -> None:
    assert isinstance(Failed("annotations", "x").error(), SafetyError)
    assert failed(DOCUMENTS[0], ValueError("Anna Berg")).reason == "d0: internal error ValueError"


def test_a_worker_that_cannot_start_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("allonym.pooling.nursing._BOOT", "raise SystemExit(1)")
    with Pool([FAST], 1) as pool, pytest.raises(SafetyError, match="cannot start; --workers 0"):
        found(pool, DOCUMENTS[:1])


def test_a_worker_that_is_sent_home_while_it_starts_is_not_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    real, begun = subprocess.Popen, list[int]()

    def begin(*given: Any, **named: Any) -> Any:
        worker = real(*given, **named)
        begun.append(worker.pid)
        return worker

    monkeypatch.setattr(subprocess, "Popen", begin)
    monkeypatch.setattr("allonym.pooling.nursing._BOOT", "import time; time.sleep(5)")
    with Pool([FAST], 1) as pool:
        while pool._nurses[0]._worker is None:
            time.sleep(0.01)

    assert len(begun) == 1


def test_workers_leave_with_whoever_started_them(tmp_path: Path) -> None:
    script = (
        "import os, sys, time; from allonym.pooling.pool import Pool; from allonym.settings import load_settings\n"
        "from allonym.core.types import Document\n"
        "pool = Pool([load_settings('default').with_model(fast=True)], 2)\n"
        "[each.result() for each in [pool.submit(0, [Document('a', 'Anna')]) for _ in range(8)]]\n"
        "print(*(nurse._ready().pid for nurse in pool._nurses), flush=True); time.sleep(60)"
    )
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE)
    assert process.stdout is not None
    workers = [int(each) for each in process.stdout.readline().split()]
    process.kill()
    process.communicate()
    until = time.monotonic() + 10
    while any(_lives(each) for each in workers) and time.monotonic() < until:
        time.sleep(0.05)

    assert len(workers) == 2
    assert not any(_lives(each) for each in workers)


def test_many_texts_are_pseudonymized_alike_with_workers() -> None:
    for profile in ("default", "cloaked-realistic"):
        settings = load_settings(profile).with_model(fast=True).with_user("corpus", {}, ())
        with open_vault("memory:") as vault:
            alone = [each.text for each in Pseudonymizer(settings, vault).pseudonymize_many(TEXTS)]
            helped = [each.text for each in Pseudonymizer(settings, vault).pseudonymize_many(TEXTS, workers=2)]

        assert helped == alone
        assert not any("Anna" in each for each in helped)


def test_settings_can_be_sent() -> None:
    assert pickle.loads(pickle.dumps(FAST)) == FAST  # noqa: S301
    assert gc.isenabled()


def _lives(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().split()[2] != "Z"
    except OSError:
        return False


def test_what_workers_die_over_has_no_answer() -> None:
    with Pool([FAST], 1, make=deadly) as pool:
        assert pool.ask(0, "die", None).result() is None
        assert pool.ask(0, "live", None).result() == "alive"


def deadly(_: Sequence[Settings]) -> Any:
    """Make workers ready who die when they are told to."""

    def serve(_: int, what: str, __: object) -> str:
        if what == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        return "alive"

    return serve


def test_a_worker_that_cannot_be_made_ready_says_why() -> None:
    wrong = replace(FAST, detector={"patterns": {"speed": 1}})

    with Pool([wrong], 1) as pool, pytest.raises(SettingsError, match="has no setting 'speed'"):
        pool.submit(0, DOCUMENTS[:1]).result()


@pytest.mark.parametrize("workers", [-1, -5, 1.5, "2"])
def test_so_many_workers_there_cannot_be(workers: Any) -> None:
    with pytest.raises(UsageError, match="number of processes"):
        list(Pseudonymizer(FAST).pseudonymize_many(["a"], workers=workers))
