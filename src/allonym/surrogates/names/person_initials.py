"""Initials in names: those of the stand-in where the names are known, other letters where they are not.

    P. Watson (Paul)   ->  K. Meier       J. Watson (nobody knows)  ->  T. Meier

There are few letters, and two persons may never become one: a form that is taken is written longer, Ka. Meier.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from allonym.core.protocols import Desk
from allonym.core.types import Draw
from allonym.surrogates.names.choosing import assign, pick
from allonym.surrogates.names.styling import plain

SERIES = "PERSON.INITIALS"
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
# After so many attempts one letter is not enough any more, and in the end two are not.
_ONE_LETTER, _TWO_LETTERS = 60, 300


@dataclass(frozen=True, slots=True)
class Initial:
    """One initial: its letter, and the name it stands for and its stand-in where they are known."""

    letter: str = field(repr=False)
    form: str = field(default="", repr=False)
    name: str = field(default="", repr=False)


def shorten(initials: Sequence[Initial], names: str, forms: str, desk: Desk) -> list[str]:
    """Return what stands in for each initial of a mention; [] if nothing is left.

    `names` are the stand-ins of the whole names beside the initials, and `forms` what these were.
    """
    known = " ".join(each.form or f"{each.letter}." for each in initials)
    longest = max((len(each.name) for each in initials if each.name), default=0)

    def propose(draw: Draw) -> str | None:
        if draw.attempt >= (longest or _TWO_LETTERS):
            return None
        made = [_one(each, place, draw) for place, each in enumerate(initials)]
        words = " ".join([*(f"{each}." for each in made), *names.split()])
        return "" if desk.stands(words) else words

    def ask(original: str) -> list[str]:
        given = assign(desk, SERIES, original, propose, None)
        return [] if given.startswith("[") else [word.rstrip(".") for word in given.split()[: len(initials)]]

    made = ask(f"{known} | {forms}")
    if all(map(_fits, initials, made)):
        return made
    # Somebody else of that name came first.
    return ask(f"{known} | {forms} | {' '.join(each.name for each in initials)}")


def _fits(initial: Initial, letters: str) -> bool:
    return plain(initial.name).casefold().startswith(letters.casefold()) or not initial.name


def _one(initial: Initial, place: int, draw: Draw) -> str:
    if initial.name:
        return plain(initial.name)[: 1 + draw.attempt].capitalize()
    others = _LETTERS.replace(initial.letter.upper(), "")
    letter = others[pick(draw.seed[place:], len(others))]
    return letter if draw.attempt < _ONE_LETTER else letter + "aeiou"[pick(draw.seed[place + 8 :], 5)]
