"""How far a name reaches from one of its words: over capitals, initials and particles, as long as they fit together."""

from allonym.detectors.names.context import ANY, PARTICLE, STOP, TITLE, unnamed
from allonym.detectors.names.gaps import ANY_TIES, TIES
from allonym.detectors.names.scenes import Scene, Sheet
from allonym.detectors.names.wording import CAPITAL, CASELESS, JOINS, LOWER, TITLED, UPPER, Word, is_legal
from allonym.languages.list_facts import CITY, COMPANY, FIRST, LAST
from allonym.languages.pack import CODES

_MOST_WORDS = 6
_ENGLISH, _GERMAN = CODES.index("en"), CODES.index("de")
# Above this a capital word is an ordinary one: a noun of German, the first word of a sentence.
_ORDINARY = 0.45
_GENITIVE = ("gen", "yes")
_PLACES = slice(CITY, COMPANY)


def joins(sheet: Sheet, left: int) -> bool:
    """Tell whether a word and the next may be two parts of one name, by what stands between them."""
    return sheet.gaps[left + 1] in (TIES if len(sheet.surfaces[left]) > 1 else ANY_TIES)


def is_initial(sheet: Sheet, place: int, word: Word) -> bool:
    """Tell whether a word is the initial of a name."""
    return word.size == 1 and word.is_capital and sheet.gaps[place + 1][:1] in {".", "-"}


def is_full(head: Word, tail: Word) -> bool:
    """Tell whether two words are a well-known first name and a well-known last name, neither rather a place."""
    return is_given(head) and tail.levels[LAST] >= 3 > max(tail.levels[_PLACES])


def is_given(word: Word) -> bool:
    """Tell whether a word is a well-known first name, and not rather a place."""
    return word.levels[FIRST] >= 4 > max(word.levels[_PLACES])


def full_name(sheet: Sheet, first: int, last: int) -> tuple[int, int] | None:
    """Return the full name in a row behind words that name nobody, "Invoice Anna Berg paid"; None if there is none."""
    for place in range(first, last):
        head, tail = sheet.words[place], sheet.words[place + 1]
        if head.is_capital and tail.is_capital and is_given(head) and tail.levels[LAST] >= 2:
            stop = place + 1
            while stop < last and not _is_thing(sheet.words[stop + 1]):
                stop += 1
            return place, stop
        if _names_somebody(head):
            return None
    return None


def _names_somebody(word: Word) -> bool:
    return not word.is_capital or word.size == 1 or is_name(word)


def _is_thing(word: Word) -> bool:
    """Tell whether a word behind a full name is known, but not as a name."""
    known = word.common[ANY] > _ORDINARY or max(word.levels[CITY:]) >= 2
    return known and not _names_somebody(word)


def reach_left(scene: Scene, place: int) -> int:
    """Return the first word of the name that a word belongs to."""
    sheet = scene.sheet
    codes = sheet.codes
    reached = place
    while codes[reached - 1] & CAPITAL and place - reached < _MOST_WORDS and joins(sheet, reached - 1):
        word = sheet.words[reached - 1]
        if not is_initial(sheet, reached - 1, word) and not _may_lead(scene, reached - 1, word):
            break
        reached -= 1
    return reached


def _may_lead(scene: Scene, place: int, word: Word) -> bool:
    """Tell whether a capital word may be the part of a name before another."""
    tongue = scene.tongue
    cues = word.cues[tongue]
    # A small word may be a first name where the language of the text is unknown: "Hans".
    is_other = tongue == ANY and word.levels[FIRST] >= 3
    if cues & TITLE or (cues & STOP and not is_other) or _GENITIVE in word.features:
        return False
    name = max(word.levels[FIRST], word.levels[LAST])
    if word.common[tongue] > (1.0 if is_other else 0.75 if name >= 2 else 0.3):
        return False
    return bool(name) or not scene.opens(place)


def reach_right(scene: Scene, place: int, word: Word) -> int:
    """Return the last word of the name that begins, at the latest, with a word."""
    sheet = scene.sheet
    codes, is_small = sheet.codes, word.shape == LOWER
    reached = place
    while (is_small or codes[reached + 1] & JOINS) and reached - place < _MOST_WORDS and joins(sheet, reached):
        following = _next_part(scene, reached, word)
        if not following or _breaks(sheet.words[reached], sheet.words[following]):
            break
        reached = following
    return reached


def _breaks(word: Word, after: Word) -> bool:
    """Tell whether a name ends here although a capital follows: "Ludvikas | Inger", "ANNA BERG | Ordförande"."""
    if _GENITIVE in word.features and word.levels[FIRST] < 2:
        return True
    if word.shape == CASELESS and word.levels[CITY] > max(2, word.levels[FIRST]):
        return True
    return word.shape == UPPER and after.shape == TITLED and word.size > 3 and after.size > 1


def _next_part(scene: Scene, place: int, head: Word) -> int:
    """Return the place of the next part of a name, past particles; 0 if it ends here."""
    sheet = scene.sheet
    following = place + 1
    word = sheet.words[following]
    if not word.code:
        # The text ends here, perhaps with a space.
        return 0
    while word.cues[ANY] & PARTICLE and following - place < 4:
        ahead = sheet.words[following + 1]
        if not ahead.code or not joins(sheet, following):
            return 0
        if word.is_capital and not ahead.is_capital:
            break
        following, word = following + 1, ahead
    if not _continues(scene, following, word, head):
        return 0
    if following > place + 1 and not _particle_fits(scene, place, following, head):
        return 0
    return following


def _particle_fits(scene: Scene, place: int, following: int, head: Word) -> bool:
    """Tell whether particles tie two words of one person: "Anna von Berg", not "Anna de Paris" or "Paris y Roma"."""
    sheet = scene.sheet
    if not max(sheet.words[place].levels[FIRST], head.levels[FIRST]) or sheet.words[following].shape == LOWER:
        return False
    return following > place + 2 or sheet.form(place + 1) not in {"e", "y", "du", "des", "la"}


def _continues(scene: Scene, place: int, word: Word, head: Word) -> bool:
    """Tell whether a word may be the part of a name after another."""
    sheet = scene.sheet
    # "R$ 50" is a sum.
    is_sum = sheet.gaps[place + 1].startswith("$")
    if is_sum or (word.signs.legal and is_legal(sheet.text, scene.start(place), word)):
        return False
    if word.size == 1 and is_initial(sheet, place, word):
        # "Rappelez M. Petit"
        return not word.cues[scene.tongue] & TITLE or is_name(head)
    name = max(word.levels[FIRST], word.levels[LAST])
    common = word.common[scene.tongue]
    if word.cues[scene.tongue] & STOP:
        # "Rivera Bueno"
        return word.levels[LAST] >= 3 and word.size > 3 and word.is_capital
    if word.is_capital:
        return common <= _limit(scene, place, name, head)
    if word.shape == CASELESS:
        is_known = name >= 4 or (name >= 3 and head.levels[FIRST] >= 4)
        may_be = name >= 1 and common <= (0.7 if is_known else 0.45) and not word.features
        return may_be and not (name < 3 and _is_said(sheet.form(place)))
    return head.shape == LOWER and name >= 2 and common <= 0.2


def _is_said(form: str) -> bool:
    """Tell whether an Arabic word behind a name says something of whoever it names: "Doctor Khatib is absent"."""
    return not form.startswith("ال") and unnamed(form)


def _limit(scene: Scene, place: int, name: int, head: Word) -> float:
    """Return how ordinary a capital word may be to go on with a name."""
    least = 0.85 if name >= 2 else _ORDINARY
    word, before = scene.sheet.words[place], scene.sheet.words[place - 1]
    # "Steve Jobs": past a first name, a capital that the text need not have put is a name; German nouns have it anyway.
    may_be_noun = scene.tongue == _GERMAN or (scene.tongue == ANY and word.common[_GERMAN] > _ORDINARY)
    if may_be_noun or scene.shape(place, word) != TITLED:
        return max(least, 0.6) if head.levels[FIRST] > 2 else least
    if head.levels[FIRST] > 2:
        return 1.0 if head.is_capital and max(head.levels[_PLACES]) < 3 and is_name(before) else 0.85
    # English puts capitals on all that is called something: "Loan Amount".
    return max(least, 0.75) if scene.tongue != _ENGLISH and before is head and _is_only_given(head) else least


def is_name(word: Word) -> bool:
    """Tell whether lists have a word as a name, and not only just."""
    return max(word.levels[FIRST], word.levels[LAST]) >= 2


def _is_only_given(word: Word) -> bool:
    """Tell whether a capital word is a first name, and neither rather a last name nor a place."""
    return word.is_capital and word.levels[FIRST] == 2 >= word.levels[LAST] and max(word.levels[_PLACES]) < 2
