"""The front door."""

import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from tests.unit.vault.helpers import PASSPHRASE, manifest

from allonym.core.errors import UsageError, VaultError
from allonym.vault.opening import open_vault


def test_a_vault_in_memory_needs_no_passphrase() -> None:
    with open_vault("memory:") as vault:
        vault.remember([manifest("[X]", "Anna")])

        assert vault.verify().texts == 1
        assert vault.info().slots == 0


@pytest.mark.parametrize("kind", [str, Path])
def test_anything_else_is_a_path(tmp_path: Path, kind: type[str] | type[Path]) -> None:
    path = tmp_path / "study.vault"
    with pytest.raises(VaultError, match="there is no vault"):
        open_vault(kind(path), PASSPHRASE)
    open_vault(kind(path), PASSPHRASE, create=True).close()

    assert path.exists()


@pytest.mark.parametrize("where", ["postgresql://vaults/study", "postgres://vaults/study"])
def test_postgresql_is_said_to_come_later(where: str) -> None:
    with pytest.raises(UsageError, match="not built yet"):
        open_vault(where, PASSPHRASE, create=True)


def test_importing_the_door_loads_nothing_heavy() -> None:
    heavy = (
        "import sys, allonym.vault.opening, allonym.vault.ledger; print({'cryptography', 'sqlite3'} & {*sys.modules})"
    )
    answer = subprocess.run([sys.executable, "-c", heavy], capture_output=True, check=True)

    assert answer.stdout.strip() == b"set()"


def test_both_kinds_can_be_asked_for_by_name() -> None:
    from allonym.vault.memory import open_memory
    from allonym.vault.sqlite import open_file

    made = {entry.name: entry.load() for entry in entry_points(group="allonym.vaults")}

    assert made == {"file": open_file, "memory": open_memory}
