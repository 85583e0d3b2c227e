"""The `zero` strategy: every digit becomes 0, letters become A, B, C …, delimiters stay ("ABC 0000")."""

from dataclasses import dataclass
from itertools import count

from allonym.core.errors import SettingsError
from allonym.core.protocols import Desk
from allonym.core.types import Subject


@dataclass(frozen=True, slots=True)
class ZeroMaker:
    """Keeps the shape of a number and nothing else."""

    letters: str
    distinct: bool = False
    natural: bool = False

    def write(self, subject: Subject, desk: Desk) -> list[str]:  # noqa: ARG002 - only the shape counts
        """Return the shape of each mention; characters that are neither letter, digit nor delimiter vanish."""
        return [self._shape_of(surface) for surface in subject.surfaces]

    def _shape_of(self, surface: str) -> str:
        places = count()
        return "".join(self._shape(character, places) for character in surface)

    def _shape(self, character: str, places: "count[int]") -> str:
        if character.isdecimal():
            return "0"
        if character.isalpha():
            return self.letters[next(places) % len(self.letters)]
        # Anything else that is not plain ASCII could carry a message of its own (digits of other kinds, hidden tags).
        return character if character.isascii() else ""


def zero(letters: str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ") -> ZeroMaker:
    """Make the maker; `letters` are put in the place of letters, one after the other: "A" makes initials A. A."""
    if not letters.isalpha():
        raise SettingsError("'letters' of strategy 'zero' are letters, at least one")
    return ZeroMaker(letters)
