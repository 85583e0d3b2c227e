"""Every profile gives every text back, in every language, whatever it has put in its place."""

import json
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from tests.property.texts import TERMS, texts

from allonym import Document, Pseudonymizer, open_vault
from allonym.languages.pack import CODES
from allonym.settings import profile_names

TESTS = Path(__file__).parent.parent


@cache
def tool(profile: str) -> Pseudonymizer:
    return Pseudonymizer(profile, open_vault("memory:"), terms=TERMS)


@cache
def read_texts(code: str) -> list[str]:
    """Return essays of a language: sentences with names, places and dates, and such with identifiers, put together."""
    cases = sorted((TESTS / "cases" / code).glob("*.txt"))
    names = [path.read_text("utf-8").partition("\n# expect\n")[0] for path in cases]
    rows = (TESTS / "data" / f"identifiers-{code}.jsonl").read_text("utf-8").splitlines()
    numbers = [json.loads(row)["text"] for row in rows]
    pairs = zip(names[:: len(names) // 12], numbers[:: len(numbers) // 12], strict=False)
    lines = [line for pair in pairs for line in pair]
    return ["Paul Smith of Leeds bought it at IKEA.", *(" ".join(lines[at : at + 4]) for at in range(0, 24, 4))]


PAIRS = [
    pytest.param(profile, code, marks=[pytest.mark.slow] if (row + column) % 4 else [])
    for row, profile in enumerate(profile_names())
    for column, code in enumerate(CODES)
]
"""Every profile with two languages, every language with a quarter of the profiles; all of them in `make test-all`."""


@pytest.mark.parametrize(("profile", "code"), PAIRS)
def test_texts_of_every_language_come_back_and_are_the_same_again(profile: str, code: str) -> None:
    documents = [Document(f"{code}-{number}", text) for number, text in enumerate(read_texts(code))]
    results = tool(profile).apply(documents)

    assert any(result.edits for result in results)
    assert [tool(profile).recover(str(result.text), id=result.id) for result in results] == read_texts(code)
    assert [result.text for result in tool(profile).apply(documents)] == [result.text for result in results]


@pytest.mark.parametrize("profile", profile_names())
def test_texts_that_break_tools_come_back(profile: str) -> None:
    made = tool(profile)

    @settings(max_examples=25, deadline=None)
    @given(texts)
    def check(text: str) -> None:
        assert made.recover(made.pseudonymize(text).text) == text

    check()


@pytest.mark.parametrize("profile", profile_names())
def test_no_original_of_an_edit_is_left_in_its_place(profile: str) -> None:
    for code in CODES:
        for number, text in enumerate(read_texts(code)):
            result = tool(profile).pseudonymize(text, id=f"{code}-{number}")

            assert [edit.span for edit in result.edits if edit.replacement == edit.span.of(text)] == []
