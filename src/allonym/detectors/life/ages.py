"""Ages, in digits and words: "19 år", "nitton år gammal", "18 y.o.", "aged 34", "42-jährig", "عمري عشرون سنة".

A number of years is an age if a word before or behind it says so; without one it is a length of time. Beside such a
word a misspelt number is read as well ("niotton år gammal"), but never alone.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, before, lower
from allonym.detectors.life.age_words import age_nouns, any_of, may_end, says_when, somebody, words_of
from allonym.detectors.life.ages_at import leading_words, led_age, said_age, tens
from allonym.detectors.life.ages_of_several import ages_of_several, another_age, listed_ages
from allonym.detectors.life.aging import Cue, age_words, found_age, joined_ages
from allonym.detectors.life.bare_ages import bare_age
from allonym.detectors.life.counting import ARTICLES, Number, close_number, is_number_of, number_before_unit
from allonym.detectors.life.cues import word_before
from allonym.detectors.life.dating import ends_with, follows, listed
from allonym.detectors.life.lexicon import Hit, lexicon_of
from allonym.detectors.life.named_ages import between_marks, half_in_brackets
from allonym.detectors.life.numerals import Page
from allonym.detectors.life.sexed_ages import sex_first, with_sex
from allonym.languages.words import either, spellings

_COMPACT = Expression(
    r"(?:\s?y\.? ?/?o\b\.?|[ \-]?yr?s?\.?[ \-]old|[ \-]?year[ \-]olds?"
    r"|[ \-]?jährige?[nrsm]?|[ \-]?jähr\.|\s?j\.(?=[\s\0,;)]|\Z)|[ \-:]?åring\w*|[ \-]?årig\w*"
    r"|[ \-]?års(?:åldern|dag|kalas|fest)\w*"
    r"|[ \-']?enn[ei])(?![^\W_])"
)
# What was counted, after all: "15 años de experiencia", "5 years ago".
_NO_AGE = Expression(
    r"\s(?:de\s|d'|di\s|of\s)?(?:exp[eé]rien\w+|espe\w+|experi\w+|berufs\w+|erfahrung|(?:in |i |en |em )?prison|"
    r"haft|freiheitsstrafe|(?:i )?fängelse|cárcel|prisión|r[eé]clusi\w+|emprisonnement|detenzione|ancienneté|mariage|"
    r"matrimoni\w+|service|servi[cz]\w+|carri?er\w+|carrière|étude\w*|studi\w*|estudi\w*|recul|près|"
    r"carcere|prisão|ago|fa|atrás|atras|sedan|sen|later|später|más|mais|more|più|younger|older|jünger|älter|länger|longer|längre|yngre|äldre|junior|senior|"
    r"خبرة|سجن\w*|حبس\w*|dort|hier|lang|weg|verheiratet|angestellt|tätig|bei|beim|im|garanti\w*|warranty|history|antigüedad|evolución|evolucion|seguimiento|tratamiento|follow-up)\b"
)
# Spirits and cheese grow old as well.
_THING = (
    r"(?:single malt |scotch )?(?:whisk(?:e?y|ies)|scotch|bourbon|rh?um|ron|cognac|brandy|armagnac|grappa|"
    r"calvados|port|portwein|wines?|wein|vino?|vinho|cheese|käse|fromage|queso|formaggio|queijo|ost|parmigiano|malt)(?![^\W_])"
)
_THING_BEHIND = Expression(rf" {_THING}")
_THING_BEFORE = Expression(rf"(?<![^\W_]){_THING}(?:,? (?:de|di|von|med|invecchiato|envelhecido|añejo))? \Z")
# "Lived with her mother for 36 years".
_FOR = (
    r"(?:for|since|over|within|after|before|innerhalb|binnen|nach|vor|entro|inom|por|durante|pendant|depuis|dans|seit|für|während|per|hace|hasta|desde|sedan|under|efter|منذ|لمدة"
    r"|خلال)\b"
)
_COMPACT_LETTERS = frozenset("yjåea")
_MORE = Expression(r",?(?: (?:and|und|et|y|e|och))? ([0-9]{1,2}|[^\W\d_]{2,14}) ([^\W\d_]{3,10})(?![^\W_])")
_SHORT_YEARS = Expression(r"\s?aa?\.?(?=[,;)\0]|\Z|\s?[,;)]|(?<=\.)\s[^\W\d_]|\s{1,3}[^\W\d_]{2,12}\.?:)")
_BRACKETS = frozenset("([")
_ONES = ("حادي", "ثاني", "ثالث", "رابع", "خامس", "سادس", "سابع", "ثامن", "تاسع")
# "In the sixty-fifth year": Arabic says the five before the sixty.
_ARABIC_ONES = Expression(rf"ال({'|'.join(_ONES)})ة? ?و\Z")
_MARKS, _SEXES = frozenset(",)."), frozenset("mfwhk/")
_AROUND = _MARKS | _SEXES
_OPENS = frozenset(" (")
_TENS = frozenset("s'’")
_LEAST_IN_JEST = 13
_MOST_DIGITS = 3
_ROMANCE = frozenset({"es", "pt"})
_CHAINS = frozenset(".,/-_")
_WORD = Expression(r"[^\W_]+")
_APART = Expression(r"(?:[,،(] ?|^|\n)\Z")
_CLOSED_BY = Expression(r"[,،.)\n\0]|\Z")


def ages(text: str) -> Iterator[Found]:
    """Find ages; the feature `value` is the number of years."""
    page = Page(text, lower(text))
    return ages_among(page, lexicon_of(age_words).hits(page.lowered))


def ages_among(page: Page, hits: Iterable[Hit[Cue]]) -> Iterator[Found]:
    """Find ages, given where words that speak of them stand."""
    lowered = page.lowered
    yield from _compact(page)
    yield from _led(page)
    yield from sex_first(lowered)
    yield from joined_ages(lowered)
    for hit in hits:
        cue = hit[2]
        if cue.kind in _READERS:
            found = _READERS[cue.kind](page, hit)
        elif cue.kind == "word":
            found = _in_words(lowered, hit)
        elif cue.kind == "several":
            yield from ages_of_several(lowered, hit)
            continue
        else:
            found = bare_age(lowered, hit)
        if found:
            yield found
            yield from another_age(lowered, hit, found)


def _in_slang(page: Page, hit: Hit[Cue]) -> Found | None:
    """Find years that are called otherwise in jest: "J'ai 25 balais", "cumple 33 tacos mañana"."""
    lowered, (begin, end, cue) = page.lowered, hit
    number = number_before_unit(page, begin - 1) if lowered[begin - 1 : begin] == " " else None
    if not number or number.value is None or number.value < _LEAST_IN_JEST:
        return None
    told = may_end(lowered, end) or says_when(lowered, end) or follows("ages.after", *cue.codes).match(lowered, end)
    return (
        found_age(number.start, end, number, 0.7)
        if told and _is_cued(lowered, number.start, cue.codes, False)
        else None
    )


def _in_words(lowered: str, hit: Hit[Cue]) -> Found | None:
    """Find the age that one word says; some words say more than that."""
    start, end, cue = hit
    # "La cinquantaine de personnes" counts them.
    if lowered.endswith("aine", start, end) and lowered.startswith((" de ", " d'"), end):
        return None
    # In Arabic this is an age behind a word for somebody only: elsewhere a church is called so.
    if lowered.endswith("ية", start, end) and word_before(lowered, _before_article(lowered, start)) not in age_nouns(
        "ar"
    ):
        return None
    # "Cuarenta y tantos países" counts them as well.
    if (
        lowered[start:end].count(" ") > 1
        and cue.codes[0] in _ROMANCE
        and not (may_end(lowered, end) or _years_behind().match(lowered, end))
    ):
        return None
    value = cue.value
    if value and lowered[start] >= "\u0600" and (more := _ARABIC_ONES.search(before(lowered, start, 12))):
        start, value = start - len(more[0]), value + 1 + _ONES.index(more[1])
    return found_age(start, end, Number(start, value, "words"), 0.7)


@cache
def _years_behind() -> re.Pattern[str]:
    return re.compile(rf" (?:{any_of('year')})(?![^\W_])")


def _before_article(lowered: str, start: int) -> int:
    """Return where the word before a place ends; an article may stand between."""
    return start - 1 - 2 * lowered.endswith("ال", 0, start)


def _compact(page: Page) -> Iterator[Found]:
    """Find numbers with "y.o.", "jährig" or "årig" behind them, and those between marks behind a word for somebody."""
    lowered = page.lowered
    for start, end, previous, following, _ in page.numerals:
        if (following in _AROUND or previous in _BRACKETS) and end - start <= 2:
            if several := _marked(page, start, end, previous):
                yield from several
            elif following in _MARKS:
                continue
        if following not in _COMPACT_LETTERS and lowered[end + 1 : end + 2] not in _COMPACT_LETTERS:
            continue
        if end - start > _MOST_DIGITS or previous in _CHAINS or previous.isalnum():
            continue
        match = _COMPACT.match(lowered, end) or _in_clinic(lowered, start, end)
        found = match and _in_short(lowered, start, end, match.end())
        if found:
            yield found


def _led(page: Page) -> Iterator[Found]:
    """Find numbers behind "at" and the like, and those of ten years."""
    leads = leading_words()
    for start, end, _, following, lead in page.numerals:
        found = None
        if lead in leads and 2 <= end - start <= _MOST_DIGITS:
            found = led_age(page, start, end, lead or "")
        elif following in _TENS and not (lead and lead[0].isdigit()):
            found = tens(page.lowered, start, end)
        if found:
            yield found


def _in_short(lowered: str, start: int, end: int, stop: int) -> Found | None:
    if _THING_BEHIND.match(lowered, stop):
        return None
    return found_age(start, stop, Number(start, int(lowered[start:end]), "digits"), 0.9)


def _marked(page: Page, start: int, end: int, previous: str) -> list[Found]:
    """Find ages between marks, and those with a letter for the sex."""
    lowered = page.lowered
    if previous in _BRACKETS and (several := listed_ages(lowered, start) or half_in_brackets(lowered, start, end)):
        return several
    following = lowered[end : end + 1]
    if following in _SEXES and end - start == 2:
        found = with_sex(lowered, start, end)
    else:
        found = between_marks(page, start, end) if following in _MARKS and previous in _OPENS else None
    return [found] if found else []


def _in_clinic(lowered: str, start: int, end: int) -> re.Match[str] | None:
    """Match the years of notes from a clinic behind a word for somebody: "Varón, 72 a.", "Pz di 71 aa"."""
    match = _SHORT_YEARS.match(lowered, end)
    # "Paciente masc., 58a".
    window = before(lowered, start, 24).replace(".,", ",") if match else ""
    told = window and (_person("fr", "es", "it", "pt").search(window) or ends_with("ages.alone").search(window))
    return match if told else None


def _with_unit(page: Page, hit: Hit[Cue]) -> Found | None:
    lowered, (begin, end, (_, codes, value)) = page.lowered, hit
    stop = begin - (lowered[begin - 1 : begin] in {" ", "-"})
    number = number_before_unit(page, stop)
    babies = value == 0
    if number is None and babies:
        return None
    start = number.start if number else stop - len(word_before(lowered, stop))
    # Only a long word can be a number misspelt.
    if number is None and stop - start < 6:
        return None
    end = _with_months(lowered, end, codes) if number and not babies else end
    after = follows("ages.after", *codes).match(lowered, end)
    if not after and not _is_cued(lowered, start, codes, babies):
        apart = number and not babies and _is_apart(lowered, start, end, codes)
        return found_age(start, end, number, 0.65) if number and apart else None
    if (not after and _NO_AGE.match(lowered, end)) or (after and _is_thing(lowered, start, after.end())):
        return None
    if number is None:
        value = close_number(lowered[start:stop])
        return (
            None
            if value is None
            else found_age(start, after.end() if after else end, Number(start, value, "words"), 0.6)
        )
    return found_age(start, after.end() if after else end, number, 0.9, babies)


def _before_near(lowered: str, start: int, codes: tuple[str, ...]) -> int:
    """Return where "about" begins before a number, "männlich, ca. 25 Jahre", or else the number."""
    near = ends_with("ages.near", *codes).before(lowered, start, 24)
    first = _WORD.match(lowered, start) if near else None
    return near.start if near and first and first[0] not in ARTICLES else start


def _is_thing(lowered: str, start: int, end: int) -> bool:
    """Tell whether what is so old is to drink or to eat: "a 12 year old whisky", "whisky de 12 ans d'âge"."""
    return bool(_THING_BEHIND.match(lowered, end) or _THING_BEFORE.search(before(lowered, start, 32)))


def _with_months(lowered: str, end: int, codes: tuple[str, ...]) -> int:
    """Return where years end that go on: "six ans et demi", "12 anni e 7 mesi"."""
    if half := follows("units.half", *codes).match(lowered, end):
        return half.end()
    more = _MORE.match(lowered, end)
    known = more and more[2] in _smaller(*codes) and (more[1].isdigit() or is_number_of(more[1], *codes))
    return more.end() if more and known else end


@cache
def _smaller(*codes: str) -> frozenset[str]:
    """Return the words for what is less than a year, that children count too."""
    words = (word for code in codes for key in ("M", "W", "D") for word in listed(code, f"units.{key}"))
    return frozenset(spelling for word in words for spelling in spellings(word))


def _is_cued(lowered: str, start: int, codes: tuple[str, ...], babies: bool) -> bool:
    if lowered.endswith(("il y a ", "y'a "), 0, start):
        return False
    lead = start if babies else _before_near(lowered, start, codes)
    for key, at in (("alone", start), ("field", start)) if babies else (("before", start), ("before", lead)):
        if ends_with(f"ages.{key}", *codes).before(lowered, at, 32):
            return True
    window = before(lowered, lead, 32)
    # "The girl one day": a day that is only pointed to is nobody's age.
    if babies and (first := _WORD.match(lowered, start)) and first[0] in ARTICLES:
        return False
    nouns = age_nouns(*codes) if babies else somebody(*codes)
    return not nouns.isdisjoint(_WORD.findall(window)) and _person(*codes).search(window) is not None


def _is_apart(lowered: str, start: int, end: int, codes: tuple[str, ...]) -> bool:
    """Tell whether years stand between marks, as in "Anna, 19 år, bor i Lund", or behind a pronoun: "moi 16 ans"."""
    if not _CLOSED_BY.match(lowered, end):
        return False
    lead = _before_near(lowered, start, codes)
    alone = lowered[lead - 1 : lead] == " " and word_before(lowered, lead - 1) in words_of("pronouns", *codes)
    return alone or _APART.search(before(lowered, lead, 3)) is not None


@cache
def _person(*codes: str) -> re.Pattern[str]:
    return re.compile(
        rf"(?<![^\W_])(?:{either([*somebody(*codes)])})(?: (?!{_FOR})[^\W\d_]{{3,14}}){{0,2}}"
        r"(?:,? (?:of|de|di|von|på|d'|de unos|de aproximadamente|är|var|is|was|ist|war|a|ha|tem|tiene|tenía|fa|faz)"
        r"|,| \()?"
        r" ?(?:[0-9]{1,2}(?:,? (?:and|y|e|et|und|och) |, ?)){0,5}\Z"
    )


_READERS = {"unit": _with_unit, "slang": _in_slang, "at": said_age}
