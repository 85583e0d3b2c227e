"""Whether a name goes on over the end of a line: only who wraps text at a margin breaks names.

... who was called John          a line that is nearly full goes on: John Smith
Smith, and he ...

i love ngozi                     a short line ends here, and so does every line before a blank one
Sales Department
"""

import re

_LEAST = 40
"""So long is a line at least that was wrapped at a margin."""
_BREAK = re.compile(r"\r\n?|[\n\0]")


def parts(text: str, end: int, start: int) -> bool:
    """Tell whether a line ends between two words for good, given the end of the one and the start of the other."""
    between = text[end:start]
    # Nearly always there is a space, or nothing.
    if not between or between == " ":
        return False
    breaks = len(_BREAK.findall(between))
    return breaks > 1 or (breaks == 1 and not is_full(text, end))


def is_full(text: str, end: int) -> bool:
    """Tell whether a line that ends here is so long that it was wrapped at a margin."""
    line = text[max(0, end - _LEAST) : end]
    return len(line) == _LEAST and _BREAK.search(line) is None
