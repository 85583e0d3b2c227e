"""What may be a name in a text, and how far it reaches; whether it is one is judged elsewhere.

word     one listed word                        Paris
name     a row of words, one of them listed     Jean-Pierre Xanakis, N. Sarkozy, Ludwig van Beethoven
phrase   a listed form of several words         San Antonio, marks and spencer
organ    a head word or legal form with words   University of Leeds, Ekmans Bygg AB
called   what follows a title or introduction   Dr Xanakis, my name is xeni
"""

from bisect import bisect_left
from collections.abc import Callable
from functools import partial
from itertools import accumulate
from typing import NamedTuple

from allonym.detectors.names.context import ANY, PERSON_BEFORE, STOP, TITLE, loose_labels, roles, title_tails, unnamed
from allonym.detectors.names.gaps import DIGITS
from allonym.detectors.names.rows import full_name, is_initial, is_name, reach_left, reach_right
from allonym.detectors.names.scenes import Scene, Sheet
from allonym.detectors.names.wording import ANNOUNCES, CAPITAL, CASELESS, JOINS, LOWER, TITLED, Word
from allonym.languages.list_facts import CITY, COMPANY, FIRST, LAST
from allonym.languages.lists import LONGEST, normal

_GAPS = {
    "title": frozenset({" ", ". ", "."}),
    "intro": frozenset({" ", "  "}),
    "label": frozenset({": ", ":  ", " : ", " :  ", ":\t", ": \t", ":\n", ":** ", ": **", ': "', ":"}),
}


_MOST_WORDS = 10
_BORNE, _KNOWN = 2, 3
"""From the first level on a word is the name of some, as König, Pope and Conde are; from the second on, of many."""
_SELDOM, _SELDOM_OF_KNOWN = 0.3, 0.7
"""So ordinary may a word be that is announced as a name without a capital: any, and one that lists know."""


class Candidate(NamedTuple):
    """A row of words, from its first to its last, that may be a name; levels are those of a listed phrase."""

    sort: str
    first: int
    last: int
    levels: tuple[int, ...] = ()
    hint: str = ""


_candidate: Callable[[tuple[str, int, int, tuple[int, ...], str]], Candidate] = partial(tuple.__new__, Candidate)
"""Makes a candidate of all that it holds, in half the time."""


def candidates_at(scene: Scene, place: int, word: Word) -> list[Candidate]:
    """Return what may begin at a spark, or around it, in reading order."""
    sheet = scene.sheet
    if place in sheet.leads:
        phrase = phrase_at(scene, place)
        if phrase and not _goes_on(scene, phrase, word):
            return [phrase]
    if word.code & ANNOUNCES and (word.signs.intro or word.cues[scene.tongue] & TITLE):
        called = _called(scene, place, word)
        if called:
            return [called]
    if not _is_part(scene, place, word):
        return []
    first = reach_left(scene, place) if sheet.codes[place - 1] & CAPITAL else place
    last = reach_right(scene, place, word) if word.shape == LOWER or sheet.codes[place + 1] & JOINS else place
    if sheet.gaps[first] != " " or sheet.gaps[last + 1] != " ":
        first, last = _out_of_codes(sheet, first, last)
    return _cut_up(scene, first, last) if first < last else _row(sheet, first, last)


def _goes_on(scene: Scene, phrase: Candidate, head: Word) -> bool:
    """Tell whether a listed phrase is the beginning of a person's name: "Anna Maria | Esposito"."""
    if head.levels[FIRST] < 3 or not head.is_capital or scene.is_stop(head):
        return False
    reached = reach_right(scene, phrase.first, head)
    return reached > phrase.last and scene.sheet.words[reached].levels[LAST] > 1


def phrase_at(scene: Scene, place: int) -> Candidate | None:
    """Return the longest listed form of several words that begins with a word."""
    sheet = scene.sheet
    if place not in sheet.leads:
        return None
    ends = list(accumulate(map(len, sheet.parts[2 * place + 1 : 2 * min(place + _MOST_WORDS, scene.stop)])))[::2]
    folded = normal("".join(sheet.parts[2 * place + 1 : 2 * min(place + _MOST_WORDS, scene.stop)]))
    for form in reversed(sheet.wording.lists.forms_at(folded[:LONGEST])):
        length = len(form)
        count = bisect_left(ends, length)
        if not 0 < count < len(ends):
            continue
        if not sheet.words[place + count].shape:
            # The end of it is the beginning of an address: "O'Neill's@example.org".
            continue
        over = ends[count] - length
        if over == 0 or (over == 1 and folded[length] == "s"):
            last, levels = place + count, sheet.wording.phrase_levels(form)
            if any(levels[CITY:]) and not _is_somebody(sheet, place, last, levels):
                return Candidate("phrase", place, last, levels, "gen" if over else "")
    return None


def _is_somebody(sheet: Sheet, place: int, last: int, levels: tuple[int, ...]) -> bool:
    """Tell whether a firm is called like a person who may be meant as well: "Paul Smith", but not "Walt Disney"."""
    if last != place + 1 or max(levels[CITY:COMPANY]) > 1 or max(levels[COMPANY:]) > 4:
        return False
    first, second = sheet.words[place], sheet.words[last]
    both = first.is_capital and second.is_capital
    return both and (levels[LAST] > 1 or (first.levels[FIRST] > 2 and second.levels[LAST] > 2))


def _called(scene: Scene, place: int, word: Word) -> Candidate | None:
    """Return the name that a title or an introduction announces."""
    sheet = scene.sheet
    hint = "title" if word.cues[scene.tongue] & TITLE else "intro"
    following = _past_title(scene, place) if hint == "title" else _past_introduction(scene, place, word)
    if not place < following < scene.stop or not _is_near(sheet.gaps[following], hint):
        return None
    name = sheet.words[following]
    if name.cues[scene.tongue] & TITLE and not _is_surname(scene, following, name):
        return None
    may_be = _may_follow_title(scene, place, word, following) if hint == "title" else _is_told(scene, place, following)
    if not may_be or phrase_at(scene, following):
        return None
    return Candidate("called", following, reach_right(scene, following, name), hint=hint)


def _is_near(gap: str, hint: str) -> bool:
    """Tell whether a name may stand behind what announces it, past what is between them."""
    return gap in _GAPS[hint] or (hint == "intro" and gap in _GAPS["label"])


def _may_follow_title(scene: Scene, place: int, word: Word, following: int) -> bool:
    """Tell whether a word may be the name behind a title."""
    name = scene.sheet.words[following]
    if _is_doubtful_title(scene, place, word, name) or _is_thing(scene, following, name) or scene.is_stop(name):
        return False
    return name.is_capital or (name.shape == CASELESS and _is_hardly_ordinary(scene, name))


def _is_told(scene: Scene, place: int, following: int) -> bool:
    """Tell whether a word may be the name behind an introduction, the label of a form, or what somebody is."""
    sheet, name = scene.sheet, scene.sheet.words[following]
    level, is_label, is_role = _level(name), ":" in sheet.gaps[following], sheet.form(place) in roles()
    if is_label and is_role:
        return False
    if scene.is_stop(name) and not (is_label and _is_surname(scene, following, name)):
        return False
    if name.is_capital:
        # "File name: Report", and in German court "hat die Klägerin Anspruch".
        is_loose = sheet.form(place) in loose_labels() or (place > scene.first and sheet.gaps[place] == " ")
        is_weak = is_role or (is_label and is_loose)
        return not is_weak or level >= _BORNE or name.common[scene.tongue] <= _SELDOM
    if name.shape == CASELESS:
        return level >= _KNOWN if is_role else (is_label and level >= _BORNE) or _is_hardly_ordinary(scene, name)
    if is_role or name.shape != LOWER:
        return False
    return name.common[scene.tongue] <= _SELDOM or name.levels[FIRST] >= _KNOWN


def _is_hardly_ordinary(scene: Scene, name: Word) -> bool:
    return name.common[scene.tongue] <= (_SELDOM_OF_KNOWN if _level(name) >= _KNOWN else _SELDOM)


def _level(word: Word) -> int:
    return max(word.levels[FIRST], word.levels[LAST])


def _is_surname(scene: Scene, place: int, word: Word) -> bool:
    """Tell whether a title behind another is somebody's name: Frau König, Mr Pope; but Herr Graf Lambsdorff."""
    if not word.is_capital or word.levels[LAST] < _BORNE:
        return False
    return place + 1 >= scene.stop or not (
        scene.sheet.words[place + 1].is_capital and scene.sheet.gaps[place + 1] in _GAPS["title"]
    )


def _past_introduction(scene: Scene, place: int, word: Word) -> int:
    """Return the word after an introduction that begins here; the same word again if none does."""
    start = scene.start(place)
    ahead = normal(scene.sheet.text[start : start + LONGEST])
    phrase = next((each for each in word.signs.intro if ahead.startswith(each)), "")
    return scene.at(start + len(phrase)) if phrase else place


def _past_title(scene: Scene, place: int) -> int:
    """Return the word after a title, which may be cut short in its middle: "Sig.ra", "Dott.ssa", "M.me"."""
    sheet, tail = scene.sheet, place + 1
    is_cut = sheet.gaps[tail] == "." and sheet.words[tail].shape == LOWER and sheet.surfaces[tail] in title_tails()
    return tail + 1 if is_cut else tail


def _is_doubtful_title(scene: Scene, place: int, word: Word, name: Word) -> bool:
    """Tell whether a short title is likelier something else: an ordinary word (on, me, re) or an initial (M.)."""
    if word.size == 1:
        return scene.tongue == ANY and (scene.opens(place) or is_name(scene.sheet.words[place - 1]))
    if word.size > 3 or word.shape != LOWER:
        return False
    # "fru Sommar": what is a title in the language of the text, and no small word, is one before a capital.
    is_small = scene.is_stop(word) or word.common[scene.tongue] >= 1
    return scene.tongue == ANY or is_small or scene.shape(place + 1, name) != TITLED


def _is_thing(scene: Scene, place: int, name: Word) -> bool:
    """Tell whether a word behind an Arabic title says what somebody is, and not who: "the doctor in charge"."""
    return name.shape == CASELESS and _level(name) < _KNOWN and unnamed(scene.sheet.form(place))


def _is_part(scene: Scene, place: int, word: Word) -> bool:
    """Tell whether a word may be part of a name by itself, whatever stands beside it."""
    if word.is_capital:
        return not word.cues[scene.tongue] & (STOP | TITLE) or is_initial(scene.sheet, place, word)
    if not word.listed or (scene.is_stop(word) and not _has_father(scene, place)):
        return False
    if word.shape == CASELESS and (word.signs.intro or word.cues[scene.tongue] & (PERSON_BEFORE | TITLE)):
        return False
    return word.common[scene.tongue] <= (0.5 if word.shape == CASELESS else 0.3)


def _has_father(scene: Scene, place: int) -> bool:
    """Tell whether an Arabic "son of" follows: then even a word that looks like a preposition is a name."""
    return place + 1 < scene.stop and scene.sheet.surfaces[place + 1] in {"بن", "ابن", "بنت"}


def _out_of_codes(sheet: Sheet, first: int, last: int) -> tuple[int, int]:
    """Return a row without the letters of codes at its ends: "RSSMRA85T10A562S | Mario Rossi", "B12"."""
    # "Anna2005" may be somebody all the same.
    before, after = sheet.gaps[first], sheet.gaps[last + 1]
    if before != " " and before[-1:] in DIGITS and sheet.words[first].levels[FIRST] < 3:
        first += 1
    if after != " " and after[:1] in DIGITS and sheet.words[last].levels[FIRST] < 3:
        last -= 1
    return first, last


def _cut_up(scene: Scene, first: int, last: int) -> list[Candidate]:
    """Return a row of words as it is cut by the phrases within it."""
    if scene.sheet.leads.isdisjoint(range(first + 1, last + 1)):
        return _row(scene.sheet, first, last)
    found: list[Candidate] = []
    begin = first
    for place in range(first + 1, last + 1):
        phrase = phrase_at(scene, place) if place >= begin and scene.sheet.words[place].is_capital else None
        if phrase:
            found += (*_row(scene.sheet, begin, place - 1), phrase)
            begin = phrase.last + 1
    return found + _row(scene.sheet, begin, last)


def _row(sheet: Sheet, first: int, last: int) -> list[Candidate]:
    if last > first + 1 and (full := full_name(sheet, first, last)) and full != (first, last):
        name = _candidate(("name", *full, (), ""))
        return [*_row(sheet, first, full[0] - 1), name, *_row(sheet, full[1] + 1, last)]
    if first < last:
        return [_candidate(("name", first, last, (), ""))]
    # A single letter is nothing by itself.
    return [_candidate(("word", first, last, (), ""))] if first == last and sheet.words[first].size > 1 else []
