"""Short codes that say nothing by themselves: "CVV 318", "Buchungscode RKTPLM", "extension 4471"."""

import re
from collections.abc import Iterator

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, after, before
from allonym.detectors.identifiers.anchors import Watch
from allonym.detectors.identifiers.nearby import words_of
from allonym.languages.cues import load_cues

_SECURITY_CODES = (
    "cvv", "cvc", "security code", "cryptogramme", "crypto ", "prüfziffer", "prüfnummer", "säkerhetskod",
    "kontrollsiffr", "código de seguridad", "codice di sicurezza", "código de segurança", "رمز الأمان",
)  # fmt: skip
_THREE_OR_FOUR = Expression(
    r"[^\W\d_]{0,8}2?(?: ?[:=]| (?:is|est|ist|lautet|är|es|è|é|هو)\b|\))? ?([0-9]{3,4})(?![\w]|[.,/:\-][0-9])"
)
# The last digits of a card, and perhaps until when it is good.
_BEHIND_CARD = Expression(r"[0-9*xX]{3}[0-9](?:\D{0,12}[0-9]{1,2} ?[/\-.]? ?(?:20)?[0-9]{2})?\W{0,3}\Z")

_INSIDE = Expression(
    r"(?: ?(?:number|no\.?|nr\.?|n[.º°]{1,2}|número|nummer|is|est|ist|lautet|är|es|è|é|هي)\b\.?)?"
    r"(?: ?[:=])? ?(?:[\-–] ?)?"
    r"(?!(?:19|20)[0-9]{2}(?![0-9]))([1-9][0-9]{2,4}|(?<=[\-–])[0-9]{1,2})"
    r"(?![\w%]|[.,:/\-–][0-9]| ?(?:%|€|\$|£|k?m\b|[mk]²|ha\b|cm\b|kr\b|euro|met|mèt|hect|square|person|page|[A-ZÀ-Þ]))"
)
_SHORTEST_ANYWHERE = 3
# "Le bureau de poste", "poste 12".
_TO_POST = Expression(r"(?:(?<![\w])(?:au|le|mon|son|votre)|[,:(\n]|\A) ?\Z", re.IGNORECASE)
# Before a number of those who write instead of speaking, the relay is dialled.
_RELAYED = Expression(r"[ \-]{1,2}0[0-9]{2,4}(?:[ \-]?[0-9]{3,4}){1,2}(?![\w]|[.,:/\-][0-9])")

_OPENS = Expression(
    r"(?:['’]s)?(?: (?:is|was|est|ist|lautet|är|es|è|é|هو)\b|(?: [^\W\d_]{2,4}){1,2} [^\W\d_]{3,12}(?=:))? ?[:=]? ?#?"
    r"((?!(?:19|20)[0-9]{2}(?![0-9A-Z]))(?=[A-Z]?[0-9][A-Z]?[0-9])[A-Z0-9]{4,8})(?![\w]|[.,:/\-][0-9]| ?[€$£%])"
)
_NEAR_DOOR = 32
_WORD = Expression(r"[^\W\d_]+")

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
    # "Crypto" is money as well; behind the end of a card it is the code.
    if text[end - 1] == " " and not _BEHIND_CARD.search(before(text, at, 40)):
        return
    match = _THREE_OR_FOUR.match(text, end - text[at:end].endswith(" "))
    if match and not text[at - 1 : at].isalpha():
        yield Found(*match.span(1), "CARD", 0.8, "security-code")


def _look_at_extension(text: str, at: int, end: int) -> Iterator[Found]:
    # Short ones are looked for with the spaces around them.
    inside = text[at].isalpha() and text[at - 1 : at].isalpha()
    match = None if inside else _INSIDE.match(text, end)
    if match is None or (len(match[1]) < _SHORTEST_ANYWHERE and not _is_german(text[at:end])):
        return
    if text[at:end].lower() != "poste" or _TO_POST.search(before(text, at, 8)):
        yield Found(*match.span(1), "PHONE", 0.7, "extension")


def _is_german(word: str) -> bool:
    """Tell whether two digits may follow a word: "Durchwahl -37"; that of a knee is "extension -10"."""
    return any(cue.strip() == word.strip(" (").lower() for cue in load_cues("de")["extension"])


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


def _extension_words() -> tuple[str, ...]:
    """Return the words before an extension; short ones have spaces around them, and may open a bracket instead."""
    words = words_of("extension")
    short = {f"{opening}{word[1:]}" for word in words if word[0] == " " for opening in " ("}
    return tuple(sorted({*words, *short, *(word.title() for word in short)}))


def _of_another(text: str, at: int, end: int) -> bool:
    """Tell whether a word before "code" says that it opens nothing: "zip code", "error code"."""
    earlier = _WORD.findall(before(text, at, 16).lower())[-1:]
    phrase = f"{''.join(earlier)} {text[at:end].lower()}"
    return phrase in words_of("zip") or phrase in words_of("not")


def _look_at_door_code(text: str, at: int, end: int) -> Iterator[Found]:
    match = None if text[at - 1 : at].isalpha() else _OPENS.match(text, end)
    if match is None or _of_another(text, at, end):
        return
    around = before(text, at, _NEAR_DOOR), text[end : match.start(1)], after(text, match.end(), _NEAR_DOOR)
    words = {word for part in around for word in _WORD.findall(part.lower())}
    if not words.isdisjoint(words_of("door")) and words.isdisjoint(words_of("no_door")):
        yield Found(*match.span(1), "ID", 0.7, "door-code")


def _look_at_relay(text: str, at: int, end: int) -> Iterator[Found]:
    match = None if text[at - 1 : at].isalnum() else _RELAYED.match(text, end)
    if match:
        yield Found(at, match.end(), "PHONE", 0.9, "relayed-phone")


relays = Watch(lambda: ("18001", "18002"), _look_at_relay)
"""Finds British numbers for text phones, with that of the relay: 18001 0345 496 0204."""

extensions = Watch(_extension_words, _look_at_extension)
"""Finds the number inside a house or firm."""

door_codes = Watch(lambda: tuple(sorted(words_of("door_code"))), _look_at_door_code)
"""Finds what opens a door, by the door near it."""

booking_codes = Watch(lambda: _BOOKINGS, _look_at_booking)
"""Finds booking codes without a digit."""
