"""No test may reach the network, and the fast tests try the same examples every time.

Chance has its place in `make test-all`, which explores: a failure there is a find, in `make test` it would be noise.
"""

import socket
from collections.abc import Iterator

import pytest
from hypothesis import settings
from tests.postgres_server import Server, binaries, running
from tests.warm import end, stay_cold

settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("explore", derandomize=False, deadline=None)
settings.load_profile("steady")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let pictures of pages be made anew, and commands be started as users start them."""
    parser.addoption("--pictures", action="store_true", help="write the pictures of the pages into docs/guides")
    parser.addoption("--cold", action="store_true", help="start every command anew; see tests/warm.py")


def pytest_configure(config: pytest.Config) -> None:
    """Start commands as it was asked for."""
    if config.getoption("--cold"):
        stay_cold()


def pytest_unconfigure() -> None:
    """Leave no process behind."""
    end()


class NetworkReached(AssertionError):
    """Something tried to open a connection."""


@pytest.fixture(autouse=True)
def _no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise NetworkReached

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket.socket, "connect_ex", refuse)


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A PostgreSQL server, started once."""
    pytest.importorskip("psycopg", reason="needs psycopg: pip install 'allonym[postgres]'")
    programs = binaries()
    if programs is None:
        pytest.skip("needs the programs of a PostgreSQL server, initdb and pg_ctl: apt-get install postgresql")
    with running(programs) as server:
        yield server
