"""Reports as they were written, told apart by what they say of themselves. A certificate counts only if it is sound."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from allonym.core.errors import UsageError
from allonym.evaluation.report import KIND as EVALUATION
from allonym.evidence.rounds import KIND as RESIDUAL
from allonym.evidence.utility.data import KIND as UTILITY
from allonym.evidence.utility.values import numbered
from allonym.vault.checking import check_certificate

Data = Mapping[str, Any]
RISK = "allonym risk"
CERTIFICATE = "certificate"
_NEEDED: Mapping[str, Mapping[str, type]] = {
    EVALUATION: {"schemes": dict, "masking": dict, "texts": int, "interval": dict, "gold": str, "predictions": str},
    RESIDUAL: {
        **dict.fromkeys(("findings", "hints", "texts", "originals"), int),
        **dict.fromkeys(("rounds", "files", "detectors", "limits"), list),
        "counts": dict,
    },
    RISK: {"authors": int, "texts": int, "combinations": list, "searchable": dict, "style": dict, "limits": list},
    UTILITY: {
        **dict.fromkeys(("macro_f1", "verdict", "leakage", "counts", "transfer", "classes"), dict),
        **dict.fromkeys(("texts", "tested_on", "candidates"), int),
        **dict.fromkeys(("seeds", "limits"), list),
        "label": str,
    },
}
"""What is taken of each report, and what it must be."""
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
        return [*_of_search(self), *_of_files(self), *_of_rows(self)]


def _of_search(parts: Parts) -> Iterator[str]:
    """Say how the search for what is left and the certificate differ."""
    if parts.certificate is None or parts.residual is None:
        return
    signed = {str(each["name"]) for each in parts.certificate["files"]}
    searched = {Path(str(each)).name for each in parts.residual["files"]}
    if signed != searched:
        yield "The search for what is left and the certificate speak of different files."
    told = parts.certificate["residual"].get("findings")
    if told is None:
        yield "The certificate was signed before the search for what is left; make it anew after it."
    elif told != parts.residual["findings"]:
        yield f"The certificate tells of {told} findings, the search of {parts.residual['findings']}: one is older."


def _of_files(parts: Parts) -> Iterator[str]:
    """Say which reports were made of other files, byte for byte, than the first that tells its files."""
    told = {
        "certificate": {str(each["output"]) for each in (parts.certificate or {"files": ()})["files"]},
        "search for what is left": set(map(str, (parts.residual or {}).get("digests") or ())),
        "report on risk": set(map(str, (parts.risk or {}).get("digests") or ())),
    }
    known = [(name, files) for name, files in told.items() if files]
    for name, files in known[1:]:
        if files != known[0][1]:
            yield f"The {name} was made of other files than the {known[0][0]}, or they have changed since."


def _of_rows(parts: Parts) -> Iterator[str]:
    """Say if usefulness was measured on more texts than there are. Its data are the originals, which nothing names."""
    have = ((parts.certificate or {}).get("totals") or {}).get("texts")
    rows = (parts.utility or {}).get("rows")
    if isinstance(have, int) and isinstance(rows, int) and rows > have:
        yield f"Usefulness was measured on data of {rows:,} texts, and the certificate speaks of {have:,}: other data."


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


def require_reports(paths: Sequence[Path]) -> None:
    """Raise UsageError if one of the reports that are to be bound is not there."""
    for path in paths:
        if path.is_dir():
            raise UsageError(f"{path} is a folder; name the reports in it")
        if not path.exists():
            raise UsageError(f"there is no file {path}; see that the name and the folder are right")


def _read(path: Path, public: bytes | None) -> tuple[str, Data]:
    try:
        data = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as error:
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
    wrong = [name for name, kind_of in _NEEDED[kind].items() if type(data[name]) is not kind_of]
    if wrong:
        raise UsageError(f"{path}: {wrong[0]!r} is not what a report has there; make it anew")
    if kind == UTILITY:
        # Reports of earlier versions have the labels themselves, which may be people's names.
        data["classes"] = numbered({name: count for name, count in data["classes"].items() if type(count) is int})
    return kind, {key: value for key, value in data.items() if key not in _LEFT_OUT}
