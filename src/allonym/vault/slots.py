"""Key slots: each gives the master key, or the keys of a role, to whoever holds one thing, and to nobody else.

kind (1 byte) | what that kind needs | check value | sealed master key | a note, sealed, if there is one
    1 passphrase     salt, cost               passphrase --Argon2id--> root
    2 recovery key   salt                     recovery key --HKDF--> root
    3 public key     salt, box                private key --HPKE opens the box--> root
    4 role           salt, box                the same, but with a few keys in the place of the master key
   32 policy         nothing that opens; what the custodians have agreed on, as JSON
   33 inbox          nothing at all; it marks an inbox

The check value commits a slot to its key: no slot can be made that gives two people two different master keys.
"""

from hashlib import sha256

from allonym.core.errors import UsageError, VaultDamaged
from allonym.vault import crypto
from allonym.vault.credentials import STRETCH, Credential, Passphrase, PrivateKey, RecoveryKey, credential
from allonym.vault.crypto import Cost, SealKey
from allonym.vault.tags import joined, parted

PASSPHRASE, RECOVERY_KEY, PUBLIC_KEY, ROLE_KEY, POLICY, INBOX = 1, 2, 3, 4, 32, 33
KINDS = {PASSPHRASE: "passphrase", RECOVERY_KEY: "recovery key", PUBLIC_KEY: "public key", ROLE_KEY: "public key"}
MOST_SLOTS = 64
MOST_PASSPHRASES = 8  # a wrong one costs as much as all of them together

_KINDS_FOR = {Passphrase: (PASSPHRASE,), RecoveryKey: (RECOVERY_KEY,), PrivateKey: (PUBLIC_KEY, ROLE_KEY)}
_WRAP_NUMBER = 0
_NEEDED = 3  # parts; the note is the fourth


def passphrase_slot(master: bytes, vault: bytes, passphrase: str, cost: Cost) -> bytes:
    """Return a slot that gives the master key to whoever knows the passphrase."""
    if not isinstance(credential(passphrase), Passphrase):
        raise UsageError("this is a key, not a passphrase")
    salt = crypto.fresh(crypto.SALT_SIZE)
    needs = STRETCH.pack(salt, cost.memory, cost.passes, cost.lanes)
    return _made(PASSPHRASE, vault, needs, crypto.stretched(passphrase, salt, cost), master)


def recovery_slot(master: bytes, vault: bytes, secret: bytes) -> bytes:
    """Return a slot that gives the master key to whoever has the recovery key."""
    salt = crypto.fresh(crypto.SALT_SIZE)
    return _made(RECOVERY_KEY, vault, salt, _recovery(secret, salt), master)


def public_slot(master: bytes, vault: bytes, public: bytes) -> bytes:
    """Return a slot that gives the master key to whoever has the private half of a key."""
    return _boxed_slot(PUBLIC_KEY, vault, public, master)


def role_slot(bundle: bytes, vault: bytes, public: bytes) -> bytes:
    """Return a slot that gives the keys of a role to whoever has the private half of a key."""
    return _boxed_slot(ROLE_KEY, vault, public, bundle)


def open_slot(slot: bytes, vault: bytes, holder: Credential) -> bytes | None:
    """Return what is in a slot if it is for the holder. Slots of other kinds are passed over unread."""
    if not slot or slot[0] not in _KINDS_FOR[type(holder)]:
        return None
    needs, check, wrapped = _parts(slot)[:_NEEDED]
    pair = _pair(needs, vault, holder)
    if pair is None or not crypto.same(pair[1], check):
        return None
    key = SealKey.of(_WRAP_NUMBER, pair[0])
    return crypto.opened({_WRAP_NUMBER: key}, _place(slot[0], vault, needs), wrapped)


def noted(slot: bytes, vault: bytes, wrap: SealKey, note: bytes) -> bytes:
    """Return a slot with a note that whoever opens the vault can read."""
    return slot + joined([crypto.seal(wrap, _note_place(slot, vault), note)])


def note_of(slot: bytes, vault: bytes, wrap: SealKey) -> bytes | None:
    """Return the note of a slot, if it has one."""
    parts = _parts(slot)
    if len(parts) == _NEEDED:
        return None
    bare = slot[:1] + joined(parts[:_NEEDED])
    return crypto.opened({_WRAP_NUMBER: wrap}, _note_place(bare, vault), parts[_NEEDED])


def slot_id(slot: bytes) -> str:
    """Return what a slot is called: it stays the same while others come and go."""
    return sha256(slot).hexdigest()[:8]


def _pair(needs: bytes, vault: bytes, holder: Credential) -> tuple[bytes, bytes] | None:
    """Return the key and the check value that the holder has for a slot."""
    if isinstance(holder, Passphrase):
        return _stretched(holder.text, needs)
    if isinstance(holder, RecoveryKey):
        return _recovery(holder.secret, needs)
    salt, box = needs[: crypto.SALT_SIZE], needs[crypto.SALT_SIZE :]
    root = crypto.unboxed(holder.secret, _box_purpose(vault), box)
    return None if root is None else crypto.committed(root, salt)


def _stretched(passphrase: str, needs: bytes) -> tuple[bytes, bytes]:
    if len(needs) != STRETCH.size:
        raise _damaged()
    salt, *numbers = STRETCH.unpack(needs)
    # The header cannot be authenticated yet, so what it asks for is bounded before it is done.
    if not Cost(*numbers).fits():
        raise _damaged()
    return crypto.stretched(passphrase, salt, Cost(*numbers))


def _boxed_slot(kind: int, vault: bytes, public: bytes, content: bytes) -> bytes:
    salt, root = crypto.fresh(crypto.SALT_SIZE), crypto.fresh(crypto.MASTER_SIZE)
    box = crypto.boxed(public, _box_purpose(vault), root)
    return _made(kind, vault, salt + box, crypto.committed(root, salt), content)


def _made(kind: int, vault: bytes, needs: bytes, pair: tuple[bytes, bytes], content: bytes) -> bytes:
    secret, check = pair
    wrapped = crypto.seal(SealKey.of(_WRAP_NUMBER, secret), _place(kind, vault, needs), content)
    return bytes([kind]) + joined([needs, check, wrapped])


def _parts(slot: bytes) -> list[bytes]:
    try:
        parts = parted(slot[1:])
    except ValueError:
        raise _damaged() from None
    if len(parts) not in (_NEEDED, _NEEDED + 1):
        raise _damaged()
    return parts


def _recovery(secret: bytes, salt: bytes) -> tuple[bytes, bytes]:
    return crypto.committed(crypto.derived(secret, salt, b"allonym/slot/recovery", crypto.MASTER_SIZE), salt)


def _place(kind: int, vault: bytes, needs: bytes) -> list[bytes]:
    return [b"allonym/slot", vault, bytes([kind]), needs]


def _note_place(slot: bytes, vault: bytes) -> list[bytes]:
    return [b"allonym/slot/note", vault, slot]


def _box_purpose(vault: bytes) -> bytes:
    return joined([b"allonym/slot/public", vault])


def _damaged() -> VaultDamaged:
    return VaultDamaged("a key slot of the vault is damaged")
