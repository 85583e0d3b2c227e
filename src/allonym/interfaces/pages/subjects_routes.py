"""The routes of the page about persons. Every request brings its key: between two of them no vault is open."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from allonym.core.labels import LABELS
from allonym.core.pieces import Layout
from allonym.interfaces.pages.asking import as_json, asked, in_thread, open_existing, route, word
from allonym.interfaces.pages.desk import Desk
from allonym.interfaces.pages.layout import LINKS, Link
from allonym.interfaces.pages.recovery_routes import KEY
from allonym.interfaces.pages.subjects import WORD, subjects_page
from allonym.interfaces.rest.problems import Problem
from allonym.running.people import contact_list, found_data, reissue_all
from allonym.running.publishing import publish
from allonym.running.sources import digest_of
from allonym.vault.sealed import SealedVault
from allonym.vault.withdrawals import SERVER, Withdrawal

_PERSON = (*KEY, "name", "label")
_MOST = 100_000


class SubjectsRoutes:
    """What the page about persons asks for."""

    def __init__(self, desk: Desk, links: tuple[Link, ...] = LINKS) -> None:
        self._desk = desk
        self._links = links

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            route("/subjects", "GET", self._page),
            route("/api/subjects/find", "POST", self._find),
            route("/api/subjects/contact", "POST", self._contact),
            route("/api/subjects/forget", "POST", self._forget),
        ]

    async def _page(self, _: Request) -> Response:
        return HTMLResponse(subjects_page(self._desk, self._links))

    async def _find(self, request: Request) -> Response:
        data = await asked(request, self._desk, _PERSON)
        name, label = _person(data)

        def work() -> dict[str, Any]:
            with open_existing(self._desk, data) as vault:
                findings = vault.subjects.find(name, label)
                found = [found_data(each) for each in findings.found]
                outputs = self._known(vault) if found else []
                return {"found": found, **findings.counts(), "role": vault.keys.role, "outputs": outputs}

        return as_json(await in_thread(work))

    async def _contact(self, request: Request) -> Response:
        data = await asked(request, self._desk, _PERSON)
        name, label = _person(data)

        def work() -> dict[str, Any]:
            with open_existing(self._desk, data) as vault:
                findings = vault.subjects.contact(name, label)
            made = self._desk.hand_out("contact.csv", contact_list(findings))
            authors = len({each.author for each in findings.found if each.author})
            return {"made": made.id, "name": made.name, "authors": authors, **findings.counts()}

        return as_json(await in_thread(work))

    async def _forget(self, request: Request) -> Response:
        data = await asked(request, self._desk, (*_PERSON, "only", "outputs", "confirm"))
        name, label = _person(data)
        only, outputs = _names(data, "only"), _names(data, "outputs")
        if data.get("confirm") != WORD:
            raise Problem(422, f"nothing is forgotten yet: type {WORD}")
        if not only:
            raise Problem(422, "choose at least one document")
        # Looked up before anything is forgotten: a name that is not there must stop it.
        sources = [(self._desk.source({"file": each}, Layout()), each) for each in outputs]

        def work() -> dict[str, Any]:
            with open_existing(self._desk, data) as vault:
                vault.require("forget")
                chosen = vault.subjects.find(name, label).only(only)
                withdrawal = vault.subjects.forget(chosen)
                folder = self._desk.new_folder("withdrawal")
                done, unknown = reissue_all(vault, [(source, folder / "outputs" / place) for source, place in sources])
                withdrawal = replace(withdrawal, outputs=done)
                return {**self._certified(vault, withdrawal, folder), "unknown": unknown}

        return as_json(await in_thread(work))

    def _known(self, vault: SealedVault) -> list[str]:
        """Return the files of the folder that are outputs of a vault: only those can be written anew."""
        sources = [(self._desk.source({"file": place}, Layout()), place) for place in self._desk.outputs()]
        return [place for source, place in sources if vault.find_file(digest_of(source), source.name) is not None]

    def _certified(self, vault: SealedVault, withdrawal: Withdrawal, folder: Path) -> dict[str, Any]:
        """Sign for what was done; the certificate lies in the folder, and can be fetched."""
        signed = json.dumps(vault.subjects.certificate(withdrawal), indent=2) + "\n"
        made = []
        for name, text in (("certificate.json", signed), ("certificate.txt", withdrawal.as_text())):
            with publish(folder / name, private=True) as (_, stream):
                stream.write(text.encode())
            held = self._desk.hand_out(name, text.encode())
            made.append({"made": held.id, "name": name})
        told = withdrawal.as_data()
        counts = {each: told[each] for each in ("documents", "mentions", "outputs", "reference")}
        # The pages open no vaults on servers.
        counts["remains"] = [each for each in withdrawal.as_data()["remains"] if each != SERVER]
        return {**counts, "files": made, "place": folder.name, "key": vault.audit.public_key}


def _person(data: Mapping[str, Any]) -> tuple[str, str | None]:
    name, label = word(data, "name").strip(), word(data, "label") or None
    if not name:
        raise Problem(422, "the name is missing")
    if label is not None and label not in LABELS:
        raise Problem(422, "there is no such label")
    return name, None if label == "PERSON" else label


def _names(data: Mapping[str, Any], name: str) -> list[str]:
    value = data.get(name, [])
    if not isinstance(value, list) or len(value) > _MOST or not all(isinstance(each, str) for each in value):
        raise Problem(422, f"{name} is a list of names")
    return value
