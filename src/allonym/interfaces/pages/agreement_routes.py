"""The routes of the agreement page: what two annotators say, and what somebody chooses between them."""

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from allonym.interfaces.pages.agreement_page import document_page, overview
from allonym.interfaces.pages.asking import as_json, body_of, in_thread, route
from allonym.interfaces.pages.layout import Link
from allonym.interfaces.rest.documents import parsed
from allonym.interfaces.rest.problems import Problem
from allonym.reviewing.agreement import agreement
from allonym.reviewing.choosing import Adjudication

_MOST = 10_000
_PAGES = (("/agreement", "Agreement"),)


class AgreementRoutes:
    """The routes of one adjudication."""

    def __init__(self, chosen: Adjudication, links: tuple[Link, ...] = _PAGES) -> None:
        self._chosen = chosen
        self._links = links

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            route("/agreement", "GET", self._overview),
            route("/agreement/{n:int}", "GET", self._document),
            route("/api/agreement/{n:int}/choose", "POST", self._choose),
        ]

    async def _overview(self, _: Request) -> Response:
        def work() -> str:
            with self._chosen.project.lock:
                return overview(self._chosen, agreement(self._chosen.pairs()), self._links)

        return HTMLResponse(await in_thread(work))

    async def _document(self, request: Request) -> Response:
        number = int(request.path_params["n"])

        def work() -> str:
            with self._chosen.project.lock:
                self._chosen.pair(number)
                return document_page(self._chosen, number, self._links)

        return HTMLResponse(await in_thread(work))

    async def _choose(self, request: Request) -> Response:
        number = int(request.path_params["n"])
        data = parsed(await body_of(request, _MOST, "a choice is short"))
        if not isinstance(data, dict) or not data.keys() <= {"place", "side"}:
            raise Problem(422, "a choice has a place and a side")
        place, side = data.get("place"), data.get("side")
        if not isinstance(side, str) or not isinstance(place, str | None):
            raise Problem(422, "a choice has a place, or null for all of them, and a side")

        def work() -> int:
            with self._chosen.project.lock:
                return self._chosen.choose(number, place, side)

        return as_json({"settled": await in_thread(work)})
