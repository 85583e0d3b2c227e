from collections.abc import Iterator
from pathlib import Path
from shutil import copy

import pytest
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


@pytest.fixture(params=["memory", "sqlite"])
def vault(request: pytest.FixtureRequest) -> Iterator[SealedVault]:
    if request.param == "sqlite":
        yield request.getfixturevalue("sqlite_vault")
        return
    with open_memory(QUICK) as vault:
        yield vault
