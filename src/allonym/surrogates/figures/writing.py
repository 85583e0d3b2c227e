"""Realistic stand-ins for what has figures: phones, accounts, codes, dates, ages, amounts, addresses.

    codes      assigned one to one: the letters and digits of the original get others, laid into every spelling of it
    near ones  dates, ages, times and amounts move by one step for the whole scope, so that their order stays

`write` is what the `realistic` strategy calls for them; names of persons, towns and firms are made elsewhere.
"""

import re
from collections.abc import Callable, Mapping
from functools import partial

from allonym.core.canon import canonical
from allonym.core.labels import lineage
from allonym.core.protocols import Desk, SurrogateMaker
from allonym.core.types import Draw, Subject
from allonym.languages.pack import load
from allonym.surrogates.chance import Chance
from allonym.surrogates.figures import address as addresses
from allonym.surrogates.figures import bank, net
from allonym.surrogates.figures.address import Parts
from allonym.surrogates.figures.ids import identifier
from allonym.surrogates.figures.phone import Number, fit, local, number_of, stand_in
from allonym.surrogates.figures.time import moved_time
from allonym.surrogates.jitter import JitterMaker
from allonym.surrogates.mentioned import PATIENCE, feature, is_numbered_kind, kind_of, numbered_kind
from allonym.surrogates.shapes import core, respell, shaped, vary
from allonym.surrogates.shift import ShiftMaker

_NO_PARTS = Parts()
_SHIFT = ShiftMaker(days=365, weekdays=False, month_first=False)
_AGES = JitterMaker(by=2, percent=0, ordered=True, zero=False)
_AMOUNTS = JitterMaker(by=2, percent=12, ordered=True, zero=False)
_SHORT = 4

Make = Callable[[str, Chance], str]
Writer = Callable[[Subject, int, Desk, Parts], str | None]


def write(subject: Subject, desk: Desk, parts: Parts = _NO_PARTS) -> list[str]:
    """Return one stand-in for each mention; what cannot be read, and what would stay as it was, becomes its kind."""
    return [_other(subject, place, _written(subject, place, desk, parts)) for place in range(len(subject.surfaces))]


def covers(label: str) -> bool:
    """Tell whether stand-ins for a label are made here."""
    return any(each in _WRITERS for each in lineage(label))


def _written(subject: Subject, place: int, desk: Desk, parts: Parts) -> str | None:
    labels = lineage(subject.entity.mentions[place].label)
    writer = next((_WRITERS[label] for label in labels if label in _WRITERS), _code)
    return writer(subject, place, desk, parts)


def _other(subject: Subject, place: int, words: str | None) -> str:
    if words is None or canonical(subject.label, words) == canonical(subject.label, subject.surfaces[place]):
        return kind_of(subject)
    return words


def _given(
    desk: Desk, series: str, original: str, make: Callable[[Draw], str | None], show: Callable[[str], str]
) -> str:
    """Return what an original was given, shown in one of its spellings; nothing that stands in the text is given."""

    def propose(draw: Draw) -> str | None:
        if draw.attempt >= PATIENCE:
            return numbered_kind(series, draw, desk)
        made = make(draw)
        return None if made is None or made == original or _stands(show(made), desk) else made

    given = desk.assign(f"figures {series}", original, propose)
    return given if is_numbered_kind(given) else show(given)


def _stands(words: str, desk: Desk) -> bool:
    # Two digits stand inside many a number of a text; that is no reason against them.
    return desk.has_word(words) if len(words) < _SHORT and words.isalnum() else desk.stands(words)


def _fitting(shape: str, make: Make) -> Make:
    """Return what makes codes of a shape; others get letters for letters and digits for digits."""
    pattern = re.compile(shape)
    return lambda code, chance: make(code, chance) if pattern.fullmatch(code) else vary(code, chance)


def _code(subject: Subject, place: int, desk: Desk, parts: Parts, make: Make = vary) -> str | None:  # noqa: ARG001
    """Return a code whose letters and digits are made anew, the same for every spelling of an original."""
    surface = subject.surfaces[place]
    plain = core(surface).upper()
    if not plain:
        return None
    return _given(
        desk,
        subject.label,
        plain,
        lambda draw: make(plain, Chance(draw.seed)),
        lambda made: respell(made, surface),
    )


def _cased(subject: Subject, place: int, desk: Desk, parts: Parts, make: Make) -> str | None:  # noqa: ARG001
    """Return a code in which small letters and capitals are different ones."""
    surface = subject.surfaces[place]
    return _given(desk, subject.label, surface, lambda draw: make(surface, Chance(draw.seed)), str)


def _whole(subject: Subject, place: int, desk: Desk, parts: Parts, make: Make) -> str | None:  # noqa: ARG001
    """Return words that are made as a whole: the same for a surface in small letters and in capitals."""
    surface = subject.surfaces[place]
    if not core(surface):
        return None
    return _given(desk, subject.label, _plain(subject, surface), lambda draw: make(surface, Chance(draw.seed)), str)


def _plain(subject: Subject, surface: str) -> str:
    return canonical(subject.label, surface)


def _phone(subject: Subject, place: int, desk: Desk, parts: Parts) -> str | None:
    surface = subject.surfaces[place]
    number = number_of(surface, subject.language)
    if number is None:
        return _whole(subject, place, desk, parts, local)
    return _given(
        desk,
        "PHONE",
        f"{number.region} {number.digits}",
        lambda draw: _another_number(number, draw),
        lambda digits: fit(digits, number.digits, surface),
    )


def _another_number(number: Number, draw: Draw) -> str | None:
    made = stand_in(number, Chance(draw.seed), draw.attempt)
    return None if made == number.digits else made


def _machine(subject: Subject, place: int, desk: Desk, parts: Parts) -> str | None:  # noqa: ARG001 - as the others
    surface = subject.surfaces[place]
    plain = _plain(subject, surface)
    return _given(desk, subject.label, plain, lambda draw: net.ip(surface, Chance(draw.seed), draw.attempt), str)


def _identifier(subject: Subject, place: int, desk: Desk, parts: Parts) -> str | None:
    country = feature(subject, place, "country")
    countries = (country,) if country else load(subject.language).phone_regions if subject.language else ()
    label = subject.entity.mentions[place].label
    # A German tax number with strokes has no range for tests, and is not the one that has.
    known = () if "/" in subject.surfaces[place] else countries
    return _code(subject, place, desk, parts, lambda code, chance: identifier(code, label, known, chance))


def _point(subject: Subject, place: int, desk: Desk, parts: Parts) -> str | None:  # noqa: ARG001 - as the others
    surface = subject.surfaces[place]
    if net.coordinates(surface, Chance(b"")) is None:
        return None
    plain = _plain(subject, surface)
    return _given(desk, subject.label, plain, lambda draw: net.coordinates(surface, Chance(draw.seed)), str)


def _address(subject: Subject, place: int, desk: Desk, parts: Parts) -> str | None:
    surface, told = subject.surfaces[place], feature(subject, place, "parts")
    # One street is one in all addresses, and no two become one.
    parts = parts._replace(street=lambda words, _: _street_words(words, subject.language, desk))

    def make(draw: Draw) -> str | None:
        return addresses.address(surface, told, subject.language, Chance(draw.seed), parts)

    if not addresses.can_be_read(surface, told):
        return None
    return _given(desk, subject.label, _plain(subject, surface), make, str)


def _street(subject: Subject, place: int, desk: Desk, parts: Parts) -> str | None:  # noqa: ARG001 - as the others
    return _street_words(subject.surfaces[place], subject.language, desk)


def _street_words(words: str, language: str | None, desk: Desk) -> str:
    def make(draw: Draw) -> str | None:
        return addresses.street(words, language, Chance(draw.seed), draw.attempt)

    return _given(desk, "ADDRESS.STREET", canonical("ADDRESS.STREET", words), make, str)


def _house(subject: Subject, place: int, desk: Desk, parts: Parts) -> str | None:  # noqa: ARG001 - as the others
    """Return a house further on: by as many as all of the scope, since there are too few near by to give out."""
    return addresses.house(subject.surfaces[place], Chance(desk.seed("figures ADDRESS.NUMBER")))


def _flight(code: str, chance: Chance) -> str:
    """Return another flight of the same airline."""
    airline = code[:2]
    return airline + shaped(code[2:], chance)


def _moved(maker: SurrogateMaker, subject: Subject, place: int, desk: Desk, parts: Parts) -> str | None:  # noqa: ARG001
    """Return what another strategy makes of one mention; that it is near is worth more than that it is new."""
    words = maker.write(subject, desk)[place]
    return None if words == kind_of(subject) else words


def _time(subject: Subject, place: int, desk: Desk, parts: Parts) -> str | None:  # noqa: ARG001 - as the others
    return moved_time(subject.surfaces[place], subject.language, desk.seed("figures TIME"))


_WRITERS: Mapping[str, Writer] = {
    "PHONE": _phone,
    "IBAN": partial(_code, make=_fitting(r"[A-Z]{2}[0-9]{2}[A-Z0-9]{8,30}", bank.iban)),
    "CARD": partial(_code, make=_fitting(r"[0-9]{12,19}", bank.card)),
    "BIC": partial(_code, make=_fitting(r"[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?", bank.bic)),
    "CRYPTO": partial(_cased, make=bank.wallet),
    "ACCOUNT": _code,
    "CONTRACT": _code,
    "ID": _identifier,
    "ID.PASSPORT": _code,
    "ID.LICENCE": _code,
    "PLATE": _code,
    "VIN": partial(_code, make=net.vin),
    "IP": _machine,
    "MAC": partial(_code, make=_fitting(r"[0-9A-F]{12}(?:[0-9A-F]{4})?", net.mac)),
    "COORDINATES": _point,
    "ADDRESS": _address,
    "ADDRESS.STREET": _street,
    "ADDRESS.NUMBER": _house,
    "ADDRESS.ZIP": partial(_whole, make=addresses.postcode),
    "TRANSPORT.NUMBER": _code,
    "FLIGHT": partial(_code, make=_fitting(r"[A-Z0-9]{2}[0-9]{1,4}", _flight)),
    "MONEY": partial(_moved, _AMOUNTS),
    "NUMBER": partial(_moved, _AMOUNTS),
    "DURATION": partial(_moved, _AMOUNTS),
    "AGE": partial(_moved, _AGES),
    "DATE": partial(_moved, _SHIFT),
    "TIME": _time,
}
