"""Months, weekdays and seasons in words, with days and years beside them: "3–5 May 2020", "le 1er mai"."""

import re
from collections.abc import Iterable, Iterator
from functools import cache

from allonym.core.types import Features
from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, before
from allonym.detectors.life.counting import ARTICLES, Number, cardinals, number_before
from allonym.detectors.life.dates_in_digits import iso
from allonym.detectors.life.dating import DAY, ORDINAL, Sign, between, calendar, ends_with, follows, is_usual, said
from allonym.detectors.life.lexicon import Hit, longest_first
from allonym.detectors.life.near_days import near_day
from allonym.detectors.life.numerals import ARABIC, Page
from allonym.detectors.life.other_words import is_other_word
from allonym.detectors.life.seasons import season
from allonym.detectors.life.short_months import short_month
from allonym.detectors.life.weekdays import paired, several_weekdays, weekday
from allonym.detectors.life.years_in_words import spoken_year, year_in_words

_DAY_AFTER = Expression(
    rf"\.?,? ?(?:the )?(?P<day>{DAY})(?:st|nd|rd|th)?"
    rf"(?P<more>(?:\s?(?:-|–|,|and|&|to)\s?{DAY}(?:st|nd|rd|th)?(?![\w:]))*)(?!\w|[.,:/][0-9]|-[0-9])"
)
_DAY_AND_YEAR = Expression(
    rf" (?P<day>{DAY})(?P<more>)(?=(?:[,،]? |,|، ?)(?:19|20)[0-9]{{2}}"
    r"(?![\w%€$£]|[.,:/\-][0-9]|\s?[%€$£]|\s[0-9]{3}))"
)
_DAY_OPENS = frozenset(f" {digit}" for digit in "0123456789")
_NEAR = Expression(r"[0-9]")
_WORD_BEHIND = Expression(r" ([^\W\d_]{3,})")
_MONTH_BEHIND = Expression(lambda: rf"(?:\s?[-–]\s?|\s(?:{said('to', 'around.range')})\s)([^\W\d_]{{3,}})")
_MONTH_BEFORE = Expression(lambda: rf"(?<!\w)([^\W\d_]{{3,}})(?:\s?[-–]\s?|\s(?:{said('to', 'around.range')})\s)\Z")
_OF_BEFORE = Expression(r"\s[^\W\d_]+\s\Z")
_CUT = Expression(r"[.,;:!?)،؛؟\n\0]|\Z")
_BARE_YEAR = Expression(r"\.?(?:,?\s(?:del?\s|di\s)?|\s-|[./\-]|\s?['’])[0-9]")
_SHORT_NAMES = frozenset({"may", "mai", "maj"})
_WIDTH = 56
# Swedish writes 7 juli -88.
_SWEDISH_YEAR = Expression(
    r" -(?P<year>[0-9]{2})(?![\w°%]|[.,:/\-][0-9]|\s?[°%]"
    r"|\s(?:grader|c\b|jan|feb|mar|apr|maj|jun|jul|aug|sep|okt|nov|dec))"
)
# These languages say "last" before a name, the others behind it.
_RELATIVE_BEFORE = frozenset({"en", "de", "sv"})
_DECLINED = frozenset("nrms")
# Days that Arabic counts by ordinals: "الثالث والعشرين من أبريل".
_ARABIC_DAY = Expression(
    r"(?<![^\W_])(?:ال)?(?:[أا]ول|حادي|ثاني|ثالث|رابع|خامس|سادس|سابع|ثامن|تاسع|عاشر)(?: عشر| وال(?:عشرين|ثلاثين))?"
    r" (?:من (?:شهر )?)?\Z|(?<![^\W_])ال(?:عشرين|ثلاثين) (?:من (?:شهر )?)?\Z"
)


_READERS = {
    "weekdays": several_weekdays, "near": near_day, "spoken": spoken_year, "season": season, "feast": season,
}  # fmt: skip


def worded(page: Page, hits: Iterable[Hit[Sign]]) -> Iterator[Found]:
    """Find names of months, weekdays and seasons, with their days and years; each has its kind as rule."""
    done = last = 0
    ordered = sorted(hits, key=longest_first)
    beside = paired(page, ordered)
    for hit in ordered:
        start, end, sign = hit
        if start < done:
            continue
        if sign.kind == "weekday" or start in beside:
            found = weekday(page, hit, start in beside)
        elif sign.kind in _READERS:
            found = _READERS[sign.kind](page, hit)
        else:
            # A day never stands before another name of the calendar.
            found = None if is_other_word(page, hit) else _month(page, hit, last if last <= start else 0)
        last = end
        if found:
            done = found.end
            yield found


def _month(page: Page, hit: Hit[Sign], floor: int) -> Found | None:
    lowered, (start, end, sign) = page.lowered, hit
    short = _is_short(lowered, hit)
    if short and not _NEAR.search(lowered, max(0, start - 7), end + 7):
        return short_month(lowered, hit)
    start, day, many = _day_before(lowered, start, floor)
    spoken = day is not None and not lowered[start].isdigit()
    doubtful = short and (spoken or _OF_BEFORE.search(lowered, start, hit[0]))
    if doubtful and not _year_after().match(lowered, end) and (spoken or not _is_cut(lowered, start, hit)):
        # "19 del gen" is no day of January, but "19 de jan. de 2020" is; and "secondo set" is of a match.
        start, day = hit[0], None
    # "Due nov 30" is English: its day stands behind the month.
    if (day is None or spoken) and (after := _day_after(lowered, end, sign)):
        start, end, day, many = hit[0], after.end(), int(after["day"]), bool(after["more"])
    elif lowered[end : end + 1] == "." and end - hit[0] <= 5 and _year_after().match(lowered, end):
        end += 1
    end, year = _with_year(lowered, end, sign)
    if day is None and not _counts_without_day(page, hit, year):
        return None if year else short_month(lowered, hit)
    if not year:
        end = _with_relative(lowered, end, sign)
    if part := ends_with("parts", *sign.codes).before(lowered, start, 24):
        start = part.start
    rule = ("whole" if day else "month-year") if year else ("day-month" if day else "month")
    value = "" if many or sign.kind == "hijri" else _value(year, sign.number, day)
    return Found(start, end, "DATE", _score(rule, sign, page.text[hit[0]]), rule, _features(value))


def _is_cut(lowered: str, start: int, hit: Hit[Sign]) -> bool:
    """Tell whether a short month is cut off by a point or ends its phrase: "21 de nov., 10 y media"."""
    return lowered[start : hit[0]].endswith(" de ") and _CUT.match(lowered, hit[1]) is not None


def _day_after(lowered: str, end: int, sign: Sign) -> re.Match[str] | None:
    """Return the day that English writes behind a month; "mar. 4 juin" is a Tuesday."""
    if "en" not in sign.codes:
        # Who learns Swedish writes "mars 3, 2021" as well: the year says that it is a day.
        return _DAY_AND_YEAR.match(lowered, end) if lowered[end : end + 2] in _DAY_OPENS else None
    after = _DAY_AFTER.match(lowered, end)
    behind = _WORD_BEHIND.match(lowered, after.end()) if after else None
    other = calendar().get(behind[1]) if behind else None
    return None if other and other.kind == "month" and not other.loose else after


def _with_year(lowered: str, end: int, sign: Sign) -> tuple[int, str | None]:
    """Return where the year behind a month ends, and the year; "last" and "next" say so as well, but no number."""
    if match := _year_after().match(lowered, end):
        return match.end(), match["year"]
    if "sv" in sign.codes and (match := _SWEDISH_YEAR.match(lowered, end)):
        return match.end(), match["year"]
    if said := year_in_words(lowered, end):
        return said, "?"
    return end, None


def _score(rule: str, sign: Sign, initial: str) -> float:
    if rule != "month":
        # A list may be sure of a man called Jan: the number beside him says otherwise.
        return 0.95 if rule == "whole" else 0.93 if rule == "day-month" else 0.85
    return 0.6 if not sign.loose or initial.isupper() else 0.5


def _with_relative(lowered: str, end: int, sign: Sign) -> int:
    """Return where a month ends with the word that says which: "mars dernier"."""
    for expression in _relatives_behind(sign.codes):
        if behind := expression.match(lowered, end):
            return behind.end()
    return end


@cache
def _relatives_behind(codes: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    those = [code for code in codes if code not in _RELATIVE_BEFORE]
    return tuple(follows(key, *those) for key in ("relative.last", "relative.next")) if those else ()


def _counts_without_day(page: Page, hit: Hit[Sign], year: str | None) -> bool:
    """Tell whether a month counts without a day; "he moved out in 2019" is not said of October."""
    if not year:
        if _stands_alone(page, hit):
            return True
        return not _is_short(page.lowered, hit) and _with_relative(page.lowered, hit[1], hit[2]) > hit[1]
    return not _is_short(page.lowered, hit) or _BARE_YEAR.match(page.lowered, hit[1]) is not None


def _stands_alone(page: Page, hit: Hit[Sign]) -> bool:
    sign = hit[2]
    # "En sept étapes" counts.
    if _is_short(page.lowered, hit) or page.lowered[hit[0] : hit[1]] in cardinals():
        return False
    # English and German write months with a capital, the others do not; who writes one there may mean somebody.
    usual = is_usual(page.text, hit)
    if not sign.loose and (usual or page.text[hit[0]].islower()):
        return True
    cues = ends_with("month_before" if usual else "month_sure", *sign.codes)
    return cues.before(page.lowered, hit[0], 24) is not None or (
        not usual and page.text[hit[0]].isupper() and _leads_to_month(page.lowered, hit)
    )


def _leads_to_month(lowered: str, hit: Hit[Sign]) -> bool:
    """Tell whether another month of the same language follows or stands before: "de Marzo a Mayo"."""
    matches = (_MONTH_BEHIND.match(lowered, hit[1]), _MONTH_BEFORE.search(before(lowered, hit[0], 24)))
    signs = [calendar().get(match[1]) for match in matches if match]
    return any(sign and sign.kind == "month" and not set(sign.codes).isdisjoint(hit[2].codes) for sign in signs)


def _is_short(lowered: str, hit: Hit[Sign]) -> bool:
    start, end, sign = hit
    return sign.loose and end - start <= 3 and lowered[start:end] not in _SHORT_NAMES


def _day_before(lowered: str, at: int, floor: int) -> tuple[int, int | None, bool]:
    window = before(lowered, at, min(_WIDTH, at - floor))
    if _NEAR.search(window) and (match := _days().search(window)):
        return at - len(window) + match.start(), int(match["day"]), bool(match["more"])
    if "\u0620" <= lowered[at] < "\u0700" and (counted := _ARABIC_DAY.search(window)):
        return at - len(window) + counted.start(), 1, True
    joint = _joint().search(window, max(0, len(window) - 20)) if window[-1:].isspace() else None
    stop = at - len(joint[0]) if joint else at
    if joint and (number := _number_of_day(lowered, stop)) and number.form == "words":
        word = lowered[number.start : stop]
        if number.value and number.value <= 31 and word not in ARTICLES:
            return number.start, number.value, False
    return at, None, False


def _value(year: str | None, month: int, day: int | None) -> str:
    full = year if year and year.isdigit() and len(year) == 4 else None
    if full and day:
        return iso(int(full), month, day) or ""
    if full:
        return f"{full}-{month:02d}"
    return f"--{month:02d}-{day:02d}" if day else f"--{month:02d}"


def _features(value: str) -> Features:
    return (("form", "words"), ("value", value)) if value else (("form", "words"),)


def _number_of_day(lowered: str, stop: int) -> Number | None:
    # German declines its ordinals: am zweiten März.
    declined = lowered[stop - 1] in _DECLINED and lowered[stop - 2] == "e"
    return number_before(lowered, stop) or (number_before(lowered, stop - 1) if declined else None)


@cache
def _days() -> re.Pattern[str]:
    joined = (
        rf"(?:,(?:\s|(?=[0-9]{{2}}))|\sو\s?|\s(?:{said('around.days_joined_apart')})\s|\s?(?:-|–|&|/|\b(?:{said('around.days_joined')})\b)\s?"
        rf"(?:(?:{said('around.day_article')})\s)?)"
    )
    return re.compile(
        rf"(?P<day>[0-9](?<![^\W{ARABIC}][0-9])(?<![0-9][.,:/\-][0-9])(?:(?<=3)[01]|(?<=[12])[0-9]|(?<=0)[1-9]|(?<=[1-9])))"
        rf"{ORDINAL}(?P<more>(?:{joined}{DAY}{ORDINAL})*)"
        rf"(?:\s?\([^()\0]{{1,24}}\))?(?:\s?(?:{between()})\s|\s?[ ./\-]\s?|)\Z"
    )


@cache
def _joint() -> re.Pattern[str]:
    return re.compile(rf"(?:\s(?:{between()}))?\s\Z")


@cache
def _year_after() -> re.Pattern[str]:
    return re.compile(
        rf"(?:\.?[,،]?\s(?:(?:{between()})\s?)?\(?|[./\-])(?P<year>(?:1[0-9]|20)[0-9]{{2}}(?![0-9]|[.,][0-9])|['’][0-9]{{2}}(?![\w])"
        rf"|(?<=[./\-])[0-9]{{2}}(?!\w|[.:/,][0-9])"
        # "Em outubro de 22", "octubre del 22".
        r"|(?:(?<=\sde )|(?<=\sdel ))[0-3][0-9](?=\s?(?:[,;)!?\n\0]|\.(?![0-9])|\Z))"
        r"|(?<=\s)[4-9][0-9](?=\s?(?:[,;)!?\n\0]|\.(?![0-9])|\Z)))"
    )
