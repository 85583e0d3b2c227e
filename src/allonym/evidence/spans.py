"""Many spans of one text, asked quickly."""

from bisect import bisect_right
from collections.abc import Iterable

from allonym.core.types import Span


class Spans:
    """Spans in reading order; those that overlap or touch are not joined, so that each keeps its ends."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self._spans = sorted(spans)
        self._starts = [span.start for span in self._spans]
        reach = 0
        self._reaches = [reach := max(reach, span.end) for span in self._spans]

    def overlap(self, span: Span) -> bool:
        """Tell whether one of them shares a character with a span."""
        place = bisect_right(self._starts, span.end - 1)
        return place > 0 and self._reaches[place - 1] > span.start

    def hold(self, span: Span) -> bool:
        """Tell whether one of them holds a whole span."""
        place = bisect_right(self._starts, span.start)
        return place > 0 and self._reaches[place - 1] >= span.end
