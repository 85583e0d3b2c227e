"""The `ones` strategy: every digit becomes 1, delimiters stay (2018-12-01 -> 1111-11-11), or one standard form.

The SweLL guidelines give both forms for dates in digits: keep the delimiters, or write 11-11-1111 whatever it was.
"""

from dataclasses import dataclass

from allonym.core.errors import SettingsError
from allonym.core.protocols import Desk
from allonym.core.types import Subject


@dataclass(frozen=True, slots=True)
class OnesMaker:
    """Puts one digit in the place of all."""

    digit: str
    standard: str
    distinct: bool = False
    natural: bool = False

    def write(self, subject: Subject, desk: Desk) -> list[str]:  # noqa: ARG002 - only the shape counts
        """Return the shape of each mention, or the standard form; what is not all in digits becomes its kind."""
        return [self._write(subject.label.partition(".")[0], surface) for surface in subject.surfaces]

    def _write(self, kind: str, surface: str) -> str:
        # A month in words would still tell the month.
        if any(map(str.isalpha, surface)) or not any(map(str.isdecimal, surface)):
            return f"[{kind}]"
        if self.standard:
            return self.standard
        return "".join(
            self.digit if each.isdecimal() else each for each in surface if each.isdecimal() or each.isascii()
        )


def ones(digit: str = "1", standard: str = "") -> OnesMaker:
    """Make the maker; `standard = "11-11-1111"` writes that for every date in digits."""
    if len(digit) != 1 or digit not in "0123456789":
        raise SettingsError("the digit of strategy 'ones' is one digit, 0 to 9")
    return OnesMaker(digit, standard)
