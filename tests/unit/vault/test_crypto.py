"""The sharp things, through our wrappers: published vectors, and what must fail."""

import json
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CTR
from cryptography.hazmat.primitives.cmac import CMAC
from hypothesis import given
from hypothesis import strategies as st

from allonym.core.errors import UsageError, VaultDamaged
from allonym.vault import crypto
from allonym.vault.crypto import (
    CAP,
    FLOOR,
    STANDARD,
    Cost,
    SealKey,
    argon2id,
    bucket,
    derived,
    fingerprint,
    opened,
    padded,
    same,
    seal,
    stretched,
    unpadded,
)
from allonym.vault.tags import TAG_SIZE, joined, mac, parted, tag

VECTORS = Path(__file__).parents[2] / "vectors"
KEY = SealKey.of(1, bytes(range(64)))
PLACE = [b"purpose", b"vault", b"place"]


def cases(name: str) -> list[dict[str, Any]]:
    return list(json.loads((VECTORS / f"{name}.json").read_text())["cases"])


def aes_siv(key: bytes, bound: list[bytes], plain: bytes) -> bytes:
    """AES-SIV written out from RFC 5297, to hold the wrapper against; the RFC's own keys are too short for ours."""
    half = len(key) // 2

    def cmac(data: bytes) -> bytes:
        state = CMAC(AES(key[:half]))
        state.update(data)
        return state.finalize()

    def doubled(block: bytes) -> bytes:
        number = int.from_bytes(block) << 1
        return ((number & (1 << 128) - 1) ^ (0x87 if number >> 128 else 0)).to_bytes(16)

    def xored(left: bytes, right: bytes) -> bytes:
        return bytes(one ^ other for one, other in zip(left, right, strict=True))

    total = cmac(bytes(16))
    for part in bound:
        total = xored(doubled(total), cmac(part))
    if len(plain) >= 16:
        last = plain[:-16] + xored(plain[-16:], total)
    else:
        last = xored(doubled(total), (plain + b"\x80").ljust(16, b"\0"))
    synthetic = cmac(last)
    counter = int.from_bytes(synthetic) & ~(1 << 63 | 1 << 31)
    return synthetic + Cipher(AES(key[half:]), CTR(counter.to_bytes(16))).encryptor().update(plain)


@pytest.mark.parametrize("case", cases("aes-siv"))
def test_our_reading_of_the_rfc_gives_its_examples(case: dict[str, Any]) -> None:
    bound = [bytes.fromhex(part) for part in case["bound"]]

    assert aes_siv(bytes.fromhex(case["key"]), bound, bytes.fromhex(case["plain"])).hex() == case["sealed"]


@given(st.binary(max_size=300), st.integers(0, 2**32 - 1), st.binary(min_size=64, max_size=64))
def test_sealing_is_aes_siv_over_place_key_number_and_nonce(plain: bytes, number: int, secret: bytes) -> None:
    sealed = seal(SealKey.of(number, secret), PLACE, plain)
    version, said, nonce, body = sealed[0], sealed[1:5], sealed[5:21], sealed[21:]

    assert version == 1
    assert said == number.to_bytes(4)
    assert body == aes_siv(secret, [*PLACE, said, nonce], padded(plain))
    assert fingerprint(sealed) == int.from_bytes(body[:16])
    assert opened({number: SealKey.of(number, secret)}, PLACE, sealed) == plain


@pytest.mark.parametrize("case", cases("hkdf-sha256"))
def test_derived_keys_are_those_of_the_rfc(case: dict[str, str]) -> None:
    secret, salt, purpose, key = (bytes.fromhex(case[name]) for name in ("secret", "salt", "purpose", "key"))

    assert derived(secret, salt, purpose, len(key)) == key


@pytest.mark.parametrize("case", cases("argon2id"))
def test_argon2id_is_that_of_the_reference(case: dict[str, Any]) -> None:
    cost = Cost(case["memory"], case["passes"], case["lanes"])

    assert argon2id(case["secret"].encode(), case["salt"].encode(), cost, 32).hex() == case["hash"]


@pytest.mark.parametrize("case", cases("sealed"))
def test_what_was_sealed_once_opens_for_ever(case: dict[str, Any]) -> None:
    key = SealKey.of(case["number"], bytes.fromhex(case["key"]))
    place = [bytes.fromhex(part) for part in case["place"]]

    assert opened({key.number: key}, place, bytes.fromhex(case["sealed"])).hex() == case["plain"]


@pytest.mark.parametrize("case", cases("sealed")[:2])
def test_no_changed_byte_and_no_cut_opens(case: dict[str, Any]) -> None:
    key = SealKey.of(case["number"], bytes.fromhex(case["key"]))
    place, sealed = [bytes.fromhex(part) for part in case["place"]], bytes.fromhex(case["sealed"])
    # With the key at hand under every number, a changed number too must be found out by the seal itself.
    ring = dict.fromkeys([key.number, *(key.number ^ 1 << bit for bit in range(32))], key)
    wrong = [sealed[:at] + bytes([sealed[at] ^ 1]) + sealed[at + 1 :] for at in range(len(sealed))]
    for changed in (*wrong, *(sealed[:length] for length in range(len(sealed))), sealed + b"\0"):
        with pytest.raises(VaultDamaged):
            opened(ring, place, changed)


@pytest.mark.parametrize(
    "place",
    [
        [b"other", b"vault", b"place"],
        [b"purpose", b"other", b"place"],
        [b"purpose", b"vault", b"other"],
        [b"purpose", b"vault"],
        [b"purposevault", b"place"],
        [b"vault", b"purpose", b"place"],
        [*PLACE, b"more"],
    ],
)
def test_nothing_opens_at_another_place(place: list[bytes]) -> None:
    with pytest.raises(VaultDamaged, match="cannot be opened"):
        opened({1: KEY}, place, seal(KEY, PLACE, b"Anna"))


def test_nothing_opens_under_another_key() -> None:
    sealed = seal(KEY, PLACE, b"Anna")
    for keys in ({1: SealKey.of(1, bytes(64))}, {2: KEY}, {}):
        with pytest.raises(VaultDamaged, match="cannot be opened"):
            opened(keys, PLACE, sealed)


def test_what_is_not_bytes_does_not_open() -> None:
    with pytest.raises(VaultDamaged):
        opened({1: KEY}, PLACE, None)


def test_a_key_of_another_size_is_damaged() -> None:
    with pytest.raises(VaultDamaged):
        SealKey.of(1, bytes(32))


def test_the_same_twice_is_sealed_differently() -> None:
    assert len({seal(KEY, PLACE, b"Anna") for _ in range(50)}) == 50


@given(st.binary(max_size=6000))
def test_padding_is_undone_and_hides_the_size(plain: bytes) -> None:
    filled = padded(plain)

    assert unpadded(filled) == plain
    assert len(filled) == bucket(len(plain) + 4)


def test_sizes_are_few() -> None:
    sizes = {bucket(size) for size in range(1, 10_000)}

    assert sizes == {32, 64, 128, 256, 512, 1024, 2048, 4096, 5120, 6144, 7168, 8192, 9216, 10240}
    assert all(size <= bucket(size) for size in range(1, 10_000))


def test_a_passphrase_is_stretched_to_a_key_and_a_check_that_do_not_give_each_other_away() -> None:
    key, check = stretched("Anna", b"s" * 16, FLOOR)

    assert (len(key), len(check)) == (64, 32)
    assert check not in key
    assert stretched("Anna", b"s" * 16, FLOOR) == (key, check)
    assert stretched("Anna", b"t" * 16, FLOOR) != (key, check)


def test_a_passphrase_is_the_same_in_both_unicode_forms() -> None:
    assert stretched("Åsa", b"s" * 16, FLOOR) == stretched("A\u030asa", b"s" * 16, FLOOR)


@pytest.mark.parametrize(
    "cost",
    [
        Cost(FLOOR.memory - 1, 3, 4),
        Cost(65536, 1, 4),
        Cost(65536, 3, 0),
        Cost(CAP.memory + 1, 3, 4),
        Cost(65536, CAP.passes + 1, 4),
        Cost(65536, 3, CAP.lanes + 1),
    ],
)
def test_a_cost_too_low_or_too_high_is_refused(cost: Cost) -> None:
    with pytest.raises(UsageError, match="cost of a passphrase"):
        stretched("Anna", b"s" * 16, cost)


def test_the_standard_cost_is_the_second_of_the_rfc() -> None:
    assert (STANDARD.memory, STANDARD.passes, STANDARD.lanes) == (64 * 1024, 3, 4)
    assert STANDARD.fits()


def test_secrets_are_compared_as_a_whole() -> None:
    assert same(b"abc", b"abc")
    assert not same(b"abc", b"abd")
    assert not same(b"abc", b"ab")


@given(st.lists(st.binary(max_size=5), max_size=5), st.lists(st.binary(max_size=5), max_size=5))
def test_different_parts_are_never_joined_to_the_same(left: list[bytes], right: list[bytes]) -> None:
    assert parted(joined(left)) == left
    assert (joined(left) == joined(right)) == (left == right)


@pytest.mark.parametrize("data", [b"\0", b"\0\0\0\5abcd", joined([b"a"]) + b"\xff"])
def test_parts_cut_short_are_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="cut short"):
        parted(data)


def test_a_tag_depends_on_key_purpose_and_every_part() -> None:
    tags = {tag(b"k", b"a", b"bc"), tag(b"k", b"ab", b"c"), tag(b"k", b"abc"), tag(b"l", b"a", b"bc")}

    assert len(tags) == 4
    assert {len(one) for one in tags} == {TAG_SIZE}
    assert mac(b"k", b"a").hex().startswith(tag(b"k", b"a").hex())


@pytest.mark.parametrize(
    ("private", "public", "message", "signature"),
    [
        (
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
            "",
            (
                "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155 "
                "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
            ),
        ),
        (
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
            "72",
            (
                "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da "
                "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
            ),
        ),
    ],
)
def test_signatures_are_those_of_rfc_8032(private: str, public: str, message: str, signature: str) -> None:
    key, verifying, words = bytes.fromhex(private), bytes.fromhex(public), bytes.fromhex(message)
    signed = crypto.signed(key, words)

    assert crypto.verifying_of(key) == verifying
    assert signed == bytes.fromhex(signature)
    assert crypto.is_signed(verifying, words, signed)
    for at in range(len(signed) * 8):
        flipped = bytearray(signed)
        flipped[at // 8] ^= 1 << at % 8
        assert not crypto.is_signed(verifying, words, bytes(flipped))
    for wrong in (b"", signed[:-1], signed + b"\0"):
        assert not crypto.is_signed(verifying, words, wrong)
    assert not crypto.is_signed(verifying, words + b"\0", signed)
    assert not crypto.is_signed(b"\0" * 31, words, signed)
