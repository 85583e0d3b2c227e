"""Arrow files and streams, also known as Feather, a batch at a time.

The bytes of a batch depend on who wrote it; so the old file is kept in the vault as a whole.
"""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, BinaryIO

from allonym.core.containers import SlotEdits, WayBack, kept
from allonym.core.errors import InputError, SafetyError
from allonym.core.pieces import Layout, Piece
from allonym.core.protocols import Readable
from allonym.core.streams import searchable
from allonym.formats.arrow_columns import Dictionaries, pieces_of, rewritten, roles_of
from allonym.formats.arrow_message import codec_of
from allonym.formats.arrow_tables import MOST_BYTES, ROWS, head_pieces, notes_on, reading, require_pyarrow

if TYPE_CHECKING:
    import pyarrow as pa

_FILE = b"ARROW1\0\0"
_OLD = b"FEA1"


@dataclass(frozen=True)
class ArrowFormat:
    """Rows of columns, in the file or the stream format."""

    rows: int = ROWS
    name: str = "arrow"
    suffixes: tuple[str, ...] = (".arrow", ".feather", ".arrows", ".ipc")
    has_rows: bool = False
    is_cut: bool = False

    def inspect(self, head: bytes, asked: Layout) -> Layout:
        """Refuse what does not begin like an Arrow file or stream."""
        require_pyarrow()
        if head.startswith(_OLD):
            raise InputError("this is a Feather file of version 1; write it anew as version 2")
        if not head.startswith((_FILE, b"\xff\xff\xff\xff")):
            raise InputError("this is not an Arrow file or stream")
        return replace(asked, encoding="utf-8", bom=b"")

    def is_one(self, layout: Layout) -> bool:  # noqa: ARG002 - whatever was asked for
        """Return false: each row is a document."""
        return False

    def read(self, stream: Readable, layout: Layout) -> Iterator[Piece]:
        """Return the rows, counted from 1; before them, the names of columns."""
        seen = searchable(stream)
        schema, batches = _open(seen)
        roles = roles_of(schema, layout)
        yield from head_pieces(schema)
        done = 0
        for batch in batches:
            for start in range(0, batch.num_rows, self.rows):
                part = batch.slice(start, self.rows)
                with reading("the Arrow file"):
                    pieces = list(pieces_of(part, roles, done + start + 1))
                yield from pieces
            done += batch.num_rows

    def spell(self, value: str, like: str, layout: Layout) -> str:  # noqa: ARG002 - a value is written as it is
        """Return the value as it is."""
        return value

    def notes(self, stream: BinaryIO) -> list[str]:
        """Say which columns nobody has looked into."""
        return notes_on(_open(stream)[0])

    def build(self, stream: BinaryIO, layout: Layout, edits: Iterator[SlotEdits], output: BinaryIO) -> WayBack:
        """Write the rows with the edits of each, batch for batch; then tell the way back, the whole old file."""
        import pyarrow as pa

        with reading("the Arrow file"):
            options = pa.ipc.IpcWriteOptions(compression=codec_of(stream), emit_dictionary_deltas=True)
        make = pa.ipc.new_file if _is_file(stream) else pa.ipc.new_stream
        schema, batches = _open(stream)
        roles = roles_of(schema, layout)
        next(edits), next(edits)
        known: Dictionaries = {}
        with ExitStack() as stack:
            sink = stack.enter_context(pa.PythonFile(output, mode="w"))
            writer = stack.enter_context(make(sink, schema, options=options))
            for batch in batches:
                new = rewritten(batch, roles, edits, known)
                with reading("the new Arrow file"):
                    writer.write_batch(new)
            if next(edits, None) is not None:
                raise SafetyError("the file has other rows than when it was read")
            writer.close()
            stack.pop_all()
        yield from kept(stream, 0, stream.seek(0, 2))


def arrow(rows: int = ROWS) -> ArrowFormat:
    """Return the format of Arrow files and streams."""
    return ArrowFormat(rows)


def _is_file(stream: BinaryIO) -> bool:
    stream.seek(0)
    return stream.read(len(_FILE)) == _FILE


def _open(stream: BinaryIO) -> tuple["pa.Schema", Iterator["pa.RecordBatch"]]:
    import pyarrow as pa

    is_file = _is_file(stream)
    stream.seek(0)
    with reading("the Arrow file"):
        opened: Any = pa.ipc.open_file(stream) if is_file else pa.ipc.open_stream(stream)
    return opened.schema, _batches_of_file(opened) if is_file else _batches_of_stream(opened, stream)


def _batches_of_file(opened: Any) -> Iterator["pa.RecordBatch"]:
    for number in range(opened.num_record_batches):
        with reading(f"batch {number + 1} of the Arrow file"):
            batch = opened.get_batch(number)
        _require_sound(batch, number + 1)
        yield batch


def _batches_of_stream(opened: Any, stream: BinaryIO) -> Iterator["pa.RecordBatch"]:
    number = 0
    while True:
        number += 1
        with reading(f"batch {number} of the Arrow stream"):
            try:
                batch = opened.read_next_batch()
            except StopIteration:
                break
        _require_sound(batch, number)
        yield batch
    # A stretch of zeros reads as the end; rows that were behind it must not get lost without a word.
    if stream.read(1):
        raise InputError(f"something stands behind the end of the Arrow stream, after {number - 1:,} batches")


def _require_sound(batch: "pa.RecordBatch", number: int) -> None:
    with reading(f"batch {number} of the Arrow file"):
        batch.validate(full=True)
        size = batch.get_total_buffer_size()
    if size > MOST_BYTES:
        raise InputError(f"batch {number} of the Arrow file has more than {MOST_BYTES:,} bytes")
