"""Certificates of runs: what the vault kept of each file, proven once more on the file as it lies there now."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from allonym import __version__
from allonym.core.errors import AllonymError, InputError, UsageError
from allonym.core.types import FileRecord
from allonym.formats.choosing import choose
from allonym.running.restoring import restore
from allonym.running.sources import Source, digest_of
from allonym.settings.requirements import REQUIREMENTS
from allonym.vault.canonical import Data
from allonym.vault.sealed import SealedVault

NOTICE = (
    "Pseudonymized data stays personal data: whoever holds the vault can give every text back, and context may point "
    "to a person. This certificate says what was done, not that nobody can be recognised."
)
NOT_RUN = "not run"
_KEPT = ("texts", "changed", "characters", "scanned", "withheld", "replaced", "marked", "languages")
_MADE = ("tool", "profile", "profile_digest", "settings", "modes", "requirements", "model", "lists")


def certify(vault: SealedVault, outputs: Sequence[Source], now: datetime) -> Data:
    """Return a signed certificate of outputs; raise InputError for one that the vault does not know as it is now."""
    vault.require("certify")
    if not outputs:
        raise UsageError("a certificate needs at least one output")
    records = [_record(vault, source) for source in outputs]
    files = [_told(vault, *pair) for pair in zip(outputs, records, strict=True)]
    facts: Data = {
        "vault": vault.keys.vault.hex(),
        "tool": __version__,
        "issued": _when(now.timestamp()),
        "notice": NOTICE,
        "files": files,
        "totals": _totals(files),
        "requirements": {name: meaning for name, (meaning, _) in REQUIREMENTS.items()},
        "residual": _residual(vault, records),
    }
    return vault.certificates.issue(facts, sorted({record.file for record in records}))


def prove(vault: SealedVault, name: str, payload: Data) -> Data:
    """Return a proof that a name was replaced in the outputs of a certificate."""
    vault.require("certify")
    if payload["vault"] != vault.keys.vault.hex():
        raise UsageError("the certificate is of another vault")
    return vault.certificates.prove(name, payload, sorted({each["file"] for each in payload["files"]}))


def _record(vault: SealedVault, source: Source) -> FileRecord:
    record = vault.find_file(digest_of(source), source.name)
    if record is None:
        raise InputError(f"{source.name}: this vault knows no such file; it was changed since, or is of another vault")
    return record


def _told(vault: SealedVault, source: Source, record: FileRecord) -> Data:
    facts = record.facts
    counted: Data = {name: facts.get(name) for name in _KEPT}
    if not facts:
        # Files of the first versions: what can still be counted is counted.
        manifests = list(vault.recall_file(record.file))
        replaced = Counter(edit.label for each in manifests for edit in each.edits)
        withheld = sum(each.withheld for each in manifests)
        counted |= {"texts": len(manifests) - withheld, "withheld": withheld, "replaced": dict(replaced)}
    time = facts.get("time")
    return {
        "name": Path(source.name).name,
        "file": record.file,
        "output": record.output.hex(),
        "input": vault.certificates.input_tag(record.input),
        "format": record.format,
        "made": _when(time) if isinstance(time, int) else None,
        "recovery": _recovery(vault, source, record),
        **counted,
        **{name: facts.get(name) for name in _MADE},
    }


def _recovery(vault: SealedVault, source: Source, record: FileRecord) -> str:
    """Recover the output as anybody would, look at nothing but the hash, and say whether it is that of the input."""
    whole = hashlib.sha256()
    known = replace(source, format=choose(source.path.name, record.format))
    try:
        with known.open() as opened:
            for data in restore(vault, record, known.format, opened):
                whole.update(data)
    except AllonymError:
        return "not exact"
    return "exact" if whole.digest() == record.input else "not exact"


def _residual(vault: SealedVault, records: Sequence[FileRecord]) -> Data:
    """Return what the last search for what was left has found, if every file was searched."""
    results = [vault.residuals.of(record) for record in records]
    found = [each for each in results if each is not None]
    if not found:
        return {"result": NOT_RUN}
    if len(found) < len(results):
        return {"result": f"run on {len(found)} of {len(results)} files"}
    findings, hints = (sum(int(str(each[name])) for each in found) for name in ("findings", "hints"))
    return {
        "result": f"findings: {findings}, hints: {hints}",
        "findings": findings,
        "hints": hints,
        "rounds": max(int(str(each["round"])) for each in found),
        "searched": _when(min(int(str(each["time"])) for each in found)),
        "by": sorted({str(name) for each in found for name in _listed(each["detectors"])}),
    }


def _listed(value: object) -> list[object]:
    return list(value) if isinstance(value, (list, tuple)) else []


def _totals(files: Sequence[Data]) -> Data:
    sums: dict[str, Any] = {
        name: _sum(files, name) for name in ("texts", "changed", "characters", "scanned", "withheld")
    }
    for name in ("replaced", "marked", "languages"):
        tables = [each[name] for each in files]
        summed: Counter[str] = Counter()
        for table in tables:
            summed.update(table or {})
        sums[name] = None if None in tables else dict(summed)
    return sums


def _sum(files: Sequence[Data], name: str) -> int | None:
    values = [each[name] for each in files]
    return None if None in values else sum(values)


def _when(time: float) -> str:
    return datetime.fromtimestamp(int(time), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
