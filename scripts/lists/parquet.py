"""Rows of a Parquet file, read with pyarrow from the cache; allonym itself does not need it."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from fetch import fetch, packages


def rows(path: Path, columns: Sequence[str]) -> list[dict[str, Any]]:
    """Return the named columns of every row; no other column is read."""
    folder = str(fetch(packages()["pyarrow"]))
    if folder not in sys.path:
        sys.path.append(folder)
    from pyarrow import parquet  # type: ignore[import-not-found]  # only in the cache

    read: list[dict[str, Any]] = parquet.read_table(path, columns=list(columns), use_threads=False).to_pylist()
    return read
