"""Short codes that say nothing by themselves: "CVV 318", "Buchungscode RKTPLM", "extension 4471"."""

import re
from collections.abc import Iterator

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, before
from allonym.detectors.identifiers.anchors import Watch

_SECURITY_CODES = (
    "cvv", "cvc", "security code", "cryptogramme", "prüfziffer", "prüfnummer", "säkerhetskod", "kontrollsiffr",
    "código de seguridad", "codice di sicurezza", "código de segurança", "رمز الأمان",
)  # fmt: skip
_THREE_OR_FOUR = Expression(
    r"[^\W\d_]{0,8}2?(?: ?[:=]| (?:is|est|ist|lautet|är|es|è|é|هو)\b|\))? ?([0-9]{3,4})(?![\w]|[.,/:\-][0-9])"
)

_EXTENSIONS = ("extension", "extensión", "poste", "durchwahl", "anknytning", "interno", "ramal", "تحويلة")
_INSIDE = Expression(
    r"(?: (?:number|no\.?|nr\.?|n[.º°]{1,2}|número|nummer))?(?: ?[:=])? ?"
    r"(?!(?:19|20)[0-9]{2}(?![0-9]))([1-9][0-9]{2,4})"
    r"(?![\w%]|[.,:/\-–][0-9]| ?(?:%|€|\$|£|k?m\b|[mk]²|ha\b|cm\b|kr\b|euro|met|mèt|hect|square|person|page|[A-ZÀ-Þ]))"
)
# "Le bureau de poste", "poste 12".
_TO_POST = Expression(r"(?:(?<![\w])(?:au|le|mon|son|votre)|[,:(]) ?\Z", re.IGNORECASE)

_BOOKINGS = (
    "booking", "reservation", "confirmation", "pnr", "record locator", "réservation", "dossier", "buchung",
    "auftragsnummer", "bokning", "reserva", "localizador", "prenotazione", "حجز",
)  # fmt: skip
_SIX_CAPITALS = Expression(r"[^\W\d_]{0,8}([^.;!?\n\0]{0,30}?)(?<![\w'’\-])([A-Z]{6})(?![\w'’\-]| [A-Z]{2})")
_NAMED = Expression(
    r"(?:code|number|nummer|nr|no|ref|reference|kod|kode|numéro|n°|código|codice|is|:)\W*\Z", re.IGNORECASE
)
_VOWELS = frozenset("AEIOU")


def _look_at_security_code(text: str, at: int, end: int) -> Iterator[Found]:
    match = _THREE_OR_FOUR.match(text, end)
    if match and not text[at - 1 : at].isalpha():
        yield Found(*match.span(1), "CARD", 0.8, "security-code")


def _look_at_extension(text: str, at: int, end: int) -> Iterator[Found]:
    match = None if text[at - 1 : at].isalpha() else _INSIDE.match(text, end)
    if match and (text[at:end].lower() != "poste" or _TO_POST.search(before(text, at, 8))):
        yield Found(*match.span(1), "PHONE", 0.7, "extension")


def _look_at_booking(text: str, at: int, end: int) -> Iterator[Found]:
    match = _SIX_CAPITALS.match(text, end)
    # In a text of capitals, six of them are a word.
    if not match or (text[at:end].isupper() and text[at:end] != "PNR"):
        return
    named = text[at:end].lower() == "pnr" or _NAMED.search(text[at : match.start(2)])
    if sum(letter in _VOWELS for letter in match[2]) <= (2 if named else 1):
        yield Found(*match.span(2), "CONTRACT", 0.9, "booking-code")


security_codes = Watch(lambda: _SECURITY_CODES, _look_at_security_code)
"""Finds the security code of a card."""

extensions = Watch(lambda: _EXTENSIONS, _look_at_extension)
"""Finds the number inside a house or firm."""

booking_codes = Watch(lambda: _BOOKINGS, _look_at_booking)
"""Finds booking codes without a digit."""
