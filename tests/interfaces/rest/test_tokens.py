"""Tokens of the service: what is kept of them, what is refused, and who is let in."""

import json
import os
from dataclasses import FrozenInstanceError
from hashlib import sha256
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


@pytest.mark.parametrize("mode", [0o640, 0o620, 0o610, 0o604, 0o602, 0o601])
def test_a_file_that_others_can_reach_in_any_way_is_refused(kept: TokenFile, mode: int) -> None:
    kept.add(new_token("site", ["worker"], 0, None)[0])
    kept.path.chmod(mode)
    with pytest.raises(UsageError, match="others can reach the token file"):
        kept.tokens()


def test_a_token_has_a_front_that_can_be_sought_and_256_bits_of_chance() -> None:
    (token, secret), (_, other) = new_token("site", ["worker"], 100.9, 60), new_token("site", ["worker"], 100.9, 60)

    assert secret.startswith("aln_")
    assert len(secret) == 4 + 43
    assert secret != other
    assert (token.created, token.expires) == (100, 160)
    assert token.sha256 == sha256(secret.encode()).hexdigest()
    assert token.sha256 not in repr(token)
    with pytest.raises(FrozenInstanceError):
        token.roles = ("custodian",)  # type: ignore[misc]
    assert [token.is_over(now) for now in (159.9, 160, 161)] == [False, True, True]


def test_a_name_has_64_letters_at_most() -> None:
    assert new_token("a" * 64, ["worker"], 0, None)[0].name == "a" * 64
    with pytest.raises(UsageError, match="64 at most"):
        new_token("a" * 65, ["worker"], 0, None)


def test_a_token_may_do_what_one_of_its_roles_may() -> None:
    token, _ = new_token("site", ["auditor", "recoverer"], 0, None)

    assert [token.may(each) for each in ("audit", "recover", "pseudonymize", "keys")] == [True, True, False, False]


def test_the_file_is_read_again_when_it_changes_and_only_then(kept: TokenFile, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = (new_token(name, ["worker"], 0, None)[0] for name in ("one", "two"))
    kept.add(one)
    running = TokenFile(kept.path)
    assert running.tokens() == (one,)
    kept.add(two)
    assert running.tokens() == (one, two)
    with monkeypatch.context() as patched:
        patched.setattr("allonym.interfaces.rest.tokens._read", lambda _: pytest.fail("read again"))
        assert running.tokens() == (one, two)
    kept.remove("one")
    assert running.tokens() == (two,)
    kept.path.unlink()
    assert running.tokens() == ()
    kept.add(one)
    assert running.tokens() == (one,)


def test_a_file_of_the_same_size_and_age_in_its_place_is_noticed(kept: TokenFile) -> None:
    kept.add(new_token("one", ["worker"], 0, None)[0])
    running = TokenFile(kept.path)
    running.tokens()
    status = kept.path.stat()
    other = kept.path.with_name("other")
    other.touch(0o600)
    other.write_text(kept.path.read_text("utf-8").replace('"one"', '"two"'), "utf-8")
    os.utime(other, ns=(status.st_atime_ns, status.st_mtime_ns))
    other.rename(kept.path)

    assert [token.name for token in running.tokens()] == ["two"]


def test_the_folder_of_the_file_is_made_and_its_layout_stays(tmp_path: Path) -> None:
    kept = TokenFile(tmp_path / "new" / "folder" / "tokens.json")
    token, _ = new_token("site", ["worker", "auditor"], 7, None)
    kept.add(token)

    assert kept.path.read_text("utf-8").startswith('{\n  "allonym-tokens": 1,\n')
    assert json.loads(kept.path.read_text("utf-8")) == {
        "allonym-tokens": 1,
        "tokens": [
            {
                "name": "site",
                "roles": ["worker", "auditor"],
                "sha256": token.sha256,
                "created": 7,
                "expires": None,
            }
        ],
    }


def test_the_first_token_is_a_custodian_of_its_own_name_and_never_runs_out(kept: TokenFile) -> None:
    now = [50.0]
    tokens = Tokens(kept, lambda: now[0])
    secret = tokens.first()
    assert secret is not None
    now[0] = 1e12
    found = tokens.find(secret)

    assert found is not None
    assert (found.name, found.roles, found.created, found.expires) == ("first", ("custodian",), 50, None)
    assert not kept.path.exists()


def asked(secret: str, kind: str = "Bearer ", address: str | None = None) -> Any:
    client = None if address is None else SimpleNamespace(host=address)
    return SimpleNamespace(headers={"authorization": f"{kind}{secret}"}, scope={"allonym": {}}, client=client)


def refusal(gate: Gate, request: Any, operation: str = "pseudonymize") -> Problem:
    with pytest.raises(Problem) as caught:
        gate.admit(request, operation)
    return caught.value


@pytest.mark.parametrize(("kind", "is_taken"), [("bearer ", True), ("BEARER   ", True), ("Basic ", False), ("", False)])
def test_a_token_is_shown_as_a_bearer_shows_it(kept: TokenFile, kind: str, is_taken: bool) -> None:
    token, secret = new_token("site", ["worker"], 0, None)
    kept.add(token)
    metrics = Metrics()
    gate = Gate(Tokens(kept, lambda: 0.0), Limits(), metrics, lambda: 0.0)
    request = asked(f"{secret} ", kind)
    if is_taken:
        assert gate.admit(request, "pseudonymize") == token
        assert request.scope["allonym"]["token"] == "site"
    else:
        assert refusal(gate, request).status == 401
        assert request.scope["allonym"] == {}
    assert f"allonym_refused_tokens_total {int(not is_taken)}\n" in metrics.page()


def test_no_token_at_all_is_refused(kept: TokenFile) -> None:
    gate = Gate(Tokens(kept, lambda: 0.0), Limits(), Metrics(), lambda: 0.0)

    assert refusal(gate, SimpleNamespace(headers={}, scope={"allonym": {}}, client=None)).status == 401


def test_an_address_waits_for_its_own_wrong_tokens_alone_and_a_good_one_is_taken(kept: TokenFile) -> None:
    token, secret = new_token("site", ["worker"], 0, None)
    kept.add(token)
    gate = Gate(Tokens(kept, lambda: 0.0), Limits(failures=2), Metrics(), lambda: 0.0)

    assert [refusal(gate, asked("x", address="a")).status for _ in range(3)] == [401, 401, 429]
    assert refusal(gate, asked("x", address="a")).wait == 60
    assert refusal(gate, asked("x", address="b")).status == 401
    assert refusal(gate, asked("x")).status == 401
    assert gate.admit(asked(secret, address="a"), "pseudonymize") == token


def test_each_token_has_its_own_rates_and_is_told_how_long_to_wait(kept: TokenFile) -> None:
    (one, first), (two, second) = (new_token(name, ["custodian"], 0, None) for name in ("one", "two"))
    kept.add(one)
    kept.add(two)
    gate = Gate(Tokens(kept, lambda: 0.0), Limits(requests=2, recoveries=3), Metrics(), lambda: 0.0)
    for _ in range(2):
        gate.admit(asked(first), "recover")

    late = refusal(gate, asked(first), "recover")
    assert (late.status, late.wait) == (429, 30)
    assert gate.admit(asked(second), "recover") == two
    gate.count_recoveries(one, 3)
    with pytest.raises(Problem) as caught:
        gate.count_recoveries(one, 2)
    assert (caught.value.status, caught.value.wait) == (429, 40)
    gate.count_recoveries(two, 3)


def test_who_is_refused_is_told_which_role_it_takes(kept: TokenFile) -> None:
    token, secret = new_token("site", ["worker"], 0, None)
    kept.add(token)
    gate = Gate(Tokens(kept, lambda: 0.0), Limits(), Metrics(), lambda: 0.0)
    request = asked(secret)

    refused = refusal(gate, request, "recover")
    assert refused.status == 403
    assert refused.detail == "this token is not for that; it takes the role of a custodian or recoverer"
    assert request.scope["allonym"]["token"] == "site"


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
    with pytest.raises(Problem, match="5 texts at most") as caught:
        gate.count_recoveries(token, 6)
    assert caught.value.status == 422
