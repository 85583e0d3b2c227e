"""Lines of JSON that look like the one before: the same keys in the same order, and no brackets within.

    {"id": "1", "likes": 3, "text": "…"}      read by one expression that knows these keys

So are most files, and this takes half the time. Whatever looks otherwise is left to `json_scan`, which reads anything.
"""

import re
from dataclasses import dataclass, field

from allonym.core.pieces import Layout
from allonym.formats.json_record import Record, Role, Roles, names_in, record_of_values
from allonym.formats.json_scan import SCALAR, SPACES, STRING, Scan

_MOST_TRIES = 8
"""So often a new shape is learnt: in a file where every line has its own, this would cost more than it saves."""
_MOST_KEYS = 100
_LONGEST = 4000


@dataclass(frozen=True, slots=True)
class _Shape:
    expression: re.Pattern[str] = field(repr=False)
    """Has a group for every value that is asked for."""
    asked: tuple[tuple[int, str, Role], ...] = field(repr=False)
    """The number of each such group, the path of its value and the role."""
    names: tuple[str, ...] = field(repr=False)


@dataclass(slots=True)
class Shapes:
    """Knows how the last lines of a file looked."""

    layout: Layout
    role_of: Roles
    _shape: _Shape | None = field(default=None, repr=False)
    _tries: int = 0

    def read(self, line: str) -> Record | None:
        """Return the record of a line that looks like the one that was learnt; None for any other. Raise Unfit."""
        shape = self._shape
        match = shape.expression.fullmatch(line) if shape else None
        if not shape or not match:
            return None
        values = [(path, role, *match.span(group)) for group, path, role in shape.asked]
        return record_of_values(line, values, 0, shape.names, self.layout)

    def learn(self, line: str, scan: Scan) -> None:
        """Note how a line looks that was fit, so that those like it are read at once."""
        if self._tries == _MOST_TRIES or len(scan.names) > _MOST_KEYS or sum(map(len, scan.names)) > _LONGEST:
            return
        self._tries += 1
        roles = [(name, self.role_of(name)) for name in scan.names]
        members = ",".join([_member(name, is_asked=role is not None) for name, role in roles])
        expression = re.compile(rf"\{{{members}\}}{SPACES}")
        if expression.fullmatch(line):
            asked = enumerate([(name, role) for name, role in roles if role], 1)
            self._shape = _Shape(expression, tuple((group, *each) for group, each in asked), names_in(scan))


def _member(name: str, *, is_asked: bool) -> str:
    """Return the expression of a key and its value; the value is a group if it is asked for."""
    bracket = "(" if is_asked else "(?:"
    return rf'{SPACES}"{re.escape(name)}"{SPACES}:{SPACES}{bracket}{STRING}|{SCALAR}){SPACES}'
