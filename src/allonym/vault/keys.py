"""The keys of a vault, and the header that says how to come by them.

slot (a passphrase; later a recovery key, people's public keys) --opens--> master key
    --> index, seeds, names, header MAC, wrap --wrap opens--> record keys, random, numbered from 1

The header is public but not changeable: a MAC under the master key covers every slot and parameter.
"""

import struct
from dataclasses import dataclass, field
from struct import Struct

from allonym.core.errors import VaultDamaged, VaultError, WrongPassphrase
from allonym.vault import crypto
from allonym.vault.crypto import Cost, SealKey
from allonym.vault.tags import joined, mac, parted, tag

MAGIC = b"allonym vault"
FORMAT = 1
VAULT_ID_SIZE = 16
WRAP_NUMBER = 0  # record keys count from 1

_PASSPHRASE = 1
_MAC_SIZE = 32
_CREATED = Struct(">q")
_STRETCH = Struct(">16sIII")
_NO_MATCH = "the passphrase does not open this vault"


@dataclass(frozen=True, slots=True)
class Header:
    """What stands in front of a vault. A slot is its kind, one byte, and what that kind needs."""

    vault: bytes = field(repr=False)
    created: int
    slots: tuple[bytes, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys derived from the master key, one for each purpose."""

    vault: bytes = field(repr=False)
    index: bytes = field(repr=False)
    seeds: bytes = field(repr=False)
    names: bytes = field(repr=False)
    header: bytes = field(repr=False)
    wrap: SealKey = field(repr=False)

    def tag(self, purpose: bytes, *parts: bytes) -> bytes:
        """Return the blind index of the parts; tags of different purposes never meet."""
        return tag(self.index, purpose, *parts)


def derive(master: bytes, vault: bytes, epoch: int = 1) -> Keys:
    """Return the keys of a vault in an epoch."""

    def key(purpose: str, size: int = 32) -> bytes:
        return crypto.derived(master, vault, f"allonym/1/{purpose}/{vault.hex()}/{epoch}".encode(), size)

    wrap = SealKey.of(WRAP_NUMBER, key("wrap", crypto.SEAL_SIZE))
    return Keys(vault, key("index"), key("seeds"), key("names"), key("header"), wrap)


def write_header(header: Header, keys: Keys) -> bytes:
    """Return the header as bytes, under its MAC."""
    body = joined([MAGIC, bytes([FORMAT]), header.vault, _CREATED.pack(header.created), *header.slots])
    return body + mac(keys.header, body)


def read_header(data: bytes) -> Header:
    """Return the header that bytes describe. Nothing in it is to be trusted before `check_header`."""
    try:
        magic, version, vault, created, *slots = parted(data[:-_MAC_SIZE])
    except ValueError:
        raise VaultDamaged("the header of the vault is damaged") from None
    if magic != MAGIC or len(vault) != VAULT_ID_SIZE or len(created) != _CREATED.size:
        raise VaultDamaged("the header of the vault is damaged")
    if version != bytes([FORMAT]):
        raise VaultError("this vault was made by another version of allonym")
    return Header(vault, _CREATED.unpack(created)[0], tuple(slots))


def check_header(data: bytes, keys: Keys) -> None:
    """Raise VaultDamaged unless the header is as the holder of the master key wrote it."""
    if not crypto.same(mac(keys.header, data[:-_MAC_SIZE]), data[-_MAC_SIZE:]):
        raise VaultDamaged("the header of the vault was changed")


def passphrase_slot(master: bytes, vault: bytes, passphrase: str, cost: Cost) -> bytes:
    """Return a slot that gives the master key to whoever knows the passphrase."""
    salt = crypto.fresh(crypto.SALT_SIZE)
    stretch = _STRETCH.pack(salt, cost.memory, cost.passes, cost.lanes)
    secret, check = crypto.stretched(passphrase, salt, cost)
    wrapped = crypto.seal(SealKey.of(WRAP_NUMBER, secret), _slot_place(vault, stretch), master)
    return bytes([_PASSPHRASE]) + joined([stretch, check, wrapped])


def unlock(header: Header, passphrase: str) -> bytes:
    """Return the master key. Slots of kinds that this version does not know are passed over."""
    for slot in header.slots:
        if slot[:1] == bytes([_PASSPHRASE]):
            master = _try_slot(slot[1:], header.vault, passphrase)
            if master is not None:
                return master
    raise WrongPassphrase(_NO_MATCH)


def _try_slot(slot: bytes, vault: bytes, passphrase: str) -> bytes | None:
    try:
        stretch, check, wrapped = parted(slot)
        salt, memory, passes, lanes = _STRETCH.unpack(stretch)
    except (ValueError, struct.error):
        raise VaultDamaged("a key slot of the vault is damaged") from None
    cost = Cost(memory, passes, lanes)
    # The header cannot be authenticated yet, so what it asks for is bounded before it is done.
    if not cost.fits():
        raise VaultDamaged("a key slot of the vault is damaged")
    secret, expected = crypto.stretched(passphrase, salt, cost)
    if not crypto.same(expected, check):
        return None
    return crypto.opened({WRAP_NUMBER: SealKey.of(WRAP_NUMBER, secret)}, _slot_place(vault, stretch), wrapped)


def _slot_place(vault: bytes, stretch: bytes) -> list[bytes]:
    return [b"allonym/slot", vault, bytes([_PASSPHRASE]), stretch]
