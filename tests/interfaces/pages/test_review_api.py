"""What the review page asks for: every step is told as what it changes, and nothing is told twice or wrongly."""

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.interfaces.command import PASSPHRASE, allonym
from tests.interfaces.pages.reviewed import Reviewed, reviewed

from allonym import open_vault
from allonym.settings import load_settings

TEXT = "Anna Berg met Karl Holm in Leeds. Write to anna.berg@example.org. Anna Berg knows Karl Holm."
OTHER = "Karl Holm, Karl Holm and nobody else."


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text(TEXT)
    (tmp_path / "in" / "b.txt").write_text(OTHER)
    return tmp_path / "in"


@pytest.fixture
def review(corpus: Path, tmp_path: Path) -> Iterator[Reviewed]:
    with reviewed(corpus, tmp_path / "r") as running:
        yield running


def entity(sheet: dict[str, Any], words: str) -> dict[str, Any]:
    mark = next(each for each in sheet["marks"] if sheet["text"][each["start"] : each["end"]] == words)
    found: dict[str, Any] = next(each for each in sheet["entities"] if each["id"] == mark["entity"])
    return found


def followed(sheet: dict[str, Any], delta: dict[str, Any]) -> dict[str, Any]:
    """Return the sheet as a page has it after a step."""
    marks = {each["id"]: each for each in sheet["marks"]} | {each["id"]: each for each in delta["marks"]}
    parties = {each["id"]: each for each in sheet["entities"]} | {each["id"]: each for each in delta["entities"]}
    kept = ("version", "comment", "status", "can_undo", "can_redo")
    return {
        **sheet,
        **{name: delta[name] for name in kept},
        "marks": sorted((marks[id_] for id_ in marks if id_ not in delta["gone"]), key=lambda each: each["start"]),
        "entities": [parties[id_] for id_ in parties if id_ not in delta["lost"]],
    }


def same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    def plain(sheet: dict[str, Any]) -> object:
        parties = [{key: value for key, value in each.items() if key != "shared"} for each in sheet["entities"]]
        return sheet["marks"], sorted(parties, key=lambda each: str(each["id"])), sheet["version"], sheet["status"]

    return plain(one) == plain(other)


def test_settings_say_what_the_page_must_know(review: Reviewed) -> None:
    data = review.get("/api/review/settings").data

    assert (data["profile"], data["scope"], data["annotator"]) == ("default", "document", "one")
    assert {"name", "group", "words", "swell"} <= data["labels"][0].keys()
    assert {each["name"]: each["writes"] for each in data["rules"]}["direct"]
    assert data["morphology"] == ["gen", "def", "pl"]


def test_the_list_knows_what_is_planned(review: Reviewed) -> None:
    before = review.get("/api/review/documents?limit=1").data
    review.sheet(0)
    after = review.get("/api/review/documents?status=open&label=EMAIL").data

    assert (before["total"], len(before["documents"])) == (2, 1)
    assert [each["n"] for each in after["documents"]] == [0]
    assert after["documents"][0]["marks"] == len(review.sheet(0)["marks"])


STEPS: list[tuple[str, dict[str, Any]]] = [
    ("Anna Berg", {"do": "write", "text": "Zora"}),
    ("Karl Holm", {"do": "act", "action": "keep"}),
    ("Anna Berg", {"do": "number", "number": 7}),
    ("Karl Holm", {"do": "number", "number": 7}),
    ("Anna Berg", {"do": "gender", "gender": "male"}),
    ("Anna Berg", {"do": "relabel", "label": "ORGANIZATION"}),
]


def test_a_page_that_follows_each_step_has_what_the_server_has(review: Reviewed) -> None:
    sheet = review.sheet()
    for words, command in STEPS:
        answer = review.do({**command, "entity": entity(sheet, words)["id"]}, version=sheet["version"])
        assert answer.status == 200, answer.body
        sheet = followed(sheet, answer.data)
        assert same(sheet, review.sheet())
    for way in ["undo"] * 6 + ["redo"] * 6:
        answer = review.post(f"/api/review/documents/0/{way}", {"version": sheet["version"]})
        sheet = followed(sheet, answer.data)
        assert same(sheet, review.sheet())
    assert not sheet["can_redo"]


def test_an_old_version_is_answered_with_the_new_one(review: Reviewed) -> None:
    review.do({"do": "comment", "text": "x"})
    answer = review.do({"do": "comment", "text": "y"}, version=0)
    undone = review.post("/api/review/documents/0/undo", {"version": 7})

    assert (answer.status, answer.data["version"]) == (409, 1)
    assert (undone.status, undone.data["version"]) == (409, 1)
    assert review.sheet()["comment"] == "x"


def test_a_decision_for_the_whole_corpus_says_how_far_it_went(review: Reviewed) -> None:
    sheet = review.sheet(0)
    command = {"do": "write", "entity": entity(sheet, "Karl Holm")["id"], "text": "Bo Dahl"}
    answer = review.do(command, everywhere="corpus")
    other = review.sheet(1)

    assert answer.data["elsewhere"] == 2
    assert {each["shown"] for each in other["marks"]} == {"Bo Dahl"}


def test_a_pseudonym_that_is_an_original_is_told_at_once(review: Reviewed) -> None:
    sheet = review.sheet()
    answer = review.do({"do": "write", "entity": entity(sheet, "Anna Berg")["id"], "text": "karl holm"})

    assert [each["code"] for each in answer.data["warnings"] if each["severity"] == "error"] == ["typed-original"]
    assert b"karl" not in json.dumps(answer.data["warnings"]).encode()


def test_the_next_uncertain_one_is_found_or_there_is_none(review: Reviewed) -> None:
    for number in (0, 1):
        sheet = review.sheet(number)
        review.do({"do": "accept", "marks": [each["id"] for each in sheet["marks"]]}, number)

    assert review.get("/api/review/next?from=0").data is None
    assert review.get("/api/review/next?from=9").status == 422


ODD: list[tuple[str, str, Any, int]] = [
    ("POST", "/api/review/documents/0/do", {"version": 0}, 422),
    ("POST", "/api/review/documents/0/do", {"version": "Anna Berg", "command": {}}, 422),
    ("POST", "/api/review/documents/0/do", {"version": 0, "command": {"do": "Anna Berg"}}, 422),
    ("POST", "/api/review/documents/0/do", {"version": 0, "command": {"do": "unmark", "mark": "Anna Berg"}}, 422),
    ("POST", "/api/review/documents/0/do", {"version": 0, "command": {}, "Anna Berg": 1}, 422),
    ("POST", "/api/review/documents/0/do", ["Anna Berg"], 422),
    ("POST", "/api/review/documents/0/do", {"version": 0, "command": {"do": "status"}, "everywhere": 3}, 422),
    ("POST", "/api/review/documents/9/do", {"version": 0, "command": {}}, 404),
    ("GET", "/api/review/documents/9", None, 404),
    ("GET", "/api/review/documents/Anna", None, 404),
    ("GET", "/api/review/documents?status=Anna", None, 422),
    ("GET", "/api/review/documents?label=Anna", None, 422),
    ("GET", "/api/review/documents?limit=5000", None, 422),
    ("GET", "/api/review/documents?Anna=1", None, 422),
    ("GET", "/api/review/documents?limit=1&limit=2", None, 422),
    ("GET", "/api/review/export?format=Anna", None, 422),
    ("POST", "/api/review/finish", {"output": "Anna"}, 422),
    ("POST", "/api/review/decide", {"k": "Anna"}, 422),
    ("POST", "/api/review/documents/0/undo", {"version": 0}, 422),
    ("POST", "/api/review/import?format=brat", "Anna Berg", 422),
]


@pytest.mark.parametrize(("method", "path", "body", "status"), ODD)
def test_what_does_not_fit_is_refused_without_an_echo(
    review: Reviewed, method: str, path: str, body: Any, status: int
) -> None:
    data = None if body is None else json.dumps(body).encode()
    answer = review.ask(method, path, data, {"Content-Type": "application/json"})

    assert answer.status == status
    assert b"Anna" not in answer.body
    assert not any("Anna" in line for line in review.log)


def test_what_is_no_json_or_too_long_is_refused(review: Reviewed) -> None:
    path = "/api/review/documents/0/do"

    assert review.ask("POST", path, b"{", {"Content-Type": "application/json"}).status in {400, 422}
    assert review.ask("POST", path, b"{}", {"Content-Type": "text/plain"}).status == 415
    assert review.ask("POST", path, b"x" * (1024 * 1024 + 1), {"Content-Type": "application/json"}).status == 413
    assert review.ask("PUT", path, b"{}").status == 405


def test_a_review_is_finished_and_its_output_goes_back_byte_for_byte(corpus: Path, tmp_path: Path) -> None:
    with (
        open_vault(tmp_path / "v", PASSPHRASE, create=True) as vault,
        reviewed(corpus, tmp_path / "r", vault=vault) as review,
    ):
        sheet = review.sheet()
        review.do({"do": "write", "entity": entity(sheet, "Anna Berg")["id"], "text": "Zora Quist"})
        early = review.post("/api/review/finish", {})
        done = review.post("/api/review/finish", {"open": True})

    assert early.status == 409
    assert done.status == 200, done.body
    assert (tmp_path / "r" / "output" / "a.txt").read_text().startswith("Zora Quist met [PERSON_")
    for name in ("a.txt", "b.txt"):
        back = allonym("recover", f"r/output/{name}", "-o", name, "--vault", "v", "--reason", "a test", cwd=tmp_path)
        assert back.returncode == 0, back.stderr
        assert (tmp_path / name).read_bytes() == (corpus / name).read_bytes()


def test_what_is_exported_can_be_taken_in_again_and_undone(review: Reviewed) -> None:
    sheet = review.sheet()
    review.do({"do": "unmark", "mark": sheet["marks"][0]["id"]})
    reviewed_marks = [(each["start"], each["end"], each["label"]) for each in review.sheet()["marks"]]
    packed = review.get("/api/review/export?format=brat")
    review.post("/api/review/documents/0/undo", {"version": 1})
    taken = review.ask("POST", "/api/review/import?format=brat", packed.body, {"X-Name": "review-brat.zip"})

    assert taken.status == 200, taken.body
    assert taken.data == {"documents": 2}
    assert [(each["start"], each["end"], each["label"]) for each in review.sheet()["marks"]] == reviewed_marks
    undone = review.post("/api/review/documents/0/undo", {"version": review.sheet()["version"]})
    assert undone.status == 200
    assert len(review.sheet()["marks"]) == len(sheet["marks"])


@pytest.mark.parametrize("name", ["plan", "svala", "brat", "conll", "cas", "doccano", "labelstudio"])
def test_every_format_can_be_had(review: Reviewed, name: str) -> None:
    answer = review.get(f"/api/review/export?format={name}")

    assert answer.status == 200, answer.body
    assert answer.body
    assert answer.headers["content-disposition"].startswith("attachment")


def test_an_archive_that_holds_too_much_is_refused(review: Reviewed) -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("a.ann", b"0" * (257 * 1024 * 1024))

    assert review.ask("POST", "/api/review/import?format=brat", made.getvalue()).status == 413
    assert review.ask("POST", "/api/review/import?format=brat", b"PK\x03\x04nothing").status == 422


def test_deferred_decisions_have_their_counts(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for number, country in enumerate(("Syrien", "Syrien", "Eritrea")):
        (tmp_path / "in" / f"{number}.txt").write_text(f"Jag kommer från {country}.")
    profile = load_settings("swell-deferred").with_model(fast=True)
    with reviewed(tmp_path / "in", tmp_path / "r", settings=profile) as review:
        for number in range(3):
            review.sheet(number)
        found = review.get("/api/review/deferred?k=2").data
        decided = review.post("/api/review/decide", {"k": 2})

        assert {each["value"]: (each["count"], each["decision"]) for each in found["deferred"]} == {
            "Syrien": (2, "keep"),
            "Eritrea": (1, "replace"),
        }
        assert decided.data == {"replace": 1, "keep": 2}
        assert [each["shared"] for each in review.sheet(0)["entities"]] == [2]
        assert review.sheet(2)["entities"][0]["action"] == "replace"


def test_what_is_typed_never_touches_a_file_but_the_journal(review: Reviewed, tmp_path: Path) -> None:
    review.do({"do": "comment", "text": "Quetzalcoatlus"})
    holding = [path for path in tmp_path.rglob("*") if path.is_file() and b"Quetzalcoatlus" in path.read_bytes()]

    assert [path.name for path in holding] == ["one.jsonl"]
