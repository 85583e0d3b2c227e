"""What stands where somebody was forgotten, and how a text is proven that can no longer be hashed.

The vault keeps no text, only the way back to one. When words of a person leave it, the hash of the original must go,
too: whoever has the output could try names against it. What takes its place speaks of the output and of the way back,
and so of every character that can still be given back.
"""

from collections.abc import Iterable
from hashlib import sha256

from allonym.core.types import Edit, Manifest

WITHDRAWN = "[WITHDRAWN]"
"""What stands in the place of somebody who has withdrawn."""
RULE = "withdrawn"
"""The rule of a decision that somebody has withdrawn."""
MARK = b"withdrawn:"
"""Begins what takes the place of a hash of an original that holds words of somebody who was forgotten."""


def is_withdrawn(original: bytes) -> bool:
    """Tell whether this takes the place of the hash of an original."""
    return len(original) != sha256().digest_size and original.startswith(MARK)


def proof(output: bytes, edits: Iterable[Edit]) -> bytes:
    """Return what takes the place of the hash of an original: it fits one output and one way back."""
    sha = sha256(output)
    for edit in edits:
        words = edit.replacement.encode("utf-8", "surrogatepass")
        sha.update(f"{edit.span.start},{edit.span.end},{len(words)},".encode() + words)
    return MARK + sha.digest()


def is_proven(manifest: Manifest) -> bool:
    """Tell whether the way back of a manifest is the one that was kept when somebody was forgotten."""
    return manifest.original == proof(manifest.output, manifest.edits)
