"""Files come back byte for byte, whatever the texts in them and however they are spelt."""

import csv
import io
import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.property.test_round_trip import everything_by
from tests.property.texts import TERMS, texts

from allonym import Pseudonymizer, open_vault
from allonym.core.pieces import Layout
from allonym.formats.choosing import choose
from allonym.running.files import Run, pseudonymize_file, recover_file
from allonym.running.sources import Source


def as_csv(rows: list[list[str]], dialect: dict[str, Any]) -> bytes:
    out = io.StringIO(newline="")
    writer = csv.writer(out, **dialect)
    writer.writerow(["id", "title", "text"])
    writer.writerows([number, *row] for number, row in enumerate(rows))
    return out.getvalue().encode()


def as_jsonl(rows: list[list[str]], options: dict[str, Any]) -> bytes:
    lines = [
        json.dumps({"id": number, "n": 1.50, "title": row[0], "deep": [{"text": row[1]}]}, **options)
        for number, row in enumerate(rows)
    ]
    return "\n".join(lines).encode()


def as_json(rows: list[list[str]], options: dict[str, Any]) -> bytes:
    return json.dumps([{"title": one, "text": other} for one, other in rows], **options).encode()


def as_text(rows: list[list[str]], _: dict[str, Any]) -> bytes:
    return "".join(part for row in rows for part in row).encode()


SHAPES: dict[str, tuple[Callable[[list[list[str]], dict[str, Any]], bytes], list[dict[str, Any]]]] = {
    "posts.csv": (
        as_csv,
        [{}, {"delimiter": ";", "lineterminator": "\n"}, {"quoting": csv.QUOTE_ALL, "lineterminator": "\r\n"}],
    ),
    "posts.jsonl": (
        as_jsonl,
        [{"ensure_ascii": True}, {"ensure_ascii": False}, {"separators": (",", ":"), "ensure_ascii": False}],
    ),
    "posts.json": (as_json, [{"indent": 2, "ensure_ascii": False}, {"ensure_ascii": True}]),
    "post.txt": (as_text, [{}]),
}


def there_and_back(name: str, data: bytes, strategy: str, *, with_vault: bool = True) -> tuple[bytes, bytes]:
    """Pseudonymize and recover a file; return what was published and what came back."""
    with tempfile.TemporaryDirectory() as folder:
        given_path, made, back = Path(folder, name), Path(folder, "made-" + name), Path(folder, "back-" + name)
        given_path.write_bytes(data)
        vault = open_vault("memory:") if with_vault else None
        tool = Pseudonymizer(everything_by(strategy), vault, terms=TERMS)
        pseudonymize_file(Run(tool), Source(given_path, name, choose(name), Layout()), made)
        if vault is None:
            return made.read_bytes(), data
        recover_file(vault, Source(made, made.name, choose(name), Layout()), back)
        return made.read_bytes(), back.read_bytes()


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("strategy", ["numbered", "delete"])
def test_a_file_comes_back_byte_for_byte(name: str, strategy: str) -> None:
    make, options = SHAPES[name]

    @settings(max_examples=60, deadline=None)
    @given(st.lists(st.lists(texts, min_size=2, max_size=2), max_size=6), st.sampled_from(options), st.booleans())
    def check(rows: list[list[str]], option: dict[str, Any], bom: bool) -> None:
        data = b"\xef\xbb\xbf" * bom + make(rows, option)

        _, back = there_and_back(name, data, strategy)

        assert back == data

    check()


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(["posts.csv", "posts.jsonl"]), st.binary(max_size=200) | texts.map(str.encode))
def test_junk_comes_back_too_with_its_broken_rows(name: str, junk: bytes) -> None:
    from allonym.core.errors import InputError

    head = b"id,text\n" if name.endswith("csv") else b'{"id":1,"text":"anna@example.org"}\n'
    try:
        made, back = there_and_back(name, head + junk, "numbered")
    except InputError:
        return

    assert back == head + junk
    assert b"anna@example.org" not in made


def test_without_a_vault_a_file_is_written_too() -> None:
    made, _ = there_and_back("posts.csv", b"id,text\n1,anna@example.org\n", "numbered", with_vault=False)

    assert made == b"id,text\n1,Company1\n"
