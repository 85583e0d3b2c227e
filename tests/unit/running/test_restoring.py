"""Giving a file back where its output is not what was written, or only a part of it is known."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from io import BytesIO

import pytest

from allonym.core.containers import Copied, Kept, pack_step
from allonym.core.errors import AmbiguousText, NotExact, UnknownText
from allonym.core.pieces import Layout
from allonym.core.types import Edit, FileRecord, Manifest, Place, Span, digest
from allonym.formats.choosing import choose
from allonym.running.reports import Report
from allonym.running.restoring import Search, by_piece, restore

LINE = b'{"id": "1", "text": "[PERSON_1] called"}\n'
KNOWN = Manifest(
    "1", digest("[PERSON_1] called"), digest("Anna called"), (Edit(Span(0, 10), "Anna"),), place=Place(1, 0, 0)
)


@dataclass
class Giving:
    """A vault that knows these texts."""

    manifests: list[Manifest] = field(default_factory=list)

    def recall_file(self, file: int) -> Iterator[Manifest]:
        assert file == 1
        return iter(self.manifests)

    def recall(self, text: str, id: str | None = None) -> Manifest:  # noqa: A002 - as the vault has it
        for each in self.manifests:
            if each.output == digest(text) and id in {None, each.id}:
                return each
        raise UnknownText("unknown")


def given_back(manifests: list[Manifest], data: bytes, pieces: int = 1) -> bytes:
    record = FileRecord(1, b"", b"", "jsonl", LAYOUT.as_data(), pieces)
    return b"".join(restore(Giving(manifests), record, choose("a.jsonl"), BytesIO(data)))  # type: ignore[arg-type]


LAYOUT = Layout(text_columns=("text",), id_column="id", encoding="utf-8")


def test_what_was_written_is_given_back() -> None:
    assert given_back([KNOWN], LINE) == LINE.replace(b"[PERSON_1]", b"Anna")


def test_the_spelling_that_was_kept_is_given_back() -> None:
    kept = replace(KNOWN, raw=b'"\\u0041nna called"')
    assert b'"\\u0041nna called"' in given_back([kept], LINE)


@pytest.mark.parametrize("data", [b"", LINE.replace(b"called", b"came")])
def test_an_output_that_was_cut_or_changed_is_refused(data: bytes) -> None:
    with pytest.raises(NotExact):
        given_back([KNOWN], data)


def test_manifests_without_a_place_belong_to_no_piece() -> None:
    assert list(by_piece(iter([replace(KNOWN, place=None)]))) == []
    assert list(by_piece(iter([replace(KNOWN, place=None), KNOWN]))) == []
    assert list(by_piece(iter([KNOWN, replace(KNOWN, place=None)]))) == [(0, [KNOWN, replace(KNOWN, place=None)])]
    assert list(by_piece(iter([]))) == []


def searched(manifests: list[Manifest], data: bytes) -> tuple[bytes, Report]:
    report = Report("a.jsonl")
    search = Search(Giving(manifests), "a.jsonl", choose("a.jsonl"), LAYOUT)  # type: ignore[arg-type]
    return b"".join(search.restore(BytesIO(data), report)), report


def test_a_broken_line_stays_and_is_told() -> None:
    back, report = searched([KNOWN], LINE + b"{broken\n")

    assert back == LINE.replace(b"[PERSON_1]", b"Anna") + b"{broken\n"
    assert len(report.problems) == 1


def test_a_search_gives_back_the_spelling_that_was_kept() -> None:
    back, _ = searched([replace(KNOWN, raw=b'"\\u0041nna called"')], LINE)
    assert b'"\\u0041nna called"' in back


def test_of_very_many_gaps_the_first_are_told() -> None:
    gaps = b"".join(b'{"id": "x%d", "text": "foreign %d"}\n' % (n, n) for n in range(1_200))
    back, report = searched([KNOWN], LINE + gaps)

    assert back.endswith(gaps)
    assert report.changed == 1
    assert 0 < len(report.problems) <= 1_000


def test_pieces_are_told_apart_by_their_numbers_and_texts_stay_with_their_piece() -> None:
    places = [(0, 0), (0, 1), (2, 0), (3, 0)]
    manifests = [replace(KNOWN, id=str(at), place=Place(1, *place)) for at, place in enumerate(places)]

    found = [(number, [each.id for each in group]) for number, group in by_piece(iter(manifests))]

    assert found == [(0, ["0", "1"]), (2, ["2"]), (3, ["3"])]


def test_what_was_withheld_comes_back_in_its_place_and_an_empty_piece_is_nothing() -> None:
    kept = [replace(KNOWN, withheld=True, raw=raw, place=Place(1, at, 0)) for at, raw in ((0, b"{broken\n"), (2, None))]

    assert given_back([kept[0], replace(KNOWN, place=Place(1, 1, 0)), kept[1]], LINE, 3) == b"{broken\n" + LINE.replace(
        b"[PERSON_1]", b"Anna"
    )


def test_a_text_that_was_not_changed_keeps_its_spelling() -> None:
    plain = Manifest("1", digest("Å called"), digest("Å called"), (), place=Place(1, 0, 0))
    line = b'{"id": "1", "text": "\\u00c5 called"}\n'

    assert given_back([plain], line) == line
    assert searched([plain], line)[0] == line


def test_a_file_in_another_encoding_with_a_mark_before_it_comes_back() -> None:
    layout = replace(LAYOUT, encoding="utf-16-le", bom=b"\xff\xfe")
    record = FileRecord(1, b"", b"", "jsonl", layout.as_data(), 1)
    data = b"\xff\xfe" + LINE.decode().encode("utf-16-le")
    stream = BytesIO(data)

    back = b"".join(restore(Giving([KNOWN]), record, choose("a.jsonl"), stream))  # type: ignore[arg-type]

    assert back.decode("utf-16") == LINE.decode().replace("[PERSON_1]", "Anna")


def test_gaps_and_doubts_are_told_by_row_and_column() -> None:
    class Doubting(Giving):
        def recall(self, text: str, id: str | None = None) -> Manifest:  # noqa: A002 - as the vault has it
            if text == "both":
                raise AmbiguousText("two")
            return super().recall(text, id)

    report = Report("a.jsonl")
    search = Search(Doubting([KNOWN]), "a.jsonl", choose("a.jsonl"), LAYOUT)  # type: ignore[arg-type]
    lines = LINE + b'\n{"id": "2", "text": "both"}\n{"id": "9", "text": "[PERSON_1] called"}\n'

    back = b"".join(search.restore(BytesIO(lines), report))

    assert back == lines.replace(b"[PERSON_1]", b"Anna", 1)
    assert (report.documents, report.changed, report.failed) == (3, 1, 2)
    assert [(each.number, each.column, each.reason.partition(",")[0]) for each in report.problems] == [
        (3, "text", "several documents gave this text"),
        (4, "text", "the vault does not know this text; it was changed"),
    ]


def test_a_column_of_which_nothing_is_known_is_no_gap() -> None:
    report = Report("a.jsonl")
    layout = replace(LAYOUT, text_columns=("text", "note"))
    search = Search(Giving([KNOWN]), "a.jsonl", choose("a.jsonl"), layout)  # type: ignore[arg-type]
    line = b'{"id": "1", "text": "[PERSON_1] called", "note": "well"}\n'

    assert b"".join(search.restore(BytesIO(line), report)) == line.replace(b"[PERSON_1]", b"Anna")
    assert report.failed == 0


def test_of_the_gaps_of_a_column_a_thousand_are_kept() -> None:
    search = Search(Giving([KNOWN]), "a.jsonl", choose("a.jsonl"), LAYOUT)  # type: ignore[arg-type]
    gaps = b"".join(b'{"id": "x%d", "text": "foreign"}\n' % number for number in range(1_001))
    b"".join(search.restore(BytesIO(gaps), Report("a.jsonl")))

    assert len(search.unknown["text"]) == 1_000


def test_the_way_back_of_a_file_that_was_built_is_followed() -> None:
    steps = [pack_step(Kept(b"new ")), pack_step(Copied(2, 3)), pack_step(Kept(b"!"))]
    manifests = [
        Manifest("w", b"", b"", (), step, withheld=True, place=Place(1, at, 0)) for at, step in enumerate(steps)
    ]
    record = FileRecord(1, b"", b"", "docx", Layout().as_data(), 3)
    given = Giving([KNOWN, *manifests])

    assert b"".join(restore(given, record, choose("a.docx"), BytesIO(b"..abc.."))) == b"new abc!"  # type: ignore[arg-type]
