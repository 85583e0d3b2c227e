"""The vault: what is remembered, and what each part of it means. How it is sealed and kept is below, in `rows`.

All that can be looked up is looked up by a keyed tag: of the scope, the original, the pseudonym, the id, the text.
"""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import UTC, datetime
from types import TracebackType
from typing import Self

from allonym.core.errors import AmbiguousText, UnknownText, UsageError, VaultError
from allonym.core.protocols import Propose
from allonym.core.types import FileRecord, Manifest, Place, digest
from allonym.vault.keys import FORMAT, Header, Keys
from allonym.vault.ledger import first_free
from allonym.vault.options import VaultOptions
from allonym.vault.records import (
    Access,
    EntityRecord,
    FileState,
    pack_access,
    pack_entity,
    pack_file,
    pack_manifest,
    packed,
    unpack_access,
    unpack_entity,
    unpack_file,
    unpack_manifest,
    unpacked,
)
from allonym.vault.rows import Entry, SealedRows
from allonym.vault.store import ACCESSES, COUNTERS, ENTITIES, FILES, MANIFESTS, Row
from allonym.vault.tags import coded, mac, seed, tag

_NO_FILE = 0  # texts that came one by one, not in a file


@dataclass(frozen=True, slots=True)
class VaultSummary:
    """What may be said of a vault to anybody who opened it: no names, only how much there is."""

    format: int
    created: datetime
    slots: int
    entities: int
    texts: int
    files: int
    accesses: int


class SealedVault:
    """A vault over any store. It fits the Vault protocol."""

    def __init__(self, rows: SealedRows, keys: Keys, header: Header, options: VaultOptions) -> None:
        self._rows = rows
        self._keys = keys
        self._header = header
        self._clock = options.clock

    def batch(self) -> AbstractContextManager[None]:
        """Keep all that happens inside together, and have it on disk when the block ends; nothing on an error."""
        return self._rows.batch()

    def assign(self, scope: str, series: str, original: str, propose: Propose) -> str:
        """Return the pseudonym of an original; the first time, ask `propose` until a free one comes."""
        place = self._tag(b"scope", scope), self._tag(b"original", scope, series, original)
        known = self._assigned(place)
        if known is not None:
            return known
        with self._rows.batch():
            # Another process may have been quicker, up to the moment this batch began.
            known = self._assigned(place)
            return self._assign(place, EntityRecord(scope, series, original, ""), propose) if known is None else known

    def name_for(self, text: str) -> str:
        """Return an id for a text that has none: the same text, the same id; nothing to learn without the key."""
        return "d-" + mac(self._keys.names, coded(text)).hex()[:24]

    def remember(self, manifests: Sequence[Manifest]) -> None:
        """Keep manifests; the same one again changes nothing, another one at the same place replaces it."""
        with self._rows.batch():
            fresh = [*self._new_in_files(manifests), *self._new_alone(manifests)]
            first = self._rows.take_turns(len(fresh)) if fresh else 0
            self._rows.put(MANIFESTS, [self._entry(*new, first + turn) for turn, new in enumerate(fresh)])

    def recall(self, text: str, id: str | None = None) -> Manifest:  # noqa: A002 - the public name of the thing
        """Return how a text is given back; raise UnknownText or AmbiguousText rather than guess."""
        rows = self._giving(digest(text), id)
        if not rows:
            raise UnknownText("no document of this vault gave this text; was it changed, or kept in another vault?")
        newest, last = _manifest(rows[0], self._rows.open(MANIFESTS, rows[0]))
        for row in rows[1:]:
            manifest, turn = _manifest(row, self._rows.open(MANIFESTS, row))
            if id is None and manifest.original != newest.original:
                raise AmbiguousText(f"{len(rows)} documents gave this text; say which with an id")
            newest, last = (manifest, turn) if turn > last else (newest, last)
        return newest

    def begin_file(self, input_digest: bytes, settings: str) -> int:
        """Return the number of a file; the same input under the same settings has the same number."""
        begun = tag(self._keys.index, b"input", input_digest, coded(settings))
        with self._rows.batch():
            for row in self._rows.find(FILES, ("input",), (begun,)):
                self._rows.open(FILES, row)
                return int(row[0])
            number = self._rows.next_number(FILES)
            self._rows.put(FILES, [((number, begun, b""), pack_file(FileState(settings, input_digest)), None)])
            return number

    def finish_file(self, record: FileRecord) -> None:
        """Keep what is known of a whole file, so that its output can be recognised."""
        with self._rows.batch():
            row = self._rows.get(FILES, (record.file,))
            if row is None:
                raise VaultError(f"file {record.file} was never begun in this vault")
            state = unpack_file(self._rows.open(FILES, row), record.file)
            packed_state = pack_file(FileState(state.settings, state.input, record))
            if packed_state != pack_file(state):
                output = tag(self._keys.index, b"output", record.output)
                self._rows.put(FILES, [((record.file, row[1], output), packed_state, row)])

    def find_file(self, output_digest: bytes) -> FileRecord | None:
        """Return the record of the file whose output hashes so, or None; the newest, if it was made twice."""
        rows = self._rows.find(FILES, ("output",), (tag(self._keys.index, b"output", output_digest),))
        states = [unpack_file(self._rows.open(FILES, row), int(row[0])) for row in rows]
        records = [state.record for state in states if state.record is not None]
        if len({record.input for record in records}) > 1:
            raise AmbiguousText(f"{len(records)} different files gave this output; they can only be recovered by text")
        return max(records, key=lambda record: record.file, default=None)

    def recall_file(self, file: int) -> Iterator[Manifest]:
        """Return the manifests of a file in the order of their places."""
        for row, plain in self._rows.scan(MANIFESTS, (file,)):
            yield _manifest(row, plain)[0]

    def note_access(self, reason: str, what: str, count: int) -> None:
        """Keep, sealed, that somebody recovered texts, and why."""
        with self._rows.batch():
            number = self._rows.next_number(ACCESSES)
            access = Access(self._clock(), reason, what, count)
            self._rows.put(ACCESSES, [((number,), pack_access(access), None)])

    def accesses(self) -> Iterator[Access]:
        """Return every noted access, the first one first."""
        for _, plain in self._rows.scan(ACCESSES):
            yield unpack_access(plain)

    def info(self) -> VaultSummary:
        """Return how much the vault holds; never what."""
        counts = self._rows.checkpoint().counts
        return VaultSummary(
            format=FORMAT,
            created=datetime.fromtimestamp(self._header.created, UTC),
            slots=len(self._header.slots),
            entities=counts[ENTITIES.name],
            texts=counts[MANIFESTS.name],
            files=counts[FILES.name],
            accesses=counts[ACCESSES.name],
        )

    def verify(self) -> VaultSummary:
        """Open every row and count; return the summary, or raise VaultDamaged naming a table and a row number."""
        self._rows.verify()
        return self.info()

    def close(self) -> None:
        """Close the vault. Closing twice is harmless."""
        self._rows.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _tag(self, purpose: bytes, *words: str) -> bytes:
        return tag(self._keys.index, purpose, *map(coded, words))

    def _assigned(self, place: Row) -> str | None:
        row = self._rows.get(ENTITIES, place)
        return None if row is None else unpack_entity(self._rows.open(ENTITIES, row)).pseudonym
