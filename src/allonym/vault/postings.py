"""A blind index: in which texts a word of a name stands, without opening any of them.

postings: tag of term and number | sealed for those who read: up to four places of manifests
counters: tag of term, once more | sealed for all who pseudonymize: how many rows the term has

Every row has a tag of its own and the same size, so the table shows neither which rows belong together nor how often a
term stands anywhere. A place that no longer holds the term does no harm: whoever follows it looks at the manifest.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from struct import Struct

from allonym.core.errors import VaultDamaged
from allonym.core.types import Place
from allonym.vault.keys import Keys
from allonym.vault.records import unpack_manifest
from allonym.vault.rows import Entry, SealedRows
from allonym.vault.store import COUNTERS, MANIFESTS, POSTINGS, Row
from allonym.vault.tags import TAG_SIZE, coded, mac
from allonym.vault.terms import terms_in

_VERSION = b"\x01"
_PLACE = Struct(">IQH")
_PER_ROW = 4
_NUMBER = Struct(">Q")
_FILLED = len(_VERSION) + 1 + _PER_ROW * _PLACE.size
_MANY = 256
_NO_TERM = b"all texts are indexed"

Posting = tuple[Place, frozenset[str]]
"""Where a text stands, and the terms it has there for the first time."""


class Postings:
    """Keeps the index, and asks it."""

    def __init__(self, rows: SealedRows, keys: Keys) -> None:
        self._rows = rows
        self._keys = keys

    def add(self, postings: Iterable[Posting]) -> None:
        """Note places of terms, inside a batch."""
        places: dict[str, list[Place]] = {}
        for place, terms in postings:
            for term in terms:
                places.setdefault(term, []).append(place)
        if not places:
            return
        counters = {term: self._counter(coded(term)) for term in places}
        known = self._rows.get_many(COUNTERS, list(counters.values()))
        news: list[Entry] = []
        counts: list[Entry] = []
        for term, found in places.items():
            before = known.get(counters[term])
            last = self._last(before)
            made = [found[start : start + _PER_ROW] for start in range(0, len(found), _PER_ROW)]
            news += [(self._key(term, number), _packed(some), None) for number, some in enumerate(made, last + 1)]
            counts.append((counters[term], _VERSION + _NUMBER.pack(last + len(made)), before))
        self._rows.put(POSTINGS, news)
        self._rows.put(COUNTERS, counts)

    def places(self, terms: Iterable[str]) -> list[Place]:
        """Return the places of all texts that had one of the terms, in order."""
        found = {place for term in terms for row in self._rows_of(term) for place in self._places(row)}
        return sorted(found, key=lambda place: (place.file, place.piece, place.slot))

    def keep(self, term: str, places: Sequence[Place]) -> None:
        """Have a term stand at these places only, inside a batch; of a term without any, nothing is left."""
        self._rows.drop(POSTINGS, self._rows_of(term))
        counter = self._rows.get(COUNTERS, self._counter(coded(term)))
        if counter is not None:
            self._rows.drop(COUNTERS, [counter])
        self.add((place, frozenset({term})) for place in places)

    def is_whole(self) -> bool:
        """Tell whether every text is in the index: the first vaults had none."""
        empty = not self._rows.checkpoint().counts[MANIFESTS.name]
        return empty or self._rows.get(COUNTERS, self._counter(_NO_TERM)) is not None

    def begin(self) -> None:
        """Note, before the first text is kept, that all will be in the index."""
        if not self._rows.checkpoint().counts[MANIFESTS.name]:
            key = self._counter(_NO_TERM)
            self._rows.put(COUNTERS, [(key, _VERSION + _NUMBER.pack(0), self._rows.get(COUNTERS, key))])

    def complete(self, watch: Callable[[int, int], None] = lambda _done, _total: None) -> None:
        """Bring in the texts that an older version kept. What was interrupted is taken up again."""
        if self.is_whole():
            return
        done = 0
        for page in self._pages():
            with self._rows.batch():
                self.add(self._missing(page))
            done += len(page)
            watch(done, max(done, self._rows.checkpoint().counts[MANIFESTS.name]))
        with self._rows.batch():
            key = self._counter(_NO_TERM)
            self._rows.put(COUNTERS, [(key, _VERSION + _NUMBER.pack(0), self._rows.get(COUNTERS, key))])

    def _pages(self) -> Iterator[list[Row]]:
        after: Row = ()
        while page := self._rows.page(MANIFESTS, (), after):
            yield page
            before, after = after, MANIFESTS.key_of(page[-1])
            if after <= before:
                raise VaultDamaged(f"the vault was changed from outside: the order of table {MANIFESTS.name}")

    def _missing(self, page: Sequence[Row]) -> Iterator[Posting]:
        known: dict[str, set[Place]] = {}
        for row in page:
            place = place_of(row)
            terms = terms_in(unpack_manifest(self._rows.open(MANIFESTS, row), place)[0])
            for term in terms - known.keys():
                known[term] = set(self.places([term]))
            yield place, frozenset(term for term in terms if place not in known[term])

    def _rows_of(self, term: str) -> list[Row]:
        last = self._last(self._rows.get(COUNTERS, self._counter(coded(term))))
        found: list[Row] = []
        for start in range(1, last + 1, _MANY):
            keys = [self._key(term, number) for number in range(start, min(start + _MANY, last + 1))]
            rows = self._rows.get_many(POSTINGS, keys)
            if len(rows) < len(keys):
                raise VaultDamaged("the vault was changed from outside: a row of table postings is missing")
            found += rows.values()
        return found

    def _places(self, row: Row) -> Iterator[Place]:
        data = self._rows.open(POSTINGS, row)
        for number in range(data[len(_VERSION)]):
            yield Place(*_PLACE.unpack_from(data, len(_VERSION) + 1 + number * _PLACE.size))

    def _last(self, counter: Row | None) -> int:
        return 0 if counter is None else int.from_bytes(self._rows.open(COUNTERS, counter)[len(_VERSION) :])

    def _key(self, term: str, number: int) -> Row:
        return (self._keys.tag(b"posting", coded(term), _NUMBER.pack(number)),)

    def _counter(self, term: bytes) -> Row:
        # Two tags, neither of which any other row has: these counters look like those of scopes with one series.
        both = mac(self._keys.index, b"postings", term)
        return both[:TAG_SIZE], both[TAG_SIZE:]


def place_of(row: Row) -> Place:
    """Return where the manifest of a row stands; texts that came one by one stand in file 0."""
    file, piece, slot = map(int, row[:3])
    return Place(file, piece, slot)


def _packed(places: Sequence[Place]) -> bytes:
    data = b"".join(_PLACE.pack(place.file, place.piece, place.slot) for place in places)
    return (_VERSION + bytes([len(places)]) + data).ljust(_FILLED, b"\0")
