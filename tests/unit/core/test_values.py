"""Values stay as they are made, and what may hold somebody's words or a key is left out of every repr."""

import importlib
import pkgutil
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

CHANGING = {"Rejoined", "Noting", "Gone", "Held", "Taken", "_Seen"}
"""What counts or gathers while something is done."""

HIDDEN = """
core.containers.Kept: raw
core.pieces.Slot: value fixed
core.pieces.Piece: text names id author known
core.pieces.BrokenPiece: raw
core.shadow.Shadow: text pieces escaped
core.streams.Rejoined: head rest
core.types.Document: text author known
core.types.Mention: features
core.types.Decision: replacement
core.types.Plan: digest
core.types.Edit: replacement replaced near
core.types.Result: text
core.types.Manifest: output original edits raw author
core.types.FileRecord: input output facts
core.types.Subject: key surfaces
core.types.Draw: seed
searching.forms.Form: key words originals
searching.judging.Verdict: words
searching.judging.Place: text written form
searching.reading.Reading: plain small starts ends
searching.standins.Original: words near
searching.standins.Known: originals torn
searching.values.Finding: original
searching.values.Recovery: text
vault.addresses.Address: reached
vault.certificates.Leaf: salt subject
vault.clearing.Gone: after edits keys terms
vault.clearing.Held: terms forms keys
vault.clearing._Theirs: words wholes singles handles domains others
vault.credentials.Passphrase: text
vault.credentials.RecoveryKey: secret
vault.credentials.PrivateKey: secret
vault.crypto.SealKey: cipher
vault.forgetting.Forgetting: rows keys postings withdrawn clock
vault.handing.Handed: records manifests audit
vault.intake.Lot: entities files manifests
vault.keyholding.KeyHolder: keys store
vault.keyring.KeySlot: name public_key
vault.keys.Header: vault slots
vault.keys.Keys: vault secrets inbox_public signing_public private
vault.ledger._Drawn: seed
vault.records.EntityRecord: scope original pseudonym
vault.records.Access: reason what
vault.records.FileState: input
vault.requests.Request: files reason
vault.sealing.Seals: vault keys
vault.subjects.Found: pseudonyms author output
vault.subjects.Findings: name
"""


def values(*packages: str) -> Iterator[tuple[str, Any]]:
    """Return every class of values in some packages, by its name."""
    for package in packages:
        folder = importlib.import_module(f"allonym.{package}")
        for module in pkgutil.iter_modules(folder.__path__):
            made = importlib.import_module(f"allonym.{package}.{module.name}")
            for name, kind in vars(made).items():
                if isinstance(kind, type) and is_dataclass(kind) and kind.__module__ == made.__name__:
                    yield f"{package}.{module.name}.{name}", kind


@pytest.mark.parametrize("package", ["core", "searching", "vault"])
def test_values_are_frozen(package: str) -> None:
    assert {
        name.rpartition(".")[2] for name, kind in values(package) if not kind.__dataclass_params__.frozen
    } <= CHANGING


@pytest.mark.parametrize("package", ["core", "searching", "vault"])
def test_words_and_keys_are_in_no_repr(package: str) -> None:
    hidden = {name: " ".join(each.name for each in fields(kind) if not each.repr) for name, kind in values(package)}
    expected = dict(line.split(": ") for line in HIDDEN.split("\n") if line.startswith(f"{package}."))

    assert {name: words for name, words in hidden.items() if words} == expected
