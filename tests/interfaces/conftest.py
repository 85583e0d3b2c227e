"""A folder with posts in it."""

from pathlib import Path

import pytest
from tests.interfaces.command import POSTS


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "posts.csv").write_bytes(POSTS.encode())
    (tmp_path / "empty").write_bytes(b"")
    return tmp_path
