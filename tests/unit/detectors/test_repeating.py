"""Numbers alike between the same words are judged once, and found wherever they stand: as if each were judged alone."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

import pytest
from tests.unit.detectors.test_linear import WORST

from allonym.detectors.finding import Found
from allonym.detectors.identifiers.cue_words import entries
from allonym.detectors.identifiers.nearby import Nearby
from allonym.detectors.identifiers.patterns import FINDERS
from allonym.detectors.identifiers.runs import Place, Run, Runs, Test

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
CUES = [
    "", "tel ", "no. ", "passport ", "national id ", "tax id ", "plate ", "konto ", "zip ", "PLZ ", "contract ",
    "card ", "vin ", "ref. ", "law no. ", "health insurance ", "Kundennummer ", "id ", "sort code ",
    "due 09.09.2099, konto ",
]  # fmt: skip
SHAPES = [
    "99999", "999999", "99999999", "999999999", "9999999999", "99999999999", "999999999999999", "9999999999999999",
    "9999 9999 9999 9999", "099-999 99 99", "999-99-9999", "99 999 999 999", "999.999.999-99", "999999-9999",
    "99/99/9999", "9999-99-99", "99.99.99", "99-99-99", "9999", "9999-9", "999", "9999/9999", "9999-9999", "2999:9999",
    "999.999", "999 000", "99 000", "9.9.9.9", "999.999.999.999", "99999/99", "AB999999C", "AB 99", "A9999999B",
    "X99 9XX", "D-99999 Berlin", "99999 Paris", "9999 Wien.", "1999 Wien.", "9999-999 Lisboa", "IL 99999", "99999-999",
    "n 2999/999",
]  # fmt: skip


def varied(seed: int) -> Iterator[str]:
    """Return texts in which the same words stand around numbers that are all different, often years and thousands."""
    chance = Random(seed)
    for cue in CUES:
        for shape in SHAPES:
            text = (f"{cue}{shape}{chance.choice((' ', ', ', chr(10)))}") * 12
            text = re.sub("9", lambda _: chance.choice("0123456789"), text)
            yield re.sub(r"[0-9]{3}(?![0-9])", lambda end: "000" if chance.random() < 0.1 else end[0], text)


def sentences() -> list[str]:
    lines = [line for path in sorted(DATA.glob("identifiers-*.jsonl")) for line in path.read_text("utf-8").split("\n")]
    return [json.loads(line)["text"] for line in lines[::7] if line]


def found(name: str, text: str) -> list[Found]:
    return list(FINDERS[name](text))


@pytest.mark.parametrize("name", ["identifier", "postcode"])
def test_what_is_repeated_is_found_as_if_judged_alone(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [*(unit * 40 for unit in WORST), *(text * 3 for text in sentences()), TABLE, FAR_CUE, "".join(APART) * 3]
    texts += ["\0".join([text] * 3) for text in sentences()[::5]]
    texts += varied(1)
    together = [found(name, text) for text in texts]

    def judge_each(
        runs: Runs,
        judge: Callable[[Run], Sequence[Found]],
        place: Place,
        tests: Callable[[Run], Sequence[Test] | None] | None = None,
    ) -> Sequence[Found]:
        return judge(runs.at(place))

    monkeypatch.setattr(Runs, "ask", judge_each)

    assert together == [found(name, text) for text in texts]
    assert sum(map(len, together)) > 150


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Place]:
    """The places of runs that were judged by themselves."""
    asked: list[Place] = []
    at = Runs.at

    def count(runs: Runs, place: Place) -> Run:
        asked.append(place)
        return at(runs, place)

    monkeypatch.setattr(Runs, "at", count)
    return asked


def test_the_same_run_between_the_same_words_is_judged_once(asked: list[Place]) -> None:
    assert len(found("postcode", "zip 12345 Paris. " * 1_000)) == 1_000
    assert len(asked) < 50


def test_different_numbers_between_the_same_words_are_judged_a_few_times(asked: list[Place]) -> None:
    assert (
        len(found("identifier", " ".join(f"Kundennummer {number}" for number in range(4_000_001, 4_001_001)))) == 1_000
    )
    assert len(asked) < 200


def test_cues_of_a_long_text_are_those_of_a_short_one() -> None:
    chance = Random(1)
    text = "".join(
        f"{chance.choice(CUES)}{chance.randrange(10**6, 10**7)}{chance.choice(', .;?')}\n" for _ in range(400)
    )
    near = Nearby(text)
    assert len(text) > 5_000
    for match in re.finditer("[0-9]{7}", text):
        first, last = max(0, match.start() - 400), match.end() + 400
        alone = Nearby(text[first:last])

        assert near.cues(*match.span()) == alone.cues(match.start() - first, match.end() - first)


def test_no_cue_holds_a_digit() -> None:
    # Then numbers between the same words have the same cues.
    assert not [cue for cue in entries() if re.search("[0-9]", cue)]
