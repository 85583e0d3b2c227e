"""The parts of a report, whatever is put into them."""

import re

import pytest

from allonym.reporting.page import code, facts, number, page, table, text
from allonym.reporting.plots import Bar, bars

EVIL = "<script>\"'&\u202e"
ESCAPED = "&lt;script&gt;&quot;&#x27;&amp;\\u202e"


def test_what_is_put_in_is_escaped_everywhere() -> None:
    made = [
        page(EVIL, text(EVIL), [facts({EVIL: text(EVIL)}), table(EVIL, [EVIL, EVIL], [(EVIL, [code(EVIL)])])]),
        bars(EVIL, EVIL, EVIL, [Bar(EVIL, 0.5, 0.4, 0.6, 3), Bar(EVIL, None, None, None, 0)]),
    ]

    for each in made:
        assert "<script" not in each
        assert ESCAPED in each


def test_bars_are_as_long_as_their_values() -> None:
    [whole, half, none] = [bars("c", "a", "n", [Bar("x", value, None, None, 1)]) for value in (1, 0.5, 0)]
    widths = [float(re.findall(r'class="bar".*?width="([\d.]+)"', each)[0]) for each in (whole, half, none)]

    assert widths[1] == pytest.approx(widths[0] / 2)
    assert widths[2] == 0


def test_whiskers_stand_where_the_interval_ends() -> None:
    plot = bars("c", "a", "n", [Bar("x", 0.5, 0.2, 0.8, 1)])
    low, high = re.findall(r"M([\d.]+) [\d.]+V", plot)
    ticks = dict(re.findall(r'<text class="faint" x="([\d.]+)"[^>]*>(\d+)</text>', plot))

    assert (ticks[low], ticks[high]) == ("20", "80")


def test_a_bar_of_nothing_says_so() -> None:
    assert "nothing to count" in bars("c", "a", "n", [Bar("x", None, None, None, 0)])


@pytest.mark.parametrize(("value", "shown"), [(None, "–"), (0, "0"), (12345, "12,345"), (2.5, "2.5")])
def test_numbers_as_people_read_them(value: float | None, shown: str) -> None:
    assert number(value) == shown
