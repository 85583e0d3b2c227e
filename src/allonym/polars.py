"""DataFrames of Polars: the same columns and types, with other texts."""

from collections.abc import Mapping, Sequence

from allonym.core.errors import MissingExtra, UsageError
from allonym.core.protocols import Vault
from allonym.frames import Columns, chosen, pseudonymized, recovered
from allonym.pseudonymizer import Pseudonymizer
from allonym.settings import Settings

try:
    import polars as pl
except ImportError:
    raise MissingExtra("Polars frames need polars: pip install 'allonym[polars]'") from None

_ROWS = 1000


def pseudonymize(  # noqa: PLR0913 - the public surface: all but the frame are by name
    frame: pl.DataFrame,
    *,
    text_columns: str | Sequence[str] | None = None,
    id_column: str | None = None,
    author_column: str | None = None,
    labels: Mapping[str, str] | None = None,
    profile: str | Settings = "default",
    vault: Vault | None = None,
    language: str | None = None,
    scope: str | None = None,
) -> pl.DataFrame:
    """Return a frame with its texts pseudonymized."""
    columns = chosen(frame.columns, text_columns, id_column, author_column, labels)
    tool = Pseudonymizer(profile, vault, language, scope=scope)
    parts = [_with(part, pseudonymized(tool, columns, _cells(part, columns), first)) for first, part in _parts(frame)]
    return pl.concat(parts) if parts else frame


def recover(  # noqa: PLR0913 - the public surface: all but the first two are by name
    frame: pl.DataFrame,
    vault: Vault,
    *,
    text_columns: str | Sequence[str] | None = None,
    id_column: str | None = None,
    labels: Mapping[str, str] | None = None,
    reason: str = "not given",
) -> pl.DataFrame:
    """Return a frame with its texts as they were; `reason` is kept in the vault."""
    columns = chosen(frame.columns, text_columns, id_column, None, labels)
    vault.note_access(reason, "a table", len(frame))
    parts = [_with(part, recovered(vault, columns, _cells(part, columns), first)) for first, part in _parts(frame)]
    return pl.concat(parts) if parts else frame


def _parts(frame: pl.DataFrame) -> list[tuple[int, pl.DataFrame]]:
    return [(start + 1, frame.slice(start, _ROWS)) for start in range(0, len(frame), _ROWS)]


def _with(part: pl.DataFrame, made: Mapping[str, Sequence[str | None]]) -> pl.DataFrame:
    return part.with_columns(pl.Series(name, cells, dtype=part.schema[name]) for name, cells in made.items())


def _cells(part: pl.DataFrame, columns: Columns) -> dict[str, list[str | None]]:
    cells: dict[str, list[str | None]] = {}
    for name in columns.read:
        column = part[name]
        if name in columns.rewritten and column.dtype != pl.String:
            raise UsageError(f"column {name} holds {column.dtype}, not text")
        cells[name] = column.cast(pl.String).to_list()
    return cells
