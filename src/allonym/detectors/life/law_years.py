"""Years that are part of a law's name: "the 1996 Housing Act", "loi de 1978", "Ley de 1995", "lagen från 1974".

They tell nothing of anybody's life.
"""

import re
from functools import cache

from allonym.detectors.finding import before
from allonym.detectors.life.dating import listed, said
from allonym.detectors.life.numerals import Page
from allonym.languages.words import all_entries, either

_REACH = 72
# Words in the name of a law that have no capital.
_SMALL = "of|on|and|the|for|de|la|le|les|los|las|sobre|y|e|et|des|du|del|dei|delle|della|da|do|dos|das|über|för|om|och"


def names_a_law(page: Page, start: int, end: int, lead: str | None) -> bool:
    """Tell whether a year goes with the name of a law before it or behind it; `lead` is the word that leads to it."""
    text = page.text
    if text[end : end + 1] == " " and text[end + 1 : end + 2].isupper() and _behind().match(text, end):
        return True
    if lead is not None and lead not in _year_leads():
        return False
    # Few years have a word of laws before them.
    words = before(page.lowered, start, _REACH).split()
    near = not _laws().isdisjoint(words) or any(word.endswith(_law_ends()) for word in words)
    return near and _before().search(before(text, start, _REACH)) is not None


@cache
def _year_leads() -> frozenset[str]:
    """Return the words that may stand between the name of a law and its year."""
    return frozenset(phrase.split()[-1] for phrase in all_entries("dates", "law_year"))


@cache
def _laws() -> frozenset[str]:
    names = (name.split()[-1] for name in all_entries("dates", "law_names"))
    return frozenset(form for name in names for form in (name, f"و{name}"))


@cache
def _law_ends() -> tuple[str, ...]:
    return tuple(all_entries("dates", "law_ends"))


@cache
def _behind() -> re.Pattern[str]:
    names = either([name.title() for name in listed("en", "law_names")])
    return re.compile(rf" (?:[A-Z][\w'’&\-]* (?:(?:of|and|&|for|on|the) )?){{0,4}}(?:{names})(?!\w)")


@cache
def _before() -> re.Pattern[str]:
    # A word of the name has a capital or a small word before it, or the Arabic article.
    word = rf"[A-ZÀ-ÖØ-Þ][\w'’\-]*|(?:{_SMALL})(?: [^\W\d_]+)?|ال[\u0621-\u064a]+"
    return re.compile(
        rf"(?:(?<!\w)و?(?i:{said('law_names')})|(?i:{said('law_ends')}))(?: (?:{word})){{0,4}}"
        rf" (?i:{said('law_year')})\s?\Z"
    )
