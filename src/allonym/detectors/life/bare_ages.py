"""Ages without a word for years: "she just turned 40", "my son is seven and", "me 26m her 24f", "Kinder (3 und 6)".

A number alone says little, so nothing may follow that it could count.
"""

import re
from collections.abc import Iterator
from functools import cache

from allonym.core.types import Features
from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, before
from allonym.detectors.life.aging import Cue
from allonym.detectors.life.counting import Number, is_number_of, number_after, number_before
from allonym.detectors.life.cues import word_before
from allonym.detectors.life.dating import ends_with, follows, listed
from allonym.detectors.life.lexicon import Hit
from allonym.detectors.life.measuring import UNITS
from allonym.languages.pack import CODES
from allonym.languages.words import either, entries, everywhere, spellings

_OLDEST = 125
_LEAST = {"alone": 1, "turns": 1, "person": 2, "speaker": 5, "has": 13, "starts": 13}
"""The youngest age that each sort of cue tells: "I was two" is said of a rank or of friends."""
_AT = 13
"""Before this, "died at 8" is rather the hour."""
_LIKE_HOURS = (" at", " à", " a", " vid")
_ENDS = r"\s?(?:[.,](?![0-9])|['’](?![0-9])|:(?![^\W_])|[;!?)\n\0\"”…]|\Z|[\u2600-\u27bf\U0001f300-\U0001faff])"
_CLOSED = Expression(
    rf"{_ENDS}|\s?from| (?:and|och|und|y|e|et)\b"
    r"(?! (?:an?|ett?|en) hal[fv]\w* \w| (?:half|demi|medi[ao]|mezz[ao]|mei[ao]) \w)"
    r"| (?:but|now|men|or|nu|jetzt|lol|pero|mas|ma|aber|when|als|när|quando|cuando|today|rn|tho|haha\w*|already|"
    r"at (?:the|that) time|back then|damals|då)\b"
    r"| f(?![^\W_])| m(?=\s?(?:[,./!?\n\0]|\Z)| (?:here|single|looking)\b)"
)
_TURNED = Expression(
    r" (?:el|en|in|on|im|am|på|este|esta|no|na|nächste\w*|next|this|tomorrow|tmrw|heute|morgen|mañana|hoy|oggi|domani|"
    r"hoje|amanhã|idag|imorgon|lunedì|domenica|domingo|sábado|sabato|sonntag|sunday|saturday|friday|monday|"
    r"i (?:år|dag|morgon|jan|feb|mars|apr|maj|jun|jul|aug|sep|okt|nov|dec|vår|sommar|höst|vinter)\w*)\b"
)
_SENTENCE_ENDS = Expression(_ENDS)
_CLAUSE = frozenset(("", *".,!?\n\0"))
_MOVED = Expression(
    rf"(?: [^\W\d_]+){{0,4}}? (?:at|mit|vid|à|a|a los|aos|com|con) ([1-9][0-9])"
    rf"(?={_ENDS}| (?:nach|in die|aus|till|to)\b)"
)
# German "im 15. Jahrhundert" is no English "I'm 15."
_ORDINAL = Expression(r"\.\s?(?:jahr|jh|lebens|und\b|oder\b|bis\b|bez|monat|stock|kapitel|spiel|minute)")
_NO_NUMBER = frozenset(".,;:!?)\0…")
_AND = r"(?:and|y|e|et|und|och|&|و)"
_ANOTHER = Expression(rf",?\s{_AND}\s((?:[^\W\d_]+['’ ]){{1,3}})([0-9]{{1,2}})(?![\w%€$£]|[.,:/][0-9])")
_ANOTHER_ARABIC = Expression(r" و([\u0621-\u064a]+) (?:عمره |عمرها )?([0-9]{1,2})(?![\w%]|[.,:/][0-9])")
_ONE_BEFORE = Expression(rf"(?<![\w.,:/])([0-9]{{1,2}})\s{_AND}\s(?:[^\W\d_]+\s){{1,3}}\Z")
_LISTED = Expression(
    rf"[0-9]{{1,2}}(?:, ?[0-9]{{1,2}})*,? {_AND} [0-9]{{1,2}}(?=[)\]])|[0-9]{{1,2}}(?:, ?[0-9]{{1,2}})+(?=[)\]])"
)
_DIGITS = Expression(r"[0-9]+")
# "Aged 3, 5 and 7".
_MORE = Expression(rf"(?:, ?[0-9]{{1,2}}){{0,5}},? {_AND} [0-9]{{1,2}}(?![0-9])")
# "Crianças de 2, 5 e 11 anos": all of them share the years.
_LISTED_BEFORE = Expression(rf"(?<![\w.,:/])((?<!\d )[0-9]{{1,2}}(?:, ?[0-9]{{1,2}}){{0,5}})(?:, ?|,? {_AND} )\Z")
# "Gave me 26m dollars", "5 m from me".
_SEX_BEHIND = Expression(
    r"/?[mfwhk](?![^\W_]"
    r"| (?:dollars|euros?|pounds|people|users|views|fans|followers|away|long|tall|high|deep|wide|from|of|to)\b)"
)
_SEX_FIRST = Expression(r"[(\[\0\n]([mfwhk])(?:[/ ]|, ?)?([1-9][0-9])(?![^\W_])")
_SHOWN = Expression(
    r"(?:,|/[a-z]| (?:here|needs?|seeking|looking|from|new|w/|s/p|with|presents?|presented|presenting|c/o|h/o|hx|pmh|"
    r"admitted|brought|known|who|asking|trying|never|i|my|am|has|had|complains?|found|sucht|suche|busca|busco|cerca|cerco|cherche|söker|procura|procuro)(?![^\W_]))"
)
_OPENING = frozenset(("", "\0", "\n"))
_SHORT_IS = Expression(r"['’]s(?= )")
_SEX_SCORE = 0.75
_SLASHED = frozenset({"/m", "/f"})
_GAPS = frozenset(("", *" \0\n(,:"))


def bare_age(lowered: str, hit: Hit[Cue]) -> Found | None:
    """Find the age that a cue leads to, or, of a few cues, the one before it: "ist 12 geworden"."""
    start, end, (kind, *_) = hit
    if kind == "behind":
        return _before(lowered, start)
    if kind == "moves":
        return _moved(lowered, end)
    opens = kind != "starts" or lowered[max(0, start - 2) : start].rstrip(" ")[-1:] in _CLAUSE
    return _led_to(lowered, hit) if opens else None


def _led_to(lowered: str, hit: Hit[Cue]) -> Found | None:
    """Find the age behind a cue."""
    start, end, (kind, codes, _) = hit
    at = _number_place(lowered, end, kind, codes)
    reach = number_after(lowered, at) if at else None
    hour = kind == "turns" and lowered.endswith(_LIKE_HOURS, start, end)
    if not reach or reach.value is None or not (_AT if hour else _LEAST[kind]) <= reach.value <= 110:
        return None
    if reach.form == "words" and not is_number_of(lowered[reach.start : reach.end], *codes):
        return None
    if kind != "alone" and (_ORDINAL.match(lowered, reach.end) or not _is_closed(lowered, reach.end, kind)):
        return None
    # "Im 25 m, single" is told by its end.
    if _unit_behind().match(lowered, reach.end) and (kind == "alone" or lowered[reach.end + 1 : reach.end + 2] != "m"):
        return None
    score = 0.75 if kind == "alone" else 0.5
    half = follows("units.half", *codes).match(lowered, reach.end)
    return found_age(
        reach.start, half.end() if half else reach.end, Number(reach.start, reach.value, reach.form), score
    )


def _number_place(lowered: str, end: int, kind: str, codes: tuple[str, ...]) -> int | None:
    """Return where the number of a cue is to follow: behind "is" or "turned" of a person, and behind "almost"."""
    if lowered[end : end + 1] in _NO_NUMBER:
        return None
    if kind == "person":
        verb = _SHORT_IS.match(lowered, end) or follows("ages.copula", *codes).match(lowered, end)
        if not verb:
            return None
        end = verb.end()
    near = follows("ages.near", *codes).match(lowered, end)
    return near.end() if near else end


def _before(lowered: str, start: int) -> Found | None:
    number = number_before(lowered, start - 1) if lowered[start - 1 : start] == " " else None
    told = number and number.value is not None and 1 <= number.value <= 99
    return found_age(number.start, start - 1, number, 0.6) if number and told else None


def _moved(lowered: str, end: int) -> Found | None:
    """Find how old somebody was who moved: "moved to Boston at 22", "kam mit 22 nach Köln"."""
    match = _MOVED.match(lowered, end)
    if not match or int(match[1]) < _AT:
        return None
    return found_age(*match.span(1), Number(match.start(1), int(match[1]), "digits"), 0.5)


def _is_closed(lowered: str, end: int, kind: str) -> bool:
    if kind == "has":
        return _SENTENCE_ENDS.match(lowered, end) is not None
    return _CLOSED.match(lowered, end) is not None or (kind != "speaker" and _TURNED.match(lowered, end) is not None)


def another_age(lowered: str, hit: Hit[Cue], found: Found) -> Iterator[Found]:
    """Find the age of a second person, who shares the years of the first: "34 anni e sua sorella 29"."""
    if hit[2].kind == "alone" and (more := _MORE.match(lowered, found.end)) and _CLOSED.match(lowered, more.end()):
        yield from _digits_in(lowered, *more.span())
    if hit[2].kind != "unit":
        return
    codes = hit[2].codes
    if match := _ANOTHER.match(lowered, found.end) or _ANOTHER_ARABIC.match(lowered, found.end):
        last = match[1].split()[-1]
        if is_person(last) and _CLOSED.match(lowered, match.end()):
            yield from _digits_in(lowered, *match.span(2))
    window = before(lowered, found.start, 40)
    if listed_before := _LISTED_BEFORE.search(window):
        shift = found.start - len(window)
        yield from _digits_in(lowered, shift + listed_before.start(1), shift + listed_before.end(1))
    if (first := _ONE_BEFORE.search(window)) and word_before(window, len(window) - 1) in age_nouns(*codes):
        shift = found.start - len(window)
        if ends_with("ages.before", *codes).before(lowered, shift + first.start(1), 32):
            yield from _digits_in(lowered, shift + first.start(1), shift + first.end(1))


def listed_ages(lowered: str, start: int) -> list[Found]:
    """Find the ages of several in brackets that open before a place: "zwei Kinder (3 und 6)"."""
    listed_ones = _LISTED.match(lowered, start)
    if not listed_ones or word_before(lowered, start - 2) not in _several():
        return []
    return list(_digits_in(lowered, *listed_ones.span()))


def with_sex(lowered: str, start: int, end: int) -> Found | None:
    """Find an age with a letter for the sex: "me 26m", "82M s/p fall", "Freundin (29w)"."""
    letter = _SEX_BEHIND.match(lowered, end)
    if not letter:
        return None
    previous, stop = lowered[start - 1 : start], letter.end()
    if lowered[stop - 2 : stop] in _SLASHED and lowered[stop : stop + 1] == "/":
        # Age, sex and place, as strangers ask for them: 21/f/uk.
        told = previous in _GAPS
    elif previous in "([" and previous:
        told = lowered[stop : stop + 1] in ")]" and word_before(lowered, start - 2) in _people()
    elif previous in _OPENING:
        told = lowered[stop - 1] in "mf" and lowered[stop : stop + 1] != "," and _SHOWN.match(lowered, stop) is not None
    else:
        who = word_before(lowered, start - 1) if previous == " " else ""
        told = (
            who in _people()
            or ends_with("ages.speaker").before(lowered, start, 16) is not None
            or (who in {"a", "an"} and _SHOWN.match(lowered, stop) is not None)
        )
    return found_age(start, stop, Number(start, int(lowered[start:end]), "digits"), _SEX_SCORE) if told else None


def sex_first(lowered: str) -> Iterator[Found]:
    """Find ages behind a letter for the sex: "Ich (m34)", "m34 need advice"."""
    opening = _SEX_FIRST.match("\0" + lowered[:8])
    places = [(0, opening.end(2) - 1, "")] if opening else []
    places += [(match.start() + 1, match.end(), match[0][0]) for match in _SEX_FIRST.finditer(lowered)]
    for start, end, mark in places:
        if mark in {"(", "["}:
            told = lowered[end : end + 1] in {")", "]"} and word_before(lowered, start - 2) in _people()
        else:
            told = _SHOWN.match(lowered, end) is not None
        found = (
            found_age(start, end, Number(start, int(lowered[end - 2 : end]), "digits"), _SEX_SCORE) if told else None
        )
        if found:
            yield found


def found_age(start: int, end: int, number: Number, score: float, babies: bool = False) -> Found | None:
    """Return an age; nobody is older than the oldest."""
    if number.value is not None and number.value > _OLDEST:
        return None
    known = number.value is not None and not babies
    features: Features = (("form", number.form), *((("value", str(number.value)),) if known else ()))
    return Found(start, end, "AGE", score, "age", features)


def _digits_in(lowered: str, start: int, end: int) -> Iterator[Found]:
    for match in _DIGITS.finditer(lowered, start, end):
        if found := found_age(*match.span(), Number(match.start(), int(match[0]), "digits"), 0.6):
            yield found


@cache
def age_nouns(*codes: str) -> frozenset[str]:
    """Return the words for people of that age: "man", "kvinna"."""
    return frozenset(spelling for code in codes for word in listed(code, "ages.nouns") for spelling in spellings(word))


@cache
def somebody(*codes: str) -> frozenset[str]:
    """Return the words for one or several of that age: "man", "Kinder"."""
    several = (word for code in codes for word in listed(code, "ages.children"))
    return age_nouns(*codes) | {spelling for word in several for spelling in spellings(word)}


def is_person(word: str) -> bool:
    """Tell whether a word in small letters stands for somebody who may have an age."""
    return word in _people()


@cache
def _people() -> frozenset[str]:
    told = (word for code in CODES for key in ("people", "pronouns") for word in listed(code, f"ages.{key}"))
    return age_nouns(*CODES) | {spelling for word in told for spelling in spellings(word)}


@cache
def _several() -> frozenset[str]:
    return frozenset(s for code in CODES for word in listed(code, "ages.children") for s in spellings(word))


@cache
def _unit_behind() -> re.Pattern[str]:
    words = [
        s
        for key in UNITS
        for _, text in everywhere("dates", "units", key)
        for word in entries(text)
        for s in spellings(word)
    ]
    return re.compile(
        rf"[ \-]?(?:{either(words)}|%|€|\$|kg|km|cm|m|per|percent|prozent|pounds|miles|minutes|degrees|times|feet)"
        r"(?![^\W_])|[.,:/][0-9]|[^\W_]"
    )
