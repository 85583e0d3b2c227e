"""A person in a vault: found in all documents, listed to be written to, forgotten.

name -> terms -> the blind index -> manifests that may fit -> the linker says who is meant

Only those manifests are opened. What is shown is where the person stands, and under which pseudonym; nobody's words.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from allonym.core.errors import UsageError
from allonym.core.protocols import Linker
from allonym.core.registry import Registry
from allonym.core.types import Edit, Manifest, Place, Span
from allonym.vault.audit import Audit
from allonym.vault.canonical import Data
from allonym.vault.files import Files
from allonym.vault.forgetting import Forgetting
from allonym.vault.keyring import KeyRing
from allonym.vault.likeness import MAYBE, NOT, SURE, Likeness
from allonym.vault.parted import parts_of
from allonym.vault.postings import Postings, place_of
from allonym.vault.records import unpack_manifest
from allonym.vault.rows import SealedRows
from allonym.vault.store import KEYS, MANIFESTS, Row
from allonym.vault.terms import HANDLES, words_in
from allonym.vault.withdrawals import Withdrawal
from allonym.vault.withdrawn import IsWithdrawn, Withdrawn

Watch = Callable[[int, int], None]
_MANY = 256


@dataclass(frozen=True, slots=True)
class Found:
    """One entity of one document that is the person, surely or maybe. Spans are places in the output."""

    document: str
    file: str
    place: Place
    entity: str
    label: str
    spans: tuple[Span, ...]
    pseudonyms: tuple[str, ...] = field(repr=False)
    sure: bool
    author: str | None = field(default=None, repr=False)
    output: bytes = field(default=b"", repr=False)
    """The hash of the output that the places are in."""

    @property
    def number(self) -> str:
        """Return what this is called, to be chosen by."""
        return ".".join(map(str, (self.place.file, self.place.piece, self.place.slot))) + f".{self.entity or 'row'}"

    @property
    def count(self) -> int:
        """Return how many places there are; a row that was left out is one."""
        return max(len(self.spans), 1)


@dataclass(frozen=True, slots=True)
class Findings:
    """Where a person stands in a vault. `reference` is what the person is called where no name may stand."""

    name: str = field(repr=False)
    label: str | None
    reference: str
    found: tuple[Found, ...]

    @property
    def sure(self) -> "Findings":
        """Return what is surely the person."""
        return replace(self, found=tuple(each for each in self.found if each.sure))

    def only(self, chosen: Iterable[str]) -> "Findings":
        """Return those that are chosen, by their numbers or by the ids of their documents, sure or not."""
        wanted = set(chosen)
        found = tuple(each for each in self.found if each.number in wanted or each.document in wanted)
        if unknown := wanted - {name for each in found for name in (each.number, each.document)}:
            raise UsageError(f"{len(unknown)} of the chosen documents are not among those that were found")
        return replace(self, found=found)

    def counts(self) -> dict[str, int]:
        """Return how much there is."""
        return {
            "documents": len({each.place for each in self.found}),
            "mentions": sum(each.count for each in self.found),
        }


class Subjects:
    """Finds people in a vault, and forgets them."""

    def __init__(self, rows: SealedRows, keyring: KeyRing, files: Files, audit: Audit, parts: Forgetting) -> None:
        self._rows = rows
        self._keyring = keyring
        self._files = files
        self._audit = audit
        self._parts = parts
        self.index: Postings = parts.postings
        self._withdrawn: Withdrawn = parts.withdrawn

    def withdrawn(self) -> IsWithdrawn | None:
        """Return what tells of a label and a key whether somebody has withdrawn; None if nobody has."""
        return self._withdrawn.names()

    def find(self, name: str, label: str | None = None, watch: Watch = lambda _done, _total: None) -> Findings:
        """Return all documents in which a person stands, by name in all its forms, or by an address or number."""
        self._audit.require("subjects")
        findings = self._find(name, label, watch)
        self._audit.note("find", reference=findings.reference, counts=findings.counts())
        return findings

    def contact(self, name: str, label: str | None = None, watch: Watch = lambda _done, _total: None) -> Findings:
        """Return the same, to write to the authors of the documents."""
        self._audit.require("subjects")
        findings = self._find(name, label, watch)
        self._audit.note("contact", reference=findings.reference, counts=findings.counts())
        return findings

    def forget(
        self, findings: Findings, *, later: bool = False, watch: Watch = lambda _done, _total: None
    ) -> Withdrawal:
        """Take the words of a person out of the vault for good, and return what a certificate says of it.

        First all that is found goes, and tombstones stay, in one transaction. Then every record key is destroyed under
        which those words were ever sealed; `later` leaves that to `finish`, or to the next rotation.
        """
        self._audit.require("forget")
        like = Likeness(findings.name, findings.label, names_linker())
        chosen: dict[tuple[Place, bytes], set[Span]] = {}
        for each in findings.found:
            chosen.setdefault((each.place, each.output), set()).update(each.spans)
        with self._audit.noting("forget", findings.reference) as noted:
            counts = self._parts.forget(like, chosen)
            noted.counts.update(counts)
        gone = () if later else self.finish(watch)
        return self._parts.withdrawal(findings.reference, counts, gone)

    def is_pending(self) -> bool:
        """Tell whether record keys are still to be destroyed since somebody was forgotten."""
        return self._withdrawn.awaits_new_keys()

    def finish(self, watch: Watch = lambda _done, _total: None) -> tuple[int, ...]:
        """Destroy the record keys under which words of forgotten people were sealed; return their numbers."""
        self._audit.require("forget")
        if not self.is_pending():
            return ()
        before = self._living()
        self._keyring.rotate(watch)
        self._rows.compact()
        return tuple(sorted(before - self._living()))

    def certificate(self, withdrawal: Withdrawal) -> Data:
        """Return the certificate of a withdrawal, signed by the vault; whoever has the public key can check it."""
        self._audit.require("certify")
        return withdrawal.certificate(self._parts.keys.secret("signing"), self._audit.public_key)

    def _living(self) -> set[int]:
        return {int(row[0]) for row, secret in self._rows.scan(KEYS) if secret}

    def _find(self, name: str, label: str | None, watch: Watch) -> Findings:
        like = Likeness(name, label, names_linker())
        self.index.complete(watch)
        found: list[Found] = []
        names: dict[int, str] = {}
        with self._rows.batch(write=False):
            for manifest, place in self._candidates(like):
                if place.file not in names:
                    names[place.file] = self._name_of(place.file)
                found += _found_in(like, manifest, place, names[place.file])
        return Findings(like.name, like.label, self._withdrawn.reference(like.top, like.key), tuple(found))

    def _candidates(self, like: Likeness) -> Iterator[tuple[Manifest, Place]]:
        keys: list[Row] = [(each.file, each.piece, each.slot) for each in self.index.places(like.terms())]
        for start in range(0, len(keys), _MANY):
            for row in self._rows.get_many(MANIFESTS, keys[start : start + _MANY]).values():
                place = place_of(row)
                yield unpack_manifest(self._rows.open(MANIFESTS, row), place)[0], place

    def _name_of(self, file: int) -> str:
        record = self._files.record(file) if file else None
        return "" if record is None else record.name


def _found_in(like: Likeness, manifest: Manifest, place: Place, file: str) -> Iterator[Found]:
    """Return the entities of one document that are the person; a handle beside a sure name is as sure as the name."""
    if manifest.withheld:
        grade = like.in_words(words_in(manifest))
        if grade != NOT:
            yield Found(manifest.id, file, place, "", "", (), (), grade == SURE, manifest.author, manifest.output)
        return
    parts = parts_of(like, manifest)
    entities: dict[str, list[Edit]] = {}
    for edit in manifest.edits:
        entities.setdefault("+" if edit in parts else edit.entity, []).append(edit)
    grades = {entity: SURE if entity == "+" else like.judge(edits) for entity, edits in entities.items()}
    tops = {entity: edits[0].label.partition(".")[0] for entity, edits in entities.items()}
    is_here = any(grade == SURE and tops[entity] not in HANDLES for entity, grade in grades.items())
    for entity, edits in entities.items():
        grade = SURE if is_here and tops[entity] in HANDLES and grades[entity] == MAYBE else grades[entity]
        if grade != NOT:
            yield Found(
                document=manifest.id,
                file=file,
                place=place,
                entity="+".join(dict.fromkeys(edit.entity for edit in edits)),
                label=edits[0].label,
                spans=tuple(edit.span for edit in edits),
                pseudonyms=tuple(dict.fromkeys(edit.replaced for edit in edits if edit.replaced)),
                sure=grade == SURE,
                author=manifest.author,
                output=manifest.output,
            )


def names_linker() -> Linker:
    """Return the linker that says who is meant. The vault does not know the linkers, and asks by name."""
    linker: Linker = Registry("linkers").make("names", {})
    return linker
