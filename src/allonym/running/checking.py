"""What stays as it is in a file must not be data: ids, keys and column names are looked at first."""

import re
from collections.abc import Mapping, Sequence

from allonym.core.errors import InputError, UsageError
from allonym.core.labels import LABELS, Kind, is_a
from allonym.core.nearest import nearest
from allonym.core.pieces import BrokenPiece, Piece
from allonym.core.types import Document
from allonym.formats.choosing import is_known
from allonym.formats.columns import UnknownColumn
from allonym.pseudonymizer import Pseudonymizer
from allonym.running.job import Job, leave_out
from allonym.running.naming import place_of, refused
from allonym.running.reports import HIDDEN
from allonym.running.sources import documents_of
from allonym.standing import faulty, faulty_ids

# Keys are not rewritten. These labels in one mean that it is data; handles and links do not, since "@type" and
# "http://schema.org/name" are ordinary keys.
_NEVER_A_KEY = ("EMAIL", "PHONE", "IBAN", "CARD", "PERSON", "ID")
_NEVER_A_FILE = (*_NEVER_A_KEY, "USERNAME")
# A short word can be the name of a column, whatever firm or town is called so, too.
_GUESSES = frozenset({"ORGANIZATION", "LOCATION"})
_NEVER_A_WORD = tuple(label for label in LABELS if not any(is_a(label, each) for each in _GUESSES))
_DIRECT = tuple(label for label in _NEVER_A_WORD if LABELS[label].kind is Kind.DIRECT)
_ALLOW = "if it names nobody, --allow it or rename it"
_PLAIN_WORD = re.compile(r"[^\W\d]{1,16}(?:_[^\W_]{1,16}){0,2}")
_WORDS_IN_A_NAME = 8
_PACKED = re.compile(r"\.(?:gz|zst)$")


def read_batch(job: Job, batch: Sequence[Piece | BrokenPiece]) -> tuple[list[Piece | BrokenPiece], list[Document]]:
    """Return the pieces of a batch, of which those that must not go are broken now, and the documents of the others."""
    faults = faulty_ids(job.tool, (piece.id for piece in batch if isinstance(piece, Piece) and piece.id))
    pieces = [_checked(job, piece, faults) for piece in batch]
    readable = [piece for piece in pieces if isinstance(piece, Piece) and piece.slots]
    language = job.tool.language
    return pieces, [each for piece in readable for each in documents_of(job.name, piece, job.layout, language)]


def _checked(job: Job, piece: Piece | BrokenPiece, faults: Mapping[str, str]) -> Piece | BrokenPiece:
    """Refuse a piece whose id, keys or column names, which stay as they are, hold what must not stay."""
    if isinstance(piece, BrokenPiece):
        return piece
    if piece.header:
        _require_header(job, piece)
        return piece
    if piece.id is not None and piece.id in faults:
        reason = f"the id holds {faults[piece.id]}, and ids are not rewritten; name another column with --id-column"
        return leave_out(job, piece, reason)
    names = [name for name in piece.names if name not in job.checked]
    if not names:
        return piece
    allowed = {each.casefold() for each in job.tool.settings.allow}
    asked = {
        _spoken(name): _NEVER_A_FILE if is_known(name) else _NEVER_A_KEY
        for name in names
        if name.casefold() not in allowed
    }
    told = refused(job.tool, asked)
    found = {name: told[_spoken(name)] for name in names if _spoken(name) in told}
    for name in names:
        if name in found:
            kept = "keys are not rewritten, nor values that are no texts"
            what = "the name of a file" if is_known(name) else "a key"
            place = place_of(piece.text, name, found)
            hint = f"{_ALLOW}; it stands at {place}" if place else _ALLOW
            return leave_out(job, piece, f"{what} holds {found[name]}, and {kept}; {hint}")
        if len(job.checked) < 100_000:
            job.checked.add(name)
    return piece


def _spoken(name: str) -> str:
    """Return a name as it is read: that of a file without its ending, which makes a name of geo.jsonl."""
    return _PACKED.sub("", name).rpartition(".")[0] if is_known(name) else name


def hinted(tool: Pseudonymizer, error: UnknownColumn) -> UsageError:
    """Return the error with the name that was meant, if all names are such: the first row may be somebody's data."""
    names = [name for name in error.known if name]
    if are_names(tool, names):
        parts = [part.strip() for part in error.column.split(",")]
        several = len(parts) > 1 and set(parts) <= set(names)
        return error.hinted(", but all its parts are; name each by itself" if several else nearest(error.column, names))
    return UsageError(f"{error}; if it is data, use --no-header") if error.rest else error


def are_names(tool: Pseudonymizer, names: Sequence[str]) -> bool:
    """Tell whether names of columns are such, and no data: then they can be shown."""
    is_header = not any(name.isdecimal() or len(name.split()) > _WORDS_IN_A_NAME for name in names)
    return is_header and not faulty(tool, dict.fromkeys(names, _NEVER_A_WORD))


def plain_place(job: Job, column: str | None) -> str | None:
    """Return the name of a column, or of a path of keys, for a message; one that names somebody is not shown."""
    if not column or column in job.checked or not faulty(job.tool, {column: _NEVER_A_KEY}):
        return column
    return HIDDEN


def _require_header(job: Job, piece: Piece) -> None:
    """Refuse names of columns that look like data: they would be published as they stand."""
    # A row may be data, where somebody forgot to say so; the names in a schema cannot.
    is_row = bool(job.layout.delimiter) or getattr(job.format, "has_cells", False)
    for place, name in enumerate(piece.names, 1):
        is_word = bool(_PLAIN_WORD.fullmatch(name)) and (name.islower() or not is_row)
        found = refused(job.tool, {name: _DIRECT if is_word else tuple(LABELS)}).get(name)
        if found or len(name.split()) > _WORDS_IN_A_NAME:
            what = f"a column name holds {found}" if found else "a column name is a whole sentence"
            hint = f"{_ALLOW}; it is {f'column {place}' if is_row else f'name {place} of the schema'}"
            if is_row:
                hint = f"if the first row is data, use --no-header; {hint}"
            raise InputError(f"{job.name} {piece.place or f'row {piece.number}'}: {what}; {hint}")
