"""What is known of one word as it is written: its shape, the lists it stands in, the cues it gives."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from allonym.core.types import Features
from allonym.detectors.names.context import ANY, NO_CUES, STOP, TITLE, Cues, cue_words, introductions, organ_words
from allonym.detectors.names.morphology import stems
from allonym.languages.identify import LANES, small_words
from allonym.languages.lists import LONGEST, Entry, Lists, normal
from allonym.languages.pack import CODES
from allonym.languages.words import entries

LISTED = ("first", "last", "city", "region", "country", "company", "product", "school")
"""The lists that name somebody or something; a word's levels follow this order."""
FIRST, LAST, CITY, REGION, COUNTRY, COMPANY, PRODUCT, SCHOOL = range(len(LISTED))
_AS = {"nickname": FIRST, **{kind: place for place, kind in enumerate(LISTED)}}

LOWER, TITLED, UPPER, CASELESS = "l", "T", "U", "c"
# Lanes beside those of the languages: how many words are small, capital, or wholly in capitals.
_SMALL, _CAPITAL, _CAPITALS = (1 << LANES.width * (len(CODES) + lane) for lane in range(3))

LEGAL_FORMS = frozenset(
    entries(
        "Inc, Ltd, LLC, LLP, Corp, PLC, plc, Plc, GmbH, AG, KG, OHG, UG, mbH, KGaA, eG, AB, HB, KB, Ltda, Lda, SA, SAS"
        ", SARL, Sàrl, SL, SLU, SpA, Spa, Srl, SRL, SPA, NV, BV, Oy, ApS, Aps, Pty, INC, LTD, CORP, GMBH, EIRL, SNC"
        ", Limited, Incorporated, Eireli, EIRELI, S, ش, ذ"
    )
)
"""Legal forms as they are written, or the first letter of those with dots; in small letters most are ordinary words."""
DOTTED = re.compile(
    r"S\.\s?(?:A\.?\s?(?:S\.?|R\.?\s?L\.?)?|L\.?|p\.\s?A\.?|r\.\s?l\.?|n\.\s?c\.?)(?!\w)|ش\.\s?م(?:\.\s?م)?"
)
_STEPS = (0.3, 0.5, 0.65, 0.8)
_MOST_KNOWN = 1 << 17
_LETTERS = re.compile(r"[^\W\d_]+")
_TIES = (" ", "-", "'", ".", " & ")
_NO_LEVELS = (0,) * len(LISTED)
_NEVER_COMMON = (0.0,) * (ANY + 1)


@dataclass(frozen=True, slots=True)
class Word:
    """One word as it is written. Levels say how prominent it is in each list: 0 not at all, 5 very."""

    shape: str
    form: str
    lanes: int = 0
    """What it adds to the count of a document: its languages, its shape."""
    levels: tuple[int, ...] = _NO_LEVELS
    gender: str = ""
    common: tuple[float, ...] = _NEVER_COMMON
    """How ordinary a word it is, per language in the order of CODES, then at most."""
    cues: Cues = NO_CUES
    nexts: frozenset[str] = frozenset()
    """What may come next in a listed form of several words."""
    features: Features = ()
    intro: tuple[str, ...] = ()
    organ: str = ""
    legal: bool = False
    other: tuple[str, ...] = ()
    """Lists it stands in whose words are no names: nationality, occupation, family."""
    is_capital: bool = False
    listed: bool = False
    is_spark: bool = False
    """Whether something may begin here by this word alone; else only if the next is among `nexts`."""


NO_WORD = Word(LOWER, "")
"""What stands for a word that is none."""


@dataclass(frozen=True, slots=True)
class Wording:
    """Knows every word it was asked about; the lists are asked once for each."""

    lists: Lists = field(repr=False)
    known: dict[str, Word] = field(default_factory=dict, repr=False)

    def learn(self, surfaces: Iterable[str]) -> dict[str, Word]:
        """Return all that is known, these words included."""
        known = self.known
        if len(known) > _MOST_KNOWN:
            known.clear()
        for surface in set(surfaces).difference(known):
            known[surface] = self._look_up(surface)
        return known

    def _look_up(self, surface: str) -> Word:
        form = normal(surface)
        shape = shape_of(surface)
        lanes = small_words().get(form, 0) + _lane(shape)
        if len(form) > LONGEST or (shape == LOWER and self._is_plain(form)):
            return Word(shape, form, lanes)
        return self._describe(surface, form, shape, lanes)

    def _is_plain(self, form: str) -> bool:
        """Tell whether a small word is in no list at all, which spares most words all further questions."""
        lists = self.lists
        if form in lists.forms or form in lists.leads or form in cue_words():
            return False
        if form in introductions() or form in organ_words() or any(stem in lists.forms for stem, _ in stems(form)):
            return False
        return lists.own_forms is None or not lists.own_forms.has_keys_with_prefix(form)

    def _describe(self, surface: str, form: str, shape: str, lanes: int) -> Word:
        cues = cue_words().get(form, NO_CUES)
        listed = self.lists.find(form)
        levels, gender = levels_of(listed)
        common = self._common(form)
        features: Features = ()
        other = tuple(sorted({entry.kind for entry in listed} - _AS.keys()))
        if "title" in other:
            cues = tuple(bits | TITLE for bits in cues)
        if max(levels) <= 1 and not cues[ANY] and common[ANY] < 0.4:
            levels, gender, common, features = self._stem(form, levels, gender, common)
        word = Word(
            shape=shape,
            form=form,
            lanes=lanes,
            levels=levels,
            gender=gender,
            common=common,
            cues=cues,
            nexts=self._nexts(form),
            features=features,
            intro=introductions().get(form, ()),
            organ=_organ(form, shape),
            legal=surface in LEGAL_FORMS,
            other=other,
            is_capital=shape in {TITLED, UPPER},
            listed=any(levels),
        )
        return _kindle(word)

    def _stem(
        self, form: str, levels: tuple[int, ...], gender: str, common: tuple[float, ...]
    ) -> tuple[tuple[int, ...], str, tuple[float, ...], Features]:
        for stem, features in stems(form):
            listed = self.lists.find(stem)
            if listed and listed[0].ambiguity < 0.4:
                found, found_gender = levels_of(listed)
                if max(found) > max(1, *levels):
                    return found, found_gender, self._common(stem), features
        return levels, gender, common, ()

    def _common(self, form: str) -> tuple[float, ...]:
        most = self.lists.ambiguity(form)
        if not most:
            return _NEVER_COMMON
        return (*(self.lists.ambiguity(form, code) for code in CODES), most)

    def _nexts(self, form: str) -> frozenset[str]:
        lists = self.lists
        tries = [trie for trie in (lists.forms if form in lists.leads else None, lists.own_forms) if trie is not None]
        found = set()
        for trie in tries:
            for tie in _TIES:
                for key in trie.iterkeys(form + tie):
                    if rest := _LETTERS.search(key, len(form)):
                        found.add(rest[0])
        return frozenset(found)


def shape_of(surface: str) -> str:
    """Return how a word is written: small, with a capital, in capitals, or in a script without them."""
    if surface[0].islower():
        return LOWER
    if not surface[0].isupper():
        return CASELESS
    return UPPER if len(surface) > 1 and surface.isupper() else TITLED


def levels_of(listed: tuple[Entry, ...]) -> tuple[tuple[int, ...], str]:
    """Return how prominent entries are in each list, and the gender of the most prominent first name."""
    if not listed:
        return _NO_LEVELS, ""
    levels = [0] * len(LISTED)
    gender, best = "", 0.0
    for entry in listed:
        place = _AS.get(entry.kind)
        if place is None:
            continue
        levels[place] = max(levels[place], 1 + sum(entry.weight >= step for step in _STEPS))
        if place == FIRST and entry.weight > best:
            gender, best = entry.gender, entry.weight
    return tuple(levels), gender


def is_legal(text: str, start: int, word: Word) -> bool:
    """Tell whether a word that may be a legal form, or the first letter of one, is one here."""
    return len(word.form) > 1 or bool(DOTTED.match(text, start))


def _lane(shape: str) -> int:
    if shape == LOWER:
        return _SMALL
    return _CAPITAL if shape == TITLED else _CAPITAL + _CAPITALS if shape == UPPER else 0


def _organ(form: str, shape: str) -> str:
    heads = organ_words()
    if form in heads or shape != CASELESS:
        return heads.get(form, "")
    return next((heads[stem] for stem, _ in stems(form) if stem in heads), "")


def _kindle(word: Word) -> Word:
    spark = bool(word.intro or word.organ or word.legal or word.cues[ANY] & TITLE) or _may_stand_alone(word)
    # A frozen value is completed once, here, before anybody sees it.
    object.__setattr__(word, "is_spark", spark)
    return word


def _may_stand_alone(word: Word) -> bool:
    common, level = word.common[ANY], max(word.levels)
    if word.is_capital:
        if all(bits & STOP for bits in word.cues) or (word.cues[ANY] & STOP and level < 2):
            return False
        return common < 0.6 or level > 2 or word.shape == UPPER or len(word.form) == 1
    limit = 0.5 if word.shape == CASELESS else 0.35
    return word.listed and common <= limit and level >= 2 and len(word.form) > 2
