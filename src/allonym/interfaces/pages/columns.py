"""What a file holds, for somebody who looks at it before anything is done: its columns, its first texts, its kind."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from allonym.core.labels import LABELS
from allonym.core.pieces import BrokenPiece, Layout, Piece
from allonym.core.types import Document
from allonym.formats.columns import is_default_id
from allonym.interfaces.rest.problems import Problem
from allonym.running.sources import Source, documents_of

TABLES = frozenset({"csv", "tsv", "json", "jsonl", "xlsx", "parquet", "arrow"})
"""Formats in which somebody can say what a column is."""
TEXT, LEAVE = "text", "leave"
LABELLED = (
    "PERSON",
    "PERSON.FIRST",
    "PERSON.LAST",
    "USERNAME",
    "EMAIL",
    "PHONE",
    "ADDRESS",
    "LOCATION.CITY",
    "ORGANIZATION",
    "ID",
    "DATE",
)
"""The labels that a column of single things is offered."""
ENCODINGS = {
    "": "As the file says, else UTF-8",
    "cp1252": "Western Europe (Windows-1252)",
    "iso8859-15": "Western Europe (ISO 8859-15)",
    "mac-roman": "Western Europe (old Mac)",
    "cp1256": "Arabic (Windows-1256)",
    "iso8859-6": "Arabic (ISO 8859-6)",
    "utf-16": "UTF-16",
}
"""How the letters of a file may be written; the others are for the command line."""
COUNTED = 1000
"""So many texts are counted before somebody is told that there are more."""
_LOOKED = 200
_SAMPLES = 3
_SAMPLE = 90
_WRITERS = ("author", "user", "username", "writer", "speaker", "sender", "from", "name")


@dataclass(slots=True)
class Column:
    """One column: its name, the first values that are not empty, and how much there is in it on average."""

    name: str
    samples: list[str] = field(default_factory=list, repr=False)
    filled: int = 0
    characters: int = 0

    def note(self, value: str) -> None:
        """Count one cell."""
        if not value.strip():
            return
        self.filled += 1
        self.characters += len(value)
        if len(self.samples) < _SAMPLES:
            self.samples.append(shortened(value, _SAMPLE))


@dataclass(frozen=True, slots=True)
class Looked:
    """What was seen of a file. `id` is the column that names each row if nobody says which."""

    name: str
    format: str
    table: bool
    columns: tuple[Column, ...] = field(repr=False)
    id: str | None
    author: str | None
    broken: int
    encoding: str

    def as_data(self) -> dict[str, Any]:
        """Return it for the page."""
        return {
            "name": self.name,
            "format": self.format,
            "table": self.table,
            "encoding": self.encoding,
            "columns": [
                {"name": each.name, "samples": each.samples, "mean": each.characters // max(each.filled, 1)}
                for each in self.columns
            ],
            "id": self.id,
            "author": self.author,
            "broken": self.broken,
        }


def look_at(source: Source) -> Looked:
    """Return what the first rows of a file show; raise InputError if it cannot be read at all."""
    layout, table = source.inspect(), source.format.name.partition(".")[0] in TABLES
    columns: dict[str, Column] = {}
    broken, id_ = 0, None
    with source.open() as stream:
        for piece in islice(source.format.read(stream, layout), _LOOKED if table else 1):
            if isinstance(piece, BrokenPiece):
                broken += 1
                continue
            id_ = id_ or next((name for name in piece.names if is_default_id(name)), None)
            if piece.id is not None and id_ is not None:
                columns.setdefault(id_, Column(id_)).note(piece.id)
            for slot in piece.slots:
                columns.setdefault(slot.column, Column(slot.column)).note(slot.value)
    known = tuple(columns.values()) if table else ()
    author = next((each.name for each in known if each.name.casefold() in _WRITERS), None)
    found = id_ if id_ in columns else None
    return Looked(source.name, source.format.name, table, known, found, author, broken, layout.encoding)


def layout_of(data: Mapping[str, Any], looked: Looked) -> Layout:
    """Return how a file is to be read, as the same options of the command line would say it."""
    header, encoding = data.get("header", True), data.get("encoding", "")
    if type(header) is not bool or encoding not in ENCODINGS:
        raise Problem(422, "the first row is a header or not, and an encoding is one of the list")
    base = Layout(encoding=encoding, header=header)
    if not looked.table:
        return base
    names = [each.name for each in looked.columns]
    id_, author = _one_of(data.get("id"), names), _one_of(data.get("author"), names)
    kinds = _kinds(data.get("kinds", {}), names)
    kinds = {name: kind for name, kind in kinds.items() if name != (id_ or looked.id)}
    labels = tuple((name, kind) for name, kind in kinds.items() if kind not in (TEXT, LEAVE))
    texts = tuple(name for name, kind in kinds.items() if kind == TEXT)
    if kinds and not texts and not labels:
        raise Problem(422, "every column is left as it is: nothing would be replaced")
    everything = LEAVE not in kinds.values()
    chosen = () if everything else texts or tuple(name for name, _ in labels)
    return replace(base, text_columns=chosen, id_column=id_, author_column=author, labels=labels)


def first_documents(source: Source, most: int, characters: int, language: str | None) -> tuple[list[Document], int]:
    """Return the first texts of a file, each cut where it would be too long for a page, and how many there are.

    As many are returned as fit on a page. No more than COUNTED are counted, and one more if there are more.
    """
    layout = source.inspect()
    found: list[Document] = []
    left, count = characters, 0
    with source.open() as stream:
        for document in _documents(source, layout, source.format.read(stream, layout), language):
            if not document.text.strip():
                continue
            count += 1
            if count > COUNTED:
                break
            if len(found) >= most or left <= 0:
                continue
            text = cut(document.text, max(200, min(left, characters // 2)))
            found.append(replace(document, text=text))
            left -= len(text)
    return found, count


def cut(text: str, most: int) -> str:
    """Return the beginning of a text, up to where a word ends."""
    if len(text) <= most:
        return text
    end = max(text.rfind(sign, most // 2, most) for sign in (" ", "\n"))
    return text[: end if end > 0 else most]


def shortened(text: str, most: int) -> str:
    """Return a text on one line, with a sign that there is more."""
    line = " ".join(text.split())
    return line if len(line) <= most else cut(line, most - 1) + "…"


def _documents(
    source: Source, layout: Layout, pieces: Iterator[Piece | BrokenPiece], language: str | None
) -> Iterator[Document]:
    for piece in pieces:
        if isinstance(piece, Piece) and piece.slots:
            yield from documents_of(source.name, piece, layout, language)


def _one_of(value: object, names: Sequence[str]) -> str | None:
    if value in (None, ""):
        return None
    if value not in names:
        raise Problem(422, "a column that was chosen is not in the file")
    return str(value)


def _kinds(value: object, names: Sequence[str]) -> dict[str, str]:
    if not isinstance(value, dict) or not value.keys() <= set(names):
        raise Problem(422, "a column that was chosen is not in the file")
    if any(kind not in (TEXT, LEAVE) and kind not in LABELS for kind in value.values()):
        raise Problem(422, "a column holds text, stays as it is, or has a label of the list")
    return {name: value.get(name, TEXT) for name in names} if value else {}
