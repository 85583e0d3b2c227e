"""The keys of a vault, and the header that says how to come by them.

slot (a passphrase, a recovery key, somebody's public key) --opens--> master key
    --> index, seeds, names, header MAC, wrap --wrap opens--> record keys, random, numbered from 1

The header is public but not changeable: a MAC under the master key covers every slot and parameter.
"""

from dataclasses import dataclass, field
from struct import Struct

from allonym.core.errors import VaultDamaged, VaultError, WrongPassphrase
from allonym.vault import crypto
from allonym.vault.credentials import Credential, credential
from allonym.vault.crypto import SealKey
from allonym.vault.sealing import Seals
from allonym.vault.slots import MOST_PASSPHRASES, MOST_SLOTS, PASSPHRASE, open_slot
from allonym.vault.slots import passphrase_slot as passphrase_slot  # noqa: PLC0414 - told on to whoever makes vaults
from allonym.vault.tags import joined, mac, parted, tag

MAGIC = b"allonym vault"
FORMAT = 1
VAULT_ID_SIZE = 16
WRAP_NUMBER = 0  # record keys count from 1

_MAC_SIZE = 32
_CREATED = Struct(">q")


@dataclass(frozen=True, slots=True)
class Header:
    """What stands in front of a vault. A slot is its kind, one byte, and what that kind needs."""

    vault: bytes = field(repr=False)
    created: int
    slots: tuple[bytes, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Keys:
    """The master key, for new slots, and the keys derived from it, one for each purpose."""

    master: bytes = field(repr=False)
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
    return Keys(master, vault, key("index"), key("seeds"), key("names"), key("header"), wrap)


def wrapping(keys: Keys) -> Seals:
    """Return what the record keys themselves are sealed under."""
    return Seals(keys.vault, {WRAP_NUMBER: keys.wrap})


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
    # Nothing vouches for the header yet, and whoever opens the vault tries one slot after the other.
    if len(slots) > MOST_SLOTS or sum(slot[:1] == bytes([PASSPHRASE]) for slot in slots) > MOST_PASSPHRASES:
        raise VaultDamaged("the header of the vault is damaged")
    return Header(vault, _CREATED.unpack(created)[0], tuple(slots))


def check_header(data: bytes, keys: Keys) -> None:
    """Raise VaultDamaged unless the header is as the holder of the master key wrote it."""
    if not crypto.same(mac(keys.header, data[:-_MAC_SIZE]), data[-_MAC_SIZE:]):
        raise VaultDamaged("the header of the vault was changed")


def unlock(header: Header, secret: str | Credential) -> bytes:
    """Return the master key. Slots of kinds that this version does not know are passed over."""
    return find_slot(header, secret)[1]


def find_slot(header: Header, secret: str | Credential) -> tuple[bytes, bytes]:
    """Return the slot that something opens, and the master key. Whatever does not fit gives one and the same error."""
    holder = credential(secret) if isinstance(secret, str) else secret
    for slot in header.slots:
        master = open_slot(slot, header.vault, holder)
        if master is not None:
            return slot, master
    raise WrongPassphrase(f"the {holder.name} does not open this vault")
