"""The keys of a vault, and the header that says how to come by them.

slot (a passphrase, a recovery key, somebody's public key) --opens--> master key
    --HKDF, one for each purpose--> index, seeds, names, header MAC, wrap, ledger, desk, asking, inbox, signing
    --wrap opens--> record keys, random, numbered from 1

A slot of somebody with a role gives a few of these instead of the master key.
The header is public but not changeable: a MAC under the master key covers every slot and parameter.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from struct import Struct

from allonym.core.errors import NotAllowed, VaultDamaged, VaultError, WrongPassphrase
from allonym.vault import crypto
from allonym.vault.credentials import Credential, PrivateKey, credential
from allonym.vault.crypto import SealKey
from allonym.vault.roles import CUSTODIAN, HELD, READING, RECOVERER, article
from allonym.vault.sealing import ASKING_NUMBER, DESK_NUMBER, LEDGER_NUMBER, WRAP_NUMBER, Seals
from allonym.vault.slots import MOST_PASSPHRASES, MOST_SLOTS, PASSPHRASE, ROLE_KEY, open_slot, slot_id
from allonym.vault.slots import passphrase_slot as passphrase_slot  # noqa: PLC0414 - told on to whoever makes vaults
from allonym.vault.tags import coded, joined, mac, parted, tag

MAGIC = b"allonym vault"
FORMAT = 1
VAULT_ID_SIZE = 16

_MAC_SIZE = 32
_CREATED = Struct(">q")
_KEY = 32
_PURPOSES = {
    "index": _KEY,
    "seeds": _KEY,
    "names": _KEY,
    "header": _KEY,
    "wrap": crypto.SEAL_SIZE,
    "ledger": crypto.SEAL_SIZE,
    "desk": crypto.SEAL_SIZE,
    "asking": crypto.SEAL_SIZE,
    "inbox": crypto.PRIVATE_SIZE,
    "signing": crypto.PRIVATE_SIZE,
}
_SEALING = {"wrap": WRAP_NUMBER, "ledger": LEDGER_NUMBER, "desk": DESK_NUMBER, "asking": ASKING_NUMBER}


@dataclass(frozen=True, slots=True)
class Header:
    """What stands in front of a vault. A slot is its kind, one byte, and what that kind needs."""

    vault: bytes = field(repr=False)
    created: int
    slots: tuple[bytes, ...] = field(repr=False)


@dataclass(frozen=True)
class Keys:
    """What somebody holds of a vault: the secrets by purpose, and the public halves of its own two key pairs.

    `holder` is the id of the slot that gave them, or nothing in a vault that has none.
    """

    vault: bytes = field(repr=False)
    secrets: Mapping[str, bytes] = field(repr=False)
    role: str = CUSTODIAN
    holder: str = ""
    inbox_public: bytes = field(default=b"", repr=False)
    signing_public: bytes = field(default=b"", repr=False)
    private: bytes = field(default=b"", repr=False)
    """The private half of the holder's own key, if that is what opened the vault."""

    def secret(self, purpose: str) -> bytes:
        """Return the key for a purpose; raise NotAllowed if the role does not hold it."""
        try:
            return self.secrets[purpose]
        except KeyError:
            raise NotAllowed(
                f"this key is that of {article(self.role)} {self.role}; it does not open what is asked for"
            ) from None

    @property
    def master(self) -> bytes:
        """Return the master key, for new slots."""
        return self.secret("master")

    @cached_property
    def index(self) -> bytes:
        """Return the key of blind indexes."""
        return self.secret("index")

    @cached_property
    def seeds(self) -> bytes:
        """Return the key that pseudonyms are drawn with."""
        return self.secret("seeds")

    @cached_property
    def names(self) -> bytes:
        """Return the key that names texts without an id."""
        return self.secret("names")

    @cached_property
    def wrap(self) -> SealKey:
        """Return the key that the record keys are sealed under."""
        return SealKey.of(WRAP_NUMBER, self.secret("wrap"))

    @property
    def reads(self) -> bool:
        """Tell whether these keys open what people wrote."""
        return all(purpose in self.secrets for purpose in READING)

    def tag(self, purpose: bytes, *parts: bytes) -> bytes:
        """Return the blind index of the parts; tags of different purposes never meet."""
        return tag(self.index, purpose, *parts)

    def seals(self) -> Seals:
        """Return what can be opened and sealed without any record key."""
        held = {number: self.secrets[purpose] for purpose, number in _SEALING.items() if purpose in self.secrets}
        return Seals(self.vault, {number: SealKey.of(number, secret) for number, secret in held.items()})

    def bundle(self, role: str, alone: bool = True) -> bytes:
        """Return, as bytes, what somebody with a role is given; a recoverer who works `alone` may also read."""
        purposes = HELD[role] + (READING if role == RECOVERER and alone else ())
        pairs = [part for purpose in purposes for part in (coded(purpose), self.secret(purpose))]
        return joined([coded(role), self.inbox_public, self.signing_public, *pairs])


def derive(master: bytes, vault: bytes, epoch: int = 1, holder: str = "") -> Keys:
    """Return the keys of a vault in an epoch."""
    secrets = {"master": master}
    for purpose, size in _PURPOSES.items():
        secrets[purpose] = crypto.derived(master, vault, f"allonym/1/{purpose}/{vault.hex()}/{epoch}".encode(), size)
    public = crypto.public_of(secrets["inbox"]), crypto.verifying_of(secrets["signing"])
    return Keys(vault, secrets, CUSTODIAN, holder, *public)


def unbundled(bundle: bytes, vault: bytes, holder: str) -> Keys:
    """Return the keys that `bundle` has packed."""
    role, inbox, signing, *pairs = parted(bundle)
    secrets = {purpose.decode(): secret for purpose, secret in zip(pairs[::2], pairs[1::2], strict=True)}
    return Keys(vault, secrets, role.decode(), holder, inbox, signing)


def write_header(header: Header, keys: Keys) -> bytes:
    """Return the header as bytes, under its MAC."""
    body = joined([MAGIC, bytes([FORMAT]), header.vault, _CREATED.pack(header.created), *header.slots])
    return body + mac(keys.secret("header"), body)


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
    """Raise VaultDamaged unless the header is as a custodian wrote it; other roles have no key to tell."""
    if keys.role != CUSTODIAN:
        return
    if not crypto.same(mac(keys.secret("header"), data[:-_MAC_SIZE]), data[-_MAC_SIZE:]):
        raise VaultDamaged("the header of the vault was changed")


def unlock(header: Header, secret: str | Credential) -> Keys:
    """Return the keys that something opens. Slots of kinds that this version does not know are passed over."""
    holder = credential(secret) if isinstance(secret, str) else secret
    slot, content = find_slot(header, holder)
    private = holder.secret if isinstance(holder, PrivateKey) else b""
    if slot[:1] == bytes([ROLE_KEY]):
        return replace(unbundled(content, header.vault, slot_id(slot)), private=private)
    return replace(derive(content, header.vault, holder=slot_id(slot)), private=private)


def find_slot(header: Header, secret: str | Credential) -> tuple[bytes, bytes]:
    """Return the slot that something opens, and what is in it. Whatever does not fit gives one and the same error.

    The slot of a custodian comes first: with the master key it is seen whether somebody has put another one before it.
    """
    holder = credential(secret) if isinstance(secret, str) else secret
    fitting: list[tuple[bytes, bytes]] = []
    for slot in sorted(header.slots, key=lambda slot: slot[:1] == bytes([ROLE_KEY])):
        content = open_slot(slot, header.vault, holder)
        if content is not None and slot[:1] != bytes([ROLE_KEY]):
            return slot, content
        fitting += [] if content is None else [(slot, content)]
    if len(fitting) > 1:
        raise VaultDamaged("two slots of this vault are for the same key; ask a custodian who has put them there")
    if not fitting:
        raise WrongPassphrase(f"the {holder.name} does not open this vault")
    return fitting[0]
