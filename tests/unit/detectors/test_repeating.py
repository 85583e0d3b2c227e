"""A number between the same words is judged once, and found wherever it stands: as if each were judged by itself."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from tests.unit.detectors.test_linear import WORST

from allonym.detectors.finding import Found
from allonym.detectors.identifiers.patterns import FINDERS
from allonym.detectors.identifiers.runs import Place, Run, Runs

DATA = Path(__file__).parents[2] / "data"
TABLE = "Name | NPI\n---|---\n" + "Mary Jones | 1234567893\n" * 30
FAR_CUE = "| passport |\n" + "| 123456789 |\n" * 12 + "\n" * 9 + "| 123456789 |\n" * 12
# What announces a number, or does not, stands some words before it and behind it.
APART = [
    text.format(what) + "and so it goes on and on, " * 8
    for text in (
        "my {} as I have said is 123456789 now. ",
        "12345 what it is the {} says. ",
        "in {} that is 75011 Paris. ",
    )
    for what in ("passport", "umbrella", "zip code", "zigzag", "phone call", "colour", "page no.")
]


def sentences() -> list[str]:
    lines = [line for path in sorted(DATA.glob("identifiers-*.jsonl")) for line in path.read_text("utf-8").split("\n")]
    return [json.loads(line)["text"] for line in lines[::7] if line]


def found(name: str, text: str) -> list[Found]:
    return list(FINDERS[name](text))


@pytest.mark.parametrize("name", ["identifier", "postcode"])
def test_what_is_repeated_is_found_as_if_judged_alone(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [*(unit * 40 for unit in WORST), *(text * 3 for text in sentences()), TABLE, FAR_CUE, "".join(APART) * 3]
    texts += ["\0".join([text] * 3) for text in sentences()[::5]]
    together = [found(name, text) for text in texts]

    def judge_each(runs: Runs, judge: Callable[[Run], Sequence[Found]], place: Place) -> Sequence[Found]:
        return judge(runs.at(place))

    monkeypatch.setattr(Runs, "ask", judge_each)

    assert together == [found(name, text) for text in texts]
    assert sum(map(len, together)) > 150


def test_the_same_run_between_the_same_words_is_judged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Place] = []
    at = Runs.at

    def count(runs: Runs, place: Place) -> Run:
        asked.append(place)
        return at(runs, place)

    monkeypatch.setattr(Runs, "at", count)

    assert len(found("postcode", "zip 12345 Paris. " * 1_000)) == 1_000
    assert len(asked) < 50
