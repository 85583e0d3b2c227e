"""Lengths of time: "1000 hours", "trois semaines", "två år sedan", "vor 3 Minuten", "last year"."""

import re
from collections.abc import Iterable, Iterator
from functools import cache

from allonym.core.types import Features
from allonym.detectors.finding import Found, before
from allonym.detectors.life.counting import ARTICLES, Number, number_before
from allonym.detectors.life.dating import ends_with, follows, listed
from allonym.detectors.life.lexicon import Hit, lexicon_of, lower
from allonym.detectors.life.measuring import WHEN, Unit, iso_length, units
from allonym.languages.words import spellings

_GAP = " -\n"
_HOURS = re.compile(r"[0-9] ?h(?![^\W_])")


def durations(text: str) -> Iterator[Found]:
    """Find lengths of time, and the moments that they lead to: so long ago, last week, yesterday."""
    lowered = lower(text)
    return durations_among(lowered, lexicon_of(units).hits(lowered))


def durations_among(lowered: str, hits: Iterable[Hit[Unit]]) -> Iterator[Found]:
    """Find lengths of time, given where words for units stand."""
    for match in _HOURS.finditer(lowered):
        if number := number_before(lowered, match.start() + 1):
            features = (("form", "digits"), *((("value", f"PT{number.value}H"),) if number.value is not None else ()))
            yield Found(number.start, match.end(), "DURATION", 0.5, "duration", features)
    done = 0
    for hit in hits:
        if hit.start < done:
            continue
        if when := WHEN.get(hit.meaning.key):
            yield Found(hit.start, hit.end, "DATE", 0.4, "moment", (("form", "words"), ("when", when)))
            continue
        stop = hit.start - (lowered[hit.start - 1 : hit.start] in {" ", "-"} and hit.start > 0)
        number = Number(hit.start, 2, "words") if hit.meaning.said else number_before(lowered, stop)
        found = _counted(lowered, hit, number) if number else _moment(lowered, hit)
        if found:
            done = found.end
            yield found


def _counted(lowered: str, hit: Hit[Unit], number: Number) -> Found | None:
    start, end, codes = number.start, hit.end, hit.meaning.codes
    window = before(lowered, start, 16)
    cue = ends_with("relative.before", *codes).search(window)
    after = follows("relative.after", *codes).match(lowered, end)
    word = cue.words if cue else after[0].strip() if after else ""
    # In Swedish only both make a moment: för två år sedan.
    if cue and (after or "sv" not in codes):
        start -= len(window) - cue.start
    if after:
        end = after.end()
    if not word and (lowered[number.start : hit.start].strip(_GAP) in ARTICLES or number.value == 0):
        return None
    when = ("past" if word in _past(*codes) else "future") if word and (after or start < number.start) else ""
    value = iso_length(hit.meaning, number.value)
    features: Features = tuple(
        (key, each) for key, each in (("form", number.form), ("value", value), ("when", when)) if each
    )
    return Found(start, end, "DURATION", 0.6, "duration", features)


def _moment(lowered: str, hit: Hit[Unit]) -> Found | None:
    if hit.meaning.key not in {"W", "M", "Y", "E", "C"}:
        return None
    window, codes = before(lowered, hit.start, 16), hit.meaning.codes
    for key, when in (("last", "past"), ("next", "future")):
        features: Features = (("form", "words"), ("when", when))
        if match := ends_with(f"relative.{key}", *codes).search(window):
            return Found(hit.start - len(window) + match.start, hit.end, "DATE", 0.45, "moment", features)
        start = hit.start - 2 * lowered.endswith("ال", 0, hit.start)
        if "en" not in codes and (after := follows(f"relative.{key}", *codes).match(lowered, hit.end)):
            return Found(start, after.end(), "DATE", 0.45, "moment", features)
    return None


@cache
def _past(*codes: str) -> frozenset[str]:
    return frozenset(
        spelling for code in codes for word in listed(code, "relative.past") for spelling in spellings(word)
    )
