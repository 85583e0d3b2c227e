"""What leaves a review and comes into it: deferred decisions, the output, files for other tools and from them."""

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path
from threading import Lock
from typing import Any
from urllib.parse import unquote

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from allonym.interfaces.pages.asking import as_json, attachment, body_of, in_thread, route
from allonym.interfaces.pages.review_asking import number, queried, told
from allonym.interfaces.rest.problems import Problem
from allonym.reviewing.deferring import decide, rare_rules, shared_values
from allonym.reviewing.exchange import FORMATS, write_sheets
from allonym.reviewing.finishing import NotDone, Outcome, by_source, finish, plans_in, ready
from allonym.reviewing.planning import Planning
from allonym.reviewing.project import Project
from allonym.reviewing.taking import take_over
from allonym.running.plans import header_line, plan_line

MOST_SHARED = 2_000
MOST_FILE = 64 * 1024 * 1024
MOST_FILES = 20_000
_DEFAULT_K, _MOST_K = 5, 1_000


class OutRoutes:
    """The routes by which things leave a review."""

    def __init__(self, project: Project, planning: Planning, folder: Path) -> None:
        self._project = project
        self._planning = planning
        self._folder = folder
        self._finishing = Lock()

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            route("/api/review/deferred", "GET", self._deferred),
            route("/api/review/decide", "POST", self._decide),
            route("/api/review/finish", "POST", self._finish),
            route("/api/review/export", "GET", self._export),
            route("/api/review/import", "POST", self._import),
        ]

    async def _deferred(self, request: Request) -> Response:
        k = number(queried(request, ("k",)), "k", _DEFAULT_K, _MOST_K)
        project = self._project
        if not rare_rules(project):
            return as_json({"k": k, "deferred": [], **self._far()})
        self._planning.want_all()

        def work() -> list[dict[str, Any]]:
            with project.lock:
                values = sorted(shared_values(project).values(), key=lambda each: (len(each.writers), each.label))
            return [
                {
                    "label": each.label,
                    "value": each.words,
                    "count": len(each.writers),
                    "mentions": each.mentions,
                    "waiting": each.waiting,
                    "decision": "keep" if len(each.writers) >= k else "replace",
                    "n": each.number,
                    "entity": each.entity,
                }
                for each in values[:MOST_SHARED]
            ]

        return as_json({"k": k, "deferred": await in_thread(work), **self._far()})

    async def _decide(self, request: Request) -> Response:
        k = (await told(request, ("k",))).get("k")
        if not isinstance(k, int) or isinstance(k, bool) or not 1 <= k <= _MOST_K:
            raise Problem(422, f"k: it is a whole number from 1 to {_MOST_K}")
        return as_json(await in_thread(lambda: decide(self._project, k)))

    async def _finish(self, request: Request) -> Response:
        data = await told(request, ("output", "open"))
        output, take_open = data.get("output", True), data.get("open", False)
        if not isinstance(output, bool) or not isinstance(take_open, bool):
            raise Problem(422, "output and open are true or false")
        if not self._finishing.acquire(blocking=False):
            raise Problem(409, "it is being finished already; wait until that is done")
        try:
            made = await in_thread(lambda: finish(self._project, self._folder, take_open=take_open, output=output))
        except NotDone as error:
            raise Problem(409, f"{error}; finish them first, or say that they go as they are") from None
        finally:
            self._finishing.release()
        return as_json({"folder": str(self._folder), "files": [_made(each) for each in made], "vault": self._vault()})

    async def _export(self, request: Request) -> Response:
        asked = queried(request, ("format",))
        wanted = asked.get("format", "plan")
        if wanted not in FORMATS:
            raise Problem(422, f"format is one of {', '.join(FORMATS)}")
        files = await in_thread(lambda: self._written(wanted))
        if len(files) == 1:
            [(name, data)] = files.items()
            return attachment(name, data)
        return attachment(f"review-{wanted}.zip", await in_thread(lambda: _packed(files)))

    async def _import(self, request: Request) -> Response:
        wanted = queried(request, ("format",)).get("format", "plan")
        if wanted not in FORMATS:
            raise Problem(422, f"format is one of {', '.join(FORMATS)}")
        name = unquote(request.headers.get("x-name", ""), errors="replace") or "file"
        data = await body_of(request, MOST_FILE, f"the file has more than {MOST_FILE // 2**20} MiB")
        return as_json({"documents": await in_thread(lambda: take_over(self._project, wanted, unpacked(name, data)))})

    def _written(self, wanted: str) -> Mapping[str, bytes]:
        project = self._project
        ready(project)
        settings = project.tool.settings
        if wanted == "plan":
            first = header_line(settings)
            return {
                f"{source.name}.plan.jsonl": (first + "".join(map(plan_line, plans_in(project, entries)))).encode()
                for source, entries in by_source(project)
            }
        with project.lock:
            sheets = [project.history(each.number).sheet for each in project.entries]
        return write_sheets(wanted, sheets, settings)

    def _far(self) -> dict[str, int]:
        return {"planned": self._planning.planned(), "all": len(self._project.entries)}

    def _vault(self) -> bool:
        return self._project.tool.vault is not None


def unpacked(name: str, data: bytes) -> dict[str, bytes]:
    """Return the files of an archive, or the one file that it is; nothing touches the disk."""
    if not data.startswith(b"PK\x03\x04"):
        return {name: data}
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            members = [each for each in packed.infolist() if not each.is_dir()]
            if len(members) > MOST_FILES or sum(each.file_size for each in members) > 4 * MOST_FILE:
                raise Problem(413, "the archive holds too much")
            return {each.filename: packed.read(each) for each in members}
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError):
        raise Problem(422, "the archive cannot be read") from None


def _made(outcome: Outcome) -> dict[str, Any]:
    report = outcome.report
    return {
        "input": outcome.source.name,
        "plan": outcome.plan.name,
        "output": None if outcome.output is None else outcome.output.name,
        "texts": 0 if report is None else report.documents,
        "replaced": 0 if report is None else report.replaced.total(),
        "left_out": 0 if report is None else report.failed,
    }


def _packed(files: Mapping[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in files.items():
            packed.writestr(name, data)
    return made.getvalue()
