"""What opens a vault, and how it is written down: a passphrase, a recovery key, a private key.

recovery key   allonym-recovery-0123-4567-…   32 random bytes
public key     allonym-public-…               the half that is given to others, 32 bytes
private key    allonym-private-…              the half that opens, 32 bytes
               allonym-sealed-…               the same under a passphrase
verifying key  allonym-verify-…               the half of the vault's own key that checks what it has signed

Three bytes at the end notice a slip of the pen. Each kind is known by its first words, so that whatever takes a
passphrase takes a recovery key or a private key too.
"""

import struct
from base64 import b32decode, b32encode
from dataclasses import dataclass, field
from hashlib import sha256

from allonym.core.errors import UsageError, WrongPassphrase
from allonym.vault import crypto
from allonym.vault.crypto import STANDARD, Cost, SealKey
from allonym.vault.tags import joined, parted

RECOVERY, PUBLIC, PRIVATE, SEALED, VERIFY = "recovery", "public", "private", "sealed", "verify"
_KINDS = (RECOVERY, PUBLIC, PRIVATE, SEALED, VERIFY)
STRETCH = struct.Struct(">16sIII")

_CHECK_SIZE = 3
_GROUP = 4
# Crockford's letters: no I, L, O or U, and those that are written instead are understood.
_LETTERS = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", "0123456789ABCDEFGHJKMNPQRSTVWXYZ")
_BACK = str.maketrans("0123456789ABCDEFGHJKMNPQRSTVWXYZILO", "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567BBA", "- \t\r\n")


@dataclass(frozen=True, slots=True)
class Passphrase:
    """Words that somebody chose."""

    text: str = field(repr=False)
    name = "passphrase"


@dataclass(frozen=True, slots=True)
class RecoveryKey:
    """Random bytes that are kept on paper, for the day on which all else is lost."""

    secret: bytes = field(repr=False)
    name = "recovery key"


@dataclass(frozen=True, slots=True)
class PrivateKey:
    """The private half of somebody's X25519 key."""

    secret: bytes = field(repr=False)
    name = "private key"


Credential = Passphrase | RecoveryKey | PrivateKey


def credential(text: str) -> Credential:
    """Return what a text is: a recovery key, a private key, or else a passphrase."""
    match _kind_of(text):
        case "recovery":
            return RecoveryKey(read(RECOVERY, text))
        case "private":
            return PrivateKey(read(PRIVATE, text))
        case "sealed":
            raise UsageError("this private key is under a passphrase of its own; unseal it first")
        case "public":
            raise UsageError("this is a public key, which opens nothing; give the private key")
        case "verify":
            raise UsageError("this key checks what a vault has signed; it opens nothing")
    return Passphrase(text)


def chosen(passphrase: str | None, recovery_key: str | None, private_key: str | None) -> str | None:
    """Return the one thing that is to open a vault. A passphrase beside a private key is that key's own."""
    if recovery_key is not None and (passphrase is not None or private_key is not None):
        raise UsageError("give one of passphrase, recovery_key and private_key")
    if recovery_key is not None:
        return written(RECOVERY, read(RECOVERY, recovery_key))
    if private_key is None:
        return passphrase
    if is_sealed(private_key) and passphrase is not None:
        return unseal_private_key(private_key, passphrase)
    if passphrase is not None:
        raise UsageError("give one of passphrase, recovery_key and private_key")
    return written(PRIVATE, read(PRIVATE, private_key))


def new_private_key() -> str:
    """Return the private half of a new key."""
    return written(PRIVATE, crypto.fresh(crypto.PRIVATE_SIZE))


def public_key_of(private_key: str) -> str:
    """Return the public half of a key, which is given to others."""
    return written(PUBLIC, crypto.public_of(read(PRIVATE, private_key)))


def written(kind: str, data: bytes) -> str:
    """Return a key as people keep it."""
    letters = b32encode(data + _slip(kind, data)).decode().rstrip("=").translate(_LETTERS)
    return f"allonym-{kind}-" + "-".join(letters[at : at + _GROUP] for at in range(0, len(letters), _GROUP))


def read(kind: str, text: str, size: int | None = crypto.PRIVATE_SIZE) -> bytes:
    """Return the bytes of a key that `written` wrote; raise UsageError for a slip. Nothing of it is repeated."""
    front, letters = f"allonym-{kind}-", text.strip().upper()
    letters = letters.removeprefix(front.upper()).translate(_BACK)
    try:
        data = b32decode(letters + "=" * (-len(letters) % 8))
    except ValueError:
        data = b""
    data, slip = data[:-_CHECK_SIZE], data[-_CHECK_SIZE:]
    if _kind_of(text) != kind or slip != _slip(kind, data) or (size is not None and len(data) != size):
        raise UsageError(f"this is not a {kind} key as allonym writes it ({front}…); is a letter wrong or missing?")
    return data


def is_sealed(text: str) -> bool:
    """Tell whether a text is a private key under a passphrase."""
    return _kind_of(text) == SEALED


def seal_private_key(private_key: str, passphrase: str, cost: Cost = STANDARD) -> str:
    """Return a private key as it is kept under a passphrase."""
    stretch = STRETCH.pack(crypto.fresh(crypto.SALT_SIZE), cost.memory, cost.passes, cost.lanes)
    secret, check = crypto.stretched(passphrase, stretch[: crypto.SALT_SIZE], cost)
    wrapped = crypto.seal(SealKey.of(0, secret), [b"allonym/private key", stretch], read(PRIVATE, private_key))
    return written(SEALED, joined([stretch, check, wrapped]))


def unseal_private_key(text: str, passphrase: str) -> str:
    """Return a private key as it is kept without a passphrase."""
    try:
        stretch, check, wrapped = parted(read(SEALED, text, None))
        salt, *numbers = STRETCH.unpack(stretch)
    except (ValueError, struct.error):
        raise UsageError("this is not a sealed private key") from None
    cost = Cost(*numbers)
    if not cost.fits():
        raise UsageError("this is not a sealed private key")
    secret, expected = crypto.stretched(passphrase, salt, cost)
    if not crypto.same(check, expected):
        raise WrongPassphrase("the passphrase does not open this private key")
    place = [b"allonym/private key", stretch]
    return written(PRIVATE, crypto.opened({0: SealKey.of(0, secret)}, place, wrapped))


def _kind_of(text: str) -> str:
    front, *rest = text.strip()[:20].lower().split("-", 2)
    return rest[0] if front == "allonym" and len(rest) > 1 and rest[0] in _KINDS else ""


def _slip(kind: str, data: bytes) -> bytes:
    return sha256(joined([b"allonym", kind.encode(), data])).digest()[:_CHECK_SIZE]
