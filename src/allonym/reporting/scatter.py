"""A plot of points as inline SVG: each with its interval both ways, a name beside it, axes with their units."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor

from allonym.reporting.page import plain

_WIDTH, _HEIGHT = 720, 400
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 110, 12, 48
_GAP = 15
"""So far apart names must stand to be read."""
_NEAR = 110


@dataclass(frozen=True, slots=True)
class Point:
    """A point in per cent, with the interval of each value."""

    name: str
    x: float
    x_low: float
    x_high: float
    y: float
    y_low: float
    y_high: float


@dataclass(frozen=True, slots=True)
class _Frame:
    """What part of the plane is seen: all of the breadth, and what is needed of the height."""

    low: int
    high: int

    def x(self, value: float) -> float:
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * value / 100

    def y(self, value: float) -> float:
        return _TOP + (_HEIGHT - _TOP - _BOTTOM) * (self.high - value) / (self.high - self.low)


def scatter(caption: str, axes: tuple[str, str], points: Sequence[Point], chance: float | None = None) -> str:
    """Return a figure; `axes` name the lower and the left one, `chance` is a line where guessing would be."""
    frame = _frame(points)
    drawn = [*_grid(frame), *(_mark(frame, each) for each in points), *_names(frame, points, chance)]
    if chance is not None:
        x = frame.x(chance)
        drawn.append(f'<path class="chance" fill="none" d="M{x:.1f} {_TOP}V{_HEIGHT - _BOTTOM}"/>')
        drawn.append(f'<text class="faint" x="{x + 4:.1f}" y="{_HEIGHT - _BOTTOM - 6}">chance</text>')
    middle = (_TOP + _HEIGHT - _BOTTOM) / 2
    drawn.append(
        f'<text x="{frame.x(50):.1f}" y="{_HEIGHT - 8}" text-anchor="middle">{plain(axes[0])}</text>'
        f'<text x="16" y="{middle:.1f}" text-anchor="middle" transform="rotate(-90 16 {middle:.1f})">'
        f"{plain(axes[1])}</text>"
    )
    return (
        f'<figure><svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{plain(caption)}" direction="ltr">'
        f"{''.join(drawn)}</svg><figcaption>{plain(caption)}</figcaption></figure>"
    )


def _frame(points: Sequence[Point]) -> _Frame:
    """Return a frame of at least five per cent that ends at 100 at most."""
    high = max(5, min(100, ceil(max(each.y_high for each in points) / 5) * 5))
    low = floor(min(each.y_low for each in points) / 5) * 5
    return _Frame(max(0, min(low, high - 5)), high)


def _grid(frame: _Frame) -> list[str]:
    made = []
    for value in range(0, 101, 20):
        x = frame.x(value)
        made.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{_TOP}" y2="{_HEIGHT - _BOTTOM}"/>')
        made.append(f'<text class="faint" x="{x:.1f}" y="{_HEIGHT - _BOTTOM + 16}" text-anchor="middle">{value}</text>')
    step = max(1, ceil((frame.high - frame.low) / 6 / 5) * 5) if frame.high - frame.low > 10 else 1
    for value in range(frame.low, frame.high + 1, step):
        y = frame.y(value)
        made.append(f'<line class="grid" x1="{_LEFT}" x2="{frame.x(100):.1f}" y1="{y:.1f}" y2="{y:.1f}"/>')
        made.append(f'<text class="faint" x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{value}</text>')
    return made


def _mark(frame: _Frame, each: Point) -> str:
    x, y = frame.x(each.x), frame.y(each.y)
    across = f"M{frame.x(each.x_low):.1f} {y:.1f}H{frame.x(each.x_high):.1f}"
    along = f"M{x:.1f} {frame.y(max(each.y_low, 0)):.1f}V{frame.y(min(each.y_high, 100)):.1f}"
    told = f"{plain(each.name)}: {each.x:.1f} %, {each.y:.1f} %"
    return (
        f'<path class="whisker" d="{across}{along}"/><circle class="bar" cx="{x:.1f}" cy="{y:.1f}" r="5">'
        f"<title>{told}</title></circle>"
    )


def _names(frame: _Frame, points: Sequence[Point], chance: float | None) -> list[str]:
    """Return the names, from top to bottom, each clear of those that stand near it, and inside the frame.

    A line leads to one that was moved.
    """
    placed = [] if chance is None else [(frame.x(chance), _HEIGHT - _BOTTOM - 10.0)]
    made = []
    for each in sorted(points, key=lambda point: -point.y):
        x, y = frame.x(max(each.x, each.x_high)), frame.y(each.y)
        near = [height for other, height in placed if abs(other - x) < _NEAR]
        at = _clear(y, near)
        placed.append((x, at))
        if abs(at - y) > 4:
            made.append(f'<path class="grid" d="M{x:.1f} {y:.1f}L{x + 8:.1f} {at:.1f}" fill="none"/>')
        made.append(f'<text x="{x + 10:.1f}" y="{at + 4:.1f}">{plain(each.name)}</text>')
    return made


def _clear(y: float, near: Sequence[float]) -> float:
    """Return the nearest height inside the frame that is clear of others, below rather than above."""
    heights = (y + step * side for step in range(_HEIGHT) for side in (1, -1))
    inside = (each for each in heights if _TOP <= each <= _HEIGHT - _BOTTOM - 6)
    return next((each for each in inside if all(abs(each - other) >= _GAP for other in near)), y)
