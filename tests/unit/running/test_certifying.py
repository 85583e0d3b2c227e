"""Certificates of whole runs: what they say, the page, and that no words of anybody are in them."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from allonym import Pseudonymizer
from allonym.core.errors import InputError, UsageError
from allonym.core.pieces import Layout
from allonym.formats.choosing import choose
from allonym.running.certificate_page import page_of
from allonym.running.certifying import NOTICE, certify, prove
from allonym.running.facts import folder_digest
from allonym.running.files import Run, pseudonymize_file, recover_file
from allonym.running.sources import Source
from allonym.settings import load_settings
from allonym.vault.canonical import canonical
from allonym.vault.checking import check_certificate, check_proof
from allonym.vault.memory import open_memory
from allonym.vault.sealed import SealedVault

NOW = datetime(2026, 11, 15, 12, 0, tzinfo=UTC)
# Names that no other text of ours holds, and e-mail addresses that are found whatever else is.
CANARIES = [f"Quendarion{number:03d}@vexmail{number:03d}.example" for number in range(200)]
TEXT = "id,text\n" + "".join(f"{number},write to {each} please\n" for number, each in enumerate(CANARIES))
HOSTILE = "<script>alert(1)<\u202e'\"&>تقرير\n.csv"


@pytest.fixture
def vault() -> Iterator[SealedVault]:
    with open_memory() as made:
        yield made


def source(path: Path) -> Source:
    return Source(path, path.name, choose("a.csv"), Layout())


def run(vault: SealedVault, folder: Path, text: str = TEXT, name: str = "out.csv", **more: Any) -> Source:
    (folder / "in.csv").write_text(text)
    settings = load_settings("default").with_model(fast=True)
    tool = Pseudonymizer(settings, vault, **more)
    pseudonymize_file(Run(tool), source(folder / "in.csv"), folder / name)
    return source(folder / name)


def test_a_certificate_says_what_was_done(vault: SealedVault, tmp_path: Path) -> None:
    text = "id,text\n1,Call +46 70 174 06 05 or a@b.example\n2,Skriv till bo@c.example imorgon\n3,a broken,row\n"
    out = run(vault, tmp_path, text, terms={"PERSON": ["Zorblax"]})
    certificate = certify(vault, [out], NOW)
    payload = check_certificate(certificate)
    [file] = payload["files"]

    assert payload["issued"] == "2026-11-15T12:00:00Z"
    assert payload["notice"] == NOTICE
    assert payload["residual"] == {"result": "not run"}
    assert (file["texts"], file["withheld"], file["recovery"]) == (2, 1, "exact")
    assert file["characters"] == file["scanned"] > 50
    assert file["replaced"] == payload["totals"]["replaced"] == {"PHONE": 1, "EMAIL": 2}
    assert sum(file["languages"].values()) == 2
    assert (file["profile"], file["settings"]["scope"], file["settings"]["terms"]) == ("default", "document", 1)
    assert file["requirements"]["REQ#3"] == "no"
    assert file["model"] == ""
    assert re.fullmatch("[0-9a-f]{64}", file["lists"])
    assert file["output"] == vault.file_record(1).output.hex()  # type: ignore[union-attr]
    assert file["input"] not in (vault.file_record(1).input.hex(), file["output"])  # type: ignore[union-attr]
    assert payload["subjects"]["count"] == 3


def test_terms_do_not_leave_a_fingerprint(vault: SealedVault, tmp_path: Path) -> None:
    one = certify(vault, [run(vault, tmp_path, terms={"PERSON": ["Zorblax"]})], NOW)
    two = certify(vault, [run(vault, tmp_path, terms={"PERSON": ["Quux"]})], NOW)
    digests = {each["payload"]["files"][0]["profile_digest"] for each in (one, two)}

    assert len(digests) == 1
    assert b"Zorblax" not in canonical(one)


def test_canaries_are_in_no_certificate_page_proof_log_or_error(vault: SealedVault, tmp_path: Path) -> None:
    out = run(vault, tmp_path)
    recover_file(vault, out, tmp_path / "back.csv")
    certificate = certify(vault, [out], NOW)
    proofs = [prove(vault, name, certificate["payload"]) for name in CANARIES[:3]]
    seen = [canonical(certificate).decode(), page_of(certificate), *vault.audit.exported(), *map(str, proofs)]
    seen += [repr(vault.audit), repr(list(vault.audit.entries())), repr(vault.certificates), repr(vault.file_record(1))]
    for broken in ({**certificate["payload"], "vault": "00" * 16}, certificate["payload"]):
        with pytest.raises(Exception, match=r"of another vault|nothing was replaced") as caught:
            prove(vault, CANARIES[0] + "x" if broken is certificate["payload"] else CANARIES[0], broken)
        seen.append(str(caught.value))

    whole = "\n".join(seen).casefold()
    assert certificate["payload"]["subjects"]["count"] == 200
    assert [each for each in CANARIES if each.casefold() in whole or each[:13].casefold() in whole] == []
    for name, proof in zip(CANARIES, proofs, strict=False):
        assert check_proof(certificate["payload"], proof, name)["mentions"] == 1


def test_recovery_is_tried_again_and_what_fails_is_told(vault: SealedVault, tmp_path: Path) -> None:
    out = run(vault, tmp_path)
    manifests = list(vault.recall_file(1))
    vault.remember([replace(manifests[7], edits=())])
    [file] = certify(vault, [out], NOW)["payload"]["files"]

    assert file["recovery"] == "not exact"


def test_recovery_must_give_the_very_input(vault: SealedVault, tmp_path: Path) -> None:
    out, record = run(vault, tmp_path), vault.file_record(1)
    assert record is not None
    assert certify(vault, [out], NOW)["payload"]["files"][0]["recovery"] == "exact"
    vault.finish_file(replace(record, input=b"x" * 32))

    assert certify(vault, [out], NOW)["payload"]["files"][0]["recovery"] == "not exact"


def test_a_file_that_was_changed_or_never_seen_is_refused(vault: SealedVault, tmp_path: Path) -> None:
    out = run(vault, tmp_path)
    out.path.write_text(out.path.read_text() + "\n")

    with pytest.raises(InputError, match=r"out.csv: this vault knows no such file"):
        certify(vault, [out], NOW)
    with pytest.raises(UsageError, match="at least one"):
        certify(vault, [], NOW)


def test_files_of_the_first_versions_are_certified_as_far_as_is_known(vault: SealedVault, tmp_path: Path) -> None:
    out = run(vault, tmp_path)
    record = vault.file_record(1)
    assert record is not None
    vault.finish_file(replace(record, facts={}))
    certificate = certify(vault, [out], NOW)
    [file] = certificate["payload"]["files"]

    assert (file["texts"], file["withheld"], file["replaced"]) == (200, 0, {"EMAIL": 200})
    assert file["characters"] is file["profile"] is certificate["payload"]["totals"]["characters"] is None
    assert page_of(certificate).count("not kept") > 5


def test_several_files_are_summed_up(vault: SealedVault, tmp_path: Path) -> None:
    one = run(vault, tmp_path, name="one.csv")
    two = run(vault, tmp_path, "id,text\n1,a@b.example\n", name="two.csv")
    payload = certify(vault, [one, two], NOW)["payload"]

    assert [each["name"] for each in payload["files"]] == ["one.csv", "two.csv"]
    assert payload["totals"]["texts"] == 201
    assert payload["totals"]["replaced"] == {"EMAIL": 201}


class Tags(HTMLParser):
    """Collects what a browser would see of a page: tags, attributes, and words."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[tuple[str, str | None]] = set()
        self.words = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes.update(attrs)

    def handle_data(self, data: str) -> None:
        self.words += data


def test_the_page_asks_for_nothing_and_names_of_files_do_nothing(vault: SealedVault, tmp_path: Path) -> None:
    out = run(vault, tmp_path, name=HOSTILE.replace("/", ""))
    certificate = certify(vault, [out], NOW)
    page = page_of(certificate)
    seen = Tags()
    seen.feed(page)

    assert not seen.tags & {"script", "img", "link", "iframe", "object", "form", "a", "base"}
    assert {name for name, _ in seen.attributes} <= {
        *("lang", "dir", "charset", "http-equiv", "content", "name", "class", "scope"),
    }
    assert not re.search(r"https?:|url\(|@import|//", page)
    assert "default-src 'none'" in page
    assert "\u202e" not in page
    assert "\\u202e" in page
    assert "<script>alert(1)" in seen.words
    assert "تقرير" in seen.words
    assert page.count("<bdi>") == page.count("</bdi>") > 40
    assert NOTICE.split(":")[0] in seen.words
    assert certificate["payload"]["key"] in seen.words
    assert all(f"REQ#{number}" in seen.words for number in range(1, 6))


def test_a_folder_is_known_by_its_files(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in "abc"]
    for folder, text in zip(folders, ("x", "x", "y"), strict=True):
        folder.mkdir()
        (folder / "file").write_text(text)
        (folder / "code.py").write_text(folder.name)
    one, two, three = map(folder_digest, folders)

    assert one == two != three


def test_the_model_that_was_used_is_named(vault: SealedVault, tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("id,text\n1,write to a@b.example\n")
    pseudonymize_file(Run(Pseudonymizer("default", vault)), source(tmp_path / "in.csv"), tmp_path / "out.csv")
    record = vault.file_record(1)

    assert record is not None
    assert re.fullmatch("[0-9a-f]{64}", str(record.facts["model"]))
    assert record.facts["model"] != record.facts["lists"]


def test_a_run_without_a_vault_is_noted_nowhere(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("id,text\n1,hello\n")
    wrong = Source(tmp_path / "in.csv", "in.csv", choose("a.csv"), Layout(text_columns=("no such column",)))
    with pytest.raises(UsageError):
        pseudonymize_file(
            Run(Pseudonymizer(load_settings("default").with_model(fast=True))), wrong, tmp_path / "out.csv"
        )


def test_a_run_that_fails_is_noted(vault: SealedVault, tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("id,text\n1,hello\n")
    wrong = Source(tmp_path / "in.csv", "in.csv", choose("a.json"), Layout())
    tool = Pseudonymizer(load_settings("default").with_model(fast=True), vault)
    with pytest.raises(InputError):
        pseudonymize_file(Run(tool), wrong, tmp_path / "out.csv")
    with pytest.raises(InputError):
        recover_file(vault, source(tmp_path / "in.csv"), tmp_path / "back.csv")

    told = [(each.action, each.result) for each in vault.audit.entries()]
    assert told == [("pseudonymize", "failed"), ("recover", "failed")]


def test_texts_that_are_recovered_one_by_one_are_noted_before_they_are_seen(
    vault: SealedVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool = Pseudonymizer(load_settings("default").with_model(fast=True), vault)
    result = tool.pseudonymize("write to a@b.example")
    assert tool.recover(result.text) == "write to a@b.example"
    with pytest.raises(Exception, match="no document"):
        tool.recover("nothing of the kind")

    told = [(each.action, each.result, dict(each.counts)) for each in vault.audit.entries()]
    assert told == [("recover", "done", {"texts": 1}), ("recover", "failed", {})]

    def broken(*_: object, **__: object) -> int:
        raise InputError("the log cannot be written")

    monkeypatch.setattr(vault.audit, "note", broken)
    with pytest.raises(InputError, match="the log"):
        tool.recover(result.text)
