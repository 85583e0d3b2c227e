"""Whether a line that ends was wrapped at a margin: then it goes on below."""

import re

_LEAST = 40
"""So long is a line at least that was wrapped."""
_BREAK = re.compile(r"\r\n?|[\n\0]")


def is_full(text: str, end: int) -> bool:
    """Tell whether a line that ends here is so long that it was wrapped at a margin."""
    line = text[max(0, end - _LEAST) : end]
    return len(line) == _LEAST and _BREAK.search(line) is None
