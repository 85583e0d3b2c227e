"""Texts in columns of Arrow arrays: strings, also inside structs, lists and maps, by dotted path.

    user: struct<name: string, tags: list<string>>        ->   user.name, user.tags[]

A column that is taken is always written anew, also where nothing is replaced: under a null, outside a slice or in an
unused entry of a dictionary, an array can hold words that nobody sees.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from allonym.core.pieces import Layout, Piece, Slot
from allonym.core.splice import splice
from allonym.core.types import Edit, Span
from allonym.formats.arrow_nested import Texts, collect, is_string, leaves, rebuilt
from allonym.formats.arrow_tables import reading
from allonym.formats.columns import UnknownColumn, is_default_id, refuse_labelled_id

if TYPE_CHECKING:
    import pyarrow as pa

Dictionaries = dict[str, dict[str, int]]
"""By path, the words that dictionary arrays have named so far, and their places."""


@dataclass(frozen=True, slots=True)
class Roles:
    """What the columns of a schema are: the paths of texts, the labels that some have, and who names rows."""

    texts: tuple[str, ...]
    labels: dict[str, str]
    id: str | None
    author: str | None


def paths_of(schema: "pa.Schema") -> tuple[list[str], list[str]]:
    """Return the paths of all leaves of a schema, and of those that are strings."""
    with reading("the schema of the table"):
        found = [each for column in schema for each in leaves(column.name, column.type)]
    return [path for path, _ in found], [path for path, kind in found if is_string(kind)]


def roles_of(schema: "pa.Schema", layout: Layout) -> Roles:
    """Find the columns that were asked for; raise UsageError if one is not there or is no text."""
    refuse_labelled_id(layout)
    every, strings = paths_of(schema)
    labels = {path: label for column, label in layout.labels for path in _below(column, strings, every)}
    chosen = layout.id_column
    if chosen is not None and chosen not in every:
        raise UnknownColumn(f"no column is called {chosen!r}", chosen, every)
    if layout.author_column is not None and layout.author_column not in every:
        raise UnknownColumn(f"no column is called {layout.author_column!r}", layout.author_column, every)
    if chosen is None:
        chosen = next((path for path in every if is_default_id(path) and path not in labels), None)
    if layout.text_columns:
        asked = {path for column in layout.text_columns for path in _below(column, strings, every)}
        texts = [path for path in strings if path in asked or path in labels]
    else:
        texts = [path for path in strings if path != chosen]
    return Roles(tuple(texts), labels, chosen, layout.author_column)


def pieces_of(batch: "pa.RecordBatch", roles: Roles, first: int) -> Iterator[Piece]:
    """Return the rows of a batch, counted from `first`; texts stand in the order of their paths."""
    slots: list[list[tuple[str, str]]] = [[] for _ in range(batch.num_rows)]
    for texts in texts_of(batch, roles.texts):
        for row, value in zip(texts.rows, texts.values, strict=True):
            if value is not None:
                slots[row].append((texts.path, value))
    keys, authors = (_scalars(batch, path) for path in (roles.id, roles.author))
    for row, mine in enumerate(slots):
        yield _piece(first + row, mine, roles, keys[row], authors[row])


def rewritten(
    batch: "pa.RecordBatch", roles: Roles, edits: Iterator[Sequence[Sequence[Edit]]], known: Dictionaries
) -> "pa.RecordBatch":
    """Return a batch with the edits of each of its rows. Dictionaries go on from one batch to the next."""
    import pyarrow as pa

    found = texts_of(batch, roles.texts)
    _apply(found, batch.num_rows, edits)
    values = {texts.path: texts.values for texts in found}

    def make(array: "pa.Array", path: str) -> "pa.Array":
        if path not in values:
            return array
        if pa.types.is_dictionary(array.type):
            return _encoded(values[path], array.type, known.setdefault(path, {}))
        return pa.array(values[path], type=array.type)

    columns = [
        rebuilt(column, name, make, roles.texts) for name, column in zip(batch.schema.names, batch.columns, strict=True)
    ]
    return pa.RecordBatch.from_arrays(columns, schema=batch.schema)


def _apply(found: Sequence[Texts], rows: int, edits: Iterator[Sequence[Sequence[Edit]]]) -> None:
    """Put the edits of each row into the texts that were found, in the order in which `pieces_of` gave them."""
    by_row: list[list[tuple[Texts, int]]] = [[] for _ in range(rows)]
    for texts in found:
        for place, (row, value) in enumerate(zip(texts.rows, texts.values, strict=True)):
            if value is not None:
                by_row[row].append((texts, place))
    for places in by_row:
        for (texts, place), mine in zip(places, next(edits), strict=True):
            if mine:
                texts.values[place] = splice(texts.values[place] or "", mine)[0]


def _encoded(values: list[str | None], kind: Any, known: dict[str, int]) -> Any:
    """Return values as a dictionary array; its dictionary begins with all that was known before."""
    import pyarrow as pa

    places = [None if value is None else known.setdefault(value, len(known)) for value in values]
    indices = pa.array(places, type=kind.index_type)
    return pa.DictionaryArray.from_arrays(indices, pa.array(list(known), type=kind.value_type), ordered=kind.ordered)


def texts_of(batch: "pa.RecordBatch", paths: Sequence[str]) -> list[Texts]:
    """Return the texts of a batch at some paths, in the order of the schema."""
    found: list[Texts] = []
    wanted = frozenset(paths)
    for name, column in zip(batch.schema.names, batch.columns, strict=True):
        collect(column, name, np.arange(len(column)), wanted, found)
    return found


def _piece(number: int, mine: list[tuple[str, str]], roles: Roles, key: str | None, author: str | None) -> Piece:
    slots: list[Slot] = []
    start = 0
    for path, value in mine:
        slots.append(Slot(path, Span(start, start + len(value)), value, roles.labels.get(path, "")))
        start += len(value) + 1
    return Piece(number, "".join(value + "\t" for _, value in mine), tuple(slots), id=key, author=author)


def _below(column: str, strings: Sequence[str], every: Sequence[str]) -> list[str]:
    found = [path for path in strings if path == column or path.startswith((f"{column}.", f"{column}[]"))]
    if not found:
        known = [path for path in every if path == column or path.startswith((f"{column}.", f"{column}[]"))]
        reason = "holds no strings" if known else "is not there"
        # Only what holds strings could be meant; whether it may be named, others say, who know people.
        raise UnknownColumn(f"the column {column!r} {reason}, of the {len(every)} of the file", column, strings)
    return found


def _scalars(batch: "pa.RecordBatch", path: str | None) -> list[str | None]:
    """Return what the rows are named by; a path into a list names nothing."""
    if path is None:
        return [None] * batch.num_rows
    array: Any = batch
    for step in path.split(".") if path not in batch.schema.names else [path]:
        array = array.column(step) if array is batch else array.field(step)
    # Arrow spells every kind of value; Python has no nanoseconds.
    return [value or None for value in array.cast("string").to_pylist()]
