"""Look-ups for texts that were edited since: all manifests of an id, and who has a pseudonym in a scope."""

from collections.abc import Iterator

from allonym.core.types import Manifest, Place
from allonym.vault.keys import Keys
from allonym.vault.records import unpack_entity, unpack_manifest
from allonym.vault.roles import require
from allonym.vault.rows import SealedRows
from allonym.vault.store import ENTITIES, MANIFESTS, WORDS, Row
from allonym.vault.tags import coded


class Searches:
    """Reads what `Texts` and `Entities` keep; nothing is written. It takes the key of somebody who may recover."""

    def __init__(self, rows: SealedRows, keys: Keys) -> None:
        self._rows = rows
        self._keys = keys

    def manifests_of(self, id: str) -> list[Manifest]:  # noqa: A002 - the public name
        """Return every manifest that is kept under an id, in whatever file; rows that were left out have none."""
        require("recover", self._keys.role)
        rows = self._rows.find(MANIFESTS, ("id",), (self._keys.tag(b"id", coded(id)),))
        found = [unpack_manifest(self._rows.open(MANIFESTS, row), _place(row))[0] for row in sorted(rows)]
        return [manifest for manifest in found if not manifest.withheld]

    def manifests(self) -> Iterator[Manifest]:
        """Return every manifest of the vault, one after the other. This opens each of them."""
        require("recover", self._keys.role)
        for _, plain in self._rows.scan(MANIFESTS):
            manifest = unpack_manifest(plain, None)[0]
            if not manifest.withheld:
                yield manifest

    def original_of(self, scope: str, pseudonym: str) -> str | None:
        """Return who was given a pseudonym in a scope, as the linker calls them; None if nobody was."""
        require("recover", self._keys.role)
        tags = self._keys.tag(b"scope", coded(scope)), self._keys.tag(b"pseudonym", coded(scope), coded(pseudonym))
        for row in self._rows.find(ENTITIES, ("scope", "pseudonym"), tags):
            # Only what is sealed in the row says that its pseudonym and its original belong together.
            self._rows.open(ENTITIES, row)
            words = self._rows.get(WORDS, ENTITIES.key_of(row))
            # Whoever was forgotten has a pseudonym, and no words.
            return None if words is None else unpack_entity(self._rows.open(WORDS, words)).original
        return None


def _place(row: Row) -> Place | None:
    file, piece, slot = map(int, row[:3])
    return Place(file, piece, slot) if file else None
