"""How likely a word must be in a name to be taken for one: the bars that a sensitivity stands for."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

_CALIBRATED = (
    (0.0, 0.8, 0.8, 0.8),
    (0.25, 0.6, 0.4, 0.4),
    (0.5, 0.5, 0.12, 0.08),
    (0.75, 0.5, 0.08, 0.05),
    (1.0, 0.5, 0.03, 0.03),
)
"""Sensitivity, and the bars it stands for; docs/reference/model.md has what each reaches on annotated text."""


@dataclass(frozen=True, slots=True)
class Bars:
    """How likely a word must be in a name to be taken for one, for something that may be one, for a hint of one.

    What may be one has a bar for careful text, where capitals and sentences can be relied on, and one for hasty text.
    """

    sure: float
    careful: float
    hasty: float
    hint: float = 0.05

    def of(self, is_careful: bool) -> "TextBars":
        """Return the bars for a text that is careful, or hasty."""
        unsure = self.careful if is_careful else self.hasty
        return TextBars(self.sure, unsure, min(self.hint, unsure), is_careful)


class TextBars(NamedTuple):
    """The bars for one text, and whether it is careful."""

    sure: float
    unsure: float
    hint: float
    is_careful: bool


def bars(sensitivity: float) -> Bars:
    """Return the bars for a sensitivity, between those that were measured."""
    steps, *columns = zip(*_CALIBRATED, strict=True)
    return Bars(*(float(np.interp(sensitivity, steps, column)) for column in columns))
