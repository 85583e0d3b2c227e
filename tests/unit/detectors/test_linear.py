"""No pattern takes more than linear time: ten times the text, about ten times the work."""

import time
from itertools import product

import pytest

from allonym.core.types import Document
from allonym.detectors.identifiers.patterns import FINDERS, PatternDetector
from allonym.detectors.terms import terms

UNITS = [
    "a", "1", "@", "#", ":", "/", ".", "-", "(", " ", "\0", "é", "a.", "a@", "a@a.", "@a", "@a.", "@a-a", "#a", "://",
    "a://", "www.", "www.a", "://((", "://a)", "1.", "1.1.1.1.", "1 ", "1-", "+1", "(1", "1)", "(1) ", "a:", "::", "1:",
    "ab:", "00:", "00-", "AB12", "AB12 ", "ab12a ", "DE89 3704 ", "4111 ", "ABCDEFGH ", "BIC ABCDEF", "tel ", "tel 1",
    "0 1/", "x1", "1 x1", "01.01.2001 ", "\u200b", "a\u0301", "1\u00a0", "'", "'a@a.a", "_", "😀",
]  # fmt: skip
HEADS = ["", "://", "a@", "@a", "#a", "www.a", "DE89", "1 ", "::", "tel "]


@pytest.mark.parametrize("name", [*FINDERS, "terms"])
def test_hostile_texts_are_read_in_no_time(name: str) -> None:
    detector = terms({"PERSON": ["a a", "aa", "1 1"]}) if name == "terms" else PatternDetector((FINDERS[name],))
    slowest = 0.0
    for head, unit in product(HEADS, UNITS):
        text = head + unit * (20_000 // len(unit))
        start = time.process_time()
        detector.detect([Document("hostile", text)])
        slowest = max(slowest, time.process_time() - start)

    # A linear pattern takes milliseconds for this; quadratic work on it takes many seconds.
    assert slowest < 1.0


@pytest.mark.slow
@pytest.mark.parametrize("name", [*FINDERS, "terms"])
def test_ten_times_the_text_takes_about_ten_times_as_long(name: str) -> None:
    detector = terms({"PERSON": ["a a", "aa", "1 1"]}) if name == "terms" else PatternDetector((FINDERS[name],))
    for unit in UNITS:
        times = []
        for size in (100_000, 1_000_000):
            document = Document("hostile", unit * (size // len(unit)))
            start = time.process_time()
            detector.detect([document])
            times.append(time.process_time() - start)

        assert times[1] <= max(14 * times[0], 1.0), f"unit {UNITS.index(unit)}"
