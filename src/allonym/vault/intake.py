"""All that a vault knows, one thing after the other, and how another vault takes it in.

Entities, then files, then the manifests in them. Taking the same in twice changes nothing. A pseudonym that the taking
vault has given to somebody else stays there: the texts are given back by their manifests in any case.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, islice

from allonym.core.types import Manifest, Place
from allonym.vault.entities import Entities
from allonym.vault.files import Files
from allonym.vault.keys import Keys
from allonym.vault.records import EntityRecord, FileState, unpack_entity, unpack_file, unpack_manifest
from allonym.vault.rows import SealedRows
from allonym.vault.store import FILES, MANIFESTS, WORDS
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
    """How much was taken in, and how many entities have another pseudonym here, which stays."""

    entities: int = 0
    differing: int = 0
    files: int = 0
    texts: int = 0


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
        self._entities = Entities(rows, keys)
        self._files = Files(rows, keys)
        self._texts = Texts(rows, keys)
        self._numbers: dict[int, int] = {}
        self._finished: list[tuple[int, FileState]] = []

    def take(self, lot: Lot) -> None:
        """Take a lot in."""
        for entity in lot.entities:
            self.taken.entities += 1
            self.taken.differing += not self._entities.adopt(entity)
        for number, state in lot.files:
            self.taken.files += 1
            self._numbers[number] = self._begun(state)
            self._finished.append((self._numbers[number], state))
        self.taken.texts += sum(not manifest.withheld for manifest in lot.manifests)
        self._texts.remember([self._placed(manifest) for manifest in lot.manifests])

    def finish(self) -> Taken:
        """Finish the files, now that their manifests are in."""
        for number, state in self._finished:
            if state.record is not None:
                self._files.finish(replace(state.record, file=number))
        return self.taken

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
        return replace(manifest, place=replace(place, file=self._numbers[place.file]))
