"""The numbers that the sealed format stands on: a vault that was written with others would not open, or be weaker."""

from dataclasses import FrozenInstanceError, replace

import pytest

from allonym.core.errors import UsageError
from allonym.vault import crypto
from allonym.vault.crypto import CAP, FLOOR, Cost, SealKey

SALT = bytes(range(16))


def test_sizes() -> None:
    sizes = crypto.MASTER_SIZE, crypto.SEAL_SIZE, crypto.SALT_SIZE, crypto.CHECK_SIZE, crypto.PRIVATE_SIZE
    assert sizes == (32, 64, 16, 32, 32)
    assert crypto.DIGEST_SIZE == 16
    assert len(crypto.fresh(7)) == 7


@pytest.mark.parametrize(
    ("size", "room"),
    [(1, 32), (32, 32), (33, 64), (64, 64), (65, 128), (4095, 4096), (4096, 4096), (4097, 5120), (5120, 5120)],
)
def test_room_for_so_many_bytes(size: int, room: int) -> None:
    assert crypto.bucket(size) == room
    assert len(crypto.padded(b"x" * (size - 4))) == room if size >= 4 else room == 32


def test_bounds_of_a_cost_belong_to_it() -> None:
    assert Cost(19 * 1024, 2, 1) == FLOOR
    assert Cost(1024 * 1024, 16, 16) == CAP
    assert FLOOR.fits()
    assert CAP.fits()
    for name in ("memory", "passes", "lanes"):
        assert not replace(FLOOR, **{name: getattr(FLOOR, name) - 1}).fits()
        assert not replace(CAP, **{name: getattr(CAP, name) + 1}).fits()
    with pytest.raises(UsageError, match="must lie between"):
        crypto.stretched("words", SALT, replace(FLOOR, passes=1))


def test_values_cannot_be_changed_and_keys_are_not_shown() -> None:
    key = SealKey.of(5, bytes(64))
    with pytest.raises(FrozenInstanceError):
        FLOOR.memory = 1  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        key.number = 6  # type: ignore[misc]
    assert repr(key) == "SealKey(number=5)"
    assert not hasattr(key, "__dict__")
    assert not hasattr(FLOOR, "__dict__")
    assert FLOOR < CAP


def test_what_a_secret_stands_for_stays_the_same() -> None:
    key, check = crypto.committed(bytes(range(32)), SALT)

    assert key == crypto.derived(bytes(range(32)), SALT, b"allonym/slot/key", 64)
    assert check == crypto.derived(bytes(range(32)), SALT, b"allonym/slot/check", 32)
    assert (len(key), len(check)) == (64, 32)


def test_a_passphrase_of_any_characters_is_stretched() -> None:
    # A lone half of a pair, as a terminal in another encoding may give it.
    assert crypto.stretched("a\ud800", SALT, FLOOR) != crypto.stretched("a", SALT, FLOOR)


def test_the_front_of_what_is_sealed_says_the_version_and_the_key() -> None:
    sealed = crypto.seal(SealKey.of(0x01020304, bytes(64)), [b"here"], b"words")

    assert sealed[:5] == b"\x01\x01\x02\x03\x04"
    assert crypto.key_number(sealed) == 0x01020304
    assert crypto.key_number("text") == crypto.key_number(None) == -1
    assert crypto.fingerprint(sealed) == int.from_bytes(sealed[21:37])


def test_a_signature_is_true_or_false() -> None:
    private = bytes(32)
    signature = crypto.signed(private, b"message")

    assert crypto.is_signed(crypto.verifying_of(private), b"message", signature) is True
    assert crypto.is_signed(crypto.verifying_of(private), b"massage", signature) is False
    assert crypto.is_signed(b"short", b"message", signature) is False
