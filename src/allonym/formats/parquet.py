"""Parquet files, a row group at a time. Columns that are not texts keep their values; all are written anew.

A writer has much freedom in how it packs columns, and only the one that made a file can make it again byte for byte.
So the old file is kept in the vault as a whole.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, BinaryIO

from allonym.core.containers import SlotEdits, WayBack, kept
from allonym.core.errors import InputError, SafetyError
from allonym.core.pieces import Layout, Piece
from allonym.core.protocols import Readable
from allonym.core.streams import searchable
from allonym.formats.arrow_columns import Dictionaries, pieces_of, rewritten, roles_of
from allonym.formats.arrow_tables import MOST_BYTES, ROWS, head_pieces, notes_on, reading, require_pyarrow

if TYPE_CHECKING:
    import pyarrow as pa
    from pyarrow.parquet import ParquetFile

_MAGIC, _SEALED = b"PAR1", b"PARE"
# What a file says, where a writer wants another word. LZO and the old LZ4 can be read by few, and written by none.
_CODECS = {"UNCOMPRESSED": "NONE", "LZ4_RAW": "LZ4", "LZO": "SNAPPY"}


@dataclass(frozen=True)
class ParquetFormat:
    """Rows of columns; a path such as `user.name` or `tags[]` names what is inside one."""

    rows: int = ROWS
    name: str = "parquet"
    suffixes: tuple[str, ...] = (".parquet", ".pq")
    has_rows: bool = False
    is_cut: bool = False

    def inspect(self, head: bytes, asked: Layout) -> Layout:
        """Refuse what does not begin like a Parquet file."""
        require_pyarrow()
        if head.startswith(_SEALED):
            raise InputError("the Parquet file is encrypted; write it anew without encryption")
        if not head.startswith(_MAGIC):
            raise InputError("this is not a Parquet file")
        return replace(asked, encoding="utf-8", bom=b"")

    def is_one(self, layout: Layout) -> bool:  # noqa: ARG002 - whatever was asked for
        """Return false: each row is a document."""
        return False

    def read(self, stream: Readable, layout: Layout) -> Iterator[Piece]:
        """Return the rows, counted from 1; before them, the names of columns."""
        seen = searchable(stream)
        opened = _open(seen)
        schema = opened.schema_arrow
        roles = roles_of(schema, layout)
        yield from head_pieces(schema)
        done = 0
        for group in range(opened.num_row_groups):
            for batch in self._batches(opened, group):
                with reading("the Parquet file"):
                    pieces = list(pieces_of(batch, roles, done + 1))
                done += batch.num_rows
                yield from pieces

    def spell(self, value: str, like: str, layout: Layout) -> str:  # noqa: ARG002 - a value is written as it is
        """Return the value as it is."""
        return value

    def notes(self, stream: BinaryIO) -> list[str]:
        """Say which columns nobody has looked into."""
        return notes_on(_open(stream).schema_arrow)

    def build(self, stream: BinaryIO, layout: Layout, edits: Iterator[SlotEdits], output: BinaryIO) -> WayBack:
        """Write the rows with the edits of each; then tell the way back, which is the whole old file."""
        import pyarrow as pa
        from pyarrow.parquet import ParquetWriter

        opened = _open(stream)
        schema = opened.schema_arrow
        roles = roles_of(schema, layout)
        next(edits), next(edits)
        known: Dictionaries = {}
        with reading("the Parquet file"):
            options = _options(opened)
        with ParquetWriter(_Unclosed(output), schema, **options) as writer:
            for group in range(opened.num_row_groups):
                batches = [rewritten(batch, roles, edits, known) for batch in self._batches(opened, group)]
                with reading("the new Parquet file"):
                    table = pa.Table.from_batches(batches, schema=schema)
                    writer.write_table(table, row_group_size=max(1, table.num_rows))
                known = {}
        if next(edits, None) is not None:
            raise SafetyError("the file has other rows than when it was read")
        yield from kept(stream, 0, stream.seek(0, 2))

    def _batches(self, opened: "ParquetFile", group: int) -> Iterator["pa.RecordBatch"]:
        size = opened.metadata.row_group(group).total_byte_size
        if size > MOST_BYTES:
            raise InputError(f"row group {group + 1} would unpack to more than {MOST_BYTES:,} bytes")
        batches = opened.iter_batches(batch_size=self.rows, row_groups=[group])
        while True:
            with reading(f"row group {group + 1} of the Parquet file"):
                batch = next(batches, None)
            if batch is None:
                return
            yield batch


class _Unclosed:
    """A stream that a writer cannot close: it is read again."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.closed = False

    def write(self, data: Any) -> int:
        """Write."""
        return self._stream.write(data)

    def flush(self) -> None:
        """Do nothing; whoever owns the stream does."""

    def tell(self) -> int:
        """Return where the stream stands."""
        return self._stream.tell()

    def close(self) -> None:
        """Do nothing; whoever owns the stream does."""


def parquet(rows: int = ROWS) -> ParquetFormat:
    """Return the format of Parquet files."""
    return ParquetFormat(rows)


def _open(stream: BinaryIO) -> "ParquetFile":
    from pyarrow.parquet import ParquetFile

    with reading("the Parquet file"):
        stream.seek(0)
        return ParquetFile(stream)


def _options(opened: "ParquetFile") -> dict[str, Any]:
    """Return how the old file was packed, as far as a file tells."""
    metadata = opened.metadata
    options: dict[str, Any] = {"version": "2.6", "store_schema": b"ARROW:schema" in (metadata.metadata or {})}
    if metadata.num_row_groups == 0:
        return options
    group = metadata.row_group(0)
    chunks = [group.column(number) for number in range(group.num_columns)]
    return {
        **options,
        "compression": {chunk.path_in_schema: _CODECS.get(chunk.compression, chunk.compression) for chunk in chunks},
        "use_dictionary": [chunk.path_in_schema for chunk in chunks if chunk.has_dictionary_page],
        "use_deprecated_int96_timestamps": any(chunk.physical_type == "INT96" for chunk in chunks),
        "write_statistics": [chunk.path_in_schema for chunk in chunks if chunk.is_stats_set],
        "write_page_index": any(chunk.has_offset_index for chunk in chunks),
    }
