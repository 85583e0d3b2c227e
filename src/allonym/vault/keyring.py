"""Who can open a vault, and as what: its key slots, listed, added, taken away and changed; and new record keys.

Every change is one transaction that reads the header, checks it, and writes it whole under a new MAC. The slots of
others are copied byte for byte.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from allonym.core.errors import UsageError
from allonym.vault import credentials, crypto
from allonym.vault.audit import Audit
from allonym.vault.entries import BEGUN
from allonym.vault.keys import Header, Keys, check_header, find_slot, read_header, write_header
from allonym.vault.options import VaultOptions
from allonym.vault.records import packed, unpacked
from allonym.vault.roles import CUSTODIAN, RECOVERER, ROLES
from allonym.vault.rotating import Watch, rotate
from allonym.vault.rows import SealedRows
from allonym.vault.slots import (
    INBOX,
    KINDS,
    MOST_PASSPHRASES,
    MOST_SLOTS,
    PASSPHRASE,
    POLICY,
    ROLE_KEY,
    note_of,
    noted,
    passphrase_slot,
    public_slot,
    recovery_slot,
    role_slot,
    slot_id,
)

LONGEST_NAME = 100


@dataclass(frozen=True, slots=True)
class KeySlot:
    """One way into a vault: its name, kind, whose it is, since when; its public key, if it has one, and its role."""

    id: str
    kind: str
    name: str = field(repr=False)
    added: datetime
    public_key: str = field(default="", repr=False)
    role: str = CUSTODIAN


class KeyRing:
    """The keys of an open vault."""

    def __init__(self, rows: SealedRows, keys: Keys, options: VaultOptions) -> None:
        self._rows = rows
        self._keys = keys
        self._options = options
        self._audit = Audit(rows, keys, options.clock)

    @property
    def vault(self) -> bytes:
        """Return the random id of the vault, which its inboxes share."""
        return self._keys.vault

    @property
    def holder(self) -> str:
        """Return the id of the key slot that opened the vault, or nothing if it has none."""
        return self._keys.holder

    @property
    def role(self) -> str:
        """Return the role of the key that opened the vault."""
        return self._keys.role

    def header(self) -> Header:
        """Return the header as it is now; raise VaultDamaged if it is not as a holder of the vault wrote it."""
        data = self._rows.header()
        check_header(data, self._keys)
        return read_header(data)

    def slots(self) -> list[KeySlot]:
        """Return the ways into the vault, the oldest first."""
        self._audit.require("keys")
        header = self.header()
        return [self._told(slot, header.created) for slot in header.slots if slot[:1] and slot[0] in KINDS]

    def count(self) -> int:
        """Return how many ways into the vault there are."""
        return sum(slot[:1] != b"" and slot[0] in KINDS for slot in self.header().slots)

    def add_passphrase(self, passphrase: str, name: str = "") -> KeySlot:
        """Let in whoever knows a passphrase."""
        self._audit.require("keys")
        return self._add(self._passphrase_slot(passphrase), name)

    def add_recovery_key(self, name: str = "") -> str:
        """Return a new recovery key, as it is kept on paper. It cannot be shown again."""
        self._audit.require("keys")
        secret = crypto.fresh(crypto.MASTER_SIZE)
        self._add(recovery_slot(self._keys.master, self._keys.vault, secret), name)
        return credentials.written(credentials.RECOVERY, secret)

    def add_public_key(self, public_key: str, name: str = "", role: str = CUSTODIAN) -> KeySlot:
        """Let in whoever has the private half of a key, for what their role allows."""
        if role not in ROLES:
            raise UsageError(f"there is no role {role!r}; choose one of {', '.join(ROLES)}")
        public = credentials.read(credentials.PUBLIC, public_key)
        if any(slot.public_key == credentials.written(credentials.PUBLIC, public) for slot in self.slots()):
            raise UsageError("this public key is a key of the vault already; remove it first to change its role")
        return self._add(self._slot_for(public, role, self.two_person), name, public, role)

    @property
    def is_inbox(self) -> bool:
        """Tell whether this is an inbox of a vault rather than the vault itself."""
        return bytes([INBOX]) in self.header().slots

    def for_inbox(self) -> tuple[bytes, Header]:
        """Return what an inbox is made of: the master key, and a header with the same slots."""
        self._audit.require("keys")
        header = self.header()
        return self._keys.master, replace(header, slots=(*header.slots, bytes([INBOX])))

    @property
    def two_person(self) -> bool:
        """Tell whether nothing is recovered without a second person's approval."""
        policies = [slot for slot in read_header(self._rows.header()).slots if slot[:1] == bytes([POLICY])]
        return bool(policies and unpacked(policies[-1][1:])["two_person"])

    def require_two(self, wanted: bool) -> None:
        """Have every recovery wait for a second person, or no longer.

        Recoverers who had reading keys get a slot without them. Whoever has kept a copy of the vault and their old
        keys can still read that copy.
        """

        def changed(header: Header) -> Header:
            slots = [slot for slot in header.slots if slot[:1] != bytes([POLICY])]
            remade = [self._remade(slot, header.created, wanted) for slot in slots]
            policy = bytes([POLICY]) + packed({"two_person": wanted})
            return replace(header, slots=(*remade, policy))

        self._change(changed)

    def _remade(self, slot: bytes, created: int, two: bool) -> bytes:
        told = self._told(slot, created) if slot[:1] and slot[0] in KINDS else None
        if told is None or told.role != RECOVERER:
            return slot
        public = credentials.read(credentials.PUBLIC, told.public_key)
        return self._noted(self._slot_for(public, RECOVERER, two), told.name, public, RECOVERER)

    def _slot_for(self, public: bytes, role: str, two: bool) -> bytes:
        if role == CUSTODIAN:
            return public_slot(self._keys.master, self._keys.vault, public)
        return role_slot(self._keys.bundle(role, alone=not two), self._keys.vault, public)

    def remove(self, id: str) -> KeySlot:  # noqa: A002 - the public name
        """Take a key slot away; the last one stays."""

        def without(header: Header) -> Header:
            others = tuple(slot for slot in header.slots if slot_id(slot) != id)
            if len(others) == len(header.slots):
                raise UsageError(f"there is no key slot {id}; `allonym vault keys list` shows them")
            if not any(slot[:1] and slot[0] in KINDS and slot[0] != ROLE_KEY for slot in others):
                raise UsageError("this is the last key of a custodian; without it nobody could look after the vault")
            gone.extend(slot for slot in header.slots if slot not in others)
            return replace(header, slots=others)

        gone: list[bytes] = []
        header = self._change(without)
        return self._told(gone[0], header.created)

    def change_passphrase(self, old: str, new: str) -> KeySlot:
        """Put a passphrase in the place of another, at once: there is no moment with both or with none."""
        self._audit.require("keys")
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
        self._audit.require("keys")
        self._audit.note("rotate", BEGUN)
        with self._audit.watching("rotate") as noted:
            resealed = rotate(self._rows, self._keys, watch or (lambda _done, _total: None))
            noted.counts["rows"] = resealed
        return resealed

    def _passphrase_slot(self, passphrase: str) -> bytes:
        if not passphrase:
            raise UsageError("a passphrase cannot be empty")
        return passphrase_slot(self._keys.master, self._keys.vault, passphrase, self._options.cost)

    def _add(self, slot: bytes, name: str, public: bytes = b"", role: str = CUSTODIAN) -> KeySlot:
        slot = self._noted(slot, name, public, role)

        def with_it(header: Header) -> Header:
            slots = (*header.slots, slot)
            if len(slots) > MOST_SLOTS:
                raise UsageError(f"a vault has at most {MOST_SLOTS} keys")
            if sum(each[:1] == bytes([PASSPHRASE]) for each in slots) > MOST_PASSPHRASES:
                raise UsageError(f"a vault has at most {MOST_PASSPHRASES} passphrases")
            return replace(header, slots=slots)

        return self._told(slot, self._change(with_it).created)

    def _change(self, change: Callable[[Header], Header]) -> Header:
        self._audit.require("keys")
        with self._audit.noting("keys") as noted:
            header = change(self.header())
            self._rows.put_header(write_header(header, self._keys))
            noted.counts["keys"] = len(header.slots)
        return header

    def _noted(self, slot: bytes, name: str, public: bytes, role: str = CUSTODIAN) -> bytes:
        if len(name) > LONGEST_NAME or not name.isprintable():
            raise UsageError(f"the name of a key has at most {LONGEST_NAME} printable characters")
        note = packed([name, int(self._options.clock()), public.hex(), role])
        return noted(slot, self._keys.vault, self._keys.wrap, note)

    def _told(self, slot: bytes, created: int) -> KeySlot:
        note = note_of(slot, self._keys.vault, self._keys.wrap)
        # The first versions knew no roles.
        name, added, public, *role = unpacked(note) if note else ("", created, "")
        written = credentials.written(credentials.PUBLIC, bytes.fromhex(public)) if public else ""
        return KeySlot(slot_id(slot), KINDS[slot[0]], name, datetime.fromtimestamp(added, UTC), written, *role)
