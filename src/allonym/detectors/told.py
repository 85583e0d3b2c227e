"""What the columns of a row say: a cell of a column with a label is one thing, and the texts beside it may name it.

name = Anna Berg        text = "Berg rang; Anna Berg is ill"      Anna Berg, and Berg, are PERSON in the text
name = Dr. Anna Berg    text = "Bergs Katze; Dr. Roth kam"        Bergs is in the genitive; Dr. is nobody's name
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain

from allonym.core.types import DENIED, Document, Mention, Span
from allonym.detectors.names.context import PARTICLES, titles
from allonym.detectors.terms import TermDetector, plain, terms
from allonym.detectors.told_forms import finder_of_forms, is_form
from allonym.languages.lists import normal, open_lists

SOURCE = "column"
_WORD = re.compile(r"[^\W\d_]{2,}")
_HYPHENED = re.compile(r"(?<![^\W\d_])[^\W\d_]++(?:-[^\W\d_]++)+")
_SHORT = 2
_ORDINARY = 0.3
"""A part of a name that is so common a word, or so short, counts only where it has a capital: Will, Rose, Li."""
_COMMONEST = 0.95
"""So common a word has a capital at the start of many a sentence, and counts only inside of one: Will you come?"""
_MONTH = 0.5
"""So common a word beside the number of a day or a year is a month: 12 May 2020."""
_DAY = re.compile(r"(?<!\d)[0-3]?\d(?:st|nd|rd|th|er|\.)?(?: of| de)? \Z")
_DAY_OR_YEAR = re.compile(r" (?:[12]\d{3}|[0-3]?\d)(?!\d)")
_OWNS = re.compile(r"['’][sS](?!\w)")
_LOOK_BACK = 10
_GIVEN = 0.45
"""A title that stands so high in a list of names is one: Don, Regina."""
_BEGINS = re.compile(r"([^\W\d_]{2,})(\.?)\s*(?=[^\W\d_])")
_ENDS = re.compile(r"[,\s](?:jr|sr|junior|senior|ii|iii|iv|ph\.?d|md|m\.d|esq)\.?\Z", re.IGNORECASE)
_LONGEST_END = 10
_MOST_TITLES = 6


def whole(document: Document) -> Sequence[Mention]:
    """Return the one mention of a document with a label: all of it but the white space around; of a blank one none."""
    text = document.text
    start, end = len(text) - len(text.lstrip()), len(text.rstrip())
    return [Mention(Span(start, end), document.label, 1.0, SOURCE, DENIED)] if start < end else []


def known_in(document: Document) -> list[Mention]:
    """Return where the text names what other columns of its row say."""
    labels = tuple(dict.fromkeys(chain.from_iterable(map(_labels, document.known))))
    detector, unsure = _detector(labels, frozenset(document.known))
    [found] = detector.detect([document])
    if unsure:
        found = [each for each in found if plain(each.span.of(document.text)) not in unsure or _is_name(document, each)]
    found = [each for each in found if each.features == DENIED or is_form(document, each, unsure)]
    return [Mention(each.span, each.label, 1.0, f"{SOURCE}:row", each.features) for each in found]


@lru_cache(maxsize=64)
def _detector(labels: tuple[str, ...], known: frozenset[tuple[str, str]]) -> tuple[TermDetector, frozenset[str]]:
    """Return what finds these words, and which of them count only with a capital; the texts of a row share one.

    In a chat everybody is known, and who writes is named first: only the order of the labels tells such texts apart.
    """
    lists: dict[str, list[str]] = {label: [] for label in labels}
    sure: set[str] = set()
    for words, label in sorted(known):
        # Of a cell of one letter or digit nothing can be told.
        for label_of, each in ((label, words), *_parts(words, label)):
            if len(plain(each)) > 1:
                lists[label_of].append(each)
                sure.update([plain(each)] if each == words or _tells(each) else ())
    everything = {plain(each) for words in lists.values() for each in words}
    named = {label: words for label, words in lists.items() if words}
    finders = (*terms(named).finders, finder_of_forms(named))
    return TermDetector(finders), frozenset(everything - sure)


@lru_cache(maxsize=4096)
def _labels(known: tuple[str, str]) -> tuple[str, ...]:
    """Return the labels of a thing and of its parts, ordinary words last; of two for one word the first one counts."""
    words, label = known
    told = ((label, words), *sorted(_parts(words, label), key=lambda part: not _tells(part[1])))
    return tuple(label_of for label_of, each in told if len(plain(each)) > 1)


def _parts(words: str, label: str) -> Iterator[tuple[str, str]]:
    """Return the words of a person's full name by which somebody may be named: all but the small ones."""
    all_words = _WORD.findall(words)
    if label != "PERSON" or len(all_words) < 2:
        return
    bare = _without_titles(words)
    names = _WORD.findall(bare)
    if 1 < len(names) < len(all_words):
        yield "PERSON", bare
    before, comma, _ = bare.partition(",")
    last = 0 if comma and len(_WORD.findall(before)) == 1 else len(names) - 1
    for place, name in enumerate(names):
        if not name[0].islower() and (_tells(name) or not _is_particle(name, place)):
            yield "PERSON.LAST" if place == last else "PERSON.FIRST", name
    for name in _HYPHENED.findall(bare):
        if not name[0].islower():
            yield "PERSON.LAST" if bare.endswith(name) else "PERSON.FIRST", name


def _without_titles(words: str) -> str:
    """Return a name without the titles before it and the degrees behind it: Dr. Anna Klein, PhD; Klein, Dr. Anna."""
    kept = words
    for _ in range(_MOST_TITLES):
        match = _ENDS.search(kept[-_LONGEST_END:])
        rest = kept[: -len(match[0])].rstrip(", ") if match else ""
        if not _WORD.search(rest):
            break
        kept = rest
    return ", ".join(filter(None, [_without_leading(part.strip()) for part in kept.split(",")])) or words


def _without_leading(words: str) -> str:
    """Return words without the titles that they begin with; what is rather a name stays: King, or Richter Anna."""
    for _ in range(_MOST_TITLES):
        match = _BEGINS.match(words)
        if not match or normal(match[1]) not in titles():
            break
        rest = words[match.end() :]
        if not match[2] and _is_rather_name(match[1], rest):
            break
        words = rest
    return words


def _is_rather_name(title: str, rest: str) -> bool:
    """Tell whether what may be a title is a given name, or a surname before the one given name."""
    if _weight(title, "first") >= _GIVEN:
        return True
    is_surname_first = title[0].isupper() and rest.isalpha() and _weight(rest, "first") > _weight(rest, "last")
    return is_surname_first and _weight(title, "last") >= _GIVEN and normal(title) != "herr"


def _weight(name: str, kind: str) -> float:
    return open_lists().weight(normal(name), kind)


def _is_particle(name: str, place: int) -> bool:
    """Tell whether a word only ties parts of a name; what begins one may be a given name: Van Nguyen, not De Wit."""
    return normal(name) in PARTICLES and (place > 0 or open_lists().ambiguity(normal(name)) > _COMMONEST)


@lru_cache(maxsize=4096)
def _tells(name: str) -> bool:
    """Tell whether a part of a name is no ordinary word, however it is written."""
    return len(name) > _SHORT and open_lists().ambiguity(normal(name)) <= _ORDINARY


def _is_name(document: Document, mention: Mention) -> bool:
    """Tell whether an ordinary word is written as a name is; of a script without capitals, all but the commonest."""
    text, word = document.text, mention.span.of(document.text)
    before = text[max(0, mention.start - _LOOK_BACK) : mention.start]
    common = open_lists().ambiguity(normal(word), document.language)
    if word[0].islower() or (common > _MONTH and (_DAY.search(before) or _DAY_OR_YEAR.match(text, mention.end))):
        return False
    if _OWNS.match(text, mention.end) and word.istitle():
        return True
    return common <= _COMMONEST or (word.istitle() and before.rstrip(" ")[-1:].isalpha())
