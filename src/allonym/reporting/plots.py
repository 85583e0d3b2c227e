"""Plots as inline SVG: bars with the interval that each value lies in, an axis with its unit, and of how many."""

from collections.abc import Sequence
from dataclasses import dataclass

from allonym.reporting.page import plain

_WIDTH, _LEFT, _RIGHT = 720, 190, 96
_ROW, _TOP, _BOTTOM = 26, 8, 44
_TICKS = (0, 20, 40, 60, 80, 100)


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: a share from 0 to 1, the interval around it, and of how many; None has no bar and says so."""

    name: str
    value: float | None
    low: float | None
    high: float | None
    count: float


def bars(caption: str, axis: str, of: str, rows: Sequence[Bar]) -> str:
    """Return a figure of horizontal bars from 0 to 100 %. `axis` names the axis, `of` what is counted."""
    height = _TOP + _ROW * len(rows) + _BOTTOM
    bottom = _TOP + _ROW * len(rows)
    grid = "".join(_tick(each, bottom) for each in _TICKS)
    title = (
        f'<text x="{_at(50):.1f}" y="{bottom + 36}" text-anchor="middle">{plain(axis)}</text>'
        f'<text x="{_WIDTH}" y="{bottom + 36}" text-anchor="end" class="faint">n: {plain(of)}</text>'
    )
    drawn = "".join(_bar(each, _TOP + _ROW * at) for at, each in enumerate(rows))
    return (
        f'<figure><svg viewBox="0 0 {_WIDTH} {height}" role="img" aria-label="{plain(caption)}" direction="ltr">'
        f"{grid}{drawn}{title}</svg><figcaption>{plain(caption)}</figcaption></figure>"
    )


def _at(per_cent: float) -> float:
    return _LEFT + (_WIDTH - _LEFT - _RIGHT) * per_cent / 100


def _tick(per_cent: int, bottom: int) -> str:
    x = _at(per_cent)
    return (
        f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{_TOP}" y2="{bottom}"/>'
        f'<text class="faint" x="{x:.1f}" y="{bottom + 16}" text-anchor="middle">{per_cent}</text>'
    )


def _bar(each: Bar, top: int) -> str:
    middle = top + _ROW / 2
    name = f'<text x="{_LEFT - 8}" y="{middle + 4}" text-anchor="end">{plain(_short(each.name))}</text>'
    count = f'<text class="faint" x="{_WIDTH}" y="{middle + 4}" text-anchor="end">n = {each.count:,.0f}</text>'
    if each.value is None:
        return f'{name}<text class="faint" x="{_at(0) + 6:.1f}" y="{middle + 4}">nothing to count</text>{count}'
    shape = (
        f'<rect class="bar" x="{_at(0):.1f}" y="{top + 5}" width="{_at(100 * each.value) - _at(0):.1f}" '
        f'height="{_ROW - 10}"><title>{plain(each.name)}: {100 * each.value:.1f} %</title></rect>'
    )
    return f"{name}{shape}{_whisker(each, middle)}{count}"


def _whisker(each: Bar, middle: float) -> str:
    if each.low is None or each.high is None:
        return ""
    low, high = _at(100 * each.low), _at(100 * each.high)
    return (
        f'<path class="whisker" d="M{low:.1f} {middle - 4}V{middle + 4}M{low:.1f} {middle}H{high:.1f}'
        f'M{high:.1f} {middle - 4}V{middle + 4}"/>'
    )


def _short(name: str) -> str:
    return name if len(name) <= 26 else f"{name[:25]}…"
