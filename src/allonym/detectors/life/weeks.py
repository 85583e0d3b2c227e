"""Weeks by their number in the year: "vecka 32", "v. 32-34", "KW 14/2024", "2022-W14"."""

from collections.abc import Iterator

from allonym.core.types import Features
from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, after, before
from allonym.detectors.life.cues import Cues
from allonym.detectors.life.dating import ends_with, said
from allonym.detectors.life.numerals import Page
from allonym.detectors.life.quarters import SHORT

_ISO = Expression(r"(?:19|20)[0-9]{2}-?w(?:0[1-9]|[1-4][0-9]|5[0-3])(?:-?[1-7])?(?![\w\-])")
_MORE = Expression(
    lambda: (
        rf"(?:(?:\s?[-–+&]\s?|,\s|\s(?:{said('around.weeks_joined')})\s)(?:[1-9]|[1-4][0-9]|5[0-3])"
        r"(?![\w]|[.,:/%][0-9]|\s?%))?(?:[/ \-](?:20[0-9]{2})(?![\w]|[.,:/\-][0-9]))?(?![\w]|[.,:/\-][0-9]|\s?%)"
    )
)
_BEHIND = Expression(lambda: rf"\.\s?(?:{said('around.week_behind')})(?!\w)")
_MARKS = frozenset(".-")
_QUARTERS = frozenset("tq")
_LAST = 53
# "v. 3" is a verse or a version to others.
_SHORT = frozenset({"v.", "v"})
_SWEDISH = Expression(lambda: rf"(?<!\w)(?:{said('around.week_near')})(?!\w)|å")
# Of a child that is not born yet, weeks are counted as well.
_UNBORN = Expression(lambda: said("around.unborn"))
_AROUND = 40
_FORM: Features = (("form", "digits"),)


def weeks(page: Page) -> Iterator[Found]:
    """Find weeks that are told by their number."""
    lowered, cues = page.lowered, ends_with("week_before")
    leads = cues.last_words
    for start, end, previous, following, lead in page.numerals:
        # Most numbers have nothing of a week about them.
        if (
            following in _QUARTERS
            and end - start == 1
            and not previous.isalnum()
            and (quarter := SHORT.match(lowered, start))
        ):
            yield Found(start, quarter.end(), "DATE", 0.6, "quarter", _FORM)
        elif lead in leads or following == "w" or previous == "." or following in _MARKS:
            yield from _week(lowered, (start, end), cues)


def _week(lowered: str, span: tuple[int, int], cues: Cues) -> Iterator[Found]:
    start, end = span
    if end - start == 4 and (match := _ISO.match(lowered, start)):
        yield Found(start, match.end(), "DATE", 0.7, "week", _FORM)
    elif end - start > 2:
        return
    elif cue := cues.before(lowered, start, 24):
        yield from _named(lowered, cue.start, start, end)
    elif start > 1 and lowered.startswith("v.", start - 2) and not lowered[max(0, start - 3) : start - 2].isalnum():
        yield from _named(lowered, start - 2, start, end)
    elif (match := _BEHIND.match(lowered, end)) and 1 <= int(lowered[start:end]) <= _LAST:
        yield Found(start, match.end(), "DATE", 0.6, "week", _FORM)


def _named(lowered: str, begin: int, start: int, end: int) -> Iterator[Found]:
    more = _MORE.match(lowered, end)
    if not more or not 1 <= int(lowered[start:end]) <= _LAST:
        return
    around = f"{before(lowered, begin, _AROUND)}|{after(lowered, end, _AROUND)}"
    short = lowered[begin:start].strip() in _SHORT
    if not _UNBORN.search(around) and (not short or _SWEDISH.search(around)):
        yield Found(begin, more.end(), "DATE", 0.6, "week", _FORM)
