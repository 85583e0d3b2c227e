"""Every route of a review with the key of every role: an annotator's is enough, and nobody else but a custodian may."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.interfaces.command import PASSPHRASE
from tests.interfaces.pages.reviewed import Reviewed, reviewed

from allonym import open_vault
from allonym.core.errors import NotAllowed
from allonym.core.pieces import Layout
from allonym.running.files import recover_file
from allonym.running.sources import find_inputs
from allonym.vault.credentials import new_private_key, public_key_of
from allonym.vault.roles import ANNOTATOR, CUSTODIAN, OPERATIONS, ROLES

STATUS = b'{"version":0,"command":{"do":"status","status":"done"}}'
ROUTES: dict[tuple[str, str], bytes | None] = {
    ("GET", "/review"): None,
    ("GET", "/api/review/settings"): None,
    ("GET", "/api/review/documents"): None,
    ("GET", "/api/review/documents/{n:int}"): None,
    ("POST", "/api/review/documents/{n:int}/do"): STATUS,
    ("POST", "/api/review/documents/{n:int}/undo"): b'{"version":1}',
    ("POST", "/api/review/documents/{n:int}/redo"): b'{"version":2}',
    ("GET", "/api/review/next"): None,
    ("GET", "/api/review/progress"): None,
    ("GET", "/api/review/deferred"): None,
    ("POST", "/api/review/decide"): b'{"k":2}',
    ("GET", "/api/review/export"): None,
    ("POST", "/api/review/finish"): b"{}",
}
"""Every route, in an order in which each finds what it needs, and what is sent. Import has tests of its own."""


@pytest.fixture(scope="module")
def private_keys() -> dict[str, str]:
    return {role: new_private_key() for role in ROLES}


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory, private_keys: dict[str, str]) -> Path:
    folder = tmp_path_factory.mktemp("study")
    (folder / "a.txt").write_text("Anna Berg, anna.berg@example.org\n")
    with open_vault(folder / "v", PASSPHRASE, create=True) as vault:
        for role in ROLES:
            vault.keys.add_public_key(public_key_of(private_keys[role]), f"the {role}", role)
    return folder


@contextmanager
def serving(study: Path, private_key: str, folder: Path) -> Iterator[Reviewed]:
    with (
        open_vault(study / "v", private_key=private_key) as vault,
        reviewed(study / "a.txt", folder, vault=vault) as running,
    ):
        yield running


@pytest.mark.parametrize("role", [CUSTODIAN, ANNOTATOR])
def test_who_may_review_can_use_every_route(
    study: Path, private_keys: dict[str, str], tmp_path: Path, role: str
) -> None:
    with serving(study, private_keys[role], tmp_path / "r") as running:
        listed = {(next(iter(each.methods - {"HEAD"})), each.path) for each in running.routes}
        assert listed - {("POST", "/api/review/import")} == set(ROUTES)
        for (method, path), body in ROUTES.items():
            sent = {"Content-Type": "application/json"}
            answer = running.ask(method, path.replace("{n:int}", "0"), body, sent)
            assert answer.status == 200, (path, answer.body)
    with open_vault(study / "v", PASSPHRASE) as vault:
        [source], _ = find_inputs([str(tmp_path / "r" / "output" / "a.txt")], None, Layout())
        recover_file(vault, source, tmp_path / "back.txt")

    assert (tmp_path / "back.txt").read_bytes() == (study / "a.txt").read_bytes()


@pytest.mark.parametrize("role", [role for role in ROLES if role not in OPERATIONS["review"]])
def test_who_may_not_review_gets_no_page(study: Path, private_keys: dict[str, str], tmp_path: Path, role: str) -> None:
    with pytest.raises(NotAllowed, match=role), serving(study, private_keys[role], tmp_path / "r"):
        pass

    assert not (tmp_path / "r").exists()
