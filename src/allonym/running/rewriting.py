"""Pseudonymize a stream of pieces: the same pieces with other texts, and a manifest for each in the vault."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence

from allonym.core.batching import BATCH_CHARACTERS, BATCH_DOCUMENTS
from allonym.core.collecting import undisturbed
from allonym.core.containers import is_container, pack_edits
from allonym.core.errors import InputError, UsageError, VaultError
from allonym.core.making import quickly
from allonym.core.pieces import BrokenPiece, Piece, Slot, render
from allonym.core.types import Document, Manifest, Place, Plan, Result, digest
from allonym.engine import make_manifest
from allonym.formats.columns import UnknownColumn
from allonym.pooling.failing import Failed, failed
from allonym.pseudonymizer import Pseudonymizer
from allonym.running.checking import hinted, plain_place, read_batch
from allonym.running.finding import Foreseeing
from allonym.running.formulas import without_formula
from allonym.running.job import Job, leave_out, set_aside
from allonym.running.parting import parted
from allonym.running.plans import FreshPlans
from allonym.running.reports import MOST_PROBLEMS, Problem, Report
from allonym.running.sources import Source

_place = quickly(Place)
_Read = tuple[int, list[Piece | BrokenPiece], list[Document]]
"""How many pieces a batch has, the pieces, of which those that must not go are broken, and the documents in them."""


def rewrite(job: Job, pieces: Iterable[Piece | BrokenPiece], number: int = 0) -> Iterator[bytes]:
    """Return the bytes of each piece, pseudonymized; the vault knows the way back before they appear.

    `number` is how many pieces of the file came before.
    """
    for size, read, documents in _read(job, pieces):
        with undisturbed():
            # Planned first: as long as a batch of the vault lasts, no other process can write.
            kept, planned = _without_failed(job, read, documents, job.planner.plan(documents))
            with job.tool.batch():
                made, manifests = rewrite_batch(job, kept, planned, number)
                if job.tool.vault is not None and job.file is not None:
                    job.tool.vault.remember(manifests)
        number += size
        yield from made


def scan(job: Job, pieces: Iterable[Piece | BrokenPiece]) -> Iterator[tuple[Document, Plan]]:
    """Return each text with its plan, in the order in which `rewrite` will ask for them."""
    for _, checked, documents in _read(job, pieces):
        kept, planned = _without_failed(job, checked, documents, job.planner.plan(documents))
        for piece in kept:
            if isinstance(piece, BrokenPiece):
                _note(job, piece)
        for document, plan in planned:
            job.report.add_plan(plan, len(document.text))
            yield document, plan
    job.planner.finish()


def documents_in(tool: Pseudonymizer, source: Source) -> Iterator[Document]:
    """Return the documents of an input in the order in which `rewrite` and `scan` will ask for their plans."""
    layout = source.inspect()
    job = Job(tool, source.name, source.format, layout, Report(source.name), None, FreshPlans(tool))
    with source.open() as stream:
        for _, _, documents in _batches_read(job, source.format.read(stream, layout)):
            yield from documents


def _read(job: Job, pieces: Iterable[Piece | BrokenPiece]) -> Iterator[_Read]:
    """Return the batches of a file. Where others look at documents meanwhile, some are read before they are needed."""
    reads = _batches_read(job, _with_hint(job, pieces))
    ahead: Foreseeing | None = getattr(job.planner, "ahead", None)
    yield from reads if ahead is None else _read_ahead(reads, ahead)


def _batches_read(job: Job, pieces: Iterator[Piece | BrokenPiece]) -> Iterator[_Read]:
    while True:
        with undisturbed():
            batch = _batch(pieces)
            read = len(batch), *read_batch(job, batch)
        if not batch:
            return
        yield read


def _with_hint(job: Job, pieces: Iterable[Piece | BrokenPiece]) -> Iterator[Piece | BrokenPiece]:
    """Return the pieces; a column that is not there is told with the one that was meant, if that names nobody."""
    try:
        yield from pieces
    except UnknownColumn as error:
        raise hinted(job.tool, error) from None


def _read_ahead(reads: Iterator[_Read], ahead: Foreseeing) -> Iterator[_Read]:
    """Return batches; what goes wrong in reading is told when all that stands before it has been taken."""
    waiting: deque[_Read | Exception] = deque()
    for read in _or_error(reads):
        waiting.append(read)
        if not isinstance(read, Exception):
            ahead.foresee(read[2])
        while waiting and not ahead.has_room():
            yield _taken(waiting)
    while waiting:
        ahead.is_read()
        yield _taken(waiting)


def _or_error(reads: Iterator[_Read]) -> Iterator[_Read | Exception]:
    try:
        yield from reads
    except Exception as error:  # noqa: BLE001 - whatever it is, `_taken` raises it
        yield error


def _taken(waiting: "deque[_Read | Exception]") -> _Read:
    read = waiting.popleft()
    if isinstance(read, Exception):
        raise read
    return read


def _without_failed(
    job: Job, pieces: Sequence[Piece | BrokenPiece], documents: Sequence[Document], plans: Sequence[Plan | Failed]
) -> tuple[list[Piece | BrokenPiece], list[tuple[Document, Plan]]]:
    """Return the pieces, of which those with a document that failed are left out, and the plans of all others."""
    planned = [(document, plan) for document, plan in zip(documents, plans, strict=True) if isinstance(plan, Plan)]
    if len(planned) == len(plans):
        return list(pieces), planned
    pairs = iter(zip(documents, plans, strict=True))
    kept: list[Piece | BrokenPiece] = []
    planned = []
    for piece in pieces:
        mine = [next(pairs) for _ in piece.slots] if isinstance(piece, Piece) else []
        fine = [(document, plan) for document, plan in mine if not isinstance(plan, Failed)]
        if isinstance(piece, Piece) and len(fine) < len(mine):
            first = next(plan for _, plan in mine if isinstance(plan, Failed))
            kept.append(set_aside(job, piece, first))
        else:
            kept.append(piece)
            planned += fine
    return kept, planned


def rewrite_batch(
    job: Job, pieces: Sequence[Piece | BrokenPiece], planned: Sequence[tuple[Document, Plan]], first: int
) -> tuple[list[bytes], list[Manifest]]:
    """Return the bytes of each piece of a batch, pseudonymized, and the way back; `first` is how many came before."""
    documents, plans = [document for document, _ in planned], [plan for _, plan in planned]
    if job.quarantine is None:
        written = job.tool.substitute(documents, plans, job.ledger)
    else:
        pieces, written, documents = _substitute_each(job, pieces, planned)
    if job.layout.delimiter or getattr(job.format, "has_cells", False):
        written = [without_formula(*pair) for pair in zip(documents, written, strict=True)]
    results = iter(zip(documents, written, strict=True))
    made: list[bytes] = []
    manifests: list[Manifest] = []
    for number, piece in enumerate(pieces, first):
        mine = [_fitted(slot, *next(results)) for slot in piece.slots] if isinstance(piece, Piece) else []
        rendered = _render(job, piece, mine) if isinstance(piece, Piece) else piece
        if isinstance(rendered, BrokenPiece) or job.seam.would_join(piece):
            made.append(b"")
            manifests += _withheld(job, piece, number)
            if isinstance(rendered, BrokenPiece):
                _keep(job, rendered, is_more=_note(job, rendered))
            continue
        job.seam.follow(piece)
        output, raws = rendered
        made.append(output)
        for slot, (document, result) in enumerate(mine):
            job.texts.update(digest(result.text) if result.edits else result.plan.digest)
            job.report.add_plan(result.plan, len(document.text))
            if job.file is not None:
                manifest = make_manifest(document, result, _place(job.file, number, slot), raws[slot])
                manifests.append(manifest)
    return made, manifests


def _substitute_each(
    job: Job, pieces: Sequence[Piece | BrokenPiece], planned: Sequence[tuple[Document, Plan]]
) -> tuple[list[Piece | BrokenPiece], list[Result], list[Document]]:
    """Carry out the plans piece by piece; a piece that fails is left out."""
    if job.tool.minds_originals:
        job.tool.reserve([document for document, _ in planned], [plan for _, plan in planned])
    pairs = iter(planned)
    kept: list[Piece | BrokenPiece] = []
    written: list[Result] = []
    documents: list[Document] = []
    for piece in pieces:
        mine = [next(pairs) for _ in piece.slots] if isinstance(piece, Piece) else []
        own = [document for document, _ in mine]
        try:
            written += job.tool.substitute(own, [plan for _, plan in mine], job.ledger)
        except (UsageError, VaultError, OSError):
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, the other pieces go on
            if isinstance(piece, Piece):
                kept.append(set_aside(job, piece, failed(own[0], error)))
            continue
        kept.append(piece)
        documents += own
    return kept, written, documents


def _fitted(slot: Slot, document: Document, result: Result) -> tuple[Document, Result]:
    return document, parted(document, result, slot.fixed) if slot.fixed else result


def _render(
    job: Job, piece: Piece, mine: Sequence[tuple[Document, Result]]
) -> tuple[bytes, list[bytes | None]] | BrokenPiece:
    """Return the piece with its new texts and, for each slot, the old spelling if it cannot be worked out."""
    if is_container(job.format):
        return pack_edits([result.edits for _, result in mine]), [None] * len(mine)
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
        return leave_out(job, piece, str(error))


def _withheld(job: Job, piece: Piece | BrokenPiece, number: int) -> list[Manifest]:
    """Keep a piece that is left out of the output: it may hold anything, but it is not lost."""
    if is_container(job.format):
        # Of what is built, the vault keeps the way back as a whole.
        return []
    nothing = digest("")
    raw = piece.raw if isinstance(piece, BrokenPiece) else piece.text.encode(job.layout.encoding)
    place = Place(job.file or 0, number, 0)
    return [Manifest(f"{job.name}:{piece.number}", nothing, nothing, (), raw, withheld=True, place=place)]


def _keep(job: Job, piece: BrokenPiece, *, is_more: bool) -> None:
    """Keep what is left out in quarantine, if there is one."""
    if job.quarantine is not None:
        job.quarantine.keep_piece(job.name, piece, is_more=is_more)


def _note(job: Job, piece: BrokenPiece) -> bool:
    """Count a row that is left out; tell whether it was counted before, and this is more of it."""
    if not is_container(job.format) and job.seam.is_more(piece):
        return True
    is_shown = len(job.report.problems) < MOST_PROBLEMS
    column = plain_place(job, piece.column) if is_shown else None
    place = (f"{job.name} {piece.place}", None) if piece.place else (job.name, piece.number)
    job.report.add_problem(Problem(place[0], piece.reason, place[1], column))
    return False


def _batch(pieces: Iterator[Piece | BrokenPiece]) -> list[Piece | BrokenPiece]:
    """Take the next batch from the pieces; at their end there is nothing in it."""
    batch: list[Piece | BrokenPiece] = []
    documents = characters = 0
    for piece in pieces:
        batch.append(piece)
        if isinstance(piece, Piece):
            documents += len(piece.slots)
            characters += len(piece.text)
        else:
            documents += 1
            characters += len(piece.raw)
        if documents >= BATCH_DOCUMENTS or characters >= BATCH_CHARACTERS:
            break
    return batch
