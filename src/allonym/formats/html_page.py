"""HTML: the texts between tags, the values of attributes, comments and scripts. Everything else stays as it is.

    <p title="Anna">Dear <b>An</b>na,<br>hello</p>        Anna | Dear Anna, | hello

What is inside a sentence (<b>, <a>, <span>) does not cut a text in two. Attributes that can be links are read without
their escapes: Anna%20Berg says Anna Berg. What looks like a tag and is none that HTML
knows, <anna@example.org> or <p Anna Berg>, is text, so a page out of order hides nothing.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO

from allonym.core.containers import SlotEdits, WayBack
from allonym.core.errors import InputError
from allonym.core.pieces import Layout, Piece, Slot
from allonym.core.protocols import Readable
from allonym.core.splice import splice
from allonym.core.types import Edit, Span
from allonym.formats.decoding import CHUNK, strict
from allonym.formats.encodings import DEFAULT, require_encodable, with_encoding
from allonym.formats.html_words import ELEMENTS, INLINE, KEPT, PREFIXES, SPOKEN, TEXTS
from allonym.formats.links import all_quoted, is_spelt, quoted, unquoted
from allonym.formats.markup import Atom, edited, escaped, plain_atoms, said
from allonym.formats.weaving import rewind, weave

LIMIT = 64 * 1024 * 1024
"""How many characters a page may have."""

_ATTRIBUTE = r"""\s++[A-Za-z][\w:.\-]*+(?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s"'=<>`][^\s"'<>`]*+))?+"""
_TAG = re.compile(rf"<(?:/([A-Za-z][\w:\-]*+)\s*+|([A-Za-z][\w:\-]*+)((?:{_ATTRIBUTE})*+)\s*+/?)>")
_VALUE = re.compile(r"""\s++([A-Za-z][\w:.\-]*+)(?:\s*+=\s*+("[^"]*+"|'[^']*+'|[^\s"'=<>`][^\s"'<>`]*+))?+""")
_PUBLIC = r"""(?:"(?:-//W3C//|-//IETF//|https?://www\.w3\.org/|about:legacy)[^">]*+"|\s|public|system)*+"""
_XML = r"""(?:\s+(?:version|encoding|standalone)=(?:"[\w.\-]{1,20}"|'[\w.\-]{1,20}'))*+\s*"""
_ASIDE = re.compile(rf"<!--(.*?)-->|<!doctype\s+html{_PUBLIC}>|<\?xml{_XML}\?>", re.DOTALL | re.IGNORECASE)
_ONE_VALUE = re.compile(r"""([A-Za-z][\w:.\-]*+)\s*+=\s*+("[^"]*+"|'[^']*+'|[^\s"'=<>`][^\s"'<>`]*+)""")
_QUOTES = ('"', "'")
_UNSAFE = " \t\r\n\f\"'=`"
_ENDS = re.compile(r"</(script|style)\s*+>\Z", re.IGNORECASE)
_BREAKS_OUT = re.compile(r"-->|--!>|<!--|</(?:script|style)|\*/", re.IGNORECASE)
_RAW_END = {name: re.compile(rf"</{name}\s*+>", re.IGNORECASE) for name in ("script", "style")}
_STYLE_NOTE = re.compile(r"""/\*(.*?)(?:\*/|\Z)|"([^"\n]*+)"|'([^'\n]*+)'|url\(([^()"']*+)\)""", re.DOTALL)
_NEXT_NOTE = "\n\n"
_IN_STYLE = re.compile(r"[^\x00-\x7f]|[A-Z][a-z]+\s+[A-Z][a-z]+")
# What an attribute of looks has to be to be read all the same: a handle, letters that no program uses, two names.
_NAMES = re.compile(r"@|%40|[^\x00-\x7f]|[A-Z][a-z]+(?:[\s_\-+]|%20)+[A-Z][a-z]+")


@dataclass(frozen=True)
class HtmlFormat:
    """One page, which is one document."""

    chunk: int = CHUNK
    limit: int = LIMIT
    name: str = "html"
    suffixes: tuple[str, ...] = (".html", ".htm", ".xhtml")
    has_rows: bool = False
    is_cut: bool = False
    reads_back: bool = False

    def inspect(self, head: bytes, asked: Layout) -> Layout:
        """Complete what the user asked for by what the first bytes of the file show."""
        return with_encoding(head, asked)

    def read(self, stream: Readable, layout: Layout) -> Iterator[Piece]:
        """Return the page as one piece."""
        rewind(stream)
        parts: list[str] = []
        size = 0
        for part in strict(stream, layout, self.chunk):
            parts.append(part)
            size += len(part)
            if size > self.limit:
                raise InputError(f"the page is longer than {self.limit} characters")
        text = "".join(parts)
        if text:
            yield Piece(1, text, tuple(page_slots(text)))

    def spell(self, value: str, like: str, layout: Layout) -> str:
        """Return a stretch that says the value, with the tags of the other."""
        whole = Edit(Span(0, len(said(_atoms(like)))), value)
        return self.respell(like, [whole], layout)

    def respell(self, like: str, edits: Sequence[Edit], layout: Layout) -> str:
        """Return a stretch with edits of what it says; tags and entities stay where they are."""
        atoms = list(_atoms(like))
        encoding, meant = layout.encoding or DEFAULT, splice(said(atoms), edits)[0]
        link = _link(like)
        is_quoted = is_spelt(link)
        made = edited(atoms, edits, lambda words: _written(quoted(words) if is_quoted else words, like, encoding))
        if link and said(_atoms(made)) != meant:
            made = like.replace(link, escaped(all_quoted(meant), encoding))
        if said(_atoms(made)) != meant:
            raise InputError("a new text cannot be written into this page so that it reads as it was meant")
        return made

    def is_one(self, layout: Layout) -> bool:  # noqa: ARG002
        """Tell that a page is one document."""
        return True

    def notes(self, stream: BinaryIO) -> list[str]:  # noqa: ARG002
        """Return nothing: all of a page is read."""
        return []

    def build(self, stream: BinaryIO, layout: Layout, edits: Iterator[SlotEdits], output: BinaryIO) -> WayBack:
        """Write the page with its edits; then tell the way back."""
        return weave(self, stream, layout, edits, output)


def html_page(chunk: int = CHUNK, limit: int = LIMIT) -> HtmlFormat:
    """Return the format of HTML pages."""
    return HtmlFormat(chunk, limit)


def page_slots(text: str) -> Iterator[Slot]:
    """Return the texts of a page, in order."""
    block: list[tuple[int, int]] = []
    for start, end, kind in _tokens(text):
        if kind == "text":
            block.append((start, end))
        elif kind != "inline":
            yield from _block(text, block)
            block = []
            if kind != "block":
                atoms = list(_atoms(text[start:end]))
                fixed = tuple(_fixed(atoms)) if kind == "script" else ()
                yield Slot(kind, Span(start, end), said(atoms), fixed=fixed)
    yield from _block(text, block)


def _block(text: str, block: Sequence[tuple[int, int]]) -> Iterator[Slot]:
    """Return one text for all that stands between two tags that end a sentence, without marks at its edges."""
    held = [place for place in block if text[place[0] : place[1]].strip()]
    if held:
        span = Span(held[0][0], held[-1][1])
        yield Slot("text", span, said(_atoms(span.of(text))))


def _tokens(text: str) -> Iterator[tuple[int, int, str]]:
    """Return where texts, tags inside and between sentences, attributes, comments and scripts stand."""
    done = at = 0
    # What never ends is looked for once, not once for each beginning: a page may have a million of them.
    last_end, endless = text.rfind("-->"), set[str]()
    while (at := text.find("<", at)) >= 0:
        is_open = at > last_end and text.startswith("<!--", at)
        found = None if is_open else _ASIDE.match(text, at) or _known_tag(text, at)
        if found is None:
            at += 1
            continue
        if done < at:
            yield done, at, "text"
        done = at = found.end()
        if found.re is _ASIDE:
            yield found.start(), found.end(), "comment" if found[1] and found[1].strip() else "block"
            continue
        yield from _of_tag(found)
        if end := _raw_end(text, found, endless):
            if said(_atoms(text[done : end.end()])).strip():
                yield done, end.end(), "script"
            done = at = end.end()
            yield done, done, "block"
    if done < len(text):
        yield done, len(text), "text"


def _known_tag(text: str, at: int) -> re.Match[str] | None:
    """Return the tag that stands here, if all its words are HTML."""
    tag = _TAG.match(text, at)
    if tag is None or (tag[1] or tag[2]).lower() not in ELEMENTS:
        return None
    names = (each[1].lower() for each in _VALUE.finditer(tag[3] or ""))
    return tag if all(name in KEPT or _is_text(name) for name in names) else None


def _is_text(name: str) -> bool:
    return name in TEXTS or name.startswith(PREFIXES)


def _is_link(name: str) -> bool:
    name = name.lower()
    return (name in KEPT or _is_text(name)) and name not in SPOKEN and not name.startswith("aria-")


def _link(like: str) -> str:
    """Return the value of an attribute that may be a link; nothing if this is none."""
    value = _ONE_VALUE.fullmatch(like)
    if value is None or not _is_link(value[1]):
        return ""
    return value[2][1:-1] if value[2][0] in _QUOTES else value[2]


def _raw_end(text: str, tag: re.Match[str], endless: set[str]) -> re.Match[str] | None:
    """Return where a script or a style sheet ends that begins here; `endless` are kinds that end nowhere any more."""
    name = (tag[2] or "").lower()
    if name not in _RAW_END or name in endless:
        return None
    found = _RAW_END[name].search(text, tag.end())
    if found is None:
        endless.add(name)
    return found


def _of_tag(tag: re.Match[str]) -> Iterator[tuple[int, int, str]]:
    values = []
    for each in _VALUE.finditer(tag[3] or ""):
        if each[2] and (_is_text(each[1].lower()) or _NAMES.search(each[2])) and each[2].strip("\"'#"):
            start = tag.start(3)
            values.append((start + each.start(1), start + each.end(), each[1].lower()))
    if not values and (tag[1] or tag[2]).lower() in INLINE:
        yield tag.start(), tag.end(), "inline"
        return
    yield tag.start(), tag.start(), "block"
    yield from values
    yield tag.end(), tag.end(), "block"


def _atoms(raw: str) -> Iterator[Atom]:
    """Return the atoms of an attribute, a comment, a script with its end, or a stretch of text with its tags."""
    if value := _ONE_VALUE.fullmatch(raw):
        quote = value[2][0] if value[2][0] in _QUOTES else ""
        inner = value[2][1:-1] if quote else value[2]
        yield raw[: value.start(2) + len(quote)], ""
        for mark, word in unquoted(inner) if _is_link(value[1]) else [(inner, inner)]:
            yield from plain_atoms(mark) if mark == word else [(mark, word)]
        yield quote, ""
    elif raw.startswith("<!--") and raw.endswith("-->"):
        yield from (("<!--", ""), (raw[4:-3], raw[4:-3]), ("-->", ""))
    elif (end := _ENDS.search(raw)) and end.end() == len(raw):
        yield from _script_atoms(raw[: end.start()], end[1].lower())
        yield end[0], ""
    else:
        yield from _text_atoms(raw)


def _script_atoms(raw: str, name: str) -> Iterator[Atom]:
    if name == "script":
        yield raw, raw
        return
    # Of a style sheet only comments and what stands between quotes are text, unless the rest looks like names.
    if _IN_STYLE.search(_STYLE_NOTE.sub("", raw)):
        yield raw, raw
        return
    done = 0
    for note in _STYLE_NOTE.finditer(raw):
        start, end = note.span(note.lastindex or 0)
        yield raw[done:start], _NEXT_NOTE if done else ""
        yield raw[start:end], raw[start:end]
        done = end
    yield raw[done:], ""


def _fixed(atoms: Sequence[Atom]) -> Iterator[Span]:
    """Return the places of what stands between the notes of a style sheet: no name goes over them."""
    at = 0
    for raw, text in atoms:
        if text and raw != text:
            yield Span(at, at + len(text))
        at += len(text)


def _text_atoms(raw: str) -> Iterator[Atom]:
    done = at = 0
    while (at := raw.find("<", at)) >= 0:
        tag = _known_tag(raw, at)
        if tag is None:
            at += 1
            continue
        yield from plain_atoms(raw[done:at])
        yield tag[0], ""
        done = at = tag.end()
    yield from plain_atoms(raw[done:])


def _written(words: str, like: str, encoding: str) -> str:
    """Return new words as they are written in a stretch of this kind."""
    value = _ONE_VALUE.fullmatch(like)
    if value:
        return escaped(words, encoding, value[2][0] if value[2][0] in _QUOTES else _UNSAFE)
    if like.startswith("<!--") or _ENDS.search(like):
        require_encodable(words, encoding)
        if _BREAKS_OUT.search(words):
            raise InputError("a new text would end the comment or script it stands in")
        return words
    return escaped(words, encoding)
