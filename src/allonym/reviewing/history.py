"""The way of one sheet: every step that was taken, and back and forth between them."""

from dataclasses import dataclass, field, replace

from allonym.core.errors import UsageError
from allonym.reviewing.values import Sheet

KEPT = 500
"""So many steps can be undone; each keeps the sheet as it was."""


@dataclass(slots=True)
class History:
    """A sheet with what it was before, and what was undone. Versions only grow, whichever way it goes."""

    sheet: Sheet = field(repr=False)
    before: list[Sheet] = field(default_factory=list, repr=False)
    undone: list[Sheet] = field(default_factory=list, repr=False)

    def step(self, new: Sheet) -> Sheet:
        """Go on to another sheet; what was undone is gone."""
        self.before = [*self.before[-KEPT + 1 :], self.sheet]
        self.undone = []
        self.sheet = replace(new, version=self.sheet.version + 1)
        return self.sheet

    def undo(self) -> Sheet:
        """Go back by one step."""
        if not self.before:
            raise UsageError("there is nothing to undo")
        self.undone.append(self.sheet)
        return self._turn_to(self.before.pop())

    def redo(self) -> Sheet:
        """Take the step again that was undone last."""
        if not self.undone:
            raise UsageError("there is nothing to do again")
        self.before.append(self.sheet)
        return self._turn_to(self.undone.pop())

    def _turn_to(self, other: Sheet) -> Sheet:
        # An id that was given to a mark once is never given to another.
        self.sheet = replace(other, version=self.sheet.version + 1, last=max(other.last, self.sheet.last))
        return self.sheet
