"""Certificates over the wire: one is made for outputs that somebody sends, or checked against their hashes.

Files have to be sent whole to be signed for: that they can be given back is proven on them once more. To check a
certificate neither the vault nor a file is needed.
"""

import binascii
from base64 import b64decode
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from allonym.core.errors import InputError, UsageError
from allonym.core.pieces import Layout
from allonym.formats.choosing import choose, is_known
from allonym.interfaces.rest.documents import read_text, require_known
from allonym.interfaces.rest.limits import Limits
from allonym.interfaces.rest.problems import Problem
from allonym.running.certifying import certify
from allonym.running.sources import Source
from allonym.vault import credentials
from allonym.vault.checking import check_certificate, check_outputs, check_proof, check_withdrawal, is_withdrawal

if TYPE_CHECKING:
    from allonym.vault.sealed import SealedVault

Answer = dict[str, Any]
_UNKNOWN = "an output is not one that this vault knows as it is now; it was changed since, or is of another vault"
_HEX = frozenset("0123456789abcdef")


def make_certificate(vault: "SealedVault", data: Any, limits: Limits) -> Answer:
    """Return a signed certificate of the outputs in a request, as `allonym certificate make` writes it."""
    sources = [_source(each, f"outputs[{at}]: ", limits) for at, each in enumerate(_outputs(data, limits, needed=True))]
    require_known(data, ("outputs",), "the body")
    try:
        return certify(vault, sources, datetime.now(UTC))
    except InputError:
        raise Problem(404, _UNKNOWN) from None


def check(data: Any, limits: Limits) -> Answer:
    """Return whether a certificate is in order and fits what was sent with it; if not, why."""
    outputs = _outputs(data, limits, needed=False)
    require_known(data, ("certificate", "outputs", "public_key", "proof", "name"), "the body")
    if not isinstance(data.get("certificate"), dict) or not isinstance(data.get("proof"), dict | None):
        raise Problem(422, "certificate is an object, and so is a proof, if there is one")
    name = read_text(data, "name", limits.id)
    if name is not None and data.get("proof") is None:
        raise Problem(422, "a name is for a proof: send the proof, too")
    digests = [(f"outputs[{at}]", _digest(each, f"outputs[{at}]: ")) for at, each in enumerate(outputs)]
    public = _public(read_text(data, "public_key", limits.id))
    forgotten = is_withdrawal(data["certificate"])
    if forgotten and (digests or data.get("proof") is not None):
        raise Problem(
            422, "this certificate is of a withdrawal: it speaks of no output, and there are no proofs for it"
        )
    answer: Answer = {"valid": True, "reason": None, "certificate": None, "proven": None, "withdrawn": None}
    try:
        if forgotten:
            return {**answer, "withdrawn": _withdrawn(data["certificate"], public)}
        payload = check_certificate(data["certificate"], public)
        check_outputs(payload, digests)
        leaf = None if data.get("proof") is None else check_proof(payload, data["proof"], name)
    except InputError as error:
        # What it says of a file is its place in the list; all else is our own sentences.
        return {**answer, "valid": False, "reason": str(error)}
    told = {"id": payload["id"], "issued": payload["issued"], "key": payload["key"], "files": len(payload["files"])}
    proven = None if leaf is None else {"mentions": leaf["mentions"], "texts": leaf["texts"]}
    return {**answer, "certificate": told, "proven": proven}


def _withdrawn(certificate: Any, public: bytes | None) -> Answer:
    """Return what the certificate says that `allonym subjects forget` wrote; the first of this kind named no key."""
    try:
        payload = check_withdrawal(certificate, public)
    except UsageError:
        raise Problem(422, "this certificate does not name its key: send the vault's own as public_key") from None
    told = {each: payload[each] for each in ("reference", "documents", "mentions", "outputs")}
    return {
        **told,
        "time": payload["time"],
        "key": payload.get("key"),
        "keys_pending": bool(payload.get("keys_pending")),
    }


def _outputs(data: Any, limits: Limits, *, needed: bool) -> list[Any]:
    if not isinstance(data, dict):
        raise Problem(422, "the body is an object")
    listed = data.get("outputs")
    if listed is None and not needed:
        return []
    if not isinstance(listed, list) or not 1 <= len(listed) <= limits.documents:
        raise Problem(422, f"outputs is a list of 1 to {limits.documents} objects")
    return listed


def _source(data: Any, place: str, limits: Limits) -> Source:
    name = _named(data, ("name", "data"), place, limits)
    try:
        sent = b64decode(data["data"], validate=True)
    except (KeyError, TypeError, ValueError, binascii.Error):
        raise Problem(422, f"{place}data is the whole file in Base64") from None
    # The vault tells the format by the content; the ending of a file may be any.
    return Source(Path(name), name, choose(name, None if is_known(name) else "text"), Layout(), sent)


def _named(data: Any, fields: tuple[str, ...], place: str, limits: Limits) -> str:
    if not isinstance(data, dict):
        raise Problem(422, f"{place}an output is an object with {' and '.join(fields)}")
    require_known(data, fields, f"{place}an output")
    name = read_text(data, "name", limits.id, place)
    if not name or name == "-" or "\0" in name:
        raise Problem(422, f"{place}the name of the file is missing")
    return name


def _digest(data: Any, place: str) -> bytes:
    sha = data.get("sha256") if isinstance(data, dict) and data.keys() == {"sha256"} else None
    if not isinstance(sha, str) or len(sha) != 64 or not set(sha) <= _HEX:
        raise Problem(422, f"{place}an output is an object with sha256: 64 digits of 0-9a-f")
    return bytes.fromhex(sha)


def _public(text: str | None) -> bytes | None:
    if text is None:
        return None
    try:
        return credentials.read(credentials.VERIFY, text.strip())
    except UsageError:
        raise Problem(422, "public_key is a key as `allonym certificate make` prints it") from None
