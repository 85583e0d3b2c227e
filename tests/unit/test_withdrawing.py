"""After somebody was forgotten: later mentions, in every scope and under every profile; and outputs written anew."""

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest

from allonym import Document, Pseudonymizer, open_vault
from allonym.core.errors import NotExact
from allonym.core.pieces import Layout
from allonym.core.withdrawal import RULE, WITHDRAWN
from allonym.formats.choosing import choose
from allonym.running.files import Run, pseudonymize_file, recover_file
from allonym.running.reissuing import REISSUED, UNKNOWN, UNTOUCHED, reissue_file, without_withdrawn
from allonym.running.reports import Report
from allonym.running.sources import Source
from allonym.vault.sealed import SealedVault

TEXT = "Nicolas Sarkozy met Anna Berg. Mr Sarkozy left. Write to nicolas.sarkozy@example.org."
AFTER = "[WITHDRAWN] met Anna Berg. Mr [WITHDRAWN] left. Write to [WITHDRAWN]."


@pytest.fixture
def vault() -> SealedVault:
    return open_vault("memory:")


def forget(vault: SealedVault, name: str = "Nicolas Sarkozy") -> None:
    vault.subjects.forget(vault.subjects.find(name).sure)


@pytest.mark.parametrize("scope", ["document", "author", "corpus"])
@pytest.mark.parametrize("profile", ["default", "cloaked-realistic"])
def test_later_mentions_get_a_fixed_stand_in_in_every_scope(vault: SealedVault, scope: str, profile: str) -> None:
    tool = Pseudonymizer(profile, vault, "en", scope=scope)
    first = tool.pseudonymize(Document("d1", TEXT, "en", author="u1"))
    forget(vault)

    again = tool.pseudonymize(Document("d2", TEXT, "en", author="u1"))
    other = tool.pseudonymize(Document("d3", "SARKOZY Nicolas and N. Sarkozy came.", "en", author="u2"))

    assert tool.recover(first.text) == AFTER
    assert again.text.startswith("[WITHDRAWN] met ")
    assert again.text.count(WITHDRAWN) == 3
    assert "arkozy" not in again.text
    assert tool.recover(again.text) == TEXT
    assert other.text.count(WITHDRAWN) == 2
    assert tool.recover(other.text) == "SARKOZY Nicolas and N. Sarkozy came."
    assert {each.rule for each in other.plan.decisions} == {RULE}


@pytest.mark.parametrize("profile", ["swell", "netanos-xxx"])
def test_a_name_that_is_replaced_part_by_part_is_withdrawn_as_a_whole(vault: SealedVault, profile: str) -> None:
    text = "Nicolas Sarkozy met Anna Berg and Cécilia Sarkozy. Anna Berg left."
    tool = Pseudonymizer(profile, vault, "en", scope="corpus")
    first = tool.pseudonymize(Document("d1", text, "en"))
    forget(vault)
    again = tool.pseudonymize(Document("d2", text, "en"))
    alone = tool.pseudonymize(Document("d3", "Nicolas Sarkozy came. Sarkozy left.", "en"))

    assert tool.recover(first.text) == text.replace("Nicolas Sarkozy", f"{WITHDRAWN} {WITHDRAWN}")
    assert again.text.startswith(f"{WITHDRAWN} {WITHDRAWN} met ")
    assert again.text.count(WITHDRAWN) == 2
    assert tool.recover(again.text) == text
    assert alone.text.count(WITHDRAWN) == 3
    forget(vault)
    assert tool.recover(alone.text) == f"{WITHDRAWN} {WITHDRAWN} came. {WITHDRAWN} left."


def test_others_are_as_before(vault: SealedVault) -> None:
    tool = Pseudonymizer("default", vault, "en", scope="corpus")
    tool.pseudonymize(Document("d1", TEXT, "en"))
    forget(vault)

    text = tool.pseudonymize(Document("d2", "Anna Berg met Cécilia Sarkozy and Mr Sarkozy.", "en")).text

    assert text.startswith("[PERSON_2] met [PERSON_")
    assert WITHDRAWN not in text


def test_without_anybody_gone_plans_are_what_they_were(vault: SealedVault) -> None:
    tool = Pseudonymizer("default", vault, "en")
    plan = tool.plan(Document("d", TEXT, "en"))

    assert tool._without_withdrawn(vault, [Document("d", TEXT, "en")], [plan])[0] is plan


def test_a_report_counts_them(vault: SealedVault) -> None:
    tool = Pseudonymizer("default", vault, "en")
    tool.pseudonymize(Document("d1", TEXT, "en"))
    forget(vault)
    report = Report("x")
    report.add_plan(tool.pseudonymize(Document("d2", TEXT, "en")).plan, len(TEXT))

    assert report.withdrawn == 3


POSTS = (
    "id,author,text\r\n"
    '1,u1,"Nicolas Sarkozy said ""no"" to Anna Berg.\r\nSarkozy left."\r\n'
    '"2",u2,"Anna Berg agreed"\r\n'
    "3,u3,Peter Miller met N. Sarkozy\r\n"
)
LETTER = "Dear Anna Berg,\n" + "nothing new. " * 30 + "\nYesterday Nicolas Sarkozy came with Peter Miller.\n"


def source_of(path: Path) -> Source:
    columns = ("text",) if path.suffix == ".csv" else ()
    return Source(path, path.name, choose(path.name), Layout(text_columns=columns, id_column=None))


@pytest.mark.parametrize("profile", ["default", "cloaked-realistic"])
@pytest.mark.parametrize(("name", "content"), [("posts.csv", POSTS), ("letter.txt", LETTER)])
def test_an_output_is_written_anew_without_the_person(
    vault: SealedVault, tmp_path: Path, name: str, content: str, profile: str
) -> None:
    given, old, new, back = (tmp_path / each / name for each in ("in", "old", "new", "back"))
    for path in (given, old, new, back):
        path.parent.mkdir()
    given.write_bytes(content.encode())
    pseudonymize_file(Run(Pseudonymizer(profile, vault, "en", scope="corpus")), source_of(given), old)
    people = {name for each in vault.subjects.find("Nicolas Sarkozy").found for name in each.pseudonyms}
    forget(vault)

    assert reissue_file(vault, source_of(old), new) == REISSUED

    written = new.read_bytes().decode()
    before = old.read_bytes().decode()
    for pseudonym in sorted(people, key=len, reverse=True):
        assert pseudonym in before
        before = before.replace(pseudonym, WITHDRAWN)
    assert written == before
    expected = (
        content.replace("Nicolas Sarkozy", WITHDRAWN).replace("N. Sarkozy", WITHDRAWN).replace("Sarkozy", WITHDRAWN)
    )
    for output in (new, old):
        report = recover_file(vault, source_of(output), back)
        assert (report.exact, report.withheld_people) == (False, True)
        assert back.read_bytes().decode() == expected
    assert reissue_file(vault, source_of(new), tmp_path / "new" / "again") == REISSUED
    assert (tmp_path / "new" / "again").read_bytes() == new.read_bytes()
    vault.verify()


def test_what_holds_nobody_who_is_gone_or_is_unknown_is_not_written(vault: SealedVault, tmp_path: Path) -> None:
    given, old, new = (tmp_path / each for each in ("in.txt", "old.txt", "new.txt"))
    given.write_text("Anna Berg came.\n")
    pseudonymize_file(Run(Pseudonymizer("default", vault, "en")), source_of(given), old)

    assert reissue_file(vault, source_of(old), new) == UNTOUCHED
    assert reissue_file(vault, source_of(given), new) == UNKNOWN
    assert not new.exists()


def test_a_broken_row_and_a_long_file_are_written_anew(vault: SealedVault, tmp_path: Path) -> None:
    given, old, new, back = (tmp_path / each for each in ("in.jsonl", "old.jsonl", "new.jsonl", "back.jsonl"))
    rows = [f'{{"id": "{number}", "text": "Anna Berg met Carl Young {number}"}}' for number in range(600)]
    rows[300] = '{"id": "x", "text": broken'
    rows[301] = '{"id": "y", "text": "Nicolas Sarkozy left"}'
    given.write_text("\n".join(rows) + "\n")
    pseudonymize_file(Run(Pseudonymizer("default", vault, "en")), source_of(given), old)
    forget(vault)

    assert reissue_file(vault, source_of(old), new) == REISSUED

    recover_file(vault, source_of(new), back)
    assert back.read_text() == given.read_text().replace("Nicolas Sarkozy", WITHDRAWN)
    assert [
        one for one, two in zip(*(path.read_text().splitlines() for path in (new, old)), strict=True) if one != two
    ] == ['{"id": "y", "text": "[WITHDRAWN] left"}']


def test_an_output_that_does_not_read_back_is_refused(
    vault: SealedVault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given, old, new = (tmp_path / each for each in ("in.csv", "old.csv", "new.csv"))
    given.write_bytes(POSTS.encode())
    pseudonymize_file(Run(Pseudonymizer("default", vault, "en")), source_of(given), old)
    forget(vault)
    record = vault.find_file(hashlib.sha256(old.read_bytes()).digest())
    assert record is not None
    manifest = next(each for each in vault.recall_file(record.file) if each.edits)
    with pytest.raises(NotExact):
        without_withdrawn(manifest, "another text")
    with monkeypatch.context() as patch:
        patch.setattr(type(vault), "find_file", lambda *_: replace(record, pieces=record.pieces + 1))
        with pytest.raises(NotExact):
            reissue_file(vault, source_of(old), new)
    with monkeypatch.context() as patch:
        patch.setattr("allonym.running.reissuing.restore", lambda _, made, *__: iter([str(made.file).encode()]))
        with pytest.raises(NotExact):
            reissue_file(vault, source_of(old), new)

    assert not new.exists()


def test_the_same_input_again_is_another_run(vault: SealedVault, tmp_path: Path) -> None:
    given, old, new, back = (tmp_path / each for each in ("in.csv", "old.csv", "new.csv", "back.csv"))
    given.write_bytes(POSTS.encode())
    run = Run(Pseudonymizer("default", vault, "en"))
    pseudonymize_file(run, source_of(given), old)
    forget(vault)
    report = pseudonymize_file(run, source_of(given), new)

    assert report.withdrawn == 3
    assert recover_file(vault, source_of(new), back).exact
    assert back.read_bytes() == given.read_bytes()
