"""Streams of JSON lines, over pipes and over HTTP: in order, at once, at the reader's pace, and safe to kill."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.interfaces.command import PASSPHRASE, allonym
from tests.interfaces.rest.servers import NDJSON, Running, process

from allonym import Pseudonymizer, open_vault
from allonym.interfaces.rest.limits import Limits
from allonym.interfaces.rest.lines import Cutter, Lines
from allonym.interfaces.rest.streaming import stream
from allonym.interfaces.rest.work import Service
from allonym.settings import load_settings
from allonym.vault.credentials import new_private_key, public_key_of


def line(number: int, **more: str) -> bytes:
    text = f"Anna Berg wrote to user{number}@example.org"
    return json.dumps({"id": f"m{number}", "text": text, **more}).encode() + b"\n"


@contextmanager
def piped(folder: Path, *arguments: str, **environment: str) -> "Iterator[subprocess.Popen[bytes]]":
    command = [sys.executable, "-m", "allonym", "serve", "--stream", "--fast", *arguments]
    known = {**os.environ, "ALLONYM_PASSPHRASE": PASSPHRASE, **environment}
    # What is not flushed must not come out by itself.
    known.pop("PYTHONUNBUFFERED", None)
    begun = subprocess.Popen(
        command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=known
    )
    try:
        yield begun
    finally:
        begun.kill()
        begun.communicate()


def test_each_line_is_answered_before_the_next_is_sent(tmp_path: Path) -> None:
    with piped(tmp_path) as begun:
        assert begun.stdin is not None
        assert begun.stdout is not None
        for number in range(5):
            begun.stdin.write(line(number))
            begun.stdin.flush()
            answer = json.loads(begun.stdout.readline())

            assert answer == {"id": f"m{number}", "text": "[PERSON_1] wrote to [EMAIL_1]", "language": "en"}


def test_bad_lines_are_told_by_number_and_the_others_go_on(tmp_path: Path) -> None:
    bad = [b"secret\n", b"\n", b'{"text": "secret \\ud800"}\n', b'{"text": "secret", "x": 1}\n', b"\xff\n", b'["a"]\n']
    given = b"".join(x for n, each in enumerate(bad) for x in (line(n), each)) + line(99).rstrip()
    done = allonym("serve", "--stream", "--fast", cwd=tmp_path, stdin=given)
    answers = [json.loads(each) for each in done.stdout.splitlines()]

    assert [each.get("id") or each["line"] for each in answers] == [
        x for n in range(len(bad)) for x in (f"m{n}", 2 * n + 2)
    ] + ["m99"]
    assert all(each.keys() == {"error", "line"} for each in answers if "id" not in each)
    assert b"secret" not in done.stdout + done.stderr
    assert done.returncode == 1


def test_the_key_of_a_worker_is_enough(tmp_path: Path) -> None:
    (tmp_path / "worker.key").write_text(private := new_private_key(), "utf-8")
    (tmp_path / "worker.key").chmod(0o600)
    with open_vault(tmp_path / "study.vault", PASSPHRASE, create=True) as vault:
        vault.keys.add_public_key(public_key_of(private), "stream", "worker")
    keyed = ("--vault", "study.vault", "--passphrase-file", "worker.key")
    done = allonym("serve", "--stream", "--fast", *keyed, cwd=tmp_path, stdin=line(1) + line(2))
    [first, second] = [json.loads(each) for each in done.stdout.splitlines()]

    assert done.returncode == 0, done.stderr
    with open_vault(tmp_path / "study.vault", PASSPHRASE) as vault:
        tool = Pseudonymizer(load_settings("default").with_model(fast=True), vault)
        assert tool.recover(first["text"], "m1") == json.loads(line(1))["text"]
        assert tool.recover(second["text"], "m2") == json.loads(line(2))["text"]


def test_a_stream_that_may_not_write_to_its_vault_ends(tmp_path: Path) -> None:
    (tmp_path / "auditor.key").write_text(private := new_private_key(), "utf-8")
    (tmp_path / "auditor.key").chmod(0o600)
    with open_vault(tmp_path / "study.vault", PASSPHRASE, create=True) as vault:
        vault.keys.add_public_key(public_key_of(private), "stream", "auditor")
    keyed = ("--vault", "study.vault", "--passphrase-file", "auditor.key")
    done = allonym("serve", "--stream", "--fast", *keyed, cwd=tmp_path, stdin=line(1) + line(2))

    assert (done.returncode, done.stdout) == (1, b"")
    assert b"auditor" in done.stderr


def test_authors_share_pseudonyms_and_the_scope_needs_a_vault(tmp_path: Path) -> None:
    open_vault(tmp_path / "study.vault", PASSPHRASE, create=True).close()
    given = line(1, author="bo") + line(2, author="bo") + line(3, author="cy")
    asked = ("serve", "--stream", "--fast", "--scope", "author")
    done = allonym(*asked, "--vault", "study.vault", cwd=tmp_path, stdin=given)
    texts = [json.loads(each)["text"] for each in done.stdout.splitlines()]

    assert [text.split()[-1] for text in texts] == ["[EMAIL_1]", "[EMAIL_2]", "[EMAIL_1]"]
    assert allonym(*asked, cwd=tmp_path, stdin=given).returncode == 2


@pytest.mark.parametrize("over_http", [False, True])
def test_a_kill_in_mid_stream_leaves_the_vault_whole(over_http: bool, tmp_path: Path) -> None:
    open_vault(tmp_path / "study.vault", PASSPHRASE, create=True).close()
    answered = _killed_over_http(tmp_path) if over_http else _killed_over_pipe(tmp_path)

    assert len(answered) >= 20
    with open_vault(tmp_path / "study.vault", PASSPHRASE) as vault:
        assert vault.verify().texts >= len(answered)
        tool = Pseudonymizer(load_settings("default").with_model(fast=True), vault)
        for each in answered:
            original = tool.recover(each["text"], each["id"])
            assert original == json.loads(line(int(each["id"][1:])))["text"]


def _killed_over_pipe(folder: Path) -> list[dict[str, str]]:
    with piped(folder, "--vault", "study.vault") as begun:
        assert begun.stdin is not None
        assert begun.stdout is not None
        for number in range(200):
            begun.stdin.write(line(number))
        begun.stdin.flush()
        answered = [json.loads(begun.stdout.readline()) for _ in range(20)]
        begun.send_signal(signal.SIGKILL)
        begun.wait()
    return answered


def _killed_over_http(folder: Path) -> list[dict[str, str]]:
    with process(folder, "--vault", "study.vault", "--fast") as running, running.connect() as wire:
        wire.sendall(_head(running, "worker"))
        body = b"".join(map(line, range(200)))
        wire.sendall(b"%x\r\n%s\r\n" % (len(body), body))
        read = wire.makefile("rb")
        while read.readline() != b"\r\n":
            pass
        answered: list[dict[str, str]] = []
        while len(answered) < 20:
            read.readline()
            answered.append(json.loads(read.readline()))
            read.readline()
        assert running.process is not None
        running.process.send_signal(signal.SIGKILL)
        running.process.wait()
        read.close()
    return answered


def _head(running: Running, role: str) -> bytes:
    return (
        "POST /v1/pseudonymize HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n"
        f"Content-Type: {NDJSON}\r\nAuthorization: Bearer {running.tokens[role]}\r\n\r\n"
    ).encode()


def test_a_line_over_http_is_answered_while_the_request_goes_on(service: Running) -> None:
    with service.connect() as wire, wire.makefile("rb") as read:
        wire.sendall(_head(service, "worker"))
        for number in range(3):
            sent = line(number)
            wire.sendall(b"%x\r\n%s\r\n" % (len(sent), sent))
            while number == 0 and read.readline() != b"\r\n":
                pass
            read.readline()

            assert json.loads(read.readline())["id"] == f"m{number}"
            read.readline()
        wire.sendall(b"0\r\n\r\n")

        assert read.readline() == b"0\r\n"


def test_whoever_reads_slowly_is_waited_for(service: Running) -> None:
    """The service stops taking lines when nobody reads the answers; otherwise it would hold all of them."""
    padding = "x " * 2000
    some = json.dumps({"text": padding}).encode() + b"\n"
    with service.connect() as wire:
        wire.sendall(_head(service, "worker"))
        wire.settimeout(3)
        sent = 0
        try:
            while sent < 200_000_000:
                wire.sendall(b"%x\r\n%s\r\n" % (len(some) * 50, some * 50))
                sent += len(some) * 50
        except TimeoutError:
            pass

    assert sent < 50_000_000


def test_many_lines_come_back_in_order_over_http(service: Running) -> None:
    body = b"".join(line(n % 7) if n % 3 else b"bad\n" for n in range(500))
    answer = service.post("pseudonymize", None, raw=body, headers={"Content-Type": NDJSON})

    assert [each.get("line") or each["id"] for each in answer.lines] == [
        f"m{n % 7}" if n % 3 else n + 1 for n in range(500)
    ]


def test_a_stream_that_its_vault_refuses_says_so_in_its_last_line(tmp_path: Path) -> None:
    (tmp_path / "auditor.key").write_text(private := new_private_key(), "utf-8")
    (tmp_path / "auditor.key").chmod(0o600)
    with open_vault(tmp_path / "study.vault", PASSPHRASE, create=True) as vault:
        vault.keys.add_public_key(public_key_of(private), "service", "auditor")
    with process(tmp_path, "--vault", "study.vault", "--fast", "--passphrase-file", "auditor.key") as running:
        answer = running.post("pseudonymize", None, raw=line(1) + line(2), headers={"Content-Type": NDJSON})

    assert [each["line"] for each in answer.lines] == [1]


@given(st.lists(st.binary(max_size=40) | st.text(max_size=40).map(lambda text: json.dumps({"text": text}).encode())))
@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_comes_there_is_one_line_out_for_one_line_in(light: Service, lines: list[bytes]) -> None:
    sent = b"".join(each.replace(b"\n", b" ") + b"\n" for each in lines)
    target = BytesIO()
    stream(light, BytesIO(sent), target)

    answers = [json.loads(each) for each in target.getvalue().splitlines()]
    assert len(answers) == len(lines)
    assert all(each["line"] == number for number, each in enumerate(answers, 1) if "error" in each)


class Trickle(BytesIO):
    """Gives bytes in pieces of a certain size, as a pipe may."""

    def __init__(self, data: bytes, size: int) -> None:
        super().__init__(data)
        self.size = size

    def read1(self, _size: int | None = -1, /) -> bytes:
        return super().read1(self.size)


@pytest.mark.parametrize("size", [1, 7, 100, 100_000])
def test_it_does_not_matter_how_the_bytes_arrive(size: int, light: Service) -> None:
    given = b"".join(line(n % 5) for n in range(40)) + b"bad\n" + line(41)
    whole, cut = BytesIO(), BytesIO()

    assert stream(light, BytesIO(given), whole) == stream(light, Trickle(given, size), cut) == 1
    assert whole.getvalue() == cut.getvalue()
    assert len(whole.getvalue().splitlines()) == 42


def test_a_line_without_end_is_not_kept() -> None:
    cutter = Cutter(10)

    assert cutter.feed(b"12345") == []
    assert cutter.feed(b"678901") == []
    assert cutter.feed(b"2" * 100 + b"\nnext\nlast") == [None, b"next"]
    assert cutter.finish() == [b"last"]
    assert cutter.finish() == []
    assert Cutter(3).feed(b"abc\nabcd\nabc\n") == [b"abc", None, b"abc"]


@pytest.mark.parametrize("size", [1, 2, 1000])
def test_the_mark_of_the_encoding_before_the_first_line_is_no_part_of_it(light: Service, size: int) -> None:
    mark = b"\xef\xbb\xbf"
    plain, marked, twice = BytesIO(), BytesIO(), BytesIO()

    assert stream(light, BytesIO(line(1) + line(2)), plain) == 0
    assert stream(light, Trickle(mark + line(1) + line(2), size), marked) == 0
    assert marked.getvalue() == plain.getvalue()
    assert stream(light, Trickle(line(1) + mark + line(2), size), twice) == 1


def test_what_waits_is_taken_together_but_no_id_twice(light: Service) -> None:
    lines = Lines(light.pseudonymize, 4, Limits())
    given = [line(n % 3).rstrip() for n in range(5)] + [b"bad", None]

    assert [[number for number, _ in batch] for batch in lines.batches(given, 1)] == [[1, 2, 3], [4, 5, 6, 7]]


def test_one_document_that_breaks_the_work_spoils_no_other() -> None:
    def work(wanted: object) -> list[dict[str, object]]:
        texts = [each.text for each in wanted]  # type: ignore[attr-defined]
        if "secret boom" in texts:
            raise RuntimeError("secret boom")
        return [{"id": "x", "text": text} for text in texts]

    lines = Lines(work, 10, Limits())
    given = [b'{"text": "a"}', b'{"text": "secret boom"}', b'{"text": "b"}']
    answers = [answer for batch in lines.batches(given, 1) for answer in lines.answers(batch)]

    assert [json.loads(each).get("text") for each in answers] == ["a", None, "b"]
    assert json.loads(answers[1])["line"] == 2
    assert b"secret" not in b"".join(answers)


def test_a_short_message_is_not_held_up_by_a_wait_for_more(light: Service) -> None:
    begun = time.perf_counter()
    for number in range(20):
        stream(light, BytesIO(line(number)), BytesIO())

    assert (time.perf_counter() - begun) / 20 < 0.2
