"""What comes from outside into a vault and what it signs: keys, headers, sealed rows, tables, certificates, logs."""

import io
import json
from functools import cache

from tests.families.fuzz.target import Target
from tests.unit.vault.helpers import QUICK, file_record, manifest, numbered

from allonym.core.errors import VaultDamaged
from allonym.core.types import Place, digest
from allonym.vault import credentials
from allonym.vault.canonical import parsed
from allonym.vault.checking import check_certificate
from allonym.vault.crypto import FLOOR, SealKey, opened, seal
from allonym.vault.keys import Header, derive, read_header, write_header
from allonym.vault.log_files import check_log
from allonym.vault.memory import open_memory
from allonym.vault.sealed import SealedVault
from allonym.vault.slots import passphrase_slot, recovery_slot
from allonym.vault.transfers import _read, export_csv, export_table, import_csv

PRIVATE = credentials.written(credentials.PRIVATE, bytes(range(32)))
PUBLIC = credentials.public_key_of(PRIVATE)
KEY = SealKey.of(1, bytes(64))
PLACE = [b"allonym/row/entities", b"vault"]


@cache
def _vault() -> SealedVault:
    made = open_memory(QUICK)
    made.assign("s", "PERSON", "anna", numbered)
    number = made.begin_file(b"in", "s")
    made.remember([manifest("[PERSON_1]", "Anna", place=Place(number, 1, 0))])
    made.finish_file(file_record(number))
    made.audit.sign()
    return made


def _key(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    found = credentials.credential(text)
    if not isinstance(found, credentials.Passphrase):
        kind = credentials.PRIVATE if isinstance(found, credentials.PrivateKey) else credentials.RECOVERY
        assert credentials.read(kind, credentials.written(kind, found.secret)) == found.secret
        return
    credentials.read(credentials.PUBLIC, text)


def _key_seeds() -> list[bytes]:
    return [PUBLIC.encode(), PRIVATE.encode(), credentials.written(credentials.RECOVERY, bytes(32)).lower().encode()]


def _row(data: bytes) -> None:
    assert opened({1: KEY}, PLACE, data) == b"Anna Berg", "a changed row was opened"


@cache
def _row_seeds() -> list[bytes]:
    return [seal(KEY, PLACE, b"Anna Berg")]


def _table(data: bytes) -> None:
    taken = list(_read(io.BytesIO(data), PRIVATE))
    assert taken == list(_read(io.BytesIO(_table_seeds()[0]), PRIVATE)), "a changed table was taken"


@cache
def _table_seeds() -> list[bytes]:
    out = io.BytesIO()
    export_table(_vault(), out, PUBLIC)
    return [out.getvalue()]


def _plain_table(data: bytes) -> None:
    import_csv(open_memory(QUICK), io.StringIO(data.decode("utf-8", "replace"), newline=""))


def _plain_table_seeds() -> list[bytes]:
    out = io.StringIO(newline="")
    export_csv(_vault(), out)
    return [out.getvalue().encode(), b'pseudonym,scope,series,original\n"[X_1]",,PERSON,"a\nb"\n']


def _document(data: bytes) -> object:
    try:
        return parsed(data)
    except ValueError:
        raise VaultDamaged("no plain data") from None


def _certificate(data: bytes) -> None:
    document = _document(data)
    payload = check_certificate(document)
    assert payload["id"] == json.loads(_certificate_seeds()[0])["payload"]["id"], "a changed certificate was accepted"


@cache
def _certificate_seeds() -> list[bytes]:
    facts = {"issued": "2026-11-15T12:00:00Z", "files": [{"output": digest("out").hex(), "file": 1}]}
    made = _vault().certificates.issue({**facts, "vault": _vault().keys.vault.hex()}, [1])
    return [json.dumps(made).encode()]


def _log(data: bytes) -> None:
    check_log(data.decode("utf-8", "replace").splitlines(), _public())


def _public() -> bytes:
    return credentials.read(credentials.VERIFY, _vault().audit.public_key)


@cache
def _log_seeds() -> list[bytes]:
    vault = _vault()
    return ["\n".join(vault.audit.exported()).encode()]


def _header_seeds() -> list[bytes]:
    header = Header(
        bytes(16),
        7,
        (passphrase_slot(bytes(32), bytes(16), "words", FLOOR), recovery_slot(bytes(32), bytes(16), bytes(32))),
    )
    return [write_header(header, derive(bytes(32), bytes(16)))]


SECRETS = (
    Target("key", _key, _key_seeds),
    Target("vault-header", read_header, _header_seeds),
    Target("sealed-row", _row, _row_seeds),
    Target("sealed-table", _table, _table_seeds, 60),
    Target("plain-table", _plain_table, _plain_table_seeds, 60),
    Target("certificate", _certificate, _certificate_seeds),
    Target("audit-log", _log, _log_seeds),
)
