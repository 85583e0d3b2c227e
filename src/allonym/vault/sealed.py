"""The vault as its callers see it: one object, whose parts each know one thing.

Entities, Texts, Files, KeyRing  ->  SealedRows (batches, checkpoint)  ->  Seals (keys)  and  Store (keeps rows)

All that is looked up is looked up by a keyed tag: a stolen vault shows no name, no id, no scope, no guessable hash.
"""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from types import TracebackType
from typing import Self

from allonym.core.errors import NotAllowed, UsageError
from allonym.core.protocols import Propose
from allonym.core.types import FileRecord, Manifest
from allonym.vault.audit import Audit
from allonym.vault.certificates import Certificates
from allonym.vault.entities import Entities
from allonym.vault.entries import BEGUN, DONE, counted
from allonym.vault.files import Files
from allonym.vault.forgetting import Forgetting
from allonym.vault.keyring import KeyRing
from allonym.vault.keys import Header, Keys
from allonym.vault.moves import Moves
from allonym.vault.options import VaultOptions
from allonym.vault.postings import Postings
from allonym.vault.records import Access, pack_access, unpack_access
from allonym.vault.requests import Requests
from allonym.vault.residuals import Residuals
from allonym.vault.rows import SealedRows
from allonym.vault.searches import Searches
from allonym.vault.store import ACCESSES, ENTITIES, FILES, LAYOUT, MANIFESTS
from allonym.vault.subjects import Subjects
from allonym.vault.tags import coded, mac
from allonym.vault.texts import Texts
from allonym.vault.withdrawn import Withdrawn

_TWO = {
    "recover": "recovery takes two here: `allonym requests ask`, and the approval of somebody else",
    "transfer": "no table leaves or enters while recovery takes two; `allonym vault two-person VAULT off` comes first",
}
"""What one person alone is told where the two-person rule holds."""


@dataclass(frozen=True, slots=True)
class VaultSummary:
    """What a vault holds, in numbers: nothing of what anybody wrote."""

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
        self.keys = KeyRing(rows, keys, options)
        self._is_inbox = self.keys.is_inbox
        self._clock = options.clock
        self.audit = Audit(rows, keys, options.clock)
        self._entities = Entities(rows, keys)
        self._texts = Texts(rows, keys)
        self._files = Files(rows, keys)
        self.certificates = Certificates(keys, self._texts, self.audit)
        self.searches = Searches(rows, keys)
        self.residuals = Residuals(rows, self._files, options.clock)
        forgetting = Forgetting(rows, keys, Postings(rows, keys), Withdrawn(rows, keys), options.clock)
        self.subjects = Subjects(rows, self.keys, self._files, self.audit, forgetting)
        self.moves = Moves(rows, keys, self.audit)
        self.requests = Requests(rows, self.keys, self.audit, keys, options.clock)

    def require(self, operation: str) -> None:
        """Raise NotAllowed unless the key that opened the vault is for this."""
        self.audit.require(operation)
        if operation in _TWO and self.keys.two_person:
            error = NotAllowed(_TWO[operation])
            self.audit.note_error(operation, error)
            raise error

    def batch(self) -> AbstractContextManager[None]:
        """Keep all that happens inside together, and have it on disk when the block ends; nothing on an error."""
        return self._rows.batch()

    def assign(self, scope: str, series: str, original: str, propose: Propose) -> str:
        """Return the pseudonym of an original; the first time, ask `propose` until a free one comes."""
        if self._is_inbox:
            raise UsageError("an inbox knows no other documents: use the scope 'document', or the vault itself")
        return self._entities.assign(scope, series, original, propose)

    def knows(self, scope: str, series: str, original: str) -> bool:
        """Tell whether an original was given a pseudonym before."""
        return self._entities.knows(scope, series, original)

    def seed(self, scope: str, *words: str) -> bytes:
        """Return 32 keyed bytes: the same for the same words in a scope, and nothing to learn without the key."""
        return self._entities.seed(scope, *words)

    def name_for(self, text: str) -> str:
        """Return an id for a text that has none: the same text, the same id; nothing to learn without the key."""
        return "d-" + mac(self._keys.names, coded(text)).hex()[:24]

    def remember(self, manifests: Sequence[Manifest]) -> None:
        """Keep manifests; the same one again changes nothing, another one at the same place replaces it."""
        self._texts.remember(manifests)

    def recall(self, text: str, id: str | None = None, original: bytes | None = None) -> Manifest:  # noqa: A002
        """Return how a text is given back; raise UnknownText or AmbiguousText rather than guess."""
        return self._texts.recall(text, id, original)

    def begin_file(self, input_digest: bytes, settings: str) -> int:
        """Return the number of a file; the same input under the same settings has the same number."""
        return self._files.begin(input_digest, settings)

    def finish_file(self, record: FileRecord) -> None:
        """Keep what is known of a whole file, so that its output can be recognised."""
        with self._rows.batch():
            when = {"time": int(self._clock())} if record.facts else {}
            if self._files.finish(replace(record, facts={**record.facts, **when})):
                self.audit.note("pseudonymize", DONE, f"file-{record.file}", counted(record.facts))

    def file_record(self, file: int) -> FileRecord | None:
        """Return the record of a file by its number, or None if it was never finished."""
        return self._files.record(file)

    def find_file(self, output_digest: bytes, name: str = "") -> FileRecord | None:
        """Return the record of the file whose output hashes so, or None; the name tells equal outputs apart."""
        return self._files.find(output_digest, name)

    def recall_file(self, file: int) -> Iterator[Manifest]:
        """Return the manifests of a file in the order of their places."""
        return self._texts.of_file(file)

    def note_access(self, reason: str, what: str, count: int) -> None:
        """Keep, sealed, that somebody recovered texts, and why."""
        with self._rows.batch():
            access, number = Access(self._clock(), reason, what, count), self._rows.next_number(ACCESSES)
            self._rows.put(ACCESSES, [((number,), pack_access(access), None)])
            self.audit.note("recover", BEGUN, f"access-{number}", {"files": count})

    def accesses(self) -> Iterator[Access]:
        """Return every access that was noted, the first one first."""
        return (unpack_access(plain) for _, plain in self._rows.scan(ACCESSES))

    def info(self) -> VaultSummary:
        """Return how much the vault holds, as its checkpoint has it."""
        counts = self._rows.checkpoint().counts
        return VaultSummary(
            format=LAYOUT,
            created=datetime.fromtimestamp(self._header.created, UTC),
            slots=self.keys.count(),
            entities=counts[ENTITIES.name],
            texts=counts[MANIFESTS.name],
            files=counts[FILES.name],
            accesses=counts[ACCESSES.name],
        )

    def verify(self) -> VaultSummary:
        """Open every row and count them; raise VaultDamaged, naming a table and a row number, if one is wrong."""
        self.require("verify")
        self._rows.verify()
        return self.info()

    def close(self) -> None:
        """Close the vault. Closing it twice is harmless."""
        self._rows.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()
