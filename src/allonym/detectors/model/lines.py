"""Lines, of which the network sees nothing: where a name may go on behind the end of one, and where a point belongs.

... who was called John        a line that is nearly full goes on: John Smith
Smith, and he ...
wir sprachen mit Anna          behind a first name a last name goes on
Richter und ...
i love ngozi                   other lines end, and so does every line before a blank one
Sales Department
"""

import re
from collections.abc import Callable, Sequence

from allonym.detectors.linebreaks import is_full
from allonym.detectors.model.decoding import is_label
from allonym.detectors.model.listing import Row
from allonym.detectors.model.tokens import MARK, SHAPES, Token
from allonym.detectors.names.context import ANY, NO_CUES, PARTICLES, STOP, cue_words
from allonym.detectors.names.signatures import closings
from allonym.languages.list_facts import FIRST, LAST
from allonym.languages.lists import normal

Describe = Callable[[str], Row]
_BREAK = re.compile(r"\r\n?|\n")
_WELL_KNOWN, _KNOWN = 3, 2
_CLOSING = 64


def unwrapped(describe: Describe, text: str, tokens: Sequence[Token]) -> str:
    """Return a text with spaces for the ends of those lines that go on; it is as long as before."""
    if "\n" not in text and "\r" not in text:
        return text
    made: list[str] = []
    done = 0
    for place in range(1, len(tokens)):
        end, start = tokens[place - 1].end, tokens[place].start
        between = text[end:start]
        if between not in {"", " "} and len(_BREAK.findall(between)) == 1 and _goes_on(describe, text, tokens, place):
            made += text[done:end], " " * (start - end)
            done = start
    return "".join((*made, text[done:]))


def with_points(text: str, tokens: Sequence[Token]) -> tuple[Sequence[Token], list[int] | slice]:
    """Return tokens with a point where a line ends without a mark, and where each of them went."""
    if "\n" not in text and "\r" not in text:
        return tokens, slice(None)
    made: list[Token] = []
    places: list[int] = []
    for place, token in enumerate(tokens):
        before = tokens[place - 1]
        if place and before.shape != MARK and _BREAK.search(text, before.end, token.start):
            made.append(Token(before.end, before.end, "," if _closes(text, before.end) else ".", MARK, ""))
        places.append(len(made))
        made.append(token)
    return made, places


def _goes_on(describe: Describe, text: str, tokens: Sequence[Token], place: int) -> bool:
    """Tell whether a word goes on with what the line before ends with."""
    before, token = tokens[place - 1], tokens[place]
    if is_label(text, tokens, place):
        return False
    if is_full(text, before.end):
        return True
    if not token.word or SHAPES[token.shape] not in {"Title", "UPPER"} or _leads(token.word):
        return False
    if not before.word:
        return place > 1 and text[before.start : before.end] == "." and SHAPES[tokens[place - 2].shape] == "initial"
    if normal(before.word) in PARTICLES:
        return SHAPES[before.shape] == "lower"
    given, family = describe(before.word), describe(token.word)
    is_family = family[LAST] >= _KNOWN and (family[FIRST] < _KNOWN or family[LAST] > family[FIRST])
    return given[FIRST] >= _WELL_KNOWN and is_family


def _leads(word: str) -> bool:
    """Tell whether a word is too small for a name, or stands before one: "Dear"."""
    return bool(cue_words().get(normal(word), NO_CUES)[ANY] & STOP)


def _closes(text: str, end: int) -> bool:
    """Tell whether a line is what letters close with, and who signs stands below it."""
    line = re.split(r"[\r\n]", text[max(0, end - _CLOSING) : end])[-1]
    return line.lower().strip() in closings()
