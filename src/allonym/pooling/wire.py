"""What goes between processes: values, each behind its length, over pipes that have no name on disk.

Documents, mentions and plans go as rows of their fields: as values of their own class they take ten times as long.
"""

import pickle
from collections.abc import Iterable
from dataclasses import fields
from operator import attrgetter
from typing import Any, BinaryIO

from allonym.core.making import quickly
from allonym.core.types import Action, Decision, Document, Entity, Mention, Plan, Segment, Span
from allonym.engine import Detected
from allonym.pooling.failing import Failed

_LENGTH = 8
_document, _mention = quickly(Document), quickly(Mention)
_entity, _decision, _plan = quickly(Entity), quickly(Decision), quickly(Plan)
_detected = quickly(Detected)
_ACTIONS = {each.value: each for each in Action}
_of_document = attrgetter(*(each.name for each in fields(Document)))
_of_mention = attrgetter("span.start", "span.end", "label", "score", "source", "features")
Row = tuple[Any, ...]


def send(stream: BinaryIO, value: object) -> None:
    """Write a value."""
    data = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    stream.write(len(data).to_bytes(_LENGTH) + data)
    stream.flush()


def receive(stream: BinaryIO) -> object:
    """Read a value; raise EOFError if the other side has gone."""
    length = stream.read(_LENGTH)
    if len(length) < _LENGTH:
        raise EOFError
    size = int.from_bytes(length)
    data = stream.read(size)
    if len(data) < size:
        raise EOFError
    # Only our own processes stand at the other end.
    return pickle.loads(data)  # noqa: S301


def rows_of_documents(documents: Iterable[Document]) -> list[Row]:
    """Return documents as rows."""
    return list(map(_of_document, documents))


def rows_of(given: Iterable[Document | Detected]) -> list[Row]:
    """Return documents as rows, or what was found in them, with them."""
    return [_row_of_found(each) if isinstance(each, Detected) else _of_document(each) for each in given]


def _row_of_found(found: Detected) -> Row:
    return _of_document(found.document), rows_of_mentions(found.mentions), found.scanned


def found_of_rows(rows: Iterable[Row]) -> list[Detected]:
    """Return what was found, as rows describe it."""
    return [Detected(_document(*row), mentions_of_rows(mentions), scanned) for row, mentions, scanned in rows]


def documents_of_rows(rows: Iterable[Row]) -> list[Document]:
    """Return the documents that rows describe."""
    return [_document(*row) for row in rows]


def told_again(document: Document, language: str | None, segments: tuple[Segment, ...]) -> Document:
    """Return a document with the language that a worker has told."""
    name, text, _, author, record, _, *others = _of_document(document)
    return _document(name, text, language, author, record, segments, *others)


def rows_of_mentions(mentions: Iterable[Mention]) -> list[Row]:
    """Return mentions as rows."""
    return list(map(_of_mention, mentions))


def mentions_of_rows(rows: Iterable[Row]) -> list[Mention]:
    """Return the mentions that rows describe."""
    return [_mention(Span(start, end), label, score, source, told) for start, end, label, score, source, told in rows]


def row_of_plan(plan: Plan) -> Row:
    """Return a plan as a row; whose it is the other side knows."""
    decisions = [
        (
            each.entity.id,
            each.entity.label,
            rows_of_mentions(each.entity.mentions),
            each.entity.kin,
            each.action.value,
            each.rule,
            each.replacement,
        )
        for each in plan.decisions
    ]
    return plan.digest, decisions, plan.language, plan.scanned


def plan_of_row(document: Document, row: Row) -> Plan:
    """Return the plan of a document that a row describes."""
    digest, decisions, language, scanned = row
    made = [
        _decision(_entity(name, label, tuple(mentions_of_rows(mentions)), kin), _ACTIONS[action], rule, replacement)
        for name, label, mentions, kin, action, rule, replacement in decisions
    ]
    return _plan(document.id, digest, tuple(made), language, scanned)


def found_of_row(document: Document, row: Row) -> Detected:
    """Return what was found in a document, as a row describes it."""
    language, segments, mentions, scanned = row
    return _detected(told_again(document, language, segments), mentions_of_rows(mentions), scanned)


def found_with_plan(document: Document, both: Row) -> tuple[Detected, Plan | Failed]:
    """Return what was found in a document, and what is decided on it, or why nothing is."""
    found, plan = both
    return found_of_row(document, found), plan if isinstance(plan, Failed) else plan_of_row(document, plan)
