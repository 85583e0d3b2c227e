"""Offsets in 16-bit units, as JavaScript and Java count them, and in characters, as we do."""

from bisect import bisect_left


class Units:
    """A text, counted in both ways."""

    def __init__(self, text: str) -> None:
        self._length = len(text)
        self._wide = [] if text.isascii() else [at for at, sign in enumerate(text) if ord(sign) > 0xFFFF]
        self._starts = [at + before for before, at in enumerate(self._wide)]

    def of(self, offset: int) -> int:
        """Return an offset of characters in units."""
        return offset + bisect_left(self._wide, offset)

    def back(self, units: int) -> int | None:
        """Return an offset of units in characters; None inside a character or outside the text."""
        before = bisect_left(self._starts, units)
        if before and self._starts[before - 1] + 1 == units:
            return None
        return units - before if 0 <= units - before <= self._length else None
