"""Pages that are served on loopback, which tests may reach."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.interfaces.pages.started import Started, started


@pytest.fixture(autouse=True)
def _no_network() -> None:
    """Let tests reach the pages, which are served on loopback."""


@pytest.fixture
def pages(tmp_path: Path) -> Iterator[Started]:
    """The pages of `allonym start`, in an empty folder."""
    with started(tmp_path) as running:
        yield running
