"""What else speaks of a forgotten person: entries of the ledger, hashes of files, the way back to a container.

An entry goes if it is kept by a whole name or a handle that only the person had, or by a word that nobody else has:
"rosalinde_ogwist" goes though others are called Rosalinde and Ögwist, and their "rosalinde" and "ögwist" stay.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace

from allonym.core.canon import canonical
from allonym.core.labels import LABELS
from allonym.core.types import Edit, FileRecord, Manifest, Place, Span
from allonym.core.withdrawal import MARK, WITHDRAWN, proof
from allonym.vault import crypto
from allonym.vault.likeness import SURE, Likeness
from allonym.vault.parted import side_by_side, whole
from allonym.vault.postings import place_of
from allonym.vault.records import (
    EntityRecord,
    FileState,
    pack_access,
    pack_entity,
    pack_file,
    unpack_access,
    unpack_entity,
    unpack_file,
    unpack_manifest,
)
from allonym.vault.respelling import respelt
from allonym.vault.rows import SealedRows
from allonym.vault.store import ACCESSES, ENTITIES, FILES, GRANTS, MANIFESTS, WORDS, Row
from allonym.vault.tags import TAG_SIZE
from allonym.vault.terms import HANDLES, NAMED, folded, form_of, is_way_back, words_of

_OTHER_TOPS = frozenset(name for name in LABELS if "." not in name) - NAMED - HANDLES
_CAPITALS = re.compile(r"[A-Z]+")
_PARTS = frozenset({"PERSON.FIRST", "PERSON.MIDDLE", "PERSON.LAST", "PERSON.NICKNAME"})
_WHO, _INITIALS, _DOMAIN = "PERSON.WHO", "PERSON.INITIALS", "DOMAIN"
_WORD = re.compile(r"[^\W_]+")
_HOST = re.compile(r"(?:[a-z][a-z0-9+.\-]*://)?(?:[^/?#\s]*@)?([^/?#:@\s]+)", re.IGNORECASE)
_AUTHOR = "author\0"
_NO_OUTPUT = b""
_BETWEEN = " | "


@dataclass(slots=True)
class Gone:
    """What goes: the manifests as they are afterwards, the words of the person, and what they were found by."""

    after: dict[Place, Manifest] = field(default_factory=dict, repr=False)
    edits: list[Edit] = field(default_factory=list, repr=False)
    keys: set[tuple[str, str]] = field(default_factory=set, repr=False)
    terms: set[str] = field(default_factory=set, repr=False)
    left_out: int = 0


@dataclass(slots=True)
class Held:
    """What other documents, or other people in the same ones, still hold of that."""

    terms: set[str] = field(default_factory=set, repr=False)
    forms: set[str] = field(default_factory=set, repr=False)
    keys: set[tuple[str, str]] = field(default_factory=set, repr=False)


def keys_of(like: Likeness, edits: Sequence[Edit]) -> Iterator[tuple[str, str]]:
    """Return who stands at some places, by label and key: each entity, each form of it, and names in several parts."""
    entities: dict[str, list[Edit]] = {}
    for edit in edits:
        entities.setdefault(edit.entity, []).append(edit)
    for mine in (*entities.values(), *([whole(parts)] for parts in side_by_side(edits))):
        label = mine[0].label
        top = "PERSON" if label.partition(".")[0] in NAMED else label.partition(".")[0]
        yield top, like.key_of(label, [edit.replacement for edit in mine])
        for edit in mine:
            yield top, like.key_of(label, [edit.replacement])
            yield top, canonical(label, edit.replacement)


def clear_entities(rows: SealedRows, gone: Gone, held: Held, is_person: Callable[[str], bool]) -> list[tuple[str, str]]:
    """Take away the entries of the person and of nobody else; return their scopes and pseudonyms."""
    theirs = _Theirs.of(gone, held)
    dropped: list[tuple[str, str]] = []
    domains: list[tuple[Row, EntityRecord]] = []
    used: set[tuple[str, str]] = set()
    for row, plain in rows.scan(WORDS):
        entity = unpack_entity(plain)
        if theirs.has(entity):
            dropped.append(_drop_entry(rows, row, entity))
            continue
        used.update((entity.scope, domain) for domain in _domains_of(entity.series, entity.original))
        if entity.series == _DOMAIN and entity.original in theirs.domains:
            domains.append((row, entity))
        if entity.scope.startswith(_AUTHOR) and is_person(entity.scope.removeprefix(_AUTHOR)):
            # Others whom the person has written about stay; that it was this person who wrote does not.
            rows.put(WORDS, [(row[:-1], pack_entity(replace(entity, scope=_AUTHOR + WITHDRAWN)), row)])
    # The domain of an address is kept by itself; it is the person's if no other address is there.
    alone = [(row, entity) for row, entity in domains if (entity.scope, entity.original) not in used]
    return dropped + [_drop_entry(rows, row, entity) for row, entity in alone]


def _drop_entry(rows: SealedRows, row: Row, entity: EntityRecord) -> tuple[str, str]:
    entry = rows.get(ENTITIES, WORDS.key_of(row))
    rows.drop(WORDS, [row])
    rows.drop(ENTITIES, [each for each in [entry] if each is not None])
    return entity.scope, entity.pseudonym


def without_words(manifest: Manifest, spans: AbstractSet[Span], encoding: str) -> Manifest:
    """Return a manifest that leads to a text without the words at some places, and can still be proven."""
    # The stand-in goes, too: that of a number may be the number itself, encrypted.
    edits = tuple(
        Edit(edit.span, WITHDRAWN, edit.label, edit.entity) if edit.span in spans else edit for edit in manifest.edits
    )
    words = [edit.replacement for edit in manifest.edits if edit.span in spans]
    raw = None if manifest.raw is None else respelt(manifest.raw, encoding, words)
    return replace(manifest, edits=edits, original=proof(manifest.output, edits), raw=raw)


def without_row(manifest: Manifest) -> Manifest:
    """Return a row that was left out, without anything in it but its end."""
    raw = manifest.raw or b""
    return replace(manifest, raw=WITHDRAWN.encode() + (b"\r\n" if raw.endswith(b"\r\n") else b"\n"))


def clear_file(rows: SealedRows, file: int, *, is_container: bool = False) -> None:
    """Have a file known by its output only: whoever has that could try names against the hash of the input.

    The way back to a container holds its bytes as they were; it goes, and the file is recovered text by text.
    """
    row = rows.get(FILES, (file,))
    if row is None:
        return
    state = unpack_file(rows.open(FILES, row), file)
    is_container = _drop_way_back(rows, file) or is_container
    record = None if state.record is None else replace(state.record, input=MARK)
    cells = file, crypto.fresh(TAG_SIZE), _NO_OUTPUT if is_container else row[2]
    rows.put(FILES, [(cells, pack_file(FileState(state.settings, MARK, record)), row)])


def clear_grants(rows: SealedRows) -> None:
    """Take back what was handed over for recoveries and not used yet: it may hold the words, in somebody's box."""
    while page := rows.page(GRANTS, (), ()):
        rows.drop(GRANTS, page)


def clear_accesses(rows: SealedRows, like: Likeness) -> None:
    """Take the person out of what was noted of recoveries: people write names into reasons."""
    for row, plain in rows.scan(ACCESSES):
        access = unpack_access(plain)
        told = replace(access, reason=_unless_named(like, access.reason), what=_unless_named(like, access.what))
        if told != access:
            rows.put(ACCESSES, [(row[:-1], pack_access(told), row)])


def encoding_of(rows: SealedRows, file: int) -> str:
    """Return the encoding of a file, UTF-8 where nothing is known of it."""
    row = rows.get(FILES, (file,)) if file else None
    return encoding_in(None if row is None else unpack_file(rows.open(FILES, row), file).record)


def encoding_in(record: FileRecord | None) -> str:
    """Return the encoding that a record of a file tells, UTF-8 where it tells none."""
    return "utf-8" if record is None else str(record.layout.get("encoding") or "utf-8")


@dataclass(frozen=True, slots=True)
class _Theirs:
    """By what the entries of the person are kept: words that nobody else has, whole names, handles, other labels.

    `others` are the whole names of others, as sorted words.
    """

    words: frozenset[str] = field(repr=False)
    wholes: frozenset[str] = field(repr=False)
    singles: frozenset[str] = field(repr=False)
    handles: frozenset[str] = field(repr=False)
    domains: frozenset[str] = field(repr=False)
    others: frozenset[tuple[str, ...]] = field(repr=False)
    tops: frozenset[str]

    @classmethod
    def of(cls, gone: Gone, held: Held) -> "_Theirs":
        words = frozenset(term for term in gone.terms - held.terms if ":" not in term)
        wholes = {folded(key) for top, key in gone.keys - held.keys if top != "PERSON" or " " in key}
        alone = {edit for edit in gone.edits if form_of(edit.label, edit.replacement) not in held.forms}
        wholes |= {
            folded(canonical(edit.label, edit.replacement)) for edit in alone if len(words_of(edit.replacement)) != 1
        }
        wholes |= {_compact(whole) for whole in wholes if any(map(str.isdigit, whole))}
        return cls(
            words=words,
            wholes=frozenset(wholes),
            singles=frozenset(folded(key) for top, key in gone.keys - held.keys if top == "PERSON"),
            handles=_handles(form_of(edit.label, edit.replacement) for edit in gone.edits) - _handles(held.forms),
            domains=frozenset(domain for edit in gone.edits for domain in _domains_of(edit.label, edit.replacement)),
            others=frozenset(_sorted_words(key) for _, key in held.keys),
            tops=frozenset(edit.label.partition(".")[0] for edit in gone.edits),
        )

    def has(self, entity: EntityRecord) -> bool:
        """Tell whether an entry is the person's."""
        tops = _OTHER_TOPS.intersection(_CAPITALS.findall(entity.series))
        if tops and not tops <= self.tops:
            return False
        name = folded(entity.original)
        if entity.series == _WHO:
            name = name.rpartition(" ")[0]
        if name in self.wholes or _compact(name) in self.wholes:
            return True
        if entity.series in _PARTS:
            is_apart = any(name.endswith(f" {whole}") for whole in self.wholes)
            return is_apart or not self.words.isdisjoint(words_of(name))
        if entity.series == _INITIALS and self._has_initials(entity.original):
            return True
        is_handle = not HANDLES.isdisjoint(_CAPITALS.findall(entity.series))
        if _bare(name) in self.handles if is_handle else not tops and name in self.singles:
            return True
        return not tops and not self.words.isdisjoint(words_of(name))

    def _has_initials(self, original: str) -> bool:
        """Tell whether initials beside a name are the person's: "r. | ögwist", and nobody else is called so."""
        mine = _sorted_words(" ".join(original.split(_BETWEEN)[:2]))
        if mine in self.others:
            return False
        return any(_may_be_one(mine, _sorted_words(whole)) for whole in self.wholes)


def _handles(forms: Iterable[str]) -> frozenset[str]:
    """Return the handles among forms, as entries are kept by them."""
    parts = (form.partition(":") for form in forms)
    return frozenset(_bare(folded(words)) for top, _, words in parts if top in HANDLES)


def _bare(handle: str) -> str:
    return handle.lstrip("@#")


def _domains_of(series: str, words: str) -> list[str]:
    """Return the domain of an address or a link, without sub-domains."""
    found = _HOST.match(words) if {"EMAIL", "URL"}.intersection(_CAPITALS.findall(series)) else None
    return [".".join(found[1].casefold().split(".")[-2:])] if found else []


def _sorted_words(name: str) -> tuple[str, ...]:
    return tuple(sorted(_WORD.findall(folded(name))))


def _may_be_one(one: Sequence[str], other: Sequence[str]) -> bool:
    """Tell whether two names have as many words, and each of one has its like in the other, whole or as an initial."""
    left = list(other)
    for word in sorted(one, key=len, reverse=True):
        fitting = [each for each in left if each == word or (1 in (len(each), len(word)) and each[0] == word[0])]
        if not fitting:
            return False
        left.remove(max(fitting, key=lambda each: (each == word, len(each))))
    return not left


def _unless_named(like: Likeness, words: str) -> str:
    return WITHDRAWN if like.in_words(words_of(words)) == SURE else words


def _compact(name: str) -> str:
    return "".join(filter(str.isalnum, name))


def _drop_way_back(rows: SealedRows, file: int) -> bool:
    """Take away the way back to a container; tell whether the file is one."""
    last = rows.get(MANIFESTS, (file, rows.next_number(MANIFESTS, (file,)) - 1, 0))
    if last is None or not is_way_back(unpack_manifest(rows.open(MANIFESTS, last), place_of(last))[0]):
        return False
    found = [row for row, plain in rows.scan(MANIFESTS, (file,)) if is_way_back(unpack_manifest(plain, None)[0])]
    rows.drop(MANIFESTS, found)
    return True
