"""The `zero` strategy: every digit becomes 0, letters become A, B, C …, delimiters stay ("ABC 0000")."""

from dataclasses import dataclass
from itertools import count

from allonym.core.types import Draw


@dataclass(frozen=True, slots=True)
class ZeroMaker:
    """Keeps the shape of a number and nothing else."""

    distinct: bool = False

    def series(self, label: str) -> str:
        """Return the kind; it is not used, since these stand-ins are not counted."""
        return label

    def stem(self, label: str) -> str:  # noqa: ARG002 - nothing is looked for: these need not be new to the text
        """Return nothing in particular."""
        return ""

    def propose(self, label: str, surface: str, draw: Draw) -> str:  # noqa: ARG002 - only the shape counts
        """Return the shape of the surface; characters that are neither letter, digit nor delimiter vanish."""
        letters = count()
        return "".join(_shape(character, letters) for character in surface)


def zero() -> ZeroMaker:
    """Make the maker."""
    return ZeroMaker()


def _shape(character: str, letters: "count[int]") -> str:
    if character.isdecimal():
        return "0"
    if character.isalpha():
        return "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[next(letters) % 26]
    # Anything else that is not plain ASCII could carry a message of its own (digits of other kinds, hidden tags).
    return character if character.isascii() else ""
