"""An older output stays where not one text of the new one could be read."""

import hashlib
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from allonym.core.containers import left_out
from allonym.core.errors import AllonymError, InputError
from allonym.core.pieces import Piece
from allonym.pseudonymizer import Pseudonymizer
from allonym.running.checking import are_names
from allonym.running.reports import Report
from allonym.running.sources import Source

_LOOKED_AT, _SHOWN = 50, 10


@dataclass(frozen=True, slots=True)
class Spared:
    """The place of an output, where an older one may lie."""

    path: Path

    def require_text(self, tool: Pseudonymizer, source: Source, report: Report, output: bytes | None = None) -> None:
        """Raise InputError if all rows were left out and another file, of another SHA-256, would be replaced."""
        if report.documents or not report.failed or not self._holds_another(output):
            return
        told = f"{report.file}: no text could be read{_first(report)}, so {self.path} stays as it was"
        raise InputError(f"{told}{_columns(tool, source)}")

    def _holds_another(self, output: bytes | None) -> bool:
        if not self.path.is_file() or not self.path.stat().st_size:
            return False
        with self.path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").digest() != output


def require_known(report: Report) -> None:
    """Raise InputError if the vault gave back not one text of a file: a copy of it must not pass for the original."""
    if not report.changed:
        told = f"this vault knows no text of this file{_first(report)}; nothing is written"
        raise InputError(f"{told}. If it was edited, use --edited")


def _first(report: Report) -> str:
    """Return in words what was left out first."""
    notes = (note for note in report.notes if left_out([note]))
    first = str(report.problems[0]) if report.problems else next(notes, "")
    return f" ({first.removeprefix(report.file).lstrip(': ')})" if first else ""


def _columns(tool: Pseudonymizer, source: Source) -> str:
    """Return in words which columns there are, if that is what is wrong, and if they name nobody."""
    asked = source.asked
    if source.is_stdin() or not (asked.text_columns or asked.id_column):
        return ""
    anything = replace(source, asked=replace(asked, text_columns=(), id_column=None, labels=()))
    try:
        with anything.open() as stream:
            pieces = islice(source.format.read(stream, anything.inspect()), _LOOKED_AT)
            slots = [slot.column for piece in pieces if isinstance(piece, Piece) for slot in piece.slots]
    except AllonymError:
        return ""
    names = list(dict.fromkeys(slots))
    if not names:
        return ""
    if not are_names(tool, names):
        return "; see how columns are called in the file, and name one with --text-column"
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return f"; columns with text: {', '.join(names[:_SHOWN])}{more}; name one with --text-column"
