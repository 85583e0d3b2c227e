"""Facts -> the tables of `allonym.languages.list_format`. The same facts give the same bytes."""

import re
from array import array
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TypeVar

import marisa_trie  # type: ignore[import-not-found]  # it has no types
from facts import LANGUAGES, Fact, Facts

from allonym.languages.list_format import FORMS, GENDERS, KINDS, LEADS, NUMBERS, SCALE, THINGS, TRAIT, WORDS, pack

_LEAD = re.compile(r"[^\W_]+")
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
    leads = trie_of(match[0] for form in facts.entries if (match := _LEAD.match(form)) and match[0] != form)
    words = trie_of(word for word in scores if " " not in word)
    traits: Numbering[bytes] = Numbering()
    groups: Numbering[Group] = Numbering()
    form_group = array("I", bytes(4 * len(forms)))
    for form, meanings in facts:
        entries = tuple((traits[_trait(fact)], _number(things, fact.canonical)) for fact in ordered(meanings))
        form_group[forms.key_id(form)] = groups[scores.get(form, 0), entries]
    parents = array("I", bytes(4 * len(things)))
    for thing, parent in facts.parents.items():
        parents[things.key_id(thing)] = _number(things, parent)
    word_scores = array("I", bytes(4 * len(words)))
    for word in words.iterkeys():
        word_scores[words.key_id(word)] = scores[word]
    sections: dict[str, array[int] | bytes] = {
        "form_group": form_group,
        **_grouped(groups),
        "thing_parent": parents,
        "word_scores": word_scores,
        "traits": b"".join(traits),
    }
    folder.mkdir(parents=True, exist_ok=True)
    (folder / NUMBERS).write_bytes(pack(sections))
    for name, trie in ((FORMS, forms), (LEADS, leads), (THINGS, things), (WORDS, words)):
        trie.save(str(folder / name))


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
    weight = max(1, min(SCALE, round(fact.weight * SCALE)))
    country = fact.country.encode("ascii")
    return TRAIT.pack(KINDS.index(fact.kind), mask, GENDERS.index(fact.gender), weight, country)


def _grouped(groups: Iterable[Group]) -> dict[str, "array[int]"]:
    first, words, traits, things = array("I", [0]), array("I"), array("I"), array("I")
    for score, entries in groups:
        words.append(score)
        traits.extend(trait for trait, _ in entries)
        things.extend(thing for _, thing in entries)
        first.append(len(traits))
    return {"group_words": words, "group_first": first, "entry_traits": traits, "entry_thing": things}
