"""A correspondence table from the plans of a corpus: who is who over documents, found by name parts, not by pairs.

Berg -> Anna Berg, if she is the only Berg (of an author, where texts have authors)
N. Sarkozy -> Nicolas Sarkozy      مارين دوبوا -> Marine Dubois, by their consonants
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from allonym.core.types import Document, Entity, Plan
from allonym.linking.identity import identity, names_of
from allonym.linking.spelling import is_arabic, skeleton
from allonym.linking.table import Row, Table, make_table

_NAMED = ("PERSON", "ORGANIZATION", "LOCATION")
_SHORTEST_BONES = 2
Words = tuple[str, ...]
Part = tuple[str, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Seen:
    """An entity as a document has it: its key, its fullest name, and its forms."""

    key: str
    label: str
    words: Words
    forms: tuple[str, ...]
    language: str
    author: str


@dataclass(slots=True, repr=False)
class Index:
    """The keys of whole names, by the parts that a shorter name may have of them; one set for each author."""

    keys: dict[tuple[str, Part], set[str]] = field(default_factory=dict)

    def add(self, seen: Seen) -> None:
        """Put a whole name in, for its author and for all."""
        for part in _parts(seen.words):
            for author in {seen.author, ""}:
                self.keys.setdefault((author, part), set()).add(seen.key)

    def only(self, seen: Seen) -> str:
        """Return the key of the one whole name that a name may be short for; "" if there is none, or several."""
        for part in _asked(seen.words):
            found = self.keys.get((seen.author, part), set()) - {seen.key}
            if len(found) == 1:
                return next(iter(found))
            if found:
                return ""
        return ""


def correspondences(planned: Iterable[tuple[Document, Plan]]) -> Table:
    """Return a table of every form of every person, organisation and place in the plans of a corpus.

    A name that is short for exactly one other name gets that one's entity. Texts with an author are compared with the
    others of the author only, texts without one with all.
    """
    seen = dict.fromkeys(each for document, plan in planned for each in _seen(document, plan))
    index = Index()
    for each in seen:
        if _is_whole(each.words):
            index.add(each)
    return make_table(row for each in seen for row in _rows(each, index.only(each) or each.key))


def _seen(document: Document, plan: Plan) -> Iterator[Seen]:
    for decision in plan.decisions:
        entity = decision.entity
        top = entity.label.partition(".")[0]
        if top in _NAMED:
            yield _seen_one(document, entity, top)


def _seen_one(document: Document, entity: Entity, top: str) -> Seen:
    forms = tuple(sorted({mention.span.of(document.text) for mention in entity.mentions}))
    features = {name: value for mention in entity.mentions for name, value in mention.features}
    key = identity(entity.label, forms, features, document.language)
    words: Words = ()
    if top == "PERSON":
        words = max((name.words for name in names_of(forms, features, document.language)), key=_size)
    return Seen(key, top, words, forms, document.language or "", document.author or "")


def _size(words: Words) -> tuple[int, int, Words]:
    return sum(len(word) > 1 for word in words), sum(map(len, words)), words


def _rows(seen: Seen, entity: str) -> Iterator[Row]:
    return (Row(entity, seen.label, seen.language, form, seen.author) for form in seen.forms)


def _is_whole(words: Words) -> bool:
    return sum(len(word) > 1 for word in words) > 1


def _parts(words: Words) -> Iterator[Part]:
    """Return what shorter forms of a whole name may ask for."""
    *first, last = words
    yield (last,)
    for word in first:
        yield word[0], last
    bones = tuple(map(skeleton, words))
    if all(len(each) >= _SHORTEST_BONES for each in bones):
        yield ("bones", *bones)


def _asked(words: Words) -> Iterator[Part]:
    """Return what a short name, or one in another script, asks for; nothing else is short."""
    if not words:
        return
    if len(words) == 1 and len(words[0]) > 1:
        yield (words[0],)
    elif len(words[-1]) > 1 and all(len(word) == 1 for word in words[:-1]):
        yield words[0], words[-1]
    elif is_arabic(words[-1]) and all(len(skeleton(word)) >= _SHORTEST_BONES for word in words):
        yield ("bones", *map(skeleton, words))
