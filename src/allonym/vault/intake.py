"""All that a vault knows, one thing after the other, and how another vault takes it in.

Entities, then files, then the manifests in them. Taking the same in twice changes nothing. A pseudonym that the taking
vault has given to somebody else stays there: the texts are given back by their manifests in any case. Who has withdrawn
from the taking vault does not come back.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, islice

from allonym.core.types import Manifest, Place
from allonym.vault.arriving import Arrivals
from allonym.vault.clearing import clear_file, encoding_in
from allonym.vault.entities import Entities
from allonym.vault.files import Files
from allonym.vault.keys import Keys
from allonym.vault.records import EntityRecord, FileState, unpack_entity, unpack_file, unpack_manifest
from allonym.vault.rows import SealedRows
from allonym.vault.store import FILES, MANIFESTS, WORDS
from allonym.vault.terms import is_way_back
from allonym.vault.texts import Texts

AT_ONCE = 200


@dataclass(frozen=True, slots=True)
class Lot:
    """A handful of what a vault knows: some entities, or a file, or some manifests."""

    entities: Sequence[EntityRecord] = field(default=(), repr=False)
    files: Sequence[tuple[int, FileState]] = field(default=(), repr=False)
    manifests: Sequence[Manifest] = field(default=(), repr=False)


@dataclass(slots=True)
class Taken:
    """How much was taken in, and how many entities have another pseudonym here, which stays.

    `withdrawn` is how many places, entries and files spoke of somebody who has withdrawn: they came in without the
    words, or not at all.
    """

    entities: int = 0
    differing: int = 0
    files: int = 0
    texts: int = 0
    withdrawn: int = 0


def lots(rows: SealedRows) -> Iterator[Lot]:
    """Return all that a vault knows, without holding it in memory."""
    entities = (unpack_entity(plain) for _, plain in rows.scan(WORDS))
    while some := list(islice(entities, AT_ONCE)):
        yield Lot(entities=some)
    for row, plain in rows.scan(FILES):
        yield Lot(files=[(int(row[0]), unpack_file(plain, int(row[0])))])
    manifests = (unpack_manifest(plain, Place(*map(int, row[:3])))[0] for row, plain in rows.scan(MANIFESTS))
    while texts := list(islice(manifests, AT_ONCE)):
        yield Lot(manifests=texts)


class Intake:
    """Takes lots into a vault, inside a batch; `finish` when the last one is in."""

    def __init__(self, rows: SealedRows, keys: Keys) -> None:
        self.taken = Taken()
        self._rows = rows
        self._arrivals = Arrivals(rows, keys)
        self._entities = Entities(rows, keys)
        self._files = Files(rows, keys)
        self._texts = Texts(rows, keys)
        self._known: set[int] = set()
        self._given: dict[int, FileState] = {}
        self._numbers: dict[int, int] = {}
        self._cleared: dict[int, bool] = {}
        """Files that have lost words, as they are numbered there, and whether each is a container."""

    def take(self, lot: Lot) -> None:
        """Take a lot in."""
        for entity in lot.entities:
            self._take_entity(entity)
        for number, state in lot.files:
            self._take_file(number, state)
        kept = [manifest for each in lot.manifests for manifest in self._without_withdrawn(each)]
        self.taken.texts += sum(not manifest.withheld for manifest in kept)
        self._texts.remember([self._placed(manifest) for manifest in kept])

    def finish(self) -> Taken:
        """Finish the files, now that their manifests are in."""
        for there, number in self._numbers.items():
            record = self._given[there].record
            if record is not None:
                self._files.finish(replace(record, file=number))
            if there in self._cleared:
                clear_file(self._rows, number, is_container=self._cleared[there])
        return self.taken

    def _take_entity(self, entity: EntityRecord) -> None:
        if self._arrivals.names(entity):
            self.taken.withdrawn += 1
            return
        self.taken.entities += 1
        self.taken.differing += not self._entities.adopt(entity, self._arrivals.told(entity))

    def _take_file(self, number: int, state: FileState) -> None:
        if self._arrivals.has_file(state):
            self.taken.withdrawn += 1
            self._known.add(number)
            return
        self.taken.files += 1
        self._given[number] = state
        if state.record is not None:
            self._numbers[number] = self._begun(state)

    def _without_withdrawn(self, manifest: Manifest) -> Iterator[Manifest]:
        """Return a manifest as it may come in; nothing if it may not, or is here already without some words."""
        there = 0 if manifest.place is None else manifest.place.file
        if there in self._known:
            return
        record = self._given[there].record if there else None
        if record is None and self._arrivals.has_text(manifest):
            self.taken.withdrawn += 1
            return
        if there in self._cleared and is_way_back(manifest):
            self._cleared[there] = True
            return
        after, count = self._arrivals.cleared(manifest, encoding_in(record))
        self.taken.withdrawn += count
        if count and there:
            self._cleared.setdefault(there, False)
        yield after

    def _begun(self, state: FileState) -> int:
        """Return the number of a file here; one that has the same input and gave another output is another file."""
        for attempt in count():
            number = self._files.begin(state.input, state.settings + "\0again" * attempt)
            known = self._files.record(number)
            if known is None or state.record is None or known.output == state.record.output:
                return number
        raise AssertionError  # pragma: no cover - counting does not end

    def _placed(self, manifest: Manifest) -> Manifest:
        place = manifest.place
        if place is None or place.file == 0:
            return replace(manifest, place=None)
        # Of a file that was never finished nothing is kept until a text of it is.
        if place.file not in self._numbers:
            self._numbers[place.file] = self._begun(self._given[place.file])
        return replace(manifest, place=replace(place, file=self._numbers[place.file]))
