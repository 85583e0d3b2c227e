"""Ages with a letter for the sex: "me 26m", "82M s/p fall", "Freundin (29w)", "m34 need advice"."""

import re
from collections.abc import Iterator
from functools import cache

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found
from allonym.detectors.life.age_words import any_of, is_person, shown
from allonym.detectors.life.aging import found_age
from allonym.detectors.life.counting import Number
from allonym.detectors.life.cues import word_before
from allonym.detectors.life.dating import ends_with

_SEX_FIRST = Expression(r"[(\[\0\n]([mfwhk])(?:[/ ]|, ?)?([1-9][0-9])(?![^\W_])")
_AFTER = Expression(r",|/[a-z]")
_OPENING = frozenset(("", "\0", "\n"))
_SEX_SCORE = 0.75
_SLASHED = frozenset({"/m", "/f"})
_GAPS = frozenset(("", *" \0\n(,:"))


def with_sex(lowered: str, start: int, end: int) -> Found | None:
    """Find an age with a letter for the sex: "me 26m", "82M s/p fall", "Freundin (29w)"."""
    letter = _sex_behind().match(lowered, end)
    if not letter:
        return None
    previous, stop = lowered[start - 1 : start], letter.end()
    if lowered[stop - 2 : stop] in _SLASHED and lowered[stop : stop + 1] == "/":
        # Age, sex and place, as strangers ask for them: 21/f/uk.
        told = previous in _GAPS
    elif previous in "([" and previous:
        told = lowered[stop : stop + 1] in ")]" and is_person(word_before(lowered, start - 2))
    elif previous in _OPENING:
        told = lowered[stop - 1] in "mf" and lowered[stop : stop + 1] != "," and _is_shown(lowered, stop)
    else:
        who = word_before(lowered, start - 1) if previous == " " else ""
        told = (
            is_person(who)
            or ends_with("ages.speaker").before(lowered, start, 16) is not None
            or (who in {"a", "an"} and _is_shown(lowered, stop))
        )
    return found_age(start, stop, Number(start, int(lowered[start:end]), "digits"), _SEX_SCORE) if told else None


def sex_first(lowered: str) -> Iterator[Found]:
    """Find ages behind a letter for the sex: "Ich (m34)", "m34 need advice"."""
    opening = _SEX_FIRST.match("\0" + lowered[:8])
    places = [(0, opening.end(2) - 1, "")] if opening else []
    places += [(match.start() + 1, match.end(), match[0][0]) for match in _SEX_FIRST.finditer(lowered)]
    for start, end, mark in places:
        if mark in {"(", "["}:
            told = lowered[end : end + 1] in {")", "]"} and is_person(word_before(lowered, start - 2))
        else:
            told = _is_shown(lowered, end)
        found = (
            found_age(start, end, Number(start, int(lowered[end - 2 : end]), "digits"), _SEX_SCORE) if told else None
        )
        if found:
            yield found


def _is_shown(lowered: str, end: int) -> bool:
    return _AFTER.match(lowered, end) is not None or shown().match(lowered, end) is not None


@cache
def _sex_behind() -> re.Pattern[str]:
    # "Gave me 26m dollars", "5 m from me".
    return re.compile(rf"/?[mfwhk](?![^\W_]| (?:{any_of('no_sex')})\b)")
