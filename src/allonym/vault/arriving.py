"""What comes from another vault, or from an inbox, and speaks of somebody who has withdrawn here.

A file or a text that is here already, less the words of somebody, is not taken in again. Whatever else names somebody
who has withdrawn comes in without the words. Tombstones hold no words, so a name is put to the test in its own form:
what `forget` would call "maybe" is not known here.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from allonym.core.canon import canonical
from allonym.core.labels import LABELS
from allonym.core.types import Edit, FileRecord, Manifest, Span
from allonym.core.withdrawal import WITHDRAWN, is_withdrawn
from allonym.vault.clearing import without_row, without_words
from allonym.vault.keys import Keys
from allonym.vault.likeness import NOT, Likeness
from allonym.vault.parted import parts_of, side_by_side, whole
from allonym.vault.records import EntityRecord, FileState, unpack_file, unpack_manifest
from allonym.vault.rows import SealedRows
from allonym.vault.store import FILES, MANIFESTS
from allonym.vault.subjects import names_linker
from allonym.vault.tags import coded
from allonym.vault.terms import HANDLES, NAMED, folded, is_way_back
from allonym.vault.withdrawn import Withdrawn

_NO_FILE = 0
_AUTHOR = "author\0"
_TOPS = frozenset(name for name in LABELS if "." not in name)
_CAPITALS = re.compile(r"[A-Z]+")
_WORD = re.compile(r"[^\W_]+")
_MOST_WORDS, _MOST_PARTS = 500, 4
_BETWEEN = " | "


class Arrivals:
    """Tells what of that which arrives is known already, and takes out who has withdrawn. It looks when it is made."""

    def __init__(self, rows: SealedRows, keys: Keys) -> None:
        self._rows = rows
        self._keys = keys
        self._has_withdrawn = Withdrawn(rows, keys).names()
        self._nobody = Likeness(WITHDRAWN, None, names_linker())
        self._inputs: dict[tuple[bytes, str], set[bytes]] = {}
        self._unfinished: set[int] = set()
        for row, plain in rows.scan(FILES):
            state = unpack_file(plain, int(row[0]))
            if state.record is not None:
                self._inputs.setdefault(_output_of(state.record), set()).add(state.record.input)
            elif is_withdrawn(state.input):
                self._unfinished.add(int(row[0]))

    def has_file(self, state: FileState) -> bool:
        """Tell whether a file is here with the same output and name, and somebody has withdrawn from one of the two.

        Of two files from which nobody has withdrawn the inputs tell whether they are one.
        """
        if state.record is None:
            return False
        known = self._inputs.get(_output_of(state.record), set())
        return bool(known) and any(map(is_withdrawn, (*known, state.record.input)))

    def has_text(self, manifest: Manifest) -> bool:
        """Tell whether a text that is in no finished file is here, and differs by words of who has withdrawn only."""
        text = self._keys.tag(b"withheld" if manifest.withheld else b"text", manifest.output)
        tags = text, self._keys.tag(b"id", coded(manifest.id))
        for row in self._rows.find(MANIFESTS, ("text", "id"), tags):
            known = unpack_manifest(self._rows.open(MANIFESTS, row), None)[0]
            is_alone = manifest.place is None or manifest.place.file == _NO_FILE
            fits = row[0] == _NO_FILE if is_alone else row[0] in self._unfinished
            if fits and _are_alike(known, manifest) and (not is_alone or _has_gap(known) or _has_gap(manifest)):
                return True
        return False

    def names(self, entity: EntityRecord) -> bool:
        """Tell whether an entry is that of somebody who has withdrawn."""
        tops = {"PERSON" if top in NAMED else top for top in _TOPS.intersection(_CAPITALS.findall(entity.series))}
        return any(self._is_gone(top, form) for top in tops for form in _forms_of(entity.original))

    def told(self, entity: EntityRecord) -> str:
        """Return the scope of an entry as it may be kept: without an author who has withdrawn."""
        is_author = entity.scope.startswith(_AUTHOR)
        return _AUTHOR + WITHDRAWN if is_author and self._is_person(entity.scope[len(_AUTHOR) :]) else entity.scope

    def cleared(self, manifest: Manifest, encoding: str) -> tuple[Manifest, int]:
        """Return a manifest without the words of those who have withdrawn, and at how many places these stood."""
        if self._has_withdrawn is None or is_way_back(manifest):
            return manifest, 0
        if manifest.withheld:
            return (without_row(manifest), 1) if self._is_in_row(manifest) else (manifest, 0)
        author = manifest.author and self._is_person(manifest.author)
        spans = {edit.span for edit in self._theirs(manifest)}
        if not spans and not author:
            return manifest, 0
        after = without_words(manifest, spans, encoding) if spans else manifest
        return replace(after, author=None if author else manifest.author), len(spans) + bool(author)

    def _theirs(self, manifest: Manifest) -> set[Edit]:
        """Return the places of those who have withdrawn: whole names, names in parts, and handles beside these."""
        entities: dict[str, list[Edit]] = {}
        for edit in manifest.edits:
            if edit.replacement != WITHDRAWN:
                entities.setdefault(edit.entity, []).append(edit)
        gone = {edit for edits in entities.values() if self._is_one(edits) for edit in edits}
        people = {edit.replacement for edit in gone if edit.label.partition(".")[0] in NAMED}
        for row in side_by_side(manifest.edits):
            name = whole(row)
            if self._is_one([name]):
                people.add(name.replacement)
                gone |= parts_of(self._like(name.replacement), manifest)
        handles = [edits for edits in entities.values() if edits[0].label.partition(".")[0] in HANDLES]
        for like in map(self._like, sorted(people)):
            gone.update(edit for edits in handles if like.judge(edits) != NOT for edit in edits)
        return gone

    def _is_one(self, edits: Sequence[Edit]) -> bool:
        label, surfaces = edits[0].label, [edit.replacement for edit in edits]
        top = label.partition(".")[0]
        if top in NAMED:
            forms = {canonical(label, each) for each in surfaces if len(each.split()) > 1}
            return any(self._is_gone("PERSON", form) for form in {self._nobody.key_of(label, surfaces), *forms})
        return any(self._is_gone(top, form) for form in {canonical(label, each) for each in surfaces})

    def _is_person(self, name: str) -> bool:
        return bool(name.split()) and self._is_one([Edit(Span(0, 0), name, "PERSON")])

    def _is_in_row(self, manifest: Manifest) -> bool:
        """Tell whether words side by side, of a row that nobody has read, are the name of somebody withdrawn."""
        words = _WORD.findall((manifest.raw or b"").decode("utf-8", "replace"))[:_MOST_WORDS]
        for size in range(1, _MOST_PARTS + 1):
            for some in (words[start : start + size] for start in range(len(words) - size + 1)):
                if self._is_person(" ".join(some)) or self._is_person(" ".join([*some[1:], some[0]])):
                    return True
        return False

    def _is_gone(self, label: str, form: str) -> bool:
        return self._has_withdrawn is not None and self._has_withdrawn(label, form)

    def _like(self, name: str) -> Likeness:
        return Likeness(name, None, names_linker())


def _output_of(record: FileRecord) -> tuple[bytes, str]:
    return record.output, record.name


def _has_gap(manifest: Manifest) -> bool:
    return is_withdrawn(manifest.original)


def _are_alike(one: Manifest, other: Manifest) -> bool:
    """Tell whether two ways back differ only where the words of somebody were taken out."""
    if one.withheld or other.withheld:
        raws = one.raw or b"", other.raw or b""
        return raws[0] == raws[1] or any(raw.startswith(WITHDRAWN.encode()) for raw in raws)
    if [edit.span for edit in one.edits] != [edit.span for edit in other.edits]:
        return False
    pairs = zip(one.edits, other.edits, strict=True)
    return all(WITHDRAWN in (mine.replacement, theirs.replacement) or mine == theirs for mine, theirs in pairs)


def _forms_of(original: str) -> Iterator[str]:
    """Return how a tombstone may call what an entry is kept by: entries have more about them, or less."""
    words = original.split()
    yield original
    yield folded(original)
    yield folded(" ".join(_WORD.findall(" ".join(original.split(_BETWEEN)[:2]))))
    yield " ".join(original.split(_BETWEEN)[:2])
    yield " ".join(words[1:])
    yield " ".join(words[:-1])
    yield from (f"{sign}{original}" for sign in "@#+")
