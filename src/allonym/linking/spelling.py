"""How names are compared: folded to small plain letters, by edits, and by their consonants across scripts.

Müller -> muller      Łukasz -> lukasz      Annnna -> anna      أحمد -> احمد
Stockhuml ~ Stockholm      Khaled, خالد -> xld
"""

import re
import unicodedata
from functools import lru_cache

from allonym.core.shadow import is_plain, shadow
from allonym.languages.list_forms import normal
from allonym.languages.lists import open_lists

_NO_MARKS = dict.fromkeys((*range(0x300, 0x370), *range(0x64B, 0x656), 0x670))
_LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ß": "ss", "ħ": "h"}
)
_STRETCHED = re.compile(r"([^\W\d_])\1{2,}")
_ARABIC = re.compile(r"[\u0621-\u064a]")
_LATIN = re.compile(r"[a-z]")
_KHALED = (("kh", "x"), ("gh", "g"), ("sh", "$"), ("ch", "$"), ("th", "t"), ("dh", "d"), ("ph", "f"), ("ck", "k"))
_LATIN_SOUNDS = str.maketrans("bpckqgjdfvhlmnrstxz", "bbkkkggdffhlmnrstxz", "aeiouyw'-")
_ARABIC_SOUNDS = str.maketrans("بپتثجحخدذرزسشصضطظغفڤقكلمنهچ", "bbttghxddrzs$sdtzgffkklmnh$", "اوييىهئءؤةع")
_DOUBLE = re.compile(r"(.)\1+")
_SHORTEST, _LONG, _LONGEST = 5, 9, 32


def as_seen(text: str) -> str:
    """Return a text as a reader sees it, without hidden and look-alike characters."""
    return text if is_plain(text) else shadow(text).text


@lru_cache(maxsize=1 << 15)
def fold(word: str) -> str:
    """Return a word, as seen, in small letters, without accents and without the variants of Arabic letters."""
    small = normal(word.casefold())
    if not small.isascii():
        small = unicodedata.normalize("NFD", small).translate(_NO_MARKS).translate(_LETTERS)
    return _unstretched(small) if len(small) > 3 and _STRETCHED.search(small) else small


def _unstretched(word: str) -> str:
    """Return a word without the letters that somebody has drawn out: Annnna is Anna, Berrrg is Berg."""
    forms = [_STRETCHED.sub(times, word) for times in (r"\1", r"\1\1")]
    return max(forms, key=lambda form: max((entry.weight for entry in open_lists().find(form)), default=0.0))


def is_arabic(word: str) -> bool:
    """Tell whether a word is written in Arabic letters."""
    return _ARABIC.search(word) is not None


@lru_cache(maxsize=1 << 14)
def skeleton(word: str) -> str:
    """Return the consonants of a folded word, the same for an Arabic word and for what Latin letters make of it."""
    if is_arabic(word):
        bare = word.removeprefix("ال") if len(word) > 4 else word
        sounds = bare.translate(_ARABIC_SOUNDS)
    elif _LATIN.match(word):
        sounds = word
        for letters, sound in _KHALED:
            sounds = sounds.replace(letters, sound)
        # The h at the end of Fatimah stands for a letter that is not spoken.
        sounds = sounds.removesuffix("h").translate(_LATIN_SOUNDS)
    else:
        return ""
    # An h in the middle is left out by some writers and by some letters, so it does not count at all.
    return _DOUBLE.sub(r"\1", sounds.replace("h", ""))


def allowance(word: str) -> int:
    """Return how many slips of the pen a word of this length may have: none, one or two."""
    size = len(word)
    return 0 if size < _SHORTEST or size > _LONGEST else 1 if size < _LONG else 2


def is_slip(one: str, other: str) -> bool:
    """Tell whether two folded words may be one, spelt wrongly.

    Endings that make another name are none: Kowalski and Kowalska, Peter and Peters, Martin and Martina.
    """
    most = min(allowance(one), allowance(other))
    if not most or one == other or one[0] != other[0] or abs(len(one) - len(other)) > most:
        return False
    if (_letters(one) ^ _letters(other)).bit_count() > 2 * most or digits(one) != digits(other):
        return False
    if _other_ending(one, other):
        return False
    return distance(one, other, most) <= most


@lru_cache(maxsize=1 << 15)
def _letters(word: str) -> int:
    """Return which letters a word has, one bit for each of 32 sorts: most words that are not alike differ in many."""
    made = 0
    for letter in word:
        made |= 1 << (ord(letter) & 31)
    return made


def digits(text: str) -> str:
    """Return the digits of a text; names with other digits are other names."""
    return "" if text.isalpha() else "".join(filter(str.isdigit, text))


def _other_ending(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    if len(short) == len(long):
        return short[:-1] == long[:-1] and bool({short[-1], long[-1]} & set("aeo"))
    return long.startswith(short)


def _unlike(one: str, other: str) -> tuple[str, str]:
    """Return two words without what they begin and end with alike: that takes no change."""
    shorter = min(len(one), len(other))
    first = last = 0
    while first < shorter and one[first] == other[first]:
        first += 1
    while last < shorter - first and one[-1 - last] == other[-1 - last]:
        last += 1
    return one[first : len(one) - last], other[first : len(other) - last]


def distance(one: str, other: str, most: int) -> int:
    """Return how many letters must be put in, taken out, changed or swapped with the next; past `most`, any more."""
    one, other = _unlike(one, other)
    before: list[int] = []
    above = list(range(len(other) + 1))
    for row, letter in enumerate(one, 1):
        here = [row]
        for column, facing in enumerate(other, 1):
            cost = min(above[column] + 1, here[-1] + 1, above[column - 1] + (letter != facing))
            if row > 1 and column > 1 and letter == other[column - 2] and one[row - 2] == facing:
                cost = min(cost, before[column - 2] + 1)
            here.append(cost)
        if min(here) > most:
            return most + 1
        before, above = above, here
    return above[-1]
