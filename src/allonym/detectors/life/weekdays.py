"""Days of the week: "on Monday", "até sexta", "Mo-Fr", "lun y mié", "jeudi 6"; short ones before a date: "ons 12/6".

A short name is mostly another word ("sun", "mer", "so"): a date behind it, another short name beside it or a word
before it must say that it is a day.
"""

import re
from collections.abc import Iterable
from functools import cache

from allonym.core.types import Features
from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, before
from allonym.detectors.life.cues import word_before
from allonym.detectors.life.dating import DAY, Sign, ends_with, follows, is_usual, listed, said, weekday_names
from allonym.detectors.life.days_in_digits import is_fraction
from allonym.detectors.life.lexicon import Hit
from allonym.detectors.life.numerals import Page
from allonym.languages.words import all_entries, either, spellings

_NEAR = Expression(r"[0-9]")
_BETWEEN = Expression(lambda: rf"\.?(?:\s?[-–/&+]\s?|,\s|,?\s(?:{said('around.weekdays_joined')})\s)")
# A short name and what parts it from a date: "Do, ", "mar. ".
_SHORT_BEFORE = Expression(r"(?<![\w.'’\-])(?P<name>[^\W\d_]{2,5})(?:\.,? ?|, ?| )\Z")
_SHORT = 4
_MONTHS = 12
_WIDEST = 10
# "Jeudi 6 vers 19 h", but not "lunes 6 de marzo" nor "fredag 6 personer".
_DAY_BEHIND = Expression(
    lambda: (
        rf" {DAY}(?=\s?[.,;!?)،؛؟\n](?![0-9])|\s?\0|\s?\Z|\s(?:{said('around.day_led')})\s"
        # "El miércoles 13 vienen": a verb, where a number that counts has a noun.
        rf"|\s(?:[^\W\d_]+(?:{said('around.verb_ends')})|{said('around.day_then')}|j['’][^\W\d_]+)(?:\s|\Z))"
    )
)
# "Ven. 15 à 9h45", "sex 15, 18h": a day and its hour.
DAY_AND_HOUR = Expression(
    lambda: (
        rf"\.?,? (?P<day>{DAY}\.?)(?=,? (?:(?:{said('around.day_led')}|@|kl\.?|um|ab|ore|h) )?"
        r"(?:[01]?[0-9]|2[0-3])(?:[:.h][0-5][0-9]|h|\s?uhr)(?![\w%€$£]|[.,:/][0-9]|\s?[%€$£]))"
    )
)
_CLOSED = Expression(r"\s?[.,;!?)،؛؟\n](?![0-9])|\s?\0|\s?\Z")
_HOUR_ENDS = Expression(r" (?:0?[6-9]|1[0-9]|2[0-3])(?=\s?[.,;!?)،؛؟\n](?![0-9])|\s?\0|\s?\Z)")
_DAY_ENDS = Expression(rf"\.? {DAY}(?=\s?[.,;!?)،؛؟\n](?![0-9])|\s?\0|\s?\Z)")
# "Free Wed after 3", "on Sat at 8:30", but not "he sat at 8".
_HOUR_AHEAD = Expression(
    lambda: rf",? (?:{said('around.short_day_hour')}) ?(?:[01]?[0-9]|2[0-3])(?![0-9%€$£]|[.,][0-9]{{3}})"
)
_ON = Expression(lambda: rf"(?<!\w)(?:{said('around.short_day_on')}) \Z")
_THE = Expression(lambda: rf"(?<!\w)(?:{said('around.short_day_not')}) \Z")
# "Fri 8pm", "lun 9h", "tors 18.30".
_TIME_BEHIND = Expression(
    r",? (?:@ ?|kl\.? )?(?:[01]?[0-9]|2[0-3])"
    r"(?:[:.][0-5][0-9](?:\s?[ap]\.?m)?|\s?[ap]m|h(?:[0-5][0-9])?|\s?uhr|[-–][12][0-9])"
    r"(?![\w%€$£]|\s?[%€$£]|[.,/\-][0-9])"
)
# "Sexta às 21:30", "quarta, 15h".
_TIME_LED = Expression(
    lambda: (
        rf",? (?:(?:{said('around.weekday_hour')}) )?(?:[01]?[0-9]|2[0-3])(?:[:h][0-5][0-9]|h| horas)"
        r"(?![\w%€$£]|[.,:][0-9])"
    )
)
# "Mon 3rd", but not "Mon 3rd March".
_ORDINAL_BEHIND = Expression(
    lambda: rf",? (?:the )?{DAY}(?:st|nd|rd|th)(?![^\W_])(?!,? (?:of )?(?:{said('around.month_stems')}))"
)
_THIRD, _FEIRA = Expression(r"ter[cç]a"), Expression(r" ?-? ?feira")
_ORDERED = Expression(r"(?<!\w)(?:primeira|terceira)s?(?!\w)[^.;!?\n]*\Z")
_DAYS_COUNTED = frozenset({"fr", "es", "it", "pt"})
_JOINED = frozenset({"numeric", "numeric-part", "day-month", "whole", "range"})
_FORM: Features = (("form", "words"),)
# A list may know Thurs for somebody.
_PARTED = 0.93


def paired(page: Page, hits: Iterable[Hit[Sign]]) -> frozenset[int]:
    """Return where names of weekdays begin that stand beside another: "mon-fri", "lun y mié"."""
    lowered, names = page.lowered, weekday_names()
    found: set[int] = set()
    last_start = last_end = -_WIDEST
    codes: frozenset[str] = frozenset()
    for start, end, sign in hits:
        if sign.kind in {"season", "feast"} or (own := names.get(lowered[start:end])) is None:
            continue
        near = 0 < start - last_end <= _WIDEST and codes & own and lowered[last_start:last_end] != lowered[start:end]
        if near and _BETWEEN.fullmatch(lowered, last_end, start):
            found |= {last_start, start}
        last_start, last_end, codes = start, end, own
    return frozenset(found)


def weekday(page: Page, hit: Hit[Sign], beside: bool) -> Found | None:
    """Find a day of the week; `beside` says that it stands beside another."""
    text, lowered, (start, end, sign) = page.text, page.lowered, hit
    short = sign.loose and end - start <= _SHORT
    if "en" in sign.codes and (day := _ORDINAL_BEHIND.match(lowered, end)):
        return Found(_with_relatives(lowered, hit).start, day.end(), "DATE", 0.9, "weekday-date", _FORM)
    if short and (day := _short_day(lowered, hit)):
        return Found(start, day.end(), "DATE", 0.85, "weekday-date", _FORM)
    if (beside and sign.loose) or (
        short
        and (_TIME_BEHIND.match(lowered, end) or _is_led(page, hit) or _is_met(page, hit) or _is_parted(lowered, hit))
    ):
        part = follows("relative.day_part", *sign.codes).match(lowered, end + (lowered[end : end + 1] == "."))
        return Found(start, part.end() if part else end, "DATE", 0.7 if beside else 0.5, "weekday", _FORM)
    if short and not _NEAR.search(lowered, end, end + 12):
        return None
    named = text[start].isupper() and not is_usual(text, hit) and not _opens_a_sentence(text, hit)
    if (named or sign.loose) and (short or not _is_cued(lowered, hit)):
        # Only a date behind it makes a weekday of "Sun" or "quarta".
        dot = lowered[end : end + 1] == "."
        usable = text[start].isupper() or dot or not short
        return Found(start, end + dot, "DATE", 0.3, "day-name" if short else "weekday", _FORM) if usable else None
    return _with_relatives(lowered, hit)


def _short_day(lowered: str, hit: Hit[Sign]) -> re.Match[str] | None:
    """Return the day behind a short name, which ends its phrase: "cita: jue 5, 11:15"."""
    start, end, sign = hit
    if told := DAY_AND_HOUR.match(lowered, end):
        return told
    names = (code in _DAYS_COUNTED and lowered[start:end] in _short_names(code) for code in sign.codes)
    return (_DAY_ENDS.match(lowered, end) or _DAY_BEHIND.match(lowered, end)) if any(names) else None


def _is_led(page: Page, hit: Hit[Sign]) -> bool:
    start, end, sign = hit
    lowered, word = page.lowered, page.lowered[start:end]
    named = page.text[start].isupper() and not page.text[end + 1 : end + 2].isupper()
    return any(
        (word in _short_names(code) or (named and word in listed(code, "weekdays_capital")))
        and ends_with("weekday_before", code).before(lowered, start, 24)
        for code in sign.codes
    )


def _is_parted(lowered: str, hit: Hit[Sign]) -> bool:
    """Tell whether a short name has a part of the day behind it, or a Swedish one its hour: "dim. soir", "tors 18."."""
    start, end, sign = hit
    at = end + (lowered[end : end + 1] == ".")
    if "sv" in sign.codes and lowered[start:end] in _short_names("sv") and _HOUR_ENDS.match(lowered, at):
        return True
    return follows("relative.day_part", *sign.codes).match(lowered, at) is not None


def _is_met(page: Page, hit: Hit[Sign]) -> bool:
    """Tell whether an English short name has an hour behind it, and a capital or a preposition."""
    start, end, sign = hit
    if "en" not in sign.codes or not _HOUR_AHEAD.match(page.lowered, end):
        return False
    window = before(page.lowered, start, 8)
    return _ON.search(window) is not None or (page.text[start].isupper() and not _THE.search(window))


@cache
def _short_names(code: str) -> frozenset[str]:
    return frozenset(listed(code, "weekdays_short"))


def _is_cued(lowered: str, hit: Hit[Sign]) -> bool:
    start, end, sign = hit
    if any(_behind(key, sign.codes).match(lowered, end) for key in ("relative.last", "relative.next")):
        return True
    if sign.codes == ("pt",) and sign.loose and _is_spoken(lowered, start, end):
        return True
    if not ends_with("weekday_before", *sign.codes).before(lowered, start, 24) or _is_ordered(lowered, hit):
        return False
    # "Na segunda parte" is no Monday.
    return not sign.loose or (goes_on := _goes_on(sign.codes)) is None or goes_on.match(lowered, end) is not None


def _is_ordered(lowered: str, hit: Hit[Sign]) -> bool:
    """Tell whether an ordinal is none of the days that Portuguese counts: "18 à primeira e 16,5 à segunda"."""
    start, end, sign = hit
    if sign.codes != ("pt",) or not sign.loose or _THIRD.match(lowered, start) or _FEIRA.match(lowered, end):
        return False
    return _ORDERED.search(before(lowered, start, 40)) is not None


def _is_spoken(lowered: str, start: int, end: int) -> bool:
    """Tell whether Portuguese speaks of a day without a preposition: "sexta à noite", "vou no Procon segunda."."""
    if follows("relative.day_part", "pt").match(lowered, end) or _TIME_LED.match(lowered, end):
        return True
    words = before(lowered, start, 40).split()
    if not words or words[-1] in listed("pt", "weekday_verbs_not") or not _CLOSED.match(lowered, end):
        return False
    return not set(words).isdisjoint(listed("pt", "weekday_verbs"))


@cache
def _goes_on(codes: tuple[str, ...]) -> re.Pattern[str] | None:
    """Return what may follow a weekday that is another word as well, in languages that tell so."""
    lists = [list(listed(code, "weekday_after")) for code in codes]
    words = [word for each in lists for word in each]
    return re.compile(rf"\s?[.,;:!?)،؛؟\n\0\-–]|\s?\Z|\s[0-9(]|\s(?:{either(words)})(?!\w)") if all(lists) else None


def _with_relatives(lowered: str, hit: Hit[Sign]) -> Found:
    start, end, sign = hit
    for key in ("relative.last", "relative.next"):
        # "L'infirmière passe lundi" is not said of a Monday that is over.
        relative = ends_with(key, *sign.codes).before(lowered, hit[0], 24)
        if relative and relative.words not in _behind_only():
            start = relative.start
        elif behind := _behind(key, sign.codes).match(lowered, end):
            end = behind.end()
    # "Jueves por la tarde", "Friday night".
    if part := follows("relative.day_part", *sign.codes).match(lowered, end):
        return Found(start, part.end(), "DATE", _PARTED, "weekday", _FORM)
    if end == hit[1] and _DAYS_COUNTED.issuperset(sign.codes) and (day := _DAY_BEHIND.match(lowered, end)):
        return Found(start, day.end(), "DATE", 0.55, "weekday-date", _FORM)
    # A list may know "Thursdays" for a firm: "on" says that it is none.
    led = start == hit[0] and not sign.loose and ends_with("weekday_before", *sign.codes).before(lowered, start, 24)
    return Found(start, end, "DATE", 0.65 if led else 0.55, "weekday", _FORM)


@cache
def _behind_only() -> frozenset[str]:
    return frozenset(s for word in all_entries("dates", "relative", "behind_only") for s in spellings(word))


@cache
def _behind(key: str, codes: tuple[str, ...]) -> re.Pattern[str]:
    return follows(key, *(code for code in codes if code not in {"en", "de", "sv"}))


def _opens_a_sentence(text: str, hit: Hit[Sign]) -> bool:
    start, end, _ = hit
    head = before(text, start, 2).strip(" \"'“«")
    named = text[end : end + 1] == " " and text[end + 1 : end + 2].isupper()
    return (not head or head[-1] in ".!?\n:") and not named


def several_weekdays(page: Page, hit: Hit[Sign]) -> Found | None:
    """Find two days that German writes with two letters each: Mo-Fr, Sa/So."""
    start, end, _ = hit
    text, stop = page.text, end + 2
    first, second = text[start : start + 2], text[end:stop]
    if not first.istitle() or not second.istitle() or first == second or text[stop : stop + 1].isalnum():
        return None
    return Found(start, stop, "DATE", 0.6, "weekday", _FORM) if second.lower() in weekday_names() else None


def introduced(page: Page, piece: Found) -> Found:
    """Return a date with the short name of its day before it, if one stands there."""
    if piece.rule not in _JOINED or piece.score < 0.3:
        return piece
    window = before(page.text, piece.start, _WIDEST + 3)
    stop = piece.start - len(window) + len(window.rstrip(" ,."))
    match = _SHORT_BEFORE.search(window) if word_before(page.lowered, stop) in weekday_names() else None
    codes = weekday_names().get(match["name"].lower()) if match else None
    if not match or not codes or not _may_lead(page, match["name"], codes, piece):
        return piece
    start = piece.start - len(match[0])
    return Found(start, piece.end, "DATE", max(0.9, piece.score), "weekday-date", piece.features)


def _may_lead(page: Page, name: str, codes: frozenset[str], piece: Found) -> bool:
    words = page.lowered[piece.start : piece.end]
    if len(name) == 2:
        # "So 12/6" may say anything, "So 12.6." is a Sunday.
        return name.istitle() and "/" not in words
    if name[0].isupper():
        return True
    # In small letters a short name is another word more often than not: Swedish "dom 2023-10-05" is a verdict.
    first, slash, second = words.partition("/")
    if not slash:
        return piece.rule in {"numeric-part", "day-month"}
    # "La mer 12/20" has no twentieth month.
    ordered = "en" in codes or (second.isdigit() and int(second) <= _MONTHS)
    return piece.rule == "numeric-part" and ordered and not is_fraction(first, second)
