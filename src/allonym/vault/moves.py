"""What a vault gives to another one, and takes from it."""

from collections.abc import Iterable, Iterator

from allonym.vault.audit import Audit
from allonym.vault.intake import Intake, Lot, Taken, lots
from allonym.vault.keys import Keys
from allonym.vault.rows import SealedRows


class Moves:
    """Gives out all that a vault knows, lot by lot, and takes in what another knows."""

    def __init__(self, rows: SealedRows, keys: Keys, audit: Audit) -> None:
        self._rows = rows
        self._keys = keys
        self._audit = audit

    def lots(self) -> Iterator[Lot]:
        """Return all that the vault knows, without holding it in memory."""
        return lots(self._rows)

    def take_in(self, action: str, given: Iterable[Lot]) -> Taken:
        """Take in what another vault knows, all of it or nothing."""
        with self._audit.noting(action) as noted:
            intake = Intake(self._rows, self._keys)
            for lot in given:
                intake.take(lot)
            taken = intake.finish()
            noted.counts.update(entities=taken.entities, files=taken.files, texts=taken.texts)
        return taken
