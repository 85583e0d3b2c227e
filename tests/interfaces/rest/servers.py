"""The service as others meet it: a real process or, for other limits, a real server in a thread; on loopback."""

import http.client
import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from typing import Any

from tests.interfaces.command import PASSPHRASE

from allonym.interfaces.rest.app import make_app
from allonym.interfaces.rest.limits import Limits
from allonym.interfaces.rest.serving import LOOPBACK, Address, listening, prepared
from allonym.interfaces.rest.tokens import TokenFile, Tokens, new_token
from allonym.interfaces.rest.work import Service

JSON = "application/json"
NDJSON = "application/x-ndjson"
ROLES = ("worker", "annotator", "recoverer", "custodian", "auditor")


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def data(self) -> Any:
        return json.loads(self.body)

    @property
    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.body.splitlines()]


@dataclass
class Running:
    """A service that runs: where, with which tokens, and what it has logged so far."""

    port: int
    tokens: Mapping[str, str]
    log: list[str] = field(default_factory=list)
    process: "subprocess.Popen[bytes] | None" = None

    def ask(
        self,
        method: str,
        path: str,
        data: object = None,
        *,
        role: str | None = "custodian",
        raw: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """Send one request on a connection of its own."""
        body = raw if raw is not None else None if data is None else json.dumps(data).encode()
        sent = {"Content-Type": JSON} if body is not None else {}
        if role is not None:
            sent["Authorization"] = f"Bearer {self.tokens.get(role, role)}"
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)) as connection:
            connection.request(method, path, body, {**sent, **(headers or {})})
            got = connection.getresponse()
            return Answer(got.status, {k.lower(): v for k, v in got.getheaders()}, got.read())

    def post(self, name: str, data: object, **more: Any) -> Answer:
        return self.ask("POST", f"/v1/{name}", data, **more)

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=30)


def make_tokens(path: Path, expires: int | None = 3600) -> dict[str, str]:
    """Make a file with a token for each role, and return the tokens."""
    made = {}
    for role in ROLES:
        token, made[role] = new_token(role, [role], time.time(), expires)
        TokenFile(path).add(token)
    return made


@contextmanager
def process(folder: Path, *arguments: object, tokens: bool = True, **secrets: str) -> Iterator[Running]:
    """Start `allonym serve` as a user does, and end it."""
    path = folder / "tokens.json"
    made = make_tokens(path) if tokens and not path.exists() else {}
    command = [sys.executable, "-m", "allonym", "serve", "--port", "0", "--tokens", path, *arguments]
    environment = {**os.environ, "ALLONYM_PASSPHRASE": PASSPHRASE, **secrets}
    begun = subprocess.Popen(list(map(str, command)), cwd=folder, stderr=subprocess.PIPE, env=environment)
    assert begun.stderr is not None
    log: list[str] = []
    for line in begun.stderr:
        log.append(line.decode())
        if "listening on" in log[-1]:
            break
    found = re.search(r":(\d+)$", log[-1].strip()) if log else None
    assert found, log
    rest = begun.stderr
    reader = Thread(target=lambda: log.extend(line.decode() for line in rest))
    reader.start()
    try:
        yield Running(int(found[1]), made, log, begun)
    finally:
        begun.terminate()
        begun.wait(30)
        reader.join()
        rest.close()


@contextmanager
def thread(service: Service, folder: Path, limits: Limits) -> Iterator[Running]:
    """Run the service in a thread, with other limits than a user has."""
    kept = TokenFile(folder / "limited.json")
    made = make_tokens(kept.path)
    log: list[str] = []
    with listening(Address(port=0)) as on:
        app = make_app(service, Tokens(kept, time.time), LOOPBACK, log.append, limits=limits)
        server = prepared(app, Address(), limits)
        running = Thread(target=server.run, kwargs={"sockets": [on]})
        running.start()
        while not server.started:
            time.sleep(0.01)
        try:
            yield Running(on.getsockname()[1], made, log)
        finally:
            server.should_exit = True
            running.join(30)
