"""A certificate as a page: one HTML file that reads on a screen and prints on A4, and asks nothing of any network.

Whatever comes from outside (names of files, of profiles, of labels) goes through `text`, which escapes it.
"""

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

from allonym.reporting.page import code, facts, page, text
from allonym.vault.canonical import Data, canonical

_UNKNOWN = "not kept"
_MODES = {
    "X": "one word for many",
    "global": "pseudonyms that texts share",
    "local": "pseudonyms that begin anew in each text",
    "random": "words that look real",
}


def page_of(certificate: Data) -> str:
    """Return the page of a certificate."""
    payload = certificate["payload"]
    below = f"Signed {_time(payload['issued'])} · number {code(payload['id'])}"
    parts = [
        f'<p class="notice">{text(payload["notice"])}</p>',
        *_summary(payload),
        *_labels(payload["totals"]),
        *_requirements(payload),
        *(line for number, each in enumerate(payload["files"], 1) for line in _file(number, each)),
        *_checking(certificate),
    ]
    return page("Certificate of pseudonymization", below, parts)


def _summary(payload: Data) -> Iterable[str]:
    totals, files = payload["totals"], payload["files"]
    exact = sum(each["recovery"] == "exact" for each in files)
    yield "<h2>In short</h2>"
    yield facts(
        {
            "Files": _number(len(files)),
            "Texts": _number(totals["texts"]),
            "Texts with replacements": _number(totals["changed"]),
            "Characters read by every detector": _coverage(totals),
            "Rows left out, because they were broken": _number(totals["withheld"]),
            "Different names and numbers replaced": _number(payload["subjects"]["count"]),
            "Languages": _counts(totals["languages"]),
            "Originals given back, tried when this was signed": f"exactly, {exact} of {_number(len(files))} files",
            "Search for what was missed (residual)": text(payload["residual"]["result"]),
        }
    )


def _labels(totals: Data) -> Iterable[str]:
    replaced, marked = totals["replaced"] or {}, totals["marked"] or {}
    yield "<h2>What was found</h2>"
    yield '<table><thead><tr><th scope="col">Label</th><th scope="col" class="n">replaced</th>'
    yield '<th scope="col" class="n">only marked</th></tr></thead><tbody>'
    for label in sorted({*replaced, *marked}):
        cells = "".join(f'<td class="n">{_number(counts.get(label, 0))}</td>' for counts in (replaced, marked))
        yield f'<tr><th scope="row">{text(label)}</th>{cells}</tr>'
    yield "</tbody></table>"


def _requirements(payload: Data) -> Iterable[str]:
    answers = [each["requirements"] for each in payload["files"] if each["requirements"]]
    yield "<h2>Which requirements this way of substituting fulfils</h2>"
    yield '<p class="faint">After table 1 of Francopoulo and Schaub (2020).</p>'
    rows = {}
    for name, meaning in payload["requirements"].items():
        found = sorted({each[name] for each in answers}) or [_UNKNOWN]
        rows[f"{name}: {meaning}"] = text(found[0] if len(found) == 1 else "differs between files")
    yield facts(rows)


def _file(number: int, each: Data) -> Iterable[str]:
    settings: Mapping[str, Any] = each["settings"] or {}
    yield f"<h2>File {number}: {text(each['name'])}</h2>"
    yield facts(
        {
            "SHA-256 of the output": code(each["output"]),
            "Keyed hash of the input": code(each["input"]),
            "Made": _time(each["made"] or _UNKNOWN),
            "By": text(f"allonym {each['tool']}" if each["tool"] else _UNKNOWN),
            "Format": text(each["format"]),
            "Profile": text(each["profile"] or _UNKNOWN),
            "Digest of the profile": code(each["profile_digest"] or _UNKNOWN),
            "Ways of substituting": text("; ".join(_MODES[mode] for mode in each["modes"] or ()) or _UNKNOWN),
            "Pseudonyms shared within": text(settings.get("scope", _UNKNOWN)),
            "Detectors": text(", ".join(settings.get("detectors", [_UNKNOWN]))),
            "Model (SHA-256)": code(each["model"] or ("none" if settings else _UNKNOWN)),
            "Lists (SHA-256)": code(each["lists"] or _UNKNOWN),
            "Own terms / allowed words": f"{_number(settings.get('terms'))} / {_number(settings.get('allowed'))}",
            "Texts / left out": f"{_number(each['texts'])} / {_number(each['withheld'])}",
            "Characters read": _coverage(each),
            "Recovery": text(each["recovery"]),
        }
    )


def _checking(certificate: Data) -> Iterable[str]:
    payload = certificate["payload"]
    log = payload["audit"]
    yield "<h2>How to check it</h2>"
    yield "<p>This page is for reading; the file beside it is what was signed. Check it, offline, with:</p>"
    yield f"<p><code>allonym certificate verify FILE --public-key {text(payload['key'])}</code></p>"
    yield facts(
        {
            "Verifying key of the vault": code(payload["key"]),
            "SHA-256 of what was signed": code(sha256(canonical(payload)).hexdigest()),
            "Signature (Ed25519)": code(certificate["signature"]),
            "Merkle root over all replaced": code(payload["subjects"]["root"]),
            "Audit log when signed": f"{_number(log['entries'])} entries, {code(log['head'])}",
        }
    )
    yield "<footer class='faint'><p>The keyed hash of an input can be made again only with the vault. A person can be "
    yield "given a proof of having been replaced: <code>allonym certificate prove</code>.</p></footer>"


def _coverage(counts: Data) -> str:
    characters, scanned = counts["characters"], counts["scanned"]
    if characters is None or scanned is None:
        return _UNKNOWN
    return f"{_number(scanned)} of {_number(characters)}"


def _counts(counts: Mapping[str, int] | None) -> str:
    if counts is None:
        return _UNKNOWN
    return ", ".join(f"{text(name)} {_number(count)}" for name, count in sorted(counts.items())) or "–"


def _number(value: int | None) -> str:
    return _UNKNOWN if value is None else f"{value:,}"


def _time(said: str) -> str:
    return text(said.replace("T", " ").replace("Z", " UTC"))
