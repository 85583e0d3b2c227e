"""Whether digits are near a place: most words for streets have none around them, and are passed by."""

from allonym.detectors.expressions import Expression

_DIGIT = Expression(r"[0-9]")
_NEAR = 56


class Digits:
    """Tells whether digits are near a place; a stretch that has none is read once."""

    __slots__ = ("_start", "_stop", "_text")

    def __init__(self, text: str) -> None:
        self._text, self._start, self._stop = text, 0, 0

    def are_near(self, start: int, end: int) -> bool:
        """Tell whether digits are near a stretch."""
        first, last = max(0, start - _NEAR), end + _NEAR
        known = self._start <= first <= self._stop
        if _DIGIT.search(self._text, self._stop if known else first, last):
            return True
        self._start, self._stop = self._start if known else first, max(last, self._stop) if known else last
        return False
