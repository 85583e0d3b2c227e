"""Who is named once in full is recognised by a part of the name wherever else it stands in the document.

"Roland Dumas denies it. The Dumas affair goes on": the detectors see a person in the first sentence only, and what is
left standing in the second would give the first away.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from allonym.core.types import Mention, Span, by_start
from allonym.languages.lists import normal, open_lists

_WORD = re.compile(r"[^\W\d_]{3,}")
_ORDINARY = 0.3
"""A part of a name that is so common a word is believed only with a capital inside a sentence: Will, Rose, May."""
_SCORE = 0.6
_GENITIVES = frozenset({"de", "sv"})
_FEATURES = (("cue", "seen nearby"),)


def echoes(text: str, mentions: Sequence[Mention], language: str | None) -> list[Mention]:
    """Return further mentions of persons whose whole names are among those that were found."""
    whole = [each for each in mentions if each.label == "PERSON" and " " in each.span.of(text)]
    parts = dict(_parts(text, whole)) if whole else {}
    if not parts:
        return []
    taken = by_start(mentions)
    starts = [each.start for each in taken]
    found = []
    for match in _WORD.finditer(text):
        label = parts.get(match[0]) or _of_a_genitive(match[0], parts, language)
        if label and not _is_taken(match.span(), taken, starts) and _is_name(text, match, language):
            found.append(Mention(Span(*match.span()), label, _SCORE, "echo:name", _FEATURES))
    return found


def _of_a_genitive(word: str, parts: Mapping[str, str], language: str | None) -> str | None:
    return parts.get(word[:-1]) if language in _GENITIVES and word[-1] in "sS" else None


def _is_name(text: str, match: re.Match[str], language: str | None) -> bool:
    """Tell whether a word is no ordinary one, or is written with a capital that an ordinary one would not have here."""
    word = match[0]
    if _tells(word):
        return True
    before = text[max(0, match.start() - 3) : match.start()].rstrip(" ")
    return language != "de" and word.istitle() and before[-1:].isalpha()


def _parts(text: str, whole: Sequence[Mention]) -> Iterator[tuple[str, str]]:
    """Return the words of names by which somebody can be told, as they may stand elsewhere, with their labels."""
    for mention in whole:
        words = _WORD.findall(mention.span.of(text))
        for place, word in enumerate(words):
            if word[0].islower():
                continue
            label = "PERSON.LAST" if place == len(words) - 1 else "PERSON.FIRST"
            yield from ((form, label) for form in {word, word.capitalize(), word.upper()})


@lru_cache(maxsize=4096)
def _tells(word: str) -> bool:
    return open_lists().ambiguity(normal(word)) <= _ORDINARY


def _is_taken(span: tuple[int, int], taken: Sequence[Mention], starts: Sequence[int]) -> bool:
    place = bisect_right(starts, span[1] - 1) - 1
    return place >= 0 and taken[place].end > span[0]
