"""What is looked for: each stand-in as it was put out, and what may have become of it.

whole   as it stood                        de Marie        [PERSON_1]
core    without the article before it      Marie           told by our own grammar, which put the article there
part    one word of several                Karin           of Karin Lund; never sure
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from allonym.core.splice import splice
from allonym.core.surroundings import is_marked
from allonym.core.types import Edit, Mention, Span
from allonym.languages.pack import CODES
from allonym.searching.reading import keys
from allonym.searching.standins import Known, Original
from allonym.surrogates.agreement import settle

_LONGEST_LEAD = 3
_ARTICLE, _TO_THE = "ال", "لل"


@dataclass(frozen=True, slots=True)
class Form:
    """Words to look for, and what they stand for. `key` is how they are found, `kind` what became of the stand-in."""

    key: str = field(repr=False)
    words: str = field(repr=False)
    originals: tuple[Original, ...] = field(repr=False)
    kind: str = "whole"

    @property
    def is_marked(self) -> bool:
        """Tell whether no sentence has such words by itself."""
        return is_marked(self.words)

    @property
    def label(self) -> str:
        """Return the label of what it stands for, if there is one."""
        labels = {each.label for each in self.originals}
        return labels.pop() if len(labels) == 1 else ""


def forms_of(known: Known) -> list[Form]:
    """Return everything to look for, each key once: what stood in the text comes before what may be made of it."""
    found: dict[str, Form] = {}
    for form in (*_wholes(known.originals), *_cores(known.originals), *_parts(known.originals)):
        have = found.setdefault(form.key, form)
        if have.kind == form.kind and have.words != form.words:
            # Two stand-ins that differ only in case, or two made alike: nothing tells which is meant.
            found[form.key] = replace(have, originals=have.originals + form.originals)
    return list(found.values())


def _wholes(table: Mapping[str, tuple[Original, ...]]) -> Iterator[Form]:
    for words, originals in table.items():
        for key in keys(words) if words.strip() else ():
            yield Form(key, words, originals)
        if words.startswith(_ARTICLE):
            joined = _TO_THE + words[len(_ARTICLE) :]
            yield Form(joined, joined, tuple(replace(each, near="") for each in originals), "joined")


def _cores(table: Mapping[str, tuple[Original, ...]]) -> Iterator[Form]:
    for words, originals in table.items():
        if is_marked(words):
            continue
        for original in originals:
            core = _core(words, original)
            if core is not None:
                name, bare = core
                for key in keys(name):
                    yield Form(key, name, (replace(original, words=bare, near=""),), "core")


def _core(words: str, original: Original) -> tuple[str, str] | None:
    """Return a stand-in and its original without what stands before them, if our grammar has put it there."""
    for start in reversed(_starts(words)):
        for place in (*reversed(_starts(original.words)), 0):
            bare = original.words[place:]
            if any(_makes(words, start, bare, original, code) for code in CODES):
                return words[start:], bare
    return None


def _makes(words: str, start: int, bare: str, original: Original, code: str) -> bool:
    """Tell whether a name, put in the place of a stand-in, takes the words of the original, or others, before it."""
    mention = Mention(Span(start, len(words)), original.label, 1.0, "searching")
    span, made = settle(words, mention, bare, code, Span(0, len(words)))
    whole, _ = splice(words, [Edit(span, made)])
    kept, _ = splice(words, [Edit(mention.span, bare)])
    return whole == original.words or (bare != original.words and whole != kept)


def _starts(words: str) -> list[int]:
    """Return where a name may begin behind small words."""
    places = [0]
    for place, sign in enumerate(words):
        if sign in " '’\u00a0" and words[places[-1] : places[-1] + 1].islower():
            places.append(place + 1)
    return places[1 : _LONGEST_LEAD + 1]


def _parts(table: Mapping[str, tuple[Original, ...]]) -> Iterator[Form]:
    for words, originals in table.items():
        pieces = words.split()
        if is_marked(words) or any(sign.isdecimal() for sign in words) or len(set(pieces)) < 2:
            continue
        for number, piece in enumerate(pieces):
            if len(piece) > 2 and not piece[0].islower():
                each = _each(originals, number, pieces)
                yield from (Form(key, piece, each, "part") for key in keys(piece))


def _each(originals: tuple[Original, ...], number: int, pieces: list[str]) -> tuple[Original, ...]:
    """Return the same word of each original, where it has as many."""
    split = [(each, each.words.split()) for each in originals]
    return tuple(
        replace(each, words=words[number] if len(words) == len(pieces) else "", near="") for each, words in split
    )
