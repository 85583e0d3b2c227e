"""Measure how well the language of a text is told, alone and in mixed texts.

    python scripts/languages.py [--rows 1000] [--write]

Rows of annotated text are told one by one, then pairs of rows in two languages are joined and told as one. The data is
not in the repository: --data, or ../shared/data; without it nothing is measured, and that is no error.
"""

import argparse
import json
import lzma
import random
import re
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path

from allonym.core.types import Segment
from allonym.languages.pack import CODES
from allonym.languages.telling import tell

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "reference" / "languages.md"
MARK = "<!-- measured -->\n"
LENGTHS = (20, 40, 80, 160)
PAIRS = 1500
_LETTERS = re.compile(r"[^\W\d_]+")

Rows = dict[str, list[str]]


def read(folder: Path, most: int) -> Rows:
    """Return the first texts of each language."""
    rows: Rows = {}
    for code in CODES:
        with lzma.open(folder / f"{code}.jsonl.xz", "rt", encoding="utf-8") as file:
            rows[code] = [json.loads(line)["text"] for line in islice(file, most)]
    return rows


def letters(text: str) -> int:
    """Return how many letters a text has."""
    return sum(map(len, _LETTERS.findall(text)))


def alone(rows: Rows) -> Iterable[str]:
    """Return the lines of a table: how often the language of single texts is told right."""
    tallies: dict[str, Counter[str]] = defaultdict(Counter)
    for code, texts in rows.items():
        for text in texts:
            language, segments = tell(text)
            what = "right" if language == code else "wrong" if language else "not told"
            for place in (code, length_of(letters(text))):
                tallies[place].update({what: 1, "texts": 1, "cut": bool(segments)})
    yield "| texts | number | right | wrong | not told | cut |"
    yield "|---|---:|---:|---:|---:|---:|"
    for place in (*CODES, *map(length_of, (0, *LENGTHS))):
        tally = tallies[place]
        shares = " | ".join(f"{100 * tally[what] / tally['texts']:.1f}" for what in ("right", "wrong", "not told"))
        yield f"| {place} | {tally['texts']} | {shares} | {tally['cut']} |"


def length_of(count: int) -> str:
    """Return the name of a class of lengths."""
    least = max((each for each in LENGTHS if each <= count), default=0)
    more = next((each for each in LENGTHS if each > count), None)
    return f"{least} to {more - 1} letters" if more else f"{least} letters and more"


def mixed(rows: Rows) -> Iterable[str]:
    """Return the lines of a table: how much of two texts, joined, is told right."""
    chance = random.Random(1)  # noqa: S311 - a sample that is the same each time
    yield "| each part has | pairs | cut | characters right | wrong | not told |"
    yield "|---|---:|---:|---:|---:|---:|"
    for least in (20, 40, 80):
        fitting = {
            code: [text.strip() for text in texts if least <= letters(text) < 2 * least] for code, texts in rows.items()
        }
        tally: Counter[str] = Counter()
        for _ in range(PAIRS):
            pair = [(code, chance.choice(fitting[code])) for code in chance.sample(CODES, 2)]
            text = "\n".join(each for _, each in pair)
            language, segments = tell(text)
            tally["cut"] += len(segments) > 1
            tally.update(judge(pair, language, segments))
        shares = [100 * tally[what] / tally["all"] for what in ("right", "wrong", "not told")]
        cut = 100 * tally["cut"] / PAIRS
        cells = " | ".join(f"{each:.1f}" for each in (cut, *shares))
        yield f"| {least} to {2 * least - 1} letters | {PAIRS} | {cells} |"


def judge(pair: Sequence[tuple[str, str]], language: str | None, segments: Sequence[Segment]) -> Counter[str]:
    """Return how many characters of two texts, joined by one, were told right, wrong or not at all."""
    tally: Counter[str] = Counter()
    start = 0
    for code, text in pair:
        for place in range(start, start + len(text)):
            inside = (each.language for each in segments if each.span.start <= place < each.span.end)
            told = next(inside, language)
            tally["right" if told == code else "wrong" if told else "not told"] += 1
        tally["all"] += len(text)
        start += len(text) + 1
    return tally


def speed(rows: Rows) -> str:
    """Return how long a text takes."""
    texts = [text for each in rows.values() for text in each]
    began = time.process_time()
    for text in texts:
        tell(text)
    return f"{1e6 * (time.process_time() - began) / len(texts):.0f} µs a text, on average"


def main() -> None:
    """Measure, print, and write the page if asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data")
    parser.add_argument("--rows", type=int, default=1000, help="at most so many per language")
    parser.add_argument("--write", action="store_true", help="write docs/reference/languages.md")
    asked = parser.parse_args()
    dev = asked.data / "ner" / "dev"
    if not dev.is_dir():
        print(f"nothing measured: no text in {dev}; name its folder with --data")
        return
    rows = read(dev, asked.rows)
    tables = "\n".join([*alone(rows), "", *mixed(rows)])
    print(tables, speed(rows), sep="\n")
    if asked.write:
        head, _, _ = PAGE.read_text("utf-8").partition(MARK)
        PAGE.write_text(f"{head}{MARK}\n{tables}\n", "utf-8")


if __name__ == "__main__":
    main()
