"""What stands right behind the number of a payment card, and is no part of it: "5350 … 2847 09/27 448"."""

from collections.abc import Callable, Iterator

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found

_BLANK = Expression(" ")
_MONTH = r"(?:0?[1-9]|1[0-2])(?: ?[/\-.] ?(?:20)?[1-4][0-9]|(?<=[01][0-9]) ?(?:20)?[1-4][0-9])"
_END = r"(?![\w]|[.,/\-][0-9])"
# Month and year, then the security code; or one of them.
_BEHIND = Expression(rf"(?:,? ({_MONTH})(?:,? ([0-9]{{3,4}}))?| ([0-9]{{3,4}})){_END}")
_EXPIRY, _CODES = 1, (2, 3)
# Four groups are a card by themselves, whatever else stands behind them: "5350 3174 8708 2847 13/27".
_GROUPS = Expression(r"[0-9]{4}(?: [0-9]{4}){3}(?! [0-9]{4}(?![0-9/]))")


def without_end(text: str, start: int, end: int, is_card: Callable[[str], bool]) -> int:
    """Return where a card ends whose number was read together with its month and year, or with its security code."""
    groups = _GROUPS.match(text, start)
    whole = groups.end() if groups else -1
    for blank in _BLANK.finditer(text, start, end):
        stop = blank.start()
        if (stop == whole or _BEHIND.match(text, stop)) and is_card(text[start:stop]):
            return stop
    return end


def behind_card(text: str, end: int) -> Iterator[Found]:
    """Find until when a card is good, and its security code."""
    match = _BEHIND.match(text, end)
    if match is None:
        return
    if match[_EXPIRY]:
        yield Found(*match.span(_EXPIRY), "DATE", 0.85, "card-expiry")
    for code in _CODES:
        if match[code]:
            yield Found(*match.span(code), "CARD", 0.8, "security-code")
