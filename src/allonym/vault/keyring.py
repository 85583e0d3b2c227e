"""Who can open a vault: its key slots, listed, added, taken away and changed; and new record keys.

Every change is one transaction that reads the header, checks it, and writes it whole under a new MAC. The slots of
others are copied byte for byte.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from allonym.core.errors import UsageError
from allonym.vault import credentials, crypto
from allonym.vault.keys import Header, Keys, check_header, find_slot, read_header, write_header
from allonym.vault.options import VaultOptions
from allonym.vault.records import packed, unpacked
from allonym.vault.rotating import Watch, rotate
from allonym.vault.rows import SealedRows
from allonym.vault.slots import (
    KINDS,
    MOST_PASSPHRASES,
    MOST_SLOTS,
    PASSPHRASE,
    note_of,
    noted,
    passphrase_slot,
    public_slot,
    recovery_slot,
    slot_id,
)

LONGEST_NAME = 100


@dataclass(frozen=True, slots=True)
class KeySlot:
    """One way into a vault: what it is called, its kind, whose it is, since when; and its public key, if it has one."""

    id: str
    kind: str
    name: str = field(repr=False)
    added: datetime
    public_key: str = field(default="", repr=False)


class KeyRing:
    """The keys of an open vault."""

    def __init__(self, rows: SealedRows, keys: Keys, options: VaultOptions) -> None:
        self._rows = rows
        self._keys = keys
        self._options = options

    def header(self) -> Header:
        """Return the header as it is now; raise VaultDamaged if it is not as a holder of the vault wrote it."""
        data = self._rows.header()
        check_header(data, self._keys)
        return read_header(data)

    def slots(self) -> list[KeySlot]:
        """Return the ways into the vault, the oldest first."""
        header = self.header()
        return [self._told(slot, header.created) for slot in header.slots if slot[:1] and slot[0] in KINDS]

    def add_passphrase(self, passphrase: str, name: str = "") -> KeySlot:
        """Let in whoever knows a passphrase."""
        return self._add(self._passphrase_slot(passphrase), name)

    def add_recovery_key(self, name: str = "") -> str:
        """Return a new recovery key, as it is kept on paper. It cannot be shown again."""
        secret = crypto.fresh(crypto.MASTER_SIZE)
        self._add(recovery_slot(self._keys.master, self._keys.vault, secret), name)
        return credentials.written(credentials.RECOVERY, secret)

    def add_public_key(self, public_key: str, name: str = "") -> KeySlot:
        """Let in whoever has the private half of a key."""
        public = credentials.read(credentials.PUBLIC, public_key)
        return self._add(public_slot(self._keys.master, self._keys.vault, public), name, public)

    def remove(self, id: str) -> KeySlot:  # noqa: A002 - the public name
        """Take a key slot away; the last one stays."""

        def without(header: Header) -> Header:
            others = tuple(slot for slot in header.slots if slot_id(slot) != id)
            if len(others) == len(header.slots):
                raise UsageError(f"there is no key slot {id}; `allonym vault keys list` shows them")
            if not any(slot[:1] and slot[0] in KINDS for slot in others):
                raise UsageError("this is the last key; without it nobody could open the vault again")
            gone.extend(slot for slot in header.slots if slot not in others)
            return replace(header, slots=others)

        gone: list[bytes] = []
        header = self._change(without)
        return self._told(gone[0], header.created)

    def change_passphrase(self, old: str, new: str) -> KeySlot:
        """Put a passphrase in the place of another, at once: there is no moment with both or with none."""
        known, _ = find_slot(self.header(), credentials.Passphrase(old))
        note = note_of(known, self._keys.vault, self._keys.wrap)
        fresh = self._noted(self._passphrase_slot(new), unpacked(note)[0] if note else "", b"")

        def exchanged(header: Header) -> Header:
            if known not in header.slots:
                raise UsageError("somebody else has changed this passphrase meanwhile")
            return replace(header, slots=tuple(fresh if slot == known else slot for slot in header.slots))

        return self._told(fresh, self._change(exchanged).created)

    def rotate(self, watch: Watch | None = None) -> int:
        """Seal every row under a new record key, while others go on working; return how many there were.

        What was interrupted is taken up where it stopped. The old record key is destroyed at the end.
        """
        return rotate(self._rows, self._keys, watch or (lambda _done, _total: None))

    def _passphrase_slot(self, passphrase: str) -> bytes:
        if not passphrase:
            raise UsageError("a passphrase cannot be empty")
        return passphrase_slot(self._keys.master, self._keys.vault, passphrase, self._options.cost)

    def _add(self, slot: bytes, name: str, public: bytes = b"") -> KeySlot:
        slot = self._noted(slot, name, public)

        def with_it(header: Header) -> Header:
            slots = (*header.slots, slot)
            if len(slots) > MOST_SLOTS:
                raise UsageError(f"a vault has at most {MOST_SLOTS} keys")
            if sum(each[:1] == bytes([PASSPHRASE]) for each in slots) > MOST_PASSPHRASES:
                raise UsageError(f"a vault has at most {MOST_PASSPHRASES} passphrases")
            return replace(header, slots=slots)

        return self._told(slot, self._change(with_it).created)

    def _change(self, change: Callable[[Header], Header]) -> Header:
        with self._rows.batch():
            header = change(self.header())
            self._rows.put_header(write_header(header, self._keys))
        return header

    def _noted(self, slot: bytes, name: str, public: bytes) -> bytes:
        if len(name) > LONGEST_NAME or not name.isprintable():
            raise UsageError(f"the name of a key has at most {LONGEST_NAME} printable characters")
        note = packed([name, int(self._options.clock()), public.hex()])
        return noted(slot, self._keys.vault, self._keys.wrap, note)

    def _told(self, slot: bytes, created: int) -> KeySlot:
        note = note_of(slot, self._keys.vault, self._keys.wrap)
        name, added, public = unpacked(note) if note else ("", created, "")
        written = credentials.written(credentials.PUBLIC, bytes.fromhex(public)) if public else ""
        return KeySlot(slot_id(slot), KINDS[slot[0]], name, datetime.fromtimestamp(added, UTC), written)
