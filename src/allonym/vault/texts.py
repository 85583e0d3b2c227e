"""How each text is given back: manifests, found by the text that was put out, or by their place in a file.

manifests: file, piece, slot | tag of id, tag of text | sealed: the manifest, and the turn at which it was written

Texts that came one by one are pieces of file 0.
"""

from collections.abc import Iterator, Sequence

from allonym.core.collecting import undisturbed
from allonym.core.errors import AmbiguousText, UnknownText, UsageError
from allonym.core.making import quickly
from allonym.core.types import Manifest, Place, digest
from allonym.core.withdrawal import is_withdrawn
from allonym.vault.keys import Keys
from allonym.vault.postings import Postings
from allonym.vault.records import pack_manifest, unpack_manifest
from allonym.vault.rows import SealedRows
from allonym.vault.store import MANIFESTS, Row
from allonym.vault.tags import coded
from allonym.vault.terms import terms_in

_place_of = quickly(Place)
_NO_FILE = 0
_HIGH = 1 << 62  # above all numbers that are counted

New = tuple[Place, Manifest, Row | None]
"""Where a manifest is to stand, and the row that stands there now."""


class Texts:
    """Remembers manifests, and recalls them."""

    def __init__(self, rows: SealedRows, keys: Keys) -> None:
        self._rows = rows
        self._keys = keys
        self._postings = Postings(rows, keys)

    def remember(self, manifests: Sequence[Manifest]) -> None:
        """Keep manifests; the same one again changes nothing, another one at the same place replaces it."""
        with self._rows.batch():
            news = [*self._new_in_files(manifests), *self._new_alone(manifests)]
            if news:
                first = self._rows.take_turns(len(news))
                entries = [
                    (self._cells(place, manifest), pack_manifest(manifest, turn), before)
                    for turn, (place, manifest, before) in enumerate(news, first)
                ]
                self._postings.begin()
                self._rows.put(MANIFESTS, entries)
                self._postings.add((place, self._new_terms(manifest, before)) for place, manifest, before in news)

    def recall(self, text: str, id: str | None, original: bytes | None) -> Manifest:  # noqa: A002 - the public name
        """Return how a text is given back; of several manifests that lead to the same original, the newest."""
        rows = self._giving(digest(text), id)
        newest: Manifest | None = None
        latest = -1
        with undisturbed():
            found = [self._unpacked(row) for row in rows]
        for manifest, turn in found:
            if original is not None and manifest.original != original and not is_withdrawn(manifest.original):
                continue
            if newest is not None and manifest.original != newest.original:
                which = "say which with an id" if id is None else "several of them under this id; nothing tells which"
                raise AmbiguousText(f"{len(rows)} documents gave this text; {which}")
            if turn > latest:
                newest, latest = manifest, turn
        if newest is None:
            raise UnknownText("no document of this vault gave this text: was it changed, or is it of another vault?")
        return newest

    def of_file(self, file: int) -> Iterator[Manifest]:
        """Return the manifests of a file in the order of their places."""
        for row, plain in self._rows.scan(MANIFESTS, (file,)):
            yield unpack_manifest(plain, _place(row))[0]

    def _new_in_files(self, manifests: Sequence[Manifest]) -> Iterator[New]:
        placed: dict[Row, tuple[Place, Manifest]] = {}
        for manifest in manifests:
            if (place := manifest.place) is not None:
                placed[place.file, place.piece, place.slot] = place, manifest
        known = self._rows.get_many(MANIFESTS, list(placed)) if placed else {}
        for key, (place, manifest) in placed.items():
            if place.file <= _NO_FILE:
                raise UsageError(f"files of a vault count from 1, not {place.file}; begin_file gives the number")
            before = known.get(key)
            if before is None or not self._rows.reads(before) or self._unpacked(before)[0] != manifest:
                yield place, manifest, before

    def _new_alone(self, manifests: Sequence[Manifest]) -> Iterator[New]:
        alone: dict[tuple[str, bytes, bytes], Manifest] = {}
        for manifest in manifests:
            if manifest.place is None:
                alone.setdefault((manifest.id, manifest.output, manifest.original), manifest)
        unknown = [manifest for manifest in alone.values() if not self._is_known(manifest)]
        if unknown and not self._keys.reads:
            # Who cannot tell what is known already puts each text where it would stand the second time, too.
            for manifest in unknown:
                place = Place(_NO_FILE, self._number(manifest), 0)
                yield place, manifest, self._rows.get(MANIFESTS, (place.file, place.piece, place.slot))
        elif unknown:
            piece = self._rows.next_number(MANIFESTS, (_NO_FILE,))
            for number, manifest in enumerate(unknown, piece):
                yield Place(_NO_FILE, number, 0), manifest, None

    def _number(self, manifest: Manifest) -> int:
        tag = self._keys.tag(b"alone", coded(manifest.id), manifest.output, manifest.original)
        return _HIGH + (int.from_bytes(tag[:8]) >> 2)

    def _new_terms(self, manifest: Manifest, before: Row | None) -> frozenset[str]:
        """Return what a text is found by and was not found by before."""
        known = before is not None and self._rows.reads(before)
        return terms_in(manifest) - (
            terms_in(self._unpacked(before)[0]) if known and before is not None else frozenset()
        )

    def _is_known(self, manifest: Manifest) -> bool:
        rows = self._giving(manifest.output, manifest.id)
        mine = [row for row in rows if row[0] == _NO_FILE and self._rows.reads(row)]
        originals = [self._unpacked(row)[0].original for row in mine]
        return manifest.original in originals

    def _giving(self, output: bytes, name: str | None) -> list[Row]:
        text = self._keys.tag(b"text", output)
        if name is None:
            return self._rows.find(MANIFESTS, ("text",), (text,))
        return self._rows.find(MANIFESTS, ("text", "id"), (text, self._keys.tag(b"id", coded(name))))

    def _cells(self, place: Place, manifest: Manifest) -> Row:
        # What was left out of an output is never the answer to a text, not even to an empty one.
        text = self._keys.tag(b"withheld" if manifest.withheld else b"text", manifest.output)
        return place.file, place.piece, place.slot, self._keys.tag(b"id", coded(manifest.id)), text

    def _unpacked(self, row: Row) -> tuple[Manifest, int]:
        return unpack_manifest(self._rows.open(MANIFESTS, row), _place(row))


def _place(row: Row) -> Place | None:
    file, piece, slot = map(int, row[:3])
    return None if file == _NO_FILE else _place_of(file, piece, slot)
