"""Score detectors on annotated text.

    python scripts/quality.py [--detectors lists,patterns] [--rows 1500] [--write]

Per language and source: strict F1 of persons, places and organisations (same span, same label), and the share of
annotated characters that are found (recall) and of found characters that are annotated (precision), whatever the label.
The data is not in the repository: --data, or ../shared/data; without it nothing is scored, and that is no error.
"""

import argparse
import json
import lzma
import random
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from allonym.core.labels import is_a
from allonym.core.protocols import Detector
from allonym.core.registry import Registry
from allonym.core.types import Document
from allonym.detectors.names.gazetteer import lists
from allonym.languages.pack import CODES
from allonym.resolving import resolve

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "reference" / "quality.md"
LABELS = ("PERSON", "LOCATION", "ORGANIZATION")
_HEAD = """# Quality

What lists and rules find without a model. `python scripts/quality.py --rows 0 --write` makes this page. F1 counts a
name only if its span and label are right; recall and precision count characters of names, whatever the label. All in %.
Texts do not say their language. Annotated @handles are left out, and what is found inside an annotation of another sort
(a date, a law, a product) counts neither for nor against: figures counted otherwise cannot be set beside these.

The weights of the evidence come from the training part of the same sources, and cue words and rules were improved by
reading errors on this very text, so expect less on text of another kind.

"""


@dataclass(slots=True)
class Tally:
    """What was right, found and annotated: names per label, and characters."""

    right: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    wanted: Counter[str] = field(default_factory=Counter)
    rows: int = 0

    def f1(self, label: str) -> float:
        """Return the strict F1 of a label."""
        return 200 * self.right[label] / max(1, self.found[label] + self.wanted[label])

    def share(self, of: Counter[str]) -> float:
        """Return the share of characters that are right."""
        return 100 * self.right["characters"] / max(1, of["characters"])


def rows_of(path: Path, most: int) -> list[dict[str, Any]]:
    """Return a sample of the rows of a file; all, where there are no more."""
    with lzma.open(path, "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    random.Random(1).shuffle(rows)  # noqa: S311 - a sample that is the same each time
    return rows[:most] if most else rows


def score(rows: Sequence[dict[str, Any]], detect: Callable[[Sequence[Document]], Iterable[Any]]) -> dict[str, Tally]:
    """Return a tally per source, and one for all under "all"."""
    tallies: dict[str, Tally] = defaultdict(Tally)
    documents = [Document(str(place), row["text"]) for place, row in enumerate(rows)]
    for row, mentions in zip(rows, detect(documents), strict=True):
        # Handles are another detector's; some sets annotate them as persons.
        wanted = {(s[0], s[1], s[2]) for s in row["spans"] if s[2] in LABELS and row["text"][s[0]] != "@"}
        other = [(s[0], s[1]) for s in row["spans"] if s[2] not in LABELS]
        found = {(m.start, m.end, label) for m in mentions for label in LABELS if is_a(m.label, label)}
        for tally in (tallies[row["source"]], tallies["all"]):
            count(tally, found, wanted, other)
    return tallies


Spans = set[tuple[int, int, str]]


def count(tally: Tally, found: Spans, wanted: Spans, other: list[tuple[int, int]]) -> None:
    """Add one text to a tally; what is annotated as something else is neither right nor wrong."""
    tally.rows += 1
    for label in LABELS:
        tally.found[label] += sum(each[2] == label for each in found)
        tally.wanted[label] += sum(each[2] == label for each in wanted)
        tally.right[label] += sum(each[2] == label for each in found & wanted)
    gold = characters((start, end) for start, end, _ in wanted)
    got = characters((start, end) for start, end, _ in found) - (characters(other) - gold)
    tally.wanted["characters"] += len(gold)
    tally.found["characters"] += len(got)
    tally.right["characters"] += len(gold & got)


def characters(spans: Iterable[tuple[int, int]]) -> set[int]:
    """Return every offset that spans cover."""
    return {at for start, end in spans for at in range(start, end)}


def make(names: Sequence[str]) -> list[Detector]:
    """Return detectors by name."""
    return [lists() if name == "lists" else Registry("detectors").get(name)() for name in names]


def table(data: Path, names: Sequence[str], most: int, codes: Sequence[str] = CODES) -> list[str]:
    """Return the lines of the table."""
    detectors = make(names)

    def detect(documents: Sequence[Document]) -> Iterable[Any]:
        every = [detector.detect(documents) for detector in detectors]
        return [resolve([mention for mentions in each for mention in mentions]) for each in zip(*every, strict=True)]

    lines = [
        "| language | source | texts | person F1 | place F1 | organisation F1 | recall | precision |",
        "|---|---|---:|---:|---:|---:|---:|---:|",
    ]
    for code in codes:
        for source, tally in sorted(score(rows_of(data / f"{code}.jsonl.xz", most), detect).items()):
            figures = [*(tally.f1(label) for label in LABELS), tally.share(tally.wanted), tally.share(tally.found)]
            lines.append(f"| {code} | {source} | {tally.rows} | {' | '.join(f'{each:.0f}' for each in figures)} |")
    return lines


def main() -> None:
    """Score, print, and write the page if asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data")
    parser.add_argument("--detectors", default="lists", help="names with commas between them")
    parser.add_argument("--rows", type=int, default=1500, help="at most so many per language; 0: all")
    parser.add_argument("--languages", default=",".join(CODES))
    parser.add_argument("--write", action="store_true", help="write docs/reference/quality.md")
    asked = parser.parse_args()
    dev = asked.data / "ner" / "dev"
    if not dev.is_dir():
        print(f"nothing scored: no annotated text in {dev}; name its folder with --data")
        return
    began = time.perf_counter()
    lines = table(dev, asked.detectors.split(","), asked.rows, asked.languages.split(","))
    print("\n".join(lines), f"\n{time.perf_counter() - began:.1f} s")
    if asked.write:
        PAGE.write_text(_HEAD + f"Detectors: {asked.detectors}.\n\n" + "\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
