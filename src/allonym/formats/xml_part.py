"""What a part of an Office file holds: lines of text, texts beside them, and what is scrubbed.

Every text of a part is taken, in whatever element it stands, but for those that are known to be technical.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from allonym.core.types import Edit, Span
from allonym.formats import xml_words as words
from allonym.formats.xml_lines import Fragment, Line, from_attribute, from_link, from_text
from allonym.formats.xml_scan import Attribute, Tag, attributes, escape, remarks, tags, unescape
from allonym.formats.xml_values import is_measure, is_odd, is_odd_text


@dataclass(frozen=True, slots=True)
class Part:
    """What was found in one part. `names` stay as they are, and are checked."""

    lines: list[Line] = field(default_factory=list, repr=False)
    others: list[Line] = field(default_factory=list, repr=False)
    scrubs: list[Edit] = field(default_factory=list, repr=False)
    names: list[str] = field(default_factory=list, repr=False)


@dataclass(slots=True)
class Authors:
    """People who wrote or changed something: each becomes `Author 1`, `Author 2`, … all over a file."""

    numbers: dict[str, int] = field(default_factory=dict, repr=False)

    def number(self, name: str) -> int:
        """Return the number of a name."""
        return self.numbers.setdefault(name, len(self.numbers) + 1)


@dataclass(slots=True)
class _Paragraph:
    """A paragraph that is being read: what it says, and the commands of its fields."""

    words: list[Fragment | str] = field(default_factory=list, repr=False)
    commands: list[Fragment | str] = field(default_factory=list, repr=False)


class _Reader:
    """Goes through the tags of one part."""

    def __init__(self, name: str, text: str, authors: Authors) -> None:
        self.name = name
        self.text = text
        self.authors = authors
        self.part = Part()
        self.open: list[str] = []
        self.paragraphs: list[_Paragraph] = []
        self.root = ""
        self._author = 0
        self._is_own_style = False

    def read(self) -> Part:
        done, last = 0, ""
        for tag in tags(self.text):
            if done:
                self._content(Span(done, tag.start), last, is_whole=tag.is_end and last == tag.name)
            self._tag(tag)
            done, last = tag.end, "" if tag.is_end or tag.is_empty else tag.name
        self.part.scrubs.extend(Edit(span, "") for span in remarks(self.text))
        return self.part

    def _tag(self, tag: Tag) -> None:
        if tag.is_end:
            self.open.pop()
            if tag.name in words.PARAGRAPHS and self.paragraphs:
                self._end_paragraph()
            return
        self.root = self.root or tag.name
        if tag.name in words.GLUE and self.paragraphs and self.open[-1] in words.GLUED_IN:
            self.paragraphs[-1].words.append(words.GLUE[tag.name])
        self._attributes(tag)
        if not tag.is_empty:
            self.open.append(tag.name)
            if tag.name in words.PARAGRAPHS:
                self.paragraphs.append(_Paragraph())

    def _end_paragraph(self) -> None:
        paragraph = self.paragraphs.pop()
        if any(isinstance(each, Fragment) for each in paragraph.words):
            self.part.lines.append(paragraph.words)
        if paragraph.commands:
            self.part.others.append(paragraph.commands)

    def _content(self, span: Span, element: str, *, is_whole: bool) -> None:
        """Take what stands between two tags; `element` is the tag before, if it opens."""
        # What was replaced by nothing is still a text: an element that holds nothing, but has an end.
        said = span.of(self.text)
        said = unescape(said) if "<" in said else said
        blank = not said.strip()
        if blank and not is_whole:
            return
        if element in words.RUN_TEXTS | words.COMMANDS | words.DELETED:
            self._run_text(span, element)
        elif not (blank and said):
            self._other_text(span, element)

    def _other_text(self, span: Span, element: str) -> None:
        if self._is_technical(span, element):
            self._check(unescape(span.of(self.text)))
        elif self.root in words.PROPERTIES:
            self._property(span, element)
        elif element in words.AUTHORS:
            number = self.authors.number(span.of(self.text))
            self.part.scrubs.append(Edit(span, f"Author {number}"))
        elif element in words.FORMULAS:
            self.part.names.extend(literals(unescape(span.of(self.text))))
        elif element in words.HEADERS:
            self.part.others.append(list(self._header(span)))
        else:
            self.part.others.append([from_text(self.name, self.text, span)])

    def _header(self, span: Span) -> Iterator[Fragment | str]:
        done = span.start
        for code in (*words.CODE.finditer(self.text, span.start, span.end), None):
            end = span.end if code is None else code.start()
            if end > done:
                yield from_text(self.name, self.text, Span(done, end))
            if code is not None:
                yield "\n"
                done = code.end()

    def _run_text(self, span: Span, element: str) -> None:
        if element in words.DELETED:
            self.part.scrubs.append(Edit(span, ""))
            return
        fragment = from_text(self.name, self.text, span, span.start)
        if not self.paragraphs:
            self.part.others.append([fragment])
        elif element in words.COMMANDS:
            self.paragraphs[-1].commands.append(fragment)
        else:
            self.paragraphs[-1].words.append(fragment)

    def _is_technical(self, span: Span, element: str) -> bool:
        if self.root in words.PROPERTIES:
            return False
        if element in words.TECHNICAL:
            return True
        long = element not in words.MEASURES and words.LONG.search(self.text, span.start, span.end)
        return not long and bool(words.NUMBER.fullmatch(self.text, span.start, span.end))

    def _property(self, span: Span, element: str) -> None:
        value = unescape(span.of(self.text))
        if "HeadingPairs" in self.open:
            self._check(value)
        elif "property" in self.open:
            self.part.scrubs.append(Edit(span, words.EMPTY_KINDS.get(element, "0")))
        elif element not in words.STAYING or not is_measure(value):
            self.part.scrubs.append(Edit(span, ""))

    def _check(self, value: str) -> None:
        """Have what stays between two tags looked at, if it could say something."""
        if is_odd_text(value):
            self.part.names.append(value.strip())

    def _attributes(self, tag: Tag) -> None:
        if tag.end - tag.start < len(tag.name) + 5:
            return
        found = list(attributes(self.text, tag))
        if tag.name == "Relationship":
            self._relationship(found)
            return
        for each in found:
            if each.name in words.AUTHORS or tag.name in words.AUTHORS_OF.get(each.name, ()):
                self._author = self.authors.number(each.value)
                self.part.scrubs.append(Edit(each.span, f"Author {self._author}"))
            self._is_own_style = each.value == "1" if each.name == "customStyle" else self._is_own_style
        for each in found:
            self._attribute(tag, each)
        self._is_own_style = self._is_own_style and tag.name == "style"

    def _attribute(self, tag: Tag, attribute: Attribute) -> None:
        name = attribute.name
        if name in words.AUTHORS or tag.name in words.AUTHORS_OF.get(name, ()):
            return
        if name == "initials":
            self.part.scrubs.append(Edit(attribute.span, escape(f"A{self._author}")))
        elif name == "userId":
            self.part.scrubs.append(Edit(attribute.span, f"Author {self._author}"))
        elif name in words.DROPPED:
            self.part.scrubs.append(Edit(attribute.whole, ""))
        elif tag.name in words.EMPTIED_OF.get(name, ()):
            self.part.scrubs.append(Edit(attribute.span, ""))
        else:
            self._other_attribute(tag, attribute)

    def _other_attribute(self, tag: Tag, attribute: Attribute) -> None:
        name, value = attribute.name, attribute.value
        if tag.name in words.CHECKED_OF.get(name, ()):
            self.part.names.append(value)
            return
        own = self.name.startswith("customXml/") and tag.name not in words.ABOUT_DATA and name != "xmlns"
        of_font = tag.name == "name" and bool(self.open) and self.open[-1] == "font"
        if own or self._is_taken(tag, name):
            self.part.others.append([from_attribute(self.name, attribute)])
        elif is_odd("font" if of_font else tag.name, name, value):
            self.part.names.append(value)

    def _is_taken(self, tag: Tag, name: str) -> bool:
        # What a style is called is shown to people only; a style is used by its id.
        own_style = name == "val" and tag.name == "name" and self._is_own_style
        named = name == "val" and tag.name == "name" and bool(self.open) and self.open[-1] in words.NAMED_IN
        return own_style or named or name in words.TAKEN or tag.name in words.TAKEN_OF.get(name, ())

    def _relationship(self, found: list[Attribute]) -> None:
        is_external = any(each.name == "TargetMode" and each.value == "External" for each in found)
        for each in found:
            if each.name == "Target" and is_external:
                self.part.others.append([from_link(self.name, each)])
            elif is_odd("Relationship", each.name, each.value):
                self.part.names.append(each.value)


def literals(formula: str) -> list[str]:
    """Return the texts that stand in a formula."""
    return [each for each in words.LITERAL.findall(formula) if each.strip()]


def read_part(name: str, text: str, authors: Authors) -> Part:
    """Return what a well-formed part holds."""
    return _Reader(name, text, authors).read()


def treated(part: Part) -> list[Edit]:
    """Return the edits that take out all of a part that was read as text or is scrubbed, in order."""
    fragments = (each for line in (*part.lines, *part.others) for each in line if isinstance(each, Fragment))
    edits = [Edit(fragment.span, "") for fragment in fragments]
    return _merged(edits, [replace(each, replacement="") for each in part.scrubs])


def rewritten(text: str, fragments: Iterator[tuple[Fragment, str]], scrubs: list[Edit]) -> list[Edit]:
    """Return the edits of a part: new values of fragments, and what is scrubbed, in order."""
    edits = [edit for fragment, value in fragments for edit in fragment.rewritten(text, value)]
    return _merged(edits, scrubs)


def _merged(edits: list[Edit], scrubs: list[Edit]) -> list[Edit]:
    """Return the edits in order; a comment inside a text that is replaced goes with it."""
    merged: list[Edit] = []
    for edit in sorted((*edits, *scrubs), key=lambda edit: (edit.span.start, -edit.span.end)):
        if not merged or edit.span.end > merged[-1].span.end or edit.span.start >= merged[-1].span.end:
            merged.append(edit)
    return merged
