"""The outermost layer of the service: which hosts may be asked for, what every answer says, and the access log.

A page from elsewhere can have a browser send requests to this machine, by a name of its own that leads here. Such a
request has another Host, or an Origin: it is refused before anything is looked at. The log has no query, no body and
no path that is not one of ours: addresses on the wire may hold anything.
"""

import secrets
from collections.abc import Callable, MutableMapping
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from allonym.core.errors import place_of
from allonym.interfaces.rest.answers import problem_answer
from allonym.interfaces.rest.metrics import Metrics
from allonym.interfaces.rest.problems import Problem, problem_of

OTHER = "other"
_ALWAYS = (
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
)


class Guard:
    """Lets requests through to an application, and answers whatever goes wrong in it."""

    def __init__(
        self, app: ASGIApp, hosts: frozenset[str], routes: frozenset[str], metrics: Metrics, log: Callable[[str], None]
    ) -> None:
        self._app = app
        self._hosts = hosts
        self._routes = routes
        self._metrics = metrics
        self._log = log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Take one request through."""
        id_, begun, status = secrets.token_hex(8), perf_counter(), 0

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], *_ALWAYS, (b"x-request-id", id_.encode())]
            await send(message)

        scope["allonym"] = {"id": id_}
        try:
            self._require_host(scope)
            await self._app(scope, receive, send_with_headers)
        except ClientDisconnect:
            pass
        except Exception as error:  # noqa: BLE001 - the last door: nothing of it is shown, only its kind and place
            if not isinstance(error, Problem):
                self._log(f"{id_} internal error {place_of(error)}")
            if not status:
                await problem_answer(problem_of(error), id_)(scope, receive, send_with_headers)
        finally:
            route = scope["path"] if scope["path"] in self._routes else OTHER
            seconds = perf_counter() - begun
            self._metrics.request(route, status, seconds)
            self._log(self._line(scope, route, status, seconds))

    def _require_host(self, scope: Scope) -> None:
        headers = [(name, value.decode("latin-1")) for name, value in scope["headers"]]
        hosts = [value for name, value in headers if name == b"host"]
        if len(hosts) != 1 or host_of(f"//{hosts[0]}") not in self._hosts:
            raise Problem(421, "the service does not answer for this host; --allow-host adds one")
        if any(name == b"origin" and host_of(value) not in self._hosts for name, value in headers):
            raise Problem(403, "a page from elsewhere may not ask")

    def _line(self, scope: MutableMapping[str, Any], route: str, status: int, seconds: float) -> str:
        known = scope["allonym"]
        method = scope["method"] if scope["method"] in {"GET", "POST", "HEAD", "OPTIONS"} else OTHER
        caller = (scope.get("client") or ("-",))[0]
        return f"{known['id']} {caller} {known.get('token', '-')} {method} {route} {status} {seconds:.3f}s"


def host_of(address: str) -> str | None:
    """Return the host of an address, without its port; None if it has none that can be read."""
    try:
        return urlsplit(address).hostname
    except ValueError:
        return None
