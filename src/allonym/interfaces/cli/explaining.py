"""`allonym detect --explain` on a terminal: what was found in each text, what is done with it, and why.

This shows words of the texts, so it goes to the terminal of whoever has the texts, and nowhere else.
"""

from collections.abc import Iterator
from shutil import get_terminal_size
from typing import TYPE_CHECKING

from allonym.interfaces.cli.console import counted

if TYPE_CHECKING:
    from allonym.core.types import Document, Mention, Plan
    from allonym.running.files import Run
    from allonym.running.reports import Report
    from allonym.running.sources import Source

# What a cue of the detector `lists` stands beside.
_BESIDE = {
    "title": "a title",
    "person": "a word of persons",
    "place": "a word of places",
    "to": "a preposition",
    "article": "an article",
    "stop": "a small word",
    "capital": "a capital",
    "other": "another word",
    "mark": "a mark",
    "end": "the end",
    ",": "a comma",
    ".": "a full stop",
    ":": "a colon",
    "-": "a hyphen",
    "/": "a slash",
    "(": "a bracket",
}
_CUES = {
    "opens": "begins a sentence",
    "seen nearby": "named elsewhere in the text",
    "intro": "introduced by name",
    "title": "after a title",
    "legal": "has a legal form",
    "gen": "genitive",
}
# Features whose value says what it is.
_PLAIN = frozenset({"gender", "value", "parts"})
_MOST_WORDS = 26


def tables(run: "Run", source: "Source", report: "Report") -> Iterator[str]:
    """Return a table for each text of an input."""
    from allonym.running.files import plan_file

    for document, plan in plan_file(run, source, report):
        yield _table(document, plan)


def _table(document: "Document", plan: "Plan") -> str:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    found = sorted(((m, each.action.value) for each in plan.decisions for m in each.entity.mentions), key=_by_place)
    console = Console(width=get_terminal_size().columns, highlight=False)
    with console.capture() as capture:
        told = plan.language or "language unsure"
        console.print(Text(f"{printable(document.id)}: {told}, {counted(len(found), 'mention')}", style="bold"))
        table = Table("words", "label", "score", "action", "why", box=None, padding=(0, 2, 0, 0), header_style="dim")
        for mention, action in found:
            words = shortened(printable(mention.span.of(document.text)))
            cells = (words, mention.label, f"{mention.score:.2f}", action, why(mention))
            table.add_row(*map(Text, cells))
        if found:
            console.print(table)
            console.print()
    return capture.get()


def _by_place(pair: "tuple[Mention, str]") -> tuple[int, int]:
    return pair[0].start, pair[0].end


def why(mention: "Mention") -> str:
    """Return in words which rule, lists and cue speak for a mention, and what else is known of it."""
    features = dict(mention.features)
    if features.get("gender") == "unknown":
        del features["gender"]
    told = [mention.source.replace(":", ": ", 1)]
    if listed := features.pop("list", ""):
        told[0] += f" ({listed.replace(' ', ', ')})"
    if cue := features.pop("cue", ""):
        told.append(_cue(cue))
    told += [value if key in _PLAIN else key if value == "yes" else f"{key} {value}" for key, value in features.items()]
    return "; ".join(told)


def _cue(cue: str) -> str:
    side, _, what = cue.partition(" ")
    if side not in {"before", "after"}:
        return _CUES.get(cue) or _CUES.get(side) or f"made like a name of its kind ({cue.strip('<>')})"
    return f"{side} {_BESIDE.get(what) or _BESIDE.get(what.split()[0]) or what}"


def printable(words: str) -> str:
    """Return words on one line, without what could steer a terminal."""
    return "".join(each if each.isprintable() else " " for each in " ".join(words.split()))


def shortened(words: str) -> str:
    """Return words that fit into a column, with an ellipsis where they are cut."""
    return words if len(words) <= _MOST_WORDS else words[: _MOST_WORDS - 1] + "…"
