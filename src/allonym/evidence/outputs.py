"""Outputs as they are searched: every text with the stand-ins in it, and all that stands beside the texts."""

from collections import defaultdict, deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from allonym.core.errors import AllonymError
from allonym.core.pieces import BrokenPiece, Layout, Piece
from allonym.core.types import FileRecord, Manifest, Span, digest
from allonym.core.withdrawal import WITHDRAWN
from allonym.evidence.values import Where
from allonym.formats.choosing import choose
from allonym.running.sources import Source, digest_of
from allonym.vault.sealed import SealedVault

ASIDE, NAME, BROKEN = "outside the text columns", "the name of the file", "a row that cannot be read"


@dataclass(frozen=True, slots=True)
class OutputPart:
    """A text of an output. `stand_ins` are their places; None if the vault does not know the text as it is now."""

    where: Where
    text: str = field(repr=False)
    stand_ins: tuple[Span, ...] | None = field(default=(), repr=False)


@dataclass(slots=True)
class Known:
    """What the vault knows: originals by label, those of these outputs, stand-ins, and their places by text."""

    originals: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set), repr=False)
    own: set[tuple[str, str]] = field(default_factory=set, repr=False)
    stand_ins: set[str] = field(default_factory=set, repr=False)
    places: dict[bytes, deque[tuple[Span, ...]]] = field(default_factory=lambda: defaultdict(deque), repr=False)

    def add(self, manifest: Manifest) -> None:
        """Take a manifest in."""
        if manifest.withheld:
            return
        for edit in manifest.edits:
            if edit.replacement != WITHDRAWN:
                self.originals[edit.label].add(edit.replacement)
            self.stand_ins.add(edit.replaced)
        self.places[manifest.output].append(tuple(edit.span for edit in manifest.edits))

    def places_in(self, text: str) -> tuple[Span, ...] | None:
        """Return the stand-ins of a text; of several texts that read alike, those of one after the other."""
        known = self.places.get(digest(text))
        if not known:
            return None
        return known.popleft() if len(known) > 1 else known[0]


def record_of(vault: SealedVault, source: Source) -> FileRecord | None:
    """Return what the vault knows of an output as it is now."""
    try:
        return vault.find_file(digest_of(source), source.name)
    except AllonymError:
        return None


def known_of(vault: SealedVault, records: list[FileRecord | None]) -> Known:
    """Return what is known of outputs: of their files, or, if documents share pseudonyms, of all the vault.

    An output that is not as it was written may hold words of any text, so all the vault is asked for it, too.
    """
    known = Known()
    if any(record is None or _scope(record) != "document" for record in records):
        for manifest in vault.searches.manifests():
            known.add(manifest)
    else:
        for manifest in _own(vault, records):
            known.add(manifest)
    if None in records:
        known.own = {(label, words) for label, originals in known.originals.items() for words in originals}
    else:
        known.own = {(edit.label, edit.replacement) for each in _own(vault, records) for edit in each.edits}
    return known


def _own(vault: SealedVault, records: list[FileRecord | None]) -> Iterator[Manifest]:
    for number in sorted({record.file for record in records if record is not None}):
        yield from vault.recall_file(number)


def parts_of(source: Source, record: FileRecord | None, known: Known) -> Iterator[OutputPart]:
    """Return all that can be read in an output, piece by piece."""
    yield OutputPart(Where(source.name, part=NAME), source.path.name)
    if record is not None:
        source = replace(source, format=choose(source.path.name, record.format))
    layout = source.inspect() if record is None else Layout.from_data(record.layout)
    with source.open() as stream:
        for piece in source.format.read(stream, layout):
            yield from _parts(source.name, piece, layout, known)


def _parts(name: str, piece: Piece | BrokenPiece, layout: Layout, known: Known) -> Iterator[OutputPart]:
    if isinstance(piece, BrokenPiece):
        text = piece.raw.decode(layout.encoding or "utf-8", "replace")
        yield OutputPart(Where(name, piece.number, part=BROKEN), text)
        return
    for slot in piece.slots:
        yield OutputPart(Where(name, piece.number, slot.column), slot.value, known.places_in(slot.value))
    ends = [0, *(slot.span.end for slot in piece.slots)]
    starts = [*(slot.span.start for slot in piece.slots), len(piece.text)]
    for start, end in zip(ends, starts, strict=True):
        aside = piece.text[start:end]
        if any(map(str.isalnum, aside)):
            yield OutputPart(Where(name, piece.number, part=ASIDE), aside)


def _scope(record: FileRecord) -> str:
    settings = record.facts.get("settings")
    # Files of the first versions do not say it.
    return str(settings.get("scope")) if isinstance(settings, dict) else "unknown"
