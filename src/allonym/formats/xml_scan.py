"""XML as it is written: where its tags stand, so that texts can be replaced and nothing else changes.

A part is first read by a strict parser (expat), which refuses what is not well-formed; what is, has no `<` in texts
or values, so that tags can then be found where they stand.
"""

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pyexpat import ExpatError, ParserCreate

from allonym.core.errors import InputError
from allonym.core.types import Span

MOST_BYTES = 256 * 1024 * 1024
"""How large one XML part may be: it is held in memory as a whole."""

_TAG = re.compile(
    r"<(?:!--.*?--|!\[CDATA\[.*?\]\]|\?.*?\?|(/?)([^\s<>/!?]++)((?:[^>\"'/]++|\"[^\"]*+\"|'[^']*+'|/(?!>))*+)(/?))>",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r"([^\s=]++)\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)')")
_ASIDE = re.compile(r"<!\[CDATA\[(.*?)\]\]>|<!--.*?-->|<\?.*?\?>", re.DOTALL)
_REFERENCE = re.compile(r"&(?:#x([0-9a-fA-F]+)|#([0-9]+)|(amp|lt|gt|quot|apos));")
_NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_DECLARED = re.compile(r"<\?xml[^>]*?encoding\s*=\s*[\"']([^\"']*)", re.ASCII)
# What no XML file can hold, however it is escaped.
IMPOSSIBLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class XmlText:
    """The text of a part, and how it is written as bytes."""

    text: str = field(repr=False)
    encoding: str = "utf-8"
    mark: bytes = b""

    def encode(self, text: str) -> bytes:
        """Return another text as bytes, in the same way."""
        return self.mark + text.encode(self.encoding)


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag: `name` has no prefix; `is_end` for `</p>`, `is_empty` for `<p/>`."""

    name: str
    start: int
    end: int
    is_end: bool
    is_empty: bool


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute: its name without prefix, what it says, where its value stands, and where all of it does."""

    name: str
    value: str = field(repr=False)
    span: Span
    whole: Span


def read_xml(data: bytes, place: str) -> XmlText:
    """Return a part as text; raise InputError if it is not well-formed, has a DOCTYPE, or is not in Unicode."""
    if len(data) > MOST_BYTES:
        raise InputError(f"{place} is larger than {MOST_BYTES:,} bytes")
    _require_well_formed(data, place)
    for mark, encoding in ((codecs.BOM_UTF8, "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")):
        if data.startswith(mark):
            return XmlText(data[len(mark) :].decode(encoding), encoding, mark)
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise InputError(f"{place} is not in UTF-8 or UTF-16") from None
    declared = _DECLARED.match(text)
    if declared and declared[1].casefold() not in {"utf-8", "us-ascii", "ascii"}:
        raise InputError(f"{place} is not in UTF-8 or UTF-16")
    return XmlText(text)


def tags(text: str, start: int = 0, end: int | None = None) -> Iterator[Tag]:
    """Return the tags of a well-formed part, or of a stretch of it, in order."""
    for found in _TAG.finditer(text, start, len(text) if end is None else end):
        name = found[2]
        if name is not None:
            yield Tag(name.rpartition(":")[2], found.start(), found.end(), bool(found[1]), bool(found[4]))


def attributes(text: str, tag: Tag) -> Iterator[Attribute]:
    """Return the attributes of a tag; declarations of namespaces are all called xmlns."""
    for found in _ATTRIBUTE.finditer(text, tag.start, tag.end):
        group = 2 if found[2] is not None else 3
        name = "xmlns" if found[1].startswith("xmlns") else found[1].rpartition(":")[2]
        yield Attribute(name, unescape(found[group]), Span(*found.span(group)), Span(*found.span()))


def remarks(text: str) -> Iterator[Span]:
    """Return where the comments and the instructions to programs stand, which no reader is shown."""
    if "<!--" not in text and text.find("<?", 1) < 0:
        return
    for found in _TAG.finditer(text):
        if found[2] is None and not found[0].startswith(("<![CDATA[", "<?xml ")):
            yield Span(*found.span())


def unescape(raw: str) -> str:
    """Return what a stretch of raw text or a raw value says."""
    if "<" in raw:
        return "".join(part if aside else unescape(part) for part, aside in _without_asides(raw))
    return _REFERENCE.sub(_character, raw) if "&" in raw else raw


def escape(value: str) -> str:
    """Return a text as it is written between tags or in a value; raise InputError if no XML can hold it."""
    if IMPOSSIBLE.search(value):
        raise InputError("a new text holds a character that no XML file can hold")
    value = value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    return value.replace("'", "&apos;").replace("\r", "&#13;")


def _require_well_formed(data: bytes, place: str) -> None:
    parser = ParserCreate()
    fault: list[str] = []

    def refuse(*_: object) -> None:
        fault.append("has a DOCTYPE, which no Office file needs and an attack does")
        raise _Refused

    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(data, True)
    except (_Refused, ExpatError, ValueError, LookupError) as error:
        line = f", line {error.lineno}" if isinstance(error, ExpatError) else ""
        reason = fault[0] if fault else f"is not well-formed XML{line}"
        raise InputError(f"{place} {reason}") from None


class _Refused(Exception):
    """Stops the parser; it never leaves this file."""


def _without_asides(raw: str) -> Iterator[tuple[str, bool]]:
    done = 0
    for found in _ASIDE.finditer(raw):
        yield raw[done : found.start()], False
        yield found[1] or "", True
        done = found.end()
    yield raw[done:], False


def _character(found: re.Match[str]) -> str:
    if found[3]:
        return _NAMED[found[3]]
    return chr(int(found[1], 16) if found[1] else int(found[2]))
