"""The `numbered` strategy: [PERSON_1], [PERSON_2] … in order of first appearance, by any template."""

import re
from dataclasses import dataclass

from allonym.core.errors import SettingsError
from allonym.core.nearest import nearest
from allonym.core.protocols import Desk
from allonym.core.types import Draw, Subject

SLOTS = ("label", "fine", "n")
_SLOT = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True, slots=True)
class NumberedMaker:
    """Fills a template: {label} is the kind (PERSON), {fine} the finer kind (FIRST), {n} the running number."""

    template: str
    distinct: bool = True
    natural: bool = False

    def series(self, label: str) -> str:
        """Return the template with the kind filled in: what looks alike is counted together."""
        top, _, fine = label.partition(".")
        return self.template.replace("{label}", top).replace("{fine}", fine or top)

    def write(self, subject: Subject, desk: Desk) -> list[str]:
        """Return the template with the entity's number, for every mention."""
        series = self.series(subject.label)
        stem = series.partition("{n}")[0]

        def propose(draw: Draw) -> str | None:
            words = series.replace("{n}", str(draw.number))
            # A pseudonym that already stands in the text would be taken for what it is not.
            return None if desk.stands(words, stem) else words

        return [desk.assign(series, subject.key, propose)] * len(subject.surfaces)


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
