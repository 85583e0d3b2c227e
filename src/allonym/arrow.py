"""Arrow tables: batch by batch, for anything that speaks Arrow (Spark, Ray, Dask, DuckDB, Polars)."""

from collections.abc import Iterator, Mapping, Sequence

from allonym.core.errors import MissingExtra, UsageError
from allonym.core.protocols import Vault
from allonym.frames import Cells, Columns, Tables, pseudonymized, recovered
from allonym.pseudonymizer import Pseudonymizer

try:
    import pyarrow as pa
    import pyarrow.types as kinds
except ImportError:
    raise MissingExtra("Arrow tables need the extra `parquet`: pip install 'allonym[parquet]'") from None


def process_batch(batch: pa.RecordBatch, tool: Pseudonymizer, columns: Columns, first: int = 1) -> pa.RecordBatch:
    """Pseudonymize one batch of a table. Its rows count from `first`; without an id column they are named by that."""
    return _changed(batch, pseudonymized(tool, columns, _cells(batch, columns), first))


def recover_batch(batch: pa.RecordBatch, vault: Vault, columns: Columns, first: int = 1) -> pa.RecordBatch:
    """Give one batch of a table back."""
    return _changed(batch, recovered(vault, columns, _cells(batch, columns), first))


def _parts(table: pa.Table, rows: int) -> Iterator[pa.RecordBatch]:
    return iter(table.to_batches(max_chunksize=rows))


def _cells(batch: pa.RecordBatch, columns: Columns) -> Mapping[str, Cells]:
    return {name: _column(batch, name, columns) for name in columns.read}


def _column(batch: pa.RecordBatch, name: str, columns: Columns) -> list[str | None]:
    column = batch.column(batch.schema.get_field_index(name))
    kind = _plain(column.type)
    if kinds.is_string(kind) or kinds.is_large_string(kind) or kinds.is_string_view(kind):
        cells: list[str | None] = column.to_pylist()
        return cells
    if name in columns.rewritten:
        raise UsageError(f"column {name} holds {column.type}, not text")
    # An id or an author may be a number; what matters is that equal ones stay equal.
    return [None if cell is None else str(cell) for cell in column.to_pylist()]


def _changed(batch: pa.RecordBatch, made: Mapping[str, Cells]) -> pa.RecordBatch:
    arrays = list(batch.columns)
    for name, cells in made.items():
        at = batch.schema.get_field_index(name)
        kind = batch.schema.field(at).type
        arrays[at] = pa.array(cells, type=_plain(kind)).cast(kind)
    return pa.RecordBatch.from_arrays(arrays, schema=batch.schema)


def _whole(table: pa.Table, batches: Sequence[pa.RecordBatch]) -> pa.Table:
    return pa.Table.from_batches(batches, schema=table.schema)


def _plain(kind: pa.DataType) -> pa.DataType:
    return kind.value_type if kinds.is_dictionary(kind) else kind


_TABLES = Tables[pa.Table](pa.Table, lambda table: table.column_names, _parts, _cells, _changed, _whole)
pseudonymize, recover = _TABLES.pseudonymize, _TABLES.recover
