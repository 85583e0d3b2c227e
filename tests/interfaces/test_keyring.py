"""Passphrases in the keyring of the system."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from allonym.interfaces.cli.app import run

keyring: Any = pytest.importorskip("keyring")


@pytest.fixture
def kept() -> Iterator[dict[tuple[str, str], str]]:
    """A keyring as a system has one, in memory."""
    from keyring.backend import KeyringBackend

    secrets: dict[tuple[str, str], str] = {}

    class Memory(KeyringBackend):  # type: ignore[misc, unused-ignore]
        priority = 1

        def get_password(self, service: str, username: str) -> str | None:
            return secrets.get((service, username))

        def set_password(self, service: str, username: str, password: str) -> None:
            secrets[service, username] = password

        def delete_password(self, service: str, username: str) -> None:
            del secrets[service, username]

    before = keyring.get_keyring()
    keyring.set_keyring(Memory())  # type: ignore[no-untyped-call]
    yield secrets
    keyring.set_keyring(before)


def test_a_vault_opens_with_what_the_keyring_keeps(
    kept: dict[tuple[str, str], str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ALLONYM_PASSPHRASE", raising=False)
    monkeypatch.setenv("ALLONYM_NEW_PASSPHRASE", "correct horse battery staple")
    assert run(["vault", "keys", "keep", "study"]) == 0
    assert kept == {("allonym", "study"): "correct horse battery staple"}
    assert run(["vault", "init", "study.vault", "--passphrase-file", "keyring:study"]) == 0
    assert run(["vault", "verify", "study.vault", "--passphrase-file", "keyring:study"]) == 0
    assert run(["vault", "verify", "study.vault", "--passphrase-file", "keyring:other"]) == 2
    said = capsys.readouterr()
    assert "the keyring has no secret of this name" in said.err
    assert "horse" not in said.out + said.err


def test_without_the_extra_it_is_said_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "keyring", None)

    assert run(["vault", "info", "x.vault", "--passphrase-file", "keyring:study"]) == 2
    assert run(["vault", "keys", "keep", "study", "--new-passphrase-file", __file__]) == 2
    assert "pip install 'allonym[keyring]'" in capsys.readouterr().err
