"""Tokens that are not of this document: of others, of other vaults, forged or made to look alike. None is restored."""

import re
from collections.abc import Iterable, Iterator

from allonym.core.shadow import shadow
from allonym.core.tokens import TOKEN
from allonym.core.types import Span
from allonym.core.withdrawal import WITHDRAWN

_ANY_TOKEN = re.compile(rf"{TOKEN.pattern}|\[[A-Z]{{3,}}(?:[./][A-Z]+)*(?:_[0-9a-f]{{1,64}})?\]", re.IGNORECASE)


def foreign(text: str, stand_ins: Iterable[str], torn: Iterable[str]) -> Iterator[tuple[Span, str]]:
    """Return what looks like a stand-in to a reader, with the reason why it is none, in no order."""
    seen = shadow(text)
    for found in _ANY_TOKEN.finditer(seen.text):
        withdrawn = found[0].upper() == WITHDRAWN
        yield seen.span(*found.span()), "was withdrawn" if withdrawn else "is foreign: not of this document"
    # In a text without odd characters, what looks like a stand-in is one, and was found before.
    alike = () if seen.text == text else stand_ins
    for reason, words in (("means different things in the documents of this id", torn), (_ALIKE, alike)):
        for each in words:
            for found in re.finditer(rf"(?<!\w){re.escape(shadow(each).text)}(?!\w)", seen.text, re.IGNORECASE):
                yield seen.span(*found.span()), reason


_ALIKE = "is foreign: it only looks like a stand-in"
