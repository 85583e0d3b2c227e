"""Score what the default profile finds on annotated text, with the embedded model and without it.

    python scripts/quality.py [--data DIR] [--rows 300] [--languages en,fr] [--write]

Each text is read as it is, in small letters and in capitals. benchmarks/peer_scoring.py says what is counted. The data
is not in the repository: --data, or ../shared/data, with ner/dev/<language>.jsonl.xz, or what training/prepare.py made
of it; the texts that were annotated by hand are added, if they are not there. Without the data nothing is scored, and
that is no error.
"""

import argparse
import json
import lzma
import random
import re
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from allonym.core.types import UNSURE, Action, Decision, Document, Mention, Plan
from allonym.engine import Engine, plan
from allonym.languages.pack import CODES
from allonym.settings import build, load_settings

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "benchmarks"))
sys.path.append(str(ROOT / "training"))

import hand  # noqa: E402 - the texts that were annotated by hand
from keeping import is_kept  # noqa: E402 - the network has learnt from the other texts
from peer_scoring import KINDS, Tally, bare, characters, score  # noqa: E402 - one scorer for ours and for other tools

PAGE = ROOT / "docs" / "reference" / "quality.md"
DATA = ROOT.parent / "shared" / "data"
IDENTIFIERS = "## Identifiers"
"""The heading of what scripts/identifiers.py writes; it stays when this page is made anew."""
SECTION = "## Linking"
"""The heading of what scripts/linking.py writes; it stays, too."""
TABLE_ONE = "## Beside the paper"
"""The heading of what scripts/table_one.py writes; it stays, too."""
_BATCH = 100
_HEAD = """# Quality

What the profile `default` finds on the development part of public sets, and on texts that were annotated by hand for
this project (`hand_…`). `make quality` makes this page, from at most {rows} texts of
each set. All figures are in %.

- *F1* counts a name only if its start, its end and its kind are right: persons, places, organisations, all of them.
- *Recall* is the share of the annotated characters that something covers, whatever it is called.
- *Precision* is the share of the characters of found names, `EXTRA` included, that are annotated.
- *Replaced* is the share of the characters of annotated persons that the profile replaces. A person who is surely taken
  for a place or an organisation is only marked, and stays in the text.
- *Small* and *capitals*: recall / precision for the same texts in small letters, and in capitals.

White space, titles and "the" before names, and @handles do not count. What is found inside an annotation of another
sort (a date, a law, a product) counts neither for nor against precision. Texts do not say their language. Figures that
were counted otherwise cannot be set beside these.

The network and the weights of the evidence were learnt from the training part of the same sets, and the network from
two thirds of the development part as well; the figures are for the third that it has not seen. Rules and bars were
chosen by looking at this very part. So expect less on text of another kind. Sets differ in what they annotate, too:
europarl_ner has *Kommission* and *Mitgliedstaaten* as organisations, and hipe_newseye leaves out many names of old
newspapers. Not every low figure is a miss.

"""
_COLUMNS = "| language | set | texts | person | place | organisation | F1 | recall | precision | replaced |"
Row = dict[str, Any]
Figures = dict[str, Tally]


def in_case(change: Callable[[str], str], text: str) -> str:
    """Return a text in another case, of the same length."""
    return "".join(new if len(new := change(character)) == 1 else character for character in text)


LOOKS: dict[str, Callable[[str], str]] = {
    "as is": str,
    "small": lambda text: in_case(str.lower, text),
    "capitals": lambda text: in_case(str.upper, text),
}


def rows_of(path: Path, most: int) -> list[Row]:
    """Return a sample of the rows of a file, at most so many of each set; all, if `most` is 0."""
    with lzma.open(path, "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    if not any(row["source"].startswith("hand_") for row in rows):
        rows += hand.rows(path.parents[2], path.parent.name, path.name.partition(".")[0])
    rows = [row for row in rows if is_kept(row["source"], row["text"])]
    random.Random(1).shuffle(rows)  # noqa: S311 - a sample that is the same each time
    sets: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        if not most or len(sets[row["source"]]) < most:
            sets[row["source"]].append(row)
    return [row for name in sorted(sets) for row in sets[name]]


def plans_of(engine: Engine, texts: Sequence[str]) -> Iterator[Plan]:
    """Return the plan for each text."""
    for first in range(0, len(texts), _BATCH):
        batch = [Document(str(first + at), text) for at, text in enumerate(texts[first : first + _BATCH])]
        yield from plan(engine, batch)


def tally_of(text: str, annotated: Sequence[Sequence[Any]], made: Plan) -> Tally:
    """Return the tally of one text; under "persons", which of their characters are replaced, not only marked."""
    found = [(each.start, each.end, _kind(each.label)) for each in _mentions(made.decisions)]
    tally = score(text, annotated, found)
    persons = [bare(text, (start, end, kind)) for start, end, kind, *_ in annotated if kind == "PERSON"]
    wanted = characters(text, (each for each in persons if text[each[0]] != "@"))
    hidden = _mentions(each for each in made.decisions if each.action is Action.REPLACE)
    replaced = characters(text, ((each.start, each.end, "") for each in hidden))
    tally.wanted["persons"], tally.right["persons"] = len(wanted), len(wanted & replaced)
    return tally


def _mentions(decisions: Iterable[Decision]) -> Iterator[Mention]:
    return (mention for decision in decisions for mention in decision.entity.mentions)


def _kind(label: str) -> str:
    """Return what a label is to the scorer: an address is a place."""
    top = label.partition(".")[0]
    return "LOCATION" if top == "ADDRESS" else top if top in {*KINDS, UNSURE} else "OTHER"


def scores(engine: Engine, rows: Sequence[Row], change: Callable[[str], str]) -> Figures:
    """Return a tally per set, and one for all under "all"."""
    tallies: Figures = defaultdict(Tally)
    texts = [change(row["text"]) for row in rows]
    for row, text, made in zip(rows, texts, plans_of(engine, texts), strict=True):
        tally = tally_of(text, row["spans"], made)
        for name in ("all", row["source"]):
            tallies[name] += tally
    return tallies


def table(engine: Engine, sets: Mapping[str, Sequence[Row]], looks: Sequence[str]) -> list[str]:
    """Return the lines of a table; `looks` are those beside the texts as they are."""
    lines = [f"{_COLUMNS} {' | '.join(looks)} |" if looks else _COLUMNS]
    lines.append("|---|---|" + "---:|" * (lines[0].count("|") - 3))
    for code, rows in sets.items():
        plain, *others = (scores(engine, rows, LOOKS[look]) for look in ("as is", *looks))
        for name, tally in sorted(plain.items()):
            shares = tally.recall(), tally.precision(), tally.recall("persons")
            figures = [*(tally.f1([kind]) for kind in KINDS), tally.f1(), *shares]
            pairs = [f"{_figure(each[name].recall())} / {_figure(each[name].precision())}" for each in others]
            cells = [code, name.replace("_", r"\_"), str(tally.texts), *map(_figure, figures), *pairs]
            lines.append(f"| {' | '.join(cells)} |")
    return lines


def _figure(share: float | None) -> str:
    return "-" if share is None else f"{share:.0f}"


def section_of(page: Path, heading: str) -> str:
    """Return a section of a page with its heading; without one, nothing."""
    text = page.read_text("utf-8") if page.is_file() else ""
    found = re.search(rf"^{re.escape(heading)}\n.*?(?=^## |\Z)", text, re.DOTALL | re.MULTILINE)
    return found[0].strip() if found else ""


def put_section(page: Path, heading: str, lines: Sequence[str]) -> None:
    """Write a section of a page, in the place of the one that is there, else at its end."""
    text, old = page.read_text("utf-8"), section_of(page, heading)
    new = "\n".join((heading, "", *lines)).strip()
    page.write_text(text.replace(old, new) if old else f"{text.rstrip()}\n\n{new}\n", "utf-8")


def main() -> None:
    """Score, print, and write the page if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--rows", type=int, default=300, help="at most so many of each set; 0: all")
    parser.add_argument("--languages", default=",".join(CODES))
    parser.add_argument("--write", action="store_true", help="write docs/reference/quality.md")
    asked = parser.parse_args()
    dev = asked.data / "ner" / "dev"
    if not dev.is_dir():
        print(f"nothing scored: no annotated text in {dev}; name its folder with --data")
        return
    began = time.process_time()
    paths = {code: dev / f"{code}.jsonl.xz" for code in asked.languages.split(",")}
    absent = [code for code, path in paths.items() if not path.is_file()]
    for code in absent:
        print(f"left out: {code}, for there is no {paths.pop(code)}")
    if not paths:
        print(f"nothing scored: no annotated text in {dev}; name its folder with --data")
        return
    sets = {code: rows_of(path, asked.rows) for code, path in paths.items()}
    default = load_settings("default")
    whole = table(build(default), sets, ("small", "capitals"))
    fast = table(build(default.with_model(fast=True)), sets, ())
    lines = ["## The whole detector", "", *whole, "", "## Without the model", "", *fast]
    print("\n".join(lines), f"\n{time.process_time() - began:.1f} s of CPU time")
    if asked.write and absent:
        print(
            f"not written: {PAGE.name} would lose what it says of {', '.join(absent)}; name the others by --languages"
        )
    elif asked.write:
        kept = [each for heading in (IDENTIFIERS, SECTION, TABLE_ONE) if (each := section_of(PAGE, heading))]
        body = _HEAD.format(rows=asked.rows) + "\n".join(lines)
        PAGE.write_text("\n\n".join((body, *kept)) + "\n", "utf-8")


if __name__ == "__main__":
    main()
