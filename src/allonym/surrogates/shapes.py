"""The letters and digits of a code, without what divides them, and other ones laid into the same spelling.

    AB-12 345   core: AB12345   QX90817 laid into it: QX-90 817

Digits of every script count as digits, and are written back in the script of the place they stand at.
"""

import unicodedata

from allonym.surrogates.chance import Chance

SMALL = "abcdefghijklmnopqrstuvwxyz"
CAPITALS = SMALL.upper()
DIGITS = "0123456789"
ARABIC = "ابتثجحخدذرزسشصضطظعغفقكلمنهوي"


def core(surface: str) -> str:
    """Return the letters and digits of a surface; digits as ASCII has them."""
    return "".join(_plain(character) for character in surface if character.isalnum())


def lay(filling: str, surface: str) -> str:
    """Return the surface with its letters and digits, in order, replaced by those of the filling; case is kept."""
    characters = iter(filling)
    return "".join(_like(next(characters, ""), each) if each.isalnum() else each for each in surface)


def respell(filling: str, surface: str) -> str:
    """Return the filling in the places of the letters and digits of a surface, whatever stood in each of them.

    All in small letters is a spelling; capitals and small letters mixed are taken as the filling has them.
    """
    small = any(map(str.islower, surface)) and not any(map(str.isupper, surface))
    places = iter(filling.lower() if small else filling)
    return "".join(next(places, "") if each.isalnum() else each for each in surface) + "".join(places)


def alphabet_of(character: str) -> str:
    """Return the characters that look like this one: digits, small letters, capitals or Arabic letters."""
    if character.isdecimal():
        return DIGITS
    if "\u0600" <= character <= "\u06ff":
        return ARABIC
    return CAPITALS if character.isupper() else SMALL


def vary(filling: str, chance: Chance) -> str:
    """Return other characters of the same looks, none of which stays in its place; a number does not begin with 0."""
    made = [_other(character, chance) for character in filling]
    if made and made[0] == "0":
        made[0] = chance.pick(DIGITS[1:].replace(filling[0], ""))
    return "".join(made)


def shaped(filling: str, chance: Chance) -> str:
    """Return characters of the same looks, where chance may give one its own again; a number does not begin with 0."""
    made = "".join(chance.pick(alphabet_of(character)) for character in filling)
    if made[:1] == "0" and filling[:1] != "0":
        return chance.pick(DIGITS[1:]) + made[1:]
    return made


def in_small(text: str) -> str:
    """Return a text in small letters, of the same length: the small form of İ alone is longer, and is left out."""
    return "".join(each.lower() if len(each.lower()) == 1 else each for each in text)


def zeros(surface: str) -> str:
    """Return the shape of a surface alone: 0 for digits, A for letters; what is not ASCII and neither is left out."""
    return "".join(
        "0" if each.isdecimal() else "A" if each.isalpha() else each if each.isascii() else "" for each in surface
    )


def _plain(character: str) -> str:
    return str(unicodedata.decimal(character)) if character.isdecimal() else character


def _like(character: str, place: str) -> str:
    if place.isdecimal() and character.isdecimal():
        return chr(ord(place) - unicodedata.decimal(place) + int(character))
    if place.islower():
        return character.lower()
    return character.upper() if place.isupper() else character


def _other(character: str, chance: Chance) -> str:
    letters = alphabet_of(character).replace(character, "")
    return chance.pick(letters)
