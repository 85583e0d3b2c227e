"""Many leaves under one hash, so that one of them can be shown to belong without showing the others.

The tree is that of RFC 6962: leaves and nodes are hashed with different first bytes, so that neither passes for the
other, and a tree of n leaves is a full one beside the rest.
"""

from collections.abc import Sequence
from hashlib import sha256


def leaf_hash(data: bytes) -> bytes:
    """Return the hash of a leaf."""
    return sha256(b"\x00" + data).digest()


def root_of(leaves: Sequence[bytes]) -> bytes:
    """Return the hash over all leaves, given by their hashes in order."""
    if not leaves:
        return sha256().digest()
    level = list(leaves)
    while len(level) > 1:
        level = _raised(level)
    return level[0]


def path_of(leaves: Sequence[bytes], index: int) -> list[bytes]:
    """Return the hashes that lead from a leaf to the root."""
    path, level = [], list(leaves)
    while len(level) > 1:
        beside = index ^ 1
        if beside < len(level):
            path.append(level[beside])
        level, index = _raised(level), index // 2
    return path


def root_from(leaf: bytes, index: int, count: int, path: Sequence[bytes]) -> bytes | None:
    """Return the root that a leaf leads to, as one of `count`; None if the path does not fit that place."""
    if not 0 <= index < count:
        return None
    rest, current = list(path), leaf
    while count > 1:
        if index ^ 1 < count:
            if not rest:
                return None
            beside = rest.pop(0)
            current = _node(beside, current) if index % 2 else _node(current, beside)
        index, count = index // 2, (count + 1) // 2
    return None if rest else current


def _raised(level: Sequence[bytes]) -> list[bytes]:
    pairs = [_node(*level[at : at + 2]) for at in range(0, len(level) - 1, 2)]
    # The last one of an odd number goes up alone.
    return pairs + list(level[len(pairs) * 2 :])


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()
