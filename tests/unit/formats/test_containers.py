"""Every format of files that are built passes the kit that others' formats pass, too."""

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import BinaryIO

import pytest
from tests.unit.formats.test_parquet import as_arrow, table, written
from tests.unit.formats.test_sheets import workbook
from tests.unit.formats.test_word import letter

from allonym.core.containers import (
    Container,
    Copied,
    Kept,
    SlotEdits,
    WayBack,
    follow,
    is_container,
    kept,
    pack_edits,
    pack_step,
    unpack_edits,
)
from allonym.core.errors import VaultDamaged
from allonym.core.pieces import Layout
from allonym.core.splice import splice
from allonym.core.types import Document, Edit, Plan, Result, Span, digest
from allonym.formats.arrow_ipc import arrow
from allonym.formats.delimited import csv
from allonym.formats.parquet import parquet
from allonym.formats.sheets import SheetFormat, xlsx
from allonym.formats.word import docx
from allonym.running.parting import parted
from allonym.testing import check_container

MAKERS: dict[str, tuple[Container, Callable[[], bytes]]] = {
    "docx": (docx(), letter),
    "docx in pieces": (docx(size=20), letter),
    "xlsx": (xlsx(), workbook),
    "parquet": (parquet(rows=3), lambda: written(table(), row_group_size=3)),
    "arrow file": (arrow(rows=1), lambda: as_arrow(table(), rows=3)),
    "arrow stream": (arrow(), lambda: as_arrow(table(), is_file=False)),
}


@pytest.mark.parametrize("name", MAKERS)
def test_every_container_passes_the_kit(name: str) -> None:
    form, make = MAKERS[name]

    assert is_container(form)
    assert not is_container(csv())
    check_container(form, [make()])


@dataclass(frozen=True)
class Forgetful:
    """A format that does everything right but one thing."""

    lose: str
    inner: SheetFormat = field(default_factory=xlsx)

    def __getattr__(self, name: str) -> object:
        return getattr(self.inner, name)

    def build(self, stream: BinaryIO, layout: Layout, edits: Iterator[SlotEdits], output: BinaryIO) -> WayBack:
        if self.lose == "edits":
            edits = iter([[[] for _ in slots] for slots in edits])
        steps = list(self.inner.build(stream, layout, edits, output))
        yield from steps[1:] if self.lose == "steps" else steps


@pytest.mark.parametrize(("lose", "what"), [("edits", "does not read"), ("steps", "way back does not lead")])
def test_the_kit_finds_what_a_container_loses(lose: str, what: str) -> None:
    with pytest.raises(AssertionError, match=what):
        check_container(Forgetful(lose), [workbook()])  # type: ignore[arg-type]


def test_steps_and_edits_come_back_from_bytes() -> None:
    new = io.BytesIO(b"0123456789")
    steps: list[Copied | Kept] = [Kept(b"ab"), Copied(3, 4), Kept(b""), Copied(0, 1)]
    edits = [[Edit(Span(1, 2), "é\n")], []]

    assert b"".join(follow(map(pack_step, steps), new)) == b"ab34560"
    assert unpack_edits(pack_edits(edits)) == edits
    assert b"".join(each.raw for each in kept(new, 2, 9)) == b"2345678"


def test_a_way_back_that_leads_nowhere_is_refused() -> None:
    with pytest.raises(VaultDamaged, match="behind the end"):
        list(follow([pack_step(Copied(5, 9))], io.BytesIO(b"0123456789")))


@pytest.mark.parametrize(
    ("edit", "fixed", "wanted"),
    [
        (Span(0, 3), [], "Xdefgh"),
        (Span(1, 7), [Span(3, 4)], "aXdh"),
        (Span(1, 7), [Span(1, 2), Span(4, 5)], "abXeh"),
        (Span(1, 7), [Span(0, 2), Span(6, 8)], "abXgh"),
        (Span(3, 4), [Span(3, 4)], "abcdefgh"),
        (Span(4, 4), [Span(3, 4)], "abcdXefgh"),
    ],
)
def test_an_edit_stays_off_what_is_fixed(edit: Span, fixed: list[Span], wanted: str) -> None:
    plan = Plan("d", digest("abcdefgh"), ())
    text, spans = splice("abcdefgh", [Edit(edit, "X")])
    made = parted(Document("d", "abcdefgh"), Result("d", text, (Edit(edit, "X"),), spans, plan), fixed)

    assert made.text == wanted
    assert len(made.edits) == len(made.spans)
