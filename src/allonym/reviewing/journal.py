"""What persons said, line by line, on disk before it is answered. Nothing is ever taken out of a journal.

    NAME.review/ANNOTATOR.jsonl       a header, then one line for each command, undo or redo
    NAME.review/ANNOTATOR.plans.jsonl the plan of each document as it was when it was first shown

A line says which document is meant, the hash of its text, who, when and what. It holds no words of documents, but what
people type: comments and pseudonyms. Opening a journal again gives every step back. Of a line that was being written
when the power went, nothing is known to anybody, and it is dropped.
"""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from allonym.core.errors import InputError, UsageError

VERSION = 1


@dataclass(frozen=True, slots=True)
class Line:
    """One step: the file and the id of the document, the hash of its text, and what was said."""

    file: str
    id: str
    digest: str = field(repr=False)
    said: Mapping[str, Any] = field(repr=False)


@dataclass(slots=True)
class Journal:
    """An open journal, which nobody else can write to meanwhile."""

    path: Path
    annotator: str
    stream: IO[bytes] = field(repr=False)
    lines: list[Line] = field(default_factory=list, repr=False)
    """What it held when it was opened."""
    header: Mapping[str, Any] = field(default_factory=dict)
    """What the review was begun with."""

    def add(self, lines: Sequence[Line], time: str) -> None:
        """Write lines, and return when they are on the disk."""
        data = b"".join(
            _packed(
                {"in": each.file, "id": each.id, "digest": each.digest, "by": self.annotator, "at": time, **each.said}
            )
            for each in lines
        )
        self.stream.write(data)
        self.stream.flush()
        os.fsync(self.stream.fileno())

    def close(self) -> None:
        """Let others open it."""
        self.stream.close()


def open_journal(path: Path, annotator: str, made_with: Mapping[str, object]) -> Journal:
    """Open a journal, or begin one. The folder and the file can be read by nobody else."""
    stream = open_private(path)
    try:
        _lock(stream, path)
        whole = read_lines(stream, path.name)
        if not whole:
            header = {"allonym-review": VERSION, "annotator": annotator, **made_with}
            stream.write(_packed(header))
            stream.flush()
            os.fsync(stream.fileno())
            return Journal(path, annotator, stream, [], header)
        return Journal(path, annotator, stream, _steps(path.name, whole), whole[0])
    except BaseException:
        stream.close()
        raise


def open_private(path: Path) -> IO[bytes]:
    """Open a file for reading and adding, in a folder that is ours alone."""
    try:
        path.parent.mkdir(mode=0o700, exist_ok=True)
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0), 0o600)
    except OSError as error:
        raise UsageError(f"cannot write to {path}: {os.strerror(error.errno or 0)}") from None
    return os.fdopen(handle, "r+b")


def read_lines(stream: IO[bytes], name: str) -> list[dict[str, Any]]:
    """Return the lines of a file; one at its end that was never finished is taken off."""
    stream.seek(0)
    data = stream.read()
    whole, _, torn = data.rpartition(b"\n")
    if torn:
        stream.truncate(len(data) - len(torn))
    stream.seek(0, os.SEEK_END)
    return [_parsed(name, number, line) for number, line in enumerate(whole.split(b"\n"), 1)] if whole else []


def _steps(name: str, whole: Sequence[dict[str, Any]]) -> list[Line]:
    if whole[0].get("allonym-review") != VERSION:
        raise InputError(f"{name} line 1: not a journal that this version of allonym wrote")
    steps: list[Line] = []
    for number, each in enumerate(whole[1:], 2):
        said = {key: value for key, value in each.items() if key not in {"in", "id", "digest", "by", "at"}}
        known = [each.get(key) for key in ("in", "id", "digest")]
        if not all(isinstance(value, str) for value in known) or not said:
            raise InputError(f"{name} line {number}: not a line of a journal")
        steps.append(Line(each["in"], each["id"], each["digest"], said))
    return steps


def _parsed(name: str, number: int, line: bytes) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise InputError(f"{name} line {number}: damaged; what stands after it cannot be trusted")
    return data


def _packed(data: Mapping[str, object]) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _lock(stream: IO[bytes], path: Path) -> None:
    try:
        import fcntl
    except ImportError:  # pragma: no cover - not on this system
        return
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise UsageError(f"the review {path} is open in another window; close that one first") from None
