"""Pseudonymize a stream of pieces: the same pieces with other texts, and a manifest for each in the vault."""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from allonym.core.errors import InputError
from allonym.core.labels import LABELS, is_a
from allonym.core.pieces import BrokenPiece, Layout, Piece, render
from allonym.core.protocols import Format
from allonym.core.types import DENIED, Action, Document, Manifest, Place, Plan, Result, digest
from allonym.engine import make_manifest
from allonym.pseudonymizer import BATCH_CHARACTERS, BATCH_DOCUMENTS, Pseudonymizer
from allonym.running.plans import Planner
from allonym.running.reports import Problem, Report
from allonym.running.sources import documents_of
from allonym.vault.ledger import LocalLedger

# Keys and ids are not rewritten. These labels in one mean that it is data; handles and links in a key do not, since
# "@type" and "http://schema.org/name" are ordinary keys, nor numbers in an id, since ids are made of them.
_NEVER_A_KEY = ("EMAIL", "PHONE", "IBAN", "CARD", "PERSON", "ID")
_NEVER_AN_ID = ("EMAIL", "PERSON", "USERNAME", "IBAN", "IP", "URL")
_WORDS_IN_A_NAME = 8
_LIKE_IBAN = re.compile(r"[A-Za-z]{2}[0-9]{2}[A-Za-z0-9]{11}")


@dataclass(slots=True)
class Seam:
    """Watches the place where a piece was left out: an empty line after a lone CR would become one line end with it."""

    after_return: bool = False

    def would_join(self, piece: Piece | BrokenPiece) -> bool:
        """Tell whether a piece must be left out, too, since it would melt into what stands before."""
        return self.after_return and isinstance(piece, Piece) and piece.text == "\n"

    def follow(self, piece: Piece | BrokenPiece) -> None:
        """Remember how the output ends now."""
        self.after_return = isinstance(piece, Piece) and piece.text.endswith("\r")


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
    ledger: LocalLedger | None = field(default=None, repr=False)
    checked: set[str] = field(default_factory=set, repr=False)
    seam: Seam = field(default_factory=Seam, repr=False)
    texts: "hashlib._Hash" = field(default_factory=hashlib.sha256, repr=False)


def rewrite(job: Job, pieces: Iterable[Piece | BrokenPiece]) -> Iterator[bytes]:
    """Return the bytes of each piece, pseudonymized; the vault knows the way back before they appear."""
    number = 0
    for batch in _batches(pieces):
        read, documents = _read_batch(job, batch)
        # Planned first: as long as a batch of the vault lasts, no other process can write.
        planned = list(zip(documents, job.planner.plan(documents), strict=True))
        with job.tool.batch():
            made, manifests = _rewrite_batch(job, read, planned, number)
            if job.tool.vault is not None and job.file is not None:
                job.tool.vault.remember(manifests)
        number += len(batch)
        yield from made


def scan(job: Job, pieces: Iterable[Piece | BrokenPiece]) -> Iterator[tuple[Document, Plan]]:
    """Return each text with its plan, in the order in which `rewrite` will ask for them."""
    for batch in _batches(pieces):
        checked, documents = _read_batch(job, batch)
        for piece in checked:
            if isinstance(piece, BrokenPiece):
                _note(job, piece)
        for document, plan in zip(documents, job.planner.plan(documents), strict=True):
            job.report.add_plan(plan, len(document.text))
            yield document, plan
    job.planner.finish()


def _read_batch(job: Job, batch: Sequence[Piece | BrokenPiece]) -> tuple[list[Piece | BrokenPiece], list[Document]]:
    faults = _faulty_ids(job, batch)
    pieces = [_checked(job, piece, faults) for piece in batch]
    readable = [piece for piece in pieces if isinstance(piece, Piece) and piece.slots]
    language = job.tool.language
    return pieces, [each for piece in readable for each in documents_of(job.name, piece, job.layout, language)]


def _rewrite_batch(
    job: Job, pieces: Sequence[Piece | BrokenPiece], planned: Sequence[tuple[Document, Plan]], first: int
) -> tuple[list[bytes], list[Manifest]]:
    documents, plans = [document for document, _ in planned], [plan for _, plan in planned]
    results = iter(zip(documents, job.tool.substitute(documents, plans, job.ledger), strict=True))
    made: list[bytes] = []
    manifests: list[Manifest] = []
    for number, piece in enumerate(pieces, first):
        mine = [next(results) for _ in piece.slots] if isinstance(piece, Piece) else []
        rendered = _render(job, piece, mine) if isinstance(piece, Piece) else piece
        if isinstance(rendered, BrokenPiece) or job.seam.would_join(piece):
            made.append(b"")
            manifests.append(_withheld(job, piece, number))
            if isinstance(rendered, BrokenPiece):
                _note(job, rendered)
            continue
        job.seam.follow(piece)
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


def _withheld(job: Job, piece: Piece | BrokenPiece, number: int) -> Manifest:
    """Keep a piece that is left out of the output: it may hold anything, but it is not lost."""
    nothing = digest("")
    raw = piece.raw if isinstance(piece, BrokenPiece) else piece.text.encode(job.layout.encoding)
    place = Place(job.file or 0, number, 0)
    return Manifest(f"{job.name}:{piece.number}", nothing, nothing, (), raw, withheld=True, place=place)


def _note(job: Job, piece: BrokenPiece) -> None:
    job.report.add_problem(Problem(job.name, piece.reason, piece.number, piece.column))


def _faulty_ids(job: Job, batch: Sequence[Piece | BrokenPiece]) -> dict[str, str]:
    """Return the ids of a batch that hold what must not stay, each with its label; all are looked at in one pass."""
    ids = {piece.id for piece in batch if isinstance(piece, Piece) and piece.id}
    plain = re.compile(r"[\w\-]+") if not job.tool.settings.terms else re.compile(r"[\d\-]+")
    odd = sorted(each for each in ids if not plain.fullmatch(each) or _LIKE_IBAN.match(each))
    plans = job.tool.plan_many([Document("id", each) for each in odd])
    labels = {each: _fault(plan, _NEVER_AN_ID) for each, plan in zip(odd, plans, strict=True)}
    return {each: label for each, label in labels.items() if label is not None}


def _checked(job: Job, piece: Piece | BrokenPiece, faults: Mapping[str, str]) -> Piece | BrokenPiece:
    """Refuse a piece whose id, keys or column names, which stay as they are, hold what must not stay."""
    if isinstance(piece, BrokenPiece):
        return piece
    if piece.header:
        _require_header(job, piece)
        return piece
    if piece.id is not None and piece.id in faults:
        reason = f"the id holds {faults[piece.id]}, and ids are not rewritten; name another column with --id-column"
        return _leave_out(job, piece, reason)
    for name in piece.names:
        if name in job.checked:
            continue
        if found := _find(job, name, _NEVER_A_KEY):
            return _leave_out(
                job, piece, f"a key holds {found}, and keys are not rewritten; if it names nobody, --allow it"
            )
        if len(job.checked) < 100_000:
            job.checked.add(name)
    return piece


def _require_header(job: Job, piece: Piece) -> None:
    """Refuse a first row that looks like data: it would be published as it stands."""
    for name in piece.names:
        found = _find(job, name, tuple(LABELS))
        if found or len(name.split()) > _WORDS_IN_A_NAME:
            what = f"a column name holds {found}" if found else "a column name is a whole sentence"
            hint = "if the first row is data, use --no-header; if it names nobody, --allow it"
            raise InputError(f"{job.name} row {piece.number}: {what}; {hint}")


def _leave_out(job: Job, piece: Piece, reason: str) -> BrokenPiece:
    """Return the piece as a broken one; where the others would suffer, the whole file fails instead."""
    if not job.format.has_rows:
        raise InputError(f"{job.name} part {piece.number}: {reason}")
    return BrokenPiece(piece.number, piece.text.encode(job.layout.encoding), reason)


def _find(job: Job, words: str, labels: Sequence[str]) -> str | None:
    return _fault(job.tool.plan_many([Document("name", words)])[0], labels)


def _fault(plan: Plan, labels: Sequence[str]) -> str | None:
    """Return the label of something that would be replaced and has one of these labels, or was listed by the user."""
    for decision in plan.decisions:
        label = decision.entity.label
        listed = any(mention.features and DENIED[0] in mention.features for mention in decision.entity.mentions)
        if decision.action is Action.REPLACE and (listed or any(is_a(label, each) for each in labels)):
            return label
    return None


def _batches(pieces: Iterable[Piece | BrokenPiece]) -> Iterator[list[Piece | BrokenPiece]]:
    batch: list[Piece | BrokenPiece] = []
    documents = characters = 0
    for piece in pieces:
        batch.append(piece)
        documents += len(piece.slots) if isinstance(piece, Piece) else 1
        characters += len(piece.text) if isinstance(piece, Piece) else len(piece.raw)
        if documents >= BATCH_DOCUMENTS or characters >= BATCH_CHARACTERS:
            yield batch
            batch, documents, characters = [], 0, 0
    if batch:
        yield batch
