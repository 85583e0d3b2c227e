"""Two persons who were found as one, since nothing but a space stands between their names, are told apart.

[Tom Marsh Lisa Cole]      [Tom Marsh] [Lisa Cole], if one of them is named elsewhere in the text
[Anna Ek. Max]             [Anna Ek]. [Max]; so if a line ends between two whole names
[أحمد ومحمد]                [أحمد] و[محمد]: Arabic writes "and" on to the second name
"""

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import lru_cache, partial
from itertools import pairwise

from allonym.core.parts import PARTS
from allonym.core.types import DENIED, Mention, Span
from allonym.languages.lists import normal, open_lists

_WORD = re.compile(r"[^\W\d_]+(?:['’\-][^\W\d_]+)*")
_AND = "و"
_SHORTEST = 3
_FEWEST = 4
"""So many words two whole names have at least."""
_LONGEST, _MOST = 5, 100
"""A whole name is hardly longer than that, and no row of names is read further."""
_WITH_TWO_SURNAMES = frozenset({"es", "pt"})
_USUAL = 0.4
"""So high in the lists stands what many are called."""
_OF_ALL = frozenset({"gen", "lists", PARTS})
Words = list[re.Match[str]]


def separate(text: str, mentions: Sequence[Mention], language: str | None) -> Sequence[Mention]:
    """Return the mentions, with those of several persons cut where another begins; what the user listed is whole."""
    several = list(map(partial(_may_be_several, text), mentions))
    if not any(several):
        return mentions
    found = [_words(text, each) if may else [] for each, may in zip(mentions, several, strict=True)]
    # Only rows of names are compared with the names that stand elsewhere.
    whole = _whole_names(text, mentions) if any(len(words) >= _FEWEST for words in found) else frozenset()
    made: list[Mention] = []
    for mention, words in zip(mentions, found, strict=True):
        cuts = sorted(set(_cuts(text, words, whole, language))) if len(words) > 1 else []
        made += _parts(text, mention, words, cuts) if cuts else (mention,)
    return made


def _may_be_several(text: str, mention: Mention) -> bool:
    """Tell at a glance whether a mention may be several persons; few words of Latin letters are one."""
    if not mention.label.startswith("PERSON"):
        return False
    name = text[mention.span.start : mention.span.end]
    return not (name.isascii() and name.count(" ") < _FEWEST - 1 and name.replace(" ", "").isalpha())


def _words(text: str, mention: Mention) -> Words:
    return list(_WORD.finditer(text, mention.start, mention.end)) if _may_be_cut(mention) else []


def _may_be_cut(mention: Mention) -> bool:
    return mention.label.startswith("PERSON") and DENIED[0] not in mention.features


def _whole_names(text: str, mentions: Sequence[Mention]) -> frozenset[tuple[str, ...]]:
    """Return the names of several words, each once."""
    surfaces = {mention.span.of(text) for mention in mentions if _may_be_cut(mention)}
    return frozenset(name for name in map(_name, map(_WORD.findall, surfaces)) if len(name) > 1)


def _name(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(map(normal, words))


def _cuts(text: str, words: Words, whole: AbstractSet[tuple[str, ...]], language: str | None) -> Iterator[int]:
    """Return the numbers of the words that begin another person."""
    for number in range(1, len(words)):
        if _is_joined(words[number][0]) or _ends_before(text, words, number):
            yield number
    if len(words) >= _FEWEST:
        yield from _side_by_side(text, words, whole, language)


def _is_joined(word: str) -> bool:
    """Tell whether a word is "and" in Arabic, written together with a first name."""
    if not word.startswith(_AND) or len(word) <= _SHORTEST:
        return False
    return _usual(normal(word)) == (0, 0) and _usual(normal(word[1:]))[0] >= _USUAL


def _ends_before(text: str, words: Words, number: int) -> bool:
    """Tell whether a sentence ends before a word: at the point of no initial, title or shortened name."""
    last, word = words[number - 1], words[number]
    gap = text[last.end() : word.start()]
    if not gap.startswith(".") or gap == "." or len(last[0]) == 1 or word[0][0].islower() or _is_title(last[0]):
        return False
    if number == 1:
        return _usual(normal(last[0]))[0] >= _USUAL <= _usual(normal(word[0]))[0]
    before = words[number - 2]
    is_short = len(before[0]) > 1 and text.startswith(".", before.end()) and not _is_title(before[0])
    return not is_short and max(_usual(normal(last[0]))) > 0 < max(_usual(normal(word[0])))


def _side_by_side(text: str, words: Words, whole: AbstractSet[tuple[str, ...]], language: str | None) -> Iterator[int]:
    """Return where surname and first name meet, if one of the two names stands elsewhere, or on a line of its own."""
    name = _name([word[0] for word in words])
    first = 0
    for number in range(2, min(len(words) - 1, _MOST)):
        left, right = name[first:number], name[number : number + _LONGEST]
        has_line = "\n" in text[words[number - 1].end() : words[number].start()]
        alone = (left in whole) + any(right[:size] in whole for size in range(2, len(right) + 1))
        # Who has two surnames may be called by the first of them, and the second may be a first name of others.
        enough = 2 if language in _WITH_TWO_SURNAMES else 1
        if len(left) > 1 and (has_line or alone >= enough) and _meet(left[-1], right[0], alone > 1):
            yield number
            first = number


def _meet(left: str, right: str, are_whole: bool) -> bool:
    """Tell whether a surname may end with one word and a first name begin with the next: not Juan Carlos | García."""
    (ends_as_first, ends_as_last), (begins_as_first, begins_as_last) = _usual(left), _usual(right)
    return ends_as_last >= ends_as_first and begins_as_first >= begins_as_last and (are_whole or begins_as_first > 0)


@lru_cache(maxsize=4096)
def _usual(word: str) -> tuple[float, float]:
    """Return how high a word stands in the lists as a first name and as a surname."""
    found = open_lists().find(word)
    first, last = (max((each.weight for each in found if each.kind == kind), default=0) for kind in ("first", "last"))
    return first, last


def _is_title(word: str) -> bool:
    return any(each.kind == "title" for each in open_lists().find(normal(word)))


def _parts(text: str, mention: Mention, words: Words, cuts: Sequence[int]) -> Iterator[Mention]:
    """Return the persons of a mention; what was said of all of them together holds for none but the first."""
    own = mention.span.of(text)
    kept = tuple(each for each in mention.features if each[0] not in _OF_ALL and _holds(own, *each))
    edges = [0, *cuts, len(words)]
    for first, stop in pairwise(edges):
        start = mention.start if first == 0 else words[first].start() + _is_joined(words[first][0])
        end = mention.end if stop == len(words) else words[stop - 1].end()
        features = kept if first == 0 else ()
        label = "PERSON.FIRST" if stop - first == 1 and _usual(normal(text[start:end]))[0] >= _USUAL else mention.label
        yield replace(mention, span=Span(start, end), label=label, features=features)


def _holds(words: str, name: str, value: str) -> bool:
    return name != "clitic" or words.startswith(value)
