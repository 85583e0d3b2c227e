"""From when till when: "Telefontid 8-9", "Mo-Fr 8.00–16.30", "Leverans mellan 8 och 13", "viernes de 9 a 14"."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, before
from allonym.detectors.life.dating import ends_with, said, weekday_names
from allonym.detectors.life.hours import (
    CLOSED,
    bare_hour,
    days,
    follows_a_day,
    half_hour,
    half_openings,
    hour_leads,
    is_month,
    meets,
    precedes_a_day,
)
from allonym.detectors.life.numerals import Numeral
from allonym.languages.words import all_entries

_SPAN = Expression(
    r"(?P<from>[0-9]{1,2})(?P<minutes>[.:][0-5][0-9])?(?P<h>h)?\s?[-–]\s?(?P<to>[0-9]{1,2})(?P<more>[.:][0-5][0-9])?"
    r"(?P<unit>\s?(?:uhr|h))?(?![\w]|[.,:/\-][0-9]|\s?[%€$£])"
)
# Of hours from when till when, the second: "kl. 9–12", "الساعة 2 و4".
_UNTIL = Expression(
    r"(?:\s?[-–]\s?|\sو\s?)(?:[01]?[0-9]|2[0-4])(?:[.:][0-5][0-9])?"
    r"(?:\s?(?:uhr|h)(?![^\W_]))?(?![\w]|[.,:/\-][0-9]|\s?[%€$£])"
)
_BOTH = Expression(
    lambda: (
        rf"(?P<from>[0-9]{{1,2}})(?:\s(?:{said('to', 'times.both')})\s|\sو\s?)(?P<to>[0-9]{{1,2}})"
        r"(?![\w]|[.,:/\-][0-9]|\s?[%€$£])"
    )
)
# 08.30–17.00.
_HOURS_OPEN = Expression(
    r"(?<![0-9.,])(?:[01][0-9]|2[0-4])\.[0-5][05]\s?[-–]\s?(?:[01][0-9]|2[0-4])\.[0-5][05](?![0-9]|[.,][0-9])"
)
# "9h-12h et 14h-18h".
_CLOSED = Expression(lambda: rf"\s?[,;!?)،؛؟\n\0]|\s?[.:](?!\s?[0-9])|\Z|\s(?:{said('times.both')})\s[0-9]")
_DAY = Expression(r"(?:0?[1-9]|[12][0-9]|3[01])/(?:0?[1-9]|1[0-2]),?")
# "Entre las 9 y las 11 en casa".
_THEN = Expression(lambda: rf"\s?[.,;:!?)،؛؟\n](?![0-9])|\s?\0|\s?\Z|\s(?:{said('times.hour_then')})\b")
# "De 9 a 14 y de 17 a 20".
_MORE = Expression(
    lambda: (
        rf"\s(?:{said('times.both')})\s(?:(?:{said('times.from')})\s)?[0-9]{{1,2}}(?:[:.h][0-9]{{2}}|h)?\s(?:{said('to')})\s[0-9]"
    )
)
_NEXT_WORD = Expression(r"\s([^\W\d_]+)")
# Behind a comma and an hour there are several.
_LIST_BEFORE = Expression(r"[0-9](?:[.:][0-9]{2})?, [0-9]{1,2}(?:[.:][0-9]{2})?\Z")
_LONGEST_JOINT = 6
_DASHES = frozenset("-–")
_LAST = 24
_NOON = 12


def open_hours(lowered: str, numeral: Numeral) -> Sequence[Found]:
    """Find from when till when, behind a word that says so: "Telefontid 8-9", "Mo-Fr 8-16", "4 juni, 10–11"."""
    if not _goes_till(lowered, numeral[1], numeral[3]):
        return ()
    numeral = _behind_digits(lowered, numeral)
    start, _, _, _, lead = numeral
    if not _may_open(lowered, numeral) or not (match := _SPAN.match(lowered, start)):
        return ()
    first, last = int(match["from"]), int(match["to"])
    if first > _LAST or last > _LAST:
        return ()
    # "الخميس 8-4" goes on after noon.
    dated = (first < last or max(first, last) <= _NOON) and (
        _is_date(lead) or _is_day(lowered, start, lead) or (match["h"] and match["unit"])
    )
    stop = match.end()
    told = _names_days(lead) or (dated and _CLOSED.match(lowered, stop)) or _comes_on(lowered, match)
    opens = _ends(lowered, match) and _says_open(lowered, start)
    if not told and not opens and not _comes_between(lowered, match, lead):
        return ()
    if match["minutes"] and match["more"]:
        # Whole times are two, each with its value.
        return (
            _found(start, match.end("minutes"), first, match["minutes"][1:]),
            _found(match.start("to"), match.end(), last, match["more"][1:]),
        )
    return (Found(start, match.end(), "TIME", 0.6, "time", (("form", "digits"),)),)


def _says_open(lowered: str, start: int) -> bool:
    return any(ends_with(key).before(lowered, start, 24) for key in ("times.open", "times.shift"))


@cache
def _open_words() -> frozenset[str]:
    return frozenset((*ends_with("times.open").last_words, *ends_with("times.shift").last_words))


def _comes_between(lowered: str, match: re.Match[str], lead: str | None) -> bool:
    """Tell whether somebody comes between two hours that a dash joins: "Leverans tors 16/5 mellan 13-16"."""
    start = match.start()
    if (
        not lead
        or lead not in _froms()
        or int(match["from"]) >= int(match["to"])
        or not _CLOSED.match(lowered, match.end())
    ):
        return False
    return follows_a_day(lowered, start - len(lead) - 1) or meets(lowered, start)


@cache
def _froms() -> frozenset[str]:
    return frozenset(ends_with("times.from").last_words)


def _behind_digits(lowered: str, numeral: Numeral) -> Numeral:
    """Return a number with the day in digits that leads to it, if one does: "24/1 13–15"."""
    start, end, previous, following, lead = numeral
    if lead == "" and previous == " " and end - start == 2:
        lead = before(lowered, start - 1, 6).rpartition(" ")[2]
        return (start, end, previous, following, lead) if _DAY.fullmatch(lead) else numeral
    return numeral


def _comes_on(lowered: str, match: re.Match[str]) -> bool:
    """Tell whether a day follows two hours, each of two digits: "jobbar 07-16 imorgon"."""
    full = len(match["from"]) == len(match["to"]) == 2 and int(match["from"]) < int(match["to"])
    return full and precedes_a_day(lowered, match.end())


def _ends(lowered: str, match: re.Match[str]) -> bool:
    """Tell whether nothing that is counted follows two hours: "offen 3-4 Stellen"."""
    if match["minutes"] or match["unit"] or match["h"] or precedes_a_day(lowered, match.end()):
        return True
    following = _NEXT_WORD.match(lowered, match.end())
    return following is None or following[1] in _may_follow()


@cache
def _may_follow() -> frozenset[str]:
    words = (
        *all_entries("dates", "times", "open"),
        *all_entries("dates", "times", "both"),
        *all_entries("dates", "of"),
    )
    return frozenset((*(word.split()[0] for word in words), *all_entries("dates", "times", "open_then")))


def _names_days(lead: str | None) -> bool:
    """Tell whether what leads to a number are two days: "mo-fr"."""
    days = (lead or "").replace("–", "-").replace("/", "-").split("-")
    return len(days) == 2 and all(day.strip(".") in weekday_names() for day in days)


def _goes_till(lowered: str, end: int, following: str) -> bool:
    """Tell at a glance whether a dash leads from an hour to another one."""
    # "9h-12h" has its dash behind the letter, and "8.00–16.30" behind the minutes.
    if following == "h":
        return lowered[end + 1 : end + 2] in _DASHES
    dash = lowered[end + 3 : end + 5].strip()[:1] if following == "." else following
    return dash in _DASHES


def _may_open(lowered: str, numeral: Numeral) -> bool:
    _, end, _, following, lead = numeral
    if following == "h":
        return True
    if lead is None:
        return False
    start = numeral[0]
    if len(lead) == 2 and lead in weekday_names():
        return meets(lowered, start)
    if end - start == 2 and lead:
        return True
    return (
        lead in _open_words()
        or lead in days()
        or lead in _froms()
        or (not lead.isalpha() and (not _DASHES.isdisjoint(lead) or "/" in lead or _is_date(lead)))
    )


def _is_day(lowered: str, start: int, lead: str | None) -> bool:
    """Tell whether a day leads to a place, but no score: "lost Sunday 17-24"."""
    if not lead or (lead not in days() and lead not in weekday_names()):
        return False
    return ends_with("times.ratio").before(lowered, start - len(lead) - 1, 24) is None


def _is_date(lead: str | None) -> bool:
    """Tell whether what leads to a number is the end of a date: "4 juni, 10–11", "24/1 13–15"."""
    if lead is None:
        return False
    return (lead.endswith(",") and is_month(lead[:-1])) or _DAY.fullmatch(lead) is not None


@cache
def all_leads() -> frozenset[str]:
    """Return the words that may lead to an hour, or to two: "at", "between", "vardagar", and the names of days."""
    return frozenset((*hour_leads(), *_pairs(), *_till()))


@cache
def both() -> frozenset[str]:
    """Return what stands between two hours, besides what leads to the second."""
    return frozenset(all_entries("dates", "times", "both"))


@cache
def _till() -> frozenset[str]:
    return ends_with("to").phrases


@cache
def _pairs() -> frozenset[str]:
    return frozenset((*ends_with("times.from").last_words, *_open_words(), *days()))


def hours_in_company(lowered: str, numeral: Numeral, told: int) -> Iterator[Found]:
    """Find hours that what stands around them makes hours; `told` is where the last hour ends."""
    start, end, _, following, lead = numeral
    # "Lördag kl 10 till 14".
    if told and lowered[told:start] == f" {lead} " and (lead in _till() or _is_between(lowered, start, lead)):
        hour = int(lowered[start:end])
        if hour <= _LAST and CLOSED.match(lowered, end):
            yield _found(start, end, hour)
            return
    if is_listed(lowered, start, told) and (hour := int(lowered[start:end])) <= _LAST and _CLOSED.match(lowered, end):
        yield _found(start, end, hour)
        return
    if following == " ":
        if lowered[end + 1 : end + 3] in half_openings() and (half := half_hour(lowered, numeral)):
            yield half
            return
        if lead in _pairs():
            yield from _both_hours(lowered, numeral)
    if lead in hour_leads() and (found := bare_hour(lowered, numeral)):
        yield found


def is_listed(lowered: str, start: int, told: int) -> bool:
    """Tell whether a number goes on a list of hours: "dagligen kl 8, 12 och 18"."""
    between = lowered[told:start] if told and start - told <= _LONGEST_JOINT else ""
    return between == ", " or (between[1:-1] in both() and _LIST_BEFORE.search(before(lowered, told, 24)) is not None)


def _is_between(lowered: str, start: int, lead: str | None) -> bool:
    """Tell whether "and" leads to the second of two hours: "mellan kl 10 och 12"."""
    if lead not in both():
        return False
    return not ends_with("times.from").phrases.isdisjoint(before(lowered, start, 28).split())


def _both_hours(lowered: str, numeral: Numeral) -> Iterator[Found]:
    """Find two hours between which somebody comes: "Leverans mellan 8 och 13", "Fri 9 to 5"."""
    start, _, _, _, lead = numeral
    match = _BOTH.match(lowered, start)
    if not match or not lead or int(match["from"]) > _LAST or int(match["to"]) > _LAST:
        return
    dated = precedes_a_day(lowered, match.end())
    sure = ends_with("times.from_sure").before(lowered, start, 20) and _THEN.match(lowered, match.end())
    if not dated and not sure and not CLOSED.match(lowered, match.end()) and not _MORE.match(lowered, match.end()):
        return
    opens = lead in _open_words()
    if (
        dated
        or sure
        or opens
        or lead in days()
        or follows_a_day(lowered, start - len(lead) - 1)
        or meets(lowered, start)
    ):
        for name in ("from", "to"):
            yield _found(*match.span(name), int(match[name]))


def _found(start: int, end: int, hour: int, minutes: str = "00") -> Found:
    return Found(start, end, "TIME", 0.5, "time", (("form", "digits"), ("value", f"T{hour:02d}:{minutes}")))


def until(lowered: str, end: int) -> int:
    """Return where the hour ends till which something lasts that begins at the hour before a place: "kl. 9–12"."""
    opening = lowered[end : end + 2].strip()[:1]
    match = _UNTIL.match(lowered, end) if opening in _DASHES or opening == "و" else None
    return match.end() if match else end


def is_open(lowered: str, start: int) -> bool:
    """Tell whether an hour is one of two between which something is open: "08.30–17.00"."""
    around = before(lowered, start, 6) + lowered[start : start + 14]
    return ("-" in around or "–" in around) and _HOURS_OPEN.search(around) is not None
