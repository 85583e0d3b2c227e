"""The page about persons: found, listed, forgotten with a certificate; and only by whoever may."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.interfaces.command import PASSPHRASE, allonym
from tests.interfaces.pages.started import Started, started
from tests.interfaces.pages.test_recovery import key_of

from allonym import Pseudonymizer, open_vault
from allonym.core.pieces import Layout
from allonym.formats.choosing import choose
from allonym.running.files import Run, pseudonymize_file
from allonym.running.sources import Source
from allonym.vault.roles import OPERATIONS, ROLES

TABLE = "id,author,text\n1,w1,Call Anna Berg today.\n2,w2,Anna Berg met Paul Smith.\n3,w1,Nobody was here.\n"
KEY = {"vault": "study.vault", "passphrase": PASSPHRASE}
ANNA = {**KEY, "name": "Anna Berg", "label": "PERSON"}


@pytest.fixture
def study(tmp_path: Path) -> Path:
    asked = Layout(author_column="author", text_columns=("text",))
    source = Source(tmp_path / "t.csv", "t.csv", choose("t.csv"), asked, TABLE.encode())
    with open_vault(tmp_path / "study.vault", PASSPHRASE, create=True) as vault:
        pseudonymize_file(Run(Pseudonymizer("default", vault, "en")), source, tmp_path / "out.csv")
    return tmp_path


@pytest.fixture
def pages(study: Path) -> Any:
    with started(study) as running:
        yield running


def test_a_person_is_found_as_the_command_line_finds_it(pages: Started, study: Path) -> None:
    answer = pages.post("/api/subjects/find", ANNA)
    done = allonym("subjects", "find", "Anna Berg", "--vault", "study.vault", "--json", cwd=study)

    assert answer.data["found"] == json.loads(done.stdout)["result"]["found"]
    assert [(each["document"], each["author"], each["sure"]) for each in answer.data["found"]] == [
        ("1", "w1", True),
        ("2", "w2", True),
    ]
    assert "Anna" not in answer.body.decode()


def test_only_outputs_of_the_vault_can_be_written_anew(pages: Started, study: Path) -> None:
    (study / "t.csv").write_text(TABLE, "utf-8")
    (study / "other.txt").write_text("Anna Berg", "utf-8")
    found, nobody = (pages.post("/api/subjects/find", {**ANNA, "name": name}) for name in ("Anna Berg", "Eva Holm"))

    assert found.data["outputs"] == ["out.csv"]
    assert nobody.data["outputs"] == []


def test_the_list_of_writers_is_that_of_the_command_line(pages: Started, study: Path) -> None:
    answer = pages.post("/api/subjects/contact", ANNA)
    listed = pages.get(f"/api/made/{answer.data['made']}")
    allonym("subjects", "contact", "Anna Berg", "--vault", "study.vault", "-o", "c.csv", cwd=study)

    assert listed.body == (study / "c.csv").read_bytes()
    assert answer.data["authors"] == 2


def test_a_person_is_forgotten_with_a_certificate_and_new_outputs(pages: Started, study: Path) -> None:
    only = [each["number"] for each in pages.post("/api/subjects/find", ANNA).data["found"]]
    answer = pages.post("/api/subjects/forget", {**ANNA, "only": only, "outputs": ["out.csv"], "confirm": "FORGET"})
    signed, words = (pages.get(f"/api/made/{each['made']}").body for each in answer.data["files"])
    folder = study / answer.data["place"]
    again = pages.post("/api/subjects/find", ANNA)
    held = {"input": {"file": "withdrawal/outputs/out.csv"}, "reason": "a test"}
    back = pages.post("/api/recover/file", {**KEY, **held})

    assert answer.data["mentions"] == 2
    assert answer.data["outputs"] == 1
    assert json.loads(signed)["payload"]["mentions"] == 2
    assert (folder / "certificate.json").read_bytes() == signed
    assert b"Certificate of withdrawal" in words
    assert b"Anna" not in signed + words
    assert again.data["found"] == []
    assert len(answer.data["remains"]) == 3
    assert "PostgreSQL" not in answer.body.decode()
    assert (back.data["exact"], back.data["withheld"]) == (False, True)
    recovered = pages.get(f"/api/made/{back.data['made']}").body.decode()
    assert "Anna" not in recovered
    assert "Paul Smith" in recovered


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"confirm": "forget"}, 422),
        ({"confirm": None}, 422),
        ({"only": []}, 422),
        ({"only": ["9.9.9.e9"]}, 422),
        ({"outputs": ["nowhere.csv"]}, 404),
        ({"outputs": ["../out.csv"]}, 422),
        ({"name": " "}, 422),
        ({"label": "Anna Berg"}, 422),
    ],
)
def test_nothing_is_forgotten_by_mistake(change: dict[str, Any], status: int, pages: Started) -> None:
    only = [each["number"] for each in pages.post("/api/subjects/find", ANNA).data["found"]]
    answer = pages.post("/api/subjects/forget", {**ANNA, "only": only, "outputs": [], "confirm": "FORGET", **change})
    still = pages.post("/api/subjects/find", ANNA)

    assert answer.status == status, answer.body
    assert "Anna" not in answer.body.decode()
    assert len(still.data["found"]) == 2


@pytest.mark.parametrize("role", [role for role in ROLES if role != "custodian"])
def test_other_roles_find_and_forget_nobody(role: str, pages: Started, study: Path) -> None:
    person = {"vault": "study.vault", "passphrase": "", "key": key_of(study, role), "name": "Anna Berg"}
    found = pages.post("/api/subjects/find", person)
    listed = pages.post("/api/subjects/contact", person)
    gone = pages.post("/api/subjects/forget", {**person, "only": ["1.1.0.e1"], "outputs": [], "confirm": "FORGET"})

    assert [each.status for each in (found, listed, gone)] == [403] * 3
    assert role not in OPERATIONS["forget"]


def test_the_page_says_who_may_do_what(pages: Started) -> None:
    page = pages.get("/subjects").body.decode()

    assert "<td><bdi>Forget persons</bdi></td><td>yes</td><td>–</td><td>–</td><td>–</td><td>–</td>" in page
