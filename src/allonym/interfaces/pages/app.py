"""The pages as one application: a door that checks who asks, and the routes behind it.

Door (host, link, cookie, headers) -> route of a page or of /api/ -> answer

A page brings its routes as a list; `make_app` takes any number of them.
"""

import secrets
from collections.abc import Callable, Sequence
from html import escape
from importlib.resources import files
from pathlib import PurePath
from time import monotonic

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from allonym.core.errors import place_of
from allonym.interfaces.pages.session import Sessions
from allonym.interfaces.rest.answers import problem_answer
from allonym.interfaces.rest.guarding import host_of
from allonym.interfaces.rest.problems import Problem, problem_of

Log = Callable[[str], None]
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_ALWAYS = (
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"content-security-policy", POLICY.encode()),
)
_KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png"}
_ENTERED = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>allonym</title><link rel="icon" href="data:,">
<meta http-equiv="refresh" content="0; url={home}"></head>
<body><p><a href="{home}">Go on</a></p></body></html>
"""


class Door:
    """Lets requests through that come from this machine, from a browser that was let in, and from our own pages."""

    def __init__(self, app: ASGIApp, sessions: Sessions, hosts: frozenset[str], home: str, log: Log) -> None:
        self._app = app
        self._sessions = sessions
        self._hosts = hosts
        self._home = home
        self._log = log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Take one request through."""
        if scope["type"] != "http":
            return
        id_, begun = secrets.token_hex(8), False

        async def send_with_headers(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                message["headers"] = [*message["headers"], *_ALWAYS, (b"x-request-id", id_.encode())]
            await send(message)

        scope["allonym"] = {"id": id_}
        try:
            await self._answer(scope)(scope, receive, send_with_headers)
        except ClientDisconnect:
            pass
        except Exception as error:  # noqa: BLE001 - the last door: nothing of it is shown, only its kind and place
            if not isinstance(error, Problem):
                self._log(f"{id_} internal error {place_of(error)}")
            if not begun:
                await _told(scope, problem_of(error), id_)(scope, receive, send_with_headers)

    def _answer(self, scope: Scope) -> ASGIApp:
        self._require_host(scope)
        if scope["path"] == "/enter":
            return self._enter(scope)
        if not scope["path"].startswith("/static/"):
            self._sessions.require(scope)
        return self._app

    def _enter(self, scope: Scope) -> Response:
        if scope["method"] != "GET":
            raise Problem(405, "not in this way")
        # The page goes on by itself: a cookie that is this strict is not sent along when somebody else leads here.
        answer = HTMLResponse(_ENTERED.format(home=self._home))
        answer.raw_headers.append((b"set-cookie", self._sessions.enter(scope)))
        return answer

    def _require_host(self, scope: Scope) -> None:
        hosts = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
        if len(hosts) != 1 or host_of(f"//{hosts[0]}") not in self._hosts:
            raise Problem(421, "the pages are not to be had under this name")


def make_app(
    routes: Sequence[BaseRoute],
    sessions: Sessions,
    hosts: frozenset[str],
    log: Log,
    *,
    home: str = "/",
) -> Door:
    """Put pages together; `home` is where the link leads."""
    app = Starlette(routes=[*routes, _static()], exception_handlers={HTTPException: _not_ours})
    app.router.redirect_slashes = False
    return Door(app, sessions, hosts, home, log)


def new_sessions() -> Sessions:
    """Return sessions that nobody has entered yet."""
    return Sessions(monotonic)


def _static() -> Route:
    """Return the route of stylesheets and modules: files of this package, by their names, and nothing else."""
    folder = files("allonym.interfaces.pages").joinpath("static")

    async def endpoint(request: Request) -> Response:
        name = request.path_params["name"]
        kind = _KINDS.get(PurePath(name).suffix)
        if kind is None or name not in {each.name for each in folder.iterdir()}:
            raise HTTPException(404)
        return Response(folder.joinpath(name).read_bytes(), media_type=kind)

    return Route("/static/{name}", endpoint, methods=["GET"])


def _told(scope: Scope, problem: Problem, id_: str) -> Response:
    """Return a problem: as JSON to a module, in a sentence to a person."""
    accepted = next((value for name, value in scope["headers"] if name == b"accept"), b"")
    if scope["path"].startswith("/api/") or b"text/html" not in accepted:
        return problem_answer(problem, id_)
    head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>allonym</title>'
    return HTMLResponse(f"{head}<p>{escape(problem.detail)}</p></html>", problem.status)


async def _not_ours(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    detail = "there is nothing here" if status == 404 else "not in this way"
    answer = _told(request.scope, Problem(status, detail), request.scope["allonym"]["id"])
    if isinstance(error, HTTPException) and error.headers and "Allow" in error.headers:
        answer.headers["allow"] = error.headers["Allow"]
    return answer
