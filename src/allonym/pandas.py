"""DataFrames of pandas: the same index, columns and types, with other texts."""

from collections.abc import Mapping, Sequence
from typing import Any

from allonym.core.errors import MissingExtra, UsageError
from allonym.core.protocols import Vault
from allonym.frames import Columns, chosen, pseudonymized, recovered
from allonym.pseudonymizer import Pseudonymizer
from allonym.settings import Settings

try:
    import pandas as pd
except ImportError:
    raise MissingExtra("DataFrames need pandas: pip install 'allonym[pandas]'") from None

_ROWS = 1000


def pseudonymize(  # noqa: PLR0913 - the public surface: all but the frame are by name
    frame: pd.DataFrame,
    *,
    text_columns: str | Sequence[str] | None = None,
    id_column: str | None = None,
    author_column: str | None = None,
    labels: Mapping[str, str] | None = None,
    profile: str | Settings = "default",
    vault: Vault | None = None,
    language: str | None = None,
    scope: str | None = None,
) -> pd.DataFrame:
    """Return a copy with its texts pseudonymized; the frame itself is left as it is."""
    columns = chosen(list(frame.columns), text_columns, id_column, author_column, labels)
    tool = Pseudonymizer(profile, vault, language, scope=scope)
    return _rewritten(frame, columns, lambda cells, first: pseudonymized(tool, columns, cells, first))


def recover(  # noqa: PLR0913 - the public surface: all but the first two are by name
    frame: pd.DataFrame,
    vault: Vault,
    *,
    text_columns: str | Sequence[str] | None = None,
    id_column: str | None = None,
    labels: Mapping[str, str] | None = None,
    reason: str = "not given",
) -> pd.DataFrame:
    """Return a copy with its texts as they were; `reason` is kept in the vault."""
    columns = chosen(list(frame.columns), text_columns, id_column, None, labels)
    vault.note_access(reason, "a table", len(frame))
    return _rewritten(frame, columns, lambda cells, first: recovered(vault, columns, cells, first))


def _rewritten(frame: pd.DataFrame, columns: Columns, change: Any) -> pd.DataFrame:
    made: dict[str, list[str | None]] = {name: [] for name in columns.rewritten}
    for start in range(0, len(frame), _ROWS):
        some = frame.iloc[start : start + _ROWS]
        for name, cells in change(
            {name: _cells(some[name], name, columns) for name in columns.read}, start + 1
        ).items():
            made[name] += cells
    copy = frame.copy()
    for name, cells in made.items():
        # A missing value keeps its own kind (None, NaN, NA): only texts are put in their places.
        values = [old if new is None else new for new, old in zip(cells, frame[name], strict=True)]
        copy[name] = pd.Series(values, index=frame.index, dtype=frame[name].dtype)
    return copy


def _cells(column: "pd.Series[Any]", name: str, columns: Columns) -> list[str | None]:
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
