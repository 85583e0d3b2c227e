"""Boxes for public keys: our wrapper against HPKE written out from RFC 9180, and against vectors of others."""

import hmac
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from hypothesis import given
from hypothesis import strategies as st

from allonym.core.errors import UsageError
from allonym.vault.crypto import boxed, derived, public_of, unboxed

VECTORS = Path(__file__).parents[2] / "vectors"
KEM, KDF = 0x20, 1
AES_128_GCM, AES_256_GCM = 1, 2
PRIVATE = bytes(range(32))


def cases(name: str) -> list[dict[str, Any]]:
    return list(json.loads((VECTORS / f"{name}.json").read_text())["cases"])


def extracted(suite: bytes, salt: bytes, label: bytes, secret: bytes) -> bytes:
    return hmac.digest(salt or bytes(32), b"HPKE-v1" + suite + label + secret, "sha256")


def expanded(suite: bytes, key: bytes, label: bytes, context: bytes, size: int) -> bytes:
    info = size.to_bytes(2) + b"HPKE-v1" + suite + label + context
    block = done = b""
    for number in range(1, 255):
        if len(done) >= size:
            break
        block = hmac.digest(key, block + info + bytes([number]), "sha256")
        done += block
    return done[:size]


@dataclass(frozen=True, slots=True)
class Hpke:
    """HPKE in base mode, from what both sides have computed together."""

    exchanged: bytes
    enc: bytes
    public: bytes

    def shared_secret(self) -> bytes:
        suite = b"KEM" + KEM.to_bytes(2)
        key = extracted(suite, b"", b"eae_prk", self.exchanged)
        return expanded(suite, key, b"shared_secret", self.enc + self.public, 32)

    def schedule(self, info: bytes, aead: int) -> tuple[bytes, bytes]:
        suite = b"HPKE" + KEM.to_bytes(2) + KDF.to_bytes(2) + aead.to_bytes(2)
        hashes = extracted(suite, b"", b"psk_id_hash", b"") + extracted(suite, b"", b"info_hash", info)
        secret = extracted(suite, self.shared_secret(), b"secret", b"")
        size = {AES_128_GCM: 16, AES_256_GCM: 32}[aead]
        key = expanded(suite, secret, b"key", b"\0" + hashes, size)
        return key, expanded(suite, secret, b"base_nonce", b"\0" + hashes, 12)

    def sealed(self, info: bytes, plain: bytes, aead: int = AES_256_GCM, bound: bytes = b"") -> bytes:
        key, nonce = self.schedule(info, aead)
        return AESGCM(key).encrypt(nonce, plain, bound)


@pytest.mark.parametrize("case", cases("hpke"))
def test_our_reading_of_the_rfc_gives_its_example(case: dict[str, str]) -> None:
    given = {name: bytes.fromhex(value) for name, value in case.items()}
    private = X25519PrivateKey.from_private_bytes(given["private"])
    exchanged = private.exchange(X25519PublicKey.from_public_bytes(given["enc"]))
    hpke = Hpke(exchanged, given["enc"], given["public"])

    assert public_of(given["private"]) == given["public"]
    assert hpke.shared_secret() == given["shared_secret"]
    assert hpke.schedule(given["info"], AES_128_GCM) == (given["key"], given["base_nonce"])
    assert hpke.sealed(given["info"], given["plain"], AES_128_GCM, given["bound"]) == given["sealed"]


@given(st.binary(min_size=1, max_size=100), st.binary(max_size=40), st.binary(min_size=32, max_size=32))
def test_a_box_is_hpke(plain: bytes, purpose: bytes, private: bytes) -> None:
    public = public_of(private)
    box = boxed(public, purpose, plain)
    enc, sealed = box[:32], box[32:]
    exchanged = X25519PrivateKey.from_private_bytes(private).exchange(X25519PublicKey.from_public_bytes(enc))

    assert sealed == Hpke(exchanged, enc, public).sealed(purpose, plain)
    assert unboxed(private, purpose, box) == plain
    assert boxed(public, purpose, plain) != box


@pytest.mark.parametrize("case", cases("x25519"), ids=lambda case: str(case["public"])[:12])
def test_boxes_rest_on_x25519_as_others_compute_it(case: dict[str, str]) -> None:
    private, enc, shared = (bytes.fromhex(case[name]) for name in ("private", "public", "shared"))
    box = enc + Hpke(shared, enc, public_of(private)).sealed(b"purpose", b"plain")

    assert unboxed(private, b"purpose", box) == (b"plain" if any(shared) else None)


@pytest.mark.parametrize("public", sorted({case["public"] for case in cases("x25519") if not int(case["shared"], 16)}))
def test_a_public_key_with_which_no_secret_can_be_kept_is_refused(public: str) -> None:
    with pytest.raises(UsageError, match="not a public key"):
        boxed(bytes.fromhex(public), b"purpose", b"plain")


def test_a_key_of_another_size_is_refused() -> None:
    with pytest.raises(UsageError):
        boxed(bytes(31), b"purpose", b"plain")


def test_a_box_opens_for_its_key_and_purpose_only_and_in_no_changed_form() -> None:
    box = boxed(public_of(PRIVATE), b"purpose", b"plain")
    changed = [box[:at] + bytes([box[at] ^ 1]) + box[at + 1 :] for at in range(len(box))]

    assert unboxed(PRIVATE, b"purpose", box) == b"plain"
    assert unboxed(PRIVATE, b"other", box) is None
    assert unboxed(bytes(32), b"purpose", box) is None
    # The highest bit of an X25519 point does not count for the exchange, but HPKE binds all of it.
    changed.append(box[:31] + bytes([box[31] ^ 0x80]) + box[32:])
    assert [unboxed(PRIVATE, b"purpose", wrong) for wrong in changed] == [None] * len(changed)
    assert [unboxed(PRIVATE, b"purpose", box[:size]) for size in range(len(box))] == [None] * len(box)


@pytest.mark.parametrize("case", cases("hkdf-wycheproof"))
def test_derived_keys_are_those_of_others(case: dict[str, str]) -> None:
    secret, salt, purpose, key = (bytes.fromhex(case[name]) for name in ("secret", "salt", "purpose", "key"))

    assert derived(secret, salt, purpose, len(key)) == key
