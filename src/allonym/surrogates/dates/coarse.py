"""Dates without their days, or as a span of years: 2018-12-01 -> 2018-12, "1 December 2018" -> "December 2018"."""

import re

from allonym.surrogates.dates.calendar_names import Name, month_name
from allonym.surrogates.dates.forms import Hints, Moment, Part, first, full_year, read_date
from allonym.surrogates.dates.writing import in_script

_SPANS = {"5 years": 5, "decade": 10}
_JOINTS = re.compile(r"[\s./\-–,]+")


def coarse_date(surface: str, to: str, hints: Hints) -> str | None:
    """Return a date as its month, its year, or a span of years; None if it cannot be read or has none of these.

    From one day to another is from one month or year to another; if they are the same, it is one.
    """
    moments = read_date(surface, hints)
    made = [_coarse(surface, moments, place, to, hints) for place in range(len(moments))]
    told = list(dict.fromkeys(each for each in made if each))
    if not told or None in made:
        return None
    return told[0] if len(told) == 1 else f"{told[0]} – {told[-1]}"


def _coarse(surface: str, moments: list[Moment], place: int, to: str, hints: Hints) -> str | None:
    moment = moments[place]
    near = (moment, *moments[place + 1 :], *reversed(moments[:place]))
    month, year, decade = (
        next((p for m in near if (p := first(m, kind))), None) for kind in ("month", "year", "decade")
    )
    if decade:
        # As coarse as can be asked for.
        return surface
    if to == "month" and month:
        others = [part for each in moments for part in each]
        return _month(surface, others, month, year, hints)
    if year is None:
        return None
    whole = full_year(year.value)
    size = _SPANS.get(to, 1)
    low = whole // size * size
    text = str(whole) if size == 1 else f"{low}–{low + size - 1}"
    return "".join(in_script(each, surface) if each.isdigit() else each for each in text)


def _month(surface: str, others: list[Part], month: Part, year: Part | None, hints: Hints) -> str:
    """Return month and year as they stand; their joint is what stands between them, or what joins the parts."""
    name = surface[month.start : month.end]
    if year is None:
        # "05" alone says nothing; a month alone is a name.
        return name if isinstance(month.name, Name) else month_name(month.value, hints.language or "en")
    number = in_script(str(full_year(year.value)), surface)
    if isinstance(month.name, Name):
        apart = year.start < month.start or any(month.end <= part.start < year.start for part in others)
        joint = " " if apart else surface[month.end : year.start].rstrip("'’") or " "
        return f"{name}{joint.replace(',', '')}{number}"
    inner = surface[min(month.start, year.start) : max(month.end, year.end)]
    joints = _JOINTS.findall(inner) or ["-"]
    if year.start < month.start or not _JOINTS.search(surface):
        return f"{number}{joints[0]}{name}"
    return f"{name}{joints[0]}{number}"
