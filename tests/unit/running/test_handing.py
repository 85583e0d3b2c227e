"""Lines that workers take through from end to end come out as if one process had done it all."""

import json
import os
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from tests.unit.vault.helpers import PASSPHRASE, QUICK

from allonym import Pseudonymizer, open_vault
from allonym.core.errors import NotAllowed, NotExact, SettingsError
from allonym.core.pieces import Layout
from allonym.core.protocols import Vault
from allonym.core.types import Document, Plan
from allonym.formats.choosing import choose
from allonym.pooling.pool import Pool
from allonym.running import handing
from allonym.running.ahead import Ahead, Errand
from allonym.running.carrying import CARRY, carrying
from allonym.running.files import Run, pseudonymize_file
from allonym.running.finding import FindingHere, FoundPlans
from allonym.running.handing import Cutter, Hands, LinePlans, can_carry, hands_here
from allonym.running.reports import Report
from allonym.running.several import Sharing
from allonym.running.sources import Source
from allonym.running.spool import Spool, open_spool
from allonym.running.undertaking import Manner, Undertaking
from allonym.settings import build, load_settings
from allonym.vault.credentials import new_private_key, public_key_of
from allonym.vault.roles import RECOVERER
from allonym.vault.sqlite import open_file

FAST = load_settings("cloaked-realistic").with_model(fast=True).with_user("document", None, ())
KEY = b"k" * 32
ENGINE = build(FAST, late=True)


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a file of some lines be large enough, and cut it often."""
    monkeypatch.setattr(handing, "LEAST", 1)
    monkeypatch.setattr(handing, "AT_ONCE", 500)


def lines(count: int) -> list[str]:
    texts = [f"Anna Berg and Karl Lund wrote to x{number}@y.org on 3 May 2021" for number in range(count)]
    return [json.dumps({"id": f"t{number}", "text": text}) + "\n" for number, text in enumerate(texts)]


def odd_lines() -> list[str]:
    made = lines(120)
    made[7] = "this is no JSON\n"
    made[20] = "\n"
    made[33] = json.dumps({"id": "anna.berg@example.org", "text": "an id that names somebody"}) + "\n"
    made[50] = '{"text": "no id, Anna Berg", "tags": ["Karl Lund"]}\r\n'
    made[90] = '{"id": "90", "text": "odd \\u0041nna Berg"}\n'
    made[-1] = made[-1].rstrip("\n")
    return made


def source_of(path: Path, made: Sequence[str], mark: str = "") -> Source:
    path.write_text(mark + "".join(made), encoding="utf-8", newline="")
    return Source(path, path.name, choose(path.name, None), Layout())


def make_tool(vault: Vault | None = None) -> Pseudonymizer:
    return Pseudonymizer(FAST, vault, chance=KEY, engine=ENGINE)


def by_hand(source: Source, output: Path, vault: Vault | None = None) -> tuple[bytes, Report]:
    """Take a file through line by line, in this process."""
    tool, spool = make_tool(vault), Spool()
    report = pseudonymize_file(Run(tool, plans=LinePlans(tool, spool, hands_here(tool))), source, output)
    spool.close()
    return output.read_bytes(), report


def taken(source: Source, output: Path, workers: int, vault: Vault | None = None) -> tuple[bytes, Report]:
    tool = make_tool(vault)
    with Undertaking([(tool, source, output)], Manner(workers)) as undertaking:
        report = undertaking.take(source, output, lambda _: None)
    return output.read_bytes(), report


@dataclass(frozen=True)
class Asked:
    """Hands of this process that fail, or answer otherwise, now and then."""

    hands: Hands
    seen: list[str]

    def ask(self, what: str, given: Any) -> "Future[Any]":
        self.seen.append(what)
        if what == CARRY and len(self.seen) % 2 == 0:
            undone: Future[Any] = Future()
            undone.set_result(None)
            return undone
        return self.hands.ask(what, given)


@pytest.fixture
def spool() -> Iterator[Spool]:
    opened = Spool()
    yield opened
    opened.close()


def test_a_file_with_a_mark_keeps_it(tmp_path: Path) -> None:
    source = source_of(tmp_path / "posts.jsonl", odd_lines(), "\ufeff")
    made = by_hand(source, tmp_path / "out.jsonl")

    assert made == taken(source, tmp_path / "alone.jsonl", 0)
    assert made[0].startswith("\ufeff".encode())


def test_workers_write_the_bytes_and_counts_of_one_process(tmp_path: Path) -> None:
    source = source_of(tmp_path / "posts.jsonl", odd_lines())
    alone = taken(source, tmp_path / "alone.jsonl", 0)
    together = taken(source, tmp_path / "together.jsonl", 2)

    assert together == alone
    assert together[1].failed == 2
    assert [problem.number for problem in together[1].problems] == [8, 34]
    assert b"@y.org" not in together[0]


def test_it_is_workers_who_do_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = source_of(tmp_path / "posts.jsonl", lines(40))
    monkeypatch.setattr("allonym.running.handing.rewrite", None)
    monkeypatch.setattr("allonym.running.files.rewrite", None)

    assert taken(source, tmp_path / "out.jsonl", 1)[1].documents == 40


def test_the_vault_gives_back_what_workers_took_through(tmp_path: Path) -> None:
    source = source_of(tmp_path / "posts.jsonl", odd_lines())
    with open_vault("memory:") as vault:
        made, report = by_hand(source, tmp_path / "out.jsonl", vault)
        again = taken(source, tmp_path / "again.jsonl", 0, vault)
        records = [vault.file_record(number) for number in (1, 2)]

    # Proven before it appeared; a second run finds the same file, as only the same bytes do.
    assert again == (made, report)
    assert records[0] is not None
    assert records[0].pieces == 120
    assert records[1] is None


def test_lines_that_come_back_undone_are_done_here(tmp_path: Path, spool: Spool) -> None:
    source = source_of(tmp_path / "posts.jsonl", odd_lines())
    expected = taken(source, tmp_path / "alone.jsonl", 0)
    tool = make_tool()
    asked = Asked(hands_here(tool), [])
    plans = LinePlans(tool, spool, replace(asked.hands, ask=asked.ask))
    report = pseudonymize_file(Run(tool, plans=plans), source, tmp_path / "out.jsonl")

    assert asked.seen.count(CARRY) > 4
    assert ((tmp_path / "out.jsonl").read_bytes(), report) == expected


def test_what_fails_in_a_worker_is_told_as_without(tmp_path: Path) -> None:
    # Half a surrogate pair is JSON, and no text.
    source = source_of(tmp_path / "posts.jsonl", [*lines(30), '{"id": "x", "text": "\\ud800 Anna"}\n'])

    assert by_hand(source, tmp_path / "out.jsonl") == taken(source, tmp_path / "alone.jsonl", 0)


def test_a_worker_that_is_killed_changes_nothing(tmp_path: Path) -> None:
    source = source_of(tmp_path / "posts.jsonl", lines(400))
    expected = taken(source, tmp_path / "alone.jsonl", 0)
    tool = make_tool()
    with Pool([FAST], 2, make=carrying) as pool:
        ahead = Ahead(pool, [Errand(tool, source, 0)], {id(tool): 0}, carries=True)
        killed: list[int] = []

        def watch(_: int) -> None:
            for nurse in pool._nurses[:1]:
                if (worker := nurse._worker) is not None:
                    os.kill(worker.pid, signal.SIGKILL)
                    killed.append(worker.pid)

        pool.ask(0, "read back", (source.format, Layout(), b"{}\n")).result()
        report = pseudonymize_file(Run(tool, watch, FoundPlans(tool, source, ahead)), source, tmp_path / "out.jsonl")

    assert killed
    assert ((tmp_path / "out.jsonl").read_bytes(), report) == expected


def test_what_was_decided_before_a_stop_is_not_decided_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = source_of(tmp_path / "posts.jsonl", odd_lines())
    expected = taken(source, tmp_path / "alone.jsonl", 0)
    tool = make_tool()
    looked: list[str] = []

    def plan_many(documents: Sequence[Document]) -> list[Plan]:
        looked.extend(each.id for each in documents if each.id != "name")
        if len(looked) > 60 and not (tmp_path / "stopped").exists():
            (tmp_path / "stopped").touch()
            raise KeyboardInterrupt
        return made(documents)

    made = tool.plan_many
    monkeypatch.setattr(tool, "plan_many", plan_many)
    monkeypatch.setattr(handing, "TOGETHER", 1)
    reports = []
    for _ in range(2):
        spool = open_spool(tmp_path / "kept.spool", b"s" * 64, b"posts")
        plans = LinePlans(tool, spool, hands_here(tool))
        try:
            reports.append(pseudonymize_file(Run(tool, plans=plans), source, tmp_path / "out.jsonl"))
        except KeyboardInterrupt:
            with (tmp_path / "kept.spool").open("ab") as torn:
                torn.write(b"\0\0\1\0cut off")
        spool.close()

    assert ((tmp_path / "out.jsonl").read_bytes(), reports[0]) == expected
    # Only the lines at which it was stopped are looked at twice.
    assert sum(looked.count(each) > 1 for each in set(looked)) < 20
    assert b"Berg" not in (tmp_path / "kept.spool").read_bytes()


def test_a_run_that_can_be_gone_on_with_keeps_lines_with_and_without_workers(tmp_path: Path) -> None:
    source = source_of(tmp_path / "posts.jsonl", lines(20))
    tool = make_tool()
    opened: list[int | str] = []

    def open_one(_: Source, number: int | str) -> Spool:
        opened.append(number)
        return Spool()

    for finding in (None, FindingHere()):
        with Sharing([tool], finding, open_one, carries=True) as sharing:
            assert isinstance(sharing.plans(tool, source), LinePlans)
    with Sharing([tool], None, open_one) as sharing:
        assert not isinstance(sharing.plans(tool, source), LinePlans)

    assert opened == ["lines", "lines", 0]


def test_a_line_that_is_too_long_and_all_after_it_are_read_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = lines(60)
    made[30] = json.dumps({"id": "long", "text": "Anna Berg said so. " * 400}) + "\n"
    source = source_of(tmp_path / "posts.jsonl", made)
    expected = taken(source, tmp_path / "alone.jsonl", 0)
    monkeypatch.setattr(handing, "LONGEST", 2000)
    monkeypatch.setattr(handing, "_BLOCK", 1000)

    assert by_hand(source, tmp_path / "out.jsonl") == expected


def test_output_that_does_not_read_back_is_refused(tmp_path: Path, spool: Spool) -> None:
    source = source_of(tmp_path / "posts.jsonl", lines(30))
    tool = make_tool()
    here = hands_here(tool)

    def ask(what: str, given: Any) -> "Future[Any]":
        answer = here.ask(what, given)
        if what != CARRY:
            return answer
        wrong: Future[Any] = Future()
        wrong.set_result(answer.result()._replace(data=answer.result().data.replace(b"text", b"test", 1)))
        return wrong

    source = replace(source, asked=Layout(text_columns=("text",)))
    plans = LinePlans(tool, spool, replace(here, ask=ask))
    with pytest.raises(NotExact, match="does not read back"):
        pseudonymize_file(Run(tool, plans=plans), source, tmp_path / "out.jsonl")

    assert not (tmp_path / "out.jsonl").exists()


def test_only_lines_that_need_not_know_of_one_another_are_handed_out(tmp_path: Path) -> None:
    tool = make_tool()
    source = source_of(tmp_path / "posts.jsonl", lines(3))
    wide = tmp_path / "wide.jsonl"
    wide.write_bytes("".join(lines(3)).encode("utf-16"))
    table = tmp_path / "posts.csv"
    table.write_text("id,text\n1,Anna\n")
    with open_vault("memory:") as vault:
        shared = Pseudonymizer(FAST.with_user("corpus", None, ()), vault)

        assert not can_carry(shared, source)

    assert can_carry(tool, source)
    assert not can_carry(tool, replace(source, asked=Layout(labels=(("name", "PERSON"),))))
    assert not can_carry(tool, replace(source, path=wide))
    assert not can_carry(tool, Source(table, table.name, choose(table.name, None), Layout()))
    assert not can_carry(tool, replace(source, path=tmp_path / "missing.jsonl"))


def test_small_files_are_read_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handing, "LEAST", 1_000_000)

    assert not can_carry(make_tool(), source_of(tmp_path / "posts.jsonl", lines(3)))


def test_lines_are_not_handed_out_once_somebody_has_withdrawn(tmp_path: Path) -> None:
    source = source_of(tmp_path / "posts.jsonl", lines(20))
    with open_vault("memory:") as vault:
        before = by_hand(source, tmp_path / "before.jsonl", vault)[1]
        vault.subjects.forget(vault.subjects.find("Anna Berg"))

        assert before.withdrawn == 0
        assert not can_carry(make_tool(vault), source)
        assert by_hand(source, tmp_path / "after.jsonl", vault)[1].withdrawn == 20


def test_who_may_not_pseudonymize_is_told_so_as_without_workers(tmp_path: Path) -> None:
    source = source_of(tmp_path / "posts.jsonl", lines(20))
    key = new_private_key()
    with open_file(tmp_path / "v", PASSPHRASE, create=True, options=QUICK) as owned:
        owned.keys.add_public_key(public_key_of(key), "Bo", RECOVERER)
    told = []
    for workers in (0, 1):
        with open_file(tmp_path / "v", key, options=QUICK) as vault, pytest.raises(NotAllowed) as refused:
            taken(source, tmp_path / "out.jsonl", workers, vault)
        told.append(str(refused.value))

    assert told[0] == told[1]
    assert "pseudonymize takes the key of" in told[0]


class Bits:
    """A stream that gives a few bytes at a time."""

    def __init__(self, data: bytes, most: int) -> None:
        self._stream, self._most = BytesIO(data), most

    def read(self, size: int = -1, /) -> bytes:
        return self._stream.read(min(size, self._most))


def test_a_stream_is_cut_at_the_same_line_ends_however_it_comes() -> None:
    data = "".join(lines(50)).encode() + b"the end"
    ways: Iterator[list[bytes]] = (list(Cutter(Bits(data, most))) for most in (1, 7, 600, 100_000))
    first, *others = ways

    assert len(first) > 5
    assert b"".join(first) == data
    assert all(each.endswith(b"\n") for each in first[:-1])
    assert all(each == first for each in others)


def test_counts_of_parts_are_those_of_the_whole() -> None:
    whole, parts = Report("a"), Report("a")
    tool = make_tool()
    for number in range(3):
        part = Report("a")
        plan = tool.plan(Document(str(number), f"Anna Berg wrote to x{number}@y.org"))
        whole.add_plan(plan, 10)
        part.add_plan(plan, 10)
        parts.add(part)

    assert parts == whole
    assert whole.replaced.total() == 6


def test_detectors_are_loaded_when_they_are_needed() -> None:
    engine = build(load_settings("default"), late=True)
    model = next(each for each in engine.detectors if each.name == "model")
    tool = Pseudonymizer("default", engine=engine)
    unused = getattr(model, "made", "not late")
    found = tool.detect("Write to Anna Berg")

    assert unused is None
    assert getattr(model, "made", None) is not None
    assert found == Pseudonymizer("default").detect("Write to Anna Berg")


def test_an_unknown_setting_of_a_detector_is_told_at_once() -> None:
    wrong = replace(load_settings("default"), detector={"model": {"sensitivitty": 1.0}})

    with pytest.raises(SettingsError, match="no setting 'sensitivitty'"):
        build(wrong, late=True)
