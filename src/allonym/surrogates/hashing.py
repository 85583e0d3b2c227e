"""The `hash` strategy: a keyed hash of who or what it is, the same wherever the scope meets it."""

import re
from dataclasses import dataclass

from allonym.core.errors import SettingsError
from allonym.core.nearest import nearest
from allonym.core.protocols import Desk
from allonym.core.types import Draw, Subject

SLOTS = ("label", "fine", "hash")
_SLOT = re.compile(r"\{([^{}]*)\}")
_SHORTEST, _LONGEST = 6, 64


@dataclass(frozen=True, slots=True)
class HashMaker:
    """Fills a template: {label} is the kind (PERSON), {fine} the finer kind (FIRST), {hash} hexadecimal digits."""

    length: int
    template: str
    distinct: bool = True
    natural: bool = False

    def write(self, subject: Subject, desk: Desk) -> list[str]:
        """Return the same hash for every mention; nobody can compute it without the key of the scope."""
        top, _, fine = subject.label.partition(".")
        frame = self.template.replace("{label}", top).replace("{fine}", fine or top)

        def propose(draw: Draw) -> str | None:
            words = ("hash", top, subject.key, *([str(draw.attempt)] if draw.attempt else ()))
            made = frame.replace("{hash}", desk.seed(*words).hex()[: self.length])
            return None if desk.stands(made) else made

        return [desk.assign(f"hash {frame}", subject.key, propose)] * len(subject.surfaces)


def hashed(length: int = 12, template: str = "{label}_{hash}") -> HashMaker:
    """Make the maker; the template needs {hash}, and the hash 6 to 64 digits."""
    for slot in _SLOT.findall(template):
        if slot not in SLOTS:
            raise SettingsError(f"the template of strategy 'hash' has an unknown slot {{{slot}}}{nearest(slot, SLOTS)}")
    if "{hash}" not in template:
        raise SettingsError("the template of strategy 'hash' needs {hash}")
    if not _SHORTEST <= length <= _LONGEST:
        raise SettingsError(f"the length of strategy 'hash' is {_SHORTEST} to {_LONGEST} digits")
    return HashMaker(length, template)
