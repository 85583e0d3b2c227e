"""A service with a vault, started once for each file of tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.interfaces.command import PASSPHRASE
from tests.interfaces.rest.servers import Running, process

from allonym import Pseudonymizer, open_vault
from allonym.interfaces.rest.work import Service
from allonym.settings import load_settings


@pytest.fixture(autouse=True)
def _no_network() -> None:
    """Let tests reach the service, which listens on loopback."""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("service")
    open_vault(folder / "study.vault", PASSPHRASE, create=True).close()
    return folder


@pytest.fixture(scope="module")
def service(home: Path) -> Iterator[Running]:
    with process(home, "--vault", "study.vault", "--fast") as running:
        yield running


@pytest.fixture(scope="module")
def light() -> Service:
    """A service without a vault, for what has nothing to do with one."""
    made = Service(Pseudonymizer(load_settings("default").with_model(fast=True)))
    made.warm()
    return made
