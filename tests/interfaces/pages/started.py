"""The pages of `allonym start` as a browser meets them: a real server in a thread, with link, cookie and headers."""

import http.client
import json
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import quote

from allonym.interfaces.cli.starting import pages_of
from allonym.interfaces.pages.app import make_app, new_sessions
from allonym.interfaces.pages.desk import Limits as Held
from allonym.interfaces.rest.limits import Limits
from allonym.interfaces.rest.serving import LOOPBACK, Address, listening, prepared


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes = field(repr=False)

    @property
    def data(self) -> Any:
        return json.loads(self.body)

    @property
    def detail(self) -> str:
        return str(self.data["detail"])


@dataclass
class Started:
    """Pages that are served, and somebody who was let in."""

    folder: Path
    port: int
    link: str
    cookie: str = ""
    log: list[str] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def get(self, path: str) -> Answer:
        return self.ask("GET", path)

    def post(self, path: str, data: object) -> Answer:
        return self.ask("POST", path, json.dumps(data).encode(), {"Content-Type": "application/json"})

    def hand_in(self, name: str, data: bytes, path: str = "/api/start/inputs") -> Answer:
        return self.ask("POST", path, data, {"X-Name": quote(name)})

    def ask(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        sent = {"Cookie": self.cookie, "X-Allonym": "1", **(headers or {})}
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)) as connection:
            connection.request(method, path, body, sent)
            got = connection.getresponse()
            return Answer(got.status, {name.lower(): value for name, value in got.getheaders()}, got.read())

    def enter(self) -> None:
        answer = self.ask("GET", f"/enter?key={self.link}")
        assert answer.status == 200
        self.cookie = answer.headers["set-cookie"].partition(";")[0]

    def run(self, order: object) -> dict[str, Any]:
        """Have a file taken through, and wait for the end."""
        begun = self.post("/api/start/runs", order)
        assert begun.status == 200, begun.body
        return self.finished(begun.data["id"])

    def finished(self, id_: str) -> dict[str, Any]:
        for _ in range(600):
            run: dict[str, Any] = self.get(f"/api/start/runs/{id_}").data
            if run["state"] != "running":
                return run
            time.sleep(0.05)
        raise AssertionError("the run does not end")


@contextmanager
def started(folder: Path, limits: Held | None = None, *, entered: bool = True) -> Iterator[Started]:
    """Serve the pages of a folder."""
    sessions = new_sessions()
    log: list[str] = []
    with listening(Address(port=0)) as on:
        app = make_app(pages_of(folder, limits), sessions, LOOPBACK, log.append, home="/")
        server = prepared(app, Address(), Limits())
        thread = Thread(target=server.run, kwargs={"sockets": [on]})
        thread.start()
        while not server.started:
            time.sleep(0.01)
        running = Started(folder, on.getsockname()[1], sessions.link(), log=log)
        try:
            if entered:
                running.enter()
            yield running
        finally:
            server.should_exit = True
            thread.join(30)
