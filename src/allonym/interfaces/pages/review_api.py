"""What the review page asks for, below /api/review/. Each route reads strictly, has one thing done, and tells it."""

from collections.abc import Callable, Mapping
from pathlib import Path
from time import monotonic
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from allonym.core.labels import LABELS
from allonym.interfaces.pages.asking import as_json, in_thread, route
from allonym.interfaces.pages.layout import LINKS, Link
from allonym.interfaces.pages.review_asking import number, queried, told
from allonym.interfaces.pages.review_data import delta_data, row_data, settings_data, sheet_data, warnings_data
from allonym.interfaces.pages.review_out import OutRoutes
from allonym.interfaces.pages.review_page import review_page
from allonym.interfaces.rest.answers import json_answer
from allonym.interfaces.rest.problems import Problem, as_data
from allonym.reviewing.acting import Stale, Turn, say, seen, turn_again, turn_back
from allonym.reviewing.deferring import shared_in
from allonym.reviewing.listing import Wanted, next_uncertain, rows
from allonym.reviewing.noticing import count, look_through, warned_now
from allonym.reviewing.planning import Planning
from allonym.reviewing.project import Project
from allonym.reviewing.values import DONE, STATUSES

MOST_LISTED = 1_000
_YES = {"true": True, "1": True, "false": False, "0": False, "": False}


class ReviewRoutes:
    """The routes of a review that is open."""

    def __init__(
        self, project: Project, planning: Planning, links: tuple[Link, ...] = LINKS, output: Path | None = None
    ) -> None:
        self._project = project
        self._planning = planning
        self._links = links
        self._out = OutRoutes(project, planning, output or project.journal.path.parent / "output")
        self._seen: dict[int, int] = {}
        self._since = monotonic()

    def routes(self) -> list[Route]:
        """Return the routes."""
        one = "/api/review/documents/{n:int}"
        return [
            route("/review", "GET", self._page),
            route("/api/review/settings", "GET", self._settings),
            route("/api/review/documents", "GET", self._documents),
            route(one, "GET", self._document),
            route(f"{one}/do", "POST", self._do),
            route(f"{one}/undo", "POST", self._undo),
            route(f"{one}/redo", "POST", self._redo),
            route("/api/review/next", "GET", self._next),
            route("/api/review/progress", "GET", self._progress),
            *self._out.routes(),
        ]

    async def _page(self, _: Request) -> Response:
        return HTMLResponse(review_page(self._links))

    async def _settings(self, _: Request) -> Response:
        return as_json(settings_data(self._project))

    async def _documents(self, request: Request) -> Response:
        asked = queried(request, ("offset", "limit", "status", "label", "uncertain", "flagged", "search"))
        offset, limit = number(asked, "offset", 0, 10**9), number(asked, "limit", 100, MOST_LISTED)
        wanted = _wanted(asked)
        if wanted.label or wanted.uncertain or wanted.flagged:
            self._planning.want_all()

        def work() -> dict[str, Any]:
            with self._project.lock:
                found = rows(self._project, wanted)
                page = found[offset : offset + limit]
                data = [row_data(each, count(each.entry)) for each in page]
                done = sum(1 for each in self._project.entries if each.history and each.history.sheet.status == DONE)
            return {"total": len(found), "documents": data, "done": done, **self._far()}

        return as_json(await in_thread(work))

    async def _document(self, request: Request) -> Response:
        at = self._number(request)

        def work() -> dict[str, Any]:
            entry, sheet, shown = seen(self._project, at)
            self._seen[at] = len(sheet.document.text)
            data = sheet_data(entry, sheet, shown, self._project.history(at))
            shared = shared_in(self._project, at)
            for party in data["entities"]:
                party["shared"] = shared.get(party["id"])
            return {**data, "warnings": warnings_data(look_through(entry, sheet)), "exposure": self._exposure()}

        answer = await in_thread(work)
        self._planning.want(at)
        return as_json(answer)

    async def _do(self, request: Request) -> Response:
        at, data = self._number(request), await told(request, ("version", "command", "everywhere"))
        command, everywhere = data.get("command"), data.get("everywhere")
        if not isinstance(command, dict):
            raise Problem(422, "command: it is an object")
        if everywhere is not None and not isinstance(everywhere, str):
            raise Problem(422, "everywhere: it is document or corpus")
        version = _version(data)
        return await self._turned(at, lambda: say(self._project, at, version, command, everywhere))

    async def _undo(self, request: Request) -> Response:
        at, version = self._number(request), _version(await told(request, ("version",)))
        return await self._turned(at, lambda: turn_back(self._project, at, version))

    async def _redo(self, request: Request) -> Response:
        at, version = self._number(request), _version(await told(request, ("version",)))
        return await self._turned(at, lambda: turn_again(self._project, at, version))

    async def _next(self, request: Request) -> Response:
        asked = queried(request, ("from", "mark"))
        at = number(asked, "from", 0, len(self._project.entries) - 1)
        mark = asked.get("mark") or None
        found = await in_thread(lambda: next_uncertain(self._project, at, mark))
        return as_json(None if found is None else {"n": found[0], "mark": found[1]})

    async def _progress(self, _: Request) -> Response:
        return as_json(self._far())

    async def _turned(self, at: int, work: Callable[[], Turn]) -> Response:
        try:
            return as_json(await in_thread(lambda: self._told(at, work())))
        except Stale as error:
            problem = Problem(409, "the document was changed elsewhere; take its newest version")
            return json_answer({**as_data(problem, ""), "version": error.version}, 409, "application/problem+json")

    def _told(self, at: int, turn: Turn) -> dict[str, Any]:
        self._planning.look_again(at)
        warned = warned_now(turn.entry, turn.new)
        return {**delta_data(turn, self._project.history(at)), "warnings": warnings_data(warned)}

    def _exposure(self) -> dict[str, int]:
        minutes = int((monotonic() - self._since) / 60)
        return {"documents": len(self._seen), "characters": sum(self._seen.values()), "minutes": minutes}

    def _far(self) -> dict[str, int]:
        return {"planned": self._planning.planned(), "all": len(self._project.entries)}

    def _number(self, request: Request) -> int:
        at: int = request.path_params["n"]
        if at >= len(self._project.entries):
            raise Problem(404, "there is no such document")
        return at


def _version(data: Mapping[str, Any]) -> int:
    version = data.get("version")
    if not isinstance(version, int) or isinstance(version, bool):
        raise Problem(422, "version: it is the number of the version that the page has")
    return version


def _wanted(asked: Mapping[str, str]) -> Wanted:
    status, label = asked.get("status") or None, asked.get("label") or None
    if status not in (None, *STATUSES):
        raise Problem(422, f"status is one of {', '.join(STATUSES)}")
    if label is not None and label not in LABELS:
        raise Problem(422, "label: there is no such label")
    flags = {name: _YES.get(asked.get(name, "")) for name in ("uncertain", "flagged")}
    if None in flags.values():
        raise Problem(422, "uncertain and flagged are true or false")
    search = asked.get("search", "")[:1000].casefold()
    return Wanted(status, label, bool(flags["uncertain"]), bool(flags["flagged"]), search)
