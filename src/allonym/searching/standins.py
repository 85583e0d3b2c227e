"""The stand-ins of a document: what each stood for, as its manifests tell.

A document that was pseudonymized twice has two manifests. Two documents under one id are never mixed: a stand-in then
counts only if it means the same in both of them.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from allonym.core.types import Manifest


@dataclass(frozen=True, slots=True)
class Original:
    """What a stand-in stood for at one place. Equal `entity` is one person or thing."""

    words: str = field(repr=False)
    label: str
    entity: str
    near: str = field(default="", repr=False)


Table = Mapping[str, tuple[Original, ...]]


@dataclass(frozen=True, slots=True)
class Known:
    """All stand-ins that may be restored, by their words; `torn` ones mean different things in different documents."""

    originals: Table = field(repr=False)
    torn: frozenset[str] = field(default=frozenset(), repr=False)

    def with_more(self, other: "Known") -> "Known":
        """Return these stand-ins together with those of another part of the same text."""
        joined = {
            words: self.originals.get(words, ()) + other.originals.get(words, ())
            for words in (*self.originals, *other.originals)
        }
        return Known(joined, self.torn | other.torn)


def known_of(manifests: Iterable[Manifest]) -> Known:
    """Return the stand-ins of one document, from all manifests that are kept under its id."""
    documents: dict[bytes, dict[str, list[Original]]] = {}
    for number, manifest in enumerate(manifests):
        table = documents.setdefault(manifest.original, defaultdict(list))
        for edit in manifest.edits:
            if edit.replaced:
                who = f"{number}/{edit.entity}" if edit.entity else f"{number}={edit.replacement}"
                table[edit.replaced].append(Original(edit.replacement, edit.label, who, edit.near))
    tables = list(documents.values())
    if not tables:
        return Known({})
    everywhere = {words for words in tables[0] if all(_same(words, tables[0], other) for other in tables[1:])}
    torn = {words for table in tables for words in table} - everywhere
    return Known({words: tuple(tables[0][words]) for words in tables[0] if words in everywhere}, frozenset(torn))


def is_one(originals: Sequence[Original]) -> bool:
    """Tell whether all these are one person or thing: linked in a document, or spelt alike in two."""
    groups: list[tuple[set[str], set[str]]] = []
    for each in originals:
        mine: tuple[set[str], set[str]] = ({each.entity}, {each.words})
        apart = []
        for group in groups:
            if each.entity in group[0] or each.words in group[1]:
                mine = mine[0] | group[0], mine[1] | group[1]
            else:
                apart.append(group)
        groups = [*apart, mine]
    return len(groups) <= 1


def chief(originals: Sequence[Original]) -> str:
    """Return the fullest spelling: the most words, and of two that differ by the ending of an owner, the bare one."""
    spellings = list(dict.fromkeys(each.words for each in originals))
    bare = [words for words in spellings if not any(words in (other + "s", other + "'s") for other in spellings)]
    return max(
        bare or spellings, key=lambda words: (len(words.split()), sum(each.words == words for each in originals))
    )


def _same(words: str, one: Mapping[str, Sequence[Original]], other: Mapping[str, Sequence[Original]]) -> bool:
    return {each.words for each in one[words]} == {each.words for each in other.get(words, ())}
