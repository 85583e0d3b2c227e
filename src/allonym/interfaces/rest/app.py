"""The routes of the service. Each reads what was sent, has one thing done in a thread, and sends what comes of it.

Guard (host, headers, log) -> Gate (token, role, rate) -> read -> Service -> answer
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from time import monotonic
from typing import Any, TypeVar

import anyio
from anyio.to_thread import run_sync
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from allonym.core.canon import says_something
from allonym.core.errors import VaultError, place_of
from allonym.core.labels import LABELS
from allonym.interfaces.rest.answers import NDJSON, Streamed, json_answer, problem_answer
from allonym.interfaces.rest.certifying import check, make_certificate
from allonym.interfaces.rest.documents import parsed, read_many, read_text
from allonym.interfaces.rest.gate import Gate
from allonym.interfaces.rest.gathering import Gathering
from allonym.interfaces.rest.guarding import Guard
from allonym.interfaces.rest.limits import Limits
from allonym.interfaces.rest.lines import Cutter, Lines, as_line, told
from allonym.interfaces.rest.metrics import Metrics
from allonym.interfaces.rest.openapi import described
from allonym.interfaces.rest.problems import Problem, problem_of
from allonym.interfaces.rest.tokens import Token, Tokens
from allonym.interfaces.rest.work import Service, Work

T = TypeVar("T")
Handle = Callable[[Request, Token], Awaitable[Any]]
Log = Callable[[str], None]
QUERIES = {"/v1/audit": ("after", "limit")}
THREADS = 4
"""So many requests are worked on at a time; the others wait."""


class Routes:
    """What is done for each route."""

    def __init__(self, service: Service, limits: Limits, metrics: Metrics, gate: Gate) -> None:
        self._service = service
        self._gate = gate
        self._limits = limits
        self._metrics = metrics
        self._threads = anyio.CapacityLimiter(THREADS)
        self._gathering = Gathering(service.applied, service.at_once, self._in_thread)

    async def texts(self, work: Work, plans: bool, request: Request, _: Token) -> Any:
        """Have one text, many, or a stream of them worked on."""
        if _kind(request) == NDJSON:
            lines = Lines(work, self._service.at_once, self._limits, plans)
            return Streamed(self._streamed(request, lines))
        data = parsed(await self._body(request, f"application/json or, for many texts, {NDJSON}"))
        wanted = read_many(data, self._limits, plans=plans)
        with anyio.fail_after(self._limits.seconds):
            if work == self._service.pseudonymize:
                planned = await self._in_thread(partial(self._service.planned, wanted))
                made = await self._gathering.carry_out(planned)
            else:
                made = await self._in_thread(partial(work, wanted))
        self._metrics.documents(request.url.path, len(wanted))
        return json_answer({"documents": made} if "documents" in data else made[0])

    async def recover(self, request: Request, token: Token) -> Response:
        """Give texts back, for a reason."""
        data = parsed(await self._body(request))
        wanted = read_many(data, self._limits, ("reason",))
        reason = read_text(data, "reason", self._limits.reason)
        if reason is None or not says_something(reason):
            raise Problem(422, "recovery needs a reason, which the vault keeps")
        self._gate.count_recoveries(token, len(wanted))
        made = await self._run(lambda: self._service.recover(wanted, reason, f"service, token {token.name}"))
        self._metrics.documents(request.url.path, len(wanted))
        return json_answer({"documents": made} if "documents" in data else made[0])

    async def find(self, request: Request, _: Token) -> Response:
        """Say where a person stands."""
        data = parsed(await self._body(request))
        if not isinstance(data, dict) or not data.keys() <= {"name", "label"}:
            raise Problem(422, "the body is an object with a name and, for other than persons, a label")
        name, label = read_text(data, "name", self._limits.id), read_text(data, "label", self._limits.id)
        if not name:
            raise Problem(422, "the name is missing")
        if label is not None and label not in LABELS:
            raise Problem(422, "there is no such label; the reference of labels lists them")
        return json_answer(await self._run(lambda: self._service.find(name, label)))

    async def vault(self, _request: Request, _: Token) -> Response:
        """Say what the vault holds."""
        return json_answer(await self._run(self._service.summary))

    async def audit(self, request: Request, _: Token) -> Response:
        """Show the audit log from some entry on."""
        after, most = _number(request, "after", 0, 2**53), _number(request, "limit", 100, 1_000)
        return json_answer(await self._run(lambda: self._service.entries(after, most)))

    async def certify(self, request: Request, _: Token) -> Response:
        """Sign for outputs that were sent."""
        data = parsed(await self._body(request))
        return json_answer(await self._run(lambda: make_certificate(self._service.vault, data, self._limits)))

    async def check(self, request: Request, _: Token) -> Response:
        """Say whether a certificate is in order; that takes no vault."""
        data = parsed(await self._body(request))
        return json_answer(await self._run(lambda: check(data, self._limits)))

    async def metrics(self, _request: Request, _: Token) -> Response:
        """Show counts and seconds."""
        return PlainTextResponse(self._metrics.page(), media_type="text/plain; version=0.0.4")

    async def _run(self, work: Callable[[], T]) -> T:
        with anyio.fail_after(self._limits.seconds):
            return await self._in_thread(work)

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await run_sync(work, abandon_on_cancel=True, limiter=self._threads)

    async def _body(self, request: Request, kinds: str = "application/json") -> bytes:
        if _kind(request) != "application/json":
            raise Problem(415, f"send {kinds}")
        told = request.headers.get("content-length", "")
        too_large = Problem(413, f"the body has more than {self._limits.body} bytes")
        if told.isdigit() and int(told[:20]) > self._limits.body:
            raise too_large
        body = bytearray()
        try:
            with anyio.fail_after(self._limits.body_seconds):
                async for chunk in request.stream():
                    body += chunk
                    if len(body) > self._limits.body:
                        raise too_large
        except TimeoutError:
            raise Problem(408, "the body came too slowly") from None
        return bytes(body)

    async def _streamed(self, request: Request, lines: Lines) -> AsyncIterator[bytes]:
        """Return an answer for each line as soon as it has come; several that wait are taken together."""
        cutter, count = Cutter(self._limits.body), 0
        try:
            async for some in self._cut(request, cutter):
                for batch in lines.batches(some, count + 1):
                    for line in await self._run(partial(lines.answers, batch)):
                        yield line
                    count += len(batch)
                    self._metrics.documents(request.url.path, len(batch))
        except (VaultError, TimeoutError) as error:
            # The status is long gone: the last line says why there are no more.
            yield as_line({**told(problem_of(error)), "line": count + 1})

    async def _cut(self, request: Request, cutter: Cutter) -> AsyncIterator[list[bytes | None]]:
        chunks = request.stream()
        while True:
            with anyio.fail_after(self._limits.idle_seconds):
                chunk = await anext(chunks, None)
            if chunk is None:
                break
            yield cutter.feed(chunk)
        yield cutter.finish()


def make_app(  # noqa: PLR0913 - the parts that a service is put together from, once
    service: Service,
    tokens: Tokens,
    hosts: frozenset[str],
    log: Log,
    *,
    limits: Limits = Limits(),  # noqa: B008 - it is frozen
    clock: Callable[[], float] = monotonic,
) -> Guard:
    """Put a service together."""
    metrics = Metrics()
    gate = Gate(tokens, limits, metrics, clock)
    routes = Routes(service, limits, metrics, gate)

    def guarded(path: str, method: str, operation: str, handle: Handle) -> Route:
        async def endpoint(request: Request) -> Any:
            return await handle(request, gate.admit(request, operation))

        return _route(path, method, endpoint, log)

    def texts(name: str, work: Work, *, plans: bool = False) -> Route:
        return guarded(f"/v1/{name}", "POST", "pseudonymize", partial(routes.texts, work, plans))

    async def health(_: Request) -> Response:
        return json_answer({"status": "ok"})

    description = described(limits)

    async def openapi(_: Request) -> Response:
        return json_answer(description)

    listed = [
        _route("/health", "GET", health, log),
        _route("/openapi.json", "GET", openapi, log),
        guarded("/metrics", "GET", "info", routes.metrics),
        texts("detect", service.detect),
        texts("plan", service.plan),
        texts("apply", service.apply, plans=True),
        texts("pseudonymize", service.pseudonymize),
        guarded("/v1/recover", "POST", "recover", routes.recover),
        guarded("/v1/subjects/find", "POST", "subjects", routes.find),
        guarded("/v1/certificate", "POST", "certify", routes.certify),
        guarded("/v1/certificate/verify", "POST", "info", routes.check),
        guarded("/v1/vault", "GET", "info", routes.vault),
        guarded("/v1/audit", "GET", "audit", routes.audit),
    ]
    app = Starlette(routes=listed, exception_handlers={HTTPException: _not_ours})
    app.router.redirect_slashes = False
    return Guard(app, hosts, frozenset(route.path for route in listed), metrics, log)


def _route(path: str, method: str, handle: Callable[[Request], Awaitable[Any]], log: Log) -> Route:
    """Return a route whose errors are told as problems."""

    async def endpoint(request: Request) -> Any:
        known = request.scope["allonym"]
        try:
            _require_query(request)
            return await handle(request)
        except ClientDisconnect:
            return Response(status_code=400)
        except Exception as error:  # noqa: BLE001 - told by its kind; see problems.py
            problem = problem_of(error)
            if problem.status == 500:
                log(f"{known['id']} internal error {place_of(error)}")
            return problem_answer(problem, known["id"])

    return Route(path, endpoint, methods=[method])


async def _not_ours(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    detail = "there is nothing here; /openapi.json says what there is" if status == 404 else "not in this way"
    answer = problem_answer(Problem(status, detail), request.scope["allonym"]["id"])
    if isinstance(error, HTTPException) and error.headers and "Allow" in error.headers:
        answer.headers["allow"] = error.headers["Allow"]
    return answer


def _kind(request: Request) -> str:
    kind, _, parameters = request.headers.get("content-type", "").partition(";")
    charset = parameters.strip().lower().replace('"', "")
    return kind.strip().lower() if charset in {"", "charset=utf-8"} else ""


def _require_query(request: Request) -> None:
    """Refuse what stands in an address and is not known: words of a person do not belong there."""
    known = QUERIES.get(request.url.path, ())
    names = [name for name, _ in request.query_params.multi_items()]
    if len(set(names)) < len(names) or not set(names) <= set(known):
        raise Problem(422, f"the address has a query that is not known; there are {', '.join(known) or 'none'}")


def _number(request: Request, name: str, default: int, most: int) -> int:
    text = request.query_params.get(name)
    if text is None:
        return default
    if not (text.isascii() and text.isdigit() and len(text) < 17 and int(text) <= most):
        raise Problem(422, f"{name} is a number up to {most}")
    return int(text)
