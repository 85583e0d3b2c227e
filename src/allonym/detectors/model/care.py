"""Whether a text is written with care, so that its capitals and sentences say what they should.

    careful  Anna Berg visited the harbour of Malmö on Monday.
    hasty    anna in malmö again #harbour @berg

A name in a hasty text is easily missed, and a word in a careful one easily taken for a name.
"""

from collections.abc import Sequence

from allonym.detectors.model.decoding import Name
from allonym.detectors.model.tokens import SHAPES, USER, Token

_STOPS = frozenset(".!?:;…؟。")
_CLOSING = "\"'»”“’)]* \n\t"
_OPENING = frozenset({"Title", "UPPER", "caseless", "initial", "digits", "mark"})
_SMALL = frozenset({"lower", "caseless"})
_WORDS_EACH = 100
"""One sign of haste in so many words is none yet: a letter may end with a handle."""


def is_careful(text: str, tokens: Sequence[Token]) -> bool:
    """Tell whether a text opens with a capital, ends with a stop and is neither all capitals nor full of handles."""
    if SHAPES[tokens[0].shape] not in _OPENING:
        return False
    ended = text.rstrip(_CLOSING)
    if not ended or ended[-1] not in _STOPS:
        return False
    return _signs(tokens) <= len(tokens) // _WORDS_EACH and any(SHAPES[token.shape] in _SMALL for token in tokens)


def _signs(tokens: Sequence[Token]) -> int:
    return sum(token.spelling == USER or token.spelling.endswith("#") or token.word == "RT" for token in tokens)


def is_beside_capital(tokens: Sequence[Token], name: Name) -> bool:
    """Tell whether small letters stand beside a word with capitals: "Service [de la sécurité sociale]"."""
    around = (*tokens[max(0, name.first - 1) : name.first], *tokens[name.last + 1 : name.last + 2])
    return any(SHAPES[each.shape] in {"Title", "UPPER", "miXed"} for each in around)
