"""What a search for residue found in an output, kept with the record of the file for its certificate: counts only."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from allonym.core.types import FileRecord
from allonym.vault.files import Files
from allonym.vault.rows import SealedRows

_FACT = "residual"


class Residuals:
    """Keeps the result of the last search in each output."""

    def __init__(self, rows: SealedRows, files: Files, clock: Callable[[], float]) -> None:
        self._rows = rows
        self._files = files
        self._clock = clock

    def keep(self, record: FileRecord, result: Mapping[str, object]) -> None:
        """Note what was found in an output that is as it was written, and when; an earlier result gives way.

        Files of the first versions have no facts, and are left as they are.
        """
        if record.facts:
            timed = {**result, "time": int(self._clock())}
            with self._rows.batch():
                self._files.finish(replace(record, facts={**record.facts, _FACT: timed}))

    @staticmethod
    def of(record: FileRecord) -> Mapping[str, object] | None:
        """Return what was found in an output, or None if it was never searched."""
        found = record.facts.get(_FACT)
        return found if isinstance(found, Mapping) else None
