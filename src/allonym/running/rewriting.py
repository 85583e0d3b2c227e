"""Pseudonymize a stream of pieces: the same pieces with other texts, and a manifest for each in the vault."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from allonym.core.errors import InputError
from allonym.core.labels import is_a
from allonym.core.pieces import BrokenPiece, Layout, Piece, render
from allonym.core.protocols import Format, Ledger
from allonym.core.types import Document, Manifest, Mention, Place, Plan, Result, digest
from allonym.engine import make_manifest
from allonym.pseudonymizer import Pseudonymizer
from allonym.running.plans import Planner
from allonym.running.reports import Problem, Report
from allonym.running.sources import documents_of

_BATCH_DOCUMENTS = 500
_BATCH_CHARACTERS = 500_000

# A key or column name is not rewritten. These labels in one mean that it is data; handles and links do not, since
# "@type" and "http://schema.org/name" are ordinary keys.
_NEVER_A_NAME = ("EMAIL", "PHONE", "IBAN", "CARD", "PERSON", "ID")

# An id is not rewritten either. Numbers are what ids are made of, so only these labels are refused in one.
_NEVER_AN_ID = ("EMAIL", "PERSON")


@dataclass(frozen=True, slots=True)
class Job:
    """All that is needed to rewrite one file. `file` is its number in the vault; None: nothing is remembered.

    `ledger` goes through the whole file where its pieces are parts of one text.
    """

    tool: Pseudonymizer
    name: str
    format: Format
    layout: Layout
    report: Report
    file: int | None
    planner: Planner
    ledger: Ledger | None = field(default=None, repr=False)
    checked: set[str] = field(default_factory=set, repr=False)
    texts: "hashlib._Hash" = field(default_factory=hashlib.sha256, repr=False)


def rewrite(job: Job, pieces: Iterable[Piece | BrokenPiece]) -> Iterator[bytes]:
    """Return the bytes of each piece, pseudonymized; the vault knows the way back before they appear."""
    number = 0
    for batch in _batches(pieces):
        with job.tool.batch():
            made, manifests = _rewrite_batch(job, batch, number)
            if job.tool.vault is not None and job.file is not None:
                job.tool.vault.remember(manifests)
        number += len(batch)
        yield from made


def scan(job: Job, pieces: Iterable[Piece | BrokenPiece]) -> Iterator[Plan]:
    """Return the plan of each text, in the order in which `rewrite` will ask for them."""
    for batch in _batches(pieces):
        checked, documents = _read_batch(job, batch)
        for piece in checked:
            if isinstance(piece, BrokenPiece):
                _note(job, piece)
        for document, plan in zip(documents, job.planner.plan(documents), strict=True):
            job.report.add_plan(plan, len(document.text))
            yield plan


def _read_batch(job: Job, batch: Sequence[Piece | BrokenPiece]) -> tuple[list[Piece | BrokenPiece], list[Document]]:
    pieces = [_checked(job, piece) for piece in batch]
    readable = [piece for piece in pieces if isinstance(piece, Piece) and piece.slots]
    language = job.tool.language
    return pieces, [each for piece in readable for each in documents_of(job.name, piece, job.layout, language)]


def _rewrite_batch(job: Job, batch: Sequence[Piece | BrokenPiece], first: int) -> tuple[list[bytes], list[Manifest]]:
    pieces, documents = _read_batch(job, batch)
    plans = job.planner.plan(documents)
    results = iter(zip(documents, job.tool.substitute(documents, plans, job.ledger), strict=True))
    made: list[bytes] = []
    manifests: list[Manifest] = []
    for number, piece in enumerate(pieces, first):
        mine = [next(results) for _ in piece.slots] if isinstance(piece, Piece) else []
        rendered = _render(job, piece, mine) if isinstance(piece, Piece) else piece
        if isinstance(rendered, BrokenPiece):
            _note(job, rendered)
            manifests.append(_withheld(job, rendered, number))
            made.append(b"")
            continue
        output, raws = rendered
        made.append(output)
        for slot, (document, result) in enumerate(mine):
            job.texts.update(result.text.encode())
            job.report.add_plan(result.plan, len(document.text))
            if job.file is not None:
                manifest = make_manifest(document, result, Place(job.file, number, slot), raws[slot])
                manifests.append(manifest)
    return made, manifests


def _render(
    job: Job, piece: Piece, mine: Sequence[tuple[Document, Result]]
) -> tuple[bytes, list[bytes | None]] | BrokenPiece:
    """Return the piece with its new texts and, for each slot, the old spelling if it cannot be worked out."""
    raws: list[str | None] = []
    odd: list[bytes | None] = []
    try:
        for slot, (document, result) in zip(piece.slots, mine, strict=True):
            if not result.edits:
                raws.append(None)
                odd.append(None)
                continue
            old = slot.span.of(piece.text)
            new = job.format.spell(result.text, old, job.layout)
            usual = job.format.spell(document.text, new, job.layout)
            raws.append(new)
            # Where the file spells a value in its own way (needless quotes, odd escapes), the spelling is kept too.
            odd.append(None if usual == old else old.encode(job.layout.encoding))
        return render(piece, raws, job.layout.encoding), odd
    except InputError as error:
        return _leave_out(job, piece, str(error))


def _withheld(job: Job, piece: BrokenPiece, number: int) -> Manifest:
    """Keep a broken row: it is left out of the output, for it may hold anything, but not lost."""
    nothing = digest("")
    name = f"{job.name}:{piece.number}"
    return Manifest(name, nothing, nothing, (), piece.raw, withheld=True, place=Place(job.file or 0, number, 0))


def _note(job: Job, piece: BrokenPiece) -> None:
    job.report.add_problem(Problem(job.name, piece.reason, piece.number, piece.column))


def _checked(job: Job, piece: Piece | BrokenPiece) -> Piece | BrokenPiece:
    """Refuse a piece whose id, keys or column names, which stay as they are, hold what must not stay."""
    if isinstance(piece, BrokenPiece):
        return piece
    # Most ids are numbers or codes; looking closely at each would cost more than reading the text.
    if piece.id and ("@" in piece.id or " " in piece.id) and (found := _find(job, piece.id, _NEVER_AN_ID)):
        reason = f"the id holds {found.label}, and ids are not rewritten; name another column with --id-column"
        return _leave_out(job, piece, reason)
    for name in piece.names:
        if name in job.checked:
            continue
        found = _find(job, name, _NEVER_A_NAME)
        if found is None:
            if len(job.checked) < 100_000:
                job.checked.add(name)
            continue
        if piece.header:
            hint = "if the first row is data, use --no-header"
            raise InputError(f"{job.name} row {piece.number}: a column name holds {found.label}; {hint}")
        return _leave_out(job, piece, f"a key holds {found.label}, and keys are not rewritten")
    return piece


def _leave_out(job: Job, piece: Piece, reason: str) -> BrokenPiece:
    """Return the piece as a broken one; where the others would suffer, the whole file fails instead."""
    if not job.format.has_rows:
        raise InputError(f"{job.name} part {piece.number}: {reason}")
    return BrokenPiece(piece.number, piece.text.encode(job.layout.encoding), reason)


def _find(job: Job, words: str, labels: Sequence[str]) -> Mention | None:
    found = job.tool.detect(Document("name", words))
    return next((mention for mention in found if any(is_a(mention.label, label) for label in labels)), None)


def _batches(pieces: Iterable[Piece | BrokenPiece]) -> Iterator[list[Piece | BrokenPiece]]:
    batch: list[Piece | BrokenPiece] = []
    documents = characters = 0
    for piece in pieces:
        batch.append(piece)
        documents += len(piece.slots) if isinstance(piece, Piece) else 1
        characters += len(piece.text) if isinstance(piece, Piece) else len(piece.raw)
        if documents >= _BATCH_DOCUMENTS or characters >= _BATCH_CHARACTERS:
            yield batch
            batch, documents, characters = [], 0, 0
    if batch:
        yield batch
