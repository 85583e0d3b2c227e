from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex
from shutil import copy

import pytest
from tests.postgres_server import Server
from tests.unit.vault.helpers import PASSPHRASE, QUICK, enter_file, master_of

from allonym.vault.memory import open_memory
from allonym.vault.sealed import SealedVault
from allonym.vault.sqlite import open_file


@pytest.fixture(scope="session")
def blank(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, bytes]:
    """An empty vault, made once, and its master key."""
    path = tmp_path_factory.mktemp("blank") / "blank.vault"
    open_file(path, PASSPHRASE, True, QUICK).close()
    return path, master_of(path)


@pytest.fixture
def sqlite_vault(blank: tuple[Path, bytes], tmp_path: Path) -> Iterator[SealedVault]:
    path, master = blank
    with enter_file(Path(copy(path, tmp_path / "study.vault")), master) as vault:
        yield vault


@pytest.fixture
def address(server: Server) -> str:
    """Where a vault can be made that no other test knows."""
    return server.address(f"test_{token_hex(8)}")


@pytest.fixture
def postgres_vault(address: str) -> Iterator[SealedVault]:
    from allonym.vault.postgres import open_postgres

    with open_postgres(address, PASSPHRASE, True, QUICK) as vault:
        yield vault


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def vault(request: pytest.FixtureRequest) -> Iterator[SealedVault]:
    if request.param != "memory":
        yield request.getfixturevalue(f"{request.param}_vault")
        return
    with open_memory(QUICK) as vault:
        yield vault
