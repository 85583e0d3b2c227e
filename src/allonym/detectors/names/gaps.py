"""What stands between two words, and what it means for them."""

import re
from dataclasses import dataclass

_ENDS = re.compile(r"[.!?…:;\n\"“”«»„¿¡•|()\[\]]")
_BINDING = frozenset({" ", "'", "’", ". "})
DIVIDING = frozenset({"'", "’", "-"})
"""What may divide a word from its genitive."""
DIGITS = frozenset("0123456789_")
"""What makes a code of the letters that stand on it."""
TIES = frozenset({" ", "-", "'", "’", "  "})
"""What may stand between the parts of a name."""
ANY_TIES = TIES | {".", ". ", ".-"}
"""What may stand between an initial and the next part of a name."""
_MARKS_BEFORE = frozenset(",-/")
_MARKS_AFTER = frozenset(",.:(!?")
# Longer gaps hold numbers, which seldom come again.
_LONGEST, _MOST_KNOWN = 5, 1 << 14


@dataclass(frozen=True, slots=True)
class Gap:
    """What a gap means, as evidence: for the word after it (`before` stands it), and for the word before it."""

    ends: bool
    """Whether it ends a sentence, or something like it."""
    before: str
    """"" if it binds the word after it to the word before."""
    after: str


class Gaps(dict[str, Gap]):
    """Knows every short gap it was asked about."""

    def __missing__(self, gap: str) -> Gap:
        known = Gap(bool(_ENDS.search(gap)), _before(gap), _after(gap))
        if len(gap) <= _LONGEST:
            if len(self) >= _MOST_KNOWN:
                self.clear()
            self[gap] = known
        return known


GAPS = Gaps()
"""All gaps; that it remembers them shows in nothing but the time it takes."""


def _before(gap: str) -> str:
    if gap in _BINDING:
        return ""
    mark = gap.strip()[:1]
    return f"after {mark}" if mark and mark in _MARKS_BEFORE else "after mark"


def _after(gap: str) -> str:
    if gap == " ":
        return ""
    mark = gap[:1]
    if gap in DIVIDING or mark in _MARKS_AFTER:
        return f"before {mark}"
    return "before mark" if mark.strip() else "before end"
