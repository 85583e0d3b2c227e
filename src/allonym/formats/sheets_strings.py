"""The table of texts that cells share: one text may stand in many cells, and be replaced in only some.

A replaced text takes the place of the old one if no other cell needs that; otherwise it goes to the end of the table,
and its cell is told the new number. So no text stays in the table that no cell shows.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from allonym.core.errors import InputError, SafetyError
from allonym.core.splice import splice
from allonym.core.types import Edit, Span
from allonym.formats.xml_lines import Block, Fragment, Line, blocks, from_text
from allonym.formats.xml_scan import Tag, remarks, tags

_UNIQUE = re.compile(r"\buniqueCount\s*=\s*[\"']([0-9]*)[\"']")


@dataclass(frozen=True, slots=True)
class SharedText:
    """One text of the table: where it stands, its fragments, and its readings aside (phonetic guides)."""

    span: Span
    fragments: tuple[Fragment, ...] = field(repr=False)
    asides: tuple[Edit, ...] = field(repr=False)

    @property
    def value(self) -> str:
        """Return what it says."""
        return "".join(fragment.value for fragment in self.fragments)


@dataclass(slots=True)
class SharedTexts:
    """The table, and what becomes of it while cells are rewritten."""

    text: str = field(default="", repr=False)
    items: list[SharedText] = field(default_factory=list, repr=False)
    fixed: set[int] = field(default_factory=set, repr=False)
    """Numbers of texts that some cell shows which is not rewritten."""
    placed: dict[int, str] = field(default_factory=dict, repr=False)
    added: dict[str, int] = field(default_factory=dict, repr=False)

    def item(self, number: int) -> SharedText:
        """Return a text by its number."""
        if number >= len(self.items):
            raise InputError(f"a cell names text {number:,} of a shared table that has {len(self.items):,}")
        return self.items[number]

    def place(self, number: int, edits: list[Edit]) -> int:
        """Return the number that a cell must name to show a text with edits."""
        raw = self._rewritten(number, edits)
        if self.placed.setdefault(number, raw) == raw:
            return number
        return self.added.setdefault(raw, len(self.items) + len(self.added))

    def fix(self, number: int) -> None:
        """Note that some cell shows a text as it is."""
        self.placed[number] = self.item(number).span.of(self.text)

    def edits(self) -> Iterator[Edit]:
        """Return the edits of the table, in order."""
        total = len(self.items) + len(self.added)
        if self.added and (unique := _UNIQUE.search(self.text, 0, self.items[0].span.start)):
            yield Edit(Span(*unique.span(1)), str(total))
        for number, item in enumerate(self.items):
            if number not in self.placed:
                raise SafetyError(f"text {number:,} of the shared table was not read")
            raw = self.placed[number]
            if raw != item.span.of(self.text):
                yield Edit(item.span, raw)
        if self.added:
            end = self.items[-1].span.end
            yield Edit(Span(end, end), "".join(self.added))

    def _rewritten(self, number: int, edits: list[Edit]) -> str:
        item = self.item(number)
        block = one_block(item.fragments)
        mine = [edit for fragment, value in block.rewritten(edits) for edit in fragment.rewritten(self.text, value)]
        # Readings aside go with every text, changed or not: they say the same in other signs.
        mine = sorted((*mine, *item.asides), key=lambda edit: edit.span)
        start = item.span.start
        local = [Edit(Span(edit.span.start - start, edit.span.end - start), edit.replacement) for edit in mine]
        return splice(item.span.of(self.text), local)[0]


def one_block(fragments: tuple[Fragment, ...] | list[Fragment]) -> Block:
    """Return the fragments of one cell as a block."""
    line: Line = list(fragments)
    return next(blocks([line], 1))


def read_shared(part: str, text: str) -> SharedTexts:
    """Return the table of a workbook."""
    if next(remarks(text), None) is not None:
        raise InputError("a comment stands in the table of shared texts, where no program puts one; take it out")
    found = SharedTexts(text)
    start: Tag | None = None
    opened: Tag | None = None
    fragments: list[Fragment] = []
    asides: list[Edit] = []
    aside = 0
    for tag in tags(text):
        if tag.name == "si":
            if tag.is_end or tag.is_empty:
                begin = (start or tag).start
                found.items.append(SharedText(Span(begin, tag.end), tuple(fragments), tuple(asides)))
                fragments, asides, start = [], [], None
            else:
                start = tag
        elif tag.name == "rPh":
            aside += 0 if tag.is_empty else -1 if tag.is_end else 1
        elif tag.name == "t" and tag.is_end and opened is not None and opened.name == "t":
            span = Span(opened.end, tag.start)
            if aside:
                asides.append(Edit(span, ""))
            else:
                fragments.append(from_text(part, text, span, span.start))
        opened = None if tag.is_end or tag.is_empty else tag
    return found
