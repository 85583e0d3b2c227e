"""Giving a file back where its output is not what was written, or only a part of it is known."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from io import BytesIO

import pytest

from allonym.core.errors import NotExact, UnknownText
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
