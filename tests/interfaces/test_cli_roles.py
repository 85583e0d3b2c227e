"""Every command with the key of every role: who may, can; who may not, is refused, changes nothing, and is noted."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer
from tests.interfaces.command import PASSPHRASE, POSTS

from allonym.interfaces.cli.app import app, run
from allonym.vault.credentials import new_private_key, public_key_of
from allonym.vault.entries import REFUSED
from allonym.vault.opening import open_vault
from allonym.vault.roles import AUDITOR, CUSTODIAN, OPERATIONS, RECOVERER, ROLES

ASKING = (CUSTODIAN, RECOVERER, AUDITOR)  # who sees what others ask for
ON_V = ("--vault", "v")
COMMANDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "pseudonymize": ("pseudonymize", ("posts.csv", "-o", "new", *ON_V, "--fast")),
    "apply": ("pseudonymize", ("posts.csv", "plan.jsonl", "-o", "new", *ON_V)),
    "recover": ("recover", ("out.csv", "-o", "new", *ON_V, "--reason", "a test")),
    "residual": ("recover", ("out.csv", *ON_V, "-o", "new", "--fast")),
    "risk": ("recover", ("out.csv", "--author-column", "author", *ON_V, "-o", "new", "--fast")),
    "audit show": ("audit", ("v",)),
    "audit verify": ("audit", ("v",)),
    "audit sign": ("certify", ("v", "-o", "new")),
    "audit export": ("audit", ("v", "-o", "new")),
    "certificate make": ("certify", ("out.csv", *ON_V, "-o", "new")),
    "certificate prove": ("certify", ("Anna Berg", *ON_V, "--certificate", "certificate.json", "-o", "new")),
    "requests ask": ("request", ("out.csv", *ON_V, "--reason", "a test")),
    "requests list": ("", ON_V),
    "requests approve": ("approve", ("1", *ON_V)),
    "requests refuse": ("approve", ("1", *ON_V)),
    "subjects find": ("subjects", ("Anna Berg", *ON_V)),
    "subjects contact": ("subjects", ("Anna Berg", *ON_V, "-o", "new")),
    "subjects forget": ("forget", ("Anna Berg", *ON_V, "--yes", "--certificate", "new")),
    "vault rotate": ("keys", ("v",)),
    "vault backup": ("verify", ("v", "-o", "new")),
    "vault restore": ("verify", ("v", "-o", "new")),
    "vault two-person": ("keys", ("v", "on")),
    "vault inbox": ("keys", ("v", "-o", "new")),
    "vault merge": ("merge", ("v", "inbox")),
    "vault export": ("transfer", ("v", "-o", "new", "--to", "someone.pub")),
    "vault import": ("transfer", ("v", "table", "--key-file", "someone")),
    "vault info": ("info", ("v",)),
    "vault verify": ("verify", ("v",)),
    "vault keys list": ("keys", ("v",)),
    "vault keys add": ("keys", ("v", "--recovery")),
    "vault keys remove": ("keys", ("v", "SLOT")),
}
NO_VAULT = [
    "completion",
    "demo",
    "detect",
    "plan",
    "link",
    "decide",
    "evaluate",
    "utility",
    "agreement",
    "exchange export",
    "exchange import",
    "feedback learn",
    "feedback restore",
    "feedback show",
    "report",
    "certificate verify",
    "lists audit",
    "lists add",
    "lists remove",
    "profiles list",
    "profiles show",
    "profiles check",
    "serve tokens add",
    "serve tokens list",
    "serve tokens remove",
    "vault init",
    "vault keys make",
    "vault keys keep",
]
ELSEWHERE = {
    "doctor": "tests/interfaces/test_doctor.py: any key opens the vault, nothing of it is shown or noted",
    "serve": "tests/interfaces/rest/test_service.py: each route, and what a vault key means to tokens",
    "start": "tests/browser: its pages open vaults with keys that are typed there",
    "review": "tests/browser: as above",
    "vault keys change": "tests/interfaces/test_cli_keys.py: it takes the old passphrase, which only custodians have",
}


def commands_of(command: object, path: tuple[str, ...] = ()) -> Iterator[str]:
    """Return every command that can be called."""
    inner = getattr(command, "commands", {})
    for name, each in inner.items():
        yield from commands_of(each, (*path, name))
    if path and (not inner or getattr(command, "invoke_without_command", False)):
        yield " ".join(path)


def test_the_matrix_has_every_command() -> None:
    listed = [*COMMANDS, *NO_VAULT, *ELSEWHERE]

    assert sorted(commands_of(typer.main.get_command(app))) == sorted(listed)


@pytest.fixture(scope="module")
def private_keys() -> dict[str, str]:
    return {role: new_private_key() for role in ROLES}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory, private_keys: dict[str, str]) -> Path:
    """A study with a vault for all roles, an output, a plan, a certificate, a request, an inbox and a table."""
    folder, before = tmp_path_factory.mktemp("made"), Path.cwd()
    os.chdir(folder)
    os.environ["ALLONYM_PASSPHRASE"] = PASSPHRASE
    try:
        _make(folder, private_keys)
    finally:
        os.chdir(before)
        del os.environ["ALLONYM_PASSPHRASE"]
    return folder


def _make(folder: Path, private_keys: dict[str, str]) -> None:
    folder.joinpath("posts.csv").write_text(POSTS.replace("nothing here", "Anna Berg was here"))
    run(["vault", "init", "v"])
    with open_vault("v", PASSPHRASE) as vault:
        for role in ROLES:
            vault.keys.add_public_key(public_key_of(private_keys[role]), f"the {role}", role)
    done = [
        run(["pseudonymize", "posts.csv", "-o", "out.csv", *ON_V, "--fast", "--scope", "corpus"]),
        run(["plan", "posts.csv", "-o", "plan.jsonl", "--fast"]),
        run(["certificate", "make", "out.csv", *ON_V, "-o", "certificate.json"]),
        run(["vault", "keys", "make", "someone"]),
        run(["vault", "export", "v", "-o", "table", "--to", "someone.pub"]),
        run(["vault", "inbox", "v", "-o", "inbox"]),
        run(["requests", "ask", "out.csv", *ON_V, "--reason", "a test"]),
    ]

    assert done == [0] * len(done)


@pytest.fixture
def study(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(made, tmp_path / "study")
    monkeypatch.chdir(tmp_path / "study")
    return tmp_path / "study"


def refusals(path: Path, private_key: str) -> list[str]:
    with open_vault(path, private_key=private_key) as vault:
        vault.verify()
        return [entry.action for entry in vault.audit.entries() if entry.result == REFUSED]


# One in six shows that the door is shut; the whole matrix is for `make test-all`.
@pytest.mark.parametrize(
    "command", [pytest.param(each, marks=[pytest.mark.slow] if at % 6 else []) for at, each in enumerate(COMMANDS)]
)
def test_each_role_can_call_what_it_may_and_nothing_else(  # noqa: PLR0917 - fixtures
    study: Path,
    made: Path,
    private_keys: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    command: str,
) -> None:
    operation, arguments = COMMANDS[command]
    with open_vault(study / "v", private_key=private_keys[CUSTODIAN]) as vault:
        [worker] = [slot.id for slot in vault.keys.slots() if slot.role == "worker"]
    given = [worker if each == "SLOT" else each for each in arguments]
    for role in ROLES:
        shutil.copy(made / "v", study / "v")
        monkeypatch.setenv("ALLONYM_PASSPHRASE", private_keys[role])
        code = run([*command.split(), *given])
        told = capfd.readouterr()
        is_allowed = role in (OPERATIONS[operation] if operation else ASKING)

        assert (code == 0) == is_allowed, (role, code, told.err)
        assert "Traceback" not in told.err
        if not is_allowed:
            assert "this key is that of" in told.err, (role, told.err)
            assert not (study / "new").exists(), role
            assert told.out == "", role
            # Whoever restores has a copy, which is nobody's vault yet: there is no log to note it in.
            assert refusals(study / "v", private_keys[CUSTODIAN]) or command == "vault restore", role
        (study / "new").unlink(missing_ok=True)
