"""Lengths of time: "1000 hours", "trois semaines", "två år sedan", "vor 3 Minuten", "last year"."""

import re
from collections.abc import Iterable, Iterator
from functools import cache

from allonym.core.types import Features
from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, after, before, lower
from allonym.detectors.life.counting import ARTICLES, Number, number_before, number_before_unit
from allonym.detectors.life.cues import Cues
from allonym.detectors.life.dating import ends_with, follows, listed
from allonym.detectors.life.lexicon import Hit, lexicon_of
from allonym.detectors.life.measuring import SHARED, WHEN, Unit, iso_length, units
from allonym.detectors.life.numerals import Page
from allonym.languages.words import spellings

_GAP = " -\n"
_CLOCK = Expression(r"\s[0-9]{1,2}[.:][0-9]{2}(?![0-9])")
_NUMBER_BEHIND = Expression(r"[^\0]\d")
_FRENCH = Expression(
    r"(?<!\w)(?:les?|du|est|était|étaient|ai|as|ont|avait|avons|ils?|elles?|nous|vous|je|et|mais|pas|que|qui|dès|depuis|avec|"
    r"une|à|au|aux|chez|dans|pour|sur)(?!\w)|(?<!\w)(?:[jcdlnmts]|qu)['’]|[éèêçœ]"
)
_GERMAN = Expression(r"(?<!\w)(?:der|die|das|ist|sind|und|nicht|ich|wir|ein|eine|mit|auch|von|zu|im)(?!\w)|[äöüß]")
_AROUND = 40
_BEFORE_HOURS = frozenset(" h")


def durations(text: str) -> Iterator[Found]:
    """Find lengths of time, and the moments that they lead to: so long ago, last week, yesterday."""
    page = Page(text, lower(text))
    return durations_among(page, lexicon_of(units).hits(page.lowered))


def durations_among(page: Page, hits: Iterable[Hit[Unit]]) -> Iterator[Found]:
    """Find lengths of time, given where words for units stand."""
    lowered = page.lowered
    yield from _in_hours(page)
    done = 0
    for hit in hits:
        start, end, unit = hit
        if start < done:
            continue
        when = _when_shared(lowered, start, end) if unit.key == SHARED else WHEN.get(unit.key)
        if when:
            yield Found(start, end, "DATE", 0.4, "moment", (("form", "words"), ("when", when)))
        # "Hier" is no length of time, whatever number stands before it: "à 20h hier soir".
        if when or unit.key == SHARED:
            continue
        stop = start - (lowered[start - 1 : start] in {" ", "-"})
        number = Number(start, 2, "words") if unit.said else number_before_unit(page, stop)
        found = _counted(lowered, hit, number) if number else _moment(lowered, hit)
        if found:
            done = found.end
            yield found


def _when_shared(lowered: str, start: int, end: int) -> str | None:
    """Return when "hier" is: yesterday in French, and no time at all in German."""
    if lowered[start - 1 : start] == "-" or lowered.startswith((" soir", " matin"), end):
        return None
    around = f"{before(lowered, start, _AROUND)}|{after(lowered, end, _AROUND)}"
    return "past" if _FRENCH.search(around) and not _GERMAN.search(around) else None


def _in_hours(page: Page) -> Iterator[Found]:
    """Find numbers with an h behind them: 24 h."""
    lowered = page.lowered
    for _, end, _, following, _ in page.numerals:
        at = end + (following == " ")
        if following not in _BEFORE_HOURS or lowered[at : at + 1] != "h" or lowered[at + 1 : at + 2].isalnum():
            continue
        if number := number_before(lowered, end):
            value: Features = (("value", f"PT{number.value}H"),) if number.value is not None else ()
            yield Found(number.start, at + 1, "DURATION", 0.5, "duration", (("form", "digits"), *value))


def _counted(lowered: str, hit: Hit[Unit], number: Number) -> Found | None:
    begin, end, unit = hit
    start, codes = number.start, unit.codes
    # "4 ottobre 2022 ore 10:30": what leads to a time is no length of it.
    if unit.key == "TH" and _CLOCK.match(lowered, end):
        return None
    # In Arabic "day" leads to a date as well: "flight SV 1020, day 21 July".
    if unit.key == "D" and lowered[begin] >= "\u0600" and _NUMBER_BEHIND.match(lowered, end):
        return None
    cue = ends_with("relative.before", *codes).before(lowered, start, 16)
    after = follows("relative.after", *codes).match(lowered, end)
    word = cue.words if cue else after[0].strip() if after else ""
    # In Swedish only both make a moment: för två år sedan.
    if cue and (after or "sv" not in codes):
        start = cue.start
    if after:
        end = after.end()
    if not word and (lowered[number.start : begin].strip(_GAP) in ARTICLES or number.value == 0):
        return None
    when = ("past" if word in _past(*codes) else "future") if word and (after or start < number.start) else ""
    value = iso_length(unit, number.value)
    features: Features = tuple(
        (key, each) for key, each in (("form", number.form), ("value", value), ("when", when)) if each
    )
    return Found(start, end, "DURATION", 0.6, "duration", features)


def _moment(lowered: str, hit: Hit[Unit]) -> Found | None:
    begin, end, (key, _, codes) = hit
    if key not in {"W", "M", "Y", "E", "C"}:
        return None
    for leading, behind, features in _moments(codes):
        if cue := leading.before(lowered, begin, 16):
            return Found(cue.start, end, "DATE", 0.45, "moment", features)
        if behind and (after := behind.match(lowered, end)):
            start = begin - 2 * lowered.endswith("ال", 0, begin)
            return Found(start, after.end(), "DATE", 0.45, "moment", features)
    return None


@cache
def _moments(codes: tuple[str, ...]) -> tuple[tuple[Cues, re.Pattern[str] | None, Features], ...]:
    """Return what makes a moment of a unit: words before it, words behind it (not in English), and when that is."""
    return tuple(
        (ends_with(key, *codes), None if "en" in codes else follows(key, *codes), (("form", "words"), ("when", when)))
        for key, when in (("relative.last", "past"), ("relative.next", "future"))
    )


@cache
def _past(*codes: str) -> frozenset[str]:
    return frozenset(
        spelling for code in codes for word in listed(code, "relative.past") for spelling in spellings(word)
    )
