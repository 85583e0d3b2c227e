"""Fifty clients at once: each gets its own answers, nothing fails, and the process does not grow with the requests."""

import http.client
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.interfaces.command import PASSPHRASE
from tests.interfaces.rest.servers import JSON, Running, process

from allonym import Pseudonymizer, open_vault
from allonym.settings import load_settings

CLIENTS = 50
ROOM = 24 * 1024
"""KiB that the process may take more after the first third: caches of pages that the vault has read, and no leak."""

Tell = Callable[[str, object], None]


@pytest.fixture
def busy(tmp_path: Path) -> Iterator[Running]:
    open_vault(tmp_path / "study.vault", PASSPHRASE, create=True).close()
    with process(tmp_path, "--vault", "study.vault", "--fast", "--requests-per-minute", 10_000_000) as running:
        yield running


class Clients:
    """Fifty threads, each with a connection of its own, that ask until the time is over."""

    def __init__(self, running: Running, seconds: float) -> None:
        self.failures: list[tuple[int, int]] = []
        self.seconds: list[float] = []
        self.last: dict[int, tuple[str, str]] = {}
        self._running = running
        self._until = time.monotonic() + seconds

    def run(self) -> None:
        threads = [threading.Thread(target=self._client, args=(number,)) for number in range(CLIENTS)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()

    def _client(self, number: int) -> None:
        headers = {"Content-Type": JSON, "Authorization": f"Bearer {self._running.tokens['worker']}"}
        with closing(http.client.HTTPConnection("127.0.0.1", self._running.port, timeout=60)) as connection:
            for turn in range(1_000_000):
                if time.monotonic() >= self._until:
                    return
                name, text = f"c{number}-{turn}", f"mail user{number}@example.org, {number} {turn}"
                begun = time.perf_counter()
                connection.request("POST", "/v1/pseudonymize", json.dumps({"id": name, "text": text}), headers)
                answer = connection.getresponse()
                body = answer.read()
                self.seconds.append(time.perf_counter() - begun)
                if answer.status != 200 or json.loads(body)["text"] != f"mail [EMAIL_1], {number} {turn}":
                    self.failures.append((number, answer.status))
                self.last[number] = name, text


@pytest.mark.parametrize("seconds", [5, pytest.param(60, marks=pytest.mark.slow)])
def test_fifty_clients_at_once(
    seconds: int, busy: Running, tmp_path: Path, record_property: Tell, capsys: pytest.CaptureFixture[str]
) -> None:
    first = Clients(busy, seconds / 3)
    first.run()
    before = held(busy)
    second = Clients(busy, seconds * 2 / 3)
    second.run()
    after = held(busy)
    ordered = sorted(second.seconds)
    p50, p99 = (ordered[int(len(ordered) * share)] for share in (0.5, 0.99))
    told = (
        f"{CLIENTS} clients, {len(ordered)} requests in {seconds * 2 / 3:.0f} s: median {p50 * 1000:.0f} ms, "
        f"p99 {p99 * 1000:.0f} ms; memory {before['KiB']:,} to {after['KiB']:,} KiB"
    )
    record_property("load", told)
    with capsys.disabled():
        print(f"\n{told}")  # noqa: T201 - the figure is what the test is run for

    assert first.failures + second.failures == []
    assert len(second.last) == CLIENTS
    assert after["KiB"] - before["KiB"] < ROOM
    assert after["files"] <= before["files"] + 2
    assert after["threads"] <= before["threads"] + 1
    with open_vault(tmp_path / "study.vault", PASSPHRASE) as vault:
        tool = Pseudonymizer(load_settings("default").with_model(fast=True), vault)
        for number, (name, text) in second.last.items():
            new = f"mail [EMAIL_1], {text.split(', ')[1]}"
            assert tool.recover(new, name) == text, number


def held(running: Running) -> dict[str, int]:
    """Return what the process of a service holds, once it has nothing to do."""
    time.sleep(0.5)
    assert running.process is not None
    place = Path("/proc") / str(running.process.pid)
    if not place.exists():
        pytest.skip("what a process holds is read from /proc, which only Linux has")
    status = dict(line.split(":", 1) for line in (place / "status").read_text("ascii").splitlines())
    files = len(list((place / "fd").iterdir()))
    return {"KiB": int(status["VmRSS"].split()[0]), "files": files, "threads": int(status["Threads"])}
