"""An output written anew without somebody: the bytes, and how each of its texts is given back afterwards."""

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from tests.unit.vault.helpers import QUICK, manifest

from allonym.core.errors import NotExact, UsageError
from allonym.core.pieces import Layout
from allonym.core.types import Edit, FileRecord, Manifest, Place, Span, digest
from allonym.core.withdrawal import MARK, WITHDRAWN, proof
from allonym.formats.choosing import choose
from allonym.running import reissuing
from allonym.running.files import recover_file
from allonym.running.reissuing import REISSUED, UNKNOWN, UNTOUCHED, reissue_file, without_withdrawn
from allonym.running.sources import Source
from allonym.vault.memory import open_memory
from allonym.vault.sealed import SealedVault

LAYOUT = Layout(text_columns=("text", "note"), id_column="id", encoding="utf-8", bom=b"\xef\xbb\xbf")
FIRST = b'{"id": "1", "text": "[P_1] and [P_2] and [P_1]", "note": "[P_3]"}\n'
OLD = b"\xef\xbb\xbf" + FIRST + b'\n{"id": "2", "text": "x", "note": "y"}\n'
NEW = OLD.replace(b"[P_1]", b"[WITHDRAWN]")
BACK = OLD.replace(b"[P_1]", b"[WITHDRAWN]").replace(b"[P_2]", b"Bo").replace(b"[P_3]", b"Cy")


def gone(text: str) -> Manifest:
    """Return the way back of a text from which the first person was taken."""
    places = [Span(0, 5), Span(10, 15), Span(20, 25)]
    words = (WITHDRAWN, "Bo", WITHDRAWN)
    edits = tuple(Edit(place, each, "PERSON", "e", place.of(text)) for place, each in zip(places, words, strict=True))
    return Manifest("1", digest(text), proof(digest(text), edits), edits)


@pytest.fixture
def vault(monkeypatch: pytest.MonkeyPatch) -> Iterator[SealedVault]:
    monkeypatch.setattr(reissuing, "_BATCH", 2)
    with open_memory(QUICK) as made:
        yield made


def remembered(vault: SealedVault, first: Manifest, output: bytes = OLD) -> int:
    number = vault.begin_file(output, "s")
    plain = [Manifest(name, digest(text), digest(text), ()) for name, text in (("2", "x"), ("2/note", "y"))]
    each = [(0, 0, first), (0, 1, manifest("[P_3]", "Cy", "1/note")), (2, 0, plain[0]), (2, 1, plain[1])]
    kept = Manifest("w", digest(""), digest(""), (), b"{broken\n", withheld=True, place=Place(number, 3, 0))
    vault.remember([*(replace(text, place=Place(number, row, slot)) for row, slot, text in each), kept])
    sums = hashlib.sha256(output).digest()
    vault.finish_file(FileRecord(number, MARK, sums, "jsonl", LAYOUT.as_data(), 4, "old.jsonl", {"a": 1}))
    return number


def at(path: Path, data: bytes) -> Source:
    path.write_bytes(data)
    return Source(path, path.name, choose("a.jsonl"), LAYOUT)


def test_the_person_is_gone_and_all_else_stays_and_comes_back(vault: SealedVault, tmp_path: Path) -> None:
    number = remembered(vault, gone("[P_1] and [P_2] and [P_1]"))
    old = at(tmp_path / "old.jsonl", OLD)

    assert reissue_file(vault, old, tmp_path / "new.jsonl") == REISSUED

    assert (tmp_path / "new.jsonl").read_bytes() == NEW
    record = vault.find_file(hashlib.sha256(NEW).digest(), "new.jsonl")
    assert record is not None
    assert record.file != number
    assert (record.input, record.pieces, record.format, record.facts["a"]) == (MARK, 4, "jsonl", 1)
    places = [each.place for each in vault.recall_file(record.file)]
    assert places == [Place(record.file, row, slot) for row, slot in ((0, 0), (0, 1), (2, 0), (2, 1), (3, 0))]
    stream = BytesIO()
    report = recover_file(vault, at(tmp_path / "new.jsonl", NEW), stream)
    assert stream.getvalue() == BACK + b"{broken\n"
    assert report.withheld_people


def test_an_output_is_not_written_over_itself(vault: SealedVault, tmp_path: Path) -> None:
    remembered(vault, gone("[P_1] and [P_2] and [P_1]"))
    old = at(tmp_path / "old.jsonl", OLD)

    with pytest.raises(UsageError, match="is the input itself"):
        reissue_file(vault, old, tmp_path / "old.jsonl")
    assert old.path.read_bytes() == OLD


def test_where_nobody_is_gone_nothing_is_written(vault: SealedVault, tmp_path: Path) -> None:
    data = OLD.replace(b"[P_1] and [P_2] and [P_1]", b"[P_1]")
    remembered(vault, manifest("[P_1]", "Anna", "1"), data)

    assert reissue_file(vault, at(tmp_path / "old.jsonl", data), tmp_path / "new.jsonl") == UNTOUCHED
    assert reissue_file(vault, at(tmp_path / "other.jsonl", b"{}\n"), tmp_path / "new.jsonl") == UNKNOWN
    assert not (tmp_path / "new.jsonl").exists()


def test_the_way_back_moves_with_the_places() -> None:
    text = "[P_1] and [P_2] and [P_1]"
    new, moved = without_withdrawn(gone(text), text)

    assert new == f"{WITHDRAWN} and [P_2] and {WITHDRAWN}"
    assert [(each.span, each.replaced) for each in moved.edits] == [
        (Span(0, 11), WITHDRAWN),
        (Span(16, 21), "[P_2]"),
        (Span(26, 37), WITHDRAWN),
    ]
    assert moved.output == digest(new)
    assert moved.original == proof(moved.output, moved.edits)
    with pytest.raises(NotExact):
        without_withdrawn(gone(text), text + "!")
    same = manifest("[P_3]", "Cy")
    assert without_withdrawn(same, "[P_3]") == ("[P_3]", same)


def test_what_is_written_is_in_no_repr() -> None:
    assert repr(reissuing._Copy(7, sizes=[1])) == "_Copy(file=7, sizes=[1])"
