"""Other numbers: sequences of five digits and more, and, where they are asked for, all values (C02)."""

from collections.abc import Iterator, Sequence

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found
from allonym.detectors.identifiers.codes import is_date
from allonym.detectors.identifiers.runs import Run, Runs

_GROUPED = Expression(r"[0-9]{1,3}([ .,'’])[0-9]{3}(?:\1[0-9]{3})*+(?:[.,][0-9]+)?")
_SEQUENCE = Expression(r"[0-9]+(?:[\-–./][0-9]+)*")
_YEARS_OR_VERSION = Expression(r"(?:1[0-9]|20)[0-9]{2}[\-–/](?:1[0-9]|20)?[0-9]{2}|[0-9]+(?:\.[0-9]+){3,}")
_JOINED_BEFORE, _JOINED_AFTER = frozenset("-–/._"), frozenset("-–/_")
_VALUE = Expression(r"[0-9]+(?:[.,:][0-9]+)*")


def numbers(runs: Runs) -> Iterator[Found]:
    """Find numbers of five digits and more; a part is never joined to the next unless thousands are grouped."""
    for place in runs.longer:
        if place[2] - place[1] >= 5 and not (run := runs.at(place)).is_international:
            yield from _judge(run)


def _judge(run: Run) -> Sequence[Found]:
    start, end = run.core
    grouped = _GROUPED.fullmatch(run.text, start, end)
    if grouped and sum(map(str.isdigit, grouped[0])) >= 5:
        return (Found(start, end, "NUMBER", 0.3, "number"),)
    found = []
    for begin, stop in run.parts:
        surface = run.text[begin:stop]
        if _SEQUENCE.fullmatch(surface) and sum(map(str.isdigit, surface)) >= 5 and not _is_other(surface):
            found.append(Found(begin, stop, "NUMBER", 0.3, "number-sequence"))
    return found


def _is_other(surface: str) -> bool:
    return is_date(surface) or _YEARS_OR_VERSION.fullmatch(surface) is not None


def values(runs: Runs) -> Iterator[Found]:
    """Find every number written in digits."""
    text = runs.text
    for _, core, core_end, _ in runs.places:
        # Most are digits and nothing else.
        plain = text[core:core_end].isdigit()
        spans = ((core, core_end),) if plain else [match.span() for match in _VALUE.finditer(text, core, core_end)]
        for start, end in spans:
            if _stands_alone(text, start, end):
                yield Found(start, end, "NUMBER", 0.2, "value")


def _stands_alone(text: str, start: int, end: int) -> bool:
    before, after = text[start - 1 : start], text[end : end + 1]
    return not (before in _JOINED_BEFORE or before.isalnum() or after in _JOINED_AFTER or after.isalnum())
