"""DataFrames of Polars: the same columns and types, with other texts."""

from collections.abc import Iterator, Mapping, Sequence

from allonym.core.errors import MissingExtra, UsageError
from allonym.frames import Cells, Columns, Tables

try:
    import polars as pl
except ImportError:
    raise MissingExtra("Polars frames need polars: pip install 'allonym[polars]'") from None


def _parts(frame: pl.DataFrame, rows: int) -> Iterator[pl.DataFrame]:
    return (frame.slice(start, rows) for start in range(0, len(frame), rows))


def _cells(part: pl.DataFrame, columns: Columns) -> Mapping[str, Cells]:
    cells: dict[str, Cells] = {}
    for name in columns.read:
        column = part[name]
        if name in columns.rewritten and column.dtype != pl.String:
            raise UsageError(f"column {name} holds {column.dtype}, not text")
        cells[name] = column.cast(pl.String).to_list()
    return cells


def _changed(part: pl.DataFrame, made: Mapping[str, Cells]) -> pl.DataFrame:
    return part.with_columns(pl.Series(name, cells, dtype=part.schema[name]) for name, cells in made.items())


def _whole(frame: pl.DataFrame, parts: Sequence[pl.DataFrame]) -> pl.DataFrame:
    return pl.concat(parts) if parts else frame


_TABLES = Tables[pl.DataFrame](pl.DataFrame, lambda frame: frame.columns, _parts, _cells, _changed, _whole)
pseudonymize, recover = _TABLES.pseudonymize, _TABLES.recover
