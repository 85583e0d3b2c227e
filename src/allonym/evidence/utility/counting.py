"""What a linguist can still count: how often each kind of thing stands in a text, and how many words there are.

A reader of a version counts the tokens that say their kind ([PERSON], [PERSON_1]) and what the detectors find in the
rest. A deleted name is gone, and a [REDACTED] says no kind. For the originals only the detectors are asked.
"""

import re
from collections import Counter
from collections.abc import Sequence
from statistics import fmean, stdev

from allonym.core.labels import LABELS
from allonym.core.types import Document, Mention, Span
from allonym.evidence.spans import Spans
from allonym.evidence.utility.values import Counted, Share
from allonym.pseudonymizer import Pseudonymizer

_KINDS = "|".join(sorted({name.partition(".")[0] for name in LABELS}))
TOKEN = re.compile(rf"\[({_KINDS})(?:_[0-9]+)?\]")
_PLACEHOLDER = re.compile(r"\[(?:REDACTED|[A-Z]+(?:_[0-9]+)?)\]")
_WORD = re.compile(r"\w+")
Kinds = Counter[str]


def kinds_of(tool: Pseudonymizer, texts: Sequence[str]) -> list[Kinds]:
    """Return how often each kind of thing stands in each text, as a reader sees it."""
    plans = tool.plan_many([Document(str(at), text) for at, text in enumerate(texts)])
    made = []
    for text, plan in zip(texts, plans, strict=True):
        tokens = list(TOKEN.finditer(text))
        taken = Spans(Span(*each.span()) for each in tokens)
        found = (mention for decision in plan.decisions for mention in decision.entity.mentions)
        rest = (_kind(mention) for mention in found if not taken.overlap(mention.span))
        made.append(Counter((*(each[1] for each in tokens), *rest)))
    return made


def counted(originals: Sequence[Kinds], kinds: Sequence[Kinds], texts: Sequence[str]) -> Counted:
    """Return what can be counted in a version, and how alike it is to the originals, text by text."""
    alike = [_alike(*pair) for pair in zip(originals, kinds, strict=True) if pair[0]]
    words = Counter(word.casefold() for text in texts for word in _WORD.findall(_PLACEHOLDER.sub(" X ", text)))
    once = sum(count == 1 for count in words.values())
    return Counted(dict(sum(kinds, Counter())), _mean(alike), words.total(), len(words), once)


def _alike(one: Kinds, other: Kinds) -> float:
    """Return 1 where the counts are the same, 0 where they have nothing in common (Bray and Curtis)."""
    return 2 * (one & other).total() / (one.total() + other.total())


def _mean(shares: Sequence[float]) -> Share:
    if len(shares) < 2:
        return Share(sum(shares), len(shares), 0.0, 1.0)
    mean, around = fmean(shares), 1.96 * stdev(shares) / len(shares) ** 0.5
    return Share(sum(shares), len(shares), max(0.0, mean - around), min(1.0, mean + around))


def _kind(mention: Mention) -> str:
    return mention.label.partition(".")[0]
