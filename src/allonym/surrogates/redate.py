"""The `redate` strategy: another date by its parts, as the SweLL guidelines have it.

"14 augusti 2013"    a day from 1 to 28, any month, a year at most 2 away: "3 maj 2015"
"2018-12-01"         all in digits, so every digit becomes 1: "1111-11-11", or one standard form, "11-11-1111"
"""

from dataclasses import dataclass

from allonym.core.errors import SettingsError
from allonym.core.protocols import Desk
from allonym.core.types import Subject
from allonym.surrogates.chance import Chance
from allonym.surrogates.dates.forms import Part, read_date
from allonym.surrogates.dates.writing import write_date
from allonym.surrogates.mentioned import hints_of, kind_of
from allonym.surrogates.ones import ones

_RANGES = {"day": (1, 28), "month": (1, 12), "weekday": (1, 7)}


@dataclass(frozen=True, slots=True)
class RedateMaker:
    """Draws each part of a date anew; all years of a scope move by the same number, so that their order stays."""

    by: int
    standard: str
    distinct: bool = False
    natural: bool = False

    def write(self, subject: Subject, desk: Desk) -> list[str]:
        """Return another date for each mention, in its own form; what is none, or cannot be read, becomes its kind."""
        return [self._write(subject, place, desk) for place in range(len(subject.surfaces))]

    def _write(self, subject: Subject, place: int, desk: Desk) -> str:
        surface = subject.surfaces[place]
        if subject.entity.mentions[place].label == "DATE" and not any(map(str.isalpha, surface)):
            return ones(standard=self.standard).write(subject, desk)[place]
        moments = read_date(surface, hints_of(subject, place))
        values = {part: self._value(part, subject.key, desk) for moment in moments for part in moment}
        if not values or None in values.values():
            return kind_of(subject)
        known = {part: value for part, value in values.items() if value is not None}
        return write_date(surface, moments, known, subject.language) or kind_of(subject)

    def _value(self, part: Part, key: str, desk: Desk) -> int | None:
        if part.kind == "year":
            chance = Chance(desk.seed("redate", "year"))
            return part.value + chance.between(1, self.by) * chance.pick((1, -1))
        if part.kind not in _RANGES:
            return None
        low, high = _RANGES[part.kind]
        # A step of at least one, around the end of the range: never the same again.
        step = 1 + Chance(desk.seed("redate", part.kind, key)).below(high - low)
        return low + (min(part.value, high) - low + step) % (high - low + 1)


def redate(by: int = 2, standard: str = "") -> RedateMaker:
    """Make the maker: years move by at most `by`; `standard = "11-11-1111"` writes that for every date in digits."""
    if by < 1:
        raise SettingsError("strategy 'redate' needs by = 1 or more")
    return RedateMaker(by, standard)
