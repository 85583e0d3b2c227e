"""The recovery page: originals for a reason, refusals in words, and two persons where it takes two."""

from pathlib import Path
from typing import Any

import pytest
from tests.interfaces.command import PASSPHRASE, POSTS
from tests.interfaces.pages.started import Started, started

from allonym import Pseudonymizer, open_vault
from allonym.core.pieces import Layout
from allonym.formats.choosing import choose
from allonym.running.files import Run, pseudonymize_file
from allonym.running.sources import Source
from allonym.vault.credentials import new_private_key, public_key_of, seal_private_key

KEY = {"vault": "study.vault", "passphrase": PASSPHRASE}
WHY = "the writer asks"


@pytest.fixture
def study(tmp_path: Path) -> Path:
    """A folder with a vault, an output that it knows, and nothing else."""
    source = Source(tmp_path / "posts.csv", "posts.csv", choose("posts.csv"), Layout(), POSTS.encode())
    with open_vault(tmp_path / "study.vault", PASSPHRASE, create=True) as vault:
        pseudonymize_file(Run(Pseudonymizer("default", vault)), source, tmp_path / "out.csv")
    return tmp_path


@pytest.fixture
def pages(study: Path) -> Any:
    with started(study) as running:
        yield running


def key_of(study: Path, role: str) -> str:
    """Give somebody a key of their own, and return it."""
    private = new_private_key()
    with open_vault(study / "study.vault", PASSPHRASE) as vault:
        vault.keys.add_public_key(public_key_of(private), role, role)
    return private


def accesses(study: Path) -> list[tuple[str, str]]:
    with open_vault(study / "study.vault", PASSPHRASE) as vault:
        return [(each.reason, each.what) for each in vault.accesses()]


def test_a_file_comes_back_byte_for_byte_once(pages: Started, study: Path) -> None:
    held = pages.hand_in("out.csv", (study / "out.csv").read_bytes(), "/api/recover/inputs").data["input"]
    answer = pages.post("/api/recover/file", {**KEY, "input": held, "reason": WHY})
    first, second = (pages.get(f"/api/made/{answer.data['made']}") for _ in range(2))

    assert answer.data["exact"]
    assert first.body == POSTS.encode()
    assert second.status == 404
    assert accesses(study) == [(WHY, "out.csv")]
    assert b"@anna" not in b"".join(path.read_bytes() for path in study.iterdir())


def test_a_text_comes_back(pages: Started, study: Path) -> None:
    new = (study / "out.csv").read_text("utf-8").splitlines()[2].split(",", 2)[2]
    answer = pages.post("/api/recover/text", {**KEY, "text": new, "reason": WHY})

    assert answer.data == {"id": "2", "text": "mail bo@example.org or BO@example.org"}
    assert accesses(study) == [(WHY, "page")]


def test_an_edited_file_comes_back_where_it_is_sure(pages: Started, study: Path) -> None:
    edited = (study / "out.csv").read_bytes().replace(b"mail ", b"write to ")
    held = pages.hand_in("out.csv", edited, "/api/recover/inputs").data["input"]
    body = {**KEY, "input": held, "reason": WHY}
    exact, searched = pages.post("/api/recover/file", body), pages.post("/api/recover/file", {**body, "edited": True})

    assert not exact.data["exact"]
    assert exact.data["texts"] == 5
    assert searched.data["restored"] == 7
    assert b"write to bo@example.org" in pages.get(f"/api/made/{searched.data['made']}").body


@pytest.mark.parametrize(
    ("change", "status", "told"),
    [
        ({"reason": "  "}, 422, "reason"),
        ({"passphrase": "Anna Berg"}, 403, "does not open this vault"),
        ({"passphrase": ""}, 422, "missing"),
        ({"vault": "Anna Berg"}, 404, "no vault"),
        ({"vault": "../study.vault"}, 422, "folder"),
        ({"text": "Anna Berg was here"}, 409, "text"),
        ({"text": ""}, 422, "missing"),
        ({"Anna Berg": 1}, 422, "not known"),
    ],
)
def test_refusals_are_told_without_words(change: dict[str, str], status: int, told: str, pages: Started) -> None:
    answer = pages.post("/api/recover/text", {**KEY, "text": "x", "reason": WHY, **change})

    assert answer.status == status, answer.body
    assert told in answer.detail
    assert "Anna" not in answer.detail


@pytest.mark.parametrize(("role", "status"), [("recoverer", 200), ("worker", 403), ("auditor", 403)])
def test_a_key_may_do_what_its_role_may(role: str, status: int, pages: Started, study: Path) -> None:
    key = {"vault": "study.vault", "passphrase": "", "key": key_of(study, role)}
    opened = pages.post("/api/vault/open", key)
    answer = pages.post("/api/recover/file", {**key, "input": {"file": "out.csv"}, "reason": WHY})

    assert opened.data["role"] == role
    assert ("recover" in opened.data["may"]) == (status == 200)
    assert answer.status == status


def test_a_sealed_key_takes_its_own_passphrase(pages: Started, study: Path) -> None:
    sealed = seal_private_key(key_of(study, "recoverer"), "another four random words")
    right, wrong = (
        pages.post("/api/vault/open", {"vault": "study.vault", "passphrase": words, "key": sealed})
        for words in ("another four random words", "no")
    )

    assert right.data["role"] == "recoverer"
    assert wrong.status == 403


def test_where_it_takes_two_one_asks_and_another_approves(pages: Started, study: Path) -> None:
    mine = {"vault": "study.vault", "passphrase": "", "key": key_of(study, "recoverer")}
    with open_vault(study / "study.vault", PASSPHRASE) as vault:
        vault.keys.require_two(True)
    wanted = {**mine, "input": {"file": "out.csv"}, "reason": WHY}
    alone = pages.post("/api/recover/file", wanted)
    text = pages.post("/api/recover/text", {**mine, "text": "x", "reason": WHY})
    [request] = pages.post("/api/recover/ask", wanted).data["requests"]
    early = pages.post("/api/recover/file", {**wanted, "grant": request["number"]})
    own = pages.post("/api/recover/approve", {**mine, "number": request["number"]})
    [seen] = pages.post("/api/vault/open", KEY).data["requests"]
    approved = pages.post("/api/recover/approve", {**KEY, "number": request["number"]})
    others = pages.post("/api/recover/file", {**KEY, "input": {"file": "out.csv"}, "reason": WHY, "grant": 1})
    given = pages.post("/api/recover/file", {**wanted, "grant": request["number"]})
    again = pages.post("/api/recover/file", {**wanted, "grant": request["number"]})

    assert [each.status for each in (alone, text, early, own, others, again)] == [403] * 6
    assert "takes two" in alone.detail
    assert (request["mine"], request["can"]) == (True, ["refuse"])
    assert (seen["mine"], seen["can"], seen["reason"]) == (False, ["approve", "refuse"], WHY)
    assert approved.data["requests"][0]["state"] == "approved"
    assert pages.get(f"/api/made/{given.data['made']}").body == POSTS.encode()


def test_a_request_can_be_refused(pages: Started, study: Path) -> None:
    mine = {"vault": "study.vault", "passphrase": "", "key": key_of(study, "recoverer")}
    with open_vault(study / "study.vault", PASSPHRASE) as vault:
        vault.keys.require_two(True)
    pages.post("/api/recover/ask", {**mine, "input": {"file": "out.csv"}, "reason": WHY})
    refused = pages.post("/api/recover/refuse", {**KEY, "number": 1})
    given = pages.post("/api/recover/file", {**mine, "input": {"file": "out.csv"}, "reason": WHY, "grant": 1})

    assert [(each["state"], each["can"]) for each in refused.data["requests"]] == [("refused", [])]
    assert given.status == 403
