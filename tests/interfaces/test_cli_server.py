"""A vault on a server, from the command line: the same answers, and no password anywhere."""

from pathlib import Path
from secrets import token_hex

import pytest
from tests.interfaces.command import POSTS, allonym
from tests.postgres_server import Server

pytest.importorskip("psycopg", reason="needs psycopg: pip install 'allonym[postgres]'")

NOTE = b"note: others can read a password in an address"
SECRETS = (b"p@ss", b"p%40ss", b"pseudo")


@pytest.fixture
def address(server: Server) -> str:
    return server.address(f"cli_{token_hex(8)}")


def test_posts_go_there_and_back(folder: Path, address: str) -> None:
    there = allonym("pseudonymize", "posts.csv", "-o", "out.csv", "--vault", address, "--fast", cwd=folder)
    back = allonym("recover", "out.csv", "-o", "back.csv", "--vault", address, "--reason", "a check", cwd=folder)
    verified = allonym("vault", "verify", address, cwd=folder)
    again = allonym("vault", "init", address, cwd=folder)

    assert (there.returncode, back.returncode, verified.returncode, again.returncode) == (0, 0, 0, 2), there.stderr
    assert b"created the vault postgresql://" in there.stderr
    assert b"@anna" not in (folder / "out.csv").read_bytes()
    assert (folder / "back.csv").read_bytes() == POSTS.encode()
    assert verified.stdout.startswith(b"postgresql://")
    assert b"in order" in verified.stdout
    assert b"is already there" in again.stderr
    for done in (there, back, verified, again):
        assert done.stderr.count(NOTE) == 1
        assert not [
            secret for secret in SECRETS if secret in (done.stdout + done.stderr).replace(b"pseudonymized", b"")
        ]


@pytest.mark.parametrize(
    "command", [("vault", "info"), ("vault", "verify"), ("recover", "posts.csv", "-o", "-", "--vault")]
)
def test_a_vault_that_is_not_there_is_told(folder: Path, address: str, command: tuple[str, ...]) -> None:
    done = allonym(*command, address, cwd=folder)

    assert done.returncode == 2
    assert b"there is no vault postgresql://" in done.stderr
    assert not [secret for secret in SECRETS if secret in done.stdout + done.stderr]


def test_a_server_that_does_not_answer_is_told(folder: Path) -> None:
    done = allonym("vault", "info", f"postgresql://pseudo:p%40ss@/db?host={folder}", cwd=folder)

    assert done.returncode == 1
    assert b"cannot be reached" in done.stderr
    assert b"p@ss" not in done.stderr
    assert b"Traceback" not in done.stderr
