"""DataFrames of pandas: the same index, columns and types, with other texts."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from allonym.core.errors import MissingExtra, UsageError
from allonym.frames import Cells, Columns, Tables

try:
    import pandas as pd
except ImportError:
    raise MissingExtra("DataFrames need pandas: pip install 'allonym[pandas]'") from None


def _parts(frame: pd.DataFrame, rows: int) -> Iterator[pd.DataFrame]:
    return (frame.iloc[start : start + rows] for start in range(0, len(frame), rows))


def _cells(part: pd.DataFrame, columns: Columns) -> Mapping[str, Cells]:
    return {name: _column(part[name], name, columns) for name in columns.read}


def _column(column: "pd.Series[Any]", name: str, columns: Columns) -> list[str | None]:
    if name in columns.rewritten and isinstance(column.dtype, pd.CategoricalDtype):
        # Its categories would keep every original, whatever stands in the rows.
        raise UsageError(f"column {name} is categorical; pass it as text, with .astype(str)")
    cells: list[str | None] = []
    for cell in column:
        if isinstance(cell, str):
            cells.append(cell)
        elif pd.isna(cell):
            cells.append(None)
        elif name in columns.rewritten:
            raise UsageError(f"column {name} holds {type(cell).__name__}, not text")
        else:
            cells.append(str(cell))
    return cells


def _changed(part: pd.DataFrame, made: Mapping[str, Cells]) -> pd.DataFrame:
    copy = part.copy()
    for name, cells in made.items():
        # A missing value keeps its own kind (None, NaN, NA): only texts are put in their places.
        values = [old if new is None else new for new, old in zip(cells, part[name], strict=True)]
        copy[name] = pd.Series(values, index=part.index, dtype=part[name].dtype)
    return copy


def _whole(frame: pd.DataFrame, parts: Sequence[pd.DataFrame]) -> pd.DataFrame:
    return pd.concat(parts) if parts else frame.copy()


_TABLES = Tables[pd.DataFrame](pd.DataFrame, lambda frame: list(frame.columns), _parts, _cells, _changed, _whole)
pseudonymize, recover = _TABLES.pseudonymize, _TABLES.recover
