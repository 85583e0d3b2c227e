"""Texts that are written in fragments: a paragraph whose words stand in several runs.

    <p> <r><t>Dear An</t></r> <r><t>na Berg</t></r> <tab/> <r><t>Hello</t></r> </p>
    line:  Dear An + na Berg + TAB + Hello + end of line        TAB and the end are glue: no text, and never edited

A replacement goes to the fragment in which the replaced words begin, and takes its formatting; the fragments after it
lose what was replaced, and stay.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from urllib.parse import quote, unquote

from allonym.core.splice import splice
from allonym.core.types import Edit, Span
from allonym.formats.links import SIGNS, is_whole
from allonym.formats.xml_scan import Attribute, escape, unescape

_PRESERVE = ' xml:space="preserve"'


@dataclass(frozen=True, slots=True)
class Fragment:
    """A stretch of a part that is text: where its raw form stands, and what it says.

    `tag` is where the tag before it ends, if white space at its edges counts only when the tag says so. A link is
    written with signs such as `%20`, but for `signs`.
    """

    part: str = field(repr=False)
    span: Span
    value: str = field(repr=False)
    tag: int | None = None
    signs: str = ""

    def rewritten(self, text: str, value: str) -> Iterator[Edit]:
        """Return the edits of the part that make the fragment say something else."""
        if self.tag is not None and value != value.strip() and self.value == self.value.strip():
            tag = text[text.rindex("<", 0, self.tag) : self.tag]
            if "space=" not in tag:
                yield Edit(Span(self.tag - 1, self.tag - 1), _PRESERVE)
        yield Edit(self.span, escape(quote(value, self.signs) if self.signs else value))


Line = Sequence[Fragment | str]
"""Fragments and glue."""


@dataclass(frozen=True, slots=True)
class Block:
    """Lines as one text. `starts` are the places of its fragments, `fixed` those of the glue."""

    text: str = field(repr=False)
    fragments: tuple[Fragment, ...] = field(repr=False)
    starts: tuple[int, ...] = field(repr=False)
    fixed: tuple[Span, ...] = field(repr=False)

    def rewritten(self, edits: Iterable[Edit]) -> Iterator[tuple[Fragment, str]]:
        """Return the fragments that edits of the text change, each with what it says then."""
        mine: dict[int, list[Edit]] = {}
        for edit in edits:
            replacement = edit.replacement
            for number, span in self._touched(edit.span):
                mine.setdefault(number, []).append(Edit(span, replacement))
                replacement = ""
        for number, local in mine.items():
            yield self.fragments[number], splice(self.fragments[number].value, local)[0]

    def _touched(self, span: Span) -> Iterator[tuple[int, Span]]:
        number = max(0, bisect_right(self.starts, span.start) - 1)
        found = False
        while number < len(self.starts) and (self.starts[number] < span.end or not found):
            start = self.starts[number]
            size = len(self.fragments[number].value)
            local = Span(max(0, min(span.start - start, size)), max(0, min(span.end - start, size)))
            if len(local) or (not len(span) and not found):
                found = True
                yield number, local
            number += 1


def blocks(lines: Iterable[Line], size: int) -> Iterator[Block]:
    """Join lines to blocks of about a size; a line is never cut."""
    waiting: list[Line] = []
    length = 0
    for line in lines:
        if length >= size:
            yield _block(waiting)
            waiting, length = [], 0
        waiting.append(line)
        length += sum(len(each) if isinstance(each, str) else len(each.value) for each in line)
    if waiting:
        yield _block(waiting)


def from_text(part: str, text: str, span: Span, tag: int | None = None) -> Fragment:
    """Return what stands between two tags as a fragment."""
    return Fragment(part, span, unescape(span.of(text)), tag)


def from_attribute(part: str, attribute: Attribute) -> Fragment:
    """Return the value of an attribute as a fragment."""
    return Fragment(part, attribute.span, attribute.value)


def from_link(part: str, attribute: Attribute) -> Fragment:
    """Return the value of an attribute that is a link as a fragment; one that is found as a whole is not unquoted."""
    link = attribute.value
    if is_whole(link):
        return Fragment(part, attribute.span, link, signs=f"{SIGNS}%")
    return Fragment(part, attribute.span, unquote(link), signs=SIGNS)


def _block(lines: Sequence[Line]) -> Block:
    words: list[str] = []
    fragments: list[Fragment] = []
    starts: list[int] = []
    fixed: list[Span] = []
    at = 0
    for each in (each for line in lines for each in (*line, "\n")):
        value = each if isinstance(each, str) else each.value
        if isinstance(each, str):
            fixed.append(Span(at, at + len(value)))
        else:
            fragments.append(each)
            starts.append(at)
        words.append(value)
        at += len(value)
    return Block("".join(words), tuple(fragments), tuple(starts), tuple(fixed))
