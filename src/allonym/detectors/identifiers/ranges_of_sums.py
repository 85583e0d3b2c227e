"""Sums from which to which something costs: "$15-20k", "5–10 Euro": one number has the currency, both are told."""

from allonym.detectors.expressions import Expression

_NUMBER = r"(?:[0-9]{1,3}(?:[.,'’][0-9]{3})+|[0-9]{1,7})(?:[.,][0-9]{1,2})?"
_BEHIND = Expression(rf"[-–]({_NUMBER})(?i:k|mn?|mio|bn?)?(?![\w%]|[.,:/][0-9]|[-–/]\w)")
_BEFORE = Expression(rf"(?<![\w.,:/\-–'’€$£+])({_NUMBER})(?i:k|mn?)? ?[-–] ?\Z")
_FIRST = Expression(rf"{_NUMBER}")
_LAST = Expression(rf"(?<![0-9.,'’])({_NUMBER})(?i:k|mn?|bn?)?\Z")
_DASHES, _POINTS = frozenset("-–"), frozenset(".,")
_WIDTH, _THOUSANDS = 16, 3


def ranged(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a sum with the other end of its range, if that has no currency of its own."""
    if text[start].isdigit() and (text[start - 1 : start] in _DASHES or text[start - 2 : start - 1] in _DASHES):
        window = text[max(0, start - _WIDTH) : start]
        lower, upper = _BEFORE.search(window), _FIRST.match(text, start, end)
        # "Real-Time 2.10 - 150 USD" has a version before its price.
        alike = lower and (text[start - 1] != " " or _cents(lower[1]) == _cents(upper[0] if upper else ""))
        if alike and lower and upper and _value(lower[1]) < _value(upper[0]):
            return start - len(window) + lower.start(), end
    elif text[end : end + 1] in _DASHES and (upper := _BEHIND.match(text, end)):
        lower = _LAST.search(text, max(start, end - _WIDTH), end)
        # "$20-15" is no range.
        if lower and _value(lower[1]) < _value(upper[1]):
            return start, upper.end()
    return start, end


def _cents(number: str) -> bool:
    """Tell whether a number has less than one behind it: "2.10", but not "2.100"."""
    return number[-3:-2] in _POINTS


def _value(number: str) -> float:
    """Return about how much a number is: what three digits follow parts thousands, whatever its sign."""
    parts = number.replace(",", ".").replace("'", ".").replace("’", ".").split(".")
    cents = f".{parts.pop()}" if len(parts) > 1 and len(parts[-1]) < _THOUSANDS else ""
    return float("".join(parts) + cents)
