"""Times of day: 10:30, 10h30, 22 Uhr, kl. 10, 5pm, five o'clock, الساعة 5."""

import re
from collections.abc import Iterable, Iterator
from functools import cache

from allonym.core.types import Features
from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, before, lower
from allonym.detectors.life.cues import word_before
from allonym.detectors.life.dating import ends_with, is_law, said
from allonym.detectors.life.dotted_hours import is_run
from allonym.detectors.life.hours import half_openings, has_a_day, is_meeting, is_station
from allonym.detectors.life.hours_in_arabic import HALVES, letter_behind
from allonym.detectors.life.hours_in_runs import run_leads, run_of_digits
from allonym.detectors.life.lexicon import Hit, lexicon_of
from allonym.detectors.life.numerals import Numeral, Page
from allonym.detectors.life.opening_hours import all_leads, both, hours_in_company, is_open, open_hours, until
from allonym.detectors.life.ratios import is_ratio
from allonym.detectors.life.times_in_words import Clock, clock_words, more_words, worded_times, words_of
from allonym.detectors.life.zones import zone_end
from allonym.languages.words import all_entries, either

_MINUTES = Expression(r"(?:[:.,h]|\sh\s)(?P<minute>[0-5][0-9])(?:m(?:in)?(?![^\W_]))?(?::[0-5][0-9](?:[.,][0-9]+)?)?")
# A number that goes on a longer one is no hour.
_JOINTS = frozenset(".,:/+-")
_MARKS = frozenset(":.,h")
_MINUTE_ENDS = frozenset("mn")
_LETTERS = frozenset("-–àصمظ")
_BEFORE_JOINTS = frozenset("0123456789.,:/-")
_NO_CLOCK = Expression(r"(?!ish\b)[^\W_]|[:/][0-9]|[.,][0-9]|\s?[%€$£°]|[ '’]000\b")
# "2:50 kronor", "alle 20 Minuten", "perfusion de 0.25 mg/kg".
_MEASURED = Expression(lambda: rf"\s(?:{said('times.measured')}|mg|kg|ml|km|mm|cm)\b")
_HALF_DAY = Expression(r"\s?(?P<half>[ap])(?:\.\s?m\b\.?|m\b)")
# The Arabic letters for before and after noon; the second is also a metre.
_HALF_LETTER = Expression(r"\s?[صمظ](?![^\W_])")
_MORNING = Expression(r"\sص(?:\s(?:إلى|الى|حتى|-|–)\s[0-9]{1,2}\s[صم])?(?![^\W_])")
# "1:30 hours" is how long something takes.
_HOURS = Expression(r"(?:\s?(?:h|hs|hrs?|heures|horas)|(?<=[0-9]{2}:[0-9]{2})\s(?:hours|ore))(?![^\W_])")
_RANGE = Expression(
    lambda: (
        rf"\s?(?:-|–|{said('times.till')})\s?[0-9]{{1,2}}(?:[.:h][0-5][0-9])?"
        r"(?:\s?uhr|\s?h|\s?[ap]\.?m|\s(?:صباحا|مساء|مساءا|ظهرا|عصرا|ليلا|ص))(?![^\W_])"
    )
)
# "8 Uhr 30", "à 8 heures 15".
_MINUTES_BEHIND = Expression(
    r"(?:(?<=uhr)|(?<=ures)|(?<=oras))\s[0-5][0-9](?![\w]|[.,:/\-][0-9]|\s?[%€$£°]|\s(?:euros?|pro[zc]ent|min\w*|k[gm]))"
)
_OVER = r"\s?[.,;:!?)،؛؟\n](?![0-9])|\s?\0|\s?\Z"
# "Kl 17 20."
_LED_MINUTES = Expression(rf" (?P<minute>[0-5][0-9])(?={_OVER})")
# "Alle 18 e 30", "a las 9 y 15".
_AND_MINUTES = Expression(lambda: rf"\s[ey]\s[0-5][0-9](?={_OVER}|\s(?:circa|{said('times.word_then')})\s(?![0-9]))")
_VEHICLE = Expression(lambda: rf"(?<![^\W_])(?:{said('times.vehicles')}) ?[0-9]{{1,4}},? \Z")
_ODD = Expression(r"[0-9]{1,2} h [0-9][1-46-9]")
_NOTHING = Expression("")
_END = Expression(r"\s?[.,;:!?)،؛؟\n\0]|\s?\Z")
# What follows "9 am" in English but not the German "am".
_ENGLISH = Expression(
    lambda: (
        r"(?:\s?[-–]\s?|\s(?:to|and|or|till?|until|through)\s)[0-9]"
        rf"|\s(?:{said('times.am_after')})(?:day)?s?\b"
    )
)
_STITCHES = Expression(r"(?<![\w.,:])[0-9]{1,2} (?!am|pm|to|or|and|at)[^\W\d_]{1,3}\.?,? \Z")
_EARLY = frozenset("123456789")
_NO_UNIT = frozenset(",;)!?0123456789")
_OPENS = frozenset("-–h.")
_RUNS = frozenset({3, 4})
_BEHIND_RUN = frozenset("aphuz -–")
_HOUR, _NEAR = 24, 8
_QUARTERS = frozenset({"00", "15", "30", "45"})
_MONTHS = 12


def times(text: str) -> Iterator[Found]:
    """Find times of day; an hour without minutes needs a word such as "Uhr" or "kl." beside it."""
    page = Page(text, lower(text))
    return times_among(page, lexicon_of(clock_words).hits(page.lowered))


def times_among(page: Page, hits: Iterable[Hit[Clock]]) -> Iterator[Found]:
    """Find times of day, given where words of the clock stand."""
    lowered = page.lowered
    yield from worded_times(lowered, hits)
    if page.numerals:
        yield from _in_digits(page)


def _in_digits(page: Page) -> Iterator[Found]:
    lowered = page.lowered
    leads, halves, stamps = all_leads(), half_openings(), run_leads()
    done = told = 0
    for numeral in page.numerals:
        start, end, _, following, lead = numeral
        run = end - start in _RUNS and (following in _BEHIND_RUN or lead in stamps)
        if run and (found := run_of_digits(lowered, numeral)):
            yield found
        # Between other numbers stands no hour: so tables are passed by.
        if (
            end - start > 2
            or start < done
            or (lead == "" and following == " " and lowered[end + 1 : end + 2].isdigit())
        ):
            continue
        if following in _OPENS and (open_ones := open_hours(lowered, numeral)):
            done = open_ones[-1].end
            yield from open_ones
            continue
        if _may_tell(lowered, numeral, told):
            minutes = _MINUTES.match(lowered, end) or _minutes_apart(lowered, start, end)
            done = minutes.end() if minutes else done
            if found := _judge(page, start, end, minutes):
                done = told = max(done, found.end)
                yield found
                continue
        if lead in leads or lowered[end + 1 : end + 3] in halves or _goes_on(lowered, start, lead, told):
            several = [*hours_in_company(lowered, numeral, told)]
            done, told = (several[-1].end,) * 2 if several else (done, told)
            yield from several


def _goes_on(lowered: str, start: int, lead: str | None, told: int) -> bool:
    """Tell whether a number may be the next of several hours: "kl 8, 12 och 18"."""
    return told > start - _NEAR and (lead in both() or lowered[told:start] == ", ")


def _may_tell(lowered: str, numeral: Numeral, told: int) -> bool:
    """Tell at a glance whether a number may be an hour; `told` is where the last one ends: "8:00-16:30"."""
    start, end, previous, following, lead = numeral
    if not _may_go_on(lowered, end, following) and not _is_sure(lowered, start, lead):
        # "12 h" takes a preposition.
        hours = lowered[end : end + 1 + following.isspace()].endswith("h")
        if not hours or not ends_with("times.before").may_end(lead):
            return False
    # Arabic writes "and" on to the hour.
    joined = previous.isalnum() and not (previous == "و" and following == ":")
    return not (
        joined or (previous in _JOINTS and lowered[start - 2 : start - 1] in _BEFORE_JOINTS and told != start - 1)
    )


def _is_sure(lowered: str, start: int, lead: str | None) -> bool:
    """Tell at a glance whether the word before a number may say that it is an hour."""
    sure = ends_with("times.sure")
    return lead in sure.last_words if lead is not None else sure.before(lowered, start, 20) is not None


def _may_go_on(lowered: str, end: int, following: str) -> bool:
    """Tell at a glance, by the first letters behind a number, whether they may make an hour of it."""
    if following in _MARKS and lowered[end + 1 : end + 2].isdigit():
        return True
    apart = following.isspace()
    opening = lowered[end + apart : end + apart + 2]
    # French also writes 14 h 30.
    if opening == "h " and apart:
        return lowered[end + 3 : end + 4].isdigit()
    return opening[:1] in _LETTERS or opening in _openings()


def _judge(page: Page, start: int, end: int, minutes: re.Match[str] | None) -> Found | None:
    lowered = page.lowered
    hour = int(lowered[start:end])
    if hour > _HOUR:
        return None
    by, minute = (minutes[0].lstrip()[0], minutes["minute"]) if minutes else (None, None)
    end = minutes.end() if minutes else end
    # Neither a mark nor a number says which half of a day it is, nor that hours are meant.
    open_ended = lowered[end : end + 2].lstrip()[:1] not in _NO_UNIT
    half = _HALF_DAY.match(lowered, end) if open_ended else None
    after = open_ended and (
        _half_named(lowered, start, half, by)
        or _after().match(lowered, end)
        or _hour_named(lowered, start, end, by)
        or _letter_named(lowered, start, end, by)
    )
    if not after and (
        _NO_CLOCK.match(lowered, end) or (lowered[end + 1 : end + 2].isalpha() and _MEASURED.match(lowered, end))
    ):
        return None
    score = _score(page, (start, end), (by, minute), bool(after)) or _score_of_early(lowered, start, by, minute)
    if not score:
        return None
    stop = after.end() if after else end
    if not by and (more := _minutes_behind(lowered, stop) or more_words().match(lowered, stop)):
        stop = more.end()
    elif not by and not after:
        stop = until(lowered, stop)
    stop = zone_end(page.text, stop, exact=minutes is not None and ":" in minutes[0][2:])
    hour += 12 * (half is not None and half["half"] == "p" and hour < 12)
    features: Features = (("form", "digits"), ("value", f"T{hour:02d}:{minute or '00'}"))
    return Found(start, stop, "TIME", score, "time", features)


def _minutes_apart(lowered: str, start: int, end: int) -> re.Match[str] | None:
    """Return the minutes that nothing but a space parts from an hour of two digits: "kl 17 20"."""
    minutes = _LED_MINUTES.match(lowered, end) if end - start == 2 and lowered[end : end + 1] == " " else None
    return minutes if minutes and ends_with("times.sure").before(lowered, start, 20) else None


def _minutes_behind(lowered: str, stop: int) -> re.Match[str] | None:
    return _MINUTES_BEHIND.match(lowered, stop) or _AND_MINUTES.match(lowered, stop)


def _half_named(lowered: str, start: int, half: re.Match[str] | None, by: str | None) -> re.Match[str] | None:
    # German "Röhre 1 am Tunnel" is no hour.
    if half is None or by or half[0] != " am" or word_before(lowered, start - 1) in words_of("am_before"):
        return half
    # "Sticka 2 rm 2 am" counts stitches.
    if _STITCHES.search(before(lowered, start, 8)):
        return None
    return half if _END.match(lowered, half.end()) or _ENGLISH.match(lowered, half.end()) else None


def _letter_named(lowered: str, start: int, end: int, by: str | None) -> re.Match[str] | None:
    """Return the Arabic letter for a half of the day; behind a bare number it may as well count pages."""
    if by:
        return _HALF_LETTER.match(lowered, end) if by == ":" else None
    if lowered[end : end + 2].strip()[:1] not in HALVES:
        return None
    match = _MORNING.match(lowered, end)
    led = match and (word_before(lowered, start - 1) in words_of("letter_before") or has_a_day(lowered, start, end))
    return match if led else letter_behind(lowered, start, end)


def _hour_named(lowered: str, start: int, end: int, by: str | None) -> re.Match[str] | None:
    """Return the "h" behind an hour that a preposition leads; "12 h" alone is how long something takes."""
    if ahead := _RANGE.match(lowered, end):
        # Of "8-16 Uhr" the second hour is not found by itself.
        return ahead if ahead[0][0] == "-" and ahead[0][1].isdigit() else _NOTHING.match(lowered, end)
    match = _HOURS.match(lowered, end)
    named = by == ":" or (by in {None, "."} and _is_led(lowered, start))
    return match if match and (named or (not by and _MINUTES_BEHIND.match(lowered, match.end()))) else None


def _score(page: Page, span: tuple[int, int], told: tuple[str | None, str | None], named: bool) -> float:
    lowered, (start, end), (by, minute) = page.lowered, span, told
    if named:
        return 0.9
    if by == ":":
        return 0.0 if is_ratio(page, start, end, minute or "") else 0.7
    if by == "h":
        # Apart from its numbers, an h may measure a height; and 1h40min is how long something takes.
        odd = (_ODD.match(lowered, start) or lowered[end - 1] in _MINUTE_ENDS) and not _is_led(lowered, start)
        return 0.0 if odd else 0.8
    if by == "." and (is_open(lowered, start) or is_station(page.text, start, end) or is_run(page, start, end)):
        return 0.6
    # "Alle 7,30.", but not "alle 7,30 euro".
    if by == "," and not _has_comma(lowered, start, end):
        return 0.0
    return _score_of_company(lowered, span, minute)


def _has_comma(lowered: str, start: int, end: int) -> bool:
    """Tell whether an hour has a comma before its minutes: "alle 7,30.", "alle ore 11,20 presso"."""
    if ends_with("times.clock").before(lowered, start, 20):
        return True
    return _END.match(lowered, end) is not None and ends_with("times.sure").before(lowered, start, 20) is not None


def _is_led(lowered: str, start: int) -> bool:
    return ends_with("times.before").before(lowered, start, 20) is not None


def _score_of_company(lowered: str, span: tuple[int, int], minute: str | None) -> float:
    start, end = span
    if ends_with("times.before" if minute else "times.sure").before(lowered, start, 20):
        return 0.6
    ended = minute and _END.match(lowered, end)
    if ended and ends_with("times.stamped").before(lowered, start, 24):
        return 0.6
    # "Tåg 43 07.12", "in der RB42 17.18".
    if ended and _VEHICLE.search(before(lowered, start, 24)):
        return 0.5
    # "Dejt 20.00 på fredag".
    if not minute or minute[1] not in "05" or lowered[start : start + 2] == "0.":
        return 0.0
    closed = ended or (minute in _QUARTERS and lowered[start + 1].isdigit())
    met = closed and is_meeting(word_before(lowered, start - 1))
    return 0.5 if met or has_a_day(lowered, start, end) else 0.0


def _score_of_early(lowered: str, start: int, by: str | None, minute: str | None) -> float:
    """Return how sure 08.45 is, behind any word: no fraction begins so, and no month has that number."""
    early = by == "." and lowered[start] == "0" and lowered[start + 1] in _EARLY and not 0 < int(minute or 0) <= _MONTHS
    return 0.5 if early and not is_law(lowered, start, 20) else 0.0


@cache
def _openings() -> frozenset[str]:
    """Return how the words begin that may follow an hour: "am", "Uhr", "bis"."""
    named = {word[:2] for word in all_entries("dates", "times", "after")}
    return frozenset({"am", "a.", "pm", "p.", "bi", "un", "to", "an", "et", "ti", "إل", "ال", "حت", *named})


@cache
def _after() -> re.Pattern[str]:
    return re.compile(rf"\s?(?:{either(all_entries('dates', 'times', 'after'))})(?![^\W_])")
