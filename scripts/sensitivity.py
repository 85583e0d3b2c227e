"""Measure what each sensitivity of the embedded model reaches on annotated text.

    python scripts/sensitivity.py [--data DIR] [--rows 150]

Prints the table of docs/reference/model.md: means over sets, the whole default profile with other bars each time. Data
and counting are those of quality.py. The network and the other detectors read each text only once.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from quality import DATA, LOOKS, Figures, Row, rows_of, scores

from allonym.core.protocols import Detector
from allonym.core.types import Document, Mention
from allonym.detectors.model.bars import bars
from allonym.detectors.model.detector import ModelDetector
from allonym.detectors.model.reading import Network
from allonym.engine import Engine
from allonym.languages.pack import CODES
from allonym.settings import build, load_settings

STEPS = (0.0, 0.25, 0.5, 0.75, 1.0)
TWEETS = frozenset({"wnut17", "btc", "xlime_twitter", "hand_tweets"})
LEFT_OUT = ("hipe_", "enp_", "europarl")
"""Old newspapers and parliament: what they annotate differs most from what the others do."""


@dataclass(frozen=True, slots=True)
class Remembering:
    """A network that reads each window once."""

    network: Network
    known: dict[bytes, NDArray[np.float32]] = field(default_factory=dict, repr=False)

    def read(self, rows: NDArray[np.float32], edges: Sequence[int]) -> NDArray[np.float32]:
        """Return what the network said of these words, now or before."""
        key = rows.tobytes()
        if key not in self.known:
            self.known[key] = self.network.read(rows, edges)
        return self.known[key]


@dataclass(frozen=True, slots=True)
class Once:
    """A detector that reads each batch once."""

    detector: Detector
    name: str
    known: dict[tuple[str, ...], list[list[Mention]]] = field(default_factory=dict, repr=False)

    def detect(self, documents: Sequence[Document]) -> list[list[Mention]]:
        """Return what the detector found in these texts, now or before."""
        key = tuple(document.text for document in documents)
        if key not in self.known:
            self.known[key] = list(self.detector.detect(documents))
        return self.known[key]


def remembering(engine: Engine) -> Engine:
    """Return an engine whose parts read nothing twice."""
    parts: list[Any] = []
    for each in engine.detectors:
        if isinstance(each, ModelDetector):
            parts.append(replace(each, network=Remembering(each.network)))  # type: ignore[arg-type]
        else:
            parts.append(Once(each, each.name))
    return replace(engine, detectors=tuple(parts))


def at(engine: Engine, sensitivity: float) -> Engine:
    """Return an engine with another sensitivity."""
    parts = (
        replace(each, bars=bars(sensitivity)) if isinstance(each, ModelDetector) else each for each in engine.detectors
    )
    return replace(engine, detectors=tuple(parts))


def means(figures: Figures) -> str:
    """Return F1, recall, precision and the share of persons that are replaced, as means over sets."""
    columns = zip(
        *((each.f1(), each.recall(), each.precision(), each.recall("persons")) for each in figures.values()),
        strict=True,
    )
    known = ([share for share in column if share is not None] for column in columns)
    return " · ".join(f"{sum(shares) / len(shares):.1f}" for shares in known)


def measured(engine: Engine, rows: Sequence[Row]) -> tuple[str, str]:
    """Return the means over sets of tweets, and over all others."""
    figures = {name: tally for name, tally in scores(engine, rows, LOOKS["as is"]).items() if name != "all"}
    posts = {name: tally for name, tally in figures.items() if name.split()[1] in TWEETS}
    return means(posts), means({name: tally for name, tally in figures.items() if name not in posts})


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--rows", type=int, default=150, help="at most so many of each set; 0: all")
    asked = parser.parse_args()
    rows = [
        {**row, "source": f"{code} {row['source']}"}
        for code in CODES
        for row in rows_of(asked.data / "ner" / "dev" / f"{code}.jsonl.xz", asked.rows)
        if not row["source"].startswith(LEFT_OUT)
    ]
    engine = remembering(build(load_settings("default")))
    print("| sensitivity | sure | unsure, careful | unsure, hasty | tweets | other text |\n|---|---|---|---|---|---|")
    for step in STEPS:
        bar = bars(step)
        posts, others = measured(at(engine, step), rows)
        print(f"| {step:g} | {bar.sure:g} | {bar.careful:g} | {bar.hasty:g} | {posts} | {others} |", flush=True)


if __name__ == "__main__":
    main()
