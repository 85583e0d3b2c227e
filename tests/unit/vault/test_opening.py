"""The front door."""

import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from tests.unit.vault.helpers import PASSPHRASE, manifest

from allonym.core.errors import MissingExtra, VaultError
from allonym.vault.opening import holds_password, open_vault, shown


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
def test_without_its_extra_postgresql_is_asked_for(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("allonym.vault.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr("allonym.vault.postgres", raising=False)
    monkeypatch.setitem(sys.modules, "psycopg", None)

    with pytest.raises(MissingExtra, match=r"pip install 'allonym\[postgres\]'"):
        open_vault(where, PASSPHRASE, create=True)


def test_any_other_package_that_is_missing_is_not_taken_for_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("allonym.vault.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr("allonym.vault.postgres", raising=False)
    monkeypatch.setitem(sys.modules, "allonym.vault.addresses", None)
    pytest.importorskip("psycopg", reason="needs psycopg: pip install 'allonym[postgres]'")

    with pytest.raises(ModuleNotFoundError, match=r"allonym\.vault\.addresses"):
        open_vault("postgresql://vaults/study", PASSPHRASE)


def test_an_address_is_shown_without_its_secrets() -> None:
    pytest.importorskip("psycopg", reason="needs psycopg: pip install 'allonym[postgres]'")

    assert shown("postgresql://anna:hush@vaults/study") == "postgresql://vaults/study"
    assert shown("anna:hush@study.vault") == "anna:hush@study.vault"


def test_only_the_address_of_a_server_holds_a_password() -> None:
    pytest.importorskip("psycopg", reason="needs psycopg: pip install 'allonym[postgres]'")
    addresses = ["postgresql://anna:hush@vaults/study", "postgresql://anna@vaults/study", "anna:hush@study.vault"]

    assert [holds_password(where) for where in addresses] == [True, False, False]


def test_importing_the_door_loads_nothing_heavy() -> None:
    heavy = (
        "import sys, allonym.vault.opening, allonym.vault.ledger; "
        "print({'cryptography', 'sqlite3', 'psycopg'} & {*sys.modules})"
    )
    answer = subprocess.run([sys.executable, "-c", heavy], capture_output=True, check=True)

    assert answer.stdout.strip() == b"set()"


def test_every_kind_can_be_asked_for_by_name() -> None:
    pytest.importorskip("psycopg", reason="needs psycopg: pip install 'allonym[postgres]'")
    from allonym.vault.memory import open_memory
    from allonym.vault.postgres import open_postgres
    from allonym.vault.sqlite import open_file

    made = {entry.name: entry.load() for entry in entry_points(group="allonym.vaults")}

    assert made == {"file": open_file, "memory": open_memory, "postgresql": open_postgres}
