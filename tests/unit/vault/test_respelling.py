"""Words taken out of a value as its file spells it; where they cannot all be found, nothing is left of it."""

import json
from html import escape

import pytest

from allonym.vault.respelling import respelt

NAME = 'Zoë "Z/Z" O\'Neil & Co'


@pytest.mark.parametrize(
    "spelling",
    [
        NAME,
        NAME.replace('"', '""'),
        json.dumps(NAME, ensure_ascii=False)[1:-1],
        json.dumps(NAME)[1:-1],
        json.dumps(NAME, ensure_ascii=False)[1:-1].replace("/", "\\/"),
        json.dumps(NAME)[1:-1].replace("/", "\\/"),
        escape(NAME, quote=False),
        escape(NAME),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le"])
def test_words_are_found_as_files_spell_them(spelling: str, encoding: str) -> None:
    raw = f"so {spelling} and {spelling}!".encode(encoding)

    assert respelt(raw, encoding, [NAME, NAME]) == "so [WITHDRAWN] and [WITHDRAWN]!".encode(encoding)


def test_the_longest_words_go_first() -> None:
    assert respelt(b"Anna Berg, Berg and Anna", "utf-8", ["Anna", "Berg", "Anna Berg"]) == (
        b"[WITHDRAWN], [WITHDRAWN] and [WITHDRAWN]"
    )


@pytest.mark.parametrize(
    ("raw", "encoding", "words"),
    [
        (b"Anna", "utf-8", ["Bo"]),
        (b"Anna Anna", "utf-8", ["Anna"]),
        (b"Anna", "utf-8", ["Anna", "Anna"]),
        (b"\xff", "utf-8", ["Anna"]),
        (b"Anna", "no such encoding", ["Anna"]),
    ],
)
def test_where_words_are_not_found_as_often_as_they_must_be_there_is_nothing(
    raw: bytes, encoding: str, words: list[str]
) -> None:
    assert respelt(raw, encoding, words) is None
