"""Golden cases of the shipped profiles: `cases/FAMILY.toml`, one table a case. A new case needs no Python.

profile   the profile, or several that are to give the same
text      what goes in
is        what must come out
like      or an expression that the whole of it must match, where chance decides over words
spaced    true: `is` holds whatever the spaces
keeps     words that must still stand in the output          gone   words that must not
known     why the case fails today; it must fail as long as this stands here
"""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from allonym import Pseudonymizer, open_vault
from allonym.settings import profile_names

ROOT = Path(__file__).parent / "cases"
KEYS = {"name", "profile", "language", "text", "is", "like", "spaced", "keeps", "gone", "known"}


def read_cases() -> list[tuple[str, dict[str, Any]]]:
    found = []
    for path in sorted(ROOT.glob("*.toml")):
        for case in tomllib.loads(path.read_text("utf-8"))["case"]:
            profiles = case["profile"] if isinstance(case["profile"], list) else [case["profile"]]
            found += [(f"{path.stem}-{case['name']}-{profile}", {**case, "profile": profile}) for profile in profiles]
    return found


CASES = read_cases()


@cache
def tool(profile: str, language: str | None) -> Pseudonymizer:
    return Pseudonymizer(profile, open_vault("memory:"), language)


@pytest.mark.parametrize("case", [case for _, case in CASES], ids=[name for name, _ in CASES])
def test_a_case_comes_out_as_its_file_says(case: dict[str, Any], request: pytest.FixtureRequest) -> None:
    if "known" in case:
        request.applymarker(pytest.mark.xfail(strict=True, reason=case["known"]))
    made = tool(case["profile"], case.get("language"))
    result = made.pseudonymize(case["text"])

    assert made.recover(result.text) == case["text"]
    if "is" in case:
        assert squeezed(result.text, case) == squeezed(case["is"], case)
    if "like" in case:
        assert re.fullmatch(case["like"], result.text, re.DOTALL), result.text
    assert [word for word in case.get("keeps", ()) if word not in result.text] == []
    assert [word for word in case.get("gone", ()) if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", result.text)] == []


def squeezed(text: str, case: dict[str, Any]) -> str:
    return "".join(text.split()) if case.get("spaced") else text


@pytest.mark.parametrize("case", [case for _, case in CASES], ids=[name for name, _ in CASES])
def test_a_case_says_only_what_is_understood_and_expects_something(case: dict[str, Any]) -> None:
    assert set(case) <= KEYS
    assert {"is", "like", "keeps", "gone"} & set(case)


def test_no_two_cases_have_one_name() -> None:
    assert len({name for name, _ in CASES}) == len(CASES)


@pytest.mark.parametrize("profile", [name for name in profile_names() if name != "default"])
def test_every_profile_has_cases(profile: str) -> None:
    assert [name for name, case in CASES if case["profile"] == profile]
