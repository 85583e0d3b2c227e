"""The routes of the start page: a file comes in, is looked at, tried under several profiles, and taken through."""

import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from allonym.core.labels import LABELS
from allonym.interfaces.pages.asking import (
    SECRET,
    as_json,
    asked,
    attachment,
    file_of,
    given,
    in_thread,
    route,
    secret_of,
    told,
    word,
)
from allonym.interfaces.pages.columns import COUNTED, Looked, first_documents, layout_of, look_at
from allonym.interfaces.pages.desk import Desk, is_vault, vault_name
from allonym.interfaces.pages.layout import LINKS, Link
from allonym.interfaces.pages.leftovers import unfinished
from allonym.interfaces.pages.previewing import Choice, preview, require_profile
from allonym.interfaces.pages.runs import Order, Runs, VaultChoice
from allonym.interfaces.pages.start import start_page
from allonym.interfaces.rest.problems import Problem
from allonym.languages.pack import CODES
from allonym.running.sources import Source
from allonym.vault.backups import copy_vault

_ROWS, _CHARACTERS = 6, 4000
_CHOSEN = ("input", "layout", "profiles", "profile", "language", "terms", "allow", "vault")
SHORT = 12
"""A passphrase with fewer characters than this is refused for a new vault: here nobody reads a note."""


class StartRoutes:
    """What the start page asks for."""

    def __init__(
        self, desk: Desk, links: tuple[Link, ...] = LINKS, review: Callable[[Order], int] | None = None
    ) -> None:
        self._desk = desk
        self._links = links
        self._review = review
        self.runs = Runs(desk, told)

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            route("/", "GET", self._page),
            route("/api/start/folder", "GET", self._folder),
            route("/api/start/inputs", "POST", self._take_in),
            route("/api/start/drop", "POST", self._drop),
            route("/api/start/look", "POST", self._look),
            route("/api/start/preview", "POST", self._preview),
            route("/api/start/runs", "POST", self._run),
            route("/api/start/review", "POST", self._begin_review),
            route("/api/start/runs/{id}", "GET", self._progress),
            route("/api/start/runs/{id}/stop", "POST", self._stop),
            route("/api/start/runs/{id}/files/{number:int}", "GET", self._file),
            route("/api/made/{id}", "GET", self._made),
        ]

    async def _page(self, _: Request) -> Response:
        return HTMLResponse(start_page(self._desk, self._links))

    async def _folder(self, _: Request) -> Response:
        desk, run = self._desk, self.runs.going_on()
        here = {"inputs": desk.inputs(), "vaults": desk.vaults(), "outputs": desk.outputs()}
        left = unfinished(desk.folder)
        return as_json({**here, "unfinished": left, "run": None if run is None else run.as_data(desk.folder)})

    async def _take_in(self, request: Request) -> Response:
        name, data = await file_of(request, self._desk)
        held = self._desk.take_in(name, data)
        encoding = {"encoding": request.headers.get("x-encoding", "")}
        looked = await in_thread(lambda: self._looked({"held": held.id}, encoding))
        return as_json({"input": {"held": held.id}, "size": len(data), **looked.as_data()})

    async def _drop(self, request: Request) -> Response:
        data = await asked(request, self._desk, ("input",))
        self._desk.drop(given(data).get("held", ""))
        return as_json({})

    async def _look(self, request: Request) -> Response:
        data = await asked(request, self._desk, ("input", "layout"))
        wanted = given(data)
        looked = await in_thread(lambda: self._looked(wanted, _layout_data(data)))
        return as_json({"input": wanted, **looked.as_data()})

    async def _preview(self, request: Request) -> Response:
        data = await asked(request, self._desk, _CHOSEN)
        names = data.get("profiles")
        if not isinstance(names, list):
            raise Problem(422, "choose the profiles to compare")
        choices = [_choice(data, name) for name in dict.fromkeys(require_profile(each) for each in names)]

        def work() -> dict[str, Any]:
            source = self._source(data)
            documents, count = first_documents(source, _ROWS, _CHARACTERS, _language(data))
            shown = [{"id": each.id, "text": each.text} for each in documents]
            known = {"count": min(count, COUNTED), "more": count > COUNTED}
            return {"texts": shown, **known, "profiles": preview(documents, choices)}

        return as_json(await in_thread(work))

    async def _run(self, request: Request) -> Response:
        order = await self._order(request)
        return as_json(self.runs.start(order).as_data(self._desk.folder))

    async def _begin_review(self, request: Request) -> Response:
        order, review = await self._order(request), self._review
        if review is None:
            raise Problem(404, "there is no review page here")
        return as_json({"documents": await in_thread(lambda: review(order))})

    async def _order(self, request: Request) -> Order:
        data = await asked(request, self._desk, _CHOSEN)
        choice = _choice(data, require_profile(data.get("profile")))
        vault = self._vault(data.get("vault"))
        return await in_thread(lambda: Order(self._source(data), choice, vault))

    async def _progress(self, request: Request) -> Response:
        return as_json(self.runs.get(request.path_params["id"]).as_data(self._desk.folder))

    async def _stop(self, request: Request) -> Response:
        run = self.runs.get(request.path_params["id"])
        run.wanted = False
        return as_json(run.as_data(self._desk.folder))

    async def _file(self, request: Request) -> Response:
        kind, path = self.runs.file(request.path_params["id"], request.path_params["number"])
        data = await in_thread(lambda: _vault_bytes(path) if kind == "vault" else path.read_bytes())
        return attachment(path.name, data)

    async def _made(self, request: Request) -> Response:
        held = self._desk.fetched(request.path_params["id"])
        return attachment(held.name, held.data)

    def _looked(self, wanted: Mapping[str, str], data: Mapping[str, Any]) -> Looked:
        # Columns are those of the whole table, whatever was chosen among them before.
        first = layout_of({name: data[name] for name in ("header", "encoding") if name in data}, _NOTHING)
        return look_at(self._desk.source(wanted, first))

    def _source(self, data: Mapping[str, Any]) -> Source:
        wanted, chosen = given(data), _layout_data(data)
        return self._desk.source(wanted, layout_of(chosen, self._looked(wanted, chosen)))

    def _vault(self, data: object) -> VaultChoice:
        if not isinstance(data, dict) or not data.keys() <= {"kind", "name", "passphrase", "key"}:
            raise Problem(422, "choose where the way back is kept")
        kind = data.get("kind")
        if kind == "none":
            return VaultChoice()
        if kind == "new":
            return VaultChoice(self._new_vault(word(data, "name")), _good_passphrase(data), new=True)
        path = self._desk.inside(word(data, "name"))
        if kind != "existing" or not is_vault(path):
            raise Problem(404, "there is no vault of this name in the folder")
        with self._desk.brake.trying(path.name):
            return VaultChoice(path, secret_of(data))

    def _new_vault(self, name: str) -> Path:
        path = self._desk.inside(vault_name(name))
        if path.name in unfinished(self._desk.folder):
            raise Problem(
                409,
                "a vault of this name is there from a run that did not finish; choose it as one that you have, with "
                "the passphrase of that run, or give the new one another name",
            )
        if path.exists():
            raise Problem(409, "a file of this name is already there; a vault is never overwritten")
        return path


_NOTHING = Looked("", "", table=False, columns=(), id=None, author=None, broken=0, encoding="")


def _layout_data(data: Mapping[str, Any]) -> dict[str, Any]:
    layout = data.get("layout", {})
    if not isinstance(layout, dict) or not layout.keys() <= {"header", "encoding", "kinds", "id", "author"}:
        raise Problem(422, "say of each column what it is")
    return layout


def _choice(data: Mapping[str, Any], profile: str) -> Choice:
    terms: dict[str, list[str]] = {}
    for line in _lines(data, "terms"):
        words, _, label = line.partition("\t")
        if label.strip() and label.strip() not in LABELS:
            raise Problem(422, "a word to replace may have a tab and a label after it, one of the list of labels")
        terms.setdefault(label.strip() or "PERSON", []).append(words.strip())
    return Choice(profile, terms, _lines(data, "allow"), _language(data))


def _lines(data: Mapping[str, Any], name: str) -> list[str]:
    return [line.strip() for line in word(data, name, 200_000).splitlines() if line.strip()]


def _language(data: Mapping[str, Any]) -> str | None:
    language = data.get("language") or "auto"
    if language not in ("auto", *CODES):
        raise Problem(422, f"a language is auto or one of {', '.join(CODES)}")
    return None if language == "auto" else str(language)


def _good_passphrase(data: Mapping[str, Any]) -> str:
    passphrase = word(data, "passphrase", SECRET)
    if len(passphrase) < SHORT:
        raise Problem(422, f"the passphrase is too short to protect anybody; take at least {SHORT} characters")
    return passphrase


def _vault_bytes(path: Path) -> bytes:
    """Return a vault as it is at one moment, even if another program is writing to it. The copy is sealed, too."""
    copy = path.with_name(f".{path.name}.{secrets.token_hex(6)}.copy")
    try:
        copy_vault(path, copy, None)
        return copy.read_bytes()
    finally:
        copy.unlink(missing_ok=True)
