"""What Parquet and Arrow files have in common: a schema, batches of rows, and one way to read damaged ones."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING

from allonym.core.errors import InputError, MissingExtra
from allonym.core.pieces import Piece
from allonym.formats.arrow_nested import is_string, leaves

if TYPE_CHECKING:
    import pyarrow as pa

ROWS = 4096
"""How many rows are read at once."""
MOST_BYTES = 1024 * 1024 * 1024
"""How large a row group or a batch may be: it is held in memory as a whole."""

# These are written by tools, and say what the schema says.
_TECHNICAL = (b"ARROW:", b"pandas", b"huggingface", b"org.apache.spark", b"PARQUET:", b"geo")


def require_pyarrow() -> None:
    """Raise MissingExtra if pyarrow is not installed."""
    try:
        import_module("pyarrow")
    except ImportError:
        raise MissingExtra("Parquet and Arrow files need the extra `parquet`: pip install 'allonym[parquet]'") from None


@contextmanager
def reading(what: str) -> Iterator[None]:
    """Turn whatever pyarrow says of a file into an InputError; its own messages may quote the file."""
    import pyarrow as pa

    try:
        yield
    except (pa.ArrowException, OSError, UnicodeDecodeError, MemoryError, OverflowError):
        raise InputError(f"{what} is damaged, cut off or encrypted, or not what its ending says") from None


def head_pieces(schema: "pa.Schema") -> Iterator[Piece]:
    """Return what is checked and stays: the names of columns, and what somebody has noted about the table."""
    yield Piece(0, "", names=tuple(dict.fromkeys(_names(schema))), header=True)
    notes = {**(schema.metadata or {})}
    for each in schema:
        notes.update(each.metadata or {})
    said = [value for key, value in notes.items() if not key.startswith(_TECHNICAL)]
    yield Piece(0, "", names=tuple(value.decode("utf-8", "replace") for value in said if len(value) < 10_000))


def notes_on(schema: "pa.Schema") -> list[str]:
    """Say which columns nobody has looked into."""
    from pyarrow import types

    kinds = [kind for each in schema for _, kind in leaves(each.name, each.type) if not is_string(kind)]
    odd = [kind for kind in kinds if not (types.is_primitive(kind) or types.is_boolean(kind) or types.is_null(kind))]
    odd = [kind for kind in odd if not (types.is_decimal(kind) or types.is_temporal(kind) or types.is_dictionary(kind))]
    if not odd:
        return []
    one = len(odd) == 1
    return [
        f"{len(odd)} column{'' if one else 's'} with bytes or values of other kinds {'stays' if one else 'stay'} as is"
    ]


def _names(schema: "pa.Schema") -> Iterator[str]:
    for each in schema:
        for path, _ in leaves(each.name, each.type):
            yield from (step.removesuffix("[]") for step in path.split("."))
