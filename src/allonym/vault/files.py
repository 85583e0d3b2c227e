"""Which files went through the vault: found again by what was put out.

files: file | tag of input and settings | tag of output, once finished | sealed: how to read it again

A worker cannot read what was kept before it came, so each of its files is a new one.
"""

from allonym.core.errors import AmbiguousText, VaultError
from allonym.core.types import FileRecord
from allonym.vault import crypto
from allonym.vault.keys import Keys
from allonym.vault.records import FileState, pack_file, unpack_file
from allonym.vault.rows import SealedRows
from allonym.vault.store import FILES, Row
from allonym.vault.tags import TAG_SIZE, coded

_NOT_YET = b""


class Files:
    """Numbers files, and remembers their records."""

    def __init__(self, rows: SealedRows, keys: Keys) -> None:
        self._rows = rows
        self._keys = keys
        self._session = b"" if keys.reads else crypto.fresh(TAG_SIZE)

    def begin(self, input_digest: bytes, settings: str) -> int:
        """Return the number of a file; the same input under the same settings has the same number."""
        source = self._keys.tag(b"input", input_digest, coded(settings), *[self._session] * bool(self._session))
        with self._rows.batch():
            for row in self._rows.find(FILES, ("input",), (source,)):
                self._rows.open(FILES, row)
                return int(row[0])
            number = self._rows.next_number(FILES)
            state = FileState(settings, input_digest)
            self._rows.put(FILES, [((number, source, _NOT_YET), pack_file(state), None)])
            return number

    def finish(self, record: FileRecord) -> bool:
        """Keep what is known of a whole file; the same record again changes nothing, and is told so."""
        with self._rows.batch():
            row = self._rows.get(FILES, (record.file,))
            if row is None:
                raise VaultError(f"file {record.file} was never begun in this vault")
            known = self._rows.open(FILES, row)
            state = unpack_file(known, record.file)
            plain = pack_file(FileState(state.settings, state.input, record))
            if plain != known:
                cells = record.file, row[1], self._keys.tag(b"output", record.output)
                self._rows.put(FILES, [(cells, plain, row)])
            return plain != known

    def record(self, file: int) -> FileRecord | None:
        """Return the record of a file by its number, or None if it was never finished."""
        row = self._rows.get(FILES, (file,))
        return None if row is None else self._record(row)

    def find(self, output_digest: bytes, name: str) -> FileRecord | None:
        """Return the record of the file whose output hashes so; the newest, if one input gave it more than once.

        Different inputs can give the same output ("Call [PHONE_1]"); then the name must tell which is meant.
        """
        rows = self._rows.find(FILES, ("output",), (self._keys.tag(b"output", output_digest),))
        records = [record for row in rows if (record := self._record(row)) is not None]
        if len({record.input for record in records}) > 1:
            records = [record for record in records if record.name == name] or records
        if len({record.input for record in records}) > 1:
            raise AmbiguousText(f"{len(records)} files with different contents gave this output")
        return max(records, key=lambda record: record.file, default=None)

    def _record(self, row: Row) -> FileRecord | None:
        return unpack_file(self._rows.open(FILES, row), int(row[0])).record
