"""Every refusal is in the log of the vault, also where somebody is stopped by the keys that they do not have."""

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.unit.vault.helpers import PASSPHRASE, QUICK, file_record, manifest

from allonym.core.errors import NotAllowed
from allonym.vault.backups import copy_vault
from allonym.vault.credentials import new_private_key, public_key_of
from allonym.vault.entries import REFUSED
from allonym.vault.roles import ANNOTATOR, AUDITOR, CUSTODIAN, RECOVERER, WORKER
from allonym.vault.sealed import SealedVault
from allonym.vault.sqlite import open_file

OTHERS = (RECOVERER, ANNOTATOR, WORKER, AUDITOR)


@pytest.fixture
def study(tmp_path: Path) -> tuple[Path, dict[str, str]]:
    path, keys = tmp_path / "study.vault", {role: new_private_key() for role in (CUSTODIAN, *OTHERS)}
    with open_file(path, PASSPHRASE, True, QUICK) as vault:
        for role, key in keys.items():
            vault.keys.add_public_key(public_key_of(key), role, role)
        vault.remember([manifest("[X]", "Anna")])
        vault.finish_file(file_record(vault.begin_file(b"in", "s")))
        vault.requests.ask([(b"out", "posts.csv")], "a test")
    return path, keys


def refused(study: tuple[Path, dict[str, str]]) -> list[tuple[str, str]]:
    with open_file(study[0], study[1][CUSTODIAN], options=QUICK) as vault:
        vault.audit.verify()
        return [(entry.role, entry.action) for entry in vault.audit.entries() if entry.result == REFUSED]


ASKED: dict[str, tuple[Callable[[SealedVault], object], str, tuple[str, ...]]] = {
    "a passphrase": (lambda vault: vault.keys.add_passphrase("another one"), "keys", OTHERS),
    "a recovery key": (lambda vault: vault.keys.add_recovery_key(), "keys", OTHERS),
    "another passphrase": (lambda vault: vault.keys.change_passphrase(PASSPHRASE, "new"), "keys", OTHERS),
    "the list of requests": (lambda vault: list(vault.requests.all()), "request", (ANNOTATOR, WORKER)),
    "to refuse": (lambda vault: vault.requests.refuse(1), "request", (ANNOTATOR, WORKER, AUDITOR)),
    "to refuse another's": (lambda vault: vault.requests.refuse(1), "approve", (RECOVERER,)),
}


@pytest.mark.parametrize("what", ASKED)
def test_what_is_refused_is_noted(study: tuple[Path, dict[str, str]], what: str) -> None:
    ask, action, roles = ASKED[what]
    for role in roles:
        with open_file(study[0], study[1][role], options=QUICK) as vault, pytest.raises(NotAllowed):
            ask(vault)

    assert refused(study) == [(role, action) for role in roles]


def test_who_may_see_requests_sees_them(study: tuple[Path, dict[str, str]]) -> None:
    for role in (CUSTODIAN, RECOVERER, AUDITOR):
        with open_file(study[0], study[1][role], options=QUICK) as vault:
            assert [request.number for request in vault.requests.all()] == [1]

    assert refused(study) == []


@pytest.mark.parametrize("restoring", [False, True])
def test_a_copy_that_is_refused_is_noted_in_the_vault_and_in_no_backup(
    study: tuple[Path, dict[str, str]], tmp_path: Path, restoring: bool
) -> None:
    with pytest.raises(NotAllowed, match="verify takes the key of a custodian"):
        copy_vault(study[0], tmp_path / "copy", study[1][WORKER], QUICK, restoring=restoring)

    assert refused(study) == ([] if restoring else [(WORKER, "backup")])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["study.vault"]
