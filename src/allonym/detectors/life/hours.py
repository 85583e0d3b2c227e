"""Hours that only their company makes hours: "friday at 7", "ring after six", "730pm", "0640 hrs", "Telefontid 8-9"."""

from collections.abc import Iterator
from functools import cache

from allonym.core.types import Features
from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, before
from allonym.detectors.life.dating import Sign, calendar, ends_with, weekday_names
from allonym.detectors.life.numerals import Numeral
from allonym.languages.words import all_entries, spellings

_HALF = Expression(r"(?:(?P<half>[ap])(?:\.m\.?|m\b)| (?P<apart>p)(?:\.m\.?|m\b))(?!\w)")
_UNIT = Expression(r"(?:\s?(?:hrs|hours|uhr)|h)(?![^\W_])")
_GOES_ON = Expression(r"\s?[\w(+]|\s?[.,:/\-–]\s?[0-9]")
_CLOSED = Expression(r"\s?[,;!?)\n\0]|\s?[.:](?!\s?[0-9])|\Z|\s(?:pls|plz|please|thx|ok|lol|x+|or so|ish|sharp)\b")
_SPAN = Expression(
    r"(?P<from>[0-9]{1,2})(?:[.:][0-5][0-9])?(?P<h>h)?\s?[-–]\s?(?P<to>[0-9]{1,2})(?:[.:][0-5][0-9])?(?P<unit>\s?(?:uhr|h))?"
    r"(?![\w]|[.,:/\-][0-9]|\s?[%€$£])"
)
# Of hours from when till when, the second: "kl. 9–12", "10 ص إلى 5 م".
_UNTIL = Expression(
    r"\s?[-–]\s?(?:[01]?[0-9]|2[0-4])(?:[.:][0-5][0-9])?(?:\s?(?:uhr|h)(?![^\W_]))?(?![\w]|[.,:/\-][0-9]|\s?[%€$£])"
)
# "Leverans mellan 8 och 13".
_BOTH = Expression(
    r"(?P<from>[0-9]{1,2})\s(?:and|et|und|y|e|och)\s(?P<to>[0-9]{1,2})(?=\s?[,;!?)\n\0]|\s?[.:](?!\s?[0-9])|\Z)"
)
_BETWEEN = frozenset({"between", "entre", "zwischen", "tra", "fra", "mellan"})
_WORDS = Expression(r"[^\W\d_]+")
_DAY_BEHIND = Expression(r"\s(?:([^\W\d_]+)\s)?([^\W\d_]+)")
_JOINTS = frozenset(".,:/+-#$€£")
_DASHES = frozenset("-–")
_LAST = 24
_NOON = 12
_MINUTES = 60
_WINDOW = 48


def _found(start: int, end: int, hour: int, minute: int) -> Found:
    features: Features = (("form", "digits"), ("value", f"T{hour:02d}:{minute:02d}"))
    return Found(start, end, "TIME", 0.7, "time", features)


def run_of_digits(lowered: str, numeral: Numeral) -> Found | None:
    """Find hours and minutes without a mark between them: 730pm, 0640 hrs, 1420h behind a date."""
    start, end, previous, _, lead = numeral
    hour, minute = int(lowered[start : end - 2]), int(lowered[end - 2 : end])
    if previous.isalnum() or previous in _JOINTS or hour > _LAST or minute >= _MINUTES:
        return None
    if half := _HALF.match(lowered, end):
        late = "p" in {half["half"], half["apart"]}
        return _found(start, half.end(), hour % _NOON + _NOON * late, minute) if 1 <= hour <= _NOON else None
    unit = _UNIT.match(lowered, end) if end - start == 4 else None
    if not unit:
        early = end - start == 4 and lowered[start] == "0" and not _GOES_ON.match(lowered, end)
        led = early and ends_with("times.near", "en").before(lowered, start, 20)
        return _found(start, end, hour, minute) if led else None
    # "1420 hours" is long, "0640 hours" is early; behind a date or "at" both are times.
    told = lowered[start] == "0" or lead == "" or ends_with("times.before").before(lowered, start, 20) is not None
    return _found(start, unit.end(), hour, minute) if told else None


@cache
def hour_leads() -> frozenset[str]:
    """Return the words that may lead to hours which nothing else tells."""
    return frozenset((*ends_with("times.near").last_words, *_BETWEEN))


def bare_hours(lowered: str, numeral: Numeral) -> Iterator[Found]:
    """Find an hour behind a preposition, or the two between which something happens."""
    if numeral[4] in _BETWEEN:
        yield from _both_hours(lowered, numeral)
    elif found := _bare_hour(lowered, numeral):
        yield found


def _bare_hour(lowered: str, numeral: Numeral) -> Found | None:
    """Find an hour behind a preposition, with a day before that or a word of meeting: "see u friday at 7"."""
    start, end, *_ = numeral
    hour = int(lowered[start:end])
    cue = ends_with("times.near").before(lowered, start, 20)
    if not cue or not 1 <= hour <= _LAST or not _CLOSED.match(lowered, end):
        return None
    if not follows_a_day(lowered, cue.start) and not meets(lowered, cue.start):
        return None
    return Found(start, end, "TIME", 0.5, "time", (("form", "digits"), ("value", f"T{hour:02d}:00")))


def open_hours(lowered: str, numeral: Numeral) -> Found | None:
    """Find from when till when, behind a word that says so: "Telefontid 8-9", "Mo-Fr 8-16", "4 juni, 10–11"."""
    start, _, _, _, lead = numeral
    if not _may_open(lowered, numeral) or not (match := _SPAN.match(lowered, start)):
        return None
    first, last = int(match["from"]), int(match["to"])
    if first > _LAST or last > _LAST:
        return None
    names = weekday_names()
    days = (lead or "").replace("–", "-").replace("/", "-").split("-")
    told = (len(days) == 2 and all(day.strip(".") in names for day in days)) or (
        first < last and (_is_date(lead) or (match["h"] and match["unit"])) and _CLOSED.match(lowered, match.end())
    )
    if not told and not ends_with("times.open").before(lowered, start, 24):
        return None
    return Found(start, match.end(), "TIME", 0.6, "time", (("form", "digits"),))


def _may_open(lowered: str, numeral: Numeral) -> bool:
    _, end, _, following, lead = numeral
    if following == "h":
        return lowered[end + 1 : end + 2] in _DASHES
    if following not in _DASHES or lead is None:
        return False
    return lead in ends_with("times.open").last_words or (
        not lead.isalpha() and (not _DASHES.isdisjoint(lead) or "/" in lead or _is_date(lead))
    )


def _is_date(lead: str | None) -> bool:
    """Tell whether what leads to a number is the end of a date: "4 juni, 10–11"."""
    return lead is not None and lead.endswith(",") and _is_month(lead[:-1])


def _both_hours(lowered: str, numeral: Numeral) -> Iterator[Found]:
    """Find two hours between which somebody comes: "Leverans mellan 8 och 13"."""
    start, _, _, _, lead = numeral
    match = _BOTH.match(lowered, start)
    if not match or int(match["from"]) > _LAST or int(match["to"]) > _LAST:
        return
    if lead and (follows_a_day(lowered, start - len(lead) - 1) or meets(lowered, start)):
        for name in ("from", "to"):
            yield _found(*match.span(name), int(match[name]), 0)._replace(score=0.5)


def until(lowered: str, end: int) -> int:
    """Return where the hour ends till which something lasts that begins at the hour before a place: "kl. 9–12"."""
    match = _UNTIL.match(lowered, end) if lowered[end : end + 2].strip()[:1] in _DASHES else None
    return match.end() if match else end


def has_a_day(lowered: str, start: int, end: int) -> bool:
    """Tell whether a day stands right before or behind a place: "Dejt 20.00 på fredag", "4 maj 20.30"."""
    if lowered[start - 1 : start] == " " and follows_a_day(lowered, start):
        return True
    match = _DAY_BEHIND.match(lowered, end)
    return match is not None and any(word and len(word) > 2 and word in weekday_names() for word in match.groups())


def follows_a_day(lowered: str, at: int) -> bool:
    """Tell whether a day stands before a place: a weekday, "tomorrow", or a date with the name of its month."""
    words = before(lowered, at, 24).split()
    if not words:
        return False
    last = words[-1].strip(".,")
    if last.rstrip("stndrh").isdigit() and len(words) > 1:
        return _is_month(words[-2].strip(".,"))
    return last in _days() or _is_month(last)


def _is_month(word: str) -> bool:
    sign: Sign | None = calendar().get(word)
    return sign is not None and sign.kind == "month" and len(word) > 2


def meets(lowered: str, at: int) -> bool:
    """Tell whether a word of meeting or calling stands before a place."""
    return not _meeting().isdisjoint(_WORDS.findall(before(lowered, at, _WINDOW)))


@cache
def _meeting() -> frozenset[str]:
    return frozenset(spelling for word in all_entries("dates", "times", "meeting") for spelling in spellings(word))


@cache
def _days() -> frozenset[str]:
    """Return the names of days, and the words that point to one."""
    near = (word for key in ("tomorrow", "yesterday") for word in all_entries("dates", "relative", key))
    said = (*near, *all_entries("dates", "times", "day_words"))
    long = (word for word in weekday_names() if len(word) > 2)
    return frozenset((*long, *(spelling for word in said for spelling in spellings(word))))
