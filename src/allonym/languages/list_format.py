"""How the list tables lie on disk: four tries and one file of numbers.

    forms.trie   every form that can be looked up, as `normal` writes it       -> its number
    leads.trie   the first words of forms that have more than one              -> the words that come second
    lists.bin    number of a form -> group -> ambiguity and entries -> traits and thing
    things.trie  what several forms stand for: geo:2673730, country:SE, maker:alphabet; lists.bin holds its parent
    words.trie   every single word: listed, ordinary, first or second in a form -> its facts, see `list_facts`

Groups, traits and facts are shared: 400,000 rare surnames have a few dozen groups between them. All numbers are
little-endian and read in place from a memory map, so that processes share one copy.
"""

import struct
import sys
from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

KINDS = (
    "first",
    "last",
    "city",
    "region",
    "country",
    "company",
    "product",
    "school",
    "transit",
    "occupation",
    "family",
    "title",
    "legal_form",
    "street_word",
    "nickname",
    "nationality",
    "language_name",
    "stop",
)
"""What an entry may be; its place here is its number on disk."""

GENDERS = ("", "m", "f", "n")
"""Unknown, male, female, both or neither; the place is the number on disk."""

FORMS, LEADS, THINGS, WORDS, NUMBERS = "forms.trie", "leads.trie", "things.trie", "words.trie", "lists.bin"

LONGEST = 64
"""No form is longer, in characters."""

MAGIC = b"allonym lists 2\n"
SCALE = 63
"""Weights are kept in 6 bits."""
TRAIT = struct.Struct("<BBBB2sxx")
"""Kind, languages, gender, weight, country."""

# The sections of lists.bin in their order, each with the type of its numbers.
SECTIONS: dict[str, Literal["Q", "I", "H", "B"]] = {
    "form_group": "I",  # per form: which group
    "group_words": "I",  # per group: its ambiguity, four bits per language
    "group_first": "I",  # per group, and one past the last: where its entries begin
    "entry_traits": "I",  # per entry: which traits
    "entry_thing": "I",  # per entry: which thing, plus one; zero is none
    "thing_parent": "I",  # per thing: its parent, plus one; zero is none
    "word_facts": "H",  # per word of words.trie: which facts
    "facts_listed": "Q",  # per facts: their bits from 32 on
    "facts_common": "I",  # per facts: their bits below 32
    "facts_small": "H",  # per facts: which facts to take instead, where a word is written small
    "lead_first": "I",  # per word of leads.trie, and one past the last: where its second words begin
    "seconds": "B",  # second words, with spaces between those of one lead
    "traits": "B",  # TRAIT records
}
_HEADER = struct.Struct(f"<{len(MAGIC)}s{len(SECTIONS)}Q")


@dataclass(frozen=True, slots=True)
class Numbers:
    """The sections of lists.bin."""

    form_group: "memoryview[int]"
    group_words: "memoryview[int]"
    group_first: "memoryview[int]"
    entry_traits: "memoryview[int]"
    entry_thing: "memoryview[int]"
    thing_parent: "memoryview[int]"
    word_facts: "memoryview[int]"
    facts_listed: "memoryview[int]"
    facts_common: "memoryview[int]"
    facts_small: "memoryview[int]"
    lead_first: "memoryview[int]"
    seconds: "memoryview[int]"
    traits: "memoryview[int]"


def pack(sections: Mapping[str, "array[int] | bytes"]) -> bytes:
    """Return lists.bin; every section begins at a multiple of eight bytes."""
    parts = [_bytes(sections[name]) for name in SECTIONS]
    header = _HEADER.pack(MAGIC, *(len(part) for part in parts))
    return b"".join(part + bytes(-len(part) % 8) for part in (header, *parts))


def unpack(data: "memoryview[int]") -> Numbers:
    """Return the sections of lists.bin without copying them; raise ValueError if it is something else."""
    if sys.byteorder != "little":
        raise ValueError("the list tables are little-endian and are read in place")
    if bytes(data[: len(MAGIC)]) != MAGIC:
        raise ValueError("this is no list table of format 2")
    _, *lengths = _HEADER.unpack_from(data)
    views = {}
    start = _HEADER.size + -_HEADER.size % 8
    for (name, code), length in zip(SECTIONS.items(), lengths, strict=True):
        views[name] = data[start : start + length].cast(code)
        start += length + -length % 8
    return Numbers(**views)


def _bytes(section: "array[int] | bytes") -> bytes:
    return section if isinstance(section, bytes) else section.tobytes()
