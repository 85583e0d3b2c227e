"""Weigh the evidence of the `lists` detector on annotated text, and write src/allonym/detectors/names/evidence.tsv.

    python scripts/weigh.py [--data ../shared/data] [--rows 4000]

Softmax regression with a pull towards zero: person, place, organisation, against none of them. Only the training part
of the data is read; numpy comes with the extra `build`.
"""

import argparse
import json
import lzma
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from allonym.core.shadow import shadow
from allonym.detectors.names.candidates import Candidate
from allonym.detectors.names.evidence import names as evidence_on
from allonym.detectors.names.gazetteer import ListDetector
from allonym.detectors.names.judging import KINDS, Judge
from allonym.detectors.names.scenes import Scene, cut, scenes, sparks
from allonym.detectors.names.wording import Wording
from allonym.languages.lists import open_lists
from allonym.languages.pack import CODES

ROOT = Path(__file__).parent.parent
TARGET = ROOT / "src" / "allonym" / "detectors" / "names" / "evidence.tsv"
# Old newspapers read by machine, and templates repeated, teach less.
SHARES = {"enp": 0.3, "hipe": 0.3, "lifebench": 0.25, "presidio": 0.4, "german_ler": 0.5}
# A name missed harms more than a word too many.
_NAME_COUNTS = 2.7
_FEWEST = 8
# What is too rare to be learnt, but known.
FIXED = {
    "phrase:brand": (-2.0, -2.0, 4.0),
    "phrase:only school": (-1.0, -1.0, 2.0),
    "word:before to place verb": (4.0, -4.0, 0.0),
    "word:brand": (-1.0, -1.0, 2.5),
}
_PULL = 2.0
HEAD = "# How much each piece of evidence speaks for a person, a place, an organisation. Made by scripts/weigh.py."


def read(path: Path, most: int, seed: int = 7) -> list[dict[str, object]]:
    """Return a sample of the rows of a file, with the same share of each source."""
    with lzma.open(path, "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    random.Random(seed).shuffle(rows)  # noqa: S311 - a sample that is the same each time
    return rows[:most]


def examples(rows: list[dict[str, object]], detector: ListDetector) -> Iterator[tuple[list[str], int, float]]:
    """Return the evidence on each candidate, what it is, and how much it counts."""
    for row in rows:
        cast = shadow(str(row["text"]))
        spans = [(s[0], s[1], s[2]) for s in row["spans"] if s[2] in KINDS]  # type: ignore[attr-defined]
        share = next((share for name, share in SHARES.items() if str(row["source"]).startswith(name)), 1.0)
        for scene, candidate in all_candidates(cast.text, detector):
            place = cast.span(scene.start(candidate.first), scene.end(candidate.last))
            kind, sure = truth(place.start, place.end, spans)
            yield evidence_on(scene, candidate), kind, share * sure


def all_candidates(text: str, detector: ListDetector) -> Iterator[tuple[Scene, Candidate]]:
    """Return the candidates of a text as the detector sees them; what may be an organisation hides what is in it."""
    sheet = cut(text, detector.wording)
    places, alone = sparks(sheet)
    for scene, own in scenes(sheet, (), places):
        verdicts = detector.judged(scene, own, alone)
        yield from ((scene, candidate) for candidate, _ in verdicts.judged)
        yield from ((scene, Candidate("word", place, place)) for place, _ in verdicts.doubtful)


def truth(start: int, end: int, spans: list[tuple[int, int, str]]) -> tuple[int, float]:
    """Return what a stretch is: a kind, or 3 for none; a part of a longer name counts half."""
    for left, right, label in spans:
        if (left, right) == (start, end):
            return KINDS.index(label), _NAME_COUNTS
    for left, right, label in spans:
        shared = min(right, end) - max(left, start)
        if shared > 0 and shared >= 0.6 * (end - start):
            return KINDS.index(label), 0.5 * _NAME_COUNTS
    return 3, 1.0


def fit(data: list[tuple[list[str], int, float]], names: list[str], rounds: int = 300) -> "np.ndarray":
    """Return the weights, one row per name and one column per kind."""
    place = {name: at for at, name in enumerate(names)}
    rows = [[place[name] for name in evidence if name in place] for evidence, _, _ in data]
    flat = np.array([at for row in rows for at in row])
    owner = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
    kinds = np.array([kind for _, kind, _ in data])
    counts = np.array([count for _, _, count in data])
    wanted = np.zeros((len(rows), 3))
    wanted[kinds < 3, kinds[kinds < 3]] = 1
    weights = np.zeros((len(names), 3))
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    for turn in range(1, rounds + 1):
        sums = np.stack([np.bincount(owner, weights[flat, k], len(rows)) for k in range(3)], 1)
        sums -= (top := np.maximum(sums.max(1, keepdims=True), 0))
        powers = np.exp(sums)
        chances = powers / (powers.sum(1, keepdims=True) + np.exp(-top))
        error = (chances - wanted) * counts[:, None]
        slope = np.stack([np.bincount(flat, error[owner, k], len(names)) for k in range(3)], 1) + _PULL * weights
        slope /= len(rows) / 100
        first = 0.9 * first + 0.1 * slope
        second = 0.99 * second + 0.01 * slope**2
        step = 0.1 if turn < rounds * 0.7 else 0.02
        weights -= step * (first / (1 - 0.9**turn)) / (np.sqrt(second / (1 - 0.99**turn)) + 1e-8)
    return weights


def main() -> None:
    """Read, weigh, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data")
    parser.add_argument("--rows", type=int, default=4000)
    asked = parser.parse_args()
    # Without weights, all have the sum zero, which is enough to be believed.
    detector = ListDetector(Wording(open_lists()), Judge({}))
    data = []
    for code in CODES:
        found = list(examples(read(asked.data / "ner" / "train" / f"{code}.jsonl.xz", asked.rows), detector))
        print(code, len(found), Counter(kind for _, kind, _ in found))
        data += found
    seen = Counter(name for evidence, _, _ in data for name in set(evidence))
    names = sorted(name for name, number in seen.items() if number >= _FEWEST and name not in FIXED)
    weights = fit(data, names)
    learnt = {name: row for name, row in zip(names, weights, strict=True) if abs(row).max() >= 0.05}
    lines = ["\t".join((name, *(f"{value:.2f}" for value in row))) for name, row in (learnt | FIXED).items()]
    TARGET.write_text("\n".join((HEAD, *lines, "")), "utf-8")
    print(f"{len(data)} candidates, {len(lines)} weights")


if __name__ == "__main__":
    main()
