"""Plates by where a car is registered: "registered in Ohio as JKR 8206", "دبي K 48213", "أبوظبي 17 / 30921"."""

from collections.abc import Iterator

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, before
from allonym.detectors.identifiers.anchors import Watch
from allonym.detectors.identifiers.nearby import words_of

_REGISTERED = Expression(
    r" (?:[^\W\d_]{2,12} ){0,2}[^\W\d_]{2,16},? (?:as|under|with|als|mit|auf|unter|sous|comme|como|con|com|come|som|"
    r"med|برقم|تحت|باسم) (?:plates? |رقم )?"
    r"((?=[A-Z0-9 \-]{0,10}[A-Z])(?=[A-Z0-9 \-]{0,8}[0-9]{2})[A-Z0-9]{1,4}(?:[ \-][A-Z0-9]{1,6}){1,2}|"
    r"[A-Z]{2,3}[0-9]{2,5}[A-Z]{0,3}|[0-9]{3,4}[A-Z]{3})(?![\w]|[.,/\-][0-9])"
)
_EMIRATE = Expression(r" (?:[A-Z]{1,2} ?[0-9]{3,5}|([0-9]{1,2} ?[/\-] ?[0-9]{3,5}))(?![\w]|[./\-,][0-9])")
_PLATE = Expression(r"لوح|سيار|مركب|عربي|كار|رقم")
_FAR = 48


def _look_behind_registered(text: str, _at: int, end: int) -> Iterator[Found]:
    match = _REGISTERED.match(text, end)
    if match:
        yield Found(*match.span(1), "PLATE", 0.75, "registered-plate")


def _look_behind_emirate(text: str, at: int, end: int) -> Iterator[Found]:
    match = _EMIRATE.match(text, end)
    if match and _PLATE.search(before(text, at, _FAR)):
        yield Found(end + 1, match.end(), "PLATE", 0.9, "arabic-plate")


registered_plates = Watch(lambda: tuple(sorted(words_of("registered"))), _look_behind_registered)
"""Finds plates behind the country that gave them out."""

emirate_plates = Watch(lambda: tuple(sorted(words_of("plate_places"))), _look_behind_emirate)
"""Finds plates behind the name of an emirate."""
