"""Facts -> the tables of `allonym.languages.list_format`. The same facts give the same bytes."""

import re
from array import array
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TypeVar

import marisa_trie  # type: ignore[import-not-found]  # it has no types
from facts import LANGUAGES, Fact, Facts

from allonym.languages import list_facts
from allonym.languages.list_format import FORMS, GENDERS, KINDS, LEADS, NUMBERS, SCALE, THINGS, TRAIT, WORDS, pack
from allonym.languages.lists import pair_of

_LETTERS = re.compile(r"[^\W\d_]+")
_LOW = (1 << 32) - 1
Group = tuple[int, tuple[tuple[int, int], ...]]


Key = TypeVar("Key")


class Numbering(dict[Key, int]):
    """Gives every new key the next number."""

    def __missing__(self, key: Key) -> int:
        self[key] = len(self)
        return self[key]


def write_tables(folder: Path, facts: Facts, scores: Mapping[str, int]) -> None:
    """Write the tables of facts; `scores` says how common a form is as an ordinary word, four bits per language."""
    things = trie_of(_things(facts))
    forms = trie_of(facts.entries)
    traits: Numbering[bytes] = Numbering()
    groups: Numbering[Group] = Numbering()
    form_group = array("I", bytes(4 * len(forms)))
    for form, meanings in facts:
        entries = tuple((traits[_trait(fact)], _number(things, fact.canonical)) for fact in ordered(meanings))
        form_group[forms.key_id(form)] = groups[scores.get(form, 0), entries]
    parents = array("I", bytes(4 * len(things)))
    for thing, parent in facts.parents.items():
        parents[things.key_id(thing)] = _number(things, parent)
    seconds = _seconds(facts)
    leads = trie_of(seconds)
    told = _told(facts, scores, seconds)
    words = trie_of(told)
    sections: dict[str, array[int] | bytes] = {
        "form_group": form_group,
        **_grouped(groups),
        "thing_parent": parents,
        **_told_apart(words, told),
        **_following(leads, seconds),
        "traits": b"".join(traits),
    }
    folder.mkdir(parents=True, exist_ok=True)
    (folder / NUMBERS).write_bytes(pack(sections))
    for name, trie in ((FORMS, forms), (LEADS, leads), (THINGS, things), (WORDS, words)):
        trie.save(str(folder / name))


def _seconds(facts: Facts) -> dict[str, set[str]]:
    """Return, for each word that begins a form of several words, those that come second."""
    found: dict[str, set[str]] = defaultdict(set)
    for form in facts.entries:
        if pair := pair_of(form):
            found[pair[0]].add(pair[1])
    return found


def _told(facts: Facts, scores: Mapping[str, int], seconds: Mapping[str, set[str]]) -> dict[str, int]:
    """Return what is known of every single word, packed as `list_facts` says."""
    told: dict[str, int] = defaultdict(int)
    told.update((word, score) for word, score in scores.items() if " " not in word)
    for form, meanings in facts:
        if _LETTERS.fullmatch(form):
            told[form] |= list_facts.pack_facts((fact.kind, _weight(fact), fact.gender) for fact in ordered(meanings))
    for lead, following in seconds.items():
        told[lead] |= list_facts.BEGINS
        for second in following:
            told[second] |= list_facts.FOLLOWS
    return told


def _told_apart(words: marisa_trie.Trie, told: Mapping[str, int]) -> dict[str, "array[int]"]:
    # The first are those of a word of which nothing is known.
    apart: Numbering[int] = Numbering({0: 0})
    places = array("H", bytes(2 * len(words)))
    for word in words.iterkeys():
        places[words.key_id(word)] = apart[told[word]]
    for each in list(apart):
        apart[list_facts.coarse(each)]
    small = array("H", (apart[list_facts.coarse(each)] for each in apart))
    listed, common = array("Q", (each >> 32 for each in apart)), array("I", (each & _LOW for each in apart))
    return {"word_facts": places, "facts_listed": listed, "facts_common": common, "facts_small": small}


def _following(leads: marisa_trie.Trie, seconds: Mapping[str, set[str]]) -> dict[str, "array[int] | bytes"]:
    first, parts = array("I", [0]), []
    for number in range(len(leads)):
        parts.append(" ".join(sorted(seconds[leads.restore_key(number)])).encode())
        first.append(first[-1] + len(parts[-1]))
    return {"lead_first": first, "seconds": b"".join(parts)}


def trie_of(keys: Iterable[str]) -> marisa_trie.Trie:
    """Return a trie; sorted keys, so that the bytes do not depend on the order of sets."""
    return marisa_trie.Trie(sorted(set(keys)))


def ordered(meanings: list[Fact]) -> list[Fact]:
    """Return the meanings of a form, most prominent first."""
    return sorted(meanings, key=lambda fact: (-fact.weight, KINDS.index(fact.kind), fact.canonical))


def _things(facts: Facts) -> set[str]:
    named = {fact.canonical for _, meanings in facts for fact in meanings if fact.canonical}
    return named | set(facts.parents) | set(facts.parents.values())


def _number(things: marisa_trie.Trie, thing: str) -> int:
    return things.key_id(thing) + 1 if thing else 0


def _trait(fact: Fact) -> bytes:
    mask = sum(1 << LANGUAGES.index(code) for code in fact.languages.split())
    country = fact.country.encode("ascii")
    return TRAIT.pack(KINDS.index(fact.kind), mask, GENDERS.index(fact.gender), _weight(fact), country)


def _weight(fact: Fact) -> int:
    return max(1, min(SCALE, round(fact.weight * SCALE)))


def _grouped(groups: Iterable[Group]) -> dict[str, "array[int]"]:
    first, words, traits, things = array("I", [0]), array("I"), array("I"), array("I")
    for score, entries in groups:
        words.append(score)
        traits.extend(trait for trait, _ in entries)
        things.extend(thing for _, thing in entries)
        first.append(len(traits))
    return {"group_words": words, "group_first": first, "entry_traits": traits, "entry_thing": things}
