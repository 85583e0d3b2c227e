"""Tokens of the service: what is kept of them, what is refused, and who is let in."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from allonym.core.errors import UsageError
from allonym.interfaces.rest.gate import Gate
from allonym.interfaces.rest.limits import Limits
from allonym.interfaces.rest.metrics import Metrics
from allonym.interfaces.rest.problems import Problem
from allonym.interfaces.rest.tokens import TokenFile, Tokens, new_token


@pytest.fixture
def kept(tmp_path: Path) -> TokenFile:
    return TokenFile(tmp_path / "tokens.json")


@pytest.mark.parametrize(
    ("name", "roles", "message"),
    [
        ("a b", ["worker"], "letters, digits"),
        ("", ["worker"], "letters, digits"),
        ("a", ["queen"], "no role 'queen'"),
        ("a", [], "needs a role"),
    ],
)
def test_a_token_that_makes_no_sense_is_not_made(name: str, roles: list[str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        new_token(name, roles, 0, None)


def test_the_secret_is_not_kept_and_opens_until_its_time_is_over(kept: TokenFile) -> None:
    token, secret = new_token("site", ["worker", "worker"], 100, 60)
    kept.add(token)
    now = [100.0]
    tokens = Tokens(kept, lambda: now[0])

    assert secret not in kept.path.read_text("utf-8")
    assert kept.path.stat().st_mode & 0o777 == 0o600
    assert token.roles == ("worker",)
    assert tokens.first() is None
    assert tokens.find(secret) == token
    assert tokens.find(secret + "x") is None
    now[0] = 160.0
    assert tokens.find(secret) is None


def test_names_are_taken_once_and_removed_once(kept: TokenFile) -> None:
    token, secret = new_token("site", ["worker"], 0, None)
    kept.add(token)
    with pytest.raises(UsageError, match="already"):
        kept.add(token)
    kept.remove("site")

    with pytest.raises(UsageError, match="there is no token site"):
        kept.remove("site")
    assert Tokens(kept, lambda: 0.0).find(secret) is None


def test_without_a_file_there_is_one_token_for_as_long_as_it_runs(kept: TokenFile) -> None:
    tokens = Tokens(kept, lambda: 0.0)
    secret = tokens.first()

    assert secret is not None
    found = tokens.find(secret)
    assert found is not None
    assert found.may("recover")
    assert Tokens(kept, lambda: 0.0).find(secret) is None


@pytest.mark.parametrize("content", ["", "{}", "[]", '{"allonym-tokens": 99, "tokens": []}', '{"allonym-tokens": 1}'])
def test_another_file_is_refused(kept: TokenFile, content: str) -> None:
    kept.path.touch(0o600)
    kept.path.write_text(content, "utf-8")
    with pytest.raises(UsageError, match="is not a token file"):
        kept.tokens()


def test_a_file_that_others_can_read_is_refused(kept: TokenFile) -> None:
    kept.path.write_text("{}", "utf-8")
    kept.path.chmod(0o644)
    with pytest.raises(UsageError, match="chmod 600"):
        kept.tokens()


def asked(secret: str) -> Any:
    return SimpleNamespace(headers={"authorization": f"Bearer {secret}"}, scope={"allonym": {}}, client=None)


def test_the_gate_lets_in_by_role_and_brakes(kept: TokenFile) -> None:
    token, secret = new_token("site", ["worker"], 0, None)
    kept.add(token)
    limits = Limits(requests=3, recoveries=5, failures=2)
    gate = Gate(Tokens(kept, lambda: 0.0), limits, Metrics(), lambda: 0.0)

    assert gate.admit(asked(secret), "pseudonymize") == token
    with pytest.raises(Problem, match="not for that"):
        gate.admit(asked(secret), "recover")
    gate.admit(asked(secret), "pseudonymize")
    with pytest.raises(Problem) as caught:
        gate.admit(asked(secret), "pseudonymize")
    assert caught.value.status == 429

    refused = []
    for _ in range(4):
        with pytest.raises(Problem) as caught:
            gate.admit(asked("wrong"), "pseudonymize")
        refused.append(caught.value.status)
    assert refused[0] == 401
    assert refused[-1] == 429


def test_recoveries_are_counted_by_text(kept: TokenFile) -> None:
    token, _ = new_token("site", ["recoverer"], 0, None)
    gate = Gate(Tokens(kept, lambda: 0.0), Limits(recoveries=5), Metrics(), lambda: 0.0)

    gate.count_recoveries(token, 5)
    with pytest.raises(Problem) as caught:
        gate.count_recoveries(token, 1)
    assert caught.value.status == 429
    with pytest.raises(Problem, match="5 texts at most"):
        gate.count_recoveries(token, 6)
