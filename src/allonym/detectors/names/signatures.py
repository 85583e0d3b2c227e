"""Who signs a letter: a name alone on the line after a closing, or behind it, however ordinary its words are.

Kind regards,
Will Power              See you soon. Best, Will
"""

import re
from collections.abc import Iterator
from functools import cache

from allonym.core.types import Features
from allonym.detectors.finding import BOUNDARY, Found, lower
from allonym.detectors.names.context import PARTICLES
from allonym.detectors.names.wording import Wording
from allonym.languages.list_facts import FIRST, LAST
from allonym.languages.words import all_entries, spellings

_AROUND = " \t\r,.;:!،؛-–—*_>~"
# A line, and the next one that is not empty, if both are short.
_LONGEST = 48
_LINES = re.compile(rf"([^\n\0]{{2,{_LONGEST}}})\n(?:[ \t\r]*\n)?(?=([^\n\0]{{2,60}})(?![^\n\0]))")
_PART = r"[^\W\d_]+(?:[-'’][^\W\d_]+)*"
_NAME = re.compile(rf"{_PART}(?: (?:[^\W\d_]\.|{_PART}))*")
# A closing, and what stands behind its comma up to the end of the line.
_BEHIND = re.compile(rf", ?({_NAME.pattern})[ \t\r]*+(?![^\n\0])")
_SENTENCE = re.compile(r"[\n\0.!?…;:،؛]")
_MOST_WORDS = 4
_LISTED, _LISTED_ALONE = 2, 3
_SCORE = 0.98
_FEATURES: Features = (("cue", "signature"),)


def signers(text: str, wording: Wording) -> Iterator[Found]:
    """Return the names under closings. Their first word must be a first name that the lists have."""
    for line in _closing_lines(text):
        match = _LINES.match(text, line)
        if not match:
            continue
        start = match.start(2) + len(match[2]) - len(match[2].lstrip(_AROUND))
        name = _NAME.match(text, start, match.end(2))
        if (
            name
            and text[name.end() : match.end(2)].strip(" \t\r*_")[:1] in {"", ",", "("}
            and _is_name(name[0], wording)
        ):
            yield _signature(*name.span(), name[0])
    for match in _BEHIND.finditer(text):
        closing = _SENTENCE.split(text[max(0, match.start() - _LONGEST) : match.start()])[-1]
        if lower(closing).strip(_AROUND) in closings() and _is_name(match[1], wording):
            yield _signature(*match.span(1), match[1])


def _signature(start: int, end: int, name: str) -> Found:
    return Found(start, end, "PERSON" if " " in name else "PERSON.FIRST", _SCORE, "signature", _FEATURES)


def _closing_lines(text: str) -> Iterator[int]:
    """Return where lines begin that are a closing; to cut at every line end is far faster than to search for lines."""
    known, end = closings(), -1
    # What stands behind the last line end has no line below it.
    for piece in text.split("\n")[:-1]:
        start, end = end + 1, end + 1 + len(piece)
        line = piece if BOUNDARY not in piece else piece.rpartition(BOUNDARY)[2]
        if 2 <= len(line) <= _LONGEST and lower(line).strip(_AROUND) in known:
            yield max(start, end - len(line))


def _is_name(line: str, wording: Wording) -> bool:
    words = line.split()
    known = wording[re.split(r"\W", words[0])[0]].levels
    if len(words) > _MOST_WORDS or any(word[0].islower() and word not in PARTICLES for word in words):
        return False
    # "Kind regards, Pope": only a last name there is.
    return known[FIRST] >= (_LISTED if len(words) > 1 else _LISTED_ALONE) or (
        len(words) == 1 and known[LAST] >= _LISTED
    )


@cache
def closings() -> frozenset[str]:
    """Return what letters end with before their signature, in all languages."""
    return frozenset(spelling for each in all_entries("context", "closing") for spelling in spellings(each))
