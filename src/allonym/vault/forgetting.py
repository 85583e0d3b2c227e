"""Forgetting a person: their words leave every manifest, their entries and postings go, tombstones stay.

What documents outside the choice still hold is somebody else's: a surname that another bears keeps its entry, and a
whole name that another bears keeps its pseudonym and gets no tombstone.
"""

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace

from allonym.core.types import Edit, Manifest, Place, Span
from allonym.core.withdrawal import WITHDRAWN
from allonym.vault.clearing import (
    Gone,
    Held,
    clear_accesses,
    clear_entities,
    clear_file,
    clear_grants,
    encoding_of,
    keys_of,
    without_row,
    without_words,
)
from allonym.vault.keys import Keys
from allonym.vault.likeness import SURE, Likeness
from allonym.vault.postings import Postings
from allonym.vault.records import pack_manifest, unpack_manifest
from allonym.vault.rows import SealedRows
from allonym.vault.store import MANIFESTS
from allonym.vault.terms import form_of, terms_in, terms_of, words_in
from allonym.vault.withdrawals import Withdrawal
from allonym.vault.withdrawn import Withdrawn

Chosen = Mapping[tuple[Place, bytes], AbstractSet[Span]]
"""Where the person stands in which manifests, and the outputs these spoke of; nowhere in a row that was left out."""

_NOWHERE = Span(0, 0)


@dataclass(frozen=True, slots=True)
class Forgetting:
    """Takes a person out of a vault."""

    rows: SealedRows = field(repr=False)
    keys: Keys = field(repr=False)
    postings: Postings = field(repr=False)
    withdrawn: Withdrawn = field(repr=False)
    clock: Callable[[], float] = field(repr=False)

    def forget(self, like: Likeness, chosen: Chosen) -> dict[str, int]:
        """Take out what is chosen, in one batch, and return how much that was."""
        with self.rows.batch():
            gone = self._leave(like, chosen)
            if not gone.after:
                return {"documents": 0, "mentions": 0, "entities": 0, "subjects": 0}
            held = self._still_held(like, gone)
            pseudonyms = clear_entities(self.rows, gone, held, lambda name: _is_person(like, name))
            for file in sorted({place.file for place in gone.after} - {0}):
                clear_file(self.rows, file)
            clear_grants(self.rows)
            clear_accesses(self.rows, like)
            self.withdrawn.add(self._names(like, gone) - held.keys, pseudonyms, self.clock())
        counts = {"documents": len(gone.after), "mentions": len(gone.edits) + gone.left_out}
        return {**counts, "entities": len(pseudonyms), "subjects": 1}

    def withdrawal(self, reference: str, counts: Mapping[str, int], destroyed: tuple[int, ...]) -> Withdrawal:
        """Return what a certificate says."""
        pending = self.withdrawn.awaits_new_keys()
        return Withdrawal(self.keys.vault.hex(), int(self.clock()), reference, dict(counts), destroyed, pending)

    def _leave(self, like: Likeness, chosen: Chosen) -> Gone:
        """Rewrite the manifests that are chosen."""
        gone, encodings = Gone(), dict[int, str]()
        for (place, output), spans in chosen.items():
            row = self.rows.get(MANIFESTS, (place.file, place.piece, place.slot))
            if row is None:
                continue
            manifest, turn = unpack_manifest(self.rows.open(MANIFESTS, row), place)
            if manifest.output != output:
                # Another text has taken the place since somebody looked.
                continue
            if place.file not in encodings:
                encodings[place.file] = encoding_of(self.rows, place.file)
            encoding = encodings[place.file]
            after = _left_out(manifest, gone) if manifest.withheld else _without(like, manifest, spans, gone, encoding)
            if after is manifest:
                continue
            gone.after[place] = after
            self.rows.put(MANIFESTS, [(row[:-1], pack_manifest(after, turn), row)])
        return gone

    def _still_held(self, like: Likeness, gone: Gone) -> Held:
        """Rewrite the postings of the person's terms, and return what others have of them."""
        held, seen = Held(), dict[Place, frozenset[str]]()
        for term in sorted(gone.terms):
            kept: list[Place] = []
            for place in self.postings.places([term]):
                if place not in seen:
                    seen[place] = self._look_at(like, place, gone, held)
                if term in seen[place]:
                    kept.append(place)
            self.postings.keep(term, kept)
            if kept:
                held.terms.add(term)
        return held

    def _look_at(self, like: Likeness, place: Place, gone: Gone, held: Held) -> frozenset[str]:
        """Note who else is in a text, and return the terms that it still has."""
        row = self.rows.get(MANIFESTS, (place.file, place.piece, place.slot))
        if row is None:
            return frozenset()
        manifest = unpack_manifest(self.rows.open(MANIFESTS, row), place)[0]
        left = replace(manifest, edits=tuple(edit for edit in manifest.edits if edit.replacement != WITHDRAWN))
        theirs = [edit for edit in left.edits if not gone.terms.isdisjoint(terms_of(edit.label, edit.replacement))]
        beside = {edit.entity for edit in theirs}
        held.forms.update(form_of(edit.label, edit.replacement) for edit in theirs)
        held.keys.update(keys_of(like, [edit for edit in left.edits if edit.entity in beside]))
        return terms_in(left)

    def _names(self, like: Likeness, gone: Gone) -> set[tuple[str, str]]:
        """Return what gets a tombstone: every form that is surely the person's, and the name that was asked for."""
        whole = {(top, key) for top, key in gone.keys if top != "PERSON" or " " in key}
        return whole | {(like.top, like.key), (like.top, like.initials())}


def _left_out(manifest: Manifest, gone: Gone) -> Manifest:
    """Return a row that was left out, without anything in it but its end."""
    gone.terms.update(words_in(manifest))
    gone.left_out += 1
    return without_row(manifest)


def _without(like: Likeness, manifest: Manifest, spans: AbstractSet[Span], gone: Gone, encoding: str) -> Manifest:
    """Return a manifest that leads to a text without the person; the same one if the person is not in it."""
    mine = [edit for edit in manifest.edits if edit.span in spans and edit.replacement != WITHDRAWN]
    if not mine:
        return manifest
    gone.edits += mine
    gone.terms.update(term for edit in mine for term in terms_of(edit.label, edit.replacement))
    gone.keys.update(keys_of(like, mine))
    author = None if manifest.author and _is_person(like, manifest.author) else manifest.author
    return replace(without_words(manifest, spans, encoding), author=author)


def _is_person(like: Likeness, name: str) -> bool:
    return like.judge([Edit(_NOWHERE, name, "PERSON")]) == SURE
