"""What may be a name in a text, and how far it reaches; whether it is one is judged elsewhere.

word     one listed word                        Paris
name     a row of words, one of them listed     Jean-Pierre Xanakis, N. Sarkozy, Ludwig van Beethoven
phrase   a listed form of several words         San Antonio, marks and spencer
organ    a head word or legal form with words   University of Leeds, Ekmans Bygg AB
called   what follows a title or introduction   Dr Xanakis, my name is xeni
"""

from typing import NamedTuple

from allonym.detectors.names.context import ANY, PARTICLE, PERSON_BEFORE, STOP, TITLE
from allonym.detectors.names.scenes import Scene, may_follow
from allonym.detectors.names.wording import CASELESS, CITY, FIRST, LAST, LOWER, TITLED, UPPER, Word, is_legal, levels_of
from allonym.languages.lists import LONGEST, normal
from allonym.languages.pack import CODES

_TIES = frozenset({" ", "-", "'", "’", "  "})
_GAPS = {"title": frozenset({" ", ". ", "."}), "intro": frozenset({" ", ": ", "  ", ":  "})}
_INITIAL_TIES = frozenset({" ", ".", ". ", ".-", "-"})
_ANY_TIES = _TIES | _INITIAL_TIES
_MOST_WORDS = 6
_GERMAN = CODES.index("de")
# Above this a capital word is an ordinary one: a noun of German, the first word of a sentence.
_ORDINARY = 0.45


class Candidate(NamedTuple):
    """A row of words, from its first to its last, that may be a name; levels are those of a listed phrase."""

    sort: str
    first: int
    last: int
    levels: tuple[int, ...] = ()
    hint: str = ""


def candidates_at(scene: Scene, place: int, word: Word) -> list[Candidate]:
    """Return what may begin at a spark, or around it, in reading order."""
    if word.is_capital and word.listed and _is_alone(scene, place, word):
        return [Candidate("word", place, place)]
    phrase = phrase_at(scene, place, word)
    if phrase and not _goes_on(scene, phrase, word):
        return [phrase]
    if word.intro or scene.cues(word) & TITLE:
        called = _called(scene, place, word)
        if called:
            return [called]
    if not _is_part(scene, place, word):
        return []
    first, last = _reach_left(scene, place), _reach_right(scene, place, word)
    return list(_cut_up(scene, first, last))


def _is_alone(scene: Scene, place: int, word: Word) -> bool:
    """Tell at a glance whether nothing beside a word can belong to it; so stands the most of them."""
    cues = word.cues[scene.tongue]
    if cues & (STOP | TITLE) or word.intro or len(word.form) == 1:
        return False
    words, gaps = scene.sheet.words, scene.sheet.gaps
    if place > scene.first and words[place - 1].is_capital and gaps[place] in _ANY_TIES:
        return False
    if place + 1 >= scene.stop or gaps[place + 1] not in _TIES:
        return True
    after = words[place + 1]
    return after.shape == LOWER and not after.cues[ANY] & PARTICLE and after.form not in word.nexts


def _goes_on(scene: Scene, phrase: Candidate, head: Word) -> bool:
    """Tell whether a listed phrase is the beginning of a person's name: "Anna Maria | Esposito"."""
    if head.levels[FIRST] < 3 or not head.is_capital or scene.is_stop(head):
        return False
    reached = _reach_right(scene, phrase.first, head)
    return reached > phrase.last and scene.sheet.words[reached].levels[LAST] > 1


def phrase_at(scene: Scene, place: int, word: Word) -> Candidate | None:
    """Return the longest listed form of several words that begins with a word."""
    following = scene.word(place + 1)
    if following is None or not word.nexts or not may_follow(following.form, word):
        return None
    sheet = scene.sheet
    start = sheet.starts[place]
    folded = normal(sheet.text[start : start + LONGEST + 1])
    for length, entries in reversed(sheet.wording.lists.at(folded, 0)):
        last = sheet.at(start + length) - 1
        if last <= place or last >= scene.stop:
            continue
        over = sheet.end(last) - start - length
        if over == 0 or (over == 1 and folded[length] == "s"):
            levels, _ = levels_of(entries)
            if any(levels[CITY:]) and not _is_somebody(scene, place, last, levels):
                return Candidate("phrase", place, last, levels, "gen" if over else "")
    return None


def _is_somebody(scene: Scene, place: int, last: int, levels: tuple[int, ...]) -> bool:
    """Tell whether a firm is called like a person who may be meant as well: "Paul Smith", but not "Walt Disney"."""
    first, second = scene.sheet.words[place], scene.sheet.words[last]
    # The last three levels are those of firms, products and schools; those between are of places.
    if last != place + 1 or max(levels[CITY:-3]) > 1 or max(levels[-3:]) > 4:
        return False
    both = first.is_capital and second.is_capital
    return both and (levels[LAST] > 1 or (first.levels[FIRST] > 2 and second.levels[LAST] > 2))


def _called(scene: Scene, place: int, word: Word) -> Candidate | None:
    """Return the name that a title or an introduction announces."""
    hint = "title" if scene.cues(word) & TITLE else "intro"
    following = place + 1 if hint == "title" else _past_introduction(scene, place, word)
    if (hint == "title" and _is_doubtful_title(scene, word)) or not place < following < scene.stop:
        return None
    name = scene.sheet.words[following]
    if scene.sheet.gaps[following] not in _GAPS[hint] or scene.is_stop(name) or scene.cues(name) & TITLE:
        return None
    if (not name.is_capital and not _may_be_called(scene, name, hint)) or phrase_at(scene, following, name):
        return None
    return Candidate("called", following, _reach_right(scene, following, name), hint=hint)


def _past_introduction(scene: Scene, place: int, word: Word) -> int:
    """Return the word after an introduction that begins here; the same word again if none does."""
    start = scene.sheet.starts[place]
    ahead = normal(scene.sheet.text[start : start + LONGEST])
    phrase = next((each for each in word.intro if ahead.startswith(each)), "")
    return scene.sheet.at(start + len(phrase)) if phrase else place


def _may_be_called(scene: Scene, name: Word, hint: str) -> bool:
    """Tell whether a word without a capital can be the name after a title or introduction."""
    if name.shape == CASELESS:
        return scene.common(name) <= (0.7 if max(name.levels[FIRST], name.levels[LAST]) >= 3 else 0.3)
    return hint == "intro" and scene.common(name) <= 0.3


def _is_doubtful_title(scene: Scene, word: Word) -> bool:
    """Tell whether a short title is likelier something else: an ordinary word (on, me, re) or an initial (M.)."""
    if len(word.form) == 1:
        return scene.tongue == ANY
    return len(word.form) < 4 and word.shape == LOWER


def _is_part(scene: Scene, place: int, word: Word) -> bool:
    """Tell whether a word may be part of a name by itself, whatever stands beside it."""
    if word.is_capital:
        return _is_initial(scene, place, word) or not (scene.is_stop(word) or scene.cues(word) & TITLE)
    if not word.listed or (scene.is_stop(word) and not _has_father(scene, place)):
        return False
    if word.shape == CASELESS and scene.cues(word) & (PERSON_BEFORE | TITLE):
        return False
    return scene.common(word) <= (0.5 if word.shape == CASELESS else 0.3)


def _joins(scene: Scene, left: int) -> bool:
    """Tell whether a word and the next may be two parts of one name, by what stands between them."""
    gap = scene.sheet.gaps[left + 1]
    if gap in _TIES:
        return True
    return len(scene.sheet.surfaces[left]) == 1 and gap in _INITIAL_TIES


def _is_initial(scene: Scene, place: int, word: Word) -> bool:
    return len(word.form) == 1 and word.is_capital and scene.sheet.gaps[place + 1][:1] in {".", "-"}


def _has_father(scene: Scene, place: int) -> bool:
    """Tell whether an Arabic "son of" follows: then even a word that looks like a preposition is a name."""
    following = scene.word(place + 1)
    return following is not None and following.form in {"بن", "ابن", "بنت"}


def _reach_left(scene: Scene, place: int) -> int:
    """Return the first word of the name that a word belongs to."""
    reached = place
    while reached - 1 >= scene.first and place - reached < _MOST_WORDS and _joins(scene, reached - 1):
        word = scene.word(reached - 1)
        if word is None or not word.is_capital:
            break
        if not _is_initial(scene, reached - 1, word):
            if (scene.is_stop(word) and not _is_other_tongue(scene, word)) or scene.cues(word) & TITLE:
                break
            if ("gen", "yes") in word.features:
                break
            name = max(word.levels[FIRST], word.levels[LAST])
            if scene.common(word) > (1.0 if _is_other_tongue(scene, word) else 0.75 if name >= 2 else 0.3) or (
                scene.opens(reached - 1) and not name
            ):
                break
        reached -= 1
    return reached


def _is_other_tongue(scene: Scene, word: Word) -> bool:
    """Tell whether a small word may be a first name, because the language of the text is unknown: "Hans"."""
    return scene.tongue == ANY and word.levels[FIRST] >= 3


def _reach_right(scene: Scene, place: int, word: Word) -> int:
    """Return the last word of the name that begins, at the latest, with a word."""
    reached = place
    while reached + 1 < scene.stop and reached - place < _MOST_WORDS and _joins(scene, reached):
        following = _next_part(scene, reached, word)
        if not following or _breaks(scene, reached, following):
            break
        reached = following
    return reached


def _breaks(scene: Scene, place: int, following: int) -> bool:
    """Tell whether a name ends here although a capital follows: "Ludvikas | Inger", "ANNA BERG | Ordförande"."""
    word, after = scene.word(place), scene.word(following)
    if word is None or after is None:
        return True
    if ("gen", "yes") in word.features and word.levels[FIRST] < 2:
        return True
    if word.shape == CASELESS and word.levels[CITY] > max(2, word.levels[FIRST]):
        return True
    return word.shape == UPPER and after.shape == TITLED and len(word.form) > 3 and len(after.form) > 1


def _next_part(scene: Scene, place: int, head: Word) -> int:
    """Return the place of the next part of a name, past particles; 0 if it ends here."""
    following = place + 1
    word = scene.word(following)
    while word is not None and word.cues[ANY] & PARTICLE and following - place < 4 and _joins(scene, following - 1):
        ahead = scene.word(following + 1)
        if ahead is None or not _joins(scene, following):
            return 0
        if word.is_capital and not ahead.is_capital:
            break
        following, word = following + 1, ahead
    if word is None or not _joins(scene, following - 1) or not _continues(scene, following, word, head):
        return 0
    if following > place + 1 and not _particle_fits(scene, place, following, head, word):
        return 0
    return following


def _particle_fits(scene: Scene, place: int, following: int, head: Word, word: Word) -> bool:
    """Tell whether particles tie two words of one person: "Anna von Berg", not "Anna de Paris" or "Paris y Roma"."""
    before = scene.word(place)
    if before is None or not max(before.levels[FIRST], head.levels[FIRST]) or word.shape == LOWER:
        return False
    between = [each.form for each in scene.sheet.words[place + 1 : following]]
    return bool(between) and (len(between) > 1 or between[0] not in {"e", "y", "du", "des", "la"})


def _continues(scene: Scene, place: int, word: Word, head: Word) -> bool:
    # "R$ 50" is a sum.
    is_sum = scene.sheet.gaps[place + 1].startswith("$")
    if is_sum or (word.legal and is_legal(scene.sheet.text, scene.sheet.starts[place], word)):
        return False
    if _is_initial(scene, place, word):
        return True
    name = max(word.levels[FIRST], word.levels[LAST])
    if scene.is_stop(word):
        # "Rivera Bueno", and the Arabic Ali, which is written like "on" by those who leave the dots out.
        return scene.sheet.surfaces[place] == "علي" or (
            word.levels[LAST] >= 3 and len(word.form) > 3 and word.is_capital
        )
    if word.is_capital:
        return scene.common(word) <= _limit(scene, place, name, head)
    if word.shape == CASELESS:
        return name >= 1 and scene.common(word) <= (0.7 if name >= 4 else 0.45) and not word.features
    return head.shape == LOWER and name >= 2 and scene.common(word) <= 0.2


def _limit(scene: Scene, place: int, name: int, head: Word) -> float:
    """Return how ordinary a capital word may be to go on with a name."""
    if name >= 2:
        return 0.85
    if head.levels[FIRST] < 3:
        return _ORDINARY
    # "Steve Jobs": past a first name, a capital that the text need not have put is a name; German nouns have it anyway.
    word = scene.sheet.words[place]
    return 0.6 if scene.tongue == _GERMAN or scene.shape(place, word) != TITLED else 0.85


def _cut_up(scene: Scene, first: int, last: int) -> list[Candidate]:
    """Return a row of words as it is cut by the phrases within it."""
    found: list[Candidate] = []
    begin = place = first
    while place <= last:
        word = scene.word(place)
        inner = word is not None and place > first and word.is_capital
        phrase = phrase_at(scene, place, word) if word and inner else None
        if phrase is None:
            place += 1
            continue
        found += _row(begin, place - 1)
        found.append(phrase)
        begin = place = phrase.last + 1
    return found + _row(begin, last)


def _row(first: int, last: int) -> list[Candidate]:
    if first > last:
        return []
    return [Candidate("word" if first == last else "name", first, last)]
