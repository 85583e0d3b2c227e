"""The whole experiment, from files to figures."""

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from allonym.core.errors import UsageError
from allonym.core.types import Document, Plan
from allonym.evidence.utility.counting import counted, kinds_of
from allonym.evidence.utility.encoding import embedded, hugging_face
from allonym.evidence.utility.leaking import candidates_of, leak, replaced_in
from allonym.evidence.utility.learning import Reader
from allonym.evidence.utility.matrix import measure, split
from allonym.evidence.utility.ngrams import NgramReader
from allonym.evidence.utility.reading import Columns, Row, drawn, read_rows, spaced
from allonym.evidence.utility.tagging import transfer
from allonym.evidence.utility.values import ORIGINAL, Matrix, Utility, numbered
from allonym.evidence.utility.versions import Version, versions_of
from allonym.pseudonymizer import Pseudonymizer
from allonym.running.sources import Source
from allonym.settings import Settings

SEEDS = 5
MOST_ROWS = 6000
_COUNTED = 1000
"""So many texts are counted, from end to end: the first of a file may all be of one language or one year."""
_BATCH = 500
Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Asked:
    """What the experiment is done with: columns, how many rows at most, how many seeds, another encoder's folder."""

    columns: Columns
    rows: int = MOST_ROWS
    seeds: int = SEEDS
    encoder: str | None = None
    say: Say = field(default=lambda _: None, repr=False)


def utility(data: Sequence[Source], settings: Settings, asked: Asked) -> Utility:
    """Measure what every way of substituting leaves of data for a classifier, and what it gives away.

    The profile says what is replaced; its own way of replacing counts only for what looks real. Nothing is written.
    """
    began = time.process_time()
    readers = _readers(asked.encoder)
    found, without = read_rows(data, asked.columns)
    rows = drawn(found, asked.rows, 1)
    tool = Pseudonymizer(settings, scope="document")
    documents = [Document(str(at), row.text) for at, row in enumerate(rows)]
    asked.say(f"{len(rows):,} texts: what is replaced")
    plans = _planned(tool, documents)
    # Not secret: the texts do not leave this machine, and the same data must give the same figures.
    versions = versions_of(settings, documents, plans, sha256(b"allonym utility").digest())
    replaced = list(replaced_in(documents, plans))
    if not replaced:
        raise UsageError("nothing would be replaced in these texts, so every version is the original")
    seeds = tuple(range(1, asked.seeds + 1))
    matrices = {reader.name: _measured(reader, rows, versions, seeds, asked.say) for reader in readers}
    asked.say("what is given away, and what can be counted")
    some = {name: spaced(each.texts, _COUNTED) for name, each in versions.items()}
    kinds = {name: kinds_of(tool, texts) for name, texts in some.items()}
    carried, tagged = transfer(rows, versions, plans, seeds)
    first = split(rows, seeds[0])
    return Utility(
        label=asked.columns.label,
        profile=settings.name,
        classes=numbered(Counter(row.label for row in rows)),
        texts=len(rows),
        changed=len({each.text for each in replaced}),
        replaced=dict(sorted(Counter(each.label for each in replaced).items())),
        seeds=seeds,
        learnt_from=len(first.learn),
        tested_on=len(first.test),
        matrices=matrices,
        leaks={name: leak(name, each, replaced, rows, versions) for name, each in versions.items()},
        rows=len(found),
        candidates=candidates_of(replaced),
        counted={name: counted(kinds[ORIGINAL], kinds[name], texts) for name, texts in some.items()},
        transfer=carried,
        tagged=tagged,
        seconds=time.process_time() - began,
        notes=tuple(_notes(len(found), len(rows), without)),
    )


def _measured(
    reader: Reader, rows: Sequence[Row], versions: Mapping[str, Version], seeds: Sequence[int], say: Say
) -> Matrix:
    say(f"{reader.name}: {len(versions)} versions, {len(seeds)} seeds")
    return measure(reader, rows, versions, seeds)


def _planned(tool: Pseudonymizer, documents: Sequence[Document]) -> list[Plan]:
    starts = range(0, len(documents), _BATCH)
    return [plan for at in starts for plan in tool.plan_many(documents[at : at + _BATCH])]


def _readers(encoder: str | None) -> list[Reader]:
    # A folder that is none, or a package that is missing, should be told before the work.
    foreign = [] if encoder is None else [hugging_face(encoder)]
    return [NgramReader(), embedded(), *foreign]


def _notes(found: int, taken: int, without: int) -> list[str]:
    notes = []
    if taken < found:
        notes.append(f"{taken:,} of {found:,} rows were drawn; --rows takes more")
    if without:
        notes.append(f"{without:,} rows have no text, no label, or are of another part than train and test")
    return notes
