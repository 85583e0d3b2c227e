"""Score what rules and lists find of identifiers, dates, ages and sums, by language and label, without the model.

    python scripts/identifiers.py [--data DIR] [--write]

A span is found if half of it is covered by something structured, whatever its label. Texts are those of tests/data,
which are in the repository, and the development part of the sets that annotate more than names: --data, or
../shared/data, with ner/dev/<language>.jsonl.xz. Without that nothing is scored, and that is no error. --write puts the
figures into docs/reference/quality.md, in a section of its own.
"""

import argparse
import json
import lzma
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from quality import DATA, IDENTIFIERS, PAGE, ROOT, plans_of, put_section

from allonym.engine import Engine
from allonym.languages.pack import CODES
from allonym.settings import build, load_settings

TEXTS = ROOT / "tests" / "data"
OWN = {
    "identifiers": "templates",
    "strangers": "lines by strangers",
    "others": "letters and forms by others",
    "later": "texts by others, later",
    "newest": "texts by others, last",
    "plain": "plain templates by others",
}
"""The files of tests/data, and what they hold."""
NAMES = frozenset(
    {
        "PERSON", "LOCATION", "ORGANIZATION", "EXTRA", "NATIONALITY", "PROFESSION", "EDUCATION", "FAMILY", "LANGUAGE",
        "SENSITIVE", "HASHTAG", "NUMBER",
    }
)  # fmt: skip
"""Names and attributes; and numbers that say nothing."""
DATED = ("tab144", "echr_sierro_manual", "smartdata", "mobie", "meddocan", "lener_br", "wojood_sample")
"""The sets that annotate all dates."""
SETS = (*DATED, "presidio_generated_large", "ambientmeta_pii")
LEFT_OUT = frozenset(
    {
        "DEM", "MISC", "QUANTITY", "PREFIX", "TITLE", "FAMILIARES_SUJETO_ASISTENCIA", "OTROS_SUJETO_ASISTENCIA",
        "PROFESION", "SEXO_SUJETO_ASISTENCIA", "CARDINAL", "ORDINAL", "PERCENT", "UNIT", "WEBSITE", "CURR", "CURRENCY",
    }
)  # fmt: skip
"""What sets annotate beside names and is no identifier; a WEBSITE there is a name such as YouTube."""
_TEXT = """What the profile `default` finds of identifiers, dates, ages and sums without the model; with it the figures
are the same to a point. A span is found if something structured covers half of it, whatever its label. *With digits* is
the share of the spans that hold a digit of which no digit stays uncovered. Precision is the share of what is found,
under labels that a set annotates, that has half of itself or of an annotated span in common with one. Texts: sentences
from templates; lines, letters and forms by people who had not read the rules, a third of them near misses, on which the
rules were mended afterwards (`tests/data`); and the development part of public sets that annotate more than names.
There, precision is that of dates, where they are annotated. All figures are in %. `python scripts/identifiers.py
--write` makes this section.

These sets annotate what no rule should follow. `mobie` has *heute*, *derzeit* and *Abend* as dates and times; allonym
has no *today*. Its texts are cut at full stops, so that of *17. März* the text *, 17.* is left. `smartdata` leaves out
a quarter of its dates. `wojood_sample` has *in the year (1976)* whole, of which allonym covers the year, and
`echr_sierro_manual` has *le 11*; the Spanish one leaves out the dates of laws. `meddocan` calls what a patient looks
like an identifier, and cuts numbers of doctors to *28 28*. Where every digit of such spans is covered, *with digits*
says so.
"""
Span = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class Row:
    """A text with its annotated spans, and others that count neither way."""

    text: str = field(repr=False)
    spans: Sequence[Span]
    optional: Sequence[Span] = ()


@dataclass(slots=True)
class Score:
    """How many spans there are and are found, by label, and how much of what is found is right.

    Of spans with digits, those are told of which no digit would stay.
    """

    texts: int = 0
    wanted: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    hits: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    numbered: int = 0
    told: int = 0
    found: int = 0
    right: int = 0

    def add(self, row: Row, found: Sequence[Span], counted: frozenset[str]) -> None:
        """Add one text; of what is found, labels that its set does not annotate are not counted."""
        self.texts += 1
        for span in row.spans:
            if span[2] not in NAMES:
                self.wanted[span[2]] += 1
                self.hits[span[2]] += is_half_covered(span, found)
                digits = [at for at in range(*span[:2]) if row.text[at].isdigit()]
                self.numbered += bool(digits)
                self.told += bool(digits) and all(is_half_covered((at, at + 1, ""), found) for at in digits)
        known = [*row.spans, *row.optional]
        for span in found:
            if span[2] in counted:
                self.found += 1
                self.right += is_half_covered(span, known) or any(is_half_covered(each, [span]) for each in known)

    def recall(self, label: str = "") -> str:
        """Return the share of the spans that are found."""
        labels = [label] if label else list(self.wanted)
        return percent(sum(self.hits[each] for each in labels), sum(self.wanted[each] for each in labels))


def percent(part: int, whole: int) -> str:
    """Return a share in %."""
    return f"{100 * part / whole:.1f}" if whole else "-"


def is_half_covered(span: Span, others: Sequence[Span]) -> bool:
    """Tell whether others cover half of a span."""
    start, end, _ = span
    return 2 * sum(max(0, min(end, stop) - max(start, begin)) for begin, stop, _ in others) >= end - start


def own_rows(name: str, code: str) -> list[Row]:
    """Return texts that are in the repository; of templates those that no rule was tuned on."""
    lines = (TEXTS / f"{name}-{code}.jsonl").read_text("utf-8").splitlines()
    read = [json.loads(line) for line in lines]
    return [
        Row(
            each["text"],
            [_span(span) for span in each["spans"]],
            [(*span[:2], "") for span in each.get("optional", ())],
        )
        for each in read
        if each.get("split", "held") == "held"
    ]


def dev_rows(path: Path) -> Iterator[tuple[str, Row]]:
    """Return the sets of a file that annotate more than names, text by text."""
    with lzma.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            if row["source"] in SETS:
                counted = [span for span in row["spans"] if span[2] in {"DATE", "OTHER"} and not _is_left_out(span)]
                others = [(*span[:2], "") for span in row["spans"] if span not in counted]
                yield row["source"], Row(row["text"], [(*span[:2], span[-1]) for span in counted], others)


def _is_left_out(span: Sequence[str]) -> bool:
    return span[-1] in LEFT_OUT


def _span(span: Sequence[int | str]) -> Span:
    start, end, label = span
    return int(start), int(end), str(label).partition(".")[0]


def scored(engine: Engine, rows: Sequence[Row], counted: frozenset[str] | None = None) -> Score:
    """Return the score of texts; without labels to count, those that are annotated in any of them are."""
    made = Score()
    counted = counted or frozenset(label for row in rows for _, _, label in row.spans)
    for row, plan in zip(rows, plans_of(engine, [row.text for row in rows]), strict=True):
        mentions = (mention for decision in plan.decisions for mention in decision.entity.mentions)
        found = [(each.start, each.end, each.label.partition(".")[0]) for each in mentions]
        made.add(row, [each for each in found if each[2] not in NAMES], counted)
    return made


def own_tables(engine: Engine) -> Iterator[str]:
    """Return the tables of the texts that are in the repository."""
    yield from (
        "| language | texts | | spans | recall | with digits | precision |",
        "|---|---|---:|---:|---:|---:|---:|",
    )
    labels: dict[str, dict[str, Score]] = defaultdict(dict)
    for code in CODES:
        together: list[Row] = []
        for name, what in OWN.items():
            rows = own_rows(name, code)
            score = scored(engine, rows)
            yield _line(code, what, score)
            together += rows if name != "identifiers" else []
        score = scored(engine, together)
        for label in score.wanted:
            labels[label][code] = score
    yield ""
    yield "Of the lines, letters and forms, by label: the share that is found, and how many there are."
    yield ""
    yield f"| label | {' | '.join(CODES)} |"
    yield "|---|" + "---:|" * len(CODES)
    for label, scores in sorted(labels.items()):
        cells = [
            f"{scores[code].recall(label)} ({scores[code].wanted[label]})" if code in scores else "-" for code in CODES
        ]
        yield f"| `{label}` | {' | '.join(cells)} |"


def dev_table(engine: Engine, folder: Path) -> Iterator[str]:
    """Return the table of public sets."""
    yield "| language | set | texts | spans | recall | with digits | precision of dates |"
    yield "|---|---|---:|---:|---:|---:|---:|"
    for code in CODES:
        sets: dict[str, list[Row]] = defaultdict(list)
        for name, row in dev_rows(folder / f"{code}.jsonl.xz"):
            sets[name].append(row)
        for name, rows in sorted(sets.items()):
            score = scored(engine, rows, frozenset({"DATE"}))
            if name not in DATED:
                score.found = 0
            yield _line(code, name.replace("_", r"\_"), score)


def _line(code: str, what: str, score: Score) -> str:
    spans = sum(score.wanted.values())
    shares = (score.recall(), percent(score.told, score.numbered), percent(score.right, score.found))
    return f"| {' | '.join((code, what, str(score.texts), str(spans), *shares))} |"


def main() -> None:
    """Score, print, and write the section if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--write", action="store_true", help="write the section of docs/reference/quality.md")
    asked = parser.parse_args()
    dev = asked.data / "ner" / "dev"
    if any(not (dev / f"{code}.jsonl.xz").is_file() for code in CODES):
        print(f"nothing scored: no annotated text in {dev}; name its folder with --data")
        return
    engine = build(load_settings("default").with_model(fast=True))
    lines = [*_TEXT.splitlines(), "", *own_tables(engine), "", *dev_table(engine, dev)]
    print("\n".join(lines))
    if asked.write:
        put_section(PAGE, IDENTIFIERS, lines)


if __name__ == "__main__":
    main()
