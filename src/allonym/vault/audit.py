"""The audit log of a vault: who did what, in a chain that only grows.

audit:  number | sealed under the desk key: an entry
signed: number | sealed under the desk key: a checkpoint with a signature, which says how long the log was and its head

Everybody who writes to the vault adds entries. Custodians, who alone hold the signing key, sign what is there whenever
they do something that matters, and every thousand entries. The public half of the key is enough to check it.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from allonym.core.errors import NotAllowed, UsageError, VaultDamaged, VaultError
from allonym.vault import credentials
from allonym.vault.canonical import Data, canonical, parsed
from allonym.vault.chain import LogSummary, Mark, check, read_mark, sign_mark
from allonym.vault.entries import DONE, FAILED, REFUSED, Entry, beginning, read_entry
from allonym.vault.keys import Keys
from allonym.vault.log_files import log_lines
from allonym.vault.roles import require
from allonym.vault.rows import SealedRows
from allonym.vault.store import AUDIT, SIGNED, Row

SIGN_EVERY = 1000
_QUIET = frozenset({"pseudonymize", "review", "info"})
"""What is so frequent, and so harmless, that it is signed with whatever comes next."""
_VERSION = b"\x01"


@dataclass(slots=True)
class Noting:
    """What is known of something while it happens: filled by whoever does it."""

    reference: str = ""
    counts: dict[str, int] = field(default_factory=dict)


class Audit:
    """Adds to the log, reads it and checks it."""

    def __init__(self, rows: SealedRows, keys: Keys, clock: Callable[[], float]) -> None:
        self._rows = rows
        self._keys = keys
        self._clock = clock

    @property
    def public_key(self) -> str:
        """Return the public half of the key that the vault signs with, as it is given to others."""
        return credentials.written(credentials.VERIFY, self._keys.signing_public)

    def note(
        self, action: str, result: str = DONE, reference: str = "", counts: Mapping[str, int] | None = None
    ) -> int:
        """Add an entry and return its number; inside a batch it is kept with the batch, or not at all."""
        with self._rows.batch():
            number, before = self._head()
            time, who = int(self._clock()), (self._keys.holder, self._keys.role)
            entry = Entry(number + 1, time, *who, action, result, before, reference, dict(counts or {}))
            self._rows.put(AUDIT, [((entry.number,), _VERSION + entry.as_bytes(), None)])
            if "signing" in self._keys.secrets and (action not in _QUIET or self._is_long(entry.number)):
                self._sign(entry.number, entry.hash())
        return entry.number

    def require(self, operation: str) -> None:
        """Raise NotAllowed unless the key that opened the vault is for this; the refusal is noted."""
        try:
            require(operation, self._keys.role)
        except NotAllowed as error:
            self.note_error(operation, error)
            raise

    @contextmanager
    def noting(self, action: str, reference: str = "", **counts: int) -> Iterator[Noting]:
        """Note how what happens inside ends: done, in the same batch; or refused or failed, in one of its own."""
        noted = Noting(reference, dict(counts))
        try:
            with self._rows.batch():
                yield noted
                self.note(action, DONE, noted.reference, noted.counts)
        except BaseException as error:
            self.note_error(action, error, noted.reference)
            raise

    @contextmanager
    def watching(self, action: str, reference: str = "", **counts: int) -> Iterator[Noting]:
        """Note how what happens inside ends, in a batch of its own: for what only reads, or takes several batches."""
        noted = Noting(reference, dict(counts))
        try:
            yield noted
        except BaseException as error:
            self.note_error(action, error, noted.reference)
            raise
        self.note(action, DONE, noted.reference, noted.counts)

    def note_error(self, action: str, error: BaseException, reference: str = "") -> None:
        """Note that something was refused or has failed, once for each error; in a batch, which it undoes, after it.

        A slip in how something was called is not noted: nothing was tried.
        """
        if isinstance(error, UsageError) or getattr(error, "is_noted", False):
            return
        error.is_noted = True  # type: ignore[attr-defined]
        result = REFUSED if isinstance(error, NotAllowed) else FAILED

        def note() -> None:
            # Where the vault cannot be written to, what went wrong in the first place is what must be told.
            with suppress(VaultError):
                self.note(action, result, reference)

        if self._rows.is_inside:
            self._rows.owed.append(note)
        else:
            note()

    def sign(self) -> Data:
        """Return a signed checkpoint over the log as it is now, which is also kept in the vault."""
        self.require("certify")
        with self._rows.batch():
            return self._sign(*self._head())

    def entries(self) -> Iterator[Entry]:
        """Return every entry, the first one first."""
        self.require("audit")
        for number, (_, plain) in enumerate(self._rows.scan(AUDIT), 1):
            try:
                yield read_entry(_body(plain))
            except (ValueError, TypeError):
                raise VaultDamaged(f"audit log: entry {number} is not one that this version can read") from None

    def checkpoints(self) -> Iterator[Data]:
        """Return every signed checkpoint, the first one first."""
        self.require("audit")
        for _, plain in self._rows.scan(SIGNED):
            try:
                yield parsed(_body(plain))
            except ValueError:
                raise VaultDamaged("audit log: a checkpoint is not one that this version can read") from None

    def verify(self, anchor: object = None) -> LogSummary:
        """Return what the log holds; raise VaultDamaged for any edit, deletion, change of order, or cut.

        An anchor is a signed checkpoint that was kept elsewhere: then the log must hold all that it speaks of.
        """
        self.require("audit")
        with self._rows.batch(write=False):
            marks = [*self.checkpoints()]
            summary = check(self._keys.vault, self._keys.signing_public, self.entries(), marks)
            self._require_counts(summary)
            if anchor is not None:
                self._require_anchor(anchor)
        return summary

    def exported(self) -> Iterator[str]:
        """Return the lines of a file that can be checked without the vault."""
        return log_lines(self._keys.vault, self.entries(), self.checkpoints())

    def head(self) -> tuple[int, str]:
        """Return how many entries there are, and the hash of the last one."""
        with self._rows.batch(write=False):
            return self._head()

    def _is_long(self, number: int) -> bool:
        """Tell whether so many entries have come since the last signature that it is time for another."""
        last = self._rows.get(SIGNED, (self._rows.next_number(SIGNED) - 1,))
        signed = 0 if last is None else self._mark(last)["number"]
        return number - signed >= SIGN_EVERY

    def _mark(self, row: Row) -> Data:
        payload: Data = parsed(_body(self._rows.open(SIGNED, row)))["payload"]
        return payload

    def _head(self) -> tuple[int, str]:
        number = self._rows.next_number(AUDIT) - 1
        row = self._rows.get(AUDIT, (number,))
        if row is None:
            return number, beginning(self._keys.vault)
        return number, read_entry(_body(self._rows.open(AUDIT, row))).hash()

    def _require_grown(self) -> None:
        """Raise VaultDamaged unless what was signed last is still where it was: nobody signs another history."""
        last = self._rows.get(SIGNED, (self._rows.next_number(SIGNED) - 1,))
        if last is None or (mark := self._mark(last))["number"] == 0:
            return
        row = self._rows.get(AUDIT, (mark["number"],))
        if row is None or read_entry(_body(self._rows.open(AUDIT, row))).hash() != mark["head"]:
            raise VaultDamaged("audit log: it is not the log that was signed last; it was cut or written anew")

    def _sign(self, number: int, head: str) -> Data:
        self._require_grown()
        counts = self._rows.checkpoint().counts
        mark = Mark(self._keys.vault.hex(), number, head, int(self._clock()), counts)
        document = sign_mark(self._keys.secret("signing"), mark)
        key = (self._rows.next_number(SIGNED),)
        self._rows.put(SIGNED, [(key, _VERSION + canonical(document), None)])
        return document

    def _require_counts(self, summary: LogSummary) -> None:
        counts = self._rows.checkpoint().counts
        for table, found in ((AUDIT, summary.entries), (SIGNED, summary.checkpoints)):
            if counts[table.name] != found:
                raise VaultDamaged(
                    f"audit log: table {table.name} has {found} rows and should have {counts[table.name]}"
                )

    def _require_anchor(self, anchor: object) -> None:
        mark = read_mark(self._keys.signing_public, anchor)
        entries = self.entries()
        taken = (entry for entry in entries if entry.number <= mark.number)
        check(self._keys.vault, self._keys.signing_public, taken, [anchor])


def _body(plain: bytes) -> bytes:
    if plain[:1] != _VERSION:
        raise ValueError("another version")
    return plain[1:]
