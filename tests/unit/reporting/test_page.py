"""The parts of a report, whatever is put into them."""

import re
from itertools import pairwise

import pytest

from allonym.reporting.page import code, facts, number, page, table, text
from allonym.reporting.plots import Bar, bars
from allonym.reporting.scatter import Point, scatter

EVIL = "<script>\"'&\u202e"
ESCAPED = "&lt;script&gt;&quot;&#x27;&amp;\\u202e"


def test_what_is_put_in_is_escaped_everywhere() -> None:
    made = [
        page(EVIL, text(EVIL), [facts({EVIL: text(EVIL)}), table(EVIL, [EVIL, EVIL], [(EVIL, [code(EVIL)])])]),
        bars(EVIL, EVIL, EVIL, [Bar(EVIL, 0.5, 0.4, 0.6, 3), Bar(EVIL, None, None, None, 0)]),
        scatter(EVIL, (EVIL, EVIL), [Point(EVIL, 50, 40, 60, 50, 45, 55)]),
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


def test_points_stand_where_their_values_are_on_both_axes() -> None:
    plot = scatter(
        "c", ("across", "along"), [Point("one", 20, 0, 40, 50, 45, 55), Point("two", 80, 80, 80, 55, 55, 55)], 60
    )
    ticks = re.findall(r'<text class="faint" x="([\d.]+)" y="([\d.]+)"[^>]*>(\d+)</text>', plot)
    across = {number: float(x) for x, _, number in ticks[:6]}
    along = {number: float(y) - 4 for _, y, number in ticks[6:]}
    [one, two] = [tuple(map(float, each)) for each in re.findall(r'cx="([\d.]+)" cy="([\d.]+)"', plot)]
    [left, right, top, bottom] = map(
        float, *re.findall(r'd="M([\d.]+) [\d.]+H([\d.]+)M[\d.]+ ([\d.]+)V([\d.]+)"', plot)[:1]
    )

    assert one == pytest.approx((across["20"], along["50"]), abs=0.2)
    assert two == pytest.approx((across["80"], along["55"]), abs=0.2)
    assert (left, right) == pytest.approx((across["0"], across["40"]), abs=0.2)
    assert (top, bottom) == pytest.approx((along["45"], along["55"]), abs=0.2)
    assert f'class="chance" fill="none" d="M{across["60"]:.1f}' in plot


def test_names_of_points_that_are_near_do_not_cover_one_another() -> None:
    plot = scatter("c", ("a", "b"), [Point(f"p{at}", 50, 50, 50, 50 + at / 10, 40, 60) for at in range(5)])
    heights = sorted(float(y) for y in re.findall(r'y="([\d.]+)">p\d</text>', plot))

    assert all(after - before >= 14 for before, after in pairwise(heights))
