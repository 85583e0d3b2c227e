"""Keyed fingerprints are HMAC-SHA256, whatever is prepared for a key, and seeds are drawn when they are asked for."""

import hmac

import pytest

from allonym.core.types import Draw
from allonym.vault.ledger import first_free
from allonym.vault.tags import joined, mac


@pytest.mark.parametrize("size", [0, 1, 32, 63, 64, 65, 200])
def test_a_mac_is_that_of_the_standard_library(size: int) -> None:
    key = bytes(range(size))

    for parts in ((), (b"",), (b"posting", b"anna"), (b"x" * 500,)):
        assert mac(key, *parts) == hmac.digest(key, joined(parts), "sha256")


def test_two_macs_under_one_key_do_not_touch_each_other() -> None:
    assert mac(b"key", b"one") == mac(b"key", b"one") != mac(b"key", b"two")


def test_whoever_only_counts_draws_no_seed() -> None:
    asked: list[int] = []

    def seed_of(attempt: int) -> bytes:
        asked.append(attempt)
        return bytes([attempt]) * 32

    def count(draw: Draw) -> str:
        return f"P{draw.number}"

    def roll(draw: Draw) -> str:
        return (draw.seed + draw.seed).hex()

    assert first_free("P", 3, seed_of, count, lambda proposed: proposed == "P3") == ("P4", 4)
    assert asked == []
    assert first_free("P", 1, seed_of, roll, lambda _: False) == ("00" * 64, 1)
    assert asked == [0]
