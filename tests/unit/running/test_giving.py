"""Texts and files given back to somebody who says why: what is asked of the vault, and what is noted."""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from tests.unit.vault.helpers import PASSPHRASE, QUICK, manifest

from allonym import Pseudonymizer
from allonym.core.errors import InputError, NotAllowed, NotExact, UnknownText, UsageError, VaultDamaged
from allonym.core.pieces import Layout, Piece
from allonym.core.types import Edit, FileRecord, Manifest, Place, Span, digest
from allonym.core.withdrawal import MARK
from allonym.engine import recover
from allonym.formats.choosing import choose
from allonym.frames import Columns, recovered
from allonym.running.files import recover_file
from allonym.running.giving import give_back_file, give_back_texts
from allonym.running.sources import Source
from allonym.vault.credentials import new_private_key, public_key_of
from allonym.vault.memory import open_memory
from allonym.vault.sealed import SealedVault
from allonym.vault.sqlite import open_file

LAYOUT = Layout(text_columns=("text", "note"), id_column="id", encoding="utf-8")
OUT = b'{"id": "1", "text": "[PERSON_1]", "note": "[PERSON_2]"}\n{"id": "2", "text": "[PERSON_3]", "note": "x"}\n'
IN = b'{"id": "1", "text": "Anna", "note": "Bo"}\n{broken\n{"id": "2", "text": "\\u0043y", "note": "x"}\n'


def filled(vault: SealedVault, given: bytes = IN) -> SealedVault:
    """Have a vault remember one file: two texts in a row, a row that was withheld, and a spelling of its own."""
    number = vault.begin_file(hashlib.sha256(given).digest(), "s")
    kept = Manifest("w", digest(""), digest(""), (), b"{broken\n", withheld=True, place=Place(number, 1, 0))
    vault.remember(
        [
            replace(manifest("[PERSON_1]", "Anna", "1"), place=Place(number, 0, 0)),
            replace(manifest("[PERSON_2]", "Bo", "1/note"), place=Place(number, 0, 1)),
            kept,
            replace(manifest("[PERSON_3]", "Cy", "2"), place=Place(number, 2, 0), raw=b'"\\u0043y"'),
            Manifest("2/note", digest("x"), digest("x"), (), place=Place(number, 2, 1)),
        ]
    )
    shape = LAYOUT.as_data()
    sums = hashlib.sha256(given).digest(), hashlib.sha256(OUT).digest()
    vault.finish_file(FileRecord(number, *sums, "jsonl", shape, 3, "in.jsonl"))
    return vault


@pytest.fixture
def vault() -> Iterator[SealedVault]:
    with open_memory(QUICK) as made:
        yield filled(made)


def source(data: bytes, name: str = "out.jsonl") -> Source:
    return Source(Path(name), name, choose(name), LAYOUT, data)


def test_a_published_file_comes_back_byte_for_byte(vault: SealedVault) -> None:
    stream = BytesIO()

    report = give_back_file(vault, source(OUT), stream, "asked")

    assert stream.getvalue() == IN
    assert report.exact
    assert not report.withheld_people
    [access] = vault.accesses()
    assert (access.reason, access.what, access.count) == ("asked", "out.jsonl", 1)


def test_what_the_file_is_is_known_whatever_it_is_called_now(vault: SealedVault, tmp_path: Path) -> None:
    given = tmp_path / "renamed.txt"
    given.write_bytes(OUT)

    report = recover_file(vault, Source(given, "renamed.txt", choose("a.txt"), Layout()), tmp_path / "back")

    assert report.exact
    assert (tmp_path / "back").read_bytes() == IN
    assert (tmp_path / "back").stat().st_mode & 0o777 == 0o600
    with pytest.raises(UsageError, match="is the input itself"):
        recover_file(vault, Source(given, "renamed.txt", choose("a.txt"), Layout()), given)


def test_a_file_that_does_not_give_the_original_bytes_is_refused() -> None:
    with open_memory(QUICK) as made, pytest.raises(NotExact, match=r"^out\.jsonl: recovery does not give"):
        recover_file(filled(made, b"other"), source(OUT), BytesIO())


def test_a_file_without_somebody_who_was_forgotten_is_not_exact(vault: SealedVault) -> None:
    record = vault.find_file(hashlib.sha256(OUT).digest(), "out.jsonl")
    assert record is not None
    number = vault.begin_file(b"again", "s")
    vault.remember(
        [replace(each, place=replace(each.place, file=number)) for each in vault.recall_file(record.file) if each.place]
    )
    other = OUT + b"\n"
    vault.finish_file(replace(record, file=number, input=MARK, output=hashlib.sha256(other).digest()))

    report = recover_file(vault, source(other), BytesIO())

    assert report.withheld_people
    assert not report.exact


def test_a_changed_file_is_searched_text_by_text(vault: SealedVault) -> None:
    changed = (
        b'{"id": "2", "text": "[PERSON_3]", "note": "y"}\n{"id": "1", "text": "[PERSON_2]", "note": "[PERSON_2]"}\n'
    )
    stream = BytesIO()

    report = recover_file(vault, source(changed), stream)

    # A text in another place is not given back: the row and the column are part of what is known.
    assert stream.getvalue() == changed.replace(b'"[PERSON_3]"', b'"\\u0043y"').replace(
        b'"note": "[PERSON_2]"', b'"note": "Bo"'
    )
    assert not report.exact
    assert (report.documents, report.changed, report.failed) == (4, 2, 2)
    assert [(each.number, each.column) for each in report.problems] == [(1, "note"), (2, "text")]


def test_a_file_of_which_no_text_is_known_is_refused(vault: SealedVault) -> None:
    with pytest.raises(InputError, match=r"^out\.jsonl: this vault knows no text of this file; .* use --edited"):
        recover_file(vault, source(b'{"id": "9", "text": "x", "note": "y"}\n'), BytesIO())


def test_a_changed_letter_is_built_anew(vault: SealedVault, tmp_path: Path) -> None:
    docx = pytest.importorskip("docx")
    letter = docx.Document()
    for text in ("So [PERSON_9] came.", "Unknown."):
        letter.add_paragraph(text)
    letter.save(tmp_path / "a.docx")
    given = Source(tmp_path / "a.docx", "a.docx", choose("a.docx"), Layout())
    with given.open() as stream:
        [value] = [
            slot.value
            for piece in given.format.read(stream, given.inspect())
            if isinstance(piece, Piece)
            for slot in piece.slots
        ][:1]
    at = value.index("[PERSON_9]")
    undo = (Edit(Span(at, at + 10), "Dee", "PERSON", "e1", "[PERSON_9]"),)
    vault.remember([Manifest("a.docx", digest(value), digest(value.replace("[PERSON_9]", "Dee")), undo)])

    report = recover_file(vault, given, tmp_path / "back.docx")

    assert "So Dee came." in [each.text for each in docx.Document(tmp_path / "back.docx").paragraphs]
    assert report.changed == 1


def test_texts_are_given_back_with_their_ids_and_noted_first(vault: SealedVault) -> None:
    assert give_back_texts(vault, [("[PERSON_1]", None), ("[PERSON_2]", "1/note")], "asked", "cy") == [
        ("1", "Anna"),
        ("1/note", "Bo"),
    ]
    with pytest.raises(UnknownText):
        give_back_texts(vault, [("[PERSON_1]", "9")], "asked", "cy")

    assert [(each.reason, each.what, each.count) for each in vault.accesses()] == [
        ("asked", "cy", 2),
        ("asked", "cy", 1),
    ]
    noted = [each for each in vault.audit.entries() if each.action == "recover"]
    assert [each.result for each in noted] == ["begun", "done", "begun", "failed"]
    assert noted[1].counts == {"texts": 2}


def test_who_may_not_recover_gets_nothing_and_nothing_is_opened(tmp_path: Path) -> None:
    path, private = tmp_path / "v", new_private_key()
    with open_file(path, PASSPHRASE, create=True, options=QUICK) as made:
        filled(made).keys.add_public_key(public_key_of(private), "ed", "worker")
    with open_file(path, private, options=QUICK) as vault:
        with pytest.raises(NotAllowed):
            give_back_texts(vault, [("[PERSON_1]", None)], "asked", "ed")
        with pytest.raises(NotAllowed):
            give_back_file(vault, source(OUT), BytesIO(), "asked")


def test_with_a_request_the_file_comes_from_what_was_handed_over(tmp_path: Path) -> None:
    path, private, other = tmp_path / "v", new_private_key(), new_private_key()
    with open_file(path, PASSPHRASE, create=True, options=QUICK) as made:
        filled(made)
        made.keys.add_public_key(public_key_of(private), "anna", "recoverer")
        made.keys.add_public_key(public_key_of(other), "cy", "custodian")
        made.keys.require_two(wanted=True)
    with open_file(path, private, options=QUICK) as vault, open_file(path, other, options=QUICK) as second:
        with pytest.raises(NotAllowed):
            give_back_file(vault, source(OUT), BytesIO(), "asked")
        asked = vault.requests.ask([(hashlib.sha256(OUT).digest(), "out.jsonl")], "asked", 0)
        second.requests.approve(asked.number)
        stream = BytesIO()
        assert give_back_file(vault, source(OUT), stream, "asked", asked.number).exact
        assert stream.getvalue() == IN


def test_an_original_is_proven_by_its_hash() -> None:
    known = manifest("[PERSON_1]", "Anna")

    assert recover(known, "[PERSON_1]") == "Anna"
    with pytest.raises(VaultDamaged):
        recover(replace(known, original=digest("Bo")), "[PERSON_1]")


def test_where_recovery_takes_two_nobody_gives_back_alone_by_any_way(vault: SealedVault) -> None:
    tool = Pseudonymizer("default", vault, "en")
    columns = Columns(("text",))
    edits = (Edit(Span(0, 3), "Dee", "PERSON", "e1", "[4]"),)
    vault.remember([Manifest("d", digest("[4]"), digest("Dee"), edits)])
    ways: list[Callable[[], object]] = [
        lambda: tool.recover("[4]"),
        lambda: tool.recover_edited("[4]", id="d"),
        lambda: recovered(vault, columns, {"text": ["[4]"]}),
        lambda: give_back_texts(vault, [("[4]", None)], "asked", "cy"),
        lambda: give_back_file(vault, source(OUT), BytesIO(), "asked"),
    ]
    for way in ways[:-1]:
        way()
    vault.keys.require_two(wanted=True)
    for way in ways:
        with pytest.raises(NotAllowed, match="recovery takes two here"):
            way()
