"""Which annotated texts a network learns from, and which are kept to measure by."""

import hashlib


def is_kept(source: str, text: str) -> bool:
    """Tell whether a dev text is kept: one of three of the public sets, and all that were annotated by hand."""
    return source.startswith("hand_") or hashlib.sha256(text.encode()).digest()[0] % 3 == 0
