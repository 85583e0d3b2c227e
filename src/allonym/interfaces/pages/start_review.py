"""From the start page into the review page: the same file, profile and vault, looked over by hand before it is written.

The app of `allonym start` has one review at a time, and none at first. Its routes are always there and lead to it.
"""

from contextlib import ExitStack
from threading import Lock

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route, Router
from starlette.types import Receive, Scope, Send

from allonym.core.errors import UsageError
from allonym.interfaces.pages.asking import route
from allonym.interfaces.pages.desk import Desk
from allonym.interfaces.pages.layout import LINKS, Frame, Link, notice, page
from allonym.interfaces.pages.review_api import ReviewRoutes
from allonym.interfaces.pages.runs import Order, entered
from allonym.interfaces.rest.answers import problem_answer
from allonym.interfaces.rest.problems import Problem
from allonym.reviewing.opening import Asked, open_project
from allonym.reviewing.planning import Planning

_NOTHING = "nothing is open for review; choose a file on the start page, and there “Check by hand”"


class StartReview:
    """The review that is open, if any."""

    def __init__(self, desk: Desk, links: tuple[Link, ...] = LINKS) -> None:
        self._desk = desk
        self._links = links
        self._lock = Lock()
        self._open: ExitStack | None = None
        self._router: Router | None = None

    def routes(self) -> list[BaseRoute]:
        """Return the routes of a review, whichever is open."""
        return [route("/review", "GET", self._page), Mount("/api/review", app=self._api)]

    def begin(self, order: Order) -> int:
        """Open a review, in place of the one before, and return how many documents it has."""
        settings = order.choice.settings()
        if settings.scope != "document" and order.vault.path is None:
            raise UsageError("this profile gives one person the same pseudonym in all texts: that takes a vault")
        with self._lock:
            self.close()
            stack = ExitStack()
            try:
                vault = entered(order.vault, stack, self._desk)
                folder = self._desk.folder / f"{order.source.name}.{settings.name}.review"
                asked = Asked([order.source], settings, folder, language=order.choice.language, vault=vault)
                project = open_project(asked)
                stack.callback(project.close)
                planning = Planning(project)
                planning.start()
                stack.callback(planning.end)
            except BaseException:
                stack.close()
                raise
            self._open, self._router = stack, Router(ReviewRoutes(project, planning, self._links).routes())
            return len(project.entries)

    def close(self) -> None:
        """Close the review that is open; what was said in it is kept."""
        self._router = None
        if self._open is not None:
            self._open.close()
            self._open = None

    async def _page(self, request: Request) -> Response:
        if self._router is None:
            body = notice("Nothing is open yet. Choose a file on the page Start, and there “Check by hand”.")
            return HTMLResponse(page("Review", body, Frame("/review", self._links)))
        found = next(each for each in self._router.routes if isinstance(each, Route) and each.path == "/review")
        answer: Response = await found.endpoint(request)
        return answer

    async def _api(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._router is None:
            known = scope.get("allonym", {"id": "-"})
            await problem_answer(Problem(409, _NOTHING), known["id"])(scope, receive, send)
            return
        # The routes of a review have their whole paths.
        await self._router({**scope, "root_path": ""}, receive, send)
