"""Give a file back: exactly, if it is as it was published; text by text, if it was changed since."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from allonym.core.containers import Container, SlotEdits, follow, is_container
from allonym.core.errors import AmbiguousText, NotExact, UnknownText
from allonym.core.pieces import BrokenPiece, Layout, Piece, render
from allonym.core.protocols import Format, Giver, Readable
from allonym.core.streams import searchable
from allonym.core.types import FileRecord, Manifest, digest
from allonym.engine import recover
from allonym.running.reports import Problem, Report
from allonym.running.sources import documents_of


def restore(vault: Giver, record: FileRecord, format: Format, stream: Readable) -> Iterator[bytes]:  # noqa: A002
    """Return the bytes of the original file, piece by piece, from its published output."""
    if is_container(format):
        yield from _follow(vault, record, stream)
        return
    layout = Layout.from_data(record.layout)
    manifests = by_piece(vault.recall_file(record.file))
    pieces = iter(format.read(stream, layout))
    yield layout.bom
    waiting = next(manifests, None)
    for number in range(record.pieces):
        mine: list[Manifest] = []
        if waiting is not None and waiting[0] == number:
            mine, waiting = waiting[1], next(manifests, None)
        if mine and mine[0].withheld:
            yield mine[0].raw or b""
            continue
        piece = next(pieces, None)
        if not isinstance(piece, Piece) or len(piece.slots) != len(mine):
            raise NotExact("the output does not read back as it was written; nothing is written")
        raws = [_original(format, layout, manifest, piece, slot) for slot, manifest in enumerate(mine)]
        yield render(piece, raws, layout.encoding)


def _follow(vault: Giver, record: FileRecord, stream: Readable) -> Iterator[bytes]:
    """Return the bytes of a file that was built; the vault keeps what is not in its output, and where the rest is."""
    steps = (manifest.raw or b"" for manifest in vault.recall_file(record.file) if manifest.withheld)
    opened = searchable(stream)
    yield from follow(steps, opened)


def by_piece(manifests: Iterator[Manifest]) -> Iterator[tuple[int, list[Manifest]]]:
    """Return the manifests of each piece, with its number."""
    group: list[Manifest] = []
    for manifest in manifests:
        if group and group[0].place and manifest.place and group[0].place.piece != manifest.place.piece:
            yield group[0].place.piece, group
            group = []
        group.append(manifest)
    if group and group[0].place:
        yield group[0].place.piece, group


def _original(format: Format, layout: Layout, manifest: Manifest, piece: Piece, slot: int) -> str | None:  # noqa: A002
    """Return how a slot was spelt; None: as it is now."""
    here = piece.slots[slot]
    if digest(here.value) != manifest.output:
        raise NotExact("the output does not read back as it was written; nothing is written")
    original = recover(manifest, here.value)
    if manifest.raw is not None:
        return manifest.raw.decode(layout.encoding)
    return format.spell(original, here.span.of(piece.text), layout) if manifest.edits else None


@dataclass(slots=True)
class Search:
    """Recovers a changed file text by text, and remembers which columns the vault knows anything of."""

    vault: Giver
    name: str
    format: Format
    layout: Layout
    known: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    unknown: dict[str, list[Problem]] = field(default_factory=lambda: defaultdict(list))
    unsure: list[Problem] = field(default_factory=list)

    def restore(self, stream: Readable, report: Report) -> Iterator[bytes]:
        """Return the file with every text given back that the vault is sure of; the others stay as they are."""
        yield self.layout.bom
        for piece in self.format.read(stream, self.layout):
            if isinstance(piece, BrokenPiece):
                report.add_problem(Problem(self.name, piece.reason, piece.number, piece.column))
                yield piece.raw
                continue
            raws: list[str | None] = []
            if piece.slots:
                documents = documents_of(self.name, piece, self.layout)
                raws = [self._look_up(piece, slot, document.id) for slot, document in enumerate(documents)]
                report.documents += len(documents)
            yield render(piece, raws, self.layout.encoding)
        self._conclude(report)

    def _conclude(self, report: Report) -> None:
        # A column that the vault knows nothing of was never pseudonymized; in the others, each gap is a problem.
        missed = [each for column, problems in self.unknown.items() if self.known[column] for each in problems]
        for problem in (*self.unsure, *missed):
            report.add_problem(problem)
        report.changed = sum(self.known.values())

    def edits(self, container: Container, stream: Readable, report: Report) -> Iterator[SlotEdits]:
        """Return the edits that give back every text of a container that the vault is sure of."""
        for piece in container.read(stream, self.layout):
            documents = documents_of(self.name, piece, self.layout) if isinstance(piece, Piece) and piece.slots else []
            known = [
                self._known(piece, slot, each.id) for slot, each in enumerate(documents) if isinstance(piece, Piece)
            ]
            report.documents += len(documents)
            yield [manifest.edits if manifest else () for manifest in known]
        self._conclude(report)

    def _look_up(self, piece: Piece, slot: int, id: str) -> str | None:  # noqa: A002
        here = piece.slots[slot]
        manifest = self._known(piece, slot, id)
        if manifest is None:
            return None
        raw = here.span.of(piece.text)
        if manifest.raw is not None:
            return manifest.raw.decode(self.layout.encoding)
        original = recover(manifest, here.value)
        return self.format.spell(original, raw, self.layout) if manifest.edits else raw

    def _known(self, piece: Piece, slot: int, id: str) -> Manifest | None:  # noqa: A002
        here = piece.slots[slot]
        try:
            # A text in a row with another id is not given back: it may have been put there to be read.
            manifest = self.vault.recall(here.value, id if piece.id else None)
        except UnknownText:
            self._miss(piece, here.column, "the vault does not know this text; it was changed, or is from elsewhere")
            return None
        except AmbiguousText:
            reason = "several documents gave this text, and nothing tells which; is there an --id-column?"
            self.unsure.append(Problem(self.name, reason, piece.number, here.column))
            return None
        self.known[here.column] += 1
        return manifest

    def _miss(self, piece: Piece, column: str, reason: str) -> None:
        problems = self.unknown[column]
        if len(problems) < 1000:
            problems.append(Problem(self.name, reason, piece.number, column))
