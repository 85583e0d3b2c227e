"""Which name stands in for a part of a person's name, and for whom.

A part has the same stand-in wherever it is met in a scope. Two persons of one name, whom a reader has told apart, get
two: the key says who is meant, and a person keeps the name that the key was given first.
"""

from functools import lru_cache

from allonym.core.protocols import Desk
from allonym.core.types import Draw
from allonym.surrogates.names.choosing import Row, assign, draw_from, fold, rows_by_length, words_of
from allonym.surrogates.names.person_parts import GIVEN, LAST, NICK, Part
from allonym.surrogates.names.person_reading import Person
from allonym.surrogates.names.pool_files import Names, Pools
from allonym.surrogates.names.styling import plain, script_of

WHO = "PERSON.WHO"
"""The series of whole persons: the given name and the surname of each key."""
_BETWEEN = " | "
_SHORT = 5
_HERS = ("ska", "cka", "ova", "eva", "ová", "á")
_ALIKE = 4


def name_of(person: Person, part: Part, desk: Desk) -> str:
    """Return the stand-in of one part of a person's name."""
    asked = part.role, part.form
    if asked not in person.chosen:
        person.chosen[asked] = _choose(person, part, desk)
    return person.chosen[asked]


def _choose(person: Person, part: Part, desk: Desk) -> str:
    given = next((each for each in person.whole if each.role == GIVEN), None)
    last = next((each for each in reversed(person.whole) if each.role == LAST), None)
    leads = [each for each in (given, last) if each is not None]
    place = next((place for place, each in enumerate(leads) if (each.role, each.form) == (part.role, part.form)), None)
    if place is None:
        return assign_name(part.form, part.role, person, desk)
    who = f"{person.key} {script_of(part.form)}"
    if len(leads) == 1:
        known = _told(desk, who)[part.role == LAST] if desk.knows(WHO, who) else ""
        return known or _lead_name(person, part, desk, is_alone=True)
    if not desk.knows(WHO, who):
        names = [_lead_name(person, each, desk, is_alone=False) for each in leads]
        desk.assign(WHO, who, lambda draw: _BETWEEN.join([*names, *([str(draw.attempt)] if draw.attempt else [])]))
    return _told(desk, who)[place]


def _told(desk: Desk, who: str) -> list[str]:
    """Return the given name and the surname that somebody was given."""
    return desk.assign(WHO, who, lambda _: None).split(_BETWEEN)[:2]


def _lead_name(person: Person, part: Part, desk: Desk, is_alone: bool) -> str:
    """Return a name that is shared by all who are called so; of one who is told apart, a name of their own."""
    its_own = f"{part.form} {fold(person.key)}"
    is_apart = _is_apart(person, is_alone) if is_alone or part.role == GIVEN else desk.knows(LAST, its_own)
    return assign_name(part.form, part.role, person, desk, its_own if is_apart else part.form)


def _is_apart(person: Person, is_alone: bool) -> bool:
    """Tell whether a key says more than the name: that of a second one of that name, or one that a table gives."""
    if " #" in person.key:
        return True
    forms = words_of(" ".join(part.form for parts in person.mentions for part in parts))
    if script_of(person.key) == "ar" and script_of(" ".join(forms)) != "ar":
        return False
    known = [any(_is_alike(word, form) for form in forms) for word in words_of(person.key)]
    return not any(known) if is_alone else not all(known)


def _is_alike(word: str, form: str) -> bool:
    return word[:_ALIKE] == form[:_ALIKE] or (len(word) == 1 and form.startswith(word))


def assign_name(form: str, role: str, person: Person, desk: Desk, original: str = "") -> str:
    """Return the stand-in of one part of a name; `original` is what it is kept by, if not its form."""
    rows = _rows(person, role, form)
    is_hers = role == LAST and person.cultures[1] == "slavic" and form.endswith(_HERS)

    twin = _twin(form, role, person, desk)

    def propose(draw: Draw) -> str | None:
        if twin and draw.attempt == 0:
            return twin
        name = draw_from(rows, draw)
        return _feminine(name) if name and is_hers else name

    return assign(desk, role, original or form, propose, person.own)


def _twin(form: str, role: str, person: Person, desk: Desk) -> str:
    """Return how the stand-in of the Arabic form is written in Latin letters; "" if there is none."""
    arabic = person.twins.get(form)
    if arabic is None:
        return ""
    given = assign_name(arabic, role, person, desk)
    keys = ["last ar"] if role == LAST else ["first ar f", "first ar m", "first ar n"]
    pairs = (name.split("/") for key in keys for name in person.pools.cell("persons", key))
    return next((latin for own, latin in pairs if own == given), "")


def _feminine(name: str) -> str:
    """Return a Slavic surname as a woman bears it: Kowalska, Ivanova."""
    for his, hers in (("ski", "ska"), ("cki", "cka"), ("ov", "ova"), ("ev", "eva"), ("ý", "á")):
        if name.endswith(his):
            return name.removesuffix(his) + hers
    return name


def _rows(person: Person, role: str, form: str) -> list[Row]:
    """Return the names that may stand in for a part, the best first."""
    script = script_of(form)
    culture = "ar" if script == "ar" else person.cultures[role == LAST]
    keys = [f"last {culture}"] if role == LAST else [f"first {culture} {gender}" for gender in person.gender or "nfm"]
    cells = [_cell(person.pools, key, script) for key in keys]
    rows = rows_by_length(cells[0], len(form))
    if role == NICK:
        rows = [tuple(name for name in cells[0] if len(name) <= _SHORT), cells[0]]
    elif person.phonetic:
        rows = [_alike(cells[0], form), *rows]
    # Where a cell is used up: names for women and men alike; a surname is doubled then.
    return rows if role == LAST else [*rows, *cells[1:], _cell(person.pools, f"first {culture} n", script)]


@lru_cache(maxsize=256)
def _cell(pools: Pools, key: str, script: str) -> Names:
    """Return the names of a cell in the script at hand."""
    return tuple(_side(name, script) for name in pools.cell("persons", key))


def _side(name: str, script: str) -> str:
    arabic, slash, latin = name.partition("/")
    return latin if slash and script != "ar" else arabic


@lru_cache(maxsize=1024)
def _alike(row: Names, form: str) -> Names:
    """Return the names that begin alike, and sound alike if there are any."""
    begin = plain(form)[:1]
    same = tuple(name for name in row if plain(name.lower())[:1] == begin)
    ending = tuple(name for name in same if plain(name.lower())[-1:] == plain(form)[-1:])
    return ending if len(ending) > 2 else same
