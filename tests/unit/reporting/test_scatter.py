"""The plot of points: what it shows of the plane, and where the names stand."""

import re
from itertools import pairwise

from allonym.reporting.scatter import Point, scatter

AXES = ("guessed, %", "macro-F1, %")


def heights(svg: str, names: str) -> list[float]:
    return [float(y) for y in re.findall(rf'<text x="[\d.]+" y="([\d.]+)">(?:{names})<', svg)]


def test_the_axis_ends_at_100_with_room_below() -> None:
    points = [Point(name, 10, 5, 20, 100, 100, high) for name, high in (("S0", 100), ("S1", 100.2))]
    svg = scatter("caption", AXES, points, 10)
    marks = [int(each) for each in re.findall(r'text-anchor="end">(\d+)<', svg)]

    assert (min(marks), max(marks)) == (95, 100)
    assert all(float(y) >= 12 for y in re.findall(r"V([\d.]+)", svg))


def test_names_stay_inside_the_frame_and_apart() -> None:
    names = [f"N{at}" for at in range(6)]
    low = [Point(name, 10, 5, 20, 0, 0, 0.1) for name in names]
    found = sorted(heights(scatter("caption", AXES, low, 10), r"N\d"))

    assert len(found) == 6
    assert max(found) <= 352
    assert all(after - before >= 15 for before, after in pairwise(found))
