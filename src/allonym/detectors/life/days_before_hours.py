"""Days that German writes with two letters, before an hour: "Sa 20 Uhr", "Do. 18:30", "Sa. ab 10h"."""

from collections.abc import Iterator
from functools import cache

from allonym.core.types import Features
from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, before
from allonym.detectors.life.dating import weekday_names
from allonym.detectors.life.numerals import Page
from allonym.detectors.life.weekdays import DAY_AND_HOUR
from allonym.languages.words import either

_GERMAN_LEADS = frozenset({"ab", "um", "von", "bis", "gegen", "zwischen", "ca."})
# "Sa. ab 10h".
_LED_BEFORE = Expression(
    lambda: rf"(?<![\w.])(?P<name>mo|di|mi|do|fr|sa|so)(?P<dot>\.)?,? (?:{either([*_GERMAN_LEADS])}) \Z"
)
_HOUR_BEHIND = Expression(r"(?:[01]?[0-9]|2[0-3])(?:[.:][0-5][0-9])?(?:\s?[-–]\s?[0-9]{1,2})?\s?(?:uhr|h)(?![\w%€$£])")
_CLOCK_BEHIND = Expression(
    r"(?:[01]?[0-9]|2[0-3])(?::[0-5][0-9](?![0-9]|[.:][0-9])|(?:[.:][0-5][0-9])?(?:\s?[-–]\s?[0-9]{1,2}(?:[.:][0-5][0-9])?)?\s?uhr(?!\w))"
)
_FORM: Features = (("form", "words"),)


def before_hours(page: Page) -> Iterator[Found]:
    """Find days that German writes with two letters, before an hour: "Sa 20 Uhr", "Do. 18:30"."""
    names = _two_letters()
    for start, _, _, _, lead in page.numerals:
        if lead in _GERMAN_LEADS and (found := _led_day(page, start)):
            yield found
        if not lead or lead not in names:
            continue
        begin = start - 1 - len(lead)
        named = page.text[begin : begin + 2].istitle() and not page.lowered[begin - 1 : begin].isalnum()
        if named and _CLOCK_BEHIND.match(page.lowered, start):
            yield Found(begin, begin + 2, "DATE", 0.5, "weekday", _FORM)
        elif named and (day := DAY_AND_HOUR.match(page.lowered, begin + 2)):
            yield Found(begin, day.end(), "DATE", 0.6, "weekday-date", _FORM)


def _led_day(page: Page, start: int) -> Found | None:
    """Find such a day before what leads to its hour; "So um 10 Uhr" may begin a sentence."""
    window = before(page.lowered, start, 16)
    match = _LED_BEFORE.search(window) if _HOUR_BEHIND.match(page.lowered, start) else None
    if not match or (match["name"] == "so" and not match["dot"]):
        return None
    begin = start - len(window) + match.start()
    named = page.text[begin : begin + 2].istitle()
    return Found(begin, begin + 2, "DATE", 0.5, "weekday", _FORM) if named else None


@cache
def _two_letters() -> frozenset[str]:
    return frozenset(form for word in weekday_names() if len(word) == 2 for form in (word, f"{word}.", f"{word},"))
