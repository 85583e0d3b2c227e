r"""Numbers that the end of a line breaks, as mail programs break lines: they are read as if it were a space.

    please pay to IBAN GB33 BUKB 2020
    1555 5555 55 by Friday

    text      ...GB33 BUKB 2020\n1555 5555 55 by...
    window    GB33 BUKB 2020 1555 5555 55 by          what goes over the break is found there, and nothing else

A line that is short ends for good, unless it is in groups of four: a list of numbers is no number.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

from allonym.detectors.finding import BOUNDARY, Finder, Found
from allonym.detectors.linebreaks import is_full

_BREAK = re.compile(r"\r?\n(?:> ?)*+(?=[0-9])")
_FOURS = re.compile(r"(?:[A-Z]{2}[0-9]{2}|(?<![0-9])[0-9]{4})(?: [0-9A-Z]{4}){0,5}(?: [0-9A-Z]{1,3})?\Z")
_BEFORE, _AFTER = 56, 36
_FIGURES = re.compile(r"[0-9 ]{1,80}")
_LEAST = 48
"""So far is a break from the one before it at least; columns of numbers have them closer."""
_BROKEN = frozenset({"ACCOUNT", "CARD", "CONTRACT", "IBAN", "PHONE"})
_NUMBERED = "ID."


class WrappedFinder:
    """A finder that reads what other finders would see if lines had not been broken."""

    __slots__ = ("finders",)

    def __init__(self, finders: tuple[Finder, ...]) -> None:
        self.finders = finders

    def __call__(self, text: str) -> Iterator[Found]:
        """Find what goes over the end of a line."""
        breaks = list(_breaks(text)) if "\n" in text else []
        if not breaks:
            return
        heads = [_last_words(text, start) for start, _ in breaks]
        whole = [f"{head} {_next_words(text, end)}" for head, (_, end) in zip(heads, breaks, strict=True)]
        for finder in self.finders:
            over = [(which, each) for which, each in _found(finder, whole) if _goes_over(each, len(heads[which]))]
            # "+44 7700 900461 | 12 people": what is surer without the next line ends with its own.
            among = sorted({which for which, _ in over})
            alone = _found(finder, [heads[which] for which in among])
            ended = {(among[at], each.label): each.score for at, each in alone if each.end == len(heads[among[at]])}
            for which, each in over:
                if each.score >= ended.get((which, each.label), 0.0):
                    gap, (start, end) = len(heads[which]), breaks[which]
                    yield each._replace(start=each.start - gap + start, end=each.end - gap - 1 + end)


def _goes_over(found: Found, gap: int) -> bool:
    is_number = found.label in _BROKEN or found.label.startswith(_NUMBERED)
    return is_number and found.start < gap < found.end - 1


def _found(finder: Finder, windows: Sequence[str]) -> Iterator[tuple[int, Found]]:
    """Return what a finder finds in each of many windows, with places in that."""
    starts = list(accumulate((len(window) + 1 for window in windows), initial=0))
    for each in finder(BOUNDARY.join(windows)):
        which = bisect_right(starts, each.start) - 1
        yield which, each._replace(start=each.start - starts[which], end=each.end - starts[which])


def _breaks(text: str) -> Iterator[tuple[int, int]]:
    """Return where a line ends and the next one begins, with figures on both sides."""
    done = last = -_LEAST
    for match in _BREAK.finditer(text):
        start, end = match.span()
        start -= len(before := text[max(0, start - 4) : start]) - len(before.rstrip(" \t"))
        # A line of figures between two others is a column of them.
        is_column = last >= 0 and _FIGURES.fullmatch(text, last, start) is not None
        last = end
        is_close = start - done < _LEAST and BOUNDARY not in text[max(0, done) : start]
        if is_close or is_column or not text[start - 1 : start].isalnum():
            continue
        if is_full(text, start) or _FOURS.search(text[max(0, start - 34) : start]):
            done = end
            yield start, end


def _last_words(text: str, end: int) -> str:
    window = text[max(0, end - _BEFORE) : end].rpartition(BOUNDARY)[2]
    return window if len(window) < _BEFORE else window.partition(" ")[2]


def _next_words(text: str, start: int) -> str:
    window = text[start : start + _AFTER].partition(BOUNDARY)[0].partition("\n")[0]
    return window if len(window) < _AFTER else window.rpartition(" ")[0]
