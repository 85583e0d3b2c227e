"""Hours that only their company makes hours: "friday at 7", "ring after six", "öppet till 20"."""

import re
from functools import cache

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, before
from allonym.detectors.life.dating import Sign, calendar, ends_with, is_law, said, weekday_names
from allonym.detectors.life.numerals import Numeral
from allonym.languages.words import all_entries, spellings

CLOSED = Expression(
    lambda: (
        r"\s?[;!?)،؛؟\n\0]|\s?,(?![0-9])|\s?[.:](?!\s?[0-9])|\Z|[\s\-]?ish\b"
        rf"|\s(?:{said('times.word_closes', 'times.hour_closes')}|x+)\b"
    )
)
"""Where a phrase ends."""
# "Opens at 8 and shuts at 6", "före 9 eller efter 16", "ring efter 17 på 0739-12 34 56".
_AND_ON = Expression(
    lambda: (
        rf"\s(?:{said('times.both')})\s[^\W\d_]{{3}}|\s(?:{said('around.years_joined')})\s(?:{said('times.near')})\s[0-9]"
        r"|\s[^\W\d_]{1,5}\s[(+]{0,2}[0-9][0-9 ()/\-]{6}"
    )
)
# In Arabic half of something is said alike: there a word of the day must follow.
_HALVES = Expression(
    lambda: (
        rf"\s(?:{said('times.halves')})(?:\s(?:{said('times.after')})(?![^\W_])"
        r"|(?<![\u0600-\u06ff])(?=\s?[,;!?)،؛؟\n\0]|\s?[.:](?!\s?[0-9])|\Z))"
    )
)
_ARABIC_HALVES = Expression(
    lambda: rf"\s(?:{said('times.halves')})(?=\s?[.,;!?)،؛؟\n\0]|\s?\Z|\s(?:{said('times.half_then')})(?![^\W_]))"
)
_WORDS = Expression(r"[^\W\d_]+")
_ISH = Expression(r"[\-]?ish\b")
_DAY_BEHIND = Expression(r"\s(?:([^\W\d_]+)\s)?([^\W\d_]+)")
# "Tors 5/12, 11.15".
_DAY_IN_DIGITS = Expression(
    r"[0-3]?[0-9]/[01]?[0-9],?|(?:[0-3]?[0-9]/[01]?[0-9][/\-][0-9]{2,4}|[0-3]?[0-9]\.[01]?[0-9]\.(?:[0-9]{2,4})?"
    r"|[0-9]{4}-[0-9]{2}-[0-9]{2}),"
)
_STOP = Expression(r"[^\W\d_] \(((?:[01]?[0-9]|2[0-3])\.[0-5][0-9])\)")
_NAME_BEFORE = Expression(r"(?<![^\W_])[^\W\d_a-z][^\W\d_]+ \Z")
_JOINTS = frozenset(".,:/+-#$€£")
_LAST = 24
_NOON = 12
_WINDOW = 48
_EARLIEST = 6


@cache
def hour_leads() -> frozenset[str]:
    """Return the words that may lead to an hour which nothing else tells."""
    return frozenset((*ends_with("times.near").last_words, *ends_with("times.begins").last_words, *_swedish_days()))


def bare_hour(lowered: str, numeral: Numeral) -> Found | None:
    """Find an hour behind a preposition, with a day or a word of meeting near it: "friday at 7", "öppet till 20"."""
    start, end, *_ = numeral
    hour = int(lowered[start:end])
    dated = precedes_a_day(lowered, end)
    if not 1 <= hour <= _LAST or not (dated or CLOSED.match(lowered, end) or _AND_ON.match(lowered, end)):
        return None
    cue = ends_with("times.near").before(lowered, start, 20)
    # Swedish "torsdag 18." is an hour: a day would be "den 18".
    swedish = hour >= _EARLIEST and numeral[4] in _swedish_days() and CLOSED.match(lowered, end) is not None
    told = swedish or ends_with("times.begins").before(lowered, start, 20) is not None
    # "c u @ 7ish".
    told = told or (cue is not None and lowered.startswith("ish", end))
    if cue and not told:
        told = dated or follows_a_day(lowered, cue.start) or meets(lowered, cue.start)
    about = _ISH.match(lowered, end)
    stop = about.end() if about else end
    return Found(start, stop, "TIME", 0.5, "time", (("form", "digits"), ("value", f"T{hour:02d}:00"))) if told else None


def half_hour(lowered: str, numeral: Numeral) -> Found | None:
    """Find an hour with its half or quarter, which ends its phrase: "jueves, 10 y media"."""
    start, end, previous, _, _ = numeral
    match = _HALVES.match(lowered, end) or _led_half(lowered, numeral)
    hour = int(lowered[start:end])
    if not match or not 1 <= hour <= _NOON or previous in _JOINTS or previous.isalnum():
        return None
    # "Talla 10 y media".
    if is_law(lowered, start, 20):
        return None
    return Found(start, match.end(), "TIME", 0.6, "time", (("form", "digits"),))


def _led_half(lowered: str, numeral: Numeral) -> re.Match[str] | None:
    """Return the Arabic half behind an hour that a word leads to: "على 9 ونص"."""
    start, end, _, _, lead = numeral
    led = ends_with("times.half_led")
    return _ARABIC_HALVES.match(lowered, end) if led.may_end(lead) and led.before(lowered, start, 20) else None


@cache
def half_openings() -> frozenset[str]:
    """Return how the words for halves of hours begin."""
    return frozenset(word[:2] for word in all_entries("dates", "times", "halves"))


def has_a_day(lowered: str, start: int, end: int) -> bool:
    """Tell whether a day stands right before or behind a place: "Dejt 20.00 på fredag", "4 maj 20.30"."""
    if lowered[start - 1 : start] == " " and follows_a_day(lowered, start):
        return True
    match = _DAY_BEHIND.match(lowered, end)
    return match is not None and any(word and len(word) > 2 and word in weekday_names() for word in match.groups())


def is_station(text: str, start: int, end: int) -> bool:
    """Tell whether an hour in brackets is one of a row behind names: "Hamm (17.41), Bielefeld (18.12)"."""
    if text[start - 1 : start] != "(" or text[end : end + 1] != ")":
        return False
    own = float(text[start:end])
    behind, ahead = _STOP.search(text, end, end + _WINDOW), None
    for match in _STOP.finditer(text, max(0, start - _WINDOW), start - 1):
        ahead = match
    near = (behind and 0 < float(behind[1]) - own < _NOON) or (ahead and 0 < own - float(ahead[1]) < _NOON)
    return bool(near) and _NAME_BEFORE.search(before(text, start - 1, 24)) is not None


def precedes_a_day(lowered: str, end: int) -> bool:
    """Tell whether a day stands right behind a place: "open until 10 on Fridays"."""
    match = _DAY_BEHIND.match(lowered, end)
    return match is not None and any(word in days() for word in match.groups())


def follows_a_day(lowered: str, at: int) -> bool:
    """Tell whether a day stands before a place: a weekday, "tomorrow", or a date with the name of its month."""
    words = before(lowered, at, 24).split()
    if not words:
        return False
    # "Mon-Thurs, 9.30".
    last = words[-1].strip(".,").rpartition("-")[2]
    if _DAY_IN_DIGITS.fullmatch(words[-1]):
        return True
    if last.rstrip("stndrh").isdigit() and len(words) > 1:
        return is_month(words[-2].strip(".,"))
    if last[-1:].isdigit():
        return False
    return last in days() or _is_dated(last)


def is_month(word: str) -> bool:
    """Tell whether a word is the name of a month."""
    sign: Sign | None = calendar().get(word)
    return sign is not None and sign.kind == "month" and len(word) > 2


def _is_dated(word: str) -> bool:
    """Tell whether a word names a month or a feast: "annandag pingst 11.00"."""
    sign: Sign | None = calendar().get(word)
    return sign is not None and len(word) > 2 and sign.kind in {"month", "feast", "season"}


def meets(lowered: str, at: int) -> bool:
    """Tell whether a word of meeting or calling stands before a place."""
    return not _meeting().isdisjoint(_WORDS.findall(before(lowered, at, _WINDOW)))


def is_meeting(word: str) -> bool:
    """Tell whether a word is one of meeting, calling or opening."""
    return word in _meeting()


@cache
def _meeting() -> frozenset[str]:
    words = (*all_entries("dates", "times", "meeting"), *all_entries("dates", "times", "open"))
    return frozenset(spelling for word in words for spelling in spellings(word))


@cache
def _swedish_days() -> frozenset[str]:
    return frozenset(word for word, codes in weekday_names().items() if codes == {"sv"} and len(word) > 2)


@cache
def days() -> frozenset[str]:
    """Return the names of days, and the words that point to one."""
    near = (word for key in ("tomorrow", "yesterday") for word in all_entries("dates", "relative", key))
    spoken = (*near, *all_entries("dates", "times", "day_words"))
    long = (word for word in weekday_names() if len(word) > 2)
    names = (*long, *(spelling for word in spoken for spelling in spellings(word)))
    # Arabic writes "and" as one word with what follows.
    return frozenset((*names, *(f"و{name}" for name in names if name > "\u0600")))
