"""What reads like a street and is none: courts, saints, results, and words that other languages share.

"Rule 59 § 1 of the Rules of Court"    "in St. Pölten"    "Betyg: 5 av 6"    "nel corso del processo"    "Relator 2"
"""

from functools import cache

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import after, before
from allonym.detectors.life.address_parts import Parts, number_after, with_rest
from allonym.detectors.life.address_small import ends_small, is_small_street
from allonym.detectors.life.streets import PARTICLE, UPPER, no_streets
from allonym.languages.words import all_entries

_YEAR = Expression(r"(?:19[5-9]|20[0-3])[0-9]")
_OLD_YEAR = Expression(r"1[0-9]{3}|20[0-3][0-9]")
_COUNT_OR_YEAR = Expression(r"1[0-9]{3}|20[0-3][0-9]|[0-9]{0,2}000")
_WEIGHED = Expression(r" [ghlm]\Z")
_PLATE = Expression(r"[A-Z]{3} [0-9]{4}")
# "Omkring 45 000 personer", "na ACO 830/PR".
_GOES_ON = Expression(
    r" 000(?!\w)|/[^\W\d_]{2}|(?i:\. ?(?:spiel|runde|platz|minute|tag|woche|liga|klasse|etappe|auflage|jahrgang))"
)
# "Vive en Madrid, 34 años", "lives in Leeds 3 days a week".
COUNTED = Expression(
    r"\s?-?(?:years?|yrs?|days?|weeks?|months?|minut\w*|min\b|hours?|ans\b|jours?|mois|heures?|jahr\w*|tage\w*|wochen?|semaines?|semanas?|settiman[ae]|monat\w*|"
    r"stunden?|sekunden?|seconds?|años?|días?|veces|meses|mes\b|horas?|anni|giorni|mesi|volte|ore\b|anos?|dias?|vezes|år\b|dagar|veckor|"
    r"gånger|km\b(?!\.? ?[0-9])|miles?|times|percent|prozent|procent|person\w*|grad|degrés?)\b"
)
"""What makes a number count something else than houses."""
# Latin agents and English gerunds end like German streets: Relator, Sektor; Remembering, Manufacturing.
_LATIN = Expression(r"(?i).*(?:[aceikopu]tor|[aeiou]ring)")
_NUMBERED = Expression(r" [0-9]{1,3}(?![\w]| ?[,\-])")
_STOPS = Expression(r"\s?(?:[,;.\n\0)!?]|[0-9]|\Z)")
_SAINT = Expression(rf"[ \n][{UPPER}]")
_INITIALS = Expression(r"(?:[A-Z]\.\s?)+")
_ARTICLES = frozenset({"the", "die", "der", "das", "diese", "dieser", "eine", "einer", "jede", "le", "la", "un", "al"})
_MOST, _SHORT_CODE, _FEWEST = 3, 4, 4
_OWNED = frozenset({"väg", "gata", "gränd"})
_GENITIVE = frozenset("sxzSXZ")
# "Carrera 7 # 72-41", "Carrera 15 No. 93-60".
_SIGN = Expression(r"#|(?<=[0-9][A-Z] )N[oº°]|(?<=[0-9] )N[oº°]")
# "En 52 av. J.-C." is before Christ, "12 av. J.-C. Perrot" an avenue.
_CHRIST = Expression(r"\.? ?J\.?[ \-]?C(?!\w)\.?(?P<more> [A-ZÀ-Þ])?")
_IN_YEAR = Expression(r"(?<!\w)(?:en|vers|depuis|an|dès|avant|après|entre|et|à) \Z")
_RANK = Expression(r"[0-9]{1,3} ?(?:er?|ère|re|ème|de|[oaº°ª])(?![\w])")
_SMALL = Expression(rf" (?:{PARTICLE}\s){{0,2}}+[a-zà-ÿ]")
_ONE_OF_THEM = Expression(r"(?<!\w)(?:nel|un|une|una|uma|uno) \Z")


def is_sure(text: str, start: int, end: int, parts: Parts) -> bool:
    """Tell whether a word that is also a common one names a street: by a number, and a capital unless in Arabic."""
    name = text[parts.street[0] : parts.street[1]] if end >= parts.street[1] else text[end : parts.street[1]]
    # An Arabic street with its quarter and city, or with a postcode, needs no number.
    if parts.number is None:
        return parts.start is not None or _has_code(text, parts)
    if _PLATE.fullmatch(text, parts.street[1] - 3, parts.number[1]) or _is_no_house(text, start, end, parts):
        return False
    # "S.S. 106 km 12,5".
    if _SIGN.search(text, parts.street[1], parts.number[0]) or text.startswith("km", parts.number[0]):
        return True
    word = text[start:end].lower()
    is_preposition = word == "av" and text[start] == "a" and not _is_avenue(text, name, parts)
    if word in _signed() or is_preposition or _is_misplaced(text, start, end, parts):
        return False
    # "Esta Corte cancelou a Orientação nº 351": a name in small letters is short.
    short = name.count(" ") <= _MOST or not _SMALL.match(name)
    told = text[start] >= "\u0600" or any(letter.isupper() for letter in name)
    if told or not short:
        return told and short
    coded = with_rest(text, parts).zip is not None
    return is_small_street(text, parts.street, text[start:end], parts.number, coded)


def _is_misplaced(text: str, start: int, end: int, parts: Parts) -> bool:
    """Tell whether a number stands on the wrong side of a street: "1 Stunde backen", "Silent Hill 4"."""
    first, word = (parts.number or parts.street)[0], text[start:end]
    if word.lower() in numbered_last() and first < parts.street[0] < start:
        return True
    numbered = _numbered_first()
    # The Norwegian "gate" has a small letter.
    alone = (word in numbered or word.lower() in numbered) and with_rest(text, parts).end == parts.end
    return first >= end and alone


@cache
def _signed() -> frozenset[str]:
    return frozenset(all_entries("addresses", "signed"))


@cache
def numbered_last() -> frozenset[str]:
    """Return words for streets whose number never leads: "2 Pc Halo Wedding Ring" is none, nor is "3 piazza pulita"."""
    return frozenset(all_entries("addresses", "number_last"))


@cache
def _numbered_first() -> frozenset[str]:
    return frozenset(all_entries("addresses", "number_first"))


def _is_seat(text: str, end: int, parts: Parts) -> bool:
    """Tell whether a number leads to another, or is a rank: "voiture 14 place 62", "la 7e place avec 34 points"."""
    first = parts.number[0] if parts.number else end
    name = text[end : parts.street[1]].strip()
    return first < parts.street[0] and (name.isdigit() or (name.islower() and _RANK.match(text, first) is not None))


def _has_code(text: str, parts: Parts) -> bool:
    """Tell whether a postcode follows; four digits may be a year: "Place Bellecour 2019 Lyon"."""
    first, last = with_rest(text, parts).zip or (0, 0)
    return last - first > _SHORT_CODE


def is_counted(text: str, name: str, end: int) -> bool:
    """Tell whether a number before a name is not its house: "25 Minuten backen", "Väg 40 korsar väg 27"."""
    return COUNTED.match(name.lower()) is not None or (name[0].islower() and _NUMBERED.match(text, end) is not None)


def is_verb_before(name: str, word: str) -> bool:
    """Tell whether a Swedish street has no owner: "Kör väg 40" is no "Kristinas väg 40"."""
    return word in _OWNED and name.rstrip()[-1:] not in _GENITIVE


def is_small_compound(text: str, begin: int, start: int, end: int, loose: bool) -> bool:
    """Tell whether a street in small letters has a number, and ends behind it: fågelvägen 12, lindenstr. 4."""
    doubtful = start - begin < _FEWEST - 1 or (loose and text[start:end] != "str")
    behind = None if doubtful or not text[end : end + 2].lstrip()[:1].isdigit() else number_after(text, end)
    if behind is None or "," in behind[0] or len(behind["number"]) > _FEWEST:
        return False
    parts = Parts((begin, end), behind.span("number"), end=behind.end())
    return ends_small(text, parts.end, with_rest(text, parts).end)


def is_another(text: str, start: int, end: int, parts: Parts) -> bool:
    """Tell whether a street without a number is something else that is called like one."""
    word = text[start:end]
    if word[:2] in {"av", "AV"} and _is_before_christ(text, end, parts):
        return True
    if parts.number or parts.zip:
        return False
    if parts.street[1] > end:
        # Arabic "the street" is followed by no name; "nel corso di" is no street.
        if "\u0600" <= word[0] <= "\u06ff":
            return text[start - 2 : start] == "ال"
        return word.islower() and _ONE_OF_THEM.search(before(text, start, 6)) is not None
    name = text[parts.street[0] : start].strip()
    if word in {"St.", "ST."} and _SAINT.match(text, end):
        return True
    known = name.lower() in _ARTICLES or _INITIALS.fullmatch(name) is not None
    return known or text[parts.street[0] : end].lower() in no_streets()


def _is_before_christ(text: str, end: int, parts: Parts) -> bool:
    match = _CHRIST.match(text, end) if parts.number else None
    if not match or not parts.number:
        return False
    return match["more"] is None or _IN_YEAR.search(before(text, parts.number[0], 8)) is not None


def _is_no_house(text: str, start: int, end: int, parts: Parts) -> bool:
    """Tell whether the number of a doubtful street counts something, or is a year: "Circuito de Jerez 2023"."""
    first, last = parts.number or (0, 0)
    # Houses of a compound street do not go into the thousands: "Brunkeberg 1471".
    joined = parts.street[1] == end and parts.street[0] < start and not text[start - 1].isspace()
    year = (_OLD_YEAR if joined else _YEAR).fullmatch(text, first, last)
    if (year and with_rest(text, parts).zip is None) or _GOES_ON.match(text, last) or _is_seat(text, end, parts):
        return True
    # "Mélanger 200 g" is no street in -anger.
    if joined and (_LATIN.fullmatch(text, *parts.street) or _WEIGHED.search(text, first, last)):
        return True
    return first >= end and COUNTED.match(after(text, last, 16).lower()) is not None


def _is_avenue(text: str, name: str, parts: Parts) -> bool:
    """Tell whether "av" is no Swedish preposition: "17 av EU-länderna", "1642 av Johan Beijer"."""
    first, last = parts.number or (0, 0)
    dated = first < parts.street[0] and _COUNT_OR_YEAR.fullmatch(text, first, last) is not None
    digits = name.lstrip()[:1].isdigit() and first < parts.street[0]
    return not dated and not digits and _STOPS.match(text, with_rest(text, parts).end) is not None
