"""The form by which two spellings are the same original.

Vaults hold it only as keyed hashes, beside which no version stands: where the form of a spelling changes, as when more
look-alike letters are known, an older vault still gives back all that it knows, and the spelling gets an entry anew.
"""

import re
from urllib.parse import unquote

from allonym.core.labels import LABELS
from allonym.core.shadow import is_plain, shadow

CANON_VERSION = 1
"""Raised when older vaults must be told of a change; that some spellings are told apart anew is no such change."""

_NUMBERS = frozenset({"ACCOUNT", "CARD", "IBAN", "BIC", "PHONE", "ID", "MAC", "PLATE", "VIN"})
_TOPS = {label: label.partition(".")[0] for label in LABELS}
_HOST = re.compile(r"\A([a-z][a-z0-9+.\-]*://)?[^/?#]*", re.IGNORECASE)


def says_something(text: str) -> bool:
    """Tell whether somebody who reads a text sees a letter or a digit: spaces and hidden characters say nothing."""
    return any(map(str.isalnum, shadow(text).text))


def at_sign(address: str) -> str:
    """Return what stands between the two halves of an e-mail address: %40 if it is written as in a link."""
    return "@" if "@" in address or "%40" not in address else "%40"


def canonical(label: str, surface: str) -> str:
    """Return the canonical form of an original: case, spacing, hidden and look-alike characters do not count.

    In numbers separators do not count either; in links case counts after the host. An address with %40 is that with @.
    """
    seen = surface if is_plain(surface) else shadow(surface).text
    top = _TOPS.get(label) or label.partition(".")[0]
    if top == "URL":
        return _HOST.sub(lambda match: match[0].casefold(), seen.strip(), count=1)
    if top == "EMAIL" and at_sign(seen) != "@":
        seen = unquote(seen)
    folded = " ".join(seen.casefold().split())
    if top in _NUMBERS:
        compact = "".join(character for character in folded if character.isalnum() or character == "+")
        return compact or folded
    return folded
