"""Times of day: 10:30, 10h30, 22 Uhr, kl. 10, 5pm, five o'clock, الساعة 5."""

import re
from collections.abc import Iterator
from functools import cache

from allonym.core.types import Features
from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, before, lower
from allonym.detectors.life.counting import number_words
from allonym.detectors.life.cues import word_before
from allonym.detectors.life.dating import ends_with
from allonym.detectors.life.numerals import Numeral, Page
from allonym.languages.words import all_entries, either

_MINUTES = Expression(r"[:.,h](?P<minute>[0-5][0-9])(?::[0-5][0-9](?:[.,][0-9]+)?)?")
# A number that goes on a longer one is no hour.
_JOINTS = frozenset(".,:/+-")
_MARKS = frozenset(":.,h")
_LETTERS = frozenset("-–à")
_BEFORE_JOINTS = frozenset("0123456789.,:/-")
_NO_CLOCK = Expression(r"[^\W_]|[:/][0-9]|[.,][0-9]|\s?[%€$£°]")
_RATIO = Expression(
    r"(?:ratio|scale|score|maßstab|john|luke|matthew|mark|psalms?|genesis|romans|sura\w*|surah|سورة|aspect|odds|v\.|ch\.)\s\Z"
)
_HALF_DAY = Expression(r"\s?(?P<half>[ap])\.?m\b\.?")
_HOURS = Expression(r"\s?(?:h|hs|hrs?|heures|horas)(?![^\W_])")
_RANGE = Expression(
    r"\s?(?:-|–|bis|und|to|and|à|et|til|till)\s?[0-9]{1,2}(?:[.:h][0-5][0-9])?(?:\s?uhr|\s?h|\s?[ap]\.?m)(?![^\W_])"
)
_NOTHING = Expression("")
_END = Expression(r"\s?[.,;:!?)\n\0]|\Z")
_HOUR = 24


def times(text: str) -> Iterator[Found]:
    """Find times of day; an hour without minutes needs a word such as "Uhr" or "kl." beside it."""
    return times_in(Page(text, lower(text)))


def times_in(page: Page) -> Iterator[Found]:
    """Find times of day."""
    lowered = page.lowered
    done = 0
    for numeral in page.numerals:
        start, end, *_ = numeral
        if end - start > 2 or start < done or not _may_tell(lowered, numeral):
            continue
        minutes = _MINUTES.match(lowered, end)
        done = minutes.end() if minutes else done
        if found := _judge(lowered, start, end, minutes):
            yield found
    for name in (" o'clock", " o’clock", " oclock", " uhr"):
        at = lowered.find(name)
        while at >= 0:
            hour, end = word_before(lowered, at), at + len(name)
            if number_words().get(hour, 99) <= _HOUR and not lowered[end : end + 1].isalpha():
                yield Found(at - len(hour), end, "TIME", 0.8, "time-words", (("form", "words"),))
            at = lowered.find(name, end)


def _may_tell(lowered: str, numeral: Numeral) -> bool:
    """Tell at a glance whether a number may be an hour."""
    start, end, previous, following, lead = numeral
    sure = ends_with("times.sure")
    led = lead in sure.last_words if lead is not None else sure.before(lowered, start, 20) is not None
    if not led and not _may_go_on(lowered, end, following):
        # "12 h" takes a preposition.
        hours = lowered[end : end + 1 + following.isspace()].endswith("h")
        if not hours or not ends_with("times.before").may_end(lead):
            return False
    return not (previous.isalnum() or (previous in _JOINTS and lowered[start - 2 : start - 1] in _BEFORE_JOINTS))


def _may_go_on(lowered: str, end: int, following: str) -> bool:
    """Tell at a glance, by the first letters behind a number, whether they may make an hour of it."""
    if following in _MARKS and lowered[end + 1 : end + 2].isdigit():
        return True
    if following.isspace():
        end += 1
    return lowered[end : end + 1] in _LETTERS or lowered[end : end + 2] in _openings()


def _judge(lowered: str, start: int, end: int, minutes: re.Match[str] | None) -> Found | None:
    hour = int(lowered[start:end])
    if hour > _HOUR:
        return None
    by, minute = (lowered[end], minutes["minute"]) if minutes else (None, None)
    end = minutes.end() if minutes else end
    half = _HALF_DAY.match(lowered, end)
    after = (
        _half_named(lowered, start, half, by) or _after().match(lowered, end) or _hour_named(lowered, start, end, by)
    )
    if not after and _NO_CLOCK.match(lowered, end):
        return None
    score = _score(lowered, start, by, after is not None)
    if not score:
        return None
    hour += 12 * (half is not None and half["half"] == "p" and hour < 12)
    features: Features = (("form", "digits"), ("value", f"T{hour:02d}:{minute or '00'}"))
    return Found(start, after.end() if after else end, "TIME", score, "time", features)


def _half_named(lowered: str, start: int, half: re.Match[str] | None, by: str | None) -> re.Match[str] | None:
    # German "Röhre 1 am Tunnel" is no hour.
    if half is None or by or half[0] != " am" or ends_with("times.before", "en").before(lowered, start, 12):
        return half
    return half if _END.match(lowered, half.end()) else None


def _hour_named(lowered: str, start: int, end: int, by: str | None) -> re.Match[str] | None:
    """Return the "h" behind an hour that a preposition leads; "12 h" alone is how long something takes."""
    if ahead := _RANGE.match(lowered, end):
        return _NOTHING.match(lowered, end) if ahead else None
    match = _HOURS.match(lowered, end)
    return match if match and not by and ends_with("times.before").before(lowered, start, 20) else None


def _score(lowered: str, start: int, by: str | None, named: bool) -> float:
    if named:
        return 0.9
    if by == ":":
        return 0.0 if _RATIO.search(before(lowered, start, 20)) else 0.7
    if by == "h":
        return 0.8
    if by == ",":
        return 0.0
    cues = "times.before" if by else "times.sure"
    return 0.6 if ends_with(cues).before(lowered, start, 20) else 0.0


@cache
def _openings() -> frozenset[str]:
    """Return how the words begin that may follow an hour: "am", "Uhr", "bis"."""
    named = {word[:2] for word in all_entries("dates", "times", "after")}
    return frozenset({"am", "a.", "pm", "p.", "bi", "un", "to", "an", "et", "ti", *named})


@cache
def _after() -> re.Pattern[str]:
    return re.compile(rf"\s?(?:{either(all_entries('dates', 'times', 'after'))})(?![^\W_])")
