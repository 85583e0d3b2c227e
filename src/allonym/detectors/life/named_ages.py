"""Ages behind a name or a word for somebody, between marks: "Joan Pickering, 71, of Leeds", "the pupil (13)"."""

from functools import cache

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, before
from allonym.detectors.life.age_words import age_nouns, is_person, words_of
from allonym.detectors.life.aging import found_age
from allonym.detectors.life.attributes import attribute_words
from allonym.detectors.life.counting import Number
from allonym.detectors.life.cues import word_before
from allonym.detectors.life.numerals import Page
from allonym.languages.lists import normal, open_lists
from allonym.languages.pack import CODES
from allonym.languages.words import all_entries

_ADULT = 13
"""Behind a name or a pronoun a smaller number is rather a note or a rank."""
_MARKED = frozenset({", ,", " ()", " (,", ", .", ", )"})
# "Pt: F, 56, c/o chest pain".
_SEX = Expression(r"(?:[:(,\n\0] ?|\A)[mfwh]\Z")
_SEX_CLOSES = Expression(r", ?[mfwhkd][)\]]")
_DIGIT_BEHIND = Expression(r",[0-9]|\. ?[0-9]")
_LISTED_BEHIND = Expression(r", ?[1-9][0-9]{0,2}(?![0-9])|, ?[0-9]{4,5} [A-Z]")
_WORD_BEHIND = Expression(r", ?([^\W\d_]+)")
_HALVED = Expression(r"(\s?[½¼¾])[)\]]")
_LAST_DAY = 31
"""Up to this, a number with a stop is rather a day: "Aus Wien, 26. Juni"."""
_WITH_OF = frozenset({", de ", ", di "})
_LAST = Expression(r"\.\s*(?:\n|\0|\Z)")
# Arabic has no capitals.
_INITIAL = Expression(r"[A-ZÀ-Þ]{1,2}\.?|(?:[A-ZÀ-Þ]\.-?){2,3}|[\u0621-\u064a]\.?")
_JOINTS = str.maketrans("", "", "-'’.")
_MARKS = "\"'“„«‘([*_>—–.,:;\n"
_GIVEN = frozenset({"first", "nickname"})
_LONGEST_SHORT = 3
"""So long are titles that are cut short: "Dr. Roca"."""


def between_marks(page: Page, start: int, end: int) -> Found | None:
    """Find a number between commas or in brackets behind somebody: "the boy, 8, was", "Schüler (17)", "Ich (31, w)"."""
    lowered = page.lowered
    # "La dueña, de 58, compró".
    begin = start - 3 if lowered[start - 5 : start] in _WITH_OF else start
    marks = lowered[begin - 2 : begin] + lowered[end : end + 1]
    if marks not in _MARKED or (marks == " (," and not _SEX_CLOSES.match(lowered, end)):
        return None
    if _DIGIT_BEHIND.match(lowered, end):
        return None
    value, at = int(lowered[start:end]), begin - 2
    who = word_before(lowered, at)
    if marks[2] == "." and value <= _LAST_DAY and not (who in age_nouns(*CODES) and _LAST.match(lowered, end)):
        return None
    if who not in age_nouns(*CODES) and not _SEX.search(before(lowered, at, 4)):
        # Of children smaller numbers are told as well: "twins, 11,", "Kinder: Lena (9), Tim (6)".
        small = who not in words_of("children") and (marks != " ()" or not _has_children(lowered, at))
        if value < _ADULT and small:
            return None
        told = is_person(who) or who in words_of("children") or _has_work(lowered, at, who)
        if not (told or _is_initial(page.text, at) or _is_named(page.text, at, end)):
            return None
    return found_age(start, end, Number(start, value, "digits"), 0.6)


def half_in_brackets(lowered: str, start: int, end: int) -> list[Found]:
    """Find an age with a fraction in brackets behind somebody: "Unser Sohn (5 ½)"."""
    half = _HALVED.match(lowered, end)
    told = half and is_person(word_before(lowered, start - 2))
    found = found_age(start, half.end(1), Number(start, None, "digits"), 0.7) if half and told else None
    return [found] if found else []


def _has_children(lowered: str, at: int) -> bool:
    words = before(lowered, at, 48).replace(":", " ").split()
    return not words_of("children").isdisjoint(words)


def _has_work(lowered: str, at: int, who: str) -> bool:
    """Tell whether a word says what somebody does, of one: "der Bäcker (54)", but not "teachers (54)"."""
    work = attribute_words().get(who)
    if not work or work.topic != "profession":
        return False
    return work.codes == ("sv",) or word_before(lowered, at - len(who) - 1) in words_of("one")


def _is_initial(text: str, at: int) -> bool:
    """Tell whether a name ends that is cut to its first letter: "Frau K. (39)", "Thomas B., 23, aus Kiel"."""
    words = before(text, at, 32).split()
    if not words or not _INITIAL.fullmatch(words[-1]):
        return False
    while words and _INITIAL.fullmatch(words[-1]):
        words.pop()
    lead = words[-1].strip(_MARKS) if words else ""
    return lead.lower() in _titles() or is_person(lead.lower()) or (_is_capital(lead) and is_given(lead))


def _is_named(text: str, at: int, end: int) -> bool:
    """Tell whether the full name of somebody ends at a place: two words at least that begin with capitals."""
    # "Paris, 12, 14 et 15" counts on, and "Louis Baucher, 89, avenue de Wagram" lives there.
    behind = _WORD_BEHIND.match(text, end)
    if _LISTED_BEHIND.match(text, end) or (behind and behind[1].lower() in _no_names()):
        return False
    words = before(text, at, 48).replace("\n", "\n ").split(" ")
    words[-1] = words[-1].lstrip("(")
    if not _is_capital(words[-1]) or not _no_names().isdisjoint(word.strip(_MARKS).lower() for word in words):
        return False
    if is_given(words[-1]):
        return True
    place = len(words) - 2
    while place > 0 and words[place] in words_of("ties"):
        place -= 1
    given = words[place].lstrip(_MARKS) if place >= 0 else ""
    # "Stert. Hamburg, 31." begins another sentence.
    if given.lower() in words_of("one"):
        return False
    return _is_capital(given) and not (given.endswith(".") and len(given) > _LONGEST_SHORT)


def is_given(word: str) -> bool:
    """Tell whether a word is rather a first name than anything else: "Sarah (34)", but not "Paris (15)"."""
    entries = open_lists().find(normal(word))
    kinds = [each.kind for each in entries if each.kind != "last"]
    return bool(kinds) and kinds[0] in _GIVEN and "stop" not in kinds


def _is_capital(word: str) -> bool:
    letters = word.translate(_JOINTS)
    return letters.isalpha() and len(letters) > 1 and letters[0].isupper() and letters[1:2].islower()


@cache
def _no_names() -> frozenset[str]:
    """Return words that lead to the number of a house or of a law, or begin a date."""
    lists = [("dates", "law_words"), ("addresses", "before"), ("addresses", "before_loose"), ("addresses", "after")]
    words = (word for name, key in lists for word in all_entries(name, key))
    return frozenset(word.rstrip(".") for word in words if len(word) > 1) | words_of("not_named")


@cache
def _titles() -> frozenset[str]:
    return frozenset(all_entries("context", "title"))
