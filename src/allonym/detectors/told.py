"""What the columns of a row say: a cell of a column with a label is one thing, and the texts beside it may name it.

name = Anna Berg        text = "Berg rang; Anna Berg is ill"      Anna Berg, and Berg, are PERSON in the text
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain

from allonym.core.types import DENIED, Document, Mention, Span
from allonym.detectors.terms import TermDetector, plain, terms
from allonym.languages.lists import normal, open_lists

SOURCE = "column"
_WORD = re.compile(r"[^\W\d_]{3,}")
_ORDINARY = 0.3
"""A part of a name that is so common a word is not looked for alone: Will, Rose, May."""


def whole(document: Document) -> Sequence[Mention]:
    """Return the one mention of a document with a label: all of it but the white space around; of a blank one none."""
    text = document.text
    start, end = len(text) - len(text.lstrip()), len(text.rstrip())
    return [Mention(Span(start, end), document.label, 1.0, SOURCE, DENIED)] if start < end else []


def known_in(document: Document) -> list[Mention]:
    """Return where the text names what other columns of its row say."""
    labels = tuple(dict.fromkeys(chain.from_iterable(map(_labels, document.known))))
    [found] = _detector(labels, frozenset(document.known)).detect([document])
    return [Mention(each.span, each.label, 1.0, f"{SOURCE}:row", DENIED) for each in found]


@lru_cache(maxsize=64)
def _detector(labels: tuple[str, ...], known: frozenset[tuple[str, str]]) -> TermDetector:
    """Return what finds these words; the texts of a row, or of a chat, share one.

    In a chat everybody is known, and who writes is named first: only the order of the labels tells such texts apart.
    """
    lists: dict[str, list[str]] = {label: [] for label in labels}
    for words, label in sorted(known):
        # Of a cell of one letter or digit nothing can be told.
        for label_of, each in ((label, words), *_parts(words, label)):
            if len(plain(each)) > 1:
                lists[label_of].append(each)
    return terms({label: words for label, words in lists.items() if words})


@lru_cache(maxsize=4096)
def _labels(known: tuple[str, str]) -> tuple[str, ...]:
    """Return the labels of a thing and of its parts; of words that have two, the one that comes first counts."""
    words, label = known
    told = ((label, words), *_parts(words, label))
    return tuple(label_of for label_of, each in told if len(plain(each)) > 1)


def _parts(words: str, label: str) -> Iterator[tuple[str, str]]:
    """Return the words of a person's full name that are no ordinary words."""
    names = _WORD.findall(words)
    if label != "PERSON" or len(names) < 2:
        return
    for place, name in enumerate(names):
        if not name[0].islower() and open_lists().ambiguity(normal(name)) <= _ORDINARY:
            yield "PERSON.LAST" if place == len(names) - 1 else "PERSON.FIRST", name
