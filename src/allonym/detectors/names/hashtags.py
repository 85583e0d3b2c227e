"""The names in handles and hashtags: other detectors find those; here they are opened for the names in them.

#ParisAttacks -> paris, attacks      @marie.delattre1 -> marie, delattre
"""

import re
from collections.abc import Iterable

_HUMP = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[^\W\d_A-Z]+")


def names_itself(form: str, compounds: Iterable[str]) -> bool:
    """Tell whether a word is one of those that handles and hashtags are made of; short ones are too common there."""
    return len(form) > 2 and any(form in each.lower() and form in split_compound(each) for each in compounds)


def split_compound(compound: str) -> set[str]:
    """Return the words that a handle or hashtag is made of, in small letters."""
    return {part.lower() for part in _HUMP.findall(compound)}
