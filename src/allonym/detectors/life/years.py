"""Years that stand alone, and decades: "in 1994", "(1942)", "1939–45", "the 80s", "90-talet", "les années 80".

A number of four digits is a year only in company: a preposition before it, brackets, or the end of a phrase behind
it. "2000 people", "1990 €" and "Act 1984" are none.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from allonym.core.types import Features
from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, before
from allonym.detectors.life.counting import number_words
from allonym.detectors.life.cues import word_before
from allonym.detectors.life.dating import FUTURE, ends_with, is_law, said
from allonym.detectors.life.law_years import names_a_law
from allonym.detectors.life.numerals import Page
from allonym.detectors.life.quarters import quarter_before, quarter_leads
from allonym.languages.words import all_entries, spellings

_YEAR = Expression(
    r"[12][0-9]{3}(?![0-9]|[.,:][0-9]|(?!(?:هـ*|م)(?![^\W_]))[^\W_]|\s?[%€$£°+]|/(?!(?:19|20)[0-9]{2}(?!\w|[.:\-/][0-9]))[0-9]{3}|/[0-9]{2}:[0-9]|-[^\W\d_]|-[0-9]-[0-9])"
    r"(?P<to>\s?[\-–]\s?(?:[12][0-9]{3}|[0-9]{2})(?!\w|[.,:\-/][0-9])|/(?:(?:19|20)[0-9]{2}|[0-9]{2})(?!\w|[.:\-/][0-9]))?"
)
# "Im Geschäftsjahr 2015 / 16".
_NEXT = Expression(r" / (?:(?:19|20)[0-9]{2}|[0-9]{2})(?!\w|[.,:\-/][0-9]|\s?[%€$£°/])")
# "Femton år, 2001 till 2016".
_TO_YEAR = Expression(
    lambda: (
        rf" (?:(?:{said('to', 'around.years_joined')}) |و)(?P<last>(?:1[5-9]|20)[0-9]{{2}})"
        r"(?!\w|[.,:/\-][0-9]|\s?[%€$£°])"
    )
)
_ARABIC_YEARS = frozenset({"عام", "سنة"})
_SIZES = frozenset({2, 4})
_MID = ("mid-", " mi-", "(mi-")
_NOT_BEFORE_YEAR = frozenset(".,:/+$€£#_=@&-")
_DECADE = Expression(r"(?P<tail>['’]?s|-talet|-tals\w*|ern?(?:[ \-]jahren?)?)(?![^\W_])|(?![\w%€$£]|[.,:/][0-9])")
_NOT_BEFORE_DECADE = frozenset(".,:/-_")
_DECADE_GLANCE = frozenset("s'’-e")
_THINGS = Expression(
    lambda: (
        rf"\s?(?:{said('around.year_counts')}|k[gm]|mb|gb|[kmg]hz|hp|cc|ml|[cm]m|m|[mnµμ]?g|x|iu|ui|kcal|kwh?|ppm|rpm"
        # What laboratories count: "1571 UI/ml", "1864 U/L".
        r"|[a-zµμ]{1,5}/(?:[dmµμ]?l|k?g|m[m²2³3]{0,2}|h|min))\b"
    )
)
_NOUN_BEHIND = Expression(r" [^\W\d_]{3,}")
_FUNCTION_WORD = Expression(lambda: rf" (?:{said('around.year_then')})\b")
# "El 1902 del Código Civil".
_OF_LAW = Expression(lambda: rf" (?:{said('around.law_of')}) ?(?:{said('around.law_books')})(?!\w)")
# "NJW 2010, 2453" is where something was printed.
_PAGE_BEHIND = Expression(r", (?!19[0-9]{2}|20[0-9]{2})[0-9]{4}(?![\w]|[.,][0-9])")
# "Ich bin 2015 nach Deutschland gekommen", "hon dog 2011 i Lund".
_BETWEEN = Expression(lambda: rf" (?:{said('around.year_between')})(?!\w)")
# "موديل 2018 رقم الهيكل": what else is told of a car.
_OF_CAR = Expression(lambda: rf" (?:{said('around.car_then')})(?!\w)")
_QUOTES = "\"'“„«»‚‘”"
_CLOSED = Expression(r"\s?[).,;:!?،؛؟\]\n\0\"”»]|\s?\Z|\s[–—-]\s")
# "Artículos 1902 y 1903": what leads to the first number leads to the second.
_ONE_MORE = Expression(lambda: rf"(?<![\w.,])[0-9]{{1,4}} (?:{said('around.years_joined')}) \Z")
_FROM_WORDS = Expression(
    lambda: (
        rf"(?<!\w)(?:{said('times.from', 'around.years_from')}) (?:[^\W\d_]{{1,3}} )?"
        r"(?P<year>[4-9][0-9]|[^\W\d_]{4,18}(?:[\- ][^\W\d_]{3,8})?)"
        rf" (?:{said('to')}) \Z"
    )
)
_LEAST_SPOKEN, _CENTURY = 30, 100
_FIRST_QUARTER, _FIRST_MODEL = 1950, 1950
_HIJRI = Expression(r"\)?\s?(?:هـ|ه\b|هجري|م\b|ميلادي)")


def years(page: Page) -> Iterator[Found]:
    """Find years and decades, in reading order."""
    lowered = page.lowered
    done = 0
    for start, end, previous, _, lead in page.numerals:
        size = end - start
        if size not in _SIZES:
            continue
        found: list[Found] = []
        alone = previous not in _NOT_BEFORE_YEAR or (previous == "-" and lowered.startswith(_MID, start - 4))
        if size == 4 and start >= done and alone and (match := _YEAR.match(lowered, start)):
            done = match.end()
            found += _alone(page, match, lead)
            if found and lead in _tills():
                found += _from_words(lowered, start)
        if lowered[end - 1] == "0":
            found += _decade(lowered, start, end, lead)
        if found:
            yield from sorted(found, key=lambda each: (each.start, -each.end))


def _alone(page: Page, match: re.Match[str], lead: str | None) -> Sequence[Found]:
    lowered, (start, end) = page.lowered, match.span()
    year = int(lowered[start : start + 4])
    if not 1000 <= year < 2100:
        return ()
    quarter = quarter_before(lowered, start, lead) if year >= _FIRST_QUARTER and lead in quarter_leads() else None
    # "T2 2000 mg".
    quarter = None if quarter is not None and _THINGS.match(lowered, end) else quarter
    sure = quarter is not None or _is_model(lowered, end, year, lead)
    score = 0.7 if sure else _score(page, (start, end), year, lead)
    if match["to"]:
        last = match["to"].strip(" -–/")
        # A year of a school is 2021/2022; other numbers so written are none.
        apart = "/" in match["to"] and len(last) == 4 and int(last) != year + 1
        score = 0.0 if apart else max(score, _score_of_range(year, last))
    elif not score and lowered[end : end + 1] == " ":
        score = 0.0 if names_a_law(page, start, end, lead) else _score_till(lowered, (start, end), year, lead)
    stop = _till_next(lowered, end, year) if score and not match["to"] else end
    value: Features = () if match["to"] or stop > end else (("value", str(year)),)
    # "Mitte 2017", "late 2019": a list may know Mitte for a place.
    if quarter is not None:
        start = quarter
    elif score and (begin := _part_before(lowered, start, lead)) is not None:
        start = begin
    return (Found(start, stop, "DATE.YEAR", score, "year", (("form", "digits"), *value)),) if score else ()


def _till_next(lowered: str, end: int, year: int) -> int:
    """Return where a year ends that goes on into the next: "2015 / 16"."""
    following = _NEXT.match(lowered, end) if lowered.startswith(" / ", end) else None
    return following.end() if following and int(following[0][-2:]) == (year + 1) % 100 else end


def _is_model(lowered: str, end: int, year: int, lead: str | None) -> bool:
    """Tell whether a year is of a car, and of no form: "modelo 2012, 90.000 km"."""
    if lead not in _models() or not _FIRST_MODEL <= year < FUTURE or year % 100 == 0:
        return False
    if lead in _cars():
        return _THINGS.match(lowered, end) is None
    return _CLOSED.match(lowered, end) is not None or _OF_CAR.match(lowered, end) is not None


def _from_words(lowered: str, start: int) -> Sequence[Found]:
    """Find the short year from which something lasted till a whole one: "från sextiotvå till 1979", "dal 98 al"."""
    match = _FROM_WORDS.search(before(lowered, start, 40))
    if not match:
        return ()
    digits = match["year"].isdigit()
    if not digits and not _LEAST_SPOKEN <= number_words().get(match["year"], 0) < _CENTURY:
        return ()
    begin = start - len(match[0]) + match.start("year") - match.start()
    return (
        Found(
            begin, begin + len(match["year"]), "DATE.YEAR", 0.6, "year", (("form", "digits" if digits else "words"),)
        ),
    )


def _part_before(lowered: str, start: int, lead: str | None) -> int | None:
    """Return where a part of a year begins: "late 2019"; Arabic also says the year: "منتصف عام 2016"."""
    parts = ends_with("parts")
    at = start - 4 if lead in _ARABIC_YEARS else start
    part = parts.before(lowered, at, 24) if at < start or parts.may_end(lead) else None
    return part.start if part else None


def _score_of_range(first: int, last: str) -> float:
    """Return how sure two numbers make us of two years: "1939–45" and "1968-1970" do, "1800-2000" hardly."""
    second = int(last) if len(last) == 4 else first // 100 * 100 + int(last)
    return 0.6 if first >= 1500 and 0 < second - first < 100 and second < 2100 else 0.0


def _score_till(lowered: str, span: tuple[int, int], year: int, lead: str | None) -> float:
    """Return how sure a year is by the one behind it: "2001 to 2016"."""
    start, end = span
    match = _TO_YEAR.match(lowered, end)
    if not match or _THINGS.match(lowered, match.end()) or _is_of_law(lowered, start, lead):
        return 0.0
    return _score_of_range(year, match["last"])


def _score(page: Page, span: tuple[int, int], year: int, lead: str | None) -> float:
    """Return how sure we are of a year by its company; 0.0: it is some other number."""
    lowered, (start, end) = page.lowered, span
    if _HIJRI.match(lowered, end):
        return 0.8
    window = before(lowered, start, 24)
    bracketed = window.endswith("(") and lowered[end : end + 1] in {")", ",", ";"}
    counts = not lowered[end : end + 2].strip(" ")[:1].isdigit() and _THINGS.match(lowered, end)
    if (year < 1500 and not bracketed) or counts or _is_of_law(lowered, start, lead) or _OF_LAW.match(lowered, end):
        return 0.0
    if ends_with("year_before").may_end(lead) and (cue := ends_with("year_before").before(lowered, start, 24)):
        # "38% of 1750 people".
        share = year % 100 == 0 or lowered[max(0, cue.start - 2) : cue.start].strip() == "%"
        counted = share and _NOUN_BEHIND.match(lowered, end) and not _FUNCTION_WORD.match(lowered, end)
        return 0.0 if counted or names_a_law(page, start, end, lead) else 0.8
    if bracketed:
        return 0.7 if year >= 1900 else 0.5
    if year < 1900:
        return 0.0
    return 0.45 if year < FUTURE and _stands_so(lowered, span, year, lead) else 0.0


def _stands_so(lowered: str, span: tuple[int, int], year: int, lead: str | None) -> bool:
    """Tell whether a number opens a sentence, ends a phrase, or stands where German and Swedish put a year."""
    start, end = span
    if _CLOSED.match(lowered, end):
        return _PAGE_BEHIND.match(lowered, end) is None
    before_it = before(lowered, start, 24)
    window = before_it.rstrip(_QUOTES)
    opens = not window or window[-1] in "\n\0" or window.endswith((". ", "! ", "? ", "\n- ", "• ", "* "))
    # What a quotation opens with, opens a sentence: she said: "1987 I moved".
    quoted = len(window) < len(before_it) or _BETWEEN.match(lowered, end) is not None
    opens = opens or (quoted and window.endswith(": "))
    if year % 100 == 0:
        return False
    # "Wir haben 2011 geheiratet, 2014 kam unsere Tochter"; long words are not looked up before.
    lead = (lead or word_before(lowered, start - 1)).rstrip(",") if lowered[start - 1 : start] == " " else ""
    # "Während der Fußball-EM 2016".
    lead = lead.rpartition("-")[2]
    return opens or (lead.isalpha() and _goes_between(lowered, end, lead))


def _goes_between(lowered: str, end: int, lead: str) -> bool:
    """Tell whether a year stands between a verb or the name of an event and what follows: "bin 2015 nach"."""
    if lead.endswith(_year_ends()) and not _NOUN_BEHIND.match(lowered, end - 1):
        return True
    return lead not in _not_before() and _BETWEEN.match(lowered, end) is not None


def _is_of_law(lowered: str, start: int, lead: str | None) -> bool:
    if lead:
        # "Dell'articolo" ends with the word that counts.
        lead = lead.replace(".", "").replace("’", "'").rpartition("'")[2]
    may_be = ends_with("law_words").may_end(lead)
    if may_be:
        return is_law(lowered, start, 24)
    one = _ONE_MORE.search(lowered, max(0, start - 12), start) if lead in _joints() else None
    return one is not None and is_law(lowered, one.start(), 24)


def _decade(lowered: str, start: int, end: int, lead: str | None) -> Sequence[Found]:
    before_it = lowered[start - 1 : start]
    if lowered[end : end + 1] not in _DECADE_GLANCE and (
        before_it not in {" ", "'", "’"} or word_before(lowered, start - 1 - (before_it != " ")) not in _decade_words()
    ):
        return ()
    match = _DECADE.match(lowered, end)
    if not match or before_it in _NOT_BEFORE_DECADE or before_it.isalnum():
        return ()
    start -= before_it in {"'", "’"}
    window, tail = before(lowered, start, 16), match["tail"]
    if tail is None:
        named = window[-1:] == " " and word_before(window, len(window) - 1) in _decade_words()
    else:
        named = tail not in {"er", "ern"} or ends_with("decade_before").search(window) is not None
    if not named:
        return ()
    several = (cues for cues in (ends_with("relative.part"), ends_with("parts")) if cues.may_end(lead))
    begin = next((part.start for cues in several if (part := cues.before(lowered, start, 24))), start)
    return (Found(begin, match.end(), "DATE.YEAR", 0.7, "decade", (("form", "digits"),)),)


@cache
def _year_ends() -> tuple[str, ...]:
    return tuple(all_entries("dates", "year_ends"))


@cache
def _models() -> frozenset[str]:
    """Return the words for a model of a car, which are of forms as well, and cars: "modelo 2012, 90.000 km"."""
    words = (*all_entries("dates", "year_models"), *_cars())
    # Arabic writes "and" as one word with what follows.
    return frozenset((*words, *(f"و{word}" for word in words if word > "\u0600")))


@cache
def _tills() -> frozenset[str]:
    return frozenset(ends_with("to").last_words)


@cache
def _cars() -> frozenset[str]:
    return frozenset(s for word in all_entries("dates", "year_cars") for s in spellings(word))


@cache
def _not_before() -> frozenset[str]:
    return frozenset(all_entries("dates", "around", "year_not_before"))


@cache
def _joints() -> frozenset[str]:
    return frozenset(all_entries("dates", "around", "years_joined"))


@cache
def _decade_words() -> frozenset[str]:
    return frozenset(all_entries("dates", "around", "decade_words"))
