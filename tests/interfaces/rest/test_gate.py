"""The gate of the service, without a network: whose token is taken, for what, and how often."""

from pathlib import Path
from typing import Any

import pytest
from starlette.requests import Request

from allonym.interfaces.rest.gate import Gate
from allonym.interfaces.rest.limits import Limits
from allonym.interfaces.rest.metrics import Metrics
from allonym.interfaces.rest.problems import Problem
from allonym.interfaces.rest.tokens import TokenFile, Tokens, new_token
from allonym.vault.roles import WORKER

NOON = 1000.0


class Door:
    """A gate with the token of a worker: what it says to requests, and what it counts."""

    def __init__(self, folder: Path, **limits: int) -> None:
        token, self.secret = new_token("site", [WORKER], NOON, None)
        kept = TokenFile(folder / "tokens.json")
        kept.add(token)
        self.metrics = Metrics()
        self.gate = Gate(Tokens(kept, lambda: NOON), Limits(**limits), self.metrics, lambda: NOON)

    def ask(self, shown: str | None, operation: str = "pseudonymize", address: str | None = "10.0.0.1") -> Any:
        headers = [] if shown is None else [(b"authorization", shown.encode())]
        client = None if address is None else (address, 5)
        request = Request({"type": "http", "headers": headers, "client": client, "allonym": {}})
        try:
            return self.gate.admit(request, operation).name, request.scope["allonym"]
        except Problem as problem:
            return problem.status, problem.wait


@pytest.mark.parametrize("shown", ["Bearer {}", "bearer {}", "BEARER  {} "])
def test_a_good_token_is_admitted_and_named(tmp_path: Path, shown: str) -> None:
    door = Door(tmp_path)

    assert door.ask(shown.format(door.secret)) == ("site", {"token": "site"})
    assert "allonym_refused_tokens_total 0" in door.metrics.page()


@pytest.mark.parametrize("shown", [None, "", "Bearer", "Bearer aln_wrong", "{}", "Basic {}"])
def test_anything_else_is_refused_and_counted(tmp_path: Path, shown: str | None) -> None:
    door = Door(tmp_path)

    assert door.ask(shown and shown.format(door.secret))[0] == 401
    assert "allonym_refused_tokens_total 1" in door.metrics.page()


@pytest.mark.parametrize("address", ["10.0.0.1", None])
def test_who_guesses_has_to_wait_and_a_good_token_has_not(tmp_path: Path, address: str | None) -> None:
    door = Door(tmp_path, failures=2)

    assert [door.ask("Bearer x", address=address)[0] for _ in range(3)] == [401, 401, 429]
    assert door.ask("Bearer x", address=address) == (429, 60.0)
    assert door.ask("Bearer x", address="10.0.0.2")[0] == 401
    assert door.ask(f"Bearer {door.secret}", address=address)[0] == "site"


def test_a_token_is_for_what_its_roles_are_for_and_not_too_often(tmp_path: Path) -> None:
    door = Door(tmp_path, requests=3)
    shown = f"Bearer {door.secret}"

    assert [door.ask(shown, each)[0] for each in ("pseudonymize", "recover", "keys")] == ["site", 403, 403]
    assert door.ask(shown) == (429, 20.0)


def test_texts_that_are_given_back_are_counted_however_they_are_asked_for(tmp_path: Path) -> None:
    door = Door(tmp_path, recoveries=4)
    token, _ = new_token("site", [WORKER], NOON, None)
    said = list[tuple[int, float]]()
    for texts in (5, 4, 1):
        try:
            door.gate.count_recoveries(token, texts)
        except Problem as problem:
            said.append((problem.status, problem.wait))

    assert said == [(422, 0.0), (429, 15.0)]
