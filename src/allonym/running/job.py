"""All that is needed to take one file through, and what becomes of a piece that cannot go."""

import hashlib
from dataclasses import dataclass, field
from typing import Protocol

from allonym.core.errors import InputError
from allonym.core.pieces import BrokenPiece, Layout, Piece
from allonym.core.protocols import Format
from allonym.formats.encodings import DEFAULT
from allonym.pooling.failing import Failed
from allonym.pseudonymizer import Pseudonymizer
from allonym.running.plans import Planner
from allonym.running.quarantine import Quarantine
from allonym.running.reports import Report
from allonym.vault.ledger import LocalLedger


@dataclass(slots=True)
class Seam:
    """Watches the place where a piece was left out: an empty line after a lone CR would become one line end with it."""

    after_return: bool = False
    left_out: int | None = None
    """The number of the row that was left out last."""

    def would_join(self, piece: Piece | BrokenPiece) -> bool:
        """Tell whether a piece must be left out, too, since it would melt into what stands before."""
        return self.after_return and isinstance(piece, Piece) and piece.text == "\n"

    def follow(self, piece: Piece | BrokenPiece) -> None:
        """Remember how the output ends now."""
        self.after_return = isinstance(piece, Piece) and piece.text.endswith("\r")

    def is_more(self, piece: BrokenPiece) -> bool:
        """Tell whether a piece that is left out is more of the row before it: one that is too long comes in slices."""
        before, self.left_out = self.left_out, piece.number
        return before == piece.number


class Hashing(Protocol):
    """Takes bytes one after another."""

    def update(self, part: bytes, /) -> None:
        """Take some more."""
        ...

    def digest(self) -> bytes:
        """Return the hash of all."""
        ...


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
    texts: Hashing = field(default_factory=hashlib.sha256, repr=False)
    """Takes the hash of every text that was written, to compare them with what is read back."""
    quarantine: Quarantine | None = None


def leave_out(job: Job, piece: Piece, reason: str) -> BrokenPiece:
    """Return the piece as a broken one; where the others would suffer, the whole file fails instead."""
    if not _can_go(job, piece):
        raise InputError(f"{job.name} {piece.place or f'part {piece.number}'}: {reason}")
    return BrokenPiece(piece.number, piece.text.encode(job.layout.encoding or DEFAULT), reason, place=piece.place)


def set_aside(job: Job, piece: Piece, failed: Failed) -> BrokenPiece:
    """Leave a piece out, if there is a quarantine to keep it; without one, the error stops the file."""
    if job.quarantine is None or not _can_go(job, piece):
        raise failed.error()
    return leave_out(job, piece, failed.reason)


def _can_go(job: Job, piece: Piece) -> bool:
    """Tell whether the others do without a piece; a row of a packed file goes only where it is kept by itself."""
    return job.format.has_rows or (piece.loose and job.quarantine is not None)
