"""Every example in the README and the documentation works, and prints what the page says it prints."""

from pathlib import Path

import pytest
from tests.docs.pages import DOCS, PAGES, ROOT, blocks, name_of
from tests.docs.transcripts import Session, Step, agrees, steps_of

_RUNS = [
    page for page in PAGES if any(b.language == "console" or ">>> " in b.body for b in blocks(page.read_text("utf-8")))
]

_NEEDS = {"spark.md": ["pyspark"]}
"""What a page needs that `make test` does not install."""

_IN_A_BROWSER = {"docs/tutorials/essays.md"}
"""Pages that tests/browser/test_tutorial.py follows."""

_LONG = {f"docs/tutorials/{name}.md" for name in ("classifier", "language", "opt-out", "spark")}
"""Pages whose commands have a guide of their own, which `make test` runs."""


def _as_case(page: Path) -> object:
    return pytest.param(page, id=name_of(page), marks=[pytest.mark.slow] if name_of(page) in _LONG else [])


@pytest.mark.parametrize("page", [_as_case(page) for page in _RUNS if name_of(page) not in _IN_A_BROWSER])
def test_examples_work(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    if page.name in _NEEDS:
        for module in _NEEDS[page.name]:
            pytest.importorskip(module, reason=f"{page.name} needs {module}")
    session = Session(tmp_path)
    session.folder.mkdir()
    if page.name == "team-vault.md":
        session.export(request.getfixturevalue("server").prepared("study"))
    monkeypatch.chdir(session.folder)

    assert session.follow(page)


def test_readme_and_every_guide_and_tutorial_have_examples() -> None:
    guides = sorted((DOCS / "guides").glob("*.md"))
    tutorials = [page for page in sorted((DOCS / "tutorials").glob("*.md")) if page.name != "index.md"]

    assert guides
    assert tutorials
    assert [page for page in (ROOT / "README.md", *guides, *tutorials) if page not in _RUNS] == []


def test_a_transcript_is_cut_into_commands_and_what_they_print() -> None:
    body = "$ cat <<END\n> a\n> END\na\n$ true\n$ echo b\nb\n"

    assert steps_of(body) == [Step("cat <<END\na\nEND", "a\n"), Step("true", ""), Step("echo b", "b\n")]


@pytest.mark.parametrize(
    ("expected", "actual"),
    [
        ("one\n", "one\n"),
        ("one\n", "one"),
        ("1 text, 0.1 s\n", "1 text, 12.3 s\n"),
        ("a … z\n", "a b c z\n"),
        ("a\n…\nz\n", "a\nb\nc\nz\n"),
        ("", ""),
    ],
)
def test_dots_and_durations_are_free(expected: str, actual: str) -> None:
    assert agrees(expected, actual)


@pytest.mark.parametrize(
    ("expected", "actual"),
    [("one\n", "two\n"), ("one\n", "one\ntwo\n"), ("one\n", ""), ("", "one\n"), ("a.c\n", "abc\n")],
)
def test_everything_else_must_be_the_same(expected: str, actual: str) -> None:
    assert not agrees(expected, actual)
