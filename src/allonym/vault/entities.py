"""Who was given which pseudonym: within a scope, originals and pseudonyms are one to one.

entities: tag of scope, tag of original | tag of pseudonym | sealed for all who pseudonymize: the pseudonym
words:    tag of scope, tag of original | sealed for those who read: the words themselves
counters: tag of scope, tag of series   | sealed for all who pseudonymize: the last running number given out
"""

from dataclasses import replace

from allonym.core.protocols import Propose
from allonym.vault.keys import Keys
from allonym.vault.ledger import first_free
from allonym.vault.records import EntityRecord, pack_entity, packed, unpacked
from allonym.vault.rows import SealedRows
from allonym.vault.store import COUNTERS, ENTITIES, WORDS, Row
from allonym.vault.tags import coded, free_seed, seed
from allonym.vault.withdrawn import Withdrawn


class Entities:
    """Gives out pseudonyms, and remembers them."""

    def __init__(self, rows: SealedRows, keys: Keys) -> None:
        self._rows = rows
        self._keys = keys
        self._withdrawn = Withdrawn(rows, keys)

    def assign(self, scope: str, series: str, original: str, propose: Propose) -> str:
        """Return the pseudonym of an original; the first time, ask `propose` until a free one comes."""
        place = self._place(scope, series, original)
        known = self._known(place)
        if known is not None:
            return known
        with self._rows.batch():
            # Another process may have been quicker, up to the moment at which this batch began.
            known = self._known(place)
            return self._assign(place, (scope, series, original), propose) if known is None else known

    def knows(self, scope: str, series: str, original: str) -> bool:
        """Tell whether an original was given a pseudonym before."""
        return self._rows.get(ENTITIES, self._place(scope, series, original)) is not None

    def adopt(self, entity: EntityRecord, scope: str) -> bool:
        """Keep an entity of another vault, inside a batch; tell whether it has the same pseudonym here now.

        Where its pseudonym is somebody else's here, or it has another one, everything stays as it is. `scope` is how
        the words call its scope, which may be one that may not be named here.
        """
        place = self._place(entity.scope, entity.series, entity.original)
        known = self._known(place)
        if known is not None:
            return known == entity.pseudonym
        name = self._keys.tag(b"pseudonym", coded(entity.scope), coded(entity.pseudonym))
        if self._is_taken(entity.scope, entity.pseudonym, (place[0], name)):
            return False
        counter = place[0], self._keys.tag(b"series", coded(entity.scope), coded(entity.series))
        before = self._rows.get(COUNTERS, counter)
        self._rows.put(ENTITIES, [((*place, name), packed([entity.pseudonym]), None)])
        self._rows.put(WORDS, [(place, pack_entity(replace(entity, scope=scope)), None)])
        self._rows.put(COUNTERS, [(counter, packed([self._last_number(before) + 1]), before)])
        return True

    def seed(self, scope: str, *words: str) -> bytes:
        """Return 32 keyed bytes, the same for the same words in a scope."""
        return free_seed(self._keys.seeds, scope, words)

    def _place(self, scope: str, series: str, original: str) -> tuple[bytes, bytes]:
        words = coded(scope), coded(series), coded(original)
        return self._keys.tag(b"scope", words[0]), self._keys.tag(b"original", *words)

    def _known(self, place: Row) -> str | None:
        row = self._rows.get(ENTITIES, place)
        return None if row is None else str(unpacked(self._rows.open(ENTITIES, row))[0])

    def _assign(self, place: tuple[bytes, bytes], words: tuple[str, str, str], propose: Propose) -> str:
        scope, series, original = words

        def named(pseudonym: str) -> tuple[bytes, bytes]:
            return place[0], self._keys.tag(b"pseudonym", coded(scope), coded(pseudonym))

        counter = place[0], self._keys.tag(b"series", coded(scope), coded(series))
        pseudonym, number = first_free(
            series,
            self._last_number(self._rows.get(COUNTERS, counter)) + 1,
            lambda attempt: seed(self._keys.seeds, scope, series, original, attempt),
            propose,
            lambda proposed: self._is_taken(scope, proposed, named(proposed)),
        )
        # A proposal may be put together from parts that it has assigned itself, even from this very original.
        known, before = self._known(place), self._rows.get(COUNTERS, counter)
        if known is not None:
            return known
        entity, last = EntityRecord(scope, series, original, pseudonym), max(number, self._last_number(before))
        self._rows.put(ENTITIES, [((*place, named(pseudonym)[1]), packed([pseudonym]), None)])
        self._rows.put(WORDS, [(place, pack_entity(entity), None)])
        self._rows.put(COUNTERS, [(counter, packed([last]), before)])
        return pseudonym

    def _is_taken(self, scope: str, pseudonym: str, named: Row) -> bool:
        # The pseudonym of somebody who was forgotten stands in outputs; it must not become another's.
        is_given = bool(self._rows.find(ENTITIES, ("scope", "pseudonym"), named))
        return is_given or self._withdrawn.took(scope, pseudonym)

    def _last_number(self, counter: Row | None) -> int:
        return 0 if counter is None else int(unpacked(self._rows.open(COUNTERS, counter))[0])
