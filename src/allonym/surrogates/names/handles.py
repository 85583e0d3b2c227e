"""The words in user names and addresses: cut apart, replaced one by one, and put together in the same style.

    pwatson   paul.watson   PaulW87   p4ul_w
    kmeier    karl.meier    KarlM91   k4rl_m

Who is made from a person's name is made from the stand-in's. Other words that are names get the stand-ins of names;
the rest gets words of no meaning here. Digits stay as many, years stay near.
"""

import re
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import lru_cache

from allonym.core.protocols import Desk
from allonym.surrogates.names.choosing import pick
from allonym.surrogates.names.cultures import culture_of, gender_of_name, name_levels
from allonym.surrogates.names.person_drawing import assign_name
from allonym.surrogates.names.person_parts import GIVEN, LAST
from allonym.surrogates.names.person_reading import Person
from allonym.surrogates.names.pool_files import Pools
from allonym.surrogates.names.styling import dress, plain, script_of

_PIECE = re.compile(r"[A-ZÀ-Þ]+(?![a-zß-ÿ])|[A-ZÀ-Þ]?[a-zß-ÿ]+|[^\W\d_]+|\d+|[\W_]")
_YEAR = re.compile(r"(?:19[3-9]|20[0-2])\d")
_LEET = dict(zip("431057", "aeiost", strict=True))
_UNLEET = re.compile(r"(?<=[a-zA-Z])[431057](?=[a-zA-Z])")
_FEW, _NEAR = 3, 5
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})

Known = Mapping[str, tuple[str, str]]
"""The parts of a kin's name, folded, with role and stand-in."""


@dataclass(repr=False, frozen=True, slots=True)
class Style:
    """What the words of a handle are replaced with."""

    known: Known = field(repr=False)
    language: str | None
    pools: Pools
    seed: bytes = field(repr=False)
    """Chooses digits and meaningless words."""
    kept: AbstractSet[str] = frozenset()
    """Words that stay, for they are nobody's: info, index, html."""


def restyle(words: str, style: Style, desk: Desk) -> str:
    """Return a handle or local part with everything in it replaced, in the style of the original."""
    leet = _UNLEET.search(words)
    read = _UNLEET.sub(lambda match: _LEET[match[0]], words)
    pieces: list[str] = _PIECE.findall(read)
    made = "".join(_piece(piece, place, style, desk) for place, piece in enumerate(pieces))
    return _releet(made, leet[0]) if leet else made


def pieces_of(words: str) -> list[str]:
    """Return the words of a handle in small plain letters."""
    return [plain(piece).casefold() for piece in _PIECE.findall(words) if piece[:1].isalpha()]


def _piece(piece: str, place: int, style: Style, desk: Desk) -> str:
    if piece.isdecimal():
        return other_digits(piece, style.seed[place % 16 :])
    if not piece[:1].isalpha():
        return piece if piece.isascii() else ""
    return dress_like(_word(plain(piece).casefold(), place, style, desk), piece)


def dress_like(word: str, piece: str) -> str:
    """Return a small word with the capitals of a piece: Paul -> Karl, WATSON -> MEIER, p -> k."""
    if len(piece) == 1:
        return word.upper() if piece.isupper() else word
    return dress(word.capitalize(), piece)


def _word(word: str, place: int, style: Style, desk: Desk) -> str:
    """Return what stands in for one word in small plain letters."""
    made = from_kin(word, style.known) or _around_kin(word, style, style.seed[place % 8 :])
    if made:
        return made
    if word in style.kept:
        return word
    if names := _names_in(word):
        return "".join(_bare(_as_name(name, role, style, desk)) for name, role in names)
    if len(word) < _FEW:
        return "".join(_other_letter(letter, style.seed[place % 8 + at :]) for at, letter in enumerate(word))
    return _meaningless(word, style, style.seed[place % 16 :])


@lru_cache(maxsize=4096)
def _names_in(word: str) -> tuple[tuple[str, str], ...]:
    """Return the names that a word is, or is put together from: anna, annaberg."""
    given, last = name_levels(word)
    if len(word) >= _FEW and max(given, last) > (1 if len(word) > _FEW else 2):
        return ((word, GIVEN if given >= last else LAST),)
    cuts = [(name_levels(word[:cut])[0], name_levels(word[cut:])[1], cut) for cut in range(_FEW, len(word) - _FEW + 1)]
    one, two, cut = max(cuts, key=lambda each: (each[0] + each[1], each[2]), default=(0, 0, 0))
    return ((word[:cut], GIVEN), (word[cut:], LAST)) if min(one, two) > 1 else ()


def from_kin(word: str, known: Known) -> str:
    """Return a word that is put together from the parts of a name, put together from the stand-ins; "" if it is not."""
    parts = {_bare(form): _bare(name) for form, (_, name) in known.items() if form}
    spelt_out = {_bare(form.translate(_UMLAUTS)): _bare(name.translate(_UMLAUTS)) for form, (_, name) in known.items()}
    made = _combined(parts).get(word) or _combined(spelt_out).get(word)
    if made:
        return made
    for form, name in parts.items():
        # "wats" for Watson, "p" for Paul; a short name is the beginning of a long one.
        if form.startswith(word) and len(word) != _FEW - 1:
            return name[: len(word)]
    return ""


def _around_kin(word: str, style: Style, seed: bytes) -> str:
    """Return a word that holds a name and a letter or two more, both replaced: mwatson of Paul Watson's wife."""
    for form, (_, name) in style.known.items():
        own = _bare(form)
        if _FEW < len(own) < len(word) < len(own) + _FEW and own in word:
            before, _, after = word.partition(own)
            letters = [_other_letter(letter, seed[at:]) for at, letter in enumerate(before + after)]
            return "".join([*letters[: len(before)], _bare(name), *letters[len(before) :]])
    return ""


def _bare(name: str) -> str:
    return "".join(filter(str.isalnum, plain(name).casefold()))


def _combined(parts: Mapping[str, str]) -> dict[str, str]:
    """Return every way to write two parts of a name as one word, with the same of the stand-ins."""
    made = dict(parts)
    for one, first in parts.items():
        for two, second in parts.items():
            if one != two:
                made[one[0] + two[0]] = first[0] + second[0]
                made[one + two[0]] = first + second[0]
                made[one[0] + two] = first[0] + second
                made[one + two] = first + second
    return made


def _as_name(word: str, role: str, style: Style, desk: Desk) -> str:
    given, last = (word, "") if role == GIVEN else ("", word)
    cultures = culture_of(given, last, style.language, style.pools)
    gender = gender_of_name(word, cultures[0], style.language, style.pools)
    return assign_name(word, role, Person((), (), "", frozenset({word}), cultures, gender, style.pools), desk)


def _meaningless(word: str, style: Style, seed: bytes) -> str:
    """Return a word as long, of an invented name: it means nothing, and still can be spoken."""
    if script_of(word) == "ar":
        stems = style.pools.cell("things", "stem ar")
        return stems[pick(seed, len(stems))].removeprefix("ال")
    row = _invented(style.pools, style.language or "en", len(word))
    return row[pick(seed, len(row))][: len(word)]


@lru_cache(maxsize=256)
def _invented(pools: Pools, language: str, length: int) -> tuple[str, ...]:
    row = pools.cell("things", f"firm {language if language != 'ar' else 'en'}") or pools.cell("things", "firm en")
    names = tuple(plain(name).lower() for name in row)
    return tuple(name for name in names if 0 <= len(name) - length < _FEW) or names


def _other_letter(letter: str, seed: bytes) -> str:
    letters = "aeiou" if letter in "aeiou" else "bcdfghklmnprstv"
    others = letters.replace(letter, "")
    return others[pick(seed, len(others))]


def other_digits(digits: str, seed: bytes) -> str:
    """Return as many other digits; a year becomes one near by."""
    if _YEAR.fullmatch(digits):
        away = pick(seed, 2 * _NEAR) - _NEAR
        return str(int(digits) + (away if away < 0 else away + 1))
    # The last digit always differs, so that the number does.
    tail = (int(digits[-1]) + 1 + pick(seed[8:], 9)) % 10
    head = "".join(str(pick(seed[at % 16 :], 10)) for at in range(len(digits) - 1))
    return f"{head}{tail}"


def _releet(word: str, digit: str) -> str:
    """Return a word with one letter inside it written as a digit, as the original had."""
    for letter, other in ((_LEET[digit], digit), *((each, number) for number, each in _LEET.items())):
        place = word.lower().find(letter, 1)
        if 0 < place < len(word) - 1:
            return word[:place] + other + word[place + 1 :]
    return word
