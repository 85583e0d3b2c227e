r"""Numbers that the end of a line breaks, as mail programs break lines: they are read as if it were a space.

    please pay to IBAN GB33 BUKB 2020
    1555 5555 55 by Friday

    text      ...GB33 BUKB 2020\n1555 5555 55 by...
    window    GB33 BUKB 2020 1555 5555 55 by          what goes over the break is found there, and nothing else

A line that is short ends for good, unless it is in groups of four. A number that is whole before the break, or behind
it, ends there: a list of numbers is no number.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

from allonym.detectors.finding import BOUNDARY, Finder, Found
from allonym.detectors.identifiers.nearby import Nearby
from allonym.detectors.linebreaks import is_full

_BREAK = re.compile(r"\r?\n[> \t]{0,12}+(?=[0-9])")
_FOURS = re.compile(r"(?:[A-Z]{2}[0-9]{2}|(?<![0-9])[0-9]{4})(?: [0-9A-Z]{4}){0,5}(?: [0-9A-Z]{1,3})?\Z")
_BEFORE, _AFTER = 56, 36
_FIGURES = re.compile(r"[0-9 ]{1,80}")
_LEAST = 48
"""So far is a break from the one before it at least; columns of numbers have them closer."""
_KINDS = {
    "ACCOUNT": {"account"}, "CARD": {"card"}, "CONTRACT": {"contract", "id"}, "PHONE": {"phone"},
    "ID": {"id", "national", "tax", "health", "passport", "licence"},
}  # fmt: skip
"""What is found over a break must be announced by a word of one of these kinds; an IBAN has its check
instead, and an international phone its plus."""
_FAR, _CHECKED = 34, 0.97


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
        tails = [_next_words(text, end) for _, end in breaks]
        # "811218-" goes on without a space.
        glued = [head if head.endswith("-") else f"{head} " for head in heads]
        whole = [f"{head}{tail}" for head, tail in zip(glued, tails, strict=True)]
        for finder in self.finders:
            over = [each for each in _found(finder, whole) if _goes_over(each[1], len(heads[each[0]]), whole[each[0]])]
            among = sorted({which for which, _ in over})
            done = self._ended(among, heads, tails) if among else set()
            for which, each in over:
                if which not in done:
                    (start, end), shift = breaks[which], len(heads[which])
                    yield each._replace(start=each.start - shift + start, end=each.end - len(glued[which]) + end)

    def _ended(self, among: Sequence[int], heads: Sequence[str], tails: Sequence[str]) -> set[int]:
        """Return where a number ends with its line, or one begins with the next: "020 7946 0958 | 12 people"."""
        done: set[int] = set()
        for finder in self.finders:
            before = _found(finder, [heads[which] for which in among])
            done.update(among[at] for at, each in before if each.end == len(heads[among[at]]) and _is_number(each))
            after = _found(finder, [tails[which] for which in among])
            done.update(among[at] for at, each in after if each.start == 0 and _is_number(each))
        return done


def _goes_over(found: Found, gap: int, window: str) -> bool:
    """Tell whether a number goes over a break, and its check or a word before it says that it is one."""
    if not (_is_number(found) and found.start < gap < found.end - 1):
        return False
    if found.label == "IBAN" or window[found.start] == "+":
        return found.score >= _CHECKED
    near = Nearby(window).cues(found.start, found.end)
    return any(near.get(kind, _FAR) < _FAR for kind in _KINDS[found.label.partition(".")[0]])


def _is_number(found: Found) -> bool:
    return found.label == "IBAN" or found.label.partition(".")[0] in _KINDS


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
        if is_close or is_column or not _goes_on(text, start):
            continue
        if is_full(text, start) or _FOURS.search(text[max(0, start - 34) : start]):
            done = end
            yield start, end


def _goes_on(text: str, end: int) -> bool:
    return text[end - 1 : end].isalnum() or (text[end - 1 : end] == "-" and text[end - 2 : end - 1].isdigit())


def _last_words(text: str, end: int) -> str:
    window = text[max(0, end - _BEFORE) : end].rpartition(BOUNDARY)[2]
    return window if len(window) < _BEFORE else window.partition(" ")[2]


def _next_words(text: str, start: int) -> str:
    window = text[start : start + _AFTER].partition(BOUNDARY)[0].partition("\n")[0]
    return window if len(window) < _AFTER else window.rpartition(" ")[0]
