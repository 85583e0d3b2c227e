"""What is handed over for one recovery: the records of some files and their manifests, and nothing else."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from allonym.core.errors import AmbiguousText, UnknownText
from allonym.core.types import FileRecord, Manifest, Place, digest
from allonym.vault.audit import Audit
from allonym.vault.records import FileState, pack_file, pack_manifest, packed, unpack_file, unpack_manifest, unpacked
from allonym.vault.tags import joined, parted


@dataclass(frozen=True, slots=True)
class Handed:
    """Files that can be given back. It answers recovery as a vault does."""

    records: Sequence[FileRecord] = field(repr=False)
    manifests: Mapping[int, Sequence[Manifest]] = field(repr=False)
    """By the number of the file, in the order of their places."""
    audit: Audit = field(repr=False)
    """The log of the vault that they came from."""

    def find_file(self, output_digest: bytes, name: str = "") -> FileRecord | None:
        """Return the record of the file whose output hashes so, or None; the name tells equal outputs apart."""
        fitting = [record for record in self.records if record.output == output_digest]
        named = [record for record in fitting if record.name == name] or fitting
        if len({record.input for record in named}) > 1:
            raise AmbiguousText(f"{len(named)} files with different contents gave this output")
        return max(named, key=lambda record: record.file, default=None)

    def recall_file(self, file: int) -> Iterator[Manifest]:
        """Return the manifests of a file in the order of their places."""
        return iter(self.manifests[file])

    def recall(self, text: str, id: str | None = None, original: bytes | None = None) -> Manifest:  # noqa: A002
        """Return how a text is given back; raise UnknownText or AmbiguousText rather than guess."""
        output = digest(text)
        fitting = [
            manifest
            for manifest in (each for manifests in self.manifests.values() for each in manifests)
            if manifest.output == output
            and not manifest.withheld
            and id in (None, manifest.id)
            and original in (None, manifest.original)
        ]
        if len({manifest.original for manifest in fitting}) > 1:
            raise AmbiguousText(f"{len(fitting)} documents gave this text; say which with an id")
        if not fitting:
            raise UnknownText("this text is not among those that were handed over")
        return fitting[-1]


def pack_handed(manifests: Iterable[Manifest]) -> bytes:
    """Return manifests of files as bytes."""
    return joined(
        joined([packed([place.file, place.piece, place.slot]), pack_manifest(manifest, 0)])
        for manifest in manifests
        if (place := manifest.place) is not None
    )


def unpack_handed(data: bytes) -> Iterator[Manifest]:
    """Return the manifests that bytes describe."""
    for each in parted(data):
        place, manifest = parted(each)
        yield unpack_manifest(manifest, Place(*unpacked(place)))[0]


def pack_records(records: Iterable[FileRecord]) -> bytes:
    """Return records of files as bytes."""
    return joined(joined([packed(record.file), pack_file(FileState("", b"", record))]) for record in records)


def unpack_records(data: bytes) -> Iterator[FileRecord]:
    """Return the records that bytes describe."""
    for each in parted(data):
        file, state = parted(each)
        yield from filter(None, [unpack_file(state, unpacked(file)).record])
