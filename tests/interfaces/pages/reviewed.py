"""The review page as a browser meets it: a real server in a thread over a real review."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from typing import Any

from tests.interfaces.pages.started import Answer, Started

from allonym.core.pieces import Layout
from allonym.core.protocols import Vault
from allonym.interfaces.pages.app import make_app, new_sessions
from allonym.interfaces.pages.review_api import ReviewRoutes
from allonym.interfaces.rest.limits import Limits
from allonym.interfaces.rest.serving import LOOPBACK, Address, listening, prepared
from allonym.reviewing.opening import Asked, find_sources, open_project
from allonym.reviewing.planning import Planning
from allonym.settings import Settings, load_settings


@dataclass
class Reviewed(Started):
    """A review that is served."""

    routes: list[Any] = field(default_factory=list)

    def sheet(self, n: int = 0) -> dict[str, Any]:
        answer = self.get(f"/api/review/documents/{n}")
        assert answer.status == 200, answer.body
        data: dict[str, Any] = answer.data
        return data

    def do(self, command: object, n: int = 0, everywhere: str | None = None, version: int | None = None) -> Answer:
        said = {"version": self.sheet(n)["version"] if version is None else version, "command": command}
        more = {} if everywhere is None else {"everywhere": everywhere}
        return self.post(f"/api/review/documents/{n}/do", {**said, **more})


@contextmanager
def reviewed(
    inputs: Path, folder: Path, *, settings: Settings | None = None, vault: Vault | None = None, entered: bool = True
) -> Iterator[Reviewed]:
    """Serve a review."""
    sources, plan = find_sources([str(inputs)], None, Layout())
    profile = settings or load_settings("default").with_model(fast=True)
    project = open_project(Asked(sources, profile, folder, "one", None, vault, plan))
    planning = Planning(project)
    planning.start()
    sessions, log = new_sessions(), list[str]()
    routes = ReviewRoutes(project, planning, output=folder / "output").routes()
    with listening(Address(port=0)) as on:
        server = prepared(make_app(routes, sessions, LOOPBACK, log.append, home="/review"), Address(), Limits())
        thread = Thread(target=server.run, kwargs={"sockets": [on]})
        thread.start()
        while not server.started:
            time.sleep(0.01)
        running = Reviewed(folder, on.getsockname()[1], sessions.link(), log=log, routes=routes)
        try:
            if entered:
                running.enter()
            yield running
        finally:
            server.should_exit = True
            thread.join(30)
            planning.end()
            project.close()
