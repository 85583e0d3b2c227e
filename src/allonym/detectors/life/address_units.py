"""Addresses of Singapore, whose flat is a floor and a door: Blk 448 Tampines St 42 #07-118, Singapore 520448."""

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import before
from allonym.detectors.life.address_parts import Parts
from allonym.detectors.life.streets import NAME

_WHOLE = Expression(
    rf"(?:\A|(?<=[\s(:]))(?:(?:Blk|BLK|Block|Apt Blk)\.? )?(?P<number>[0-9]{{1,4}}[A-Z]?),? "
    rf"(?P<street>{NAME}(?: [0-9]{{1,3}})?)(?:,?\s#?[0-9B][0-9]-[0-9]{{2,4}}[A-Z]?(?: {NAME})?)?,?\s"
    r"(?P<city>Singapore|S'pore|S)(?: |\(| \()\Z"
)
_WIDTH, _LAST_LETTERS = 96, frozenset("eES")


def in_singapore(text: str, start: int, end: int) -> Parts | None:
    """Read an address of Singapore back from the six digits of its postcode."""
    gap = start - 1 - (text[start - 2 : start - 1] == " ")
    if text[gap - 1 : gap] not in _LAST_LETTERS or text[end : end + 1].isalnum():
        return None
    window = before(text, start, _WIDTH)
    whole = _WHOLE.search(window)
    if not whole:
        return None
    shift = start - len(window)
    street, number, city = ((shift + whole.start(key), shift + whole.end(key)) for key in ("street", "number", "city"))
    return Parts(street, number, (start, end), city, end + (text[end : end + 1] == ")"), shift + whole.start())
