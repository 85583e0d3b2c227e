"""Plain data as bytes in one way only, and signatures over them.

Keys in order, no spaces, ASCII, whole numbers: equal data give equal bytes, so a hash or a signature over the bytes
speaks of the data. What is read is refused if a name stands in it twice, for then two readers could read two things.
"""

import json
from collections.abc import Mapping
from typing import Any

from allonym.vault import crypto

_encode = json.JSONEncoder(ensure_ascii=True, separators=(",", ":"), sort_keys=True, allow_nan=False).encode

Data = dict[str, Any]
"""Plain data: names, and under each a text, a whole number, a list or plain data again."""


def canonical(data: object) -> bytes:
    """Return plain data as bytes, always the same way."""
    return _encode(data).encode("ascii")


def parsed(text: str | bytes) -> Any:
    """Return the plain data of a text; raise ValueError for anything else."""
    try:
        return json.loads(text, object_pairs_hook=_once_each, parse_constant=_no_constant, parse_float=_no_float)
    except RecursionError:
        raise ValueError("too deep") from None


def signed(secret: bytes, kind: str, payload: Mapping[str, object]) -> Data:
    """Return data with a signature over them; `kind` keeps signatures for one purpose from serving another."""
    return {"payload": dict(payload), "signature": crypto.signed(secret, _message(kind, payload)).hex()}


def vouched(public: bytes, kind: str, document: object) -> Data:
    """Return the payload of a signed document; raise ValueError unless the holder of the key has signed just that."""
    match document:
        case {"payload": dict(payload), "signature": str(signature), **more} if not more:
            if crypto.is_signed(public, _message(kind, payload), _from_hex(signature)):
                return payload
    raise ValueError("not signed by this key")


def _message(kind: str, payload: Mapping[str, object]) -> bytes:
    return b"allonym/" + kind.encode("ascii") + b"\0" + canonical(payload)


def _from_hex(text: str) -> bytes:
    data = bytes.fromhex(text)
    if data.hex() != text:
        raise ValueError("not written as it was signed")
    return data


def _once_each(pairs: list[tuple[str, Any]]) -> Data:
    data = dict(pairs)
    if len(data) < len(pairs):
        raise ValueError("a name stands twice")
    return data


def _no_float(_: str) -> float:
    raise ValueError("only whole numbers")


_no_constant = _no_float
