"""The skeleton of a page, and what stands on it. It reads on a screen, light or dark, and prints on A4.

Whatever comes from outside is escaped, and set apart so that letters that run from right to left change nothing around
them. The policy in the head forbids scripts and every request.
"""

from collections.abc import Iterable, Mapping, Sequence
from html import escape

STYLE = """
:root { color-scheme: light dark; --ink: #1a1a1a; --paper: #fff; --faint: #5a5a5a; --line: #c4c4c4; --wash: #f3f4f6;
  --bar: #3b6ea8; --mark: #b3261e; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e8e8; --paper: #16181b; --faint: #a8a8a8; --line: #4a4d52; --wash: #212429; --bar: #6f9fd8;
    --mark: #ff8a80; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1.25rem; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, "Segoe UI", "Noto Sans", sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .25rem; } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1.5rem 0 .25rem; } p { margin: .5rem 0; } .faint { color: var(--faint); }
.notice { border-inline-start: 4px solid var(--ink); background: var(--wash); padding: .5rem 1rem; }
.warning { border-inline-start-color: var(--mark); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin: .5rem 0; } caption { text-align: start; color: var(--faint); }
th, td { border-bottom: 1px solid var(--line); padding: .3rem .5rem .3rem 0; text-align: start; vertical-align: top; }
th { font-weight: 600; } th, td.w { overflow-wrap: break-word; }
tbody th { font-weight: 400; } .facts th { width: 42%; }
td.n, th.n { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; overflow-wrap: normal; }
tr.all > * { font-weight: 600; } .range { color: var(--faint); font-size: .8em; }
code { font: .8em/1.5 ui-monospace, Consolas, monospace; } mark { background: none; color: inherit; font-weight: 700;
  text-decoration: underline 2px var(--mark); }
figure { margin: 1rem 0; } figcaption { color: var(--faint); } svg { width: 100%; height: auto; display: block; }
svg text { fill: var(--ink); font: 12px system-ui, "Segoe UI", "Noto Sans", sans-serif; unicode-bidi: isolate; }
svg .faint { fill: var(--faint); } svg .grid { stroke: var(--line); } svg .bar { fill: var(--bar); }
svg .whisker { stroke: var(--ink); stroke-width: 1.5; fill: none; }
svg .chance { stroke: var(--faint); stroke-width: 1; stroke-dasharray: 4 4; }
details { margin: .5rem 0; } summary { cursor: pointer; font-weight: 600; }
footer { margin-top: 2rem; border-top: 1px solid var(--line); padding-top: .5rem; }
@page { size: A4; margin: 18mm; }
@media print { :root { --ink: #000; --paper: #fff; --faint: #444; --line: #999; --wash: #fff; --bar: #555; }
  body { max-width: none; padding: 0; font-size: 10pt; } h2, h3, h2 + p, caption, thead { break-after: avoid; }
  tr, .notice, figure { break-inside: avoid; } svg .bar { print-color-adjust: exact; } .wide { overflow: visible; } }
"""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def page(title: str, below: str, parts: Iterable[str], style: str = STYLE) -> str:
    """Return a whole page. `below` stands under the title; it and the parts are HTML already."""
    lines = [
        "<!doctype html>",
        '<html lang="en" dir="ltr"><head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title><style>{style}</style></head><body>",
        f"<header><h1>{escape(title)}</h1>",
        f'<p class="faint">{below}</p></header><main>',
        *parts,
        "</main></body></html>",
    ]
    return "\n".join(lines) + "\n"


def text(words: str) -> str:
    """Return a text that can stand anywhere on a page: escaped, isolated, and without marks that nobody sees."""
    return f"<bdi>{plain(words)}</bdi>"


def plain(words: str) -> str:
    """Return an escaped text without marks that nobody sees, for places that have no tags: inside a plot."""
    shown = "".join(each if each.isprintable() else f"\\u{ord(each):04x}" for each in words)
    return escape(shown, quote=True)


def code(words: str) -> str:
    """Return a text as it would be typed."""
    return f"<code>{text(words)}</code>"


def number(value: float | None) -> str:
    """Return a count, with a comma at the thousands; halves are shown."""
    if value is None:
        return "–"
    return f"{value:,.0f}" if value == int(value) else f"{value:,.1f}"


def facts(rows: Mapping[str, str]) -> str:
    """Return a table of names and what is said of each, which is HTML already."""
    lines = (f'<tr><th scope="row">{text(name)}</th><td>{cell}</td></tr>' for name, cell in rows.items())
    return f'<table class="facts"><tbody>{"".join(lines)}</tbody></table>'


def table(caption: str, heads: Sequence[str], rows: Iterable[tuple[str, Sequence[str]]], strong: str = "") -> str:
    """Return a table of figures; cells are HTML already, the first head is that of the names. One row may be strong."""
    first, *others = heads
    head = f'<th scope="col">{escape(first)}</th>' + "".join(
        f'<th scope="col" class="n">{escape(each)}</th>' for each in others
    )
    body = "".join(
        f'<tr{" class=all" if name == strong else ""}><th scope="row">{text(name)}</th>'
        f"{''.join(f'<td class=n>{cell}</td>' for cell in cells)}</tr>"
        for name, cells in rows
    )
    return (
        f'<div class="wide"><table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )
