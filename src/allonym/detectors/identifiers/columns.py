"""Tables in plain text: what stands on top of a column announces what stands under it.

Name       | NPI        | Phone
-----------|------------|-------------
Mary Jones | 1234567893 | 212-555-0187
"""

from allonym.detectors.finding import BOUNDARY

_LONGEST_ROW = 300
_MOST_ROWS = 50
_RULE = frozenset("-=+: ")


class Columns:
    """The columns of the tables in a text; each row is looked at once, however many cells are asked about."""

    __slots__ = ("_text", "_tops", "exist")

    def __init__(self, text: str) -> None:
        self._text = text
        self.exist = "|" in text
        self._tops: dict[int, int] = {}

    def head(self, at: int) -> str:
        """Return what stands on top of the column at a place; nothing if it is in no table, or in its first row."""
        text, start = self._text, self._row_start(at)
        column = text.count("|", start, at) if start >= 0 else 0
        top = self._top(start) if column else start
        if top == start:
            return ""
        end = text.find("\n", top, top + _LONGEST_ROW)
        cells = text[top:end].split("|") if end > 0 else []
        return cells[column].strip() if column < len(cells) else ""

    def _row_start(self, at: int) -> int:
        """Return where the line of a place starts; -1 if it is too long for a row."""
        earliest = max(0, at - _LONGEST_ROW)
        start = max(self._text.rfind("\n", earliest, at), self._text.rfind(BOUNDARY, earliest, at)) + 1
        return start if start or not earliest else -1

    def _top(self, start: int) -> int:
        """Return where the first row of the table starts that has a row here."""
        passed: list[int] = []
        row = start
        while row not in self._tops and len(passed) < _MOST_ROWS:
            passed.append(row)
            above = self._row_start(row - 1) if row and self._text[row - 1] == "\n" else -1
            if above < 0 or not _is_row(self._text[above : row - 1]):
                break
            row = above
        top = self._tops.get(row, row)
        self._tops.update(dict.fromkeys(passed, top))
        return top


def _is_row(line: str) -> bool:
    return "|" in line or (bool(line) and _RULE.issuperset(line))
