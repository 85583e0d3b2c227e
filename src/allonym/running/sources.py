"""Inputs: which files there are, how each is to be read, and the documents in its pieces."""

import hashlib
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, Protocol

from allonym.core.errors import InputError, UsageError
from allonym.core.making import quickly
from allonym.core.pieces import Layout, Piece
from allonym.core.protocols import Format, Readable
from allonym.core.types import Document
from allonym.formats.choosing import choose, is_known

_document = quickly(Document)
HEAD = 1 << 16
Watch = Callable[[int], None]
"""Is told how many bytes have been read."""


class Picking(Protocol):
    """Lets some rows of an input through."""

    def through(self, format: Format, asked: Layout, stream: BinaryIO) -> BinaryIO:  # noqa: A002
        """Return a stream of the rows that are picked."""
        ...


@dataclass(frozen=True, slots=True)
class Source:
    """One input: where it is, what it is called in messages, and how it is read."""

    path: Path
    name: str
    format: Format = field(repr=False)
    asked: Layout = field(repr=False)
    data: bytes | None = field(default=None, repr=False)
    nested: bool = False
    """Whether its output goes into a folder that may have to be made."""
    picked: "Picking | None" = field(default=None, repr=False)
    """Which of its rows are meant, if not all."""

    def inspect(self) -> Layout:
        """Complete the layout by what the file shows."""
        with self.open() as stream:
            return self.format.inspect(stream.read(HEAD), self.asked)

    def is_stdin(self) -> bool:
        """Tell whether this is standard input, which can be read only once."""
        return str(self.path) == "-"

    def is_pipe(self) -> bool:
        """Tell whether this is a pipe that has a name, or another thing that is no file: it is read only once, too."""
        return self.data is None and self.path.exists() and not self.path.is_file()

    def require_file(self) -> None:
        """Raise UsageError for a pipe, where an input is read more than once."""
        if self.is_pipe():
            raise UsageError(f"{self.name} is a pipe, which can be read only once; give `-`, and pipe it there")

    def open(self) -> BinaryIO:
        """Open the input for reading, or what is picked of it; a failure names it."""
        opened = self._open()
        return opened if self.picked is None else self.picked.through(self.format, self.asked, opened)

    def _open(self) -> BinaryIO:
        if self.data is not None:
            return BytesIO(self.data)
        if self.is_stdin():
            return sys.stdin.buffer
        try:
            return self.path.open("rb")
        except OSError as error:
            raise InputError(f"{self.name}: cannot be read ({type(error).__name__})") from None


@dataclass(frozen=True, slots=True)
class Watched:
    """A stream that tells how much of it was read, and hashes it on the way."""

    stream: Readable
    watch: Watch
    sha: "hashlib._Hash" = field(default_factory=hashlib.sha256, repr=False)

    def read(self, size: int = -1, /) -> bytes:
        """Read, and tell."""
        data = self.stream.read(size)
        self.sha.update(data)
        self.watch(len(data))
        return data


def stdin_source(format_name: str | None, asked: Layout) -> Source:
    """Return standard input as a source; it has no ending, so it is plain text unless a format is named."""
    return Source(Path("-"), "stdin", choose("stdin", format_name or "text"), asked)


def find_inputs(inputs: Sequence[str], format_name: str | None, asked: Layout) -> tuple[list[Source], int]:
    """Return the files that are meant by names, folders and patterns, and how many in folders have no known format."""
    sources: dict[Path, Source] = {}
    skipped = 0
    for each in inputs:
        for path, name, named in _expand(each):
            if not named and format_name is None and not is_known(path.name):
                skipped += 1
                continue
            sources.setdefault(path, Source(path, name, _format_of(path, format_name), asked))
    if not sources:
        missed = [each for each in inputs if not Path(each).is_dir() and not any(_expand(each))]
        if missed:
            raise UsageError(f"there is nothing to read: no file is named like {missed[0]}; capitals count, too")
        raise UsageError("there is nothing to read: no file with a known ending was found")
    return list(sources.values()), skipped


def _format_of(path: Path, format_name: str | None) -> Format:
    """Return the format of a file; of several, the error names the one that it is about."""
    try:
        return choose(path.name, format_name)
    except UsageError as error:
        raise UsageError(str(error) if format_name else f"{path.name}: {error}") from None


def _expand(given: str) -> Iterator[tuple[Path, str, bool]]:
    """Return path, name relative to the folder asked for, and whether the user named this very file."""
    path = Path(given)
    if path.is_dir():
        for found in sorted(each for each in path.rglob("*") if each.is_file() and not each.name.startswith(".")):
            yield found, found.relative_to(path).as_posix(), False
    elif path.exists():
        yield path, path.name, True
    elif any(sign in given for sign in "*?["):
        base = Path(path.anchor or ".")
        for found in sorted(base.glob(str(path.relative_to(path.anchor) if path.anchor else path))):
            if found.is_file():
                yield found, found.name, False
    else:
        # Only who has mistyped a name pays for difflib.
        from allonym.core.nearest import nearest_file

        beside = [each.name for each in path.parent.iterdir()] if path.parent.is_dir() else []
        hint = nearest_file(path.name, beside) or "; see that the name and the folder are right"
        if any(map(str.isspace, given)):
            # It may be a text in the place of a file, and messages show no words of texts.
            raise UsageError(f"there is no file or folder of the name that was given{hint}; a text is piped to `-`")
        raise UsageError(f"there is no file or folder {given}{hint}")


def digest_of(source: Source) -> bytes:
    """Return the SHA-256 of a file."""
    with source.open() as stream:
        sha = hashlib.sha256()
        while data := stream.read(1 << 20):
            sha.update(data)
        return sha.digest()


def documents_of(source_name: str, piece: Piece, layout: Layout, language: str | None = None) -> list[Document]:
    """Return the texts of a piece as documents of one record.

    The main text has the id of its row; the texts of other columns have `row/column`.
    """
    record = f"{source_name}:{piece.number}"
    row = piece.id or (record if piece.slots[0].column or piece.number > 1 else source_name)
    main = _main_column(piece, layout)
    seen: dict[str, int] = {}
    documents: list[Document] = []
    here = [(slot.value, slot.label) for slot in piece.slots if slot.label and slot.value.strip()]
    told = tuple(dict.fromkeys((*here, *piece.known))) if here or piece.known else ()
    for slot in piece.slots:
        name = row if slot.column == main else f"{row}/{slot.column}"
        seen[name] = again = seen.get(name, 0) + 1
        unique = name if again == 1 else f"{name}#{again}"
        known = () if slot.label else told
        documents.append(_document(unique, slot.value, language, piece.author, record, (), slot.label, known, row))
    return documents


def _main_column(piece: Piece, layout: Layout) -> str:
    if layout.text_columns:
        return layout.text_columns[0]
    columns = dict.fromkeys(slot.column for slot in piece.slots)
    return "text" if "text" in columns or len(columns) > 1 else next(iter(columns))
