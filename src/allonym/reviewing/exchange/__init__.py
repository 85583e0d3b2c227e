"""Annotations in the formats of other tools: read into sheets, and written from them.

read_sheets("brat", files, documents, reading)  -> sheets        write_sheets("svala", sheets, …) -> files by name
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from allonym.core.errors import UsageError
from allonym.core.nearest import nearest
from allonym.core.types import Document
from allonym.reviewing.exchange import brat, cas, conll, doccano, labelstudio, plan, svala
from allonym.reviewing.exchange.ruling import Ruling, ruling_for
from allonym.reviewing.exchange.sheets import Reading, documents_from, sheets_from
from allonym.reviewing.exchange.told import Files, Told
from allonym.reviewing.values import Sheet
from allonym.settings import Settings

__all__ = ["FORMATS", "Files", "Reading", "Ruling", "read_sheets", "read_texts", "ruling_for", "write_sheets"]

FORMATS = ("plan", "svala", "brat", "conll", "cas", "doccano", "labelstudio")
"""The formats by name."""

_READERS: Mapping[str, Callable[[Files], Iterable[Told]]] = {
    "svala": svala.read,
    "brat": brat.read,
    "conll": conll.read,
    "cas": cas.read,
    "doccano": doccano.read,
    "labelstudio": labelstudio.read,
}
_WRITERS: Mapping[str, Callable[[Sequence[Sheet]], dict[str, bytes]]] = {
    "brat": brat.write,
    "conll": conll.write,
    "cas": cas.write,
    "doccano": doccano.write,
    "labelstudio": labelstudio.write,
}


def read_sheets(format_name: str, files: Files, documents: Sequence[Document], reading: Reading) -> list[Sheet]:
    """Return a sheet for each document that files tell of; raise InputError, which names a place and never words."""
    if require_format(format_name) == "plan":
        return plan.read(files, documents)
    if format_name == "svala" and reading.tagset is None:
        reading = replace(reading, tagset="swell")
    return sheets_from(list(_READERS[format_name](files)), documents, reading)


def read_texts(format_name: str, files: Files) -> list[Document]:
    """Return the documents that files bring themselves: all formats do but plans."""
    if require_format(format_name) == "plan":
        raise UsageError("a plan has no texts; name the input that it was made for")
    return documents_from(list(_READERS[format_name](files)))


def write_sheets(
    format_name: str, sheets: Sequence[Sheet], settings: Settings, like: Files | None = None, *, planned: bool = False
) -> dict[str, bytes]:
    """Return the files that say what sheets say; `like` are graphs of SVALA to write onto.

    Sheets that are only `planned` cannot say all that graphs do.
    """
    if require_format(format_name) == "plan":
        return plan.write(sheets, settings)
    if format_name == "svala":
        return svala.write(sheets, like, planned=planned)
    return _WRITERS[format_name](sheets)


def require_format(name: str) -> str:
    """Return a format's name as it came; raise UsageError if there is none of that name."""
    if name not in FORMATS:
        raise UsageError(
            f"no format of annotations is called {name!r}{nearest(name, FORMATS)}; there are {', '.join(FORMATS)}"
        )
    return name
