"""One line of the audit log: a closed schema without words of anybody.

Who (a key slot, a role) did what, how it went, how much of it, and the number of whatever it was done to. Reasons and
names that people type are kept elsewhere, sealed; an entry only refers to their number. Each entry holds the hash of
the one before it, the first one a hash of the vault's id.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256

from allonym.core.errors import UsageError
from allonym.vault.canonical import Data, canonical, parsed
from allonym.vault.roles import OPERATIONS, ROLES

BEGUN, DONE, REFUSED, FAILED = "begun", "done", "refused", "failed"
RESULTS = (BEGUN, DONE, REFUSED, FAILED)
"""How something went. What cannot be undone, such as giving out a text, is noted when it begins, and at its end."""

ACTIONS = frozenset(OPERATIONS) | {
    "use",
    "refuse",
    "find",
    "contact",
    "export",
    "import",
    "rotate",
    "backup",
    "restore",
    "sign",
}
"""What can be done: all that a role can be asked for, and more."""

COUNTS = frozenset(
    {
        "characters",
        "documents",
        "entities",
        "entries",
        "files",
        "grants",
        "keys",
        "mentions",
        "outputs",
        "rows",
        "subjects",
        "texts",
        "withheld",
    }
)
"""What can be counted."""

# An opaque number, or a keyed tag, and what kind of thing it numbers: "access-12", "file-3", "key-1a2b3c4d".
_REFERENCE = re.compile(r"(?:[a-z]{2,12}-)?[0-9a-f]{1,64}")
_ACTOR = re.compile(r"[0-9a-f]{0,64}")
_HASH = re.compile(r"[0-9a-f]{64}")
_NAMES = frozenset({"number", "time", "actor", "role", "action", "result", "reference", "counts", "before"})


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: `time` in whole seconds, `actor` the id of a key slot, `before` the hash of the entry before it."""

    number: int
    time: int
    actor: str
    role: str
    action: str
    result: str
    before: str
    reference: str = ""
    counts: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not _fits(self):
            raise UsageError(
                f"entry {self.number} of the audit log does not fit its schema, which has no room for words"
            )

    def as_data(self) -> Data:
        """Return the entry as plain data."""
        return {name: dict(self.counts) if name == "counts" else getattr(self, name) for name in _NAMES}

    def as_bytes(self) -> bytes:
        """Return the entry as it is kept and hashed."""
        return canonical(self.as_data())

    def hash(self) -> str:
        """Return what the next entry has to hold."""
        return sha256(self.as_bytes()).hexdigest()


def counted(facts: Mapping[str, object]) -> dict[str, int]:
    """Return those of many facts that can be counted here."""
    return {name: value for name, value in facts.items() if name in COUNTS and isinstance(value, int)}


def beginning(vault: bytes) -> str:
    """Return the hash that the first entry of a vault's log holds."""
    return sha256(b"allonym/audit\0" + vault).hexdigest()


def entry_of(data: object) -> Entry:
    """Return the entry that plain data describe; raise ValueError for anything else."""
    if not isinstance(data, dict) or set(data) != _NAMES:
        raise ValueError("not an entry")
    try:
        return Entry(**data)
    except UsageError:
        raise ValueError("not an entry") from None


def read_entry(data: bytes) -> Entry:
    """Return the entry that bytes describe; raise ValueError unless they are just as one is kept."""
    entry = entry_of(parsed(data))
    if entry.as_bytes() != data:
        raise ValueError("not an entry")
    return entry


def _fits(entry: Entry) -> bool:
    return (
        _is_number(entry.number, 1)
        and _is_number(entry.time)
        and entry.role in ROLES
        and entry.action in ACTIONS
        and entry.result in RESULTS
        and _matches(_ACTOR, entry.actor)
        and _matches(_HASH, entry.before)
        and (entry.reference == "" or _matches(_REFERENCE, entry.reference))
        and isinstance(entry.counts, Mapping)
        and all(name in COUNTS and _is_number(count) for name, count in entry.counts.items())
    )


def _matches(pattern: re.Pattern[str], text: object) -> bool:
    return isinstance(text, str) and pattern.fullmatch(text) is not None


def _is_number(value: object, least: int = 0) -> bool:
    return type(value) is int and least <= value < 2**63
