"""The five requirements of Francopoulo and Schaub (2020), with what was promised and what was measured.

What a way of substituting can fulfil comes from table 1 of the paper; what these data show comes from the reports.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from allonym.evidence.binding.reading import Data, Parts
from allonym.settings.requirements import REQUIREMENTS

UNKNOWN = "not known: no certificate"
NOT_MEASURED = "not measured"
_LIKE = {"X": "S2", "global": "S3", "local": "S3", "random": "realistic"}
"""The version of the experiment that is most like a way of substituting."""


@dataclass(frozen=True, slots=True)
class Requirement:
    """One requirement: what it asks, whether the way of substituting can fulfil it, and what was measured."""

    name: str
    asks: str
    can: str
    measured: str


def requirements(parts: Parts) -> list[Requirement]:
    """Return the table."""
    found = {
        "REQ#1": list(_identified(parts)),
        "REQ#2": list(_analysed(parts)),
        "REQ#3": list(_off_the_shelf(parts)),
        "REQ#4": list(_shown(parts)),
        "REQ#5": list(_languages(parts)),
    }
    return [
        Requirement(name, asks, _can(parts.certificate, name), "; ".join(found[name]) or NOT_MEASURED)
        for name, (asks, _) in REQUIREMENTS.items()
    ]


def _can(certificate: Data | None, name: str) -> str:
    if certificate is None:
        return UNKNOWN
    answers = sorted({str(each["requirements"][name]) for each in certificate["files"] if each["requirements"]})
    return answers[0] if len(answers) == 1 else "differs between files" if answers else "not kept"


def _identified(parts: Parts) -> Iterator[str]:
    if (left := parts.residual) is not None:
        course = " → ".join(str(each["findings"]) for each in left["rounds"])
        yield f"left standing, round by round: {course} findings; in the last {left['hints']} hints"
    if (found := parts.evaluation) is not None:
        # Predictions of a file say what was found; whether it would have been replaced, nobody knows.
        is_ours = found.get("cpu_seconds") is not None
        by = "replaced" if is_ours else "found"
        direct = found["masking"].get(by, {}).get("direct", {}).get("recall", {})
        if direct.get("value") is not None:
            whose = "" if is_ours else f" by {found['predictions']}"
            yield f"direct identifiers {by}{whose} on annotated texts: {interval(direct)}"
    if (risk := parts.risk) is not None:
        if risk["combinations"]:
            worst = max(risk["combinations"], key=lambda each: float(each["unique_share"]))
            share = 100 * float(worst["unique_share"])
            yield f"alone with {' + '.join(worst['attributes'])}: {share:.1f} % of {worst['authors']:,} authors"
        yield f"searchable by their own words: {100 * float(risk['searchable']['share']):.1f} % of the texts"


def _analysed(parts: Parts) -> Iterator[str]:
    if (utility := parts.utility) is None:
        return
    for name in versions(parts):
        alike = utility["counts"][name]["alike"]
        yield f"counts of kinds alike under {name}: {100 * alike['share']:.1f} % (n = {alike['of']:,} texts)"


def _off_the_shelf(parts: Parts) -> Iterator[str]:
    if (utility := parts.utility) is None:
        return
    for name, matrix in utility["macro_f1"].items():
        scores = ", ".join(f"{each} {score(matrix, each)}" for each in ("original", *versions(parts)))
        yield f"macro-F1 of {name}: {scores}"


def _shown(parts: Parts) -> Iterator[str]:
    if (signed := parts.certificate) is not None:
        exact = sum(each["recovery"] == "exact" for each in signed["files"])
        yield f"certificate {signed['id']} of {signed['issued']}: signature in order"
        yield f"originals given back exactly for {exact} of {len(signed['files'])} files"


def _languages(parts: Parts) -> Iterator[str]:
    told = (parts.certificate or {}).get("totals", {}).get("languages")
    if told:
        yield "texts: " + ", ".join(f"{name} {count:,}" for name, count in sorted(told.items()))
    found = (parts.evaluation or {}).get("buckets", {}).get("language", {})
    if found:
        cells = (f"{name} {interval(row['covered']['recall'])}" for name, row in found.items())
        yield f"covered on annotated texts: {', '.join(cells)}"


def versions(parts: Parts) -> list[str]:
    """Return the versions of the experiment that are like what was released; the likeliest, if nobody says."""
    files = (parts.certificate or {"files": ()})["files"]
    modes = {str(mode) for each in files for mode in each["modes"] or ()}
    return sorted({_LIKE[mode] for mode in modes if mode in _LIKE}) or ["S3", "realistic"]


def score(matrix: list[Data], name: str) -> str:
    """Return the score of learning from and testing on the same version."""
    each = next(one for one in matrix if one["learnt_from"] == one["tested_on"] == name)
    return f"{100 * each['mean']:.1f} ± {100 * each['deviation']:.1f} %"


def interval(rate: Data) -> str:
    """Return a rate in per cent with its interval."""
    if rate["value"] is None:
        return "–"
    around = "" if rate["low"] is None else f" ({100 * rate['low']:.1f}–{100 * rate['high']:.1f})"
    return f"{100 * rate['value']:.1f}{around} %"
