"""Tombstones: who has withdrawn, so that the name is given no pseudonym again, and which pseudonyms are used up.

withdrawn: tag of a name, or of a pseudonym | sealed for all who pseudonymize: when, and the last record key then

A tombstone holds no words. Whoever has the keys can test a name against it, which is what it is for.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from allonym.vault.keys import Keys
from allonym.vault.records import packed, unpacked
from allonym.vault.rows import SealedRows
from allonym.vault.store import KEYS, WITHDRAWN
from allonym.vault.tags import coded

IsWithdrawn = Callable[[str, str], bool]
"""Tells of a label and a key or canonical form whether it is that of somebody who has withdrawn."""


@dataclass(slots=True)
class _Seen:
    """The tombstones that were read last. None ever goes, so as many are the same."""

    count: int = 0
    tags: frozenset[bytes] = frozenset()


class Withdrawn:
    """Keeps tombstones."""

    def __init__(self, rows: SealedRows, keys: Keys) -> None:
        self._rows = rows
        self._keys = keys
        self._seen = _Seen()

    def names(self) -> IsWithdrawn | None:
        """Return what tells who has withdrawn; None if nobody has."""
        tags = self._tags()
        return (lambda label, key: self._name(label, key) in tags) if tags else None

    def took(self, scope: str, pseudonym: str) -> bool:
        """Tell whether a pseudonym was that of somebody who has withdrawn; it stands in outputs."""
        tags = self._tags()
        return bool(tags) and self._pseudonym(scope, pseudonym) in tags

    def add(self, names: Iterable[tuple[str, str]], pseudonyms: Iterable[tuple[str, str]], time: float) -> int:
        """Put up tombstones, inside a batch, and return how many: for names, by label, and for pseudonyms, by scope."""
        last = self._rows.next_number(KEYS) - 1
        tags = {self._name(*each) for each in names} | {self._pseudonym(*each) for each in pseudonyms}
        known = self._rows.get_many(WITHDRAWN, [(tag,) for tag in sorted(tags)])
        plain = packed([int(time), last])
        self._rows.put(WITHDRAWN, [((tag,), plain, known.get((tag,))) for tag in sorted(tags)])
        return len(tags)

    def awaits_new_keys(self) -> bool:
        """Tell whether a record key is still there under which words of somebody forgotten were sealed."""
        last = max((int(unpacked(plain)[1]) for _, plain in self._rows.scan(WITHDRAWN)), default=0)
        return any(secret and int(row[0]) <= last for row, secret in self._rows.scan(KEYS))

    def reference(self, label: str, key: str) -> str:
        """Return how somebody is called where no name may stand."""
        return self._name(label, key).hex()

    def _tags(self) -> frozenset[bytes]:
        count = self._rows.checkpoint().counts[WITHDRAWN.name]
        if count != self._seen.count:
            self._seen = _Seen(count, frozenset(bytes(row[0]) for row, _ in self._rows.scan(WITHDRAWN)))
        return self._seen.tags if count else frozenset()

    def _name(self, label: str, key: str) -> bytes:
        return self._keys.tag(b"withdrawn", coded(label.partition(".")[0]), coded(key))

    def _pseudonym(self, scope: str, pseudonym: str) -> bytes:
        return self._keys.tag(b"withdrawn pseudonym", coded(scope), coded(pseudonym))
