"""What stays as it is in a file must not be data: ids, keys and column names are looked at first."""

import re
from collections.abc import Iterable, Mapping, Sequence

from allonym.core.errors import InputError
from allonym.core.labels import LABELS, is_a
from allonym.core.pieces import BrokenPiece, Piece
from allonym.core.types import DENIED, Action, Document, Plan
from allonym.pseudonymizer import Pseudonymizer
from allonym.running.job import Job, leave_out
from allonym.running.sources import documents_of

# Keys and ids are not rewritten. These labels in one mean that it is data; handles and links in a key do not, since
# "@type" and "http://schema.org/name" are ordinary keys, nor numbers in an id, since ids are made of them.
_NEVER_A_KEY = ("EMAIL", "PHONE", "IBAN", "CARD", "PERSON", "ID")
_NEVER_AN_ID = ("EMAIL", "PERSON", "USERNAME", "IBAN", "IP", "URL")
# A short word can be the name of a column, whatever firm or town is called so, too.
_GUESSES = frozenset({"ORGANIZATION", "LOCATION"})
_NEVER_A_WORD = tuple(label for label in LABELS if not any(is_a(label, each) for each in _GUESSES))
_PLAIN_WORD = re.compile(r"[^\W\d]{1,16}(?:_[^\W_]{1,16}){0,2}")
_WORDS_IN_A_NAME = 8
_LIKE_IBAN = re.compile(r"[A-Za-z]{2}[0-9]{2}[A-Za-z0-9]{11}")


def read_batch(job: Job, batch: Sequence[Piece | BrokenPiece]) -> tuple[list[Piece | BrokenPiece], list[Document]]:
    """Return the pieces of a batch, of which those that must not go are broken now, and the documents of the others."""
    faults = faulty_ids(job.tool, (piece.id for piece in batch if isinstance(piece, Piece) and piece.id))
    pieces = [_checked(job, piece, faults) for piece in batch]
    readable = [piece for piece in pieces if isinstance(piece, Piece) and piece.slots]
    language = job.tool.language
    return pieces, [each for piece in readable for each in documents_of(job.name, piece, job.layout, language)]


def faulty_ids(tool: Pseudonymizer, ids: Iterable[str]) -> dict[str, str]:
    """Return the ids that hold what must not stay, each with its label; all are looked at in one pass."""
    plain = re.compile(r"[\w\-]+") if not tool.settings.terms else re.compile(r"[\d\-]+")
    odd = sorted(each for each in set(ids) if not plain.fullmatch(each) or _LIKE_IBAN.match(each))
    if not odd:
        return {}
    plans = tool.plan_many([Document("id", each) for each in odd])
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
        return leave_out(job, piece, reason)
    names = [name for name in piece.names if name not in job.checked]
    if not names:
        return piece
    for name, plan in zip(names, job.tool.plan_many([Document("name", name) for name in names]), strict=True):
        if found := _fault(plan, _NEVER_A_KEY):
            kept = "keys are not rewritten, nor values that are no texts"
            return leave_out(job, piece, f"a key holds {found}, and {kept}; if it names nobody, --allow it")
        if len(job.checked) < 100_000:
            job.checked.add(name)
    return piece


def _require_header(job: Job, piece: Piece) -> None:
    """Refuse names of columns that look like data: they would be published as they stand."""
    # A row may be data, where somebody forgot to say so; the names in a schema cannot.
    is_row = bool(job.layout.delimiter) or getattr(job.format, "has_cells", False)
    for name in piece.names:
        is_word = bool(_PLAIN_WORD.fullmatch(name)) and (name.islower() or not is_row)
        found = _find(job, name, _NEVER_A_WORD if is_word else tuple(LABELS))
        if found or len(name.split()) > _WORDS_IN_A_NAME:
            what = f"a column name holds {found}" if found else "a column name is a whole sentence"
            hint = "if it names nobody, --allow it"
            if is_row:
                hint = f"if the first row is data, use --no-header; {hint}"
            raise InputError(f"{job.name} row {piece.number}: {what}; {hint}")


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
