import subprocess
import sys

import pytest

from allonym.core.errors import UsageError
from allonym.core.registry import Registry
from allonym.formats.choosing import OWN_ENDINGS, _loaded, available, choose, is_known


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("posts.csv", "csv"),
        ("a/b/POSTS.CSV", "csv"),
        ("x.tsv", "tsv"),
        ("x.tab", "tsv"),
        ("x.jsonl", "jsonl"),
        ("x.ndjson", "jsonl"),
        ("x.json", "json"),
        ("x.txt", "text"),
        ("x.md", "text"),
        ("x.text", "text"),
    ],
)
def test_the_ending_tells_the_format(path: str, name: str) -> None:
    assert choose(path, None).name == name


def test_a_named_format_wins() -> None:
    assert choose("posts.csv", "text").name == "text"


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(UsageError, match="csv"):
        choose("posts.csv", "cvs")


def test_an_unknown_ending_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UsageError, match=r"--format.*\.csv, .*\.json, \.jsonl"):
        choose("posts.docm", None)


def test_a_format_that_cannot_be_loaded_harms_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    load = Registry.get

    def refuse(self: Registry, name: str) -> object:
        if name == "csv":
            raise UsageError("cannot be loaded")
        return load(self, name)

    monkeypatch.setattr(Registry, "get", refuse)
    for each in (available, _loaded):
        each.cache_clear()
    try:
        names = {each.name for each in available()}
        chosen = choose("x.json").name
    finally:
        for each in (available, _loaded):
            each.cache_clear()

    assert "csv" not in names
    assert chosen == "json"


def test_known_endings_can_be_asked_for() -> None:
    assert is_known("a/Posts.JSONL")
    assert not is_known("jsonl")
    assert not is_known("posts.docm")


def test_every_format_is_known_by_the_name_it_is_asked_for() -> None:
    assert {each.name for each in available()} == set(Registry("formats").names())


def test_the_endings_of_own_formats_are_those_that_they_say() -> None:
    assert {each.name: each.suffixes for each in available()} == OWN_ENDINGS


def test_to_choose_a_format_loads_no_other() -> None:
    code = "import sys; from allonym.formats.choosing import choose; choose('a.jsonl'); print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)

    assert done.stdout == "False\n"
