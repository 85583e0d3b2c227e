"""The skeleton of every page, and the small pieces that stand on it.

    page(title, body) = head (one stylesheet, modules) + header (name, links) + main (h1, body) + footer

Words that come from outside go through `words`, `attribute` or `option`; everything else that is called `body` or
`html` here is HTML already. There is no script and no style in a page: the policy of the server forbids both.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

Link = tuple[str, str]
LINKS: tuple[Link, ...] = (
    ("/", "Start"),
    ("/review", "Review"),
    ("/recover", "Recover"),
    ("/subjects", "Persons"),
    ("/agreement", "Agreement"),
)
"""Where the pages are, and what they are called. An app that has only some of them passes those."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What stands around a page: the address of this page, the links, the modules, and how wide it may be."""

    here: str = "/"
    links: Sequence[Link] = LINKS
    scripts: Sequence[str] = ()
    """Names of ES modules below /static/, for example `start.js`."""
    wide: bool = False
    """The whole window instead of a column that reads well."""
    data: Mapping[str, str] | None = None
    """Attributes `data-…` of the body, for the modules."""


def page(title: str, body: str, frame: Frame = Frame()) -> str:  # noqa: B008 - it is frozen
    """Return a whole page."""
    data = "".join(f' data-{escape(name)}="{attribute(value)}"' for name, value in (frame.data or {}).items())
    scripts = "".join(f'<script type="module" src="/static/{attribute(name)}"></script>' for name in frame.scripts)
    return "\n".join(
        (
            "<!doctype html>",
            '<html lang="en" dir="ltr"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            f"<title>{escape(title)} · allonym</title>",
            '<link rel="icon" href="data:,">',
            f'<link rel="stylesheet" href="/static/allonym.css">{scripts}</head>',
            f'<body class="{"wide" if frame.wide else "column"}"{data}>',
            '<a class="skip" href="#main">Go to the content</a>',
            f'<header class="top"><span class="brand">allonym</span>{_links(frame)}</header>',
            f'<main id="main" tabindex="-1"><h1>{escape(title)}</h1>',
            body,
            "</main>",
            '<div id="told" class="unseen" role="status" aria-live="polite"></div>',
            "</body></html>\n",
        )
    )


def words(text: str) -> str:
    """Return words from outside: escaped, and apart from what is around them, whichever way they run."""
    return f"<bdi>{escape(_seen(text), quote=True)}</bdi>"


def plain(text: str) -> str:
    """Return words from outside that are part of the words around them: escaped, and no more."""
    return escape(_seen(text), quote=True)


def attribute(text: str) -> str:
    """Return words from outside for a place between double quotes."""
    return escape(text, quote=True)


def option(value: str, name: str = "", *, chosen: bool = False) -> str:
    """Return one choice of a list."""
    selected = " selected" if chosen else ""
    return f'<option value="{attribute(value)}"{selected}>{escape(_seen(name or value))}</option>'


def choices(id_: str, options: str = "", *, hint: bool = False) -> str:
    """Return a list to choose from; with a hint, the one that `field` puts below it belongs to it."""
    described = f' aria-describedby="{attribute(id_)}-hint"' if hint else ""
    return f'<select id="{attribute(id_)}"{described}>{options}</select>'


def field(label: str, control: str, hint: str = "") -> str:
    """Return a control under its name, with a hint below. `control` has the id that `name_of` gives to the label."""
    below = f'<p class="hint" id="{name_of(label)}-hint">{hint}</p>' if hint else ""
    return f'<div class="field"><label for="{name_of(label)}">{escape(label)}</label>{control}{below}</div>'


def name_of(label: str) -> str:
    """Return the id of the control that a label belongs to."""
    return "-".join("".join(each if each.isalnum() else " " for each in label.lower()).split())


def notice(html: str, kind: str = "") -> str:
    """Return a paragraph that stands out. `kind`: "" to tell, "warning" to warn, "wrong" for a refusal, "good"."""
    return f'<div class="notice {attribute(kind)}"><p>{html}</p></div>'


def card(title: str, html: str, *, id_: str = "", hidden: bool = False) -> str:
    """Return a part of a page with a heading of its own."""
    named = f' id="{attribute(id_)}" aria-labelledby="{attribute(id_)}-title"' if id_ else ""
    head = f' id="{attribute(id_)}-title"' if id_ else ""
    return f'<section class="card"{named}{" hidden" if hidden else ""}><h2{head}>{escape(title)}</h2>{html}</section>'


def table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table that scrolls by itself where it is too wide; cells are HTML already."""
    head = "".join(f'<th scope="col">{escape(each)}</th>' for each in heads)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return (
        f'<div class="scroll" role="region" tabindex="0" aria-label="{attribute(caption)}"><table>'
        f"<caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _links(frame: Frame) -> str:
    if len(frame.links) < 2:
        return ""
    listed = "".join(
        f'<li><a href="{attribute(path)}"{" aria-current=page" if path == frame.here else ""}>{escape(name)}</a></li>'
        for path, name in frame.links
    )
    return f'<nav aria-label="Pages"><ul>{listed}</ul></nav>'


def _seen(text: str) -> str:
    """Return a text whose unprintable signs are shown as their numbers, since some of them turn or hide letters."""
    return "".join(each if each.isprintable() or each in "\n\t" else f"[U+{ord(each):04X}]" for each in text)
