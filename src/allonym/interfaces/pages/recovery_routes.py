"""The routes of the recovery page. Every request brings its key: between two of them no vault is open."""

from collections.abc import Mapping
from io import BytesIO
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from allonym.core.canon import says_something
from allonym.core.pieces import Layout
from allonym.interfaces.pages.asking import as_json, asked, file_of, given, in_thread, open_existing, route, word
from allonym.interfaces.pages.desk import Desk
from allonym.interfaces.pages.layout import LINKS, Link
from allonym.interfaces.pages.recovery import recovery_page
from allonym.interfaces.rest.problems import Problem
from allonym.running.editing import EditedFiles
from allonym.running.giving import give_back_file, give_back_texts
from allonym.running.sources import digest_of
from allonym.vault.requests import Request as Asked
from allonym.vault.roles import OPERATIONS
from allonym.vault.sealed import SealedVault

KEY = ("vault", "passphrase", "key")
_TEXT = 1_000_000
_REASON = 10_000
_WHO = "page"


class RecoveryRoutes:
    """What the recovery page asks for."""

    def __init__(self, desk: Desk, links: tuple[Link, ...] = LINKS) -> None:
        self._desk = desk
        self._links = links

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            route("/recover", "GET", self._page),
            route("/api/vault/open", "POST", self._open),
            route("/api/recover/inputs", "POST", self._take_in),
            route("/api/recover/file", "POST", self._file),
            route("/api/recover/text", "POST", self._text),
            route("/api/recover/ask", "POST", self._ask),
            route("/api/recover/approve", "POST", self._approve),
            route("/api/recover/refuse", "POST", self._refuse),
        ]

    async def _page(self, _: Request) -> Response:
        return HTMLResponse(recovery_page(self._desk, self._links))

    async def _open(self, request: Request) -> Response:
        data = await asked(request, self._desk, KEY)

        def work() -> dict[str, Any]:
            with open_existing(self._desk, data) as vault:
                return who(vault)

        return as_json(await in_thread(work))

    async def _take_in(self, request: Request) -> Response:
        held = self._desk.take_in(*await file_of(request, self._desk))
        return as_json({"input": {"held": held.id}, "name": held.name})

    async def _file(self, request: Request) -> Response:
        data = await asked(request, self._desk, (*KEY, "input", "reason", "edited", "id", "grant"))
        reason, grant = _reason(data), _number(data.get("grant"), needed=False)
        source = self._desk.source(given(data), Layout())
        edited = data.get("edited", False)
        if type(edited) is not bool or (edited and grant is not None):
            raise Problem(422, "what was granted is given back exactly, not as far as an edited file allows")

        def work() -> dict[str, Any]:
            out = BytesIO()
            with open_existing(self._desk, data) as vault:
                if edited:
                    told = _edited(vault, EditedFiles(vault, word(data, "id") or None), source, out, reason)
                else:
                    report = give_back_file(vault, source, out, reason, grant)
                    told = {"exact": report.exact, "texts": report.changed, "withheld": report.withheld_people}
            made = self._desk.hand_out(source.name, out.getvalue())
            return {"made": made.id, "name": made.name, "edited": edited, **told}

        return as_json(await in_thread(work))

    async def _text(self, request: Request) -> Response:
        data = await asked(request, self._desk, (*KEY, "text", "id", "reason"))
        reason, text, id_ = _reason(data), word(data, "text", _TEXT), word(data, "id") or None
        if not text:
            raise Problem(422, "the text is missing")

        def work() -> dict[str, Any]:
            with open_existing(self._desk, data) as vault:
                [(name, original)] = give_back_texts(vault, [(text, id_)], reason, _WHO)
            return {"id": name, "text": original}

        return as_json(await in_thread(work))

    async def _ask(self, request: Request) -> Response:
        data = await asked(request, self._desk, (*KEY, "input", "reason", "hours"))
        reason, hours = _reason(data), data.get("hours", 24)
        if type(hours) is not int or not 1 <= hours <= 24 * 90:
            raise Problem(422, "a request is good for 1 hour to 90 days")
        source = self._desk.source(given(data), Layout())

        def work() -> dict[str, Any]:
            with open_existing(self._desk, data) as vault:
                vault.requests.ask([(digest_of(source), source.name)], reason, 0, hours * 3600)
                return who(vault)

        return as_json(await in_thread(work))

    async def _approve(self, request: Request) -> Response:
        data = await asked(request, self._desk, (*KEY, "number"))

        def work() -> dict[str, Any]:
            with open_existing(self._desk, data) as vault:
                vault.requests.approve(_number(data.get("number")) or 0)
                return who(vault)

        return as_json(await in_thread(work))

    async def _refuse(self, request: Request) -> Response:
        data = await asked(request, self._desk, (*KEY, "number"))

        def work() -> dict[str, Any]:
            with open_existing(self._desk, data) as vault:
                vault.requests.refuse(_number(data.get("number")) or 0)
                return who(vault)

        return as_json(await in_thread(work))


def who(vault: SealedVault) -> dict[str, Any]:
    """Return whose key has opened a vault, what it may do, and what others have asked for."""
    role, two = vault.keys.role, vault.keys.two_person
    listed = [_told(each, vault.keys.holder, role) for each in vault.requests.all()] if _may_read(role) else []
    summary = vault.info()
    return {
        "role": role,
        "two_person": two,
        "may": [name for name, roles in OPERATIONS.items() if role in roles],
        "texts": summary.texts,
        "files": summary.files,
        "requests": listed,
    }


def _may_read(role: str) -> bool:
    return role in OPERATIONS["request"] or role in OPERATIONS["audit"]


def _told(request: Asked, holder: str, role: str) -> dict[str, Any]:
    mine = request.asked_by == holder
    open_, granted = request.state == "asked", request.state == "approved"
    return {
        "number": request.number,
        "state": request.state,
        "mine": mine,
        "asked": request.asked_at,
        "expires": request.expires,
        "files": [name for _, name in request.files],
        "reason": request.reason,
        "can": [
            name
            for name, can in (
                ("approve", open_ and not mine and role in OPERATIONS["approve"]),
                ("refuse", (open_ or granted) and role in OPERATIONS["request" if mine else "approve"]),
                ("use", granted and mine),
            )
            if can
        ],
    }


def _edited(vault: SealedVault, files: EditedFiles, source: Any, out: BytesIO, reason: str) -> dict[str, Any]:
    vault.require("recover")
    vault.note_access(reason, source.name, 1)
    with vault.audit.watching("recover", files=1):
        files.recover(source, out)
    restored = sum(files.counts.values()) - files.left()
    return {"exact": False, "restored": restored, "left": files.left()}


def _reason(data: Mapping[str, Any]) -> str:
    reason = word(data, "reason", _REASON).strip()
    if not says_something(reason):
        raise Problem(422, "recovery needs a reason, which the vault keeps")
    return reason


def _number(value: object, *, needed: bool = True) -> int | None:
    if value is None and not needed:
        return None
    if type(value) is not int or not 0 < value < 2**53:
        raise Problem(422, "a request has a number")
    return value
