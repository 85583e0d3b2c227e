"""Codes that people group as they like behind the word for them: "VIN 1HG CM826 33A 004352", "DNI 48263917 - L".

The runs of digits know how such codes are mostly divided; with a word that announces one and its own alphabet, it is
known however it is divided. What only stands for the last digits of a number belongs to it: "920714-XXXX".
"""

import re
from collections.abc import Callable, Iterator, Sequence

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, before
from allonym.detectors.identifiers.anchors import Look, Watch
from allonym.detectors.identifiers.banking import small_ibans
from allonym.detectors.identifiers.checks import begins_with_date, fi_hetu, find_check
from allonym.detectors.identifiers.codes import compact
from allonym.languages.cues import load_cues
from allonym.languages.pack import CODES

_LEAD = (
    r"[^\W\d_]{0,16}[ :.#=(]{0,4}"
    r"(?:(?:number|nummer|numero|número|num|no|nr|n|code|is|ist|lautet|är|est|es|è|é)[ :.]{1,3}){0,2}"
)
_VIN = Expression(rf"{_LEAD}((?:[A-HJ-NPR-Z0-9][ \-]?){{13}}(?:[0-9][ \-]?){{3}}[0-9])(?![\w\-])")
# What knows how such codes are mostly grouped says more of them.
_SCORE = 0.7
_FEWEST_LETTERS = 3
# Where two people would have the same code, letters stand for some of its digits.
_DIGIT = "[0-9LMNP-V]"
_FISCAL = Expression(
    rf"{_LEAD}((?:[A-Z][ .\-]?){{6}}(?:{_DIGIT}[ .\-]?){{2}}[A-EHLMPRST][ .\-]?(?:{_DIGIT}[ .\-]?){{2}}"
    rf"[A-Z][ .\-]?(?:{_DIGIT}[ .\-]?){{3}}[A-Z])(?![\w\-])",
    re.IGNORECASE,
)
# Germany uses no vowels, so that no word comes about.
_PASSPORT = Expression(rf"{_LEAD}([CFGHJKLMNPRTVWXYZ](?:[ \-]?[0-9CFGHJKLMNPRTVWXYZ]){{8}})(?![\w\-])")
_FEWEST_DIGITS = 4
_DNI = Expression(
    rf"{_LEAD}((?:[0-9]{{8}}|[0-9]{{1,2}}(?:[. ][0-9]{{3}}){{2}}|[XYZxyz][ \-]?[0-9]{{7}})(?: ?[\-–] ?| )([A-Za-z]))"
    r"(?![\w'’]|\.[A-Za-z])"
)
# Numbers of firms in Brazil, which since 2026 may hold letters.
_CNPJ = Expression(
    r"(?: [^\W\d_]{2,14})?[ :.=]{1,3}(?:n[.o]{1,2} ?)?"
    r"((?=[0-9./\-]{0,16}[A-Z])[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}/?[0-9A-Z]{4}-?[0-9]{2})(?![\w\-])"
)
_SMALL_WORDS = frozenset("aeouy")
# A short word is looked for with what stands behind it: it is in many others.
_SHORT, _MARKS = 3, " :.#="
_MASKS = tuple(dash + mask * 4 for dash in "-–+" for mask in "Xx*_#?•")
_BIRTH = Expression(r"(?<![\w.,\-/+])(?:[0-9]{2})?[0-9]{6}\Z")
# Of who is over a hundred, or a Finn born before 1900: "120101+2380".
_REST = Expression(r"[0-9]{3}[0-9A-Y](?![\w+])")


def _behind(
    expression: Expression, label: str, rule: str, is_one: Callable[[re.Match[str]], bool], score: float = _SCORE
) -> Look:
    """Return what looks for a code behind its word."""

    def look(text: str, at: int, end: int) -> Iterator[Found]:
        match = None if text[at - 1 : at].isalnum() else expression.match(text, end)
        if match and is_one(match):
            yield Found(*match.span(1), label, score, rule)

    return look


def _words(codes: Sequence[str], *kinds: str) -> Callable[[], tuple[str, ...]]:
    """Return what returns the words of these languages for codes of these kinds."""

    def words() -> tuple[str, ...]:
        found = {cue.strip("*").lower() for code in codes for kind in kinds for cue in load_cues(code)[kind]}
        short = {f"{word}{mark}" for word in found if len(word) == _SHORT for mark in _MARKS}
        return tuple(sorted(short.union(word for word in found if len(word) > _SHORT)))

    return words


def _is_vin(match: re.Match[str]) -> bool:
    return sum(map(str.isalpha, match[1])) >= _FEWEST_LETTERS


def _has_digits(match: re.Match[str]) -> bool:
    return sum(map(str.isdigit, match[1])) >= _FEWEST_DIGITS


def _is_dni(match: re.Match[str]) -> bool:
    """Tell whether the letter behind a number is its check letter, and no word: "DNI 48263917 y NIE"."""
    return match[2] not in _SMALL_WORDS or find_check("es.dni")(compact(match[1]).upper())


def _look_at_mask(text: str, at: int, end: int) -> Iterator[Found]:
    birth = _BIRTH.search(before(text, at, 9))
    if (
        birth
        and begins_with_date(f"{birth[0]}0000")
        and not (text[end : end + 1].isalnum() or text[end : end + 1] == text[end - 1])
    ):
        yield Found(at - len(birth[0]), end, "ID.NATIONAL", 0.9, "masked-number")


def _is_number(code: str) -> bool:
    return code.isdigit() and begins_with_date(code)


def _look_at_plus(text: str, at: int, end: int) -> Iterator[Found]:
    birth, rest = _BIRTH.search(before(text, at, 9)), _REST.match(text, end)
    if birth and rest and (_is_number(birth[0] + rest[0]) or fi_hetu(birth[0] + rest[0])):
        yield Found(at - len(birth[0]), rest.end(), "ID.NATIONAL", 0.9, "old-age-number")


grouped_codes = (
    small_ibans,
    Watch(_words(CODES, "vin"), _behind(_VIN, "VIN", "grouped-vin", _is_vin)),
    Watch(_words(("it",), "tax"), _behind(_FISCAL, "ID.TAX", "grouped-fiscal", _has_digits)),
    Watch(_words(("de",), "passport"), _behind(_PASSPORT, "ID.PASSPORT", "grouped-passport", _has_digits)),
    Watch(_words(("es",), "national", "tax"), _behind(_DNI, "ID.NATIONAL", "apart-dni", _is_dni)),
    Watch(lambda: ("cnpj",), _behind(_CNPJ, "ID.TAX", "lettered-cnpj", _has_digits, 0.9)),
    Watch(lambda: _MASKS, _look_at_mask),
    Watch(lambda: ("+",), _look_at_plus),
)
"""Find codes in groups of any size behind their words, and the numbers of people, masked or with a plus."""
