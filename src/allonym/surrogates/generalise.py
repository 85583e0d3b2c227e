"""The `generalise` strategy: less exact, and still true. A city becomes its country, a date its month, an age its band.

Many originals share one stand-in. Who needs to tell them apart in the output asks for `row_id`, which writes the number
that the vault gives each original behind it: France#12.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from allonym.core.errors import SettingsError
from allonym.core.labels import is_a
from allonym.core.nearest import nearest
from allonym.core.protocols import Desk
from allonym.core.types import Draw, Subject
from allonym.surrogates.amounts import amounts, rewrite
from allonym.surrogates.banding import band_of_age
from allonym.surrogates.containing import container
from allonym.surrogates.dates.coarse import coarse_date
from allonym.surrogates.mentioned import composed, feature, hints_of, kind_of
from allonym.surrogates.number_words import read_words
from allonym.surrogates.shapes import core

PLACES = ("country", "region")
DATES = ("month", "year", "5 years", "decade")


@dataclass(frozen=True, slots=True)
class GeneraliseMaker:
    """Knows how coarse places, dates, ages, post codes and amounts are to become."""

    place: str
    date: str
    band: int
    top: int
    keep: int
    row_id: bool
    hidden: frozenset[str] = frozenset()
    distinct: bool = False
    natural: bool = True

    def write(self, subject: Subject, desk: Desk) -> list[str]:
        """Return what each mention is part of; what the strategy cannot read becomes its kind."""
        subject = composed(subject)
        made = [self._coarse(subject, place) or kind_of(subject) for place in range(len(subject.surfaces))]
        return [self._with_row(subject, words, desk) for words in made] if self.row_id else made

    def _coarse(self, subject: Subject, place: int) -> str | None:
        label = subject.entity.mentions[place].label
        for ancestor, coarsen in _COARSE.items():
            if is_a(label, ancestor):
                return coarsen(self, subject, place)
        return None

    def _with_row(self, subject: Subject, words: str, desk: Desk) -> str:
        def propose(draw: Draw) -> str | None:
            row = f"{words}#{draw.number}"
            return None if desk.stands(row) else row

        return desk.assign(f"rows {subject.label.partition('.')[0]}", f"{subject.key} {words}", propose)


def generalise(  # noqa: PLR0913 - one setting for each kind of thing
    to: str = "", band: int = 10, top: int = 0, keep: int = 3, row_id: bool = False, *, hidden: str = ""
) -> GeneraliseMaker:
    """Make the maker. `to` is how coarse a place or a date becomes; by default a country, and a year.

    `hidden` are beginnings of postcodes, with spaces between them, that so few share that zeros are shown for them.
    """
    if to and to not in (*PLACES, *DATES):
        known = ", ".join((*PLACES, *DATES))
        raise SettingsError(
            f"strategy 'generalise' knows no to = {to!r}{nearest(to, (*PLACES, *DATES))}; there are {known}"
        )
    if band < 1 or top < 0 or keep < 0:
        raise SettingsError("strategy 'generalise' needs band = 1 or more, and top and keep not below 0")
    place, date = (to if to in PLACES else "country"), (to if to in DATES else "year")
    made = GeneraliseMaker(place, date, band, top, keep, row_id, frozenset(hidden.split()))
    # A number behind it makes a code of a country's name; articles before it need not agree.
    return replace(made, natural=not row_id)


def _place(maker: GeneraliseMaker, subject: Subject, place: int) -> str | None:  # noqa: ARG001 - as the others
    return container(subject, maker.place)


def _date(maker: GeneraliseMaker, subject: Subject, place: int) -> str | None:
    return coarse_date(subject.surfaces[place], maker.date, hints_of(subject, place))


def _age(maker: GeneraliseMaker, subject: Subject, place: int) -> str | None:
    told = feature(subject, place, "value")
    surface = subject.surfaces[place]
    word = None if amounts(surface) else read_words(surface, subject.language)
    # Who found the age has read it, too; where they say another number, nobody knows.
    if word is not None and told.isdecimal() and int(told) != word.value:
        return None
    return band_of_age(surface, subject.language, maker.band, maker.top)


def _zip(maker: GeneraliseMaker, subject: Subject, place: int) -> str | None:
    """Return the first letters and digits of a post code, and an asterisk for each of the others."""
    kept = maker.keep
    is_hidden = core(subject.surfaces[place])[:kept] in maker.hidden

    def shown(match: re.Match[str]) -> str:
        nonlocal kept
        kept -= 1
        if kept < 0:
            return "*"
        return "0" if is_hidden else match[0]

    return re.sub(r"[^\W_]", shown, subject.surfaces[place])


def _amount(maker: GeneraliseMaker, subject: Subject, place: int) -> str | None:  # noqa: ARG001 - as the others
    """Return an amount rounded to its first digit; what stands behind a decimal sign is dropped."""
    whole = re.sub(r"(?<=\d)[.,]\d{1,2}(?!\d)", "", subject.surfaces[place])
    return rewrite(whole, lambda amount: _rounded(amount.value))


def _rounded(value: int) -> int:
    size = int("1" + "0" * (len(str(value)) - 1))
    return (value + size // 2) // size * size


_COARSE: Mapping[str, Callable[[GeneraliseMaker, Subject, int], str | None]] = {
    "LOCATION": _place,
    "DATE": _date,
    "AGE": _age,
    "ADDRESS.ZIP": _zip,
    "MONEY": _amount,
    "NUMBER": _amount,
}
