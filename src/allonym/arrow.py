"""Arrow tables: batch by batch, for anything that speaks Arrow (Spark, Ray, Dask, DuckDB, Polars)."""

from collections.abc import Callable, Mapping, Sequence

from allonym.core.errors import MissingExtra, UsageError
from allonym.core.protocols import Vault
from allonym.frames import Cells, Columns, chosen, pseudonymized, recovered
from allonym.pseudonymizer import Pseudonymizer
from allonym.settings import Settings

try:
    import pyarrow as pa
    import pyarrow.types as kinds
except ImportError:
    raise MissingExtra("Arrow tables need the extra `parquet`: pip install 'allonym[parquet]'") from None


def pseudonymize(  # noqa: PLR0913 - the public surface: all but the table are by name
    table: pa.Table,
    *,
    text_columns: str | Sequence[str] | None = None,
    id_column: str | None = None,
    author_column: str | None = None,
    labels: Mapping[str, str] | None = None,
    profile: str | Settings = "default",
    vault: Vault | None = None,
    language: str | None = None,
    scope: str | None = None,
) -> pa.Table:
    """Return a table with its texts pseudonymized: same schema, same order, other columns untouched."""
    columns = chosen(table.column_names, text_columns, id_column, author_column, labels)
    tool = Pseudonymizer(profile, vault, language, scope=scope)
    return _each_batch(table, lambda batch, first: process_batch(batch, tool, columns, first))


def recover(  # noqa: PLR0913 - the public surface: all but the first two are by name
    table: pa.Table,
    vault: Vault,
    *,
    text_columns: str | Sequence[str] | None = None,
    id_column: str | None = None,
    labels: Mapping[str, str] | None = None,
    reason: str = "not given",
) -> pa.Table:
    """Return a table with its texts as they were; `reason` is kept in the vault."""
    columns = chosen(table.column_names, text_columns, id_column, None, labels)
    vault.note_access(reason, "a table", table.num_rows)
    return _each_batch(table, lambda batch, first: recover_batch(batch, vault, columns, first))


def process_batch(batch: pa.RecordBatch, tool: Pseudonymizer, columns: Columns, first: int = 1) -> pa.RecordBatch:
    """Pseudonymize one batch of a table. Its rows count from `first`; without an id column they are named by that."""
    return _rewritten(batch, columns, lambda cells: pseudonymized(tool, columns, cells, first))


def recover_batch(batch: pa.RecordBatch, vault: Vault, columns: Columns, first: int = 1) -> pa.RecordBatch:
    """Give one batch of a table back."""
    return _rewritten(batch, columns, lambda cells: recovered(vault, columns, cells, first))


def _each_batch(table: pa.Table, change: Callable[[pa.RecordBatch, int], pa.RecordBatch]) -> pa.Table:
    made, first = [], 1
    for batch in table.to_batches(max_chunksize=_ROWS):
        made.append(change(batch, first))
        first += batch.num_rows
    return pa.Table.from_batches(made, schema=table.schema)


_ROWS = 1000


def _rewritten(
    batch: pa.RecordBatch, columns: Columns, change: Callable[[Mapping[str, Cells]], Mapping[str, Cells]]
) -> pa.RecordBatch:
    made = change({name: _cells(batch, name, columns) for name in columns.read})
    arrays = list(batch.columns)
    for name, cells in made.items():
        at = batch.schema.get_field_index(name)
        arrays[at] = pa.array(cells, type=_plain(batch.schema.field(at).type)).cast(batch.schema.field(at).type)
    return pa.RecordBatch.from_arrays(arrays, schema=batch.schema)


def _cells(batch: pa.RecordBatch, name: str, columns: Columns) -> list[str | None]:
    column = batch.column(batch.schema.get_field_index(name))
    kind = _plain(column.type)
    if kinds.is_string(kind) or kinds.is_large_string(kind) or kinds.is_string_view(kind):
        cells: list[str | None] = column.to_pylist()
        return cells
    if name in columns.rewritten:
        raise UsageError(f"column {name} holds {column.type}, not text")
    # An id or an author may be a number; what matters is that equal ones stay equal.
    return [None if cell is None else str(cell) for cell in column.to_pylist()]


def _plain(kind: pa.DataType) -> pa.DataType:
    return kind.value_type if kinds.is_dictionary(kind) else kind
