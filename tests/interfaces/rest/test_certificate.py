"""Certificates over HTTP: signed by the vault for files that were sent, and checked without it."""

import json
from base64 import b64encode
from copy import deepcopy
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from tests.interfaces.command import PASSPHRASE, POSTS, allonym
from tests.interfaces.rest.servers import Running, process

from allonym import open_vault
from allonym.running.certifying import prove


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an output that its vault knows."""
    folder = tmp_path_factory.mktemp("certified")
    (folder / "posts.csv").write_bytes(POSTS.encode())
    done = allonym("pseudonymize", "posts.csv", "-o", "out.csv", "--vault", "study.vault", "--fast", cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def certifying(study: Path) -> Any:
    with process(study, "--vault", "study.vault", "--fast") as running:
        yield running


def sent(path: Path) -> dict[str, str]:
    return {"name": path.name, "data": b64encode(path.read_bytes()).decode()}


def made(running: Running, study: Path) -> dict[str, Any]:
    answer = running.post("certificate", {"outputs": [sent(study / "out.csv")]})
    assert answer.status == 200, answer.body
    certificate: dict[str, Any] = answer.data
    return certificate


def test_a_certificate_says_what_that_of_the_command_line_says(certifying: Running, study: Path) -> None:
    over_http = made(certifying, study)
    done = allonym("certificate", "make", "out.csv", "--vault", "study.vault", "-o", "c.json", cwd=study)
    written = json.loads((study / "c.json").read_text("utf-8"))
    (study / "http.json").write_text(json.dumps(over_http), "utf-8")
    checked = allonym("certificate", "verify", "http.json", "--output", "out.csv", cwd=study)

    assert done.returncode == 0
    assert checked.returncode == 0, checked.stderr
    assert over_http["payload"]["files"] == written["payload"]["files"]
    assert over_http["payload"]["files"][0]["recovery"] == "exact"
    assert over_http["payload"]["key"] == written["payload"]["key"]


def test_a_file_that_was_changed_gets_no_certificate(certifying: Running, study: Path) -> None:
    output = sent(study / "out.csv")
    output["data"] = b64encode((study / "out.csv").read_bytes() + b"x").decode()
    answer = certifying.post("certificate", {"outputs": [output]})

    assert answer.status == 404
    assert "out.csv" not in answer.body.decode()


def test_a_certificate_is_checked_against_outputs_key_and_proof(certifying: Running, study: Path) -> None:
    certificate = made(certifying, study)
    digest = sha256((study / "out.csv").read_bytes()).hexdigest()
    with open_vault(study / "study.vault", PASSPHRASE) as vault:
        proof = prove(vault, "bo@example.org", certificate["payload"])
    body = {
        "certificate": certificate,
        "outputs": [{"sha256": digest}],
        "public_key": certificate["payload"]["key"],
        "proof": proof,
        "name": "bo@example.org",
    }
    good = certifying.post("certificate/verify", body, role="auditor").data
    other_file = certifying.post("certificate/verify", {**body, "outputs": [{"sha256": "0" * 64}]}).data
    other_name = certifying.post("certificate/verify", {**body, "name": "anna@example.org"}).data
    forged = deepcopy(certificate)
    forged["payload"]["totals"]["texts"] += 1
    changed = certifying.post("certificate/verify", {"certificate": forged}).data

    assert good["valid"]
    assert good["certificate"]["files"] == 1
    assert good["proven"]["mentions"] == 2
    assert [each["valid"] for each in (other_file, other_name, changed)] == [False, False, False]
    assert "outputs[0]" in other_file["reason"]
    assert "signature" in changed["reason"]


def test_the_certificate_that_somebody_was_forgotten_is_checked(certifying: Running, tmp_path: Path) -> None:
    (tmp_path / "posts.csv").write_bytes(POSTS.encode())
    allonym("pseudonymize", "posts.csv", "-o", "out.csv", "--vault", "other.vault", "--fast", cwd=tmp_path)
    with open_vault(tmp_path / "other.vault", PASSPHRASE) as vault:
        certificate = vault.subjects.certificate(vault.subjects.forget(vault.subjects.find("bo@example.org")))
    good = certifying.post("certificate/verify", {"certificate": certificate}, role="auditor").data
    forged = deepcopy(certificate)
    forged["payload"]["mentions"] += 1
    changed = certifying.post("certificate/verify", {"certificate": forged}).data
    nameless = deepcopy(certificate)
    del nameless["payload"]["key"]
    with_outputs = {"certificate": certificate, "outputs": [{"sha256": "0" * 64}]}

    assert good["valid"]
    assert good["certificate"] is None
    assert good["withdrawn"]["mentions"] == certificate["payload"]["mentions"] > 0
    assert good["withdrawn"]["key"] == certificate["payload"]["key"]
    assert (changed["valid"], changed["withdrawn"]) == (False, None)
    assert "signature" in changed["reason"]
    assert certifying.post("certificate/verify", {"certificate": nameless}).status == 422
    assert certifying.post("certificate/verify", with_outputs).status == 422


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("certificate", {"outputs": []}),
        ("certificate", {"outputs": [{"name": "Anna Berg.txt", "data": "not base64!"}]}),
        ("certificate", {"outputs": [{"name": "-", "data": "QQ=="}]}),
        ("certificate", {"outputs": [{"name": "Anna Berg.txt", "data": "QQ==", "more": 1}]}),
        ("certificate", {"outputs": ["Anna Berg"]}),
        ("certificate", ["Anna Berg"]),
        ("certificate/verify", {"certificate": "Anna Berg"}),
        ("certificate/verify", {"certificate": {}, "proof": "Anna Berg"}),
        ("certificate/verify", {"certificate": {}, "name": "Anna Berg"}),
        ("certificate/verify", {"certificate": {}, "public_key": "Anna Berg"}),
        ("certificate/verify", {"certificate": {}, "outputs": [{"sha256": "Anna Berg"}]}),
        ("certificate/verify", {"certificate": {}, "Anna Berg": 1}),
    ],
)
def test_what_does_not_fit_is_refused_without_a_word_of_it(path: str, body: Any, certifying: Running) -> None:
    answer = certifying.post(path, body)

    assert answer.status == 422
    assert "Anna" not in answer.body.decode()


def test_without_a_vault_nothing_is_signed_but_anything_can_be_checked(
    study: Path, certifying: Running, tmp_path: Path
) -> None:
    certificate = made(certifying, study)
    with process(tmp_path, "--fast") as running:
        refused = running.post("certificate", {"outputs": [sent(study / "out.csv")]})
        checked = running.post("certificate/verify", {"certificate": certificate})

    assert refused.status == 409
    assert checked.data["valid"]
