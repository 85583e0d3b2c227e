"""Reports as they were written, told apart by what they say of themselves. A certificate counts only if it is sound."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from allonym.core.errors import UsageError
from allonym.evaluation.report import KIND as EVALUATION
from allonym.evidence.rounds import KIND as RESIDUAL
from allonym.evidence.utility.data import KIND as UTILITY
from allonym.vault.checking import check_certificate

Data = Mapping[str, Any]
RISK = "allonym risk"
CERTIFICATE = "certificate"
_NEEDED: Mapping[str, tuple[str, ...]] = {
    EVALUATION: ("schemes", "masking", "texts", "interval", "gold"),
    RESIDUAL: ("rounds", "counts", "findings", "hints", "texts", "originals", "files", "detectors", "limits"),
    RISK: ("authors", "texts", "combinations", "searchable", "style", "limits"),
    UTILITY: ("macro_f1", "verdict", "leakage", "counts", "transfer", "seeds", "texts", "tested_on", "limits"),
}
# Places and rare values are for whoever repairs the data, not for whoever receives them.
_LEFT_OUT = ("found", "rarest")


@dataclass(frozen=True, slots=True)
class Parts:
    """The reports of one release; each may be missing. `certificate` is what was signed."""

    evaluation: Data | None = field(default=None, repr=False)
    residual: Data | None = field(default=None, repr=False)
    risk: Data | None = field(default=None, repr=False)
    utility: Data | None = field(default=None, repr=False)
    certificate: Data | None = field(default=None, repr=False)

    def as_data(self) -> dict[str, Data]:
        """Return the parts that are there, by name."""
        names = ("evaluation", "residual", "risk", "utility", "certificate")
        return {name: part for name in names if (part := getattr(self, name)) is not None}

    def doubts(self) -> list[str]:
        """Return why parts may not speak of the same data."""
        if self.certificate is None or self.residual is None:
            return []
        signed = {str(each["name"]) for each in self.certificate["files"]}
        searched = {Path(str(each)).name for each in self.residual["files"]}
        doubts = []
        if signed != searched:
            doubts.append("The search for what is left and the certificate speak of different files.")
        told = self.certificate["residual"].get("findings")
        if told is None:
            doubts.append("The certificate was signed before the search for what is left; make it anew after it.")
        elif told != self.residual["findings"]:
            doubts.append(
                f"The certificate tells of {told} findings, the search of {self.residual['findings']}: one is older."
            )
        return doubts


_NAMES = {EVALUATION: "evaluation", RESIDUAL: "residual", RISK: "risk", UTILITY: "utility", CERTIFICATE: "certificate"}


def read_parts(paths: Sequence[Path], public: bytes | None = None) -> Parts:
    """Return the reports in files; raise UsageError for one that is none, or the second of its kind."""
    found: dict[str, Data] = {}
    for path in paths:
        kind, data = _read(path, public)
        name = _NAMES[kind]
        if name in found:
            raise UsageError(f"{path}: a second report of this kind ({name}); one report is about one release")
        found[name] = data
    if not found:
        raise UsageError("there is nothing to bind: give reports that were written with --json, or a certificate")
    return Parts(**found)


def _read(path: Path, public: bytes | None) -> tuple[str, Data]:
    try:
        data = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError(f"{path} cannot be read as JSON ({type(error).__name__})") from None
    if isinstance(data, dict) and "payload" in data:
        return CERTIFICATE, check_certificate(data, public)
    kind = str(data.get("kind")) if isinstance(data, dict) else ""
    if kind not in _NEEDED:
        raise UsageError(
            f"{path} is no report: give what evaluate, residual, risk and utility write with --json, or a certificate"
        )
    if missing := [name for name in _NEEDED[kind] if name not in data]:
        raise UsageError(f"{path}: the report has no {missing[0]!r}; make it anew with this version")
    return kind, {key: value for key, value in data.items() if key not in _LEFT_OUT}
