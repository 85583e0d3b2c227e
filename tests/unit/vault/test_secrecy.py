"""A stolen file, a log line, a traceback: none of them shows what anybody wrote."""

import traceback
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest
from tests.unit.vault.helpers import PASSPHRASE, QUICK, file_record, store_of

from allonym.core.errors import AllonymError
from allonym.core.types import Edit, Manifest, Place, Span, digest
from allonym.vault.crypto import SealKey
from allonym.vault.keys import Header, derive
from allonym.vault.options import VaultOptions
from allonym.vault.records import Access, EntityRecord, FileState
from allonym.vault.sealed import SealedVault
from allonym.vault.sealing import Seals
from allonym.vault.sqlite import open_file

ORIGINAL, PSEUDONYM = "Wilhelmina Østergård", "Karlheinz Überacker"
NAME, SCOPE, SETTINGS = "post-namnam-17", "author-quisling", "profile-zebra"
REASON, WHAT, SERIES = "the court of Trondheim", "mailbox-7.csv", "PERSON.LAST"
OUTPUT, INPUT = f"{PSEUDONYM} came", f"{ORIGINAL} came"
SECRETS = (ORIGINAL, PSEUDONYM, NAME, SCOPE, SETTINGS, REASON, WHAT, SERIES, OUTPUT, INPUT, PASSPHRASE)


def fill(vault: SealedVault) -> None:
    vault.assign(SCOPE, SERIES, ORIGINAL, lambda _: PSEUDONYM)
    edits = (Edit(Span(0, len(PSEUDONYM)), ORIGINAL, SERIES, "e1"),)
    kept = Manifest(NAME, digest(OUTPUT), digest(INPUT), edits, raw=INPUT.encode())
    vault.remember([kept, Manifest(NAME, digest(OUTPUT), digest(INPUT), edits, place=Place(1, 1, 0))])
    vault.finish_file(file_record(vault.begin_file(digest(INPUT), SETTINGS), digest(INPUT), digest(OUTPUT)))
    vault.note_access(REASON, WHAT, 3)


def spellings(secret: str) -> Iterator[bytes]:
    """The ways in which a text may stand in a file and be read by somebody who looks for it."""
    for text in {secret, secret.lower(), secret.upper(), secret.casefold(), *secret.split()}:
        for plain in (text.encode(), text.encode("utf-16-le"), text.encode("utf-16-be"), text.encode("latin-1")):
            yield plain
            yield plain.hex().encode()
            for shift in range(3):
                # Behind one or two other bytes the same bytes have other base64 letters; those in the middle stay.
                yield b64encode(b"\0" * shift + plain)[4:-4]
        yield sha256(text.encode()).digest()
        yield sha256(text.encode()).hexdigest().encode()
    yield sha256(sha256(secret.encode()).digest()).digest()


def test_a_stolen_file_shows_nothing(sqlite_vault: SealedVault) -> None:
    fill(sqlite_vault)
    folder = store_of(sqlite_vault)._path.parent
    stolen = b"".join(path.read_bytes() for path in folder.iterdir())
    searched = {spelling for secret in SECRETS for spelling in spellings(secret) if len(spelling) >= 4}

    assert len(searched) > 500
    assert [spelling for spelling in searched if spelling in stolen or spelling in stolen.lower()] == []


def test_the_search_would_find_what_is_there(tmp_path: Path) -> None:
    for plain in (ORIGINAL.encode(), ORIGINAL.lower().encode("utf-16-le"), digest(ORIGINAL)):
        assert any(spelling in b"xx" + plain for spelling in spellings(ORIGINAL))
        assert any(spelling in b64encode(b"x" + ORIGINAL.encode()) for spelling in spellings(ORIGINAL))


def test_a_journal_left_by_a_crash_shows_nothing(sqlite_vault: SealedVault) -> None:
    fill(sqlite_vault)
    store = store_of(sqlite_vault)
    with sqlite_vault.batch():
        sqlite_vault.assign(SCOPE, SERIES, "another", lambda draw: str(draw.number))
        journal = store._path.with_name(f"{store._path.name}-journal").read_bytes()

    assert not any(spelling in journal for secret in SECRETS for spelling in spellings(secret) if len(spelling) >= 4)


def test_equal_names_in_two_scopes_look_different(sqlite_vault: SealedVault) -> None:
    for scope in ("one", "two"):
        sqlite_vault.assign(scope, SERIES, ORIGINAL, lambda _: PSEUDONYM)
    rows = store_of(sqlite_vault).ask("SELECT scope, original, pseudonym, sealed FROM entities")

    assert all(len(set(column)) == 2 for column in zip(*rows, strict=True))


def test_short_and_long_names_have_rows_of_one_size(sqlite_vault: SealedVault) -> None:
    for name in ("Anna Karlsson", "Wilhelmina Andersson"):
        sqlite_vault.assign("s", "P", name, lambda draw: f"P{draw.number}")

    assert len(store_of(sqlite_vault).ask("SELECT DISTINCT length(sealed) FROM entities")) == 1


def test_reprs_hold_no_secret(sqlite_vault: SealedVault) -> None:
    fill(sqlite_vault)
    keys = derive(b"\xaa" * 32, b"v" * 16)
    shown = [
        sqlite_vault,
        sqlite_vault.info(),
        sqlite_vault._rows,
        store_of(sqlite_vault),
        sqlite_vault.recall(OUTPUT),
        *sqlite_vault.accesses(),
        keys,
        Seals(keys.vault, {0: keys.wrap}),
        SealKey.of(1, b"\xaa" * 64),
        Header(b"v" * 16, 1, (b"slot",)),
        EntityRecord(SCOPE, "P", ORIGINAL, PSEUDONYM),
        FileState("s", digest(INPUT)),
        Access(1.0, REASON, WHAT, 1),
        VaultOptions(),
    ]
    texts = " ".join(map(repr, shown))

    assert not [secret for secret in (ORIGINAL, PSEUDONYM, SCOPE, REASON, WHAT, OUTPUT, INPUT) if secret in texts]
    assert "\\xaa" not in texts
    assert repr(digest(INPUT))[2:20] not in texts
    assert keys.index.hex()[:8] not in texts


def test_errors_hold_no_words(tmp_path: Path, sqlite_vault: SealedVault) -> None:
    fill(sqlite_vault)
    store = store_of(sqlite_vault)
    store.ask("UPDATE manifests SET sealed = x'00'")
    told = []
    for ask in (
        lambda: sqlite_vault.recall(OUTPUT),
        lambda: sqlite_vault.recall(ORIGINAL, NAME),
        lambda: sqlite_vault.assign(SCOPE, "P", ORIGINAL + "!", lambda _: PSEUDONYM),
        lambda: open_file(store._path, "a wrong Wilhelmina", options=QUICK),
        sqlite_vault.verify,
    ):
        with pytest.raises(AllonymError) as caught:
            ask()
        told.append("".join(traceback.format_exception_only(caught.value)))
        told.append(repr(caught.value.__cause__))

    assert not [secret for secret in (*SECRETS, "Wilhelmina") if secret in " ".join(told)]
