"""The `shift` strategy: all dates of one author move by the same number of days, and keep their distances."""

from dataclasses import dataclass

from allonym.core.errors import SettingsError
from allonym.core.labels import is_a
from allonym.core.protocols import Desk
from allonym.core.types import Subject
from allonym.surrogates.chance import Chance
from allonym.surrogates.dates.moving import moved_date
from allonym.surrogates.mentioned import hints_of, kind_of

_WEEK = 7


@dataclass(frozen=True, slots=True)
class ShiftMaker:
    """Moves dates by a number of days that only the key and the author decide."""

    days: int
    weekdays: bool
    month_first: bool
    distinct: bool = False
    natural: bool = False

    def write(self, subject: Subject, desk: Desk) -> list[str]:
        """Return each date moved, in its own form; what is none, or cannot be read, becomes its kind."""
        days = self.offset(desk)
        return [self._moved(subject, place, days) for place in range(len(subject.surfaces))]

    def offset(self, desk: Desk) -> int:
        """Return by how many days the dates of this author move; never by none."""
        chance = Chance(desk.author_seed("shift", str(self.days), str(self.weekdays)))
        step = _WEEK if self.weekdays else 1
        return step * chance.between(1, self.days // step) * chance.pick((1, -1))

    def _moved(self, subject: Subject, place: int, days: int) -> str:
        if not is_a(subject.label, "DATE"):
            return kind_of(subject)
        return moved_date(subject.surfaces[place], days, hints_of(subject, place, self.month_first)) or kind_of(subject)


def shift(days: int = 365, weekdays: bool = False, month_first: bool = False) -> ShiftMaker:
    """Make the maker: at most so many days to either side, and whole weeks if weekdays are to stay."""
    least = _WEEK if weekdays else 1
    if days < least:
        raise SettingsError(f"strategy 'shift' needs days = {least} or more")
    return ShiftMaker(days, weekdays, month_first)
