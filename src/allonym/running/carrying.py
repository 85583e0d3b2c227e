"""What a worker does with lines of a file, from end to end: read, plan, substitute, spell. Others only write.

    lines -> pieces -> documents -> plans -> results -> lines, counts, manifests

That is possible where no line needs to know of another: each is a record, and stand-ins are drawn for one document.
Where anything fails, the worker gives the lines back undone, and whoever asked does them with all care.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from io import BytesIO
from operator import attrgetter
from typing import Any, NamedTuple

from allonym.core.collecting import undisturbed
from allonym.core.making import quickly
from allonym.core.pieces import Layout, Piece
from allonym.core.protocols import Format, Readable
from allonym.core.types import Document, Edit, Manifest, Place, Plan, Span, digest
from allonym.formats.json_lines import JsonLinesFormat
from allonym.pooling.wire import plan_of_row, row_of_plan
from allonym.pooling.worker import DOCUMENTS, Serve, finding_with
from allonym.pseudonymizer import Pseudonymizer
from allonym.running.checking import read_batch
from allonym.running.job import Job, Seam
from allonym.running.plans import FreshPlans
from allonym.running.reports import Report
from allonym.running.rewriting import rewrite_batch
from allonym.settings import Settings, build

CARRY, READ_BACK = "carry", "read back"
_of_edit = attrgetter("span.start", "span.end", *(each.name for each in fields(Edit) if each.name != "span"))
_edit, _manifest, _place = quickly(Edit), quickly(Manifest), quickly(Place)
Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """What all lines of a file have in common. `key` is what stand-ins are drawn by; it opens no manifest."""

    name: str
    format: JsonLinesFormat
    layout: Layout
    language: str | None
    key: bytes = field(repr=False)
    file: int | None
    keeps: bool
    """Whether plans are wanted, too."""


class Carried(NamedTuple):
    """Lines that were taken through: as they are written, what is counted, hashes of the texts, and the way back."""

    data: bytes
    report: Report
    texts: bytes
    manifests: list[Row]
    plans: bytes


@dataclass(slots=True)
class Noted:
    """Takes hashes as a hash would, and keeps them."""

    parts: list[bytes] = field(default_factory=list)

    def update(self, part: bytes, /) -> None:
        """Take one more."""
        self.parts.append(part)

    def digest(self) -> bytes:
        """Return all of them."""
        return b"".join(self.parts)


def carrying(settings: Sequence[Settings]) -> Serve:
    """Return what answers orders to detect, to plan, to carry lines through, and to read them back."""
    engines = [build(each) for each in settings]
    others = finding_with(engines)

    @lru_cache(maxsize=1)
    def served(which: int, language: str | None, key: bytes) -> Callable[[str, Any], Any]:
        return carrying_with(Pseudonymizer(settings[which], language=language, chance=key, engine=engines[which]))

    def serve(which: int, what: str, given: Any) -> Any:
        if what in DOCUMENTS:
            return others(which, what, given)
        if what == CARRY:
            return served(which, given[0].language, given[0].key)(what, given)
        return _read_back(given)

    return serve


def carrying_with(tool: Pseudonymizer) -> Callable[[str, Any], Any]:
    """Return what carries lines through with a tool, and reads them back."""

    @lru_cache(maxsize=1)
    def job_for(sheet: Sheet) -> Job:
        layout = replace(sheet.layout, bom=b"")
        return Job(tool, sheet.name, sheet.format, layout, Report(sheet.name), sheet.file, FreshPlans(tool))

    def serve(what: str, given: Any) -> Any:
        if what != CARRY:
            return _read_back(given)
        sheet, *lines = given
        try:
            with undisturbed():
                return carry(job_for(sheet), sheet, *lines)
        except Exception:  # noqa: BLE001 - whoever asked does these lines again, and meets it
            return None

    return serve


def carry(job: Job, sheet: Sheet, raw: bytes, first: int, known: bytes | None = None) -> Carried:
    """Return lines pseudonymized, of which the first has this number; what was decided before is known."""
    pieces = list(sheet.format.read_from(first, BytesIO(raw), job.layout))
    noted = Noted()
    job = replace(job, report=Report(job.name), texts=noted, seam=Seam())
    checked, documents = read_batch(job, pieces)
    plans = _unpacked(documents, known) if known else job.tool.plan_many(documents)
    made, manifests = rewrite_batch(job, checked, list(zip(documents, plans, strict=True)), first - 1)
    rows = [_row(each) for each in manifests]
    return Carried(b"".join(made), job.report, noted.digest(), rows, _packed(plans) if sheet.keeps else b"")


def texts_in(format: Format, layout: Layout, stream: Readable) -> bytes:  # noqa: A002 - as everywhere
    """Return the hashes of the texts in lines, in order."""
    pieces = format.read(stream, layout)
    return b"".join(digest(slot.value) for piece in pieces if isinstance(piece, Piece) for slot in piece.slots)


def manifests_of(rows: Sequence[Row], file: int) -> list[Manifest]:
    """Return the manifests that rows describe."""
    return [
        _manifest(name, output, original, _edits(edits), raw, withheld, _place(file, piece, slot), author)
        for name, output, original, edits, raw, withheld, piece, slot, author in rows
    ]


def _read_back(given: Any) -> bytes:
    format_, layout, raw = given
    with undisturbed():
        return texts_in(format_, layout, BytesIO(raw))


def _packed(plans: Sequence[Plan]) -> bytes:
    """Return plans as JSON: not as values of their classes, since these are read again from a disk."""
    rows = [row_of_plan(each) for each in plans]
    return json.dumps([[hashed.hex(), *others] for hashed, *others in rows]).encode()


def _unpacked(documents: Sequence[Document], known: bytes) -> list[Plan]:
    pairs = zip(documents, json.loads(known), strict=True)
    return [
        plan_of_row(document, (bytes.fromhex(hashed), [_decision(each) for each in decisions], *others))
        for document, (hashed, decisions, *others) in pairs
    ]


def _decision(row: Sequence[Any]) -> Row:
    name, label, mentions, *others = row
    return name, label, [(*told, tuple(map(tuple, features))) for *told, features in mentions], *others


def _row(manifest: Manifest) -> Row:
    place = manifest.place or Place(0, 0, 0)
    edits = [_of_edit(each) for each in manifest.edits]
    told = manifest.id, manifest.output, manifest.original, edits
    return (*told, manifest.raw, manifest.withheld, place.piece, place.slot, manifest.author)


def _edits(rows: Sequence[Row]) -> tuple[Edit, ...]:
    return tuple([_edit(Span(start, end), *others) for start, end, *others in rows])
