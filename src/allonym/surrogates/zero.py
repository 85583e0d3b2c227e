"""The `zero` strategy: every digit becomes 0, letters become A, B, C …, delimiters stay ("ABC 0000")."""

from dataclasses import dataclass
from itertools import count

from allonym.core.protocols import Desk
from allonym.core.types import Subject


@dataclass(frozen=True, slots=True)
class ZeroMaker:
    """Keeps the shape of a number and nothing else."""

    distinct: bool = False
    natural: bool = False

    def write(self, subject: Subject, desk: Desk) -> list[str]:  # noqa: ARG002 - only the shape counts
        """Return the shape of each mention; characters that are neither letter, digit nor delimiter vanish."""
        return [_shape_of(surface) for surface in subject.surfaces]


def zero() -> ZeroMaker:
    """Make the maker."""
    return ZeroMaker()


def _shape_of(surface: str) -> str:
    letters = count()
    return "".join(_shape(character, letters) for character in surface)


def _shape(character: str, letters: "count[int]") -> str:
    if character.isdecimal():
        return "0"
    if character.isalpha():
        return "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[next(letters) % 26]
    # Anything else that is not plain ASCII could carry a message of its own (digits of other kinds, hidden tags).
    return character if character.isascii() else ""
