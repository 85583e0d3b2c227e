"""A date as it is written: which parts stand where, so that another date can be written in the same way.

    "Mon, 1 December 2018"     weekday 0-3, day 5-6, month 7-15 (a name), year 16-20
    "18/01/12"                 day, month, year; or year first, as Swedish has it

Without its day a date is a month, and so on. What is from one day to another is several moments in one surface.
"""

import re
import unicodedata
from datetime import date
from typing import NamedTuple

from allonym.surrogates.dates.calendar_names import Name, find_names
from allonym.surrogates.number_words import NumberWord, read_words
from allonym.surrogates.shapes import in_small

_CLOCK = re.compile(
    r"(?:t|\b)[0-2]?[0-9]:[0-5][0-9](?::[0-5][0-9](?:[.,][0-9]+)?)?(?:z\b| ?[+\-][0-9]{2}:?[0-9]{2}\b)?"
)
_RUN = re.compile(r"[0-9]+")
_SHORT_YEAR = re.compile(r"['’]\Z")
_DECADE = re.compile(r"(?:['’]?s|-tal\w*|er)\b")
_DECADE_WORDS = re.compile(r"(?:années|annees|años|anni|anos|década de) ?['’]?\Z")
_ORDINAL = re.compile(r"st\b|nd\b|rd\b|th\b|er\b|:a\b|:e\b|[º°ª]")
_LONGEST = 200
"""No date has more characters; what has is something else that somebody marked."""
_LONGEST_RUN = 8
_PIVOT = 40
"""Two digits below this are a year of this century."""


class Part(NamedTuple):
    """One part of a date: its kind, where it stands, its value, and the name or number word it is written as."""

    kind: str
    start: int
    end: int
    value: int
    name: Name | NumberWord | None = None

    def __repr__(self) -> str:
        # It holds words of a person.
        return type(self).__name__


Moment = tuple[Part, ...]


class Hints(NamedTuple):
    """What is known of a date beside its words: language, value in ISO 8601, order of parts, and label."""

    language: str | None = None
    value: str = ""
    month_first: bool = False
    label: str = "DATE"

    def preferred(self, orders: list[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
        """Return orders of parts, the likeliest first."""
        if self.month_first:
            return sorted(orders, key=lambda order: order.index("month") > order.index("day"))
        return orders

    def __repr__(self) -> str:
        # It holds words of a person.
        return type(self).__name__


def read_date(surface: str, hints: Hints) -> list[Moment]:
    """Return the moments of a date, mostly one; none if it cannot be read. A known value decides between orders."""
    if len(surface) > _LONGEST:
        return []
    lowered, language = _plain(surface), hints.language
    names = find_names(lowered, language)
    runs = _runs(lowered)
    if any(end - start > _LONGEST_RUN for start, end in runs):
        return []
    parts = [Part(each.kind, each.start, each.end, each.number, each) for each in names]
    if any(each.kind == "month" for each in names):
        parts += _beside_month(lowered, runs, names)
        if not any(part.kind == "day" for part in parts) and (word := _day_in_words(lowered, language, names)):
            parts.append(word)
    elif runs:
        parts += _in_digits(lowered, runs, hints)
    # A number that is no part of the date would stay behind; then none of it is read.
    if any(not any(part.start <= run[0] < part.end for part in parts) for run in runs):
        return []
    return _moments(sorted(parts, key=lambda part: part.start)) if parts else []


def full_year(year: int) -> int:
    """Return a year of two digits with its century."""
    return year if year >= 100 else year + (2000 if year < _PIVOT else 1900)


def first(moment: Moment, kind: str) -> Part | None:
    """Return the part of a kind, if there is one."""
    return next((part for part in moment if part.kind == kind), None)


def _plain(surface: str) -> str:
    """Return a surface of the same length in small letters, with the digits of ASCII."""
    return "".join(str(unicodedata.decimal(each)) if each.isdecimal() else each for each in in_small(surface))


def _runs(lowered: str) -> list[tuple[int, int]]:
    clocks = [match.span() for match in _CLOCK.finditer(lowered)]
    spans = [match.span() for match in _RUN.finditer(lowered)]
    return [span for span in spans if not any(start <= span[0] < end for start, end in clocks)]


def _beside_month(lowered: str, runs: list[tuple[int, int]], names: list[Name]) -> list[Part]:
    """Return the days and years that stand beside a month in words."""
    month = next(each for each in reversed(names) if each.kind == "month")
    parts: list[Part] = []
    for start, end in runs:
        value = int(lowered[start:end])
        days = any(part.kind == "day" for part in parts)
        short = _SHORT_YEAR.search(lowered, max(0, start - 1), start) is not None
        if end - start == 4 or short or (end - start == 2 and days and start > month.end) or value > 31:
            parts.append(Part("year", start, end, value))
        elif 1 <= value <= 31:
            parts.append(_day(lowered, start, end))
    return parts


def _day(lowered: str, start: int, end: int) -> Part:
    ordinal = _ORDINAL.match(lowered, end)
    return Part("day", start, ordinal.end() if ordinal else end, int(lowered[start:end]))


def _day_in_words(lowered: str, language: str | None, names: list[Name]) -> Part | None:
    word = read_words(lowered, language)
    if word is None or not 1 <= word.value <= 31 or any(each.start <= word.start < each.end for each in names):
        return None
    # An article is no day: "i början av en maj".
    return Part("day", word.start, word.end, word.value, word) if word.value > 1 or word.kind == "ordinals" else None


def _in_digits(lowered: str, runs: list[tuple[int, int]], hints: Hints) -> list[Part]:
    sizes = [end - start for start, end in runs]
    if len(runs) == 3:
        return _three(lowered, runs, sizes, hints)
    if len(runs) == 2:
        return _two(lowered, runs, sizes, hints)
    return _one(lowered, runs[0], hints) if len(runs) == 1 else []


def _three(lowered: str, runs: list[tuple[int, int]], sizes: list[int], hints: Hints) -> list[Part]:
    if sizes[0] == 4:
        orders = [("year", "month", "day"), ("year", "day", "month")]
    elif sizes[2] == 4:
        orders = hints.preferred([("day", "month", "year"), ("month", "day", "year")])
    elif max(sizes) <= 2:
        orders = hints.preferred([("day", "month", "year"), ("month", "day", "year"), ("year", "month", "day")])
        if hints.language == "sv" or sizes[2] == 1:
            orders = [("year", "month", "day"), *orders]
    else:
        return []
    numbers = [int(lowered[start:end]) for start, end in runs]
    return _fitting(lowered, runs, numbers, orders, hints.value)


def _fitting(
    lowered: str,
    runs: list[tuple[int, int]],
    numbers: list[int],
    orders: list[tuple[str, str, str]],
    value: str,
) -> list[Part]:
    """Return the parts in the first order that makes a day, or the one that makes the known value."""
    possible: list[tuple[bool, tuple[str, str, str]]] = []
    for kinds in orders:
        told = dict(zip(kinds, numbers, strict=True))
        if day := _iso(full_year(told["year"]), told["month"], told["day"]):
            possible.append((day == value, kinds))
    if not possible:
        return []
    # Of orders that tell the same day, the first is the usual one.
    _, chosen = max(possible, key=lambda each: each[0])
    placed = zip(chosen, runs, numbers, strict=True)
    return [_day(lowered, *run) if kind == "day" else Part(kind, *run, number) for kind, run, number in placed]


def _two(lowered: str, runs: list[tuple[int, int]], sizes: list[int], hints: Hints) -> list[Part]:
    x, y = (int(lowered[start:end]) for start, end in runs)
    if sizes == [4, 4] or (sizes[0] == 4 and (y > 12 or y == 0)):
        return [Part("year", *runs[0], x), Part("year", *runs[1], y)]
    if sizes[0] == 4:
        return [Part("year", *runs[0], x), Part("month", *runs[1], y)]
    if sizes[1] == 4:
        return [Part("month", *runs[0], x), Part("year", *runs[1], y)] if 1 <= x <= 12 else []
    if max(sizes) > 2:
        return []
    pairs = [("month", "day"), ("day", "month")] if hints.month_first else [("day", "month"), ("month", "day")]
    for kinds in pairs:
        told = dict(zip(kinds, (x, y), strict=True))
        if _iso(2000, told["month"], told["day"]):
            return [Part(kinds[0], *runs[0], x), Part(kinds[1], *runs[1], y)]
    return []


def _one(lowered: str, run: tuple[int, int], hints: Hints) -> list[Part]:
    start, end = run
    number, size = int(lowered[start:end]), end - start
    decade = _DECADE.match(lowered, end) or _DECADE_WORDS.search(lowered, 0, start)
    if size in {2, 4} and number % 10 == 0 and decade:
        return [Part("decade", start, end, number)]
    if size == 4 or (size == 2 and hints.label == "DATE.YEAR"):
        return [Part("year", start, end, number)]
    if hints.label == "DATE.MONTH":
        return [Part("month", start, end, number)] if 1 <= number <= 12 else []
    if size <= 2:
        return [_day(lowered, start, end)] if 1 <= number <= 31 else []
    return _run_together(lowered, run, hints) if size in {6, 8} else []


def _run_together(lowered: str, run: tuple[int, int], hints: Hints) -> list[Part]:
    """Return the parts of six or eight digits: the year first, as Swedish has it, or last."""
    start, end = run
    wide = end - start - 4
    year_first = [(start, start + wide), (start + wide, start + wide + 2), (start + wide + 2, end)]
    year_last = [(start, start + 2), (start + 2, start + 4), (start + 4, end)]
    tries = [(year_first, ("year", "month", "day")), (year_last, ("day", "month", "year"))]
    if hints.language != "sv" and wide == 2:
        tries.reverse()
    for spans, kinds in tries:
        numbers = [int(lowered[a:b]) for a, b in spans]
        if found := _fitting(lowered, spans, numbers, [kinds], hints.value):
            return found
    return []


def _moments(parts: list[Part]) -> list[Moment]:
    """Return the parts in groups, none of which has two of a kind; a group lends the next its month and year."""
    groups: list[list[Part]] = [[]]
    for part in parts:
        if any(part.kind == known.kind for known in groups[-1]) and part.kind != "weekday":
            groups.append([])
        groups[-1].append(part)
    return [tuple(group) for group in groups]


def _iso(year: int, month: int, day: int) -> str | None:
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return None
