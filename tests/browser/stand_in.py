"""A server of the review page with documents made by hand: what it says can be anything, and it can be made to fail.

Commands are carried out by `allonym.reviewing`; pseudonyms are made up here.
"""

import asyncio
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import sleep
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from allonym.core.errors import InputError
from allonym.core.labels import LABELS
from allonym.core.types import Action, Document, Span
from allonym.interfaces.pages import review_page
from allonym.reviewing.commands import do
from allonym.reviewing.values import Mark, Party, Sheet

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
STATIC = Path(review_page.__file__).parent / "static"
Found = tuple[str, str, str, float]
"""Words that are marked wherever they stand, their label, what becomes of them, and how sure that is."""


def sheet(id_: str, text: str, found: Sequence[Found], language: str = "en") -> Sheet:
    """Return a document in which some words are marked."""
    parties: list[Party] = []
    marks: list[tuple[Span, str, str, float]] = []
    for number, (words, label, action, score) in enumerate(found, 1):
        id_of = f"e{number}"
        count = 1 + sum(each.label == label for each in parties)
        parties.append(Party(id_of, label, count, Action(action), f"{label.lower()} rule"))
        at = text.find(words)
        while at >= 0:
            marks.append((Span(at, at + len(words)), label, id_of, score))
            at = text.find(words, at + len(words))
    ordered = sorted(marks)
    made = tuple(Mark(f"m{at}", *each, source="model:network") for at, each in enumerate(ordered, 1))
    return Sheet(Document(id_, text, language), made, tuple(parties), last=len(made))


@dataclass(slots=True)
class Stand:
    """The documents, their histories, and what every word becomes; `down` makes it answer nothing."""

    sheets: list[Sheet]
    become: Mapping[str, str] = field(default_factory=dict)
    labels: Sequence[Mapping[str, Any]] = ()
    care: Mapping[str, int] = field(default_factory=lambda: {"window": 6, "break_minutes": 45})
    warnings: Sequence[Mapping[str, Any]] = ()
    deferred: Sequence[Mapping[str, Any]] = ()
    over: Mapping[str, list[int]] = field(default_factory=dict)
    """For marks whose stand-in takes more room than they have: the room."""
    down: bool = False
    stranger: bool = False
    """Whether the browser is one that the server does not know, as after a restart."""
    slow: float = 0
    said: list[Mapping[str, Any]] = field(default_factory=list)
    past: dict[int, list[Sheet]] = field(default_factory=dict)
    future: dict[int, list[Sheet]] = field(default_factory=dict)
    address: str = ""

    def mark(self, of: Sheet, each: Mark) -> dict[str, Any]:
        party = next(party for party in of.parties if party.id == each.entity)
        words = each.span.of(of.document.text)
        shown = party.replacement or self.become.get(words, f"[{each.label}_{party.number}]")
        return {
            "id": each.id,
            "start": each.start,
            "end": each.end,
            "label": each.label,
            "entity": each.entity,
            "score": each.score,
            "source": each.source,
            "uncertain": is_unsure(each),
            "features": dict(each.features),
            "obs": each.obs,
            "com": each.com,
            "shown": shown if party.action is Action.REPLACE else None,
            **({"over": self.over[each.id]} if each.id in self.over else {}),
        }

    def entity(self, of: Sheet, each: Party) -> dict[str, Any]:
        return {
            "id": each.id,
            "label": each.label,
            "number": each.number,
            "action": each.action.value,
            "rule": each.rule,
            "replacement": each.replacement,
            "count": len(of.marks_of(each.id)),
        }

    def row(self, n: int) -> dict[str, Any]:
        now = self.sheets[n]
        return {
            "n": n,
            "id": now.document.id,
            "status": now.status,
            "marks": len(now.marks),
            "uncertain": sum(map(is_unsure, now.marks)),
            "flags": sum(each.obs is not None or each.com is not None for each in now.marks),
            "warnings": len(self.warnings),
            "planned": True,
        }

    def say(self, n: int, way: str, body: Mapping[str, Any]) -> dict[str, Any]:
        now, past, future = self.sheets[n], self.past.setdefault(n, []), self.future.setdefault(n, [])
        self.said.append(body)
        if way == "undo":
            future.append(now)
            return self.change(n, past.pop())
        if way == "redo":
            past.append(now)
            return self.change(n, future.pop())
        done = do(now, body["command"])
        past.append(now)
        future.clear()
        return self.change(n, done)

    def state(self, n: int) -> dict[str, Any]:
        now = self.sheets[n]
        return {
            "version": now.version,
            "status": now.status,
            "comment": now.comment,
            "warnings": list(self.warnings),
            "can_undo": bool(self.past.get(n)),
            "can_redo": bool(self.future.get(n)),
        }

    def whole(self, n: int) -> dict[str, Any]:
        now = self.sheets[n]
        return {
            "n": n,
            "id": now.document.id,
            "text": now.document.text,
            "language": now.document.language,
            "direction": "rtl" if now.document.language == "ar" else "ltr",
            "marks": [self.mark(now, each) for each in now.marks],
            "entities": [self.entity(now, each) for each in now.parties],
            "exposure": {"documents": 1, "characters": len(now.document.text), "minutes": 0},
            **self.state(n),
        }

    def change(self, n: int, to: Sheet) -> dict[str, Any]:
        old = self.sheets[n]
        self.sheets[n] = replace(to, version=old.version + 1)
        before = {each.id: self.mark(old, each) for each in old.marks}
        after = {each.id: self.mark(to, each) for each in to.marks}
        parties = {each.id: self.entity(old, each) for each in old.parties}
        now = {each.id: self.entity(to, each) for each in to.parties}
        return {
            "marks": [each for id_, each in after.items() if before.get(id_) != each],
            "gone": [id_ for id_ in before if id_ not in after],
            "entities": [each for id_, each in now.items() if parties.get(id_) != each],
            "lost": [id_ for id_ in parties if id_ not in now],
            "elsewhere": 0,
            **self.state(n),
        }


class _Routes:
    """What the page asks for."""

    def __init__(self, stand: Stand) -> None:
        self.stand = stand

    async def page(self, _: Request) -> Response:
        return HTMLResponse(review_page.review_page())

    async def settings(self, _: Request) -> Response:
        ours = [{"name": each.name, "group": each.kind.value, "words": each.description} for each in LABELS.values()]
        labels = list(self.stand.labels) or ours
        count = len(self.stand.sheets)
        return JSONResponse({"labels": labels, "care": dict(self.stand.care), "annotator": "anna", "documents": count})

    async def documents(self, request: Request) -> Response:
        asked, stand = request.query_params, self.stand
        offset, limit = int(asked.get("offset", "0")), int(asked.get("limit", "100"))
        wanted = [n for n, each in enumerate(stand.sheets) if asked.get("status", each.status) == each.status]
        page = [stand.row(n) for n in wanted[offset : offset + limit]]
        done = sum(each.status == "done" for each in stand.sheets)
        return JSONResponse({"total": len(wanted), "documents": page, "done": done, "all": len(stand.sheets)})

    async def one(self, request: Request) -> Response:
        n = int(request.path_params["n"])
        return JSONResponse(self.stand.whole(n)) if n < len(self.stand.sheets) else JSONResponse({}, 404)

    async def change(self, request: Request) -> Response:
        if self.stand.down:
            # An answer that breaks off: to the browser the server is not there.
            return Response(b"", headers={"content-length": "10"})
        if self.stand.stranger:
            return JSONResponse({"detail": "open the link that the terminal shows"}, 403)
        await asyncio.sleep(self.stand.slow)
        n, way, body = int(request.path_params["n"]), request.path_params["way"], await request.json()
        if request.headers.get("x-allonym") != "1":
            return JSONResponse({"detail": "no"}, 403)
        if body["version"] != self.stand.sheets[n].version:
            return JSONResponse({"detail": "changed"}, 409)
        try:
            return JSONResponse(self.stand.say(n, way, body))
        except InputError as error:
            return JSONResponse({"detail": str(error)}, 422)

    async def later(self, request: Request) -> Response:
        behind = range(int(request.query_params["from"]) + 1, len(self.stand.sheets))
        marks = ((n, each) for n in behind for each in self.stand.sheets[n].marks)
        found = ({"n": n, "mark": each.id} for n, each in marks if is_unsure(each))
        return JSONResponse(next(found, None))

    async def deferred(self, _: Request) -> Response:
        return JSONResponse({"deferred": list(self.stand.deferred)})

    async def finish(self, _: Request) -> Response:
        made = {"input": "letter.txt", "plan": "letter.plan", "output": "letter.txt", "replaced": 3, "left_out": 0}
        return JSONResponse({"files": [made], "folder": "output", "vault": True})

    def app(self) -> Starlette:
        one = "/api/review/documents/{n:int}"
        routes = [
            Route("/review", self.page),
            Route("/api/review/settings", self.settings),
            Route("/api/review/documents", self.documents),
            Route(one, self.one),
            Route(f"{one}/{{way}}", self.change, methods=["POST"]),
            Route("/api/review/next", self.later),
            Route("/api/review/deferred", self.deferred),
            Route("/api/review/finish", self.finish, methods=["POST"]),
            Mount("/static", StaticFiles(directory=STATIC)),
        ]
        return Starlette(routes=routes)


def is_unsure(mark: Mark) -> bool:
    """Tell whether somebody should look at a mark."""
    return mark.source != "person" and mark.score < 0.7


class _WithPolicy:
    """Adds the policy that the real server sends."""

    def __init__(self, app: Starlette) -> None:
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        async def sending(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], (b"content-security-policy", POLICY.encode())]
            await send(message)

        await self.app(scope, receive, sending)


@contextmanager
def standing(stand: Stand) -> Iterator[Stand]:
    """Serve the documents while the block runs."""
    config = uvicorn.Config(_WithPolicy(_Routes(stand).app()), port=0, log_level="critical", lifespan="off", ws="none")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    stand.address = f"http://127.0.0.1:{port}"
    try:
        yield stand
    finally:
        server.should_exit = True
        thread.join(5)
