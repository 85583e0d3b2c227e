"""What the lists say of one word, packed in one number, so that a word is known by one look-up.

    bits   0-31   how ordinary a word it is: four bits per language, in the order of CODES
    bits  32-55   how prominent it is in each list of names: three bits each, in the order of LISTED
    bits  56-57   its gender as a first name
    bit   58      whether a listed form of several words begins with it
    bit   59      whether it comes second in one
    bits  60-     the lists it stands in whose words are no names, in the order of OTHERS

The tables have this number ready for every single word.
"""

from collections.abc import Iterable

from allonym.languages.list_format import GENDERS, KINDS, SCALE
from allonym.languages.pack import CODES

LISTED = ("first", "last", "city", "region", "country", "company", "product", "school")
"""The lists that name somebody or something; levels follow this order."""
FIRST, LAST, CITY, REGION, COUNTRY, COMPANY, PRODUCT, SCHOOL = range(len(LISTED))
THINGS = LISTED[CITY:SCHOOL]
"""Those of places, firms and what they make."""

OTHERS = tuple(sorted(set(KINDS) - set(LISTED) - {"nickname"}))
"""The lists whose words are no names."""

BEGINS, FOLLOWS = 1 << 58, 1 << 59
_LEVELS, _GENDER, _OTHERS = 32, 56, 60
_PLACES = {"nickname": FIRST, **{kind: place for place, kind in enumerate(LISTED)}}
_SHIFTS = range(0, 4 * len(CODES), 4)
_STEPS = (0.3, 0.5, 0.65, 0.8)
# Prominence in six bits, as the tables have it, becomes a level from 1 to 5.
_LEVEL_OF = tuple(1 + sum(weight / SCALE >= step for step in _STEPS) for weight in range(SCALE + 1))

Meaning = tuple[str, int, str]
"""The kind, weight (0 to SCALE) and gender of one entry."""


def pack_facts(meanings: Iterable[Meaning]) -> int:
    """Return what entries say together; the most prominent first name tells the gender."""
    levels = [0] * len(LISTED)
    facts, best, gender = 0, 0, ""
    for kind, weight, told in meanings:
        place = _PLACES.get(kind)
        if place is None:
            facts |= 1 << _OTHERS + OTHERS.index(kind)
            continue
        levels[place] = max(levels[place], _LEVEL_OF[weight])
        if place == FIRST and weight > best:
            gender, best = told, weight
    facts |= GENDERS.index(gender) << _GENDER
    return facts | sum(level << _LEVELS + 3 * place for place, level in enumerate(levels))


def coarse(facts: int) -> int:
    """Return the facts on a word as far as they matter when it is written small.

    Of a word that is in no list that is whether it is rare, ordinary (a third or more), or one of the commonest.
    """
    if facts >> _LEVELS & (1 << _GENDER - _LEVELS) - 1 or facts >> _OTHERS:
        return facts
    scores = (15 if score == 15 else 14 if score > 4 else 0 for score in scores_of(facts))
    return facts >> _LEVELS << _LEVELS | sum(score << 4 * place for place, score in enumerate(scores))


def levels_of(facts: int) -> tuple[int, ...]:
    """Return how prominent a word is in each list of names: 0 not at all, 5 very."""
    return tuple(facts >> shift & 7 for shift in range(_LEVELS, _GENDER, 3))


def gender_of(facts: int) -> str:
    """Return the gender of a first name; "" if it has none."""
    return GENDERS[facts >> _GENDER & 3]


def others_of(facts: int) -> tuple[str, ...]:
    """Return the lists a word stands in whose words are no names."""
    rest = facts >> _OTHERS
    return tuple(kind for place, kind in enumerate(OTHERS) if rest >> place & 1) if rest else ()


def scores_of(facts: int) -> tuple[int, ...]:
    """Return how ordinary a word is in each language, 0 to 15."""
    return tuple([facts >> shift & 15 for shift in _SHIFTS])
