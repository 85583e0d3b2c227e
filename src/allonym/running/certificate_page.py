"""A certificate as a page: one HTML file that reads on a screen and prints on A4, and asks nothing of any network.

Whatever comes from outside (names of files, of profiles, of labels) is escaped, and set apart so that letters that run
from right to left change nothing around them.
"""

from collections.abc import Iterable, Mapping
from hashlib import sha256
from html import escape
from typing import Any

from allonym.vault.canonical import Data, canonical

_STYLE = """
:root { color-scheme: light dark; --ink: #1a1a1a; --paper: #fff; --faint: #5a5a5a; --line: #c4c4c4; --wash: #f3f4f6; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e8e8; --paper: #16181b; --faint: #a8a8a8; --line: #4a4d52; --wash: #212429; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 48rem; padding: 2rem 1.25rem; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, "Segoe UI", "Noto Sans", sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .25rem; } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1.5rem 0 .25rem; } p { margin: .5rem 0; } .faint { color: var(--faint); }
.notice { border-inline-start: 4px solid var(--ink); background: var(--wash); padding: .5rem 1rem; }
table { border-collapse: collapse; width: 100%; margin: .5rem 0; } caption { text-align: start; color: var(--faint); }
th, td { border-bottom: 1px solid var(--line); padding: .3rem .5rem .3rem 0; text-align: start; vertical-align: top; }
th { font-weight: 600; } td.n, th.n { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
tbody th { font-weight: 400; width: 15rem; } code { font: .8em/1.5 ui-monospace, Consolas, monospace; }
footer { margin-top: 2rem; border-top: 1px solid var(--line); padding-top: .5rem; }
@page { size: A4; margin: 18mm; }
@media print { :root { --ink: #000; --paper: #fff; --faint: #444; --line: #999; --wash: #fff; }
  body { max-width: none; padding: 0; font-size: 10.5pt; } h2, h3 { break-after: avoid; }
  tr, .notice { break-inside: avoid; } }
"""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
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
    parts = [
        "<!doctype html>",
        '<html lang="en" dir="ltr"><head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>Certificate of pseudonymization</title><style>{_STYLE}</style></head><body>",
        "<header><h1>Certificate of pseudonymization</h1>",
        f'<p class="faint">Signed {_time(payload["issued"])} · number {_code(payload["id"])}</p></header><main>',
        f'<p class="notice">{_text(payload["notice"])}</p>',
        *_summary(payload),
        *_labels(payload["totals"]),
        *_requirements(payload),
        *(line for number, each in enumerate(payload["files"], 1) for line in _file(number, each)),
        *_checking(certificate),
        "</main></body></html>",
    ]
    return "\n".join(parts) + "\n"


def _summary(payload: Data) -> Iterable[str]:
    totals, files = payload["totals"], payload["files"]
    exact = sum(each["recovery"] == "exact" for each in files)
    yield "<h2>In short</h2>"
    yield _table(
        {
            "Files": _number(len(files)),
            "Texts": _number(totals["texts"]),
            "Texts with replacements": _number(totals["changed"]),
            "Characters read by every detector": _coverage(totals),
            "Rows left out, because they were broken": _number(totals["withheld"]),
            "Different names and numbers replaced": _number(payload["subjects"]["count"]),
            "Languages": _counts(totals["languages"]),
            "Originals given back, tried when this was signed": f"exactly, {exact} of {_number(len(files))} files",
            "Search for what was missed (residual)": _text(payload["residual"]["result"]),
        }
    )


def _labels(totals: Data) -> Iterable[str]:
    replaced, marked = totals["replaced"] or {}, totals["marked"] or {}
    yield "<h2>What was found</h2>"
    yield '<table><thead><tr><th scope="col">Label</th><th scope="col" class="n">replaced</th>'
    yield '<th scope="col" class="n">only marked</th></tr></thead><tbody>'
    for label in sorted({*replaced, *marked}):
        cells = "".join(f'<td class="n">{_number(counts.get(label, 0))}</td>' for counts in (replaced, marked))
        yield f'<tr><th scope="row">{_text(label)}</th>{cells}</tr>'
    yield "</tbody></table>"


def _requirements(payload: Data) -> Iterable[str]:
    answers = [each["requirements"] for each in payload["files"] if each["requirements"]]
    yield "<h2>Which requirements this way of substituting fulfils</h2>"
    yield '<p class="faint">After table 1 of Francopoulo and Schaub (2020).</p>'
    rows = {}
    for name, meaning in payload["requirements"].items():
        found = sorted({each[name] for each in answers}) or [_UNKNOWN]
        rows[f"{name}: {meaning}"] = _text(found[0] if len(found) == 1 else "differs between files")
    yield _table(rows)


def _file(number: int, each: Data) -> Iterable[str]:
    settings: Mapping[str, Any] = each["settings"] or {}
    yield f"<h2>File {number}: {_text(each['name'])}</h2>"
    yield _table(
        {
            "SHA-256 of the output": _code(each["output"]),
            "Keyed hash of the input": _code(each["input"]),
            "Made": _time(each["made"] or _UNKNOWN),
            "By": _text(f"allonym {each['tool']}" if each["tool"] else _UNKNOWN),
            "Format": _text(each["format"]),
            "Profile": _text(each["profile"] or _UNKNOWN),
            "Digest of the profile": _code(each["profile_digest"] or _UNKNOWN),
            "Ways of substituting": _text("; ".join(_MODES[mode] for mode in each["modes"] or ()) or _UNKNOWN),
            "Pseudonyms shared within": _text(settings.get("scope", _UNKNOWN)),
            "Detectors": _text(", ".join(settings.get("detectors", [_UNKNOWN]))),
            "Model (SHA-256)": _code(each["model"] or ("none" if settings else _UNKNOWN)),
            "Lists (SHA-256)": _code(each["lists"] or _UNKNOWN),
            "Own terms / allowed words": f"{_number(settings.get('terms'))} / {_number(settings.get('allowed'))}",
            "Texts / left out": f"{_number(each['texts'])} / {_number(each['withheld'])}",
            "Characters read": _coverage(each),
            "Recovery": _text(each["recovery"]),
        }
    )


def _checking(certificate: Data) -> Iterable[str]:
    payload = certificate["payload"]
    log = payload["audit"]
    yield "<h2>How to check it</h2>"
    yield "<p>This page is for reading; the file beside it is what was signed. Check it, offline, with:</p>"
    yield f"<p><code>allonym certificate verify FILE --public-key {_text(payload['key'])}</code></p>"
    yield _table(
        {
            "Verifying key of the vault": _code(payload["key"]),
            "SHA-256 of what was signed": _code(sha256(canonical(payload)).hexdigest()),
            "Signature (Ed25519)": _code(certificate["signature"]),
            "Merkle root over all replaced": _code(payload["subjects"]["root"]),
            "Audit log when signed": f"{_number(log['entries'])} entries, {_code(log['head'])}",
        }
    )
    yield "<footer class='faint'><p>The keyed hash of an input can be made again only with the vault. A person can be "
    yield "given a proof of having been replaced: <code>allonym certificate prove</code>.</p></footer>"


def _table(rows: Mapping[str, str]) -> str:
    """Return a table of rows whose cells are HTML already."""
    lines = (f'<tr><th scope="row">{_text(name)}</th><td>{cell}</td></tr>' for name, cell in rows.items())
    return f"<table><tbody>{''.join(lines)}</tbody></table>"


def _coverage(counts: Data) -> str:
    characters, scanned = counts["characters"], counts["scanned"]
    if characters is None or scanned is None:
        return _UNKNOWN
    return f"{_number(scanned)} of {_number(characters)}"


def _counts(counts: Mapping[str, int] | None) -> str:
    if counts is None:
        return _UNKNOWN
    return ", ".join(f"{_text(name)} {_number(count)}" for name, count in sorted(counts.items())) or "–"


def _number(value: int | None) -> str:
    return _UNKNOWN if value is None else f"{value:,}"


def _time(text: str) -> str:
    return _text(text.replace("T", " ").replace("Z", " UTC"))


def _code(text: str) -> str:
    return f"<code>{_text(text)}</code>"


def _text(text: str) -> str:
    """Return a text that can stand anywhere on the page: escaped, isolated, and without marks that nobody sees."""
    shown = "".join(each if each.isprintable() else f"\\u{ord(each):04x}" for each in text)
    return f"<bdi>{escape(shown, quote=True)}</bdi>"
