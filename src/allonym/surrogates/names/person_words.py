"""Words that are nobody's in a name, and those among them that are somebody's as often: Ben, Don, Prince, Major, Sen.

A word that could be part of the name is replaced; it stays only where it can hardly be one.
"""

from functools import cache

from allonym.core.plain_toml import read_table
from allonym.languages.words import entries
from allonym.surrogates.names.choosing import fold
from allonym.surrogates.names.cultures import name_levels

_SPOKEN_BEFORE_NAMES = {"don": "es it", "dom": "pt", "dona": "es pt", "donna": "it", "doña": "es"}
# Where "Ben" between two names is mostly "son of".
_SON_OF = ("fr", "ar")
_OFTEN = 3


@cache
def person_words(kind: str) -> frozenset[str]:
    """Return the words of one kind that stand in and around names."""
    return frozenset(entries(read_table("allonym.surrogates.names", "person_words.toml")[kind]))


def is_rather_a_name(word: str, gap: str, after: str, has_begun: bool, language: str | None) -> bool:
    """Tell whether a title, a suffix or a joining word may be somebody's name where it stands.

    `gap` and `after` are what stands before and behind the word in the name.
    """
    small = fold(word).rstrip(".")
    if after.startswith(",") and not has_begun:
        return True
    # Who writes "ben carter" writes every name small; "bin Salman" is a joining word.
    if word.endswith(".") or (word[:1].islower() and any(map(str.isupper, after))):
        return False
    if small in _SPOKEN_BEFORE_NAMES:
        return (language or "") not in _SPOKEN_BEFORE_NAMES[small].split() or has_begun
    given, last = name_levels(small)
    if small in person_words("joining"):
        return _joins_nothing(small, given, has_begun, language)
    if has_begun and small in person_words("suffixes"):
        # "Anna Berg, MD" and "ANNA BERG JR" say what follows; Amartya Sen is called so.
        return max(given, last) > 1 and "," not in gap and small not in person_words("generations")
    is_often = given > 1 or last >= _OFTEN or (language in {"es", "it", "pt"} and last > 1)
    return is_often and small not in person_words("sure")


def _joins_nothing(small: str, given: int, has_begun: bool, language: str | None) -> bool:
    """Tell whether a joining word stands where nothing is to be joined, or is too often a given name."""
    if small in person_words("arabic_joining"):
        return False
    return given > 0 if not has_begun else given >= _OFTEN and language not in _SON_OF
