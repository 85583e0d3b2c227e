"""The outermost layer of the service, without a network: who is turned away, what every answer says, what is logged."""

import asyncio
import re
from typing import Any

import pytest
from starlette.requests import ClientDisconnect

from allonym.interfaces.rest.guarding import Guard, host_of
from allonym.interfaces.rest.metrics import Metrics
from allonym.interfaces.rest.problems import Problem

HOST = (b"host", b"localhost:8000")


class Asked:
    """One request to a guarded application: what it answered, what was logged and counted."""

    def __init__(self, *headers: tuple[bytes, bytes], error: Exception | None = None, **scope: Any) -> None:
        self.sent: list[Any] = []
        self.log: list[str] = []
        self.reached = False
        self.error, self.metrics = error, Metrics()
        guard = Guard(self.app, frozenset({"localhost"}), frozenset({"/recover"}), self.metrics, self.log.append)
        given = {"type": "http", "method": "POST", "path": "/recover", "client": ("127.0.0.1", 5), "headers": headers}
        asyncio.run(guard({**given, **scope}, self.receive, self.send))

    async def app(self, scope: Any, _receive: Any, send: Any) -> None:
        self.reached = True
        scope["allonym"]["token"] = "site"
        if self.error:
            raise self.error
        await send({"type": "http.response.start", "status": 200, "headers": [(b"a", b"b")]})
        await send({"type": "http.response.body", "body": b"well"})

    async def receive(self) -> Any:
        return {"type": "http.request", "body": b""}

    async def send(self, message: Any) -> None:
        self.sent.append(message)

    @property
    def status(self) -> int | None:
        return self.sent[0]["status"] if self.sent else None


def test_every_answer_is_not_kept_not_sniffed_not_shown_elsewhere_and_has_the_id_of_its_log_line() -> None:
    asked = Asked(HOST)

    headers = dict(asked.sent[0]["headers"])
    id_ = headers.pop(b"x-request-id").decode()
    assert headers == {
        b"a": b"b",
        b"cache-control": b"no-store",
        b"x-content-type-options": b"nosniff",
        b"referrer-policy": b"no-referrer",
        b"cross-origin-resource-policy": b"same-origin",
        b"content-security-policy": b"default-src 'none'; frame-ancestors 'none'",
    }
    assert asked.sent[1] == {"type": "http.response.body", "body": b"well"}
    [line] = asked.log
    assert re.fullmatch(rf"{id_} 127\.0\.0\.1 site POST /recover 200 0\.\d\d\ds", line)
    assert re.fullmatch("[0-9a-f]{16}", id_)
    assert 'allonym_requests_total{route="/recover",status="200"} 1' in asked.metrics.page()


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ((), 421),
        (((b"host", b"evil.example"),), 421),
        ((HOST, HOST), 421),
        (((b"host", b"[broken"),), 421),
        ((HOST, (b"origin", b"https://evil.example")), 403),
        ((HOST, (b"origin", b"null")), 403),
        ((HOST, (b"origin", b"http://localhost:8000"), (b"origin", b"https://evil.example")), 403),
        ((HOST, (b"origin", b"http://localhost:8000")), 200),
    ],
)
def test_who_asks_for_another_host_or_from_elsewhere_is_turned_away(
    headers: tuple[tuple[bytes, bytes], ...], status: int
) -> None:
    asked = Asked(*headers)

    assert asked.status == status
    assert asked.reached == (status == 200)


def test_nothing_of_an_error_is_shown_but_its_kind_and_place_are_logged() -> None:
    asked = Asked(HOST, error=ValueError("Anna Berg"))

    assert asked.status == 500
    internal, line = asked.log
    assert re.search(r"^[0-9a-f]{16} internal error ValueError", internal)
    assert " site POST /recover 500 " in line
    assert "Anna" not in repr((asked.sent, asked.log))


def test_a_problem_is_answered_and_not_logged_as_an_error() -> None:
    asked = Asked(HOST, error=Problem(429, "too many", 3))

    assert asked.status == 429
    assert len(asked.log) == 1
    assert (b"retry-after", b"3") in asked.sent[0]["headers"]


def test_who_has_gone_away_gets_no_answer_and_one_line() -> None:
    asked = Asked(HOST, error=ClientDisconnect())

    assert asked.sent == []
    assert len(asked.log) == 1
    assert " site POST /recover 0 " in asked.log[0]


def test_an_answer_that_was_begun_is_not_begun_again() -> None:
    class Breaking(Asked):
        async def app(self, scope: Any, receive: Any, send: Any) -> None:
            await super().app(scope, receive, send)
            raise ValueError

    asked = Breaking(HOST)

    assert [message["type"] for message in asked.sent] == ["http.response.start", "http.response.body"]
    assert len(asked.log) == 2


def test_the_log_repeats_no_path_and_no_method_that_is_not_ours() -> None:
    asked = Asked((b"host", b"evil.example"), path="/Anna", method="BERG", client=None)

    [line] = asked.log
    assert re.fullmatch(r"[0-9a-f]{16} - - other other 421 0\.\d\d\ds", line)
    assert 'route="other",status="421"' in asked.metrics.page()


@pytest.mark.parametrize(
    ("address", "host"),
    [("//localhost:8000", "localhost"), ("https://A.example/x", "a.example"), ("null", None), ("//[broken", None)],
)
def test_the_host_of_an_address(address: str, host: str | None) -> None:
    assert host_of(address) == host


@pytest.mark.parametrize("method", ["GET", "POST", "HEAD", "OPTIONS"])
def test_a_method_that_the_service_knows_is_logged(method: str) -> None:
    assert f" site {method} /recover 200 " in Asked(HOST, method=method).log[0]
