"""Times of day in words: "at noon", "half past six", "halb sieben", "a las siete y media", "الساعة السادسة مساء"."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from allonym.core.types import Features
from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found
from allonym.detectors.life.counting import ARTICLES, cardinals, number_words
from allonym.detectors.life.cues import Cues, word_before
from allonym.detectors.life.dating import ends_with, said
from allonym.detectors.life.hours import follows_a_day, meets, precedes_a_day
from allonym.detectors.life.lexicon import Hit
from allonym.languages.words import all_entries, either, entries, everywhere, numbered, spellings

_FORM: Features = (("form", "words"),)
_LAST = 24
_NOON = 12
_ONE = frozenset({"ett", "one"})
_FIRST = frozenset({"eins", "una", "uma"})
_HOUR = Expression(r" ([^\W\d_]+|[0-9]{1,2}(?![\w]|[.,:/\-][0-9]|\s?[%€$£°]))")
_TO_HOUR = Expression(r"[-–]([^\W\d_]{2,8})\b")
_TILL_HOUR = Expression(lambda: rf" (?:{said('to')}) ([^\W\d_]{{2,12}}+)")
_AND_HOUR = Expression(
    lambda: (
        rf" (?:{said('times.both')}) (?:(?:las|le|as) )?(?P<hour>[^\W\d_]{{2,12}}+)"
        rf"(?P<unit> (?:{said('times.behind', 'times.behind_led')})(?![^\W_]))?"
    )
)
_ENDS = Expression(lambda: rf"\s?[.,;:!?)،؛؟\n\0،؟]|\s?\Z|\s(?:{said('times.word_then')})\b")
_CLOSED = Expression(lambda: rf"\s?[.,;:!?)،؛؟\n\0]|\s?\Z|\san\s?[.,;:!?)،؛؟\n\0]|\s(?:{said('times.word_closes')})\b")
_STOPS = Expression(r"\s?[.,;!?)،؛؟\n\0]|\s?\Z")
_SECONDS = frozenset({"الثانية", "الثانيه"})
# "Halv 3 liter" is no time.
_MEASURED = Expression(lambda: rf"\s?(?:{said('times.half_of')}|l|dl|kg|g|m|cm|km)\b")
# "Après six heures de route" tells how long.
_OF_SOMETHING = Expression(r" d(?:e (?!l['’])|['’](?!après))")


class Clock(NamedTuple):
    """What a word of the clock does, and what must stand before it.

    "words" are times themselves; "behind" stands behind an hour ("o'clock"), and "behind_led" behind one that a
    preposition leads ("à six heures"); "part" is of a day ("five in the morning"), and "half_behind" of an hour, where
    the phrase ends ("تسعة إلا ربع"); "lead" goes with the hour behind it ("half past"), as does "lead_ends" if the
    phrase ends there ("half eight"); "lead_sure" only announces it, and "lead_loose" may as well announce something
    else ("a las tres amigas"), so the hour must end there. An hour itself is among "hours" where only hours are told
    so, and is "near" together with its preposition ("after six"), or "near_sure" if that tells hours ("um acht"), and
    "between" where another must follow.
    """

    kind: str
    before: Cues | None


@cache
def clock_words() -> dict[str, Clock]:
    """Return the words that tell times of day, or lead to them."""
    words: dict[str, Clock] = {}
    for key in (
        "words",
        "behind",
        "behind_led",
        "part",
        "half_behind",
        "lead",
        "lead_ends",
        "lead_sure",
        "lead_loose",
        "hours",
    ):
        for code, text in everywhere("dates", "times", key):
            cues = ends_with("times.word_before", code) if key == "words" else None
            clock = Clock(key, cues if cues and cues.phrases else None)
            for word in (spelling for entry in entries(text) for spelling in spellings(entry)):
                words.setdefault(word, clock)
    always = Clock("words", None)
    for word in all_entries("dates", "times", "always"):
        words.setdefault(word, always)
    for key in ("near_sure", "near", "between"):
        near = Clock(key, None)
        for phrase in _near_hours(key):
            words.setdefault(phrase, near)
    return words


def _near_hours(key: str) -> Iterator[str]:
    counted = dict(everywhere("numbers", "cardinals"))
    for code, text in everywhere("dates", "times", key):
        least = 1 if key == "near_sure" else 2
        words = ((value, word) for value, word in numbered(counted.get(code, "")) if " " not in word)
        hours = [word for value, word in words if least <= value <= _NOON and (value > 1 or word in _FIRST)]
        yield from (f"{lead} {hour}" for lead in entries(text) for hour in hours if lead[0].isalpha())


def worded_times(lowered: str, hits: Iterable[Hit[Clock]]) -> Iterator[Found]:
    """Find times in words, given where words of the clock stand."""
    done = 0
    for start, end, clock in hits:
        span = None if start < done else _SPANS.get(clock.kind, _led)(lowered, start, end, clock)
        if span:
            done = span[1]
            yield Found(*span, "TIME", 0.6 if clock.kind in {"words", "near"} else 0.7, "time-words", _FORM)


def _whole(lowered: str, start: int, end: int, clock: Clock) -> tuple[int, int] | None:
    if clock.before and not clock.before.before(lowered, start, 16):
        return None
    more = more_words().match(lowered, end)
    return start, more.end() if more else end


def _behind(lowered: str, start: int, end: int, clock: Clock) -> tuple[int, int] | None:
    hour_word = word_before(lowered, start - 1) if lowered[start - 1 : start] == " " else ""
    begin = start - 1 - len(hour_word)
    if not 0 < number_words().get(hour_word, 99) <= _LAST:
        return None
    if clock.kind == "behind":
        return begin, end
    if not ends_with("times.near").before(lowered, begin, 20):
        return None
    more = more_words().match(lowered, end)
    if not more and (hour_word in ARTICLES or _OF_SOMETHING.match(lowered, end)):
        return None
    return begin, more.end() if more else end


def _parted(lowered: str, start: int, end: int, clock: Clock) -> tuple[int, int] | None:
    """Find an hour with a part of the day behind it, or, where the phrase ends, with its half or quarter."""
    word = word_before(lowered, start - 1) if lowered[start - 1 : start] == " " else ""
    if word not in _spoken_hours():
        return None
    stop = end
    if clock.kind == "half_behind":
        # "One and a half" is said of anything.
        if cardinals().get(word) == 1:
            return None
        more = more_words().match(lowered, end)
        stop = more.end() if more else end
        if not more and not _CLOSED.match(lowered, end):
            return None
    return start - 1 - len(word), stop


def _alone(lowered: str, start: int, end: int, _: Clock) -> tuple[int, int] | None:
    """Find an hour that Arabic tells by an ordinal, if what follows or leads to it says so: "الثامنة والنصف صباحا"."""
    more = more_words().match(lowered, end)
    if more:
        return (start, more.end()) if more[0].strip() not in words_of("tens") else None
    # "10 metres in a second".
    told = lowered[start - 1 : start] == " " and word_before(lowered, start - 1) in words_of("hour_at")
    return (start, end) if told and lowered[start:end] not in _SECONDS and _STOPS.match(lowered, end) else None


def _near(lowered: str, start: int, end: int, clock: Clock) -> tuple[int, int] | None:
    hour = end - len(word_before(lowered, end))
    # "At six-thirty".
    if minutes := _minutes().match(lowered, end):
        return hour, minutes.end()
    dated = precedes_a_day(lowered, end)
    told = dated or clock.kind == "near_sure" or follows_a_day(lowered, start) or meets(lowered, start)
    return (hour, end) if told and (dated or _CLOSED.match(lowered, end)) else None


def _between(lowered: str, start: int, end: int, _: Clock) -> tuple[int, int] | None:
    """Find two hours between which something happens: "between eight and nine", "entre las ocho y las nueve"."""
    match = _AND_HOUR.match(lowered, end)
    if not match or match["hour"] not in _hours():
        return None
    stop = match.end()
    more = more_words().match(lowered, stop)
    told = match["unit"] or more or lowered.count(" ", start, end) > 1 or precedes_a_day(lowered, stop)
    told = told or ((follows_a_day(lowered, start) or meets(lowered, start)) and _CLOSED.match(lowered, stop))
    return (end - len(word_before(lowered, end)), more.end() if more else stop) if told else None


@cache
def _minutes() -> re.Pattern[str]:
    return re.compile(rf"[ \-](?:{said('times.minutes')})(?=\s?[.,;:!?)،؛؟\n\0]|\s?\Z|\s[^\W\d_])")


def _led(lowered: str, start: int, end: int, clock: Clock) -> tuple[int, int] | None:
    hour = _hour_behind(lowered, start, end, clock)
    if not hour:
        return None
    more = more_words().match(lowered, hour.end())
    stop = more.end() if more else _till(lowered, hour.end())
    ended = more or _ENDS.match(lowered, stop)
    if clock.kind == "lead_ends":
        lead = word_before(lowered, start - 1)
        # "Um viertel drei", "by ten to six easily".
        sure = lead in words_of("near_sure") or (" " in lowered[start:end] and lead in words_of("near"))
        told = ended or (sure and not hour[1].isdigit())
        return (start, stop) if told and lead not in words_of("half_not") else None
    if not ended and (clock.kind == "lead_loose" or _needs_end(lowered, start, end, hour[1])):
        return None
    return start if clock.kind == "lead" else hour.start(1), stop


def _till(lowered: str, end: int) -> int:
    """Return where a second hour ends that something joins to the first: "kl sju-åtta", "klockan sju till nio"."""
    if more := _TO_HOUR.match(lowered, end):
        return more.end() if more[1] in _hours() else end
    more = _TILL_HOUR.match(lowered, end)
    told = more and more[1] in _hours() and _ENDS.match(lowered, more.end())
    return more.end() if more and told else end


def _needs_end(lowered: str, start: int, end: int, hour: str) -> bool:
    if not hour.isdigit():
        return False
    sure = lowered[start:end].startswith(tuple(words_of("lead_digits"))) and int(hour) <= _NOON
    return not sure or _MEASURED.match(lowered, end + 1 + len(hour)) is not None


def _hour_behind(lowered: str, start: int, end: int, clock: Clock) -> re.Match[str] | None:
    match = _HOUR.match(lowered, end)
    if not match:
        return None
    if match[1].isdigit():
        # An hour in digits that is only announced is found with the numbers.
        told = clock.kind in {"lead", "lead_ends"} and 1 <= int(match[1]) <= _LAST
        return match if told and lowered[start - 1 : start] not in {"-", "'"} else None
    # "Klockan ett", "half one".
    one = clock.kind != "lead_loose" and match[1] in _ONE
    return match if one or match[1] in _hours() else None


_SPANS = {
    "words": _whole, "behind": _behind, "behind_led": _behind, "hours": _alone, "near": _near,
    "near_sure": _near, "between": _between, "part": _parted, "half_behind": _parted,
}  # fmt: skip


@cache
def _hours() -> frozenset[str]:
    """Return the words for hours; Arabic counts them by ordinals, which stand under a key of their own."""
    said = (spelling for word in all_entries("dates", "times", "hours") for spelling in spellings(word))
    counted = (word for word, value in number_words().items() if 1 <= value <= _LAST)
    return frozenset((*said, *counted)) - ARTICLES | {"una", "uma"}


@cache
def _spoken_hours() -> frozenset[str]:
    """Return the words that count hours up to noon; an ordinal orders something else: "segunda da noite"."""
    told = (spelling for word in all_entries("dates", "times", "spoken") for spelling in spellings(word))
    counted = (word for word, value in cardinals().items() if 1 <= value <= _NOON and " " not in word)
    return frozenset((*told, *counted)) - (ARTICLES - {"una", "uma", "one"})


@cache
def words_of(key: str) -> frozenset[str]:
    """Return the words of all languages under a key of the times."""
    return frozenset(all_entries("dates", "times", key))


@cache
def more_words() -> re.Pattern[str]:
    """Return what goes on an hour: "y media", "et quart", "du matin"."""
    words = [spelling for word in all_entries("dates", "times", "more") for spelling in spellings(word)]
    parts = [*words, *all_entries("dates", "times", "after")]
    return re.compile(rf"(?: (?:{either(parts)})(?![^\W_])){{1,2}}")
