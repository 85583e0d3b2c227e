"""The header, its slots, and the keys behind them."""

import pytest

from allonym.core.errors import VaultDamaged, VaultError, WrongPassphrase
from allonym.core.types import Place
from allonym.vault.crypto import FLOOR
from allonym.vault.founding import found
from allonym.vault.keys import (
    FORMAT,
    MAGIC,
    Header,
    check_header,
    derive,
    passphrase_slot,
    read_header,
    unlock,
    write_header,
)
from allonym.vault.memory import MemoryStore
from allonym.vault.records import unpack_entity, unpack_manifest
from allonym.vault.roles import HELD, READING
from allonym.vault.store import HEADER, ONLY
from allonym.vault.tags import joined, parted

MASTER, VAULT = b"m" * 32, b"v" * 16


@pytest.fixture(scope="module")
def slots() -> tuple[bytes, ...]:
    return tuple(passphrase_slot(MASTER, VAULT, passphrase, FLOOR) for passphrase in ("first", "second"))


def test_a_header_is_read_as_it_was_written() -> None:
    header, keys = Header(VAULT, 1_700_000_000, (b"\x09one", b"\x08two")), derive(MASTER, VAULT)
    written = write_header(header, keys)
    check_header(written, keys)

    assert read_header(written) == header


def test_each_slot_gives_the_master_key_and_unknown_kinds_are_passed_over(slots: tuple[bytes, ...]) -> None:
    header = Header(VAULT, 0, (b"\x63a kind of the future", b"", *slots))

    assert unlock(header, "first").master == unlock(header, "second").master == MASTER
    with pytest.raises(WrongPassphrase):
        unlock(header, "third")


def test_a_vault_without_slots_has_no_passphrase() -> None:
    with pytest.raises(WrongPassphrase):
        unlock(Header(VAULT, 0, ()), "first")


def test_a_slot_of_another_vault_does_not_open(slots: tuple[bytes, ...]) -> None:
    with pytest.raises(VaultDamaged):
        unlock(Header(b"w" * 16, 0, slots), "first")


def test_a_slot_added_without_the_master_key_is_noticed(slots: tuple[bytes, ...]) -> None:
    keys = derive(MASTER, VAULT)
    written = write_header(Header(VAULT, 0, slots[:1]), keys)
    forged = write_header(Header(VAULT, 0, slots), derive(b"n" * 32, VAULT))[:-32] + written[-32:]

    with pytest.raises(VaultDamaged, match="header of the vault was changed"):
        check_header(forged, keys)


@pytest.mark.parametrize(
    "parts",
    [
        [],
        [b"other", b"\x01", VAULT, bytes(8)],
        [MAGIC, b"\x01", VAULT[:-1], bytes(8)],
        [MAGIC, b"\x01", VAULT, bytes(7)],
    ],
)
def test_a_header_of_another_shape_is_damaged(parts: list[bytes]) -> None:
    with pytest.raises(VaultDamaged):
        read_header(joined(parts) + bytes(32))


def test_a_header_of_another_version_is_not_guessed_at() -> None:
    with pytest.raises(VaultError, match="another version"):
        read_header(joined([MAGIC, bytes([FORMAT + 1]), VAULT, bytes(8)]) + bytes(32))


def test_keys_differ_by_purpose_vault_epoch_and_master() -> None:
    rings = [
        derive(MASTER, VAULT),
        derive(MASTER, b"w" * 16),
        derive(MASTER, VAULT, epoch=2),
        derive(b"n" * 32, VAULT),
    ]
    secrets = {secret for keys in rings for secret in keys.secrets.values()}

    assert len(secrets) == 4 * len(rings[0].secrets) - 2  # two of them have the same master key and differ in all else


def test_a_store_holds_the_header_once() -> None:
    store = MemoryStore()
    found(store, MASTER, Header(VAULT, 0, ()))

    assert store.get(HEADER, ONLY) is not None
    assert store.last(HEADER, ()) == store.get(HEADER, ONLY)


def test_a_record_of_another_version_is_not_guessed_at() -> None:
    with pytest.raises(VaultError, match="another version"):
        unpack_entity(b"\x02[]")
    with pytest.raises(VaultError, match="another version"):
        unpack_manifest(b"", Place(1, 1, 0))


@pytest.mark.parametrize("role", HELD)
@pytest.mark.parametrize("alone", [True, False])
def test_a_role_is_given_its_keys_and_only_a_recoverer_alone_those_that_read(role: str, alone: bool) -> None:
    keys = derive(MASTER, VAULT)
    named, inbox, signing, *pairs = parted(keys.bundle(role, alone))
    given = {name.decode(): secret for name, secret in zip(pairs[::2], pairs[1::2], strict=True)}

    assert (named.decode(), inbox, signing) == (role, keys.inbox_public, keys.signing_public)
    assert set(given) == {*HELD[role], *(READING if role == "recoverer" and alone else ())}
    assert given == {name: keys.secret(name) for name in given}
