"""The sharp things: the only place that touches `cryptography`.

passphrase --Argon2id--> root      root --HKDF--> slot key + check value; a slot key wraps the vault master key
public key --HPKE--> a box that its private key opens
private key --Ed25519--> a signature that its public key checks
master key --HKDF, one per purpose--> derived keys
plaintext --length, padding, AES-256-SIV--> version | key number | nonce | sealed bytes

Every opening names the place it stands at (the associated data), so that nothing sealed can be moved.
Errors about keys give no detail.
"""

import hmac
import os
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from struct import Struct
from typing import Self

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESSIV
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.hpke import AEAD, KDF, KEM, Suite
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from allonym.core.errors import UsageError, VaultDamaged

MASTER_SIZE = 32
SEAL_SIZE = 64  # AES-256-SIV takes two keys of 256 bits: one authenticates, one encrypts
SALT_SIZE = 16
CHECK_SIZE = 32
PRIVATE_SIZE = 32  # of an X25519 key, and so is its public half
DIGEST_SIZE = 16  # the synthetic IV with which each AES-SIV ciphertext begins

_VERSION = 1
_FRONT = Struct(">BI16s")
_NONCE = 16
_LENGTH = Struct(">I")
_SMALLEST, _LARGEST_BUCKET, _STEP = 32, 4096, 1024


def fresh(size: int) -> bytes:
    """Return random bytes from the operating system."""
    return os.urandom(size)


def same(left: bytes, right: bytes) -> bool:
    """Tell whether two secrets are equal, in a time that does not show where they differ."""
    return hmac.compare_digest(left, right)


def derived(secret: bytes, salt: bytes, purpose: bytes, size: int) -> bytes:
    """Return a key for one purpose (HKDF-SHA256)."""
    return HKDF(algorithm=SHA256(), length=size, salt=salt, info=purpose).derive(secret)


@dataclass(frozen=True, slots=True, order=True)
class Cost:
    """What one guess at a passphrase costs: KiB of memory, passes over it, lanes. The default is RFC 9106's second."""

    memory: int = 64 * 1024
    passes: int = 3
    lanes: int = 4

    def fits(self) -> bool:
        """Tell whether this is neither too weak to protect nor so heavy that it would stop the machine."""
        return (
            FLOOR.memory <= self.memory <= CAP.memory
            and FLOOR.passes <= self.passes <= CAP.passes
            and FLOOR.lanes <= self.lanes <= CAP.lanes
        )


STANDARD = Cost()
FLOOR = Cost(memory=19 * 1024, passes=2, lanes=1)  # the least that OWASP's password storage advice accepts
CAP = Cost(memory=1024 * 1024, passes=16, lanes=16)  # a forged header must not be able to stop the machine


def stretched(passphrase: str, salt: bytes, cost: Cost) -> tuple[bytes, bytes]:
    """Return the key that a passphrase stands for, and a value that shows, without the key, whether it is the one.

    AES-SIV alone would not do: somebody could make a box that opens under two passphrases.
    """
    if not cost.fits():
        raise UsageError(f"the cost of a passphrase must lie between {FLOOR} and {CAP}")
    # The same passphrase typed on two systems may come in different Unicode forms.
    secret = unicodedata.normalize("NFC", passphrase).encode("utf-8", "surrogatepass")
    return committed(argon2id(secret, salt, cost, MASTER_SIZE), salt)


def committed(root: bytes, salt: bytes) -> tuple[bytes, bytes]:
    """Return the sealing key that a secret of full strength stands for, and its check value."""
    return derived(root, salt, b"allonym/slot/key", SEAL_SIZE), derived(root, salt, b"allonym/slot/check", CHECK_SIZE)


def argon2id(secret: bytes, salt: bytes, cost: Cost, size: int) -> bytes:
    """Return the Argon2id hash of a secret; whether the cost is a sensible one is for the caller to say."""
    kdf = Argon2id(salt=salt, length=size, iterations=cost.passes, lanes=cost.lanes, memory_cost=cost.memory)
    return kdf.derive(secret)


def public_of(private: bytes) -> bytes:
    """Return the public half of an X25519 key."""
    return X25519PrivateKey.from_private_bytes(private).public_key().public_bytes_raw()


def boxed(public: bytes, purpose: bytes, plain: bytes) -> bytes:
    """Return the plaintext in a box that only the private half of the key opens (HPKE, RFC 9180, base mode)."""
    try:
        return _SUITE.encrypt(plain, X25519PublicKey.from_public_bytes(public), purpose)
    except ValueError:
        # There are a few points with which every exchange gives the same secret, known to everybody.
        raise UsageError("this is not a public key that can keep a secret") from None


def unboxed(private: bytes, purpose: bytes, box: bytes) -> bytes | None:
    """Return what `boxed` put into a box for this key and purpose; None for any other box."""
    try:
        return _SUITE.decrypt(box, X25519PrivateKey.from_private_bytes(private), purpose)
    except (InvalidTag, ValueError):
        return None


def verifying_of(private: bytes) -> bytes:
    """Return the public half of an Ed25519 key."""
    return Ed25519PrivateKey.from_private_bytes(private).public_key().public_bytes_raw()


def signed(private: bytes, message: bytes) -> bytes:
    """Return the Ed25519 signature of a message."""
    return Ed25519PrivateKey.from_private_bytes(private).sign(message)


def is_signed(public: bytes, message: bytes, signature: bytes) -> bool:
    """Tell whether a signature was made over this message with the private half of a key."""
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


_SUITE = Suite(KEM.X25519, KDF.HKDF_SHA256, AEAD.AES_256_GCM)


@dataclass(frozen=True, slots=True)
class SealKey:
    """A numbered AES-256-SIV key. The number stands in front of all it seals, so that keys can be changed later."""

    number: int
    cipher: AESSIV = field(repr=False)

    @classmethod
    def of(cls, number: int, secret: bytes) -> Self:
        """Return the key made of 64 secret bytes."""
        if len(secret) != SEAL_SIZE:
            raise VaultDamaged("a key of the vault is damaged")
        return cls(number, AESSIV(secret))


def seal(key: SealKey, place: Sequence[bytes], plain: bytes) -> bytes:
    """Return the plaintext sealed to a place. The same twice gives different bytes, because the nonce is random.

    No part of the place may be empty: some versions of OpenSSL passed over empty associated data.
    """
    return seal_all(key, [(place, plain)])[0]


def seal_all(key: SealKey, lot: Sequence[tuple[Sequence[bytes], bytes]]) -> list[bytes]:
    """Return plaintexts, each sealed to its place. All nonces are drawn at once: one by one takes longer."""
    number, encrypt = _LENGTH.pack(key.number), key.cipher.encrypt
    drawn = fresh(len(lot) * _NONCE)
    sealed: list[bytes] = []
    for start, (place, plain) in zip(range(0, len(drawn), _NONCE), lot, strict=True):
        nonce = drawn[start : start + _NONCE]
        bound = [*place, number, nonce]
        sealed.append(_FRONT.pack(_VERSION, key.number, nonce) + encrypt(padded(plain), bound))
    return sealed


def opened(keys: Mapping[int, SealKey], place: Sequence[bytes], sealed: object) -> bytes:
    """Return what was sealed to this place under one of the keys; raise VaultDamaged for anything else."""
    if not isinstance(sealed, bytes) or len(sealed) < _FRONT.size + DIGEST_SIZE + _SMALLEST:
        raise VaultDamaged("a sealed value is cut short")
    version, number, nonce = _FRONT.unpack_from(sealed)
    key = keys.get(number)
    if version != _VERSION or key is None:
        raise VaultDamaged("a sealed value cannot be opened")
    try:
        plain = key.cipher.decrypt(sealed[_FRONT.size :], [*place, _LENGTH.pack(number), nonce])
    except InvalidTag:
        raise VaultDamaged("a sealed value cannot be opened") from None
    return unpadded(plain)


def key_number(sealed: object) -> int:
    """Return the number of the key that a value says it is sealed under."""
    return int.from_bytes(sealed[1:5]) if isinstance(sealed, bytes) else -1


def fingerprint(sealed: bytes) -> int:
    """Return the part of a sealed value that stands for its content, its place and its key together."""
    return int.from_bytes(sealed[_FRONT.size : _FRONT.size + DIGEST_SIZE])


def padded(plain: bytes) -> bytes:
    """Return the plaintext behind its length, filled up to a common size, so that sizes say little."""
    return (_LENGTH.pack(len(plain)) + plain).ljust(bucket(_LENGTH.size + len(plain)), b"\0")


def unpadded(data: bytes) -> bytes:
    """Return the plaintext that `padded` filled up."""
    return data[_LENGTH.size : _LENGTH.size + int.from_bytes(data[: _LENGTH.size])]


def bucket(size: int) -> int:
    """Return the common size for so many bytes: 32, 64 … 4096, then steps of 1024."""
    if size > _LARGEST_BUCKET:
        return -(-size // _STEP) * _STEP
    return max(_SMALLEST, 1 << (size - 1).bit_length())
