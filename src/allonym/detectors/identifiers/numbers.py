"""Other numbers: sequences of five digits and more, and, where they are asked for, all values (C02)."""

import re
from collections.abc import Iterator

from allonym.detectors.finding import Found
from allonym.detectors.identifiers.codes import is_date
from allonym.detectors.identifiers.runs import Run

_GROUPED = re.compile(r"[0-9]{1,3}([ .,'’])[0-9]{3}(?:\1[0-9]{3})*+(?:[.,][0-9]+)?")
_SEQUENCE = re.compile(r"[0-9]+(?:[\-–./][0-9]+)*")
_YEARS_OR_VERSION = re.compile(r"(?:1[0-9]|20)[0-9]{2}[\-–/](?:1[0-9]|20)?[0-9]{2}|[0-9]+(?:\.[0-9]+){3,}")
_VALUE = re.compile(r"[0-9]+(?:[.,:][0-9]+)*")


def numbers(run: Run) -> Iterator[Found]:
    """Find numbers of five digits and more; a part is never joined to the next unless thousands are grouped."""
    start, end = run.core
    if end - start < 5 or run.is_international:
        return
    grouped = _GROUPED.fullmatch(run.text, start, end)
    if grouped and sum(map(str.isdigit, grouped[0])) >= 5:
        yield Found(start, end, "NUMBER", 0.3, "number")
        return
    for begin, stop in run.parts:
        surface = run.text[begin:stop]
        if _SEQUENCE.fullmatch(surface) and sum(map(str.isdigit, surface)) >= 5 and not _is_other(surface):
            yield Found(begin, stop, "NUMBER", 0.3, "number-sequence")


def _is_other(surface: str) -> bool:
    return is_date(surface) or _YEARS_OR_VERSION.fullmatch(surface) is not None


def values(run: Run) -> Iterator[Found]:
    """Find every number written in digits."""
    for match in _VALUE.finditer(run.text, *run.core):
        if _stands_alone(run.text, *match.span()):
            yield Found(match.start(), match.end(), "NUMBER", 0.2, "value")


def _stands_alone(text: str, start: int, end: int) -> bool:
    before, after = text[max(0, start - 1) : start], text[end : end + 1]
    return not (
        before.isalnum() or before in {"-", "–", "/", ".", "_"} or after.isalnum() or after in {"-", "–", "/", "_"}
    )
