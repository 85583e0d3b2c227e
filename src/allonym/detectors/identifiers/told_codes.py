"""Codes behind a word that no run of digits holds: "réf. TXQRPB", "Police KFZ 40-883 201/6", "1Z 8R4 E77 …"."""

from collections.abc import Iterator

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found
from allonym.detectors.identifiers.anchors import Watch
from allonym.detectors.identifiers.nearby import words_of

_CAPITALS = Expression(r"[.:# ]{0,3}(?<=[.:# ])([A-Z]{5,8})(?![\w'’\-]| [A-Z]{2})")
_VOWELS = frozenset("AEIOU")
_MOST_VOWELS = 1
# Letters of the branch, then groups of digits: "KFZ 40-883 201/6".
_POLICY = Expression(
    r"[^\W\d_]{0,8}[.:# ]{1,3}(?:(?:no|nr|n|nº|num|núm|nummer|number)[.°º]{0,2}:? ?)?"
    r"([A-ZÄÖÜ]{1,4}[ \-][0-9]{1,4}(?:[ \-./][0-9]{1,6}){1,5}|[0-9]{1,4}(?:[ \-][0-9]{1,6}){1,4}/[0-9]{1,3})"
    r"(?![\w]|[.,/\-:][0-9]| ?[€$£%])"
)
_FEWEST, _SHORT = 6, 4
# Parcels of a carrier: eighteen capitals and digits, in groups.
_PARCEL = Expression(r"1Z(?: ?[0-9A-Z]){16}(?![\w])")


# What a Belgian transfer is told by, between three signs.
_COMMUNICATION = Expression(r"[0-9]{3}/[0-9]{4}/[0-9]{5}([+*]{3})(?![+*\w])")


# Other carriers count in groups of digits; numbers that begin with 0 are rather dialled.
_CARRIERS = (
    "FedEx", "PostNord", "fedex", "dhl", "usps", "dpd", "gls", "hermes", "postnord", "aramex", "seur", "correos", "ctt",
    "brt", "bring",
)  # fmt: skip
_CARRIED = Expression(
    r"[^\W\d_]{0,8}[ :#]{1,3}(?:(?:no|nr|n|tracking|sendung|envío|colis|paket)[.°º]{0,2}:? ?)?"
    r"([A-Z]{0,4}[1-9A-Z][0-9]{1,4}(?: [0-9]{2,6}){2,6})(?![\w]|[.,/\-:][0-9]| ?[€$£%])"
)
_FEWEST_CARRIED, _MOST_CARRIED = 10, 24


def _look_behind_carrier(text: str, at: int, end: int) -> Iterator[Found]:
    match = None if text[at - 1 : at].isalnum() else _CARRIED.match(text, end)
    if match and _FEWEST_CARRIED <= sum(map(str.isdigit, match[1])) <= _MOST_CARRIED:
        yield Found(*match.span(1), "CONTRACT", 0.9, "parcel")


def _look_behind_reference(text: str, at: int, end: int) -> Iterator[Found]:
    match = None if text[at - 1 : at].isalnum() else _CAPITALS.match(text, end)
    # In a text of capitals any word may stand there.
    if match is None or text[at:end].isupper():
        return
    if sum(letter in _VOWELS for letter in match[1]) <= _MOST_VOWELS:
        yield Found(*match.span(1), "CONTRACT", 0.75, "letters-of-reference")


def _look_behind_policy(text: str, at: int, end: int) -> Iterator[Found]:
    # "Metropol. 48 217 730": a short word is the end of many.
    inside = end - at <= _SHORT and text[at - 1 : at].isalpha()
    match = None if inside else _POLICY.match(text, end)
    if match and sum(map(str.isdigit, match[1])) >= _FEWEST:
        yield Found(*match.span(1), "CONTRACT", 0.8, "policy")


def _look_at_parcel(text: str, at: int, _end: int) -> Iterator[Found]:
    match = None if text[at - 1 : at].isalnum() else _PARCEL.match(text, at)
    if match:
        yield Found(*match.span(), "CONTRACT", 0.95, "parcel")


def _look_at_communication(text: str, at: int, end: int) -> Iterator[Found]:
    match = None if text[at - 1 : at] == text[at] else _COMMUNICATION.match(text, end)
    if match and match[1] == text[at:end]:
        yield Found(at, match.end(), "CONTRACT", 0.95, "structured-communication")


def _reference_words() -> tuple[str, ...]:
    """Return words for a reference with the mark behind them: "refuse" is none."""
    return tuple(f"{word}{mark}" for word in sorted(words_of("reference")) for mark in " .:")


references = Watch(_reference_words, _look_behind_reference)
"""Finds references without a digit."""

policies = Watch(lambda: tuple(sorted(words_of("policy"))), _look_behind_policy)
"""Finds numbers of policies in groups."""

communications = Watch(lambda: ("+++", "***"), _look_at_communication)
"""Finds structured communications of Belgian transfers: +++090/9337/55493+++."""

carried = Watch(lambda: _CARRIERS, _look_behind_carrier)
"""Finds numbers of parcels behind who carries them."""

parcels = Watch(lambda: ("1Z",), _look_at_parcel)
"""Finds numbers of parcels in groups."""
