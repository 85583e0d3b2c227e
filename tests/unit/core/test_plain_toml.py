"""Our tables, read the fast way and the usual way."""

import tomllib
from pathlib import Path

import pytest

import allonym
from allonym.core.plain_toml import parse, read_table, read_text

SOURCE = Path(allonym.__file__).parent
FOLDERS = (
    "languages/??", "detectors/identifiers/tables", "policy", "surrogates/agreement", "surrogates/names",
    "surrogates/tables",
)  # fmt: skip
TABLES = sorted(path for folder in FOLDERS for path in SOURCE.glob(f"{folder}/*.toml"))


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_every_shipped_table_reads_as_tomllib_reads_it(path: Path) -> None:
    text = path.read_text("utf-8")

    assert parse(text) == tomllib.loads(text)


def test_all_that_our_tables_are_written_with_is_read() -> None:
    text = '''# A comment: key = "no"
words = "a, b"  # behind it
more = """
c,
d
"""
empty = []
array = [
    "e", "f",
]
[part]
look = '\\d"'
score = 0.5
[[code]]
name = "one"
[[code]]
count = 2
'''

    assert parse(text) == tomllib.loads(text)


def test_there_are_tables_to_compare() -> None:
    assert len(TABLES) > 60


def test_a_file_that_is_not_shipped_says_nothing() -> None:
    assert read_text("allonym.languages", "en/unknown.toml") == ""
    assert read_table("allonym.languages", "en/unknown.toml") == {}
