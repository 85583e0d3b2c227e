"""Access keys of Brazilian invoices: 44 digits, mostly in groups of four, with the state and the month in front."""

from collections.abc import Iterator

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found
from allonym.detectors.identifiers.runs import Runs

_KEY = Expression(
    r"(?:1[1-7]|2[1-9]|3[1235]|4[123]|5[0123])[0-9]{2} ?[0-9]{2}(?<=0[1-9]|1[0-2])[0-9]{2}(?: ?[0-9]{4}){9}(?! ?[0-9])"
)
_SHORTEST = 44


def fiscal_keys(runs: Runs) -> Iterator[Found]:
    """Find access keys of invoices."""
    for _, start, end, _ in runs.longer:
        if end - start >= _SHORTEST and (match := _KEY.match(runs.text, start)):
            yield Found(*match.span(), "CONTRACT", 0.97, "fiscal-key")
