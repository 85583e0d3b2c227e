"""The names in handles and hashtags: other detectors find those; here they are opened for the names in them.

#ParisAttacks -> paris, attacks      @marie.delattre1 -> marie, delattre      #MarieCurie is a person
"""

import re
from collections.abc import Iterable, Iterator

from allonym.detectors.finding import Found
from allonym.detectors.names.context import ANY
from allonym.detectors.names.wording import Wording
from allonym.languages.list_facts import FIRST, LAST

_HUMP = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[^\W\d_A-Z]+")
_PART = re.compile(r"[A-ZÀ-ÖØ-Þ][^\W\d_A-ZÀ-ÖØ-Þ]+")
_TAG = re.compile(rf"#((?:{_PART.pattern}){{2,3}})(?!\w)")
_SCORE = 0.8


def persons(text: str, wording: Wording) -> Iterator[Found]:
    """Return the hashtags that are a first and a last name, without their sign."""
    for match in _TAG.finditer(text):
        if _is_person(_PART.findall(match[1]), wording):
            yield Found(match.start(1), match.end(1), "PERSON", _SCORE, "hashtag")


def _is_person(parts: list[str], wording: Wording) -> bool:
    words, _ = wording.read(parts)
    first, last = words[0].levels[FIRST], words[-1].levels[LAST]
    low, high = sorted((words[0].common[ANY], words[-1].common[ANY]))
    if first >= 3:
        return last >= 1 and low < 0.5 and high < 0.75
    # A rarer first name needs a last name beside it, and neither may be an ordinary word.
    return min(first, last) >= 2 and high < 0.15


def names_itself(form: str, compounds: Iterable[str]) -> bool:
    """Tell whether a word is one of those that handles and hashtags are made of; short ones are too common there."""
    return len(form) > 2 and any(form in each.lower() and form in split_compound(each) for each in compounds)


def parts_of(compounds: Iterable[str]) -> frozenset[str]:
    """Return all the words of which `names_itself` tells that they are in these compounds."""
    return frozenset(
        part for each in compounds for part in split_compound(each) if len(part) > 2 and part in each.lower()
    )


def split_compound(compound: str) -> set[str]:
    """Return the words that a handle or hashtag is made of, in small letters."""
    return {part.lower() for part in _HUMP.findall(compound)}
