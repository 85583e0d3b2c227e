"""Score how well mentions become entities, on court cases whose annotation says who is who (TAB).

    python scripts/linking.py [--data DIR] [--given] [--write]

B³ looks at every mention: of those in its entity, how many belong there (precision), and of those that belong there,
how many are in it (recall); F1 is made from the means over all mentions. Spans are those of the annotation, and then
those that the default profile finds with exactly the annotated start and end, titles apart; --given leaves that out.
The data is not in the repository: --data, or ../shared/data, with tab/{dev,train}.json.xz; without it nothing is
scored, and that is no error. --write puts the figures into docs/reference/quality.md, in a section of its own.
"""

import argparse
import json
import lzma
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from quality import DATA, PAGE, SECTION, put_section

from allonym.core.protocols import Linker
from allonym.core.registry import Registry
from allonym.core.types import Document, Mention, Span
from allonym.engine import Engine, plan
from allonym.settings import build, load_settings

LABELS = {"PERSON": "PERSON", "ORG": "ORGANIZATION", "LOC": "LOCATION"}
LINKERS = ("exact", "names")
PARTS = ("dev", "train")
_TITLES = ("Mr ", "Mrs ", "Ms ", "Dr ", "Mr. ", "Mrs. ", "Ms. ", "Dr. ", "Judge ", "Sir ", "Professor ", "the ", "The ")
_TEXT = """Mentions that are one person, place or organisation become one entity; see [linking](../concepts/linking.md).
Measured on the court cases of TAB whose annotation says who is who, {texts} texts, English. The network knows these
texts, and rules were chosen by looking at the larger part of them. B³ looks at every mention: of those in its entity,
how many belong there, and of those that belong there, how many are in it. *Given* takes the annotated spans; *found*
those of them that the profile `default` finds with the same start and end, whatever it calls them. All figures are in
%. `python scripts/linking.py --write` makes this section.

The annotators mostly gave organisations and places one entity only where they are spelt alike: *İstanbul* and
*Istanbul*, *the Council* and *The Council*, *Constitutional Court* and *Constitutional Court’s* are two. Nearly all
that costs `names` precision there is of this kind.
"""
_COLUMNS = "| spans | label | mentions | linker | B³ precision | B³ recall | B³ F1 |"
Place = tuple[int, int]


@dataclass(slots=True)
class Score:
    """Sums over mentions."""

    mentions: int = 0
    sums: list[float] = field(default_factory=lambda: [0.0, 0.0])

    def add(self, gold: Mapping[Place, str], made: Mapping[Place, str]) -> None:
        """Add what is made of the mentions of one text."""
        for place in gold:
            mine = {each for each in made if made[each] == made[place]}
            theirs = {each for each in gold if gold[each] == gold[place]}
            both = len(mine & theirs)
            self.mentions += 1
            self.sums[0] += both / len(mine)
            self.sums[1] += both / len(theirs)

    def figures(self) -> tuple[float, float, float]:
        """Return precision, recall and F1, in %."""
        precision, recall = (100 * each / max(self.mentions, 1) for each in self.sums)
        return precision, recall, 2 * precision * recall / ((precision + recall) or 1)


@dataclass(frozen=True, slots=True)
class Case:
    """One text with its annotated mentions of one label after the other: place to entity."""

    document: Document
    gold: Mapping[str, Mapping[Place, str]]


def cases(folder: Path, parts: Iterable[str] = PARTS) -> Iterator[Case]:
    """Return the texts, as their one annotator saw them."""
    for part in parts:
        with lzma.open(folder / f"{part}.json.xz", "rt", encoding="utf-8") as file:
            rows = json.load(file)
        for row in rows:
            yield Case(Document(row["doc_id"], row["text"], "en"), _gold(row))


def _gold(row: dict[str, Any]) -> dict[str, dict[Place, str]]:
    gold: dict[str, dict[Place, str]] = defaultdict(dict)
    [annotated] = row["annotations"].values()
    for each in annotated["entity_mentions"]:
        if label := LABELS.get(each["entity_type"]):
            gold[label][each["start_offset"], each["end_offset"]] = each["entity_id"]
    return gold


def linked(linker: Linker, document: Document, mentions: Sequence[Mention]) -> dict[Place, str]:
    """Return the entity of each mention."""
    entities = linker.link(document, mentions)
    return {(each.start, each.end): entity.id for entity in entities for each in entity.mentions}


def given(linker: Linker, sets: Sequence[Case]) -> dict[str, Score]:
    """Return a score per label, for the annotated spans."""
    scores: dict[str, Score] = defaultdict(Score)
    for case in sets:
        places = [(place, label) for label, gold in case.gold.items() for place in gold]
        mentions = [Mention(Span(*place), label, 1.0, "gold") for place, label in sorted(places)]
        made = linked(linker, case.document, mentions)
        for label, gold in case.gold.items():
            scores[label].add(gold, {place: made[place] for place in gold})
    return scores


def detected(engine: Engine, sets: Sequence[Case]) -> list[list[Mention]]:
    """Return what the engine finds in each text, in order."""
    plans = (plan(engine, [case.document])[0] for case in sets)
    mentions = ([each for decision in made.decisions for each in decision.entity.mentions] for made in plans)
    return [sorted(found, key=lambda each: each.span) for found in mentions]


def found(linker: Linker, sets: Sequence[Case], mentions: Sequence[Sequence[Mention]]) -> dict[str, Score]:
    """Return a score per annotated label, for found spans that the annotation has, titles and articles apart."""
    scores: dict[str, Score] = defaultdict(Score)
    for case, each in zip(sets, mentions, strict=True):
        text = case.document.text
        mine = {_bare(text, place): entity for place, entity in linked(linker, case.document, each).items()}
        for label, gold in case.gold.items():
            bare = {_bare(text, place): entity for place, entity in gold.items()}
            both = sorted(bare.keys() & mine.keys())
            scores[label].add({place: bare[place] for place in both}, {place: mine[place] for place in both})
    return scores


def _bare(text: str, place: Place) -> Place:
    start, end = place
    while title := next((each for each in _TITLES if text.startswith(each, start, end)), ""):
        start += len(title)
    return start, end


def table(sets: Sequence[Case], only_given: bool) -> list[str]:
    """Return the lines of the table."""
    linkers: dict[str, Linker] = {name: Registry("linkers").make(name, {}) for name in LINKERS}
    results = {("given", name): given(linker, sets) for name, linker in linkers.items()}
    if not only_given:
        mentions = detected(build(load_settings("default")), sets)
        results |= {("found", name): found(linker, sets, mentions) for name, linker in linkers.items()}
    lines = [_COLUMNS, "|---|---|---:|---|---:|---:|---:|"]
    for spans in dict.fromkeys(spans for spans, _ in results):
        for label in LABELS.values():
            for name in LINKERS:
                score = results[spans, name][label]
                figures = " | ".join(f"{each:.1f}" for each in score.figures())
                lines.append(f"| {spans} | `{label}` | {score.mentions} | `{name}` | {figures} |")
    return lines


def main() -> None:
    """Score, print, and write the section if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--given", action="store_true", help="only the annotated spans")
    parser.add_argument("--parts", default=",".join(PARTS))
    parser.add_argument("--write", action="store_true", help="write the section of docs/reference/quality.md")
    asked = parser.parse_args()
    folder = asked.data / "tab"
    if not folder.is_dir():
        print(f"nothing scored: no annotated text in {folder}; name its folder with --data")
        return
    began = time.process_time()
    sets = list(cases(folder, asked.parts.split(",")))
    lines = table(sets, asked.given)
    print("\n".join(lines), f"\n{time.process_time() - began:.1f} s of CPU time")
    if asked.write:
        put_section(PAGE, SECTION, [_TEXT.format(texts=len(sets)), *lines])


if __name__ == "__main__":
    main()
