"""Times of day: 10:30, 10h30, 22 Uhr, kl. 10, 5pm, five o'clock, الساعة 5."""

import re
from collections.abc import Iterator
from functools import cache

from allonym.core.types import Features
from allonym.detectors.finding import Found, before
from allonym.detectors.life.counting import number_words
from allonym.detectors.life.cues import word_before
from allonym.detectors.life.dating import ends_with
from allonym.detectors.life.lexicon import lower
from allonym.languages.words import all_entries, either

_CLOCK = re.compile(
    r"[0-9](?<![^\W_][0-9])(?<![0-9.,:/\-][.,:/+\-][0-9])(?<![0-9][.,:/+][0-9])(?:(?<=[0-9])[0-9])?"
    r"(?:(?P<by>[:.,h])(?P<minute>[0-5][0-9])(?::[0-5][0-9](?:[.,][0-9]+)?)?)?"
)
_NO_CLOCK = re.compile(r"[^\W_]|[:/][0-9]|[.,][0-9]|\s?[%€$£°]")
_RATIO = re.compile(
    r"(?:ratio|scale|score|maßstab|john|luke|matthew|mark|psalms?|genesis|romans|sura\w*|surah|سورة|aspect|odds|v\.|ch\.)\s\Z"
)
_HALF_DAY = re.compile(r"\s?(?P<half>[ap])\.?m\b\.?")
_HOURS = re.compile(r"\s?(?:h|hs|hrs?|heures|horas)(?![^\W_])")
_RANGE = re.compile(
    r"\s?(?:-|–|bis|und|to|and|à|et|til|till)\s?[0-9]{1,2}(?:[.:h][0-5][0-9])?(?:\s?uhr|\s?h|\s?[ap]\.?m)(?![^\W_])"
)
_NOTHING = re.compile("")
_END = re.compile(r"\s?[.,;:!?)\n\0]|\Z")
_HOUR = 24


def times(text: str) -> Iterator[Found]:
    """Find times of day; an hour without minutes needs a word such as "Uhr" or "kl." beside it."""
    return times_in(lower(text))


def times_in(lowered: str) -> Iterator[Found]:
    """Find times of day in a text in lower case."""
    for match in _CLOCK.finditer(lowered):
        if found := _judge(lowered, match):
            yield found
    for name in (" o'clock", " o’clock", " oclock", " uhr"):
        at = lowered.find(name)
        while at >= 0:
            hour, end = word_before(lowered, at), at + len(name)
            if number_words().get(hour, 99) <= _HOUR and not lowered[end : end + 1].isalpha():
                yield Found(at - len(hour), end, "TIME", 0.8, "time-words", (("form", "words"),))
            at = lowered.find(name, end)


def _judge(lowered: str, match: re.Match[str]) -> Found | None:
    start, end, by, minute = match.start(), match.end(), match["by"], match["minute"]
    hour = int(lowered[start : match.start("by")] if by else match[0])
    if hour > _HOUR:
        return None
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
    if half is None or by or half[0] != " am" or ends_with("times.before", "en").search(before(lowered, start, 12)):
        return half
    return half if _END.match(lowered, half.end()) else None


def _hour_named(lowered: str, start: int, end: int, by: str | None) -> re.Match[str] | None:
    """Return the "h" behind an hour that a preposition leads; "12 h" alone is how long something takes."""
    if ahead := _RANGE.match(lowered, end):
        return _NOTHING.match(lowered, end) if ahead else None
    match = _HOURS.match(lowered, end)
    return match if match and not by and ends_with("times.before").search(before(lowered, start, 20)) else None


def _score(lowered: str, start: int, by: str | None, named: bool) -> float:
    if named:
        return 0.9
    window = before(lowered, start, 20)
    if by == ":":
        return 0.0 if _RATIO.search(window) else 0.7
    if by == "h":
        return 0.8
    if by == ",":
        return 0.0
    cues = "times.before" if by else "times.sure"
    return 0.6 if ends_with(cues).search(window) else 0.0


@cache
def _after() -> re.Pattern[str]:
    return re.compile(rf"\s?(?:{either(all_entries('dates', 'times', 'after'))})(?![^\W_])")
