"""Ages behind a name or a word for somebody, between marks: "Joan Pickering, 71, of Leeds", "the pupil (13)"."""

from functools import cache

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, before
from allonym.detectors.life.age_words import age_nouns, is_person, words_of
from allonym.detectors.life.aging import found_age
from allonym.detectors.life.counting import Number
from allonym.detectors.life.cues import word_before
from allonym.detectors.life.numerals import Page
from allonym.languages.lists import normal, open_lists
from allonym.languages.pack import CODES
from allonym.languages.words import all_entries

_ADULT = 13
"""Behind a name or a pronoun a smaller number is rather a note or a rank."""
_MARKED = frozenset({", ,", " ()", " (,", ", ."})
# "Pt: F, 56, c/o chest pain".
_SEX = Expression(r"(?:[:(,\n\0] ?|\A)[mfwh]\Z")
_SEX_CLOSES = Expression(r", ?[mfwhkd][)\]]")
_DIGIT_BEHIND = Expression(r",[0-9]|\. ?[0-9]")
_LISTED_BEHIND = Expression(r", ?[1-9][0-9]{0,2}(?![0-9])|, ?[0-9]{4,5} [A-Z]")
_WORD_BEHIND = Expression(r", ?([^\W\d_]+)")
_LAST_DAY = 31
"""Up to this, a number with a stop is rather a day: "Aus Wien, 26. Juni"."""
_JOINTS = str.maketrans("", "", "-'’.")
_MARKS = "\"'“„«‘([*_>—–.,:;\n"
_GIVEN = frozenset({"first", "nickname"})
_LONGEST_SHORT = 3
"""So long are titles that are cut short: "Dr. Roca"."""


def between_marks(page: Page, start: int, end: int) -> Found | None:
    """Find a number between commas or in brackets behind somebody: "the boy, 8, was", "Schüler (17)", "Ich (31, w)"."""
    lowered = page.lowered
    marks = lowered[start - 2 : start] + lowered[end : end + 1]
    if marks not in _MARKED or (marks == " (," and not _SEX_CLOSES.match(lowered, end)):
        return None
    if _DIGIT_BEHIND.match(lowered, end):
        return None
    value, who = int(lowered[start:end]), word_before(lowered, start - 2)
    if marks[2] == "." and value <= _LAST_DAY:
        return None
    if who not in age_nouns(*CODES) and not _SEX.search(before(lowered, start - 2, 4)):
        told = is_person(who) if marks[1] == "(" else False
        if value < _ADULT or not (told or _is_named(page.text, start - 2, end)):
            return None
    return found_age(start, end, Number(start, value, "digits"), 0.6)


def _is_named(text: str, at: int, end: int) -> bool:
    """Tell whether the full name of somebody ends at a place: two words at least that begin with capitals."""
    # "Paris, 12, 14 et 15" counts on, and "Louis Baucher, 89, avenue de Wagram" lives there.
    behind = _WORD_BEHIND.match(text, end)
    if _LISTED_BEHIND.match(text, end) or (behind and behind[1].lower() in _no_names()):
        return False
    words = before(text, at, 48).replace("\n", "\n ").split(" ")
    if not _is_capital(words[-1]) or not _no_names().isdisjoint(word.strip(_MARKS).lower() for word in words):
        return False
    if _is_given(words[-1]):
        return True
    place = len(words) - 2
    while place > 0 and words[place] in words_of("ties"):
        place -= 1
    given = words[place].lstrip(_MARKS) if place >= 0 else ""
    # "Stert. Hamburg, 31." begins another sentence.
    return _is_capital(given) and not (given.endswith(".") and len(given) > _LONGEST_SHORT)


def _is_given(word: str) -> bool:
    """Tell whether a word is rather a first name than anything else: "Sarah (34)", but not "Paris (15)"."""
    entries = open_lists().find(normal(word))
    return bool(entries) and entries[0].kind in _GIVEN and all(each.kind != "stop" for each in entries)


def _is_capital(word: str) -> bool:
    letters = word.translate(_JOINTS)
    return letters.isalpha() and len(letters) > 1 and letters[0].isupper() and letters[1:2].islower()


@cache
def _no_names() -> frozenset[str]:
    """Return words that lead to the number of a house or of a law, or begin a date."""
    lists = [("dates", "law_words"), ("addresses", "before"), ("addresses", "before_loose"), ("addresses", "after")]
    words = (word for name, key in lists for word in all_entries(name, key))
    return frozenset(word.rstrip(".") for word in words if len(word) > 1) | words_of("not_named")
