"""The word lists: names, places, companies and the words around them, with how prominent and how ambiguous each is.

The tables are made by scripts/lists/build.py, shipped with allonym and read from a memory map. `list_format` says how
they lie on disk, docs/reference/lists.md where they come from. Texts and forms are looked up as `normal` writes them.
"""

import mmap
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from sys import intern

import marisa_trie

from allonym.core.making import quickly
from allonym.languages.list_facts import Meaning, pack_facts
from allonym.languages.list_format import (
    FORMS,
    GENDERS,
    KINDS,
    LEADS,
    LONGEST,
    NUMBERS,
    SCALE,
    THINGS,
    TRAIT,
    WORDS,
    Numbers,
    unpack,
)
from allonym.languages.list_forms import normal
from allonym.languages.list_sources import require_unchanged
from allonym.languages.pack import CODES

__all__ = [
    "LONGEST",
    "TABLES",
    "Entries",
    "Entry",
    "Lists",
    "facts_of",
    "load_lists",
    "normal",
    "open_lists",
    "pair_of",
]

TABLES = Path(__file__).parent / "tables"
"""The folder of the shipped tables."""

_LANGUAGES = tuple(" ".join(code for bit, code in enumerate(CODES) if mask >> bit & 1) for mask in range(256))
_LEAD = re.compile(r"([^\W\d_]+)(?: & |[ \-'.])")
_LETTERS = re.compile(r"[^\W\d_]+")
# Past so many remembered words all are forgotten: some 20 MB, and the common ones come back at once.
_MOST_REMEMBERED = 1 << 16
_FEW = 8


@dataclass(frozen=True, slots=True)
class Entry:
    """What a form may stand for. Weight is prominence, ambiguity how common the form is as an ordinary word: 0 to 1."""

    kind: str
    weight: float
    ambiguity: float
    languages: str
    """Codes with spaces between them; empty: any language."""
    gender: str = ""
    country: str = ""
    parent: str = ""
    canonical: str = ""


_entry = quickly(Entry)
Entries = tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Lists:
    """The lists, shipped and the user's own."""

    forms: marisa_trie.Trie = field(repr=False)
    leads: marisa_trie.Trie = field(repr=False)
    things: marisa_trie.Trie = field(repr=False)
    words: marisa_trie.Trie = field(repr=False)
    numbers: Numbers = field(repr=False)
    own: Mapping[str, Entries] = field(default_factory=dict, repr=False)
    """Forms that the user changed, with all that they stand for now."""
    own_forms: marisa_trie.Trie | None = field(default=None, repr=False)
    own_words: Mapping[str, int] = field(default_factory=dict, repr=False)
    """The numbers of the facts on the single words in those forms, which count from the end of `own_facts`."""
    own_facts: tuple[int, ...] = field(default=(), repr=False)
    own_seconds: Mapping[str, frozenset[str]] = field(default_factory=dict, repr=False)
    """The words that begin those forms, with those that come second."""
    entries: dict[str, Entries] = field(default_factory=dict, repr=False)
    """Forms seen before."""

    def at(self, text: str, start: int) -> list[tuple[int, Entries]]:
        """Return every form that begins here: its end and its entries, longest last, even if no word ends there."""
        forms = self.forms_at(text[start : start + LONGEST])
        return [(start + len(form), entries) for form in forms if (entries := self.find(form))]

    def forms_at(self, ahead: str) -> list[str]:
        """Return every form that a text begins with, the longest last; the user may have taken one out."""
        forms: list[str] = self.forms.prefixes(ahead)
        if self.own_forms is not None:
            forms = sorted({*forms, *self.own_forms.prefixes(ahead)}, key=len)
        return forms

    def find(self, form: str) -> Entries:
        """Return what one whole form may stand for; nothing if it is in no list."""
        if form in self.own:
            return self.own[form]
        return self.entries.get(form) or (self._read(form) if form in self.forms else ())

    def weight(self, form: str, *kinds: str) -> float:
        """Return how well known a form is as something of these kinds; 0 if it is none."""
        return max((each.weight for each in self.find(form) if each.kind in kinds), default=0.0)

    def ambiguity(self, word: str, language: str | None = None) -> float:
        """Return how common a form is as an ordinary word, in one language or where it is commonest."""
        packed = self._score(word)
        return _highest(packed) if language is None else (packed >> 4 * CODES.index(language) & 15) / 15

    def common(self, word: str) -> int:
        """Return how common a single word is in each language as an ordinary word, packed as `list_facts` says."""
        place = self.words.get(word)
        return 0 if place is None else self.numbers.facts_common[self.numbers.word_facts[place]]

    def word(self, form: str) -> int:
        """Return all that is known of a single word, packed as `list_facts` says."""
        return self.facts(self.record(form))

    def record(self, form: str) -> int:
        """Return the number of the facts on a single word, which words share; 0 if nothing is known of it."""
        if self.own_words and (own := self.own_words.get(form)) is not None:
            return own
        place = self.words.get(form)
        return 0 if place is None else self.numbers.word_facts[place]

    def small(self, record: int) -> int:
        """Return the number of the facts that are enough to know of a word that is written small; many share them."""
        return self.numbers.facts_small[record] if record > 0 else record

    def facts(self, record: int) -> int:
        """Return facts by their number."""
        if record < 0:
            return self.own_facts[record]
        return self.numbers.facts_listed[record] << 32 | self.numbers.facts_common[record]

    def phrase(self, form: str) -> int:
        """Return all that is known of a form of several words, packed in the same way."""
        if form in self.own:
            return facts_of(self.own[form]) | self._score(form)
        numbers = self.numbers
        group = numbers.form_group[self.forms.key_id(form)]
        places = range(numbers.group_first[group], numbers.group_first[group + 1])
        return pack_facts(map(self._meaning, places)) | int(numbers.group_words[group])

    def seconds(self, lead: str) -> Collection[str]:
        """Return the words that may follow a word in a form of several words."""
        own = self.own_seconds.get(lead, frozenset())
        place = self.leads.get(lead)
        if place is None:
            return own
        first = self.numbers.lead_first
        # The same words follow many others, and mostly there are few: so they take a sixth of the memory.
        found = map(intern, str(self.numbers.seconds[first[place] : first[place + 1]], "utf-8").split(" "))
        every = (*own, *found)
        return every if len(every) <= _FEW else frozenset(every)

    def _score(self, word: str) -> int:
        numbers = self.numbers
        if (place := self.words.get(word)) is not None:
            return int(numbers.facts_common[numbers.word_facts[place]])
        form = self.forms.get(word)
        return 0 if form is None else int(numbers.group_words[numbers.form_group[form]])

    def _read(self, form: str) -> Entries:
        if len(self.entries) >= _MOST_REMEMBERED:
            self.entries.clear()
        numbers = self.numbers
        group = numbers.form_group[self.forms.key_id(form)]
        ambiguity = _highest(numbers.group_words[group])
        places = range(numbers.group_first[group], numbers.group_first[group + 1])
        made = self.entries[form] = tuple(self._entry(place, ambiguity) for place in places)
        return made

    def _meaning(self, place: int) -> Meaning:
        traits = TRAIT.unpack_from(self.numbers.traits, self.numbers.entry_traits[place] * TRAIT.size)
        return KINDS[traits[0]], traits[3], GENDERS[traits[2]]

    def _entry(self, place: int, ambiguity: float) -> Entry:
        numbers = self.numbers
        traits = TRAIT.unpack_from(numbers.traits, numbers.entry_traits[place] * TRAIT.size)
        kind, mask, gender, weight, country = traits
        thing = numbers.entry_thing[place]
        parent = numbers.thing_parent[thing - 1] if thing else 0
        return _entry(
            KINDS[kind],
            weight / SCALE,
            ambiguity,
            _LANGUAGES[mask],
            GENDERS[gender],
            country.strip(b"\0").decode("ascii"),
            self.things.restore_key(parent - 1) if parent else "",
            self.things.restore_key(thing - 1) if thing else "",
        )


def pair_of(form: str) -> tuple[str, str] | None:
    """Return the first two words of a form of several words; None if it is one word."""
    lead = _LEAD.match(form)
    second = _LETTERS.search(form, lead.end()) if lead else None
    return (lead[1], second[0]) if lead and second else None


def facts_of(entries: Entries) -> int:
    """Return what entries say, packed as `list_facts` says."""
    return pack_facts((entry.kind, round(entry.weight * SCALE), entry.gender) for entry in entries)


def _highest(packed: int) -> float:
    highest = 0
    while packed:
        highest = max(highest, packed & 15)
        packed >>= 4
    return highest / 15


def load_lists(folder: Path = TABLES) -> Lists:
    """Return the lists of a folder of tables; nothing is read before it is looked up."""
    forms, leads, things, words = (_map(folder / name) for name in (FORMS, LEADS, THINGS, WORDS))
    with (folder / NUMBERS).open("rb") as file:
        numbers = unpack(memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)))
    return Lists(forms, leads, things, words, numbers)


def _map(path: Path) -> marisa_trie.Trie:
    trie = marisa_trie.Trie()
    trie.mmap(str(path))
    return trie


@cache
def open_lists(extra: Path | None = None) -> Lists:
    """Return the shipped lists, changed by the user's own list where one is given; each is opened once.

    Tables with a changed byte would still open, and find other names or none: they are compared with their sums first.
    """
    require_unchanged(TABLES)
    shipped = load_lists()
    if extra is None:
        return shipped
    # Few have a list of their own; the others need not load what reads it.
    from allonym.languages.own_list import with_own

    return with_own(shipped, extra)
