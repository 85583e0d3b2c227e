"""The `numbered` strategy: [PERSON_1], [PERSON_2] … in order of first appearance, by any template."""

import re
from dataclasses import dataclass

from allonym.core.errors import SettingsError
from allonym.core.nearest import nearest
from allonym.core.types import Draw

SLOTS = ("label", "fine", "n")
_SLOT = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True, slots=True)
class NumberedMaker:
    """Fills a template: {label} is the kind (PERSON), {fine} the finer kind (FIRST), {n} the running number."""

    template: str
    distinct: bool = True

    def series(self, label: str) -> str:
        """Return the template with the kind filled in: what looks alike is counted together."""
        top, _, fine = label.partition(".")
        return self.template.replace("{label}", top).replace("{fine}", fine or top)

    def stem(self, label: str) -> str:
        """Return what stands before the number."""
        return self.series(label).partition("{n}")[0]

    def propose(self, label: str, surface: str, draw: Draw) -> str:  # noqa: ARG002 - a number tells nothing of it
        """Return the template with the next number."""
        return self.series(label).replace("{n}", str(draw.number))


def numbered(template: str = "[{label}_{n}]") -> NumberedMaker:
    """Make the maker; the template needs {n}, or two entities would become one."""
    for slot in _SLOT.findall(template):
        if slot not in SLOTS:
            raise SettingsError(
                f"the template of strategy 'numbered' has an unknown slot {{{slot}}}{nearest(slot, SLOTS)}"
            )
    if "{n}" not in template:
        raise SettingsError("the template of strategy 'numbered' needs {n}, the running number")
    return NumberedMaker(template)
