"""How well tools find names: one scorer for ours and for the peers.

Strict F1 counts a person, place or organisation only if its start, end and kind are right. Character recall is the
share of the annotated characters that something covers, whatever it is called: a name under a wrong label is hidden
all the same. Character precision is the share of the characters of found names that are annotated; what lies inside an
annotation of another sort (a date, a product) counts neither for nor against. White space does not count.

Titles at the start of a person and "the" at the start of any name are taken off, of what is annotated and of what is
found: some sets and tools have them inside, some outside. @handles are scored apart: every one that stands in a text
should be covered, annotated or not.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

Span = tuple[int, int, str]
KINDS = ("PERSON", "LOCATION", "ORGANIZATION")
UNSURE = "EXTRA"
"""What may be a name: it is none to F1, but counts for and against precision."""
HANDLE = re.compile(r"(?<![\w@./])@\w+")
_TITLES = frozenset(
    re.findall(
        r"\w+",
        "mr mrs ms miss mister dr doctor prof professor sir lord lady dame judge president "
        "m mm mme mmes mlle me maître monsieur madame mademoiselle docteur professeur juge président "
        "herr frau fräulein sr sra srta señor señora señorita don doña dña d dra juez jueza "
        "sig signor signora signorina dott dottor dottoressa avv senhor senhora dona fröken fru",
    )
)
_FIRST = re.compile(r"(\w+)\.?\s+(?=\S)")


@dataclass(slots=True)
class Tally:
    """What was right, found and wanted: names by kind, characters of names, characters of handles."""

    right: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    wanted: Counter[str] = field(default_factory=Counter)
    texts: int = 0

    def f1(self, kinds: Sequence[str] = KINDS) -> float | None:
        """Return the strict F1 in per cent, of all kinds together or of some; None where there is nothing to count."""
        right, found, wanted = (sum(each[kind] for kind in kinds) for each in (self.right, self.found, self.wanted))
        return 200 * right / (found + wanted) if found + wanted else None

    def recall(self, of: str = "characters") -> float | None:
        """Return the share of wanted characters that are covered, in per cent; of names, or of handles."""
        return 100 * self.right[of] / self.wanted[of] if self.wanted[of] else None

    def precision(self) -> float | None:
        """Return the share of characters of found names that are annotated, in per cent."""
        return 100 * self.right["marked"] / self.found["marked"] if self.found["marked"] else None

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.right + other.right, self.found + other.found, self.wanted + other.wanted, self.texts + other.texts
        )


def score(text: str, annotated: Iterable[Sequence[Any]], found: Iterable[Span]) -> Tally:
    """Return the tally of one text."""
    tally = Tally(texts=1)
    handles = [(match.start(), match.end()) for match in HANDLE.finditer(text)]
    every = [(int(each[0]), int(each[1]), str(each[2])) for each in annotated]
    mine = [(start, end, kind) for start, end, kind in found]
    wanted, names = (
        {bare(text, span) for span in spans if span[2] in KINDS and not _touches(span, handles)}
        for spans in (every, mine)
    )
    for _, _, kind in wanted:
        tally.wanted[kind] += 1
    for span in names:
        tally.found[span[2]] += 1
        tally.right[span[2]] += span in wanted
    unsure = {span for span in mine if span[2] == UNSURE and not _touches(span, handles)}
    hidden, gold, marked = (characters(text, spans) for spans in (mine, wanted, names | unsure))
    marked -= characters(text, (span for span in every if span[2] not in KINDS)) - gold
    tally.wanted["characters"], tally.right["characters"] = len(gold), len(gold & hidden)
    tally.found["marked"], tally.right["marked"] = len(marked), len(gold & marked)
    called = characters(text, ((start, end, "") for start, end in handles))
    tally.wanted["handles"], tally.right["handles"] = len(called), len(called & hidden)
    return tally


def bare(text: str, span: Span) -> Span:
    """Return the span of a name without titles or article; a title alone stays what it is."""
    start, end, kind = span
    while (word := _FIRST.match(text, start, end)) and (
        word[1].lower() == "the" or (kind == "PERSON" and word[1].lower() in _TITLES)
    ):
        start = word.end()
    return start, end, kind


def characters(text: str, spans: Iterable[Span]) -> set[int]:
    """Return every place of a text that spans cover and that is not white space."""
    return {at for start, end, _ in spans for at in range(start, end) if not text[at].isspace()}


def _touches(span: Span, others: Iterable[tuple[int, int]]) -> bool:
    return any(span[0] < end and start < span[1] for start, end in others)
