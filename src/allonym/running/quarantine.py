"""Where documents go that fail: a folder that only its owner can read, since it holds originals.

FOLDER/index.jsonl            one line for each: file, row, reason, where it is kept; no words
FOLDER/posts.csv.row-17       a row, as it stood; of a packed file, posts.csv.gz.row-17, as it stood unpacked
FOLDER/a.zip.member-2-row-17  a row of a file in an archive
FOLDER/letters/a.txt          a whole file, where it has no rows

What is left out of a file inside which it cannot be told apart is named, and not kept: the input has it.
"""

import json
import os
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from shutil import copyfileobj
from typing import BinaryIO

from allonym.core.errors import UsageError
from allonym.core.pieces import BrokenPiece
from allonym.running.places import make_private
from allonym.running.publishing import publish
from allonym.running.sources import Source

INDEX = "index.jsonl"


@dataclass(frozen=True, slots=True)
class Quarantine:
    """A folder for documents that are left out of the output."""

    folder: Path
    listed: set[str] = field(default_factory=set, repr=False, compare=False)
    """The lines of the index: a run that is done again names nothing twice."""

    def keep_piece(self, file: str, piece: BrokenPiece, *, is_more: bool = False) -> None:
        """Keep one row of a file, or more of the one that was kept last; the same one again takes its place."""
        words = (piece.place or f"row {piece.number}").split()
        name = f"{file}.{'-'.join(words)}"
        if is_more:
            with (self.folder / name).open("ab") as stream:
                stream.write(piece.raw)
            return
        place = {unit: int(number) for unit, number in zip(words[::2], words[1::2], strict=True)}
        self._keep(name, BytesIO(piece.raw), {"file": file, **place, "reason": piece.reason})

    def keep_file(self, source: Source, reason: str) -> None:
        """Keep a whole file."""
        with source.open() as stream:
            self._keep(source.name, stream, {"file": source.name, "reason": reason})

    def name(self, file: str, reason: str) -> None:
        """Name what is left out of a file and cannot be kept by itself."""
        self._list({"file": file, "reason": reason})

    def _keep(self, name: str, raw: BinaryIO, line: dict[str, object]) -> None:
        place = self.folder / name
        make_private(place.parent)
        with publish(place, private=True) as (_, stream):
            copyfileobj(raw, stream)
        self._list({**line, "kept": name})

    def _list(self, line: dict[str, object]) -> None:
        written = json.dumps(line, ensure_ascii=False)
        if written in self.listed:
            return
        self.listed.add(written)
        handle = os.open(self.folder / INDEX, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as index:
            index.write(written + "\n")


def open_quarantine(folder: Path) -> Quarantine:
    """Make the folder, or take one that nobody else can read."""
    try:
        make_private(folder)
        require_private(folder)
        index = folder / INDEX
        listed = index.read_text(encoding="utf-8", errors="replace").split("\n") if index.is_file() else ()
    except OSError as error:
        raise UsageError(f"cannot make the folder {folder}: {os.strerror(error.errno or 0)}") from None
    return Quarantine(folder, set(listed))


def require_private(folder: Path) -> None:
    """Raise UsageError if what is there is no folder, or one that others can read."""
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is not a folder; name another with --quarantine")
    if os.name == "posix" and folder.exists() and folder.stat().st_mode & 0o077:
        raise UsageError(f"others can read the folder {folder}; a quarantine holds originals: chmod 700 it")
