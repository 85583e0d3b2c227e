"""Keyed fingerprints: equal things have equal tags, and without the key a tag says nothing.

Standard library only, so that a ledger that is not kept loads nothing heavy.
"""

from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from struct import Struct
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hashlib import _Hash

TAG_SIZE = 16
_LENGTH = Struct(">I")
_BLOCK = 64
_INNER, _OUTER = bytes(each ^ 0x36 for each in range(256)), bytes(each ^ 0x5C for each in range(256))


def coded(text: str) -> bytes:
    """Return a text as bytes; half characters, which JSON files may hold, are kept as they are."""
    return text.encode("utf-8", "surrogatepass")


def joined(parts: Iterable[bytes]) -> bytes:
    """Return parts as one string of bytes, each behind its length: no other parts give the same string."""
    return b"".join([_LENGTH.pack(len(part)) + part for part in parts])


def parted(data: bytes) -> list[bytes]:
    """Return the parts that `joined` put together; raise ValueError for anything else."""
    parts, at = [], 0
    while at < len(data):
        start = at + _LENGTH.size
        at = start + int.from_bytes(data[at:start])
        if at > len(data):
            raise ValueError("a part is cut short")
        parts.append(data[start:at])
    return parts


def mac(key: bytes, *parts: bytes) -> bytes:
    """Return the HMAC-SHA256 of the parts."""
    begun, ended = _begun(key)
    inner, outer = begun.copy(), ended.copy()
    inner.update(joined(parts))
    outer.update(inner.digest())
    return outer.digest()


@lru_cache(maxsize=8)
def _begun(key: bytes) -> tuple["_Hash", "_Hash"]:
    """Return the two hashes of RFC 2104 as far as the key goes. A run asks for a few keys thousands of times."""
    whole = (key if len(key) <= _BLOCK else sha256(key).digest()).ljust(_BLOCK, b"\0")
    return sha256(whole.translate(_INNER)), sha256(whole.translate(_OUTER))


def tag(key: bytes, *parts: bytes) -> bytes:
    """Return the blind index of the parts. With 128 bits, two that differ never meet."""
    return mac(key, *parts)[:TAG_SIZE]


def seed(key: bytes, scope: str, series: str, original: str, attempt: int) -> bytes:
    """Return what a surrogate maker draws from: the same for the same key and arguments, wherever it runs."""
    return mac(key, b"seed", coded(scope), coded(series), coded(original), _LENGTH.pack(attempt))


def free_seed(key: bytes, scope: str, words: Iterable[str]) -> bytes:
    """Return what a maker draws from that keeps no record of what it gave."""
    return mac(key, b"free seed", coded(scope), *map(coded, words))
