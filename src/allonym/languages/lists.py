"""The word lists: names, places, companies and the words around them, with how prominent and how ambiguous each is.

The tables are made by scripts/lists/build.py, shipped with allonym and read from a memory map. `list_format` says how
they lie on disk, docs/reference/lists.md where they come from. Texts and forms are looked up as `normal` writes them.
"""

import mmap
import re
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

import marisa_trie

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
from allonym.languages.own_list import EVERY_KIND, Change, by_form, read_changes
from allonym.languages.pack import CODES

__all__ = ["ENDING", "LONGEST", "TABLES", "Entry", "Lists", "load_lists", "normal", "open_lists"]

TABLES = Path(__file__).parent / "tables"
"""The folder of the shipped tables."""

ENDING = 5
"""No ending that a form may take is longer: Swedish -ernas."""

_LANGUAGES = tuple(" ".join(code for bit, code in enumerate(CODES) if mask >> bit & 1) for mask in range(256))
_TOKEN = re.compile(r"[^\W_]+")
# What stands between the words of a shipped form; a user's own forms may have anything there.
_BETWEEN = tuple(" -'.,&+!/°")
# Past so many remembered words all are forgotten: some 20 MB, and the common ones come back at once.
_MOST_REMEMBERED = 1 << 16


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


Entries = tuple[Entry, ...]
Hits = tuple[tuple[int, Entries], ...]


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
    tokens: dict[str, tuple[Hits, AbstractSet[str]]] = field(default_factory=dict, repr=False)
    """Tokens seen before: the forms they begin with, and what must come next for a longer form."""
    entries: dict[str, Entries] = field(default_factory=dict, repr=False)
    """Forms seen before."""

    def at(self, text: str, start: int) -> list[tuple[int, Entries]]:
        """Return every form that begins here: its end and its entries, longest last, even if no word ends there."""
        ahead = text[start : start + LONGEST]
        if self.own_forms is not None:
            return [(start + length, entries) for length, entries in self._hits(ahead)]
        known, read = self.entries, self._read
        return [(start + len(form), known.get(form) or read(form)) for form in self.forms.prefixes(ahead)]

    def scan(self, text: str) -> Iterator[tuple[int, int, Entries]]:
        """Return the forms at every word of a text with their start and end; much cheaper than asking at each.

        A form may end inside a word only if no more is left of the word than an ending.
        """
        known = self.tokens
        for match in _TOKEN.finditer(text):
            token = match[0]
            hits, heads = known.get(token) or self._learn(token)
            if heads:
                end = match.end()
                head = text[end : end + 3]
                if head in heads or head[:2] in heads or head[:1] in heads:
                    start = match.start()
                    hits = self._hits(text[start : start + LONGEST], end - start - ENDING)
            if hits:
                start = match.start()
                for length, entries in hits:
                    yield start, start + length, entries

    def find(self, form: str) -> Entries:
        """Return what one whole form may stand for; nothing if it is in no list."""
        if form in self.own:
            return self.own[form]
        return self.entries.get(form) or (self._read(form) if form in self.forms else ())

    def ambiguity(self, word: str, language: str | None = None) -> float:
        """Return how common a form is as an ordinary word, in one language or where it is commonest."""
        packed = self._score(word)
        return _highest(packed) if language is None else (packed >> 4 * CODES.index(language) & 15) / 15

    def commonness(self, word: str) -> tuple[int, ...]:
        """Return how common a word is in each language as an ordinary word, 0 to 15, in the order of CODES."""
        packed = self._score(word)
        return tuple(packed >> 4 * lane & 15 for lane in range(len(CODES))) if packed else ()

    def _learn(self, token: str) -> tuple[Hits, AbstractSet[str]]:
        heads = frozenset(_heads(self.forms, token, _BETWEEN)) if token in self.leads else frozenset()
        if self.own_forms is not None:
            heads |= frozenset(_heads(self.own_forms, token, ("",)))
        learnt = (self._hits(token[:LONGEST], len(token) - ENDING), heads)
        # Numbers seldom come twice, and a token without an end must not fill the memory.
        if len(token) <= LONGEST and token.isalpha():
            if len(self.tokens) >= _MOST_REMEMBERED:
                self.tokens.clear()
            self.tokens[token] = learnt
        return learnt

    def _hits(self, ahead: str, least: int = 0) -> Hits:
        forms = self.forms.prefixes(ahead)
        if self.own_forms is not None:
            forms = sorted({*forms, *self.own_forms.prefixes(ahead)}, key=len)
        return tuple([(len(form), entries) for form in forms if len(form) >= least and (entries := self.find(form))])

    def _score(self, word: str) -> int:
        numbers = self.numbers
        if (place := self.words.get(word)) is not None:
            return int(numbers.word_scores[place])
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

    def _entry(self, place: int, ambiguity: float) -> Entry:
        numbers = self.numbers
        traits = TRAIT.unpack_from(numbers.traits, numbers.entry_traits[place] * TRAIT.size)
        kind, mask, gender, weight, country = traits
        thing = numbers.entry_thing[place]
        parent = numbers.thing_parent[thing - 1] if thing else 0
        return Entry(
            kind=KINDS[kind],
            weight=weight / SCALE,
            ambiguity=ambiguity,
            languages=_LANGUAGES[mask],
            gender=GENDERS[gender],
            country=country.strip(b"\0").decode("ascii"),
            parent=self.things.restore_key(parent - 1) if parent else "",
            canonical=self.things.restore_key(thing - 1) if thing else "",
        )


def _heads(forms: marisa_trie.Trie, token: str, between: Iterable[str]) -> Iterator[str]:
    """Return what may come after a token, three characters of it, in a form that begins with the token."""
    after = len(token)
    for sign in between:
        yield from (form[after : after + 3] for form in forms.iterkeys(token + sign) if len(form) > after)


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
    """Return the shipped lists, changed by the user's own list where one is given; each is opened once."""
    shipped = load_lists()
    if extra is None:
        return shipped
    own = {form: _changed(shipped, form, changes) for form, changes in by_form(read_changes(extra)).items()}
    return replace(shipped, own=own, own_forms=marisa_trie.Trie(sorted(own)), tokens={}, entries={})


def _changed(lists: Lists, form: str, changes: tuple[Change, ...]) -> Entries:
    removed = {each.kind for each in changes if not each.added}
    # A user who adds a form knows it: it is as prominent as can be, though its ambiguity stays what it is.
    added = [Entry(each.kind, 1.0, lists.ambiguity(form), each.languages) for each in changes if each.added]
    replaced = removed | {each.kind for each in added}
    kept = [] if EVERY_KIND in removed else [entry for entry in lists.find(form) if entry.kind not in replaced]
    return (*added, *kept)
