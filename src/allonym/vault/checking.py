"""Checking certificates and proofs offline: without a vault, with its public key alone."""

import re
from collections.abc import Iterable
from typing import Any

from allonym.core.errors import InputError, UsageError
from allonym.vault import credentials, crypto
from allonym.vault.canonical import Data, canonical, vouched
from allonym.vault.certificates import KIND, PROOF, VERSION, subject_tag
from allonym.vault.merkle import leaf_hash, root_from
from allonym.vault.withdrawals import read_certificate

_LEAF = {"subject", "labels", "mentions", "texts", "salt"}
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", re.ASCII)
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00", re.ASCII)
_HEX = frozenset("0123456789abcdef")
_COUNTS = ("documents", "mentions", "outputs")


def check_certificate(document: Any, public: bytes | None = None) -> Data:
    """Return what a certificate says; raise InputError unless a key, or else the one it names, has signed just that."""
    payload = document.get("payload") if isinstance(document, dict) else None
    try:
        named = credentials.read(credentials.VERIFY, payload["key"] if isinstance(payload, dict) else "")
    except (UsageError, KeyError, AttributeError):
        raise InputError("this is not a certificate") from None
    if public is not None and public != named:
        raise InputError("the certificate is of another vault than the key that was given")
    try:
        payload = vouched(named, KIND, document)
    except ValueError:
        raise InputError("the signature does not fit: the certificate was changed") from None
    if payload.get("certificate") != VERSION:
        raise InputError("the certificate was made by another version of allonym")
    if not _has_shape(payload):
        raise InputError("the certificate is signed, but does not say what a certificate says")
    return payload


def is_withdrawal(document: Any) -> bool:
    """Tell whether a document would be the certificate that somebody was forgotten, if it were in order."""
    payload = document.get("payload") if isinstance(document, dict) else None
    return isinstance(payload, dict) and {"reference", "keys_destroyed"} <= payload.keys()


def check_withdrawal(document: Any, public: bytes | None = None) -> Data:
    """Return what the certificate that somebody was forgotten says; raise InputError unless a key has signed just that.

    Without a key, the one that it names is taken; the first certificates of this kind named none.
    """
    named = document["payload"].get("key") if is_withdrawal(document) else None
    if named is None and public is None:
        raise UsageError("this certificate does not name its key; give the vault's own with --public-key")
    try:
        key = public if named is None else credentials.read(credentials.VERIFY, str(named))
    except UsageError:
        raise InputError("this is not a certificate") from None
    if key is None or (public is not None and public != key):
        raise InputError("the certificate is of another vault than the key that was given")
    try:
        payload = read_certificate(key, document)
    except ValueError:
        told = "the certificate was changed" if named is not None else "it was changed, or is of another vault"
        raise InputError(f"the signature does not fit: {told}") from None
    counts = all(type(payload.get(each)) is int for each in _COUNTS)
    if not (counts and _MOMENT.fullmatch(str(payload.get("time"))) and isinstance(payload["keys_destroyed"], list)):
        raise InputError("the certificate is signed, but does not say what a certificate says")
    return payload


def check_outputs(payload: Data, digests: Iterable[tuple[str, bytes]]) -> None:
    """Raise InputError, naming the file, unless each of these outputs is one that the certificate speaks of."""
    known = {each["output"] for each in payload["files"]}
    for name, digest in digests:
        if digest.hex() not in known:
            raise InputError(f"{name}: the certificate does not speak of this file, or it was changed since")


def check_proof(payload: Data, proof: Any, name: str | None = None) -> Data:
    """Return what a proof shows of its subject; raise InputError unless it leads to the root of the certificate."""
    if not isinstance(proof, dict) or proof.get("proof") != PROOF or proof.get("certificate") != payload["id"]:
        raise InputError("this is not a proof for this certificate")
    leaf, count, root = proof.get("leaf"), payload["subjects"]["count"], payload["subjects"]["root"]
    path, index = proof.get("path"), proof.get("index")
    if (
        not isinstance(leaf, dict)
        or set(leaf) != _LEAF
        or proof.get("count") != count
        or type(index) is not int
        or not isinstance(path, list)
        or not all(_is_hash(each) for each in (*path, leaf["salt"], leaf["subject"]))
    ):
        raise InputError("the proof is damaged")
    reached = root_from(leaf_hash(canonical(leaf)), index, count, [bytes.fromhex(each) for each in path])
    if reached is None or reached.hex() != root:
        raise InputError("the proof does not lead to this certificate: it was changed, or is for another one")
    salt, subject = bytes.fromhex(leaf["salt"]), bytes.fromhex(leaf["subject"])
    if name is not None and not crypto.same(subject_tag(salt, name), subject):
        raise InputError("the proof is in order, but for another name")
    return leaf


def _has_shape(payload: Data) -> bool:
    """Tell whether what is read of a certificate is there. Anybody can sign anything with a key of their own."""
    files, subjects = payload.get("files"), payload.get("subjects")
    return (
        isinstance(payload.get("id"), str)
        and isinstance(payload.get("vault"), str)
        and _TIME.fullmatch(str(payload.get("issued"))) is not None
        and isinstance(files, list)
        and all(isinstance(each, dict) and _is_hash(each.get("output")) for each in files)
        and all(type(each.get("file")) is int for each in files)
        and isinstance(subjects, dict)
        and type(subjects.get("count")) is int
        and _is_hash(subjects.get("root"))
    )


def _is_hash(text: object) -> bool:
    return isinstance(text, str) and len(text) == 64 and set(text) <= _HEX
