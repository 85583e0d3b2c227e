"""Passwords and keys behind their word: "Mot de passe : soleil!42", "Lösenordet är Tulpan-9482", "API key: a1b2"."""

from collections.abc import Iterator

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found
from allonym.detectors.identifiers.anchors import Watch
from allonym.detectors.identifiers.nearby import words_of

# A word with letters and digits; what ends the sentence does not belong to it.
_CHARACTERS = (
    r"(?!https?:|www\.|[^\s\0@]{1,40}@[^\s\0@]{1,40}\.)(?=[^\s\0,;\"'()<>]{0,39}[0-9])(?=[^\s\0,;\"'()<>]{0,39}[^\W\d_])"
    r"([^\s\0,;\"'()<>„“”«»]{4,119}[^\s\0,;\"'()<>„“”«».:?…])(?=[\s\0,;\"'()<>„“”«».:?…]|\Z)"
)
_TOLD = Expression(
    r"[^\W\d_]{0,4}(?: [^\W\d_]{1,12}){0,4}?"
    r"(?: ?[:=]| (?:is|was|est|était|ist|lautet|war|es|era|è|é|är|var|هي|هو|كانت)\b:?)[ \n]{1,2}[\"'„“«]? ?"
    + _CHARACTERS
)
# Without a verb or a mark it begins with a letter: "8-stellig" says how long it is.
_BESIDE = Expression(r"[^\W\d_]{0,4}(?: [^\W\d_]{1,12}){0,3}? [\"'„“«]?(?=[^\W\d_])" + _CHARACTERS)


def _look_behind(text: str, _at: int, end: int) -> Iterator[Found]:
    match = _TOLD.match(text, end) or _BESIDE.match(text, end)
    if match:
        yield Found(*match.span(1), "ID", 0.8, "password")


passwords = Watch(lambda: tuple(sorted(words_of("password"))), _look_behind)
"""Finds passwords that hold letters and digits."""
