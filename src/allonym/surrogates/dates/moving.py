"""Moves dates by a number of days, and what is less than a date by the months, years or days of the month it has."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import NamedTuple

from allonym.surrogates.dates.forms import Hints, Moment, Part, first, full_year, read_date
from allonym.surrogates.dates.writing import write_date

_MONTH, _YEAR, _DECADE = 30.4375, 365.25, 3652.5
_DAYS = 28
_KINDS = ("year", "month", "day")


class _Day(NamedTuple):
    year: int | None
    month: int | None
    day: int | None


def moved_date(surface: str, days: int, hints: Hints) -> str | None:
    """Return a date so many days later, as it was written; None if it cannot be read.

    Months, years and decades move by at least one, in the direction of the days, for a date that stays is no other.
    """
    moments = read_date(surface, hints)
    if not moments:
        return None
    told = [_told(moments, place) for place in range(len(moments))]
    moved = [_moved(each, days) for each in told]
    if None in moved:
        return None
    values: dict[Part, int] = {}
    for place, moment in enumerate(moments):
        later = moved[place]
        if later is None or not _agrees(moments, moved, place):
            return None
        values |= _values(moment, later, days)
    return write_date(surface, moments, values, hints.language)


def _told(moments: list[Moment], place: int) -> _Day:
    """Return year, month and day of a moment; what it lacks comes from the next, or else the last, that has it."""
    near = (moments[place], *moments[place + 1 :], *reversed(moments[:place]))
    smallest = next((kind for kind in reversed(_KINDS) if first(moments[place], kind)), None)
    found: dict[str, int | None] = dict.fromkeys(_KINDS)
    for kind in _KINDS[: _KINDS.index(smallest) + 1] if smallest else ():
        part = next((part for moment in near if (part := first(moment, kind))), None)
        found[kind] = part.value if part else None
    year = found["year"]
    return _Day(full_year(year) if year is not None else None, found["month"], found["day"])


def _moved(told: _Day, days: int) -> _Day | None:
    year, month, day = told
    if day is not None and month is not None:
        return _moved_day(year, month, day, days)
    if day is not None:
        return _Day(None, None, _wrapped(day, days)) if year is None else None
    if month is not None:
        steps = _at_least_one(days, _MONTH)
        if year is None and steps % 12 == 0:
            # A year later it would be the same month again.
            steps += 1 if days > 0 else -1
        count = (2000 if year is None else year) * 12 + month - 1 + steps
        return _Day(None if year is None else count // 12, count % 12 + 1, None)
    return _Day(None if year is None else year + _at_least_one(days, _YEAR), None, None)


def _moved_day(year: int | None, month: int, day: int, days: int) -> _Day | None:
    try:
        later = date(2000 if year is None else year, month, day) + timedelta(days)
    except (ValueError, OverflowError):
        return None
    if year is None and (later.month, later.day) == (month, day):
        later += timedelta(1)
    # 2000 has a 29th of February, which may not exist in the year that is meant; nobody can tell.
    return _Day(None if year is None else later.year, later.month, later.day)


def _wrapped(day: int, days: int) -> int:
    moved = (day - 1 + days) % _DAYS + 1
    return moved if moved != day else moved % _DAYS + 1


def _at_least_one(days: int, unit: float) -> int:
    count = round(days / unit)
    return count or (1 if days > 0 else -1 if days < 0 else 0)


def _agrees(moments: list[Moment], moved: list[_Day | None], place: int) -> bool:
    """Tell whether what a moment lacks is still what the others say: 30 to 31 May may not become 31 to 1 June."""
    here = moved[place]
    near = [*range(place + 1, len(moments)), *range(place - 1, -1, -1)]
    for kind in ("year", "month"):
        own = getattr(here, kind)
        if own is None or first(moments[place], kind):
            continue
        lender = next((other for other in near if first(moments[other], kind)), None)
        if lender is not None and getattr(moved[lender], kind) != own:
            return False
    return True


def _values(moment: Moment, later: _Day, days: int) -> Mapping[Part, int]:
    values: dict[Part, int] = {}
    for part in moment:
        if part.kind == "weekday":
            values[part] = (part.value - 1 + days) % 7 + 1
        elif part.kind == "decade":
            values[part] = part.value + 10 * _at_least_one(days, _DECADE)
        else:
            values[part] = getattr(later, part.kind)
    return values
