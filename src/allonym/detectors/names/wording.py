"""What is known of one word as it is written: its shape, the lists it stands in, the cues it gives.

Words of which the same is known are one `Word`: most of a text is a few hundred of them. A word's code is a byte, so
that all words of a text are one string of bytes, which is searched far faster than a list; see `scenes`.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import repeat
from operator import attrgetter

from allonym.core.types import Features
from allonym.detectors.finding import BOUNDARY
from allonym.detectors.names.context import (
    ANY,
    BOUNDARY_CUE,
    DOTTED,
    NO_CUES,
    NO_SIGNS,
    PARTICLE,
    STOP,
    TITLE,
    Cues,
    Signs,
    introductions,
    letters,
    sides_of,
    signs,
    undotted,
)
from allonym.detectors.names.morphology import may_have_stems, stems
from allonym.languages.list_facts import BEGINS, FIRST, FOLLOWS, LAST, LISTED, levels_of, pack_facts, scores_of
from allonym.languages.lists import LONGEST, Lists, normal
from allonym.languages.pack import CODES

LOWER, TITLED, UPPER, CASELESS, NO_SHAPE = "l", "T", "U", "c", ""

# The bits of a code: two for the shape, and whether something may begin with the word; whether a phrase may begin with
# it, or go on with it; whether it announces something; whether it is not one of the very commonest words; whether a
# name that begins with a capital may go on with it.
CAPITAL, SPARK, LEAD, SECOND, ANNOUNCES, RARE, JOINS = 2, 4, 8, 16, 32, 64, 128
SHAPES = {CASELESS: 0, LOWER: 1, TITLED: 2, UPPER: 3}
# All but small words join names; so these are the codes of no word.
BOUNDARY_CODE, NET_CODE, _UNREAD_CODE = 0, RARE, CAPITAL

_CODE = attrgetter("code")
_MOST_KNOWN = 1 << 17
_NO_LEVELS = (0,) * len(LISTED)
_NEVER_COMMON = (0.0,) * (ANY + 1)
_SCORES, _LEVELS = (1 << 32) - 1, (1 << 24) - 1
_PHRASES = BEGINS | FOLLOWS
# The numbers of the kinds of words that were met: a few thousand.
_kinds: dict[tuple[int, int, Features], int] = {}
# How common a name is taken to be in Arabic that differs from a small word by the dots under its last letter only.
_SELDOM = 5 << 4 * CODES.index("ar")
_IS_TITLE = pack_facts([("title", 0, "")])
# How ordinary a word is with a score in the language of a text, by its highest score in any, which counts half.
_COMMONNESS = tuple(tuple(max(score, most / 2) / 15 for score in range(16)) for most in range(16))

Look = tuple[int, str, int, Features]
"""The number of its facts in the lists, shape, size and features: where all are the same, words are one `Word`."""


# Not frozen, for that would make it three times as slow to make; nobody changes it.
@dataclass(slots=True, eq=False)
class Word:
    """What is known of a word. Levels say how prominent it is in each list: 0 not at all, 5 very."""

    code: int
    votes: int = 0
    """What it says of the language of a text; see `context`."""
    kind: int = 0
    """Words of one kind are alike in size, features and what the lists say of them, but for how ordinary they are."""
    shape: str = NO_SHAPE
    size: int = 4
    """How many letters it has, or 4 for more."""
    levels: tuple[int, ...] = _NO_LEVELS
    common: tuple[float, ...] = _NEVER_COMMON
    """How ordinary it is in a text of each language, in the order of CODES, and at most; other languages count half."""
    cues: Cues = NO_CUES
    is_capital: bool = False
    listed: bool = False
    features: Features = ()
    facts: int = 0
    """All that the lists say of it, packed; see `list_facts`."""
    signs: Signs = NO_SIGNS
    may_have_stem: bool = False
    echoes: bool = False
    """Whether it is so much of a name that a handle or hashtag with it in the same text speaks for it."""
    sides: tuple[int, ...] = NO_CUES
    """What it is to a word beside it, in each language: its cues, and whether it is a capital; see `context`."""


NET = Word(NET_CODE)
"""A handle, hashtag or link."""
_NO_WORD = (BOUNDARY_CUE,) * (ANY + 1)
BOUNDARY_WORD = Word(BOUNDARY_CODE, cues=_NO_WORD, sides=_NO_WORD)
"""What stands between two documents."""
_UNREAD = Word(_UNREAD_CODE)
_UNREADS = re.compile(bytes([_UNREAD_CODE]))
_NET_SIGNS = frozenset("@#")


class Wording(dict[str, Word]):
    """Knows every word it was asked about; the lists are asked once for each."""

    def __init__(self, lists: Lists) -> None:
        super().__init__({BOUNDARY: BOUNDARY_WORD})
        self.lists = lists
        self.seconds = Seconds(lists)
        self._record, self._small = lists.record, lists.small
        self._signs = signs()
        self._alike: dict[Look, Word] = {}
        self._phrases: dict[str, tuple[int, ...]] = {}

    def read(self, surfaces: Sequence[str]) -> tuple[list[Word], bytearray]:
        """Return what is known of words, and their codes; of what is no word, but cut out with them, as well."""
        if len(self) > _MOST_KNOWN:
            for each in (self, self.seconds, self._alike, self._phrases):
                each.clear()
            self[BOUNDARY] = BOUNDARY_WORD
        words = list(map(self.get, surfaces, repeat(_UNREAD)))
        codes = bytearray(map(_CODE, words))
        for unread in list(_UNREADS.finditer(codes)):
            place = unread.start()
            surface = surfaces[place]
            words[place] = word = NET if surface[0] in _NET_SIGNS else self[surface]
            codes[place] = word.code
        return words, codes

    def phrase_levels(self, form: str) -> tuple[int, ...]:
        """Return how prominent a listed form of several words is in each list."""
        found = self._phrases.get(form)
        if found is None:
            found = self._phrases[form] = levels_of(self.lists.phrase(form))
        return found

    def __missing__(self, surface: str) -> Word:
        # Nets seldom come again, and are not remembered.
        if not surface.isalpha():
            return BOUNDARY_WORD if surface == BOUNDARY else NET
        shape, size = shape_of(surface), len(surface)
        if size > LONGEST:
            return self._alike_to((0, shape, 4, ()))
        form = surface.lower() if surface.isascii() else normal(surface)
        told = self._signs.get(form)
        record = self._record(form)
        look = (self._small(record) if shape == LOWER else record, shape, min(size, 4), ())
        if told is None and shape != CASELESS:
            word = self._alike.get(look) or self._alike_to(look)
            if word.may_have_stem and may_have_stems(form) and (found := self._stemmed(form, look)) is not look:
                word = self._alike_to(found)
        else:
            word = self._announcing(surface, form, look)
        self[surface] = word
        return word

    def _announcing(self, surface: str, form: str, look: Look) -> Word:
        """Return a word that announces something; an Arabic one may do so without what is written together with it."""
        if surface[-1] == "ي" and form in undotted():
            return describe(self.lists.facts(look[0]) & ~_SCORES | _SELDOM, look, NO_SIGNS)
        told = self._signs.get(form) or _clitic_signs(form, self._signs)
        if not told.cues[ANY] and self._alike_to(look).may_have_stem:
            look = self._stemmed(form, look)
        return self._describe(look, told.of(surface)) if told is not NO_SIGNS else self._alike_to(look)

    def _alike_to(self, look: Look) -> Word:
        word = self._alike.get(look)
        if word is None:
            word = self._alike[look] = self._describe(look)
        return word

    def _stemmed(self, form: str, look: Look) -> Look:
        """Return the look of a word that is a form of a well-known name; the same look if it is none."""
        for stem, features in stems(form):
            record = self.lists.record(stem)
            if record and is_distinct(self.lists.facts(record)):
                return (record, *look[1:3], features)
        return look

    def _describe(self, look: Look, told: Signs = NO_SIGNS) -> Word:
        return describe(self.lists.facts(look[0]), look, told)


class Seconds(dict[str, Collection[str]]):
    """The words, as the lists have them, that may come second after a word in a listed form or an introduction."""

    def __init__(self, lists: Lists) -> None:
        self._lists = lists

    def __missing__(self, surface: str) -> Collection[str]:
        form = form_of(surface)
        found = self._lists.seconds(form)
        if form in introductions():
            phrases = map(letters, introductions()[form])
            found = {*found, *(words[1] for words in phrases if len(words) > 1)}
        self[surface] = found
        return found


def describe(facts: int, look: Look, told: Signs) -> Word:
    """Return all that is known of a word."""
    record, shape, size, features = look
    levels, common = _levels(facts >> 32 & _LEVELS), _commonness(facts & _SCORES)
    is_capital = shape in {TITLED, UPPER}
    # What begins a phrase is told by the word itself, not by its stem.
    code = SHAPES[shape] | (facts & BEGINS and not features and LEAD) | (facts & FOLLOWS and SECOND)
    # The words of the user's own phrases are looked for, however common they are.
    if common[ANY] < 1 or record < 0:
        code |= RARE
    if shape != LOWER:
        code |= JOINS
    level, cues = max(levels), told.cues
    if told is not NO_SIGNS or facts & _IS_TITLE:
        cues = tuple(bits | TITLE for bits in cues) if facts & _IS_TITLE else cues
        code |= _code_of_signs(told, cues, shape, size)
    if is_capital and size == 1:
        # A name may follow on an initial; that of "I" and "A" is found from the name.
        code |= 0 if cues[ANY] & STOP else SPARK | ANNOUNCES
    elif _may_stand_alone(shape, size, cues, level, common[ANY]):
        code |= SPARK
    kind = _kinds.setdefault(((facts & ~_PHRASES) >> 32, size, features), len(_kinds) + 1)
    may_have_stem = level < 2 and common[ANY] < 0.4 and not cues[ANY] and not features
    echoes = max(levels[FIRST], levels[LAST]) >= 2 and common[ANY] < (0.4 if is_capital else 0.1)
    return Word(
        code, told.votes, kind, shape, size, levels, common, cues, is_capital, level > 0, features, facts, told,
        may_have_stem, echoes, sides_of(cues, is_capital),
    )  # fmt: skip


def _code_of_signs(told: Signs, cues: Cues, shape: str, size: int) -> int:
    """Return what a word's signs add to its code."""
    code = (LEAD if told.intro else 0) | (SECOND if told.second else 0) | (JOINS if cues[ANY] & PARTICLE else 0)
    if told.intro or told.organ or told.legal or cues[ANY] & TITLE:
        code |= ANNOUNCES
    return code | SPARK if _announces(told, cues, shape, size) else code


def is_distinct(facts: int) -> bool:
    """Tell whether a stem is so well known a name, and so little a word, that its forms are known by it."""
    return max(_levels(facts >> 32 & _LEVELS)) > 1 and _commonness(facts & _SCORES)[ANY] < 0.4


def form_of(surface: str) -> str:
    """Return a word as the lists have it."""
    return surface.lower() if surface.isascii() else normal(surface)


def shape_of(surface: str) -> str:
    """Return how a word is written: small, with a capital, in capitals, or in a script without them."""
    if surface[0].islower():
        return LOWER
    if not surface[0].isupper():
        return CASELESS
    return UPPER if len(surface) > 1 and surface.isupper() else TITLED


def is_legal(text: str, start: int, word: Word) -> bool:
    """Tell whether a word that may be a legal form, or the first letter of one, is one here."""
    return word.size > 1 or bool(DOTTED.match(text, start))


@cache
def _levels(bits: int) -> tuple[int, ...]:
    return levels_of(bits << 32)


@lru_cache(maxsize=1 << 15)
def _commonness(scores: int) -> tuple[float, ...]:
    if not scores:
        return _NEVER_COMMON
    each = scores_of(scores)
    most = max(each)
    return (*map(_COMMONNESS[most].__getitem__, each), _COMMONNESS[most][most])


def _clitic_signs(form: str, known: Mapping[str, Signs]) -> Signs:
    """Return the sort of organisation that an Arabic word is the head of, once what is written with it is off."""
    for stem, _ in stems(form):
        if stem in known and known[stem].organ:
            return NO_SIGNS._replace(organ=known[stem].organ)
    return NO_SIGNS


def _announces(told: Signs, cues: Cues, shape: str, size: int) -> bool:
    """Tell whether a word is the head of an organisation, or a name may follow on it alone."""
    # Short titles in small letters are likelier something else.
    if told.organ or told.legal or (cues[ANY] & TITLE and (size > 3 or shape != LOWER)):
        return True
    return any(len(letters(phrase)) == 1 for phrase in told.intro)


def _may_stand_alone(shape: str, size: int, cues: Cues, level: int, common: float) -> bool:
    if shape in {TITLED, UPPER}:
        if cues[ANY] & STOP and (level < 2 or all(bits & STOP for bits in cues)):
            return False
        return common < 0.6 or level > 2 or shape == UPPER
    return level >= 2 and size > 2 and common <= (0.5 if shape == CASELESS else 0.35)
