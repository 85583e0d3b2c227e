"""The `jitter` strategy: ages, years, numbers and dates move a little, and stay in digits or words as they were."""

from collections.abc import Callable
from dataclasses import dataclass

from allonym.core.errors import SettingsError
from allonym.core.labels import is_a
from allonym.core.protocols import Desk
from allonym.core.splice import splice
from allonym.core.types import Edit, Span, Subject
from allonym.surrogates.amounts import Amount, rewrite
from allonym.surrogates.chance import Chance
from allonym.surrogates.dates.forms import Part, read_date
from allonym.surrogates.dates.moving import moved_date
from allonym.surrogates.dates.writing import write_date
from allonym.surrogates.mentioned import hints_of, kind_of
from allonym.surrogates.number_words import NumberWord, read_words, write_words

_BOUNDS = {"AGE": (0, 125), "day": (1, 28), "month": (1, 12), "year": (1, 9999)}
_NUMBERS = frozenset({"AGE", "DURATION", "MONEY", "NUMBER", "ADDRESS.NUMBER", "TRANSPORT.NUMBER"})
_DIGITS_ALONE = 10**15
_ARABIC_PLURAL = (3, 10)


@dataclass(frozen=True, slots=True)
class JitterMaker:
    """Adds a number from -by to by: the same to all of a kind in the scope, so that their order and distances stay."""

    by: int
    percent: int
    ordered: bool
    zero: bool
    distinct: bool = False
    natural: bool = False

    def write(self, subject: Subject, desk: Desk) -> list[str]:
        """Return each mention moved; one without a number becomes its kind."""
        words = ("jitter", subject.label, *(() if self.ordered else (subject.key,)))
        return [
            _moved(subject, place, self._offset(desk, words), self.percent) or kind_of(subject)
            for place in range(len(subject.surfaces))
        ]

    def _offset(self, desk: Desk, words: tuple[str, ...]) -> int:
        most = self.percent or self.by
        chance = Chance(desk.seed(*words))
        if self.zero:
            return chance.between(-most, most)
        return chance.between(1, most) * chance.pick((1, -1))


def jitter(by: int = 2, percent: int = 0, ordered: bool = True, zero: bool = False) -> JitterMaker:
    """Make the maker: at most `by` to either side, or so many percent of the number itself; never none but if zero."""
    if by < 1 or percent < 0 or percent > 90:
        raise SettingsError("strategy 'jitter' needs by = 1 or more, and percent = 1 to 90 if it has any")
    return JitterMaker(by, percent, ordered, zero)


def bounded(value: int, offset: int, low: int, high: int) -> int:
    """Return a value moved by an offset, or against it, or around, if it would leave its bounds."""
    for moved in (value + offset, value - offset):
        if low <= moved <= high:
            return moved
    around = low + (value - low + offset) % (high - low + 1)
    return around if around != value or not offset else low + (around - low + 1) % (high - low + 1)


def _moved(subject: Subject, place: int, offset: int, percent: int) -> str | None:
    label, surface = subject.entity.mentions[place].label, subject.surfaces[place]
    if is_a(label, "DATE"):
        return _moved_date(subject, place, offset)
    # Another digit in an e-mail address would hide nobody.
    if label not in _NUMBERS:
        return None
    high = _BOUNDS.get(label, (0, _DIGITS_ALONE))[1]

    def step(value: int) -> int:
        return value * offset // 100 or (offset > 0) - (offset < 0) if percent else offset

    def change(amount: Amount) -> int:
        low, most = _same_size(amount.value) if percent else (min(amount.value, 1), high)
        return bounded(amount.value, step(amount.value), low, most)

    return rewrite(surface, change) or _moved_words(surface, subject.language, step, high)


def _same_size(value: int) -> tuple[int, int]:
    """Return the least and the greatest number of as many digits."""
    size = len(str(value))
    return (10 ** (size - 1) if size > 1 else min(value, 1)), 10**size - 1


def _moved_words(surface: str, language: str | None, step: Callable[[int], int], high: int) -> str | None:
    word = read_words(surface, language)
    if word is None:
        return None
    low, high = _of_same_grammar(word, high)
    made = write_words(bounded(word.value, step(word.value), low, high), word, surface)
    return None if made is None else splice(surface, [Edit(Span(word.start, word.end), made)])[0]


def _of_same_grammar(word: NumberWord, high: int) -> tuple[int, int]:
    """Return the bounds within which the words around a number stay right: one is apart, in Arabic three to ten are."""
    few, many = _ARABIC_PLURAL
    if word.code == "ar" and word.value >= few:
        return (few, many) if word.value <= many else (many + 1, high)
    return min(word.value, 2), high


def _moved_date(subject: Subject, place: int, offset: int) -> str | None:
    """Return a date so many days later; of a year, a month or a day alone, that part moves in its own bounds."""
    surface, hints = subject.surfaces[place], hints_of(subject, place)
    moments = read_date(surface, hints)
    kinds = {part.kind for moment in moments for part in moment}
    if len(kinds) != 1 or not kinds <= _BOUNDS.keys():
        return moved_date(surface, offset, hints)
    values: dict[Part, int] = {
        part: bounded(part.value, offset, *_BOUNDS[part.kind]) for moment in moments for part in moment
    }
    return write_date(surface, moments, values, subject.language)
