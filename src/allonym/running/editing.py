"""Recover files that were edited since: the pseudonyms of each text are found, and those that are sure restored."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from allonym.core.containers import SlotEdits, is_container
from allonym.core.errors import InputError, UnknownText, UsageError
from allonym.core.pieces import BrokenPiece, Layout, Piece, render
from allonym.core.protocols import Readable, Vault
from allonym.core.types import Document, Edit, Entity, Mention, Span
from allonym.linking.names import names
from allonym.running.containers import build_from
from allonym.running.files import naming, require_apart
from allonym.running.publishing import publish
from allonym.running.reports import Problem, Report
from allonym.running.sources import Source, documents_of
from allonym.searching import Finding, Known, Recovery, find_pseudonyms, known_in, known_under
from allonym.searching.values import SURE

_SHARED = "corpus"
"""The scope in which tokens are looked for where no id says which document a text was."""

Tell = Callable[[str], None]
"""Takes a line of JSON for each finding: its place and what became of it, no words."""


@dataclass(slots=True)
class EditedFiles:
    """Takes edited files through a vault, and counts what was found in all of them, by label and state."""

    vault: Vault
    id: str | None = None
    tell: Tell | None = field(default=None, repr=False)
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)

    def recover(self, source: Source, output: Path | BinaryIO) -> Report:
        """Recover one file, as far as it is sure; it appears only when all of it was gone through."""
        if self.id is not None and source.format.has_rows:
            raise UsageError("the rows of a table have their own ids; --id is for a file that is one text")
        with naming(source):
            if not isinstance(output, Path):
                return self._recover_into(source, output)
            require_apart(source.path, output)
            with publish(output, private=True) as (_, stream):
                return self._recover_into(source, stream)

    def _recover_into(self, source: Source, stream: BinaryIO) -> Report:
        search = _Search(self, source, source.inspect(), Report(source.name))
        if is_container(source.format):
            build_from(source, search.layout, search.edits, stream, search.report)
        else:
            with source.open() as opened:
                stream.writelines(search.restore(opened))
        if not search.told:
            raise InputError("this vault knows no document of this file; say which it was with --id or --id-column")
        return search.report

    def left(self) -> int:
        """Return how many pseudonyms were found that stay as they are."""
        return sum(number for (_, state), number in self.counts.items() if state != SURE)

    def note(self, finding: Finding, place: dict[str, object]) -> None:
        """Count a finding, and tell of it."""
        self.counts[finding.label or "unknown", finding.state] += 1
        if self.tell is not None:
            found = {
                "start": finding.span.start,
                "end": finding.span.end,
                "recovered": [finding.recovered.start, finding.recovered.end],
                "label": finding.label,
                "state": finding.state,
                "reason": finding.reason,
            }
            self.tell(json.dumps({**place, **found}, ensure_ascii=False))


@dataclass(slots=True)
class _Search:
    """Goes through one file; `told` counts the texts of which it could be told what they were."""

    files: EditedFiles
    source: Source
    layout: Layout
    report: Report
    told: int = 0
    missed: dict[str, list[Problem]] = field(default_factory=dict)
    columns: set[str] = field(default_factory=set)
    last: tuple[str, Known] | None = field(default=None, repr=False)

    def restore(self, stream: Readable) -> Iterator[bytes]:
        """Return the file, piece by piece, with everything restored that is sure."""
        yield self.layout.bom
        for piece in self.source.format.read(stream, self.layout):
            if isinstance(piece, BrokenPiece):
                self.report.add_problem(Problem(self.source.name, piece.reason, piece.number, piece.column))
                yield piece.raw
                continue
            documents = documents_of(self.source.name, piece, self.layout) if piece.slots else []
            raws = [self._spelt(piece, slot, document) for slot, document in enumerate(documents)]
            yield render(piece, raws, self.layout.encoding)
        self._conclude()

    def edits(self, stream: Readable) -> Iterator[SlotEdits]:
        """Return, for a file that is built, the edits that restore in each piece what is sure."""
        for piece in self.source.format.read(stream, self.layout):
            slots = piece.slots if isinstance(piece, Piece) else ()
            documents = documents_of(self.source.name, piece, self.layout) if isinstance(piece, Piece) and slots else []
            found = [self._restored(piece, at, each) for at, each in enumerate(documents) if isinstance(piece, Piece)]
            yield [_edits_of(recovery) if recovery else () for recovery in found]
        self._conclude()

    def _conclude(self) -> None:
        # A column of which the vault knows no text was never pseudonymized.
        for problem in (each for column in self.columns for each in self.missed.get(column, ())):
            self.report.add_problem(problem)

    def _spelt(self, piece: Piece, number: int, document: Document) -> str | None:
        recovery = self._restored(piece, number, document)
        if recovery is None:
            return None
        return self.source.format.spell(recovery.text, piece.slots[number].span.of(piece.text), self.layout)

    def _restored(self, piece: Piece, number: int, document: Document) -> Recovery | None:
        slot = piece.slots[number]
        name = self.files.id or (document.id if piece.id else None)
        self.report.documents += 1
        try:
            recovery = find_pseudonyms(document.text, self._known(name, document.text))
        except UnknownText as error:
            problem = Problem(self.source.name, f"{error}; the text stays as it is", piece.number, slot.column)
            self.missed.setdefault(slot.column, []).append(problem)
            return None
        self.told += 1
        self.columns.add(slot.column)
        self._note(recovery, piece, name or document.id, slot.column)
        if recovery.text == document.text:
            return None
        self.report.changed += 1
        return recovery

    def _known(self, name: str | None, text: str) -> Known:
        searches = self.files.vault.searches
        if name is not None:
            # The pieces of a long text are one document.
            if self.last is None or self.last[0] != name:
                self.last = name, known_under(searches, name)
            return self.last[1]
        known = known_in(searches, _SHARED, text, _key_of)
        if not known.originals:
            raise UnknownText("nothing tells which document this text was")
        return known

    def _note(self, recovery: Recovery, piece: Piece, name: str, column: str) -> None:
        place: dict[str, object] = {"file": self.source.name, "row": piece.number, "column": column, "id": name}
        for finding in recovery.findings:
            self.files.note(finding, place)


def _edits_of(recovery: Recovery) -> list[Edit]:
    found = sorted(recovery.findings, key=lambda finding: finding.span)
    return [Edit(each.span, each.recovered.of(recovery.text)) for each in found if each.state == SURE]


def _key_of(words: str, label: str) -> str:
    mention = Mention(Span(0, len(words)), label, 1.0, "words")
    return names().key(Document("words", words), Entity("e1", label, (mention,)))
