"""What is left out of a file inside another one is told, counted and kept as it is for a plain file."""

import gzip
import io
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import zstandard

from allonym import Pseudonymizer, open_vault
from allonym.core.containers import is_container, left_out, notes_of
from allonym.core.errors import InputError
from allonym.core.pieces import Layout
from allonym.evidence import residual
from allonym.formats.choosing import choose
from allonym.formats.json_lines import json_lines
from allonym.formats.packed import PackedFormat
from allonym.running.editing import EditedFiles
from allonym.running.files import Run, plan_file, pseudonymize_file, recover_file
from allonym.running.quarantine import open_quarantine
from allonym.running.reports import Report
from allonym.running.sources import Source
from allonym.running.undertaking import Manner, Undertaking
from allonym.settings import load_settings

FAST = load_settings("default").with_model(fast=True)
ROWS = (
    b'{"id": 1, "text": "Anna Berg a@example.org"}\n'
    b'{"id": 2, "txt": "Anna Berg"}\n'
    b'{"text": "c@example.org"}\n'
    b'{"id": 4, "text": "b@example.org"}\n'
)
TEXT = Layout(text_columns=("text",))


def zipped(name: str, data: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, data)
    return made.getvalue()


Pack = Callable[[str, bytes], tuple[str, bytes]]
PACKINGS: dict[str, Pack] = {
    "gz": lambda name, data: (f"{name}.gz", gzip.compress(data)),
    "zst": lambda name, data: (f"{name}.zst", zstandard.compress(data)),
    "zip": lambda name, data: ("a.zip", zipped(name, data)),
}


def unpacked(packing: str, data: bytes) -> bytes:
    if packing == "zip":
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return archive.read(archive.namelist()[0])
    return gzip.decompress(data) if packing == "gz" else zstandard.ZstdDecompressor().decompressobj().decompress(data)


def put(folder: Path, name: str, data: bytes, asked: Layout) -> Source:
    (folder / name).write_bytes(data)
    return Source(folder / name, name, choose(name), asked)


@pytest.mark.parametrize("workers", [0, 2])
@pytest.mark.parametrize("packing", PACKINGS)
@pytest.mark.parametrize(("asked", "lost"), [(TEXT, 1), (replace(TEXT, id_column="id"), 2)])
def test_a_row_without_the_chosen_column_is_told(
    tmp_path: Path, packing: str, asked: Layout, lost: int, workers: int
) -> None:
    source = put(tmp_path, *PACKINGS[packing]("w.jsonl", ROWS), asked)
    out, back = tmp_path / f"out-{source.name}", tmp_path / f"back-{source.name}"
    vault = open_vault("memory:", "four random words here")
    tool = Pseudonymizer(FAST, vault)
    manner = Manner(workers=workers, quarantine=open_quarantine(tmp_path / "aside"))
    with Undertaking([(tool, source, out)], manner) as undertaking:
        report = undertaking.take(source, out, lambda _: None)
    recover_file(vault, Source(out, source.name, source.format, Layout()), back)

    assert (report.documents, report.failed, len(report.notes)) == (4 - lost, lost, lost)
    assert "row 2 column text is left out: missing column" in report.notes[0]
    assert len((tmp_path / "aside" / "index.jsonl").read_text().splitlines()) == lost
    assert back.read_bytes() == source.path.read_bytes()


@pytest.mark.parametrize("packing", PACKINGS)
def test_it_is_told_where_nothing_is_written(tmp_path: Path, packing: str) -> None:
    source = put(tmp_path, *PACKINGS[packing]("w.jsonl", ROWS), TEXT)
    report = Report(source.name)
    texts = list(plan_file(Run(Pseudonymizer(FAST)), source, report))

    assert (len(texts), report.failed) == (3, 1)
    assert str(report.problems[0]).endswith("row 2 column text is left out: missing column")


@pytest.mark.parametrize("packing", PACKINGS)
def test_rows_in_the_encoding_that_was_named_are_not_left_out(tmp_path: Path, packing: str) -> None:
    rows = "id,text\n1,Zoé Berg z@example.org\n".encode("latin-1")
    source = put(tmp_path, *PACKINGS[packing]("l.csv", rows), Layout(encoding="latin-1"))
    report = pseudonymize_file(Run(Pseudonymizer(FAST)), source, tmp_path / "out")

    assert (report.documents, report.failed, report.notes) == (1, 0, [])


@pytest.mark.parametrize("packing", PACKINGS)
@pytest.mark.parametrize(
    ("given", "asked", "told"),
    [
        (("w.jsonl", ROWS), Layout(text_columns=("texd",)), "columns with text: text, txt"),
        (("w.csv", b"id,text\n1\n2\n"), Layout(), "row 2 is left out: 1 cells"),
        (("w.jsonl", b'{"text":\n'), Layout(), "row 1 is left out: not valid JSON"),
    ],
)
def test_an_older_output_stays_where_nothing_can_be_read(
    tmp_path: Path, packing: str, given: tuple[str, bytes], asked: Layout, told: str
) -> None:
    source = put(tmp_path, *PACKINGS[packing](*given), asked)
    out = tmp_path / "out"
    out.write_bytes(b"older")
    for vault in (None, open_vault("memory:", "four random words here")):
        with pytest.raises(InputError, match=r"no text could be read.* stays as it was") as error:
            pseudonymize_file(Run(Pseudonymizer(FAST, vault)), source, out)
        assert told in str(error.value)

    assert out.read_bytes() == b"older"


@pytest.mark.parametrize("packing", ["", *PACKINGS])
def test_a_file_of_which_nothing_can_be_read_is_not_recovered(tmp_path: Path, packing: str) -> None:
    rows = b"id,text\n1\n2\n"
    source = put(tmp_path, *(PACKINGS[packing]("bad.csv", rows) if packing else ("bad.csv", rows)), Layout())
    out = tmp_path / "back"
    out.write_bytes(b"older")
    with pytest.raises(InputError, match=r"knows no text of this file \(.*row 2 .*1 cells.*nothing is written"):
        recover_file(open_vault("memory:", "four random words here"), source, out)

    assert out.read_bytes() == b"older"


@pytest.mark.parametrize("edited", [True, False])
@pytest.mark.parametrize("packing", PACKINGS)
def test_recovery_tells_of_rows_that_a_changed_file_has_lost(tmp_path: Path, packing: str, edited: bool) -> None:
    vault, asked, out = open_vault("memory:", "four random words here"), Layout(id_column="id"), tmp_path / "out"
    source = put(tmp_path, *PACKINGS[packing]("w.csv", b"id,text\n1,write to a@example.org\n2,x\n"), asked)
    pseudonymize_file(Run(Pseudonymizer(FAST, vault)), source, out)
    made = unpacked(packing, out.read_bytes()).replace(b"2,x", b"2")
    changed = put(tmp_path, *PACKINGS[packing]("w.csv", made), asked)
    recover = EditedFiles(vault).recover if edited else lambda *given: recover_file(vault, *given)
    report = recover(changed, tmp_path / "back")

    assert unpacked(packing, (tmp_path / "back").read_bytes()) == b"id,text\n1,write to a@example.org\n"
    assert (report.changed, report.failed) == (1, 1)
    assert "row 3 is left out" in str(report.problems[0])


@pytest.mark.parametrize("packing", PACKINGS)
def test_a_shorter_packed_file_is_recovered_text_by_text(tmp_path: Path, packing: str) -> None:
    vault, out = open_vault("memory:", "four random words here"), tmp_path / "out"
    rows = b"id,text\n1,write to a@example.org\n2,write to b@example.org\n"
    source = put(tmp_path, *PACKINGS[packing]("w.csv", rows), Layout())
    pseudonymize_file(Run(Pseudonymizer(FAST, vault)), source, out)
    made = b"".join(unpacked(packing, out.read_bytes()).splitlines(keepends=True)[:2])
    report = recover_file(vault, put(tmp_path, *PACKINGS[packing]("w.csv", made), Layout()), tmp_path / "back")

    assert (report.changed, report.failed) == (1, 0)
    assert unpacked(packing, (tmp_path / "back").read_bytes()) == b"id,text\n1,write to a@example.org\n"


def test_a_row_that_is_too_long_is_counted_once() -> None:
    form = PackedFormat(json_lines(limit=50), "gz")
    data = gzip.compress(b'{"text": "' + b"a" * 400 + b'"}\n{"text": "b"}\n')
    layout = form.inspect(data, Layout())

    assert is_container(form)
    assert left_out(notes_of(form, io.BytesIO(data), layout)) == 1


@pytest.mark.parametrize("packing", PACKINGS)
def test_words_in_a_row_of_an_output_that_cannot_be_read_are_found(tmp_path: Path, packing: str) -> None:
    vault = open_vault("memory:", "four random words here")
    source = put(tmp_path, *PACKINGS[packing]("w.jsonl", b'{"text": "Katarina Svensson rang"}\n'), Layout())
    tool = Pseudonymizer(FAST, vault, terms={"PERSON": ["Katarina Svensson"]})
    pseudonymize_file(Run(tool), source, tmp_path / "out")
    left = put(tmp_path, *PACKINGS[packing]("left.jsonl", b'{"text": "x"}\n{"text": Katarina Svensson\n'), Layout())

    assert residual(vault, [left], fast=True).findings
