"""Recovery that takes two: one person asks, another one hands over exactly what was asked for, once.

ask       whoever wants files back says which and why; nothing is opened yet
approve   a custodian, somebody else, takes the manifests of these files and puts them into a box for the one who asked
use       opens the box, once, before it runs out; what is in it gives these files back and no others

requests: number | sealed for all roles: who asks for what, and what became of it
grants:   number, piece | piece 0: a key, in a box for the one who asked; the others: what that key opens
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import astuple, dataclass, field, replace
from itertools import islice

from allonym.core.canon import says_something
from allonym.core.errors import InputError, NotAllowed, UsageError, VaultDamaged
from allonym.core.types import FileRecord, Manifest
from allonym.vault import credentials, crypto
from allonym.vault.audit import Audit
from allonym.vault.crypto import SealKey
from allonym.vault.files import Files
from allonym.vault.handing import Handed, pack_handed, pack_records, unpack_handed, unpack_records
from allonym.vault.keyring import KeyRing
from allonym.vault.keys import Keys
from allonym.vault.records import packed, unpacked
from allonym.vault.roles import AUDITOR, OPERATIONS
from allonym.vault.rows import SealedRows
from allonym.vault.store import FILES, GRANTS, REQUESTS, Row
from allonym.vault.tags import joined
from allonym.vault.texts import Texts

ASKED, APPROVED, REFUSED, USED, EXPIRED = "asked", "approved", "refused", "used", "expired"
DAY = 24 * 60 * 60

_AT_ONCE = 200
_BOX, _RECORDS = 0, 1


@dataclass(frozen=True, slots=True)
class Request:
    """Somebody's wish to have files back: who asked for what and why, until when, and what became of it.

    Files are the hashes of outputs, with their names. `most` is the number of texts that it may come to.
    """

    number: int
    state: str
    asked_by: str
    asked_at: int
    expires: int
    files: tuple[tuple[str, str], ...] = field(repr=False)
    reason: str = field(repr=False)
    most: int
    decided_by: str = ""
    texts: int = 0


class Requests:
    """The requests of a vault, and what was granted."""

    def __init__(self, rows: SealedRows, ring: KeyRing, audit: Audit, keys: Keys, clock: Callable[[], float]) -> None:
        self._rows = rows
        self._ring = ring
        self._audit = audit
        self._keys = keys
        self._clock = clock
        self._texts = Texts(rows, keys)
        self._files = Files(rows, keys)

    def ask(self, files: Sequence[tuple[bytes, str]], reason: str, most: int = 0, seconds: int = DAY) -> Request:
        """Ask for files back: hash and name of each output. `most` bounds the texts in them, 0 does not."""
        self._audit.require("request")
        if not says_something(reason):
            raise UsageError("a request needs a reason")
        for output, name in files:
            if not self._rows.find(FILES, ("output",), (self._keys.tag(b"output", output),)):
                raise InputError(f"{name}: this vault knows no file like this; was it changed?")
        now = int(self._clock())
        listed = tuple((output.hex(), name) for output, name in files)
        with self._audit.noting("request", files=len(listed)) as noted:
            number = self._rows.next_number(REQUESTS)
            noted.reference = _named(number)
            request = Request(number, ASKED, self._keys.holder, now, now + seconds, listed, reason, most)
            self._rows.put(REQUESTS, [((number,), _packed(request), None)])
        return request

    def all(self) -> Iterator[Request]:
        """Return every request, the first one first; those that have run out say so."""
        self._audit.require("audit" if self._keys.role == AUDITOR else "request")
        return (self._aged(_unpacked(int(row[0]), plain)) for row, plain in self._rows.scan(REQUESTS))

    def approve(self, number: int) -> Request:
        """Hand over what was asked for. Only somebody else than the one who asked can do this."""
        self._audit.require("approve")
        with self._audit.noting("approve", _named(number)) as noted:
            request = self._open(number, ASKED)
            records = [self._record(bytes.fromhex(output), name) for output, name in request.files]
            texts = self._grant(request, records)
            if request.most and texts > request.most:
                raise NotAllowed(f"request {number} comes to {texts} texts, and asks for {request.most} at most")
            noted.counts["texts"] = texts
            return self._decide(request, APPROVED, texts)

    def refuse(self, number: int) -> Request:
        """Say no. Whoever asked may take it back like this, too."""
        self._audit.require("request")
        if self._find(number).asked_by != self._keys.holder:
            self._audit.require("approve")
        with self._audit.noting("refuse", _named(number)):
            request = self._find(number)
            if request.state not in (ASKED, APPROVED):
                raise UsageError(f"request {number} is {request.state} already")
            self._drop_grant(number)
            return self._decide(request, REFUSED, request.texts)

    def use(self, number: int) -> Handed:
        """Return what was handed over, this once."""
        self._audit.require("request")
        with self._audit.noting("use", _named(number)) as noted:
            request = self._find(number)
            if request.asked_by != self._keys.holder:
                raise NotAllowed(f"request {number} is somebody else's")
            if request.state != APPROVED:
                raise NotAllowed(f"request {number} is {request.state}; it takes the approval of somebody else, once")
            handed = self._opened(number)
            self._drop_grant(number)
            self._keep(replace(request, state=USED))
            noted.counts["texts"] = request.texts
        return handed

    def _open(self, number: int, state: str) -> Request:
        request = self._find(number)
        if request.state != state:
            raise UsageError(f"request {number} is {request.state} already")
        if request.asked_by == self._keys.holder:
            raise NotAllowed(f"request {number} is your own; somebody else has to approve it")
        slots = {slot.id: slot for slot in self._ring.slots()}
        asker, approver = slots.get(request.asked_by), slots.get(self._keys.holder)
        if asker is None or asker.role not in OPERATIONS["request"]:
            raise NotAllowed(f"request {number} is of nobody whose key may ask; refuse it")
        # Who asks could otherwise make a second key for it.
        if approver is None or approver.added.timestamp() > request.asked_at:
            raise NotAllowed(f"this key is younger than request {number}; somebody else has to approve it")
        return request

    def _find(self, number: int) -> Request:
        row = self._rows.get(REQUESTS, (number,))
        if row is None:
            raise UsageError(f"there is no request {number}; `allonym requests list` shows them")
        return self._aged(_unpacked(number, self._rows.open(REQUESTS, row)))

    def _aged(self, request: Request) -> Request:
        if request.state in (ASKED, APPROVED) and self._clock() >= request.expires:
            return replace(request, state=EXPIRED)
        return request

    def _decide(self, request: Request, state: str, texts: int) -> Request:
        return self._keep(replace(request, state=state, decided_by=self._keys.holder, texts=texts))

    def _keep(self, request: Request) -> Request:
        self._rows.put(REQUESTS, [((request.number,), _packed(request), self._rows.get(REQUESTS, (request.number,)))])
        return request

    def _record(self, output: bytes, name: str) -> FileRecord:
        record = self._files.find(output, name)
        if record is None:
            raise InputError(f"{name}: this vault no longer knows this file")
        return record

    def _grant(self, request: Request, records: Sequence[FileRecord]) -> int:
        """Write what the one who asked can open, and return how many texts it gives back."""
        secret = crypto.fresh(crypto.SEAL_SIZE)
        key, number, texts = SealKey.of(_RECORDS, secret), request.number, 0

        def put(piece: int, sealed: bytes) -> None:
            self._rows.put_sealed(GRANTS, [(number, piece, sealed)], [])

        put(_BOX, crypto.boxed(self._public(request.asked_by), self._purpose(number), secret))
        put(_RECORDS, crypto.seal(key, self._place(number, _RECORDS), pack_records(records)))
        manifests = (each for record in records for each in self._texts.of_file(record.file))
        piece = _RECORDS + 1
        while some := list(islice(manifests, _AT_ONCE)):
            put(piece, crypto.seal(key, self._place(number, piece), pack_handed(some)))
            texts, piece = texts + sum(not each.withheld for each in some), piece + 1
        return texts

    def _opened(self, number: int) -> Handed:
        pieces = self._pieces(number)
        if len(pieces) < 2 or [int(row[1]) for row in pieces] != [*range(len(pieces))]:
            raise VaultDamaged(f"the vault was changed from outside: what was granted to request {number}")
        box, records, *others = pieces
        private = self._keys.private or self._keys.secret("inbox")
        secret = crypto.unboxed(private, self._purpose(number), bytes(box[-1]))
        if secret is None:
            raise NotAllowed(f"request {number} was granted to another key")
        keys = {_RECORDS: SealKey.of(_RECORDS, secret)}

        def open_piece(row: Row) -> bytes:
            return crypto.opened(keys, self._place(number, int(row[1])), row[-1])

        files: dict[int, list[Manifest]] = {}
        known = list(unpack_records(open_piece(records)))
        for manifest in (each for row in others for each in unpack_handed(open_piece(row))):
            files.setdefault(manifest.place.file if manifest.place else 0, []).append(manifest)
        return Handed(known, {record.file: files.get(record.file, []) for record in known}, self._audit)

    def _pieces(self, number: int) -> list[Row]:
        pieces: list[Row] = []
        while page := self._rows.page(GRANTS, (number,), (pieces[-1][1],) if pieces else ()):
            pieces += page
        return pieces

    def _drop_grant(self, number: int) -> None:
        self._rows.drop(GRANTS, self._pieces(number))

    def _public(self, holder: str) -> bytes:
        """Return whom a grant is boxed for: the public key of the one who asked, else all custodians."""
        for slot in self._ring.slots():
            if slot.id == holder and slot.public_key:
                return credentials.read(credentials.PUBLIC, slot.public_key)
        return self._keys.inbox_public

    def _purpose(self, number: int) -> bytes:
        return joined([b"allonym/grant", self._keys.vault, number.to_bytes(8)])

    def _place(self, number: int, piece: int) -> list[bytes]:
        return [b"allonym/grant", self._keys.vault, number.to_bytes(8), piece.to_bytes(8)]


def _named(number: int) -> str:
    return f"request-{number}"


def _packed(request: Request) -> bytes:
    return packed(list(astuple(request))[1:])


def _unpacked(number: int, plain: bytes) -> Request:
    state, asked_by, asked_at, expires, files, reason, most, decided_by, texts = unpacked(plain)
    listed = tuple((output, name) for output, name in files)
    return Request(number, state, asked_by, asked_at, expires, listed, reason, most, decided_by, texts)
