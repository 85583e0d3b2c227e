"""Ordinary words that the network takes for names, or for parts of them; the lists know better.

an apple                    behind an indefinite article, a word in small letters is one of many things
said Thomas quietly         a name that begins with a capital ends with none of the words that everybody uses
Later Gjerstad wrote        nor does it begin with one that has its capital from the sentence
line 3                      a cue says what the number behind it is
والقطارات                   "and the trains": Arabic has no capitals, and writes small words together with the next
"""

import re
from collections.abc import Callable, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from allonym.detectors.identifiers.nearby import is_cue
from allonym.detectors.model.decoding import KINDS, Name, hashtag
from allonym.detectors.model.listing import Row
from allonym.detectors.model.tokens import SHAPES, Token
from allonym.detectors.model.windows import is_opening
from allonym.detectors.names.context import titles
from allonym.detectors.names.morphology import stems
from allonym.detectors.names.signatures import closings
from allonym.languages.list_forms import is_arabic, normal
from allonym.languages.words import all_entries

Describe = Callable[[str], Row]
ORDINARY, HARDLY_LISTED = 3, 2
"""From here on a word is an ordinary one; up to here a list has it, but not as one that many bear."""
_VERY_ORDINARY, _UNLISTED = 4, 1
_ORDINARY_IN_ARABIC = 2
_SUSPECTED, _SURE = {"lower": 0.04, "Title": 0.08}, 0.5
"""Between these the network half suspects a word; what is surer and apart all the same is a name of its own."""
_HARDLY_ORDINARY, _MOST_UNKNOWN = 1, 2
_NUMBERED = re.compile(r"[.:#]?\s?(?:[nN][oOrR]?[.°º]?:?\s?)?(?:[A-Z]{0,3}[ \-]?|(?:[ء-ي] ?){1,3})\d")


def is_ordinary(describe: Describe, word: str) -> bool:
    """Tell whether a word is an ordinary one, and as good as no name."""
    *levels, ordinary = describe(word)
    if ordinary >= ORDINARY and max(levels) <= HARDLY_LISTED:
        return True
    return is_arabic(word) and _is_ordinary_beneath(describe, word)


def _is_ordinary_beneath(describe: Describe, word: str) -> bool:
    """Tell whether an Arabic word, or what is left of it without what is written together with it, is an ordinary one.

    Of its forms, none may be somebody's name.
    """
    form = normal(word)
    rows = [describe(each) for each in (form, *(stem for stem, _ in stems(form)))]
    return max(row[-1] for row in rows) >= _ORDINARY_IN_ARABIC and max(max(row[:-1]) for row in rows) <= _UNLISTED


def is_raised(text: str, tokens: Sequence[Token], place: int) -> bool:
    """Tell whether a word has a capital that no sentence gives it: asked Jobs."""
    return SHAPES[tokens[place].shape] == "Title" and not is_opening(text, tokens, place)


def is_one_of_many(describe: Describe, tokens: Sequence[Token], place: int) -> bool:
    """Tell whether an ordinary word in small letters stands behind an indefinite article."""
    token = tokens[place]
    if not place or SHAPES[token.shape] != "lower" or describe(token.word)[-1] < ORDINARY:
        return False
    return normal(tokens[place - 1].word) in _indefinite()


def without_ordinary(describe: Describe, text: str, tokens: Sequence[Token], name: Name) -> Name:
    """Return the name of a person without ordinary words at its ends that are no part of it."""
    first, last = name.first, name.last
    if name.label != KINDS[0] or first == last or SHAPES[tokens[first].shape] != "Title":
        return name
    # What anybody may be called stays, however ordinary: to leave a name standing is worse than to take a word for one.
    while last > first and SHAPES[tokens[last].shape] == "lower" and _is_no_name(describe, tokens[last], ORDINARY):
        last -= 1
    if first < last and is_opening(text, tokens, first) and SHAPES[tokens[first + 1].shape] == "Title":
        first += _is_no_name(describe, tokens[first], _VERY_ORDINARY)
    return name if (first, last) == (name.first, name.last) else name._replace(first=first, last=last, dotted=0)


def with_unknown(
    describe: Describe, text: str, tokens: Sequence[Token], name: Name, inside: NDArray[np.float32]
) -> Name:
    """Return the name of a person with the words beside it that no language has and the network half suspects.

    Half a name of far away is not left behind: "siti nurhaliza", "Małgorzata Wójcik".
    """
    first, last = name.first, name.last
    if name.label != KINDS[0] or first != last or hashtag(text, tokens, first):
        return name
    least = _SUSPECTED.get(SHAPES[tokens[first].shape])
    if least is None or not _is_unknown(describe, tokens[first], _HARDLY_ORDINARY):
        return name

    def belongs(place: int, gap: str) -> bool:
        if gap != " " or tokens[place].shape != tokens[name.first].shape or not least < inside[place] <= _SURE:
            return False
        return _is_unknown(describe, tokens[place], 0)

    most = min(last + _MOST_UNKNOWN, len(tokens) - 1)
    while last < most and belongs(last + 1, text[tokens[last].end : tokens[last + 1].start]):
        last += 1
    if first and belongs(first - 1, text[tokens[first - 1].end : tokens[first].start]):
        first -= 1
    ended = name if last == name.last else name._replace(last=last, goes_on=0.0, dotted=0)
    return ended._replace(first=first)


def _is_unknown(describe: Describe, token: Token, most: int) -> bool:
    """Tell whether a word is hardly known as a name, and no more ordinary than that."""
    if not token.word or normal(token.word) in titles():
        return False
    *levels, ordinary = describe(token.word)
    return ordinary <= most and max(levels) <= HARDLY_LISTED


def _is_no_name(describe: Describe, token: Token, least: int) -> bool:
    """Tell whether a word is as ordinary as that, and hardly anybody is called so."""
    *levels, ordinary = describe(token.word)
    return ordinary >= least and max(levels) <= _UNLISTED


def announces(text: str, start: int, end: int, reach: int) -> bool:
    """Tell whether a cue stands there and a number behind it, which may begin with letters up to `reach`."""
    number = _NUMBERED.match(text, end)
    return number is not None and number.end() > reach and is_cue(text[start:end])


def closes(token: Token) -> bool:
    """Tell whether a word is what letters close with, in small letters: "abraço" before a name is none itself."""
    return SHAPES[token.shape] == "lower" and normal(token.word) in closings()


@cache
def _indefinite() -> frozenset[str]:
    return frozenset(map(normal, all_entries("context", "indefinite")))
