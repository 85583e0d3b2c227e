"""Argentine addresses by the block, without a word for a street: en Rivadavia al 4500.

What is sent to a short number reads alike, so a block has a round one, and no year's.
"""

from collections.abc import Iterator

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import before
from allonym.detectors.life.address_parts import Parts, with_rest
from allonym.detectors.life.numerals import Page
from allonym.detectors.life.streets import NAME

_STREET = Expression(rf"(?<![\w])(?:[Ee]n|[Pp]or|[Ss]obre) (?P<street>(?![0-9]){NAME}) al \Z")
_BLOCK = Expression(r"(?!19|20)[1-9][0-9]?(?:00|50)(?!\w|[.,:][0-9]|\s?[%€$])")
_WIDTH = 64


def blocks(page: Page) -> Iterator[Parts]:
    """Read streets back from the round number of a block."""
    text = page.text
    for start, end, _, _, lead in page.numerals:
        if lead == "al" and 3 <= end - start <= 4 and _BLOCK.match(text, start):
            window = before(text, start, _WIDTH)
            if street := _STREET.search(window):
                shift = start - len(window)
                name = (shift + street.start("street"), shift + street.end("street"))
                yield with_rest(text, Parts(name, (start, end), end=end))
