"""Times of day, moved by one number of minutes for all of a scope, as they were written."""

import re

from allonym.core.splice import splice
from allonym.core.types import Edit, Span
from allonym.surrogates.amounts import rewrite
from allonym.surrogates.chance import Chance
from allonym.surrogates.dates.writing import in_script
from allonym.surrogates.number_words import read_words, write_words

_CLOCK = re.compile(r"(?P<hour>\d{1,2})(?P<by>[:.h,]| h )(?P<minute>[0-5]\d)")
_HALF_DAY = re.compile(r"[ap]\.?\s?m\b|[صم](?!\w)", re.IGNORECASE)
_DAY, _HALF = 24 * 60, 12 * 60


def moved_time(surface: str, language: str | None, seed: bytes) -> str | None:
    """Return a time some minutes earlier or later; an hour alone moves by an hour or two. None if there is none."""
    chance = Chance(seed)
    minutes = 5 * chance.between(3, 11) * chance.pick((1, -1))
    hours = chance.between(1, 2) * chance.pick((1, -1))
    half = _HALF_DAY.search(surface) is not None
    if _CLOCK.search(surface):
        return _CLOCK.sub(lambda match: _clock(match, minutes, half), surface)
    in_digits = rewrite(surface, lambda amount: _hour(amount.value, hours, half))
    if in_digits:
        return in_digits
    word = read_words(surface, language)
    made = write_words(_hour(word.value, hours, True), word, surface) if word else None
    return splice(surface, [Edit(Span(word.start, word.end), made)])[0] if word and made else None


def _clock(match: re.Match[str], minutes: int, half: bool) -> str:
    hour, minute = int(match["hour"]), int(match["minute"])
    total = (hour * 60 + minute + minutes) % (_HALF if half else _DAY)
    later = total // 60
    if half and later == 0:
        later = 12
    shown = f"{later:02d}" if len(match["hour"]) == 2 and (hour < 10 or not half) else str(later)
    return in_script(shown, match["hour"]) + match["by"] + in_script(f"{total % 60:02d}", match["minute"])


def _hour(hour: int, hours: int, half: bool) -> int:
    if half or hour <= 12:
        return (hour - 1 + hours) % 12 + 1
    return (hour + hours) % 24
