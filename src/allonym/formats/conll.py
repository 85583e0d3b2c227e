"""Token lists: a token to a line, columns beside it, a blank line between sentences. A sentence is one text.

    Anna    NNP  B-PER            [PERSON_1]  NNP  B-PER         a stand-in of fewer words leaves _ in the tokens behind
    Berg    NNP  I-PER            _           NNP  I-PER         one of more has its last words joined by _
    rang    VBD  O                rang        VBD  O

The other columns stay, but for those that say the word again: its lemma, and what CoNLL-U calls MISC. Of a range such
as `4-5`, the sentence says the range; its tokens say the same again, and are read behind the sentence.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO

from allonym.core.containers import SlotEdits, WayBack
from allonym.core.pieces import Layout, Piece, Slot
from allonym.core.protocols import Readable
from allonym.core.splice import splice
from allonym.core.types import Edit, Span
from allonym.formats.blocks import blocks, lines_of
from allonym.formats.encodings import DEFAULT, require_encodable, with_encoding
from allonym.formats.weaving import weave

FILLER = "_"
_NUMBER = re.compile(r"\d+(?:[.\-]\d+)?")
_COMMENT = re.compile(r"#\s*(?:[\w.\-:]{1,40}(?:\s[\w.\-]{1,20})?\s*=\s*)?")
_RANGE = re.compile(r"(\d{1,9})-(\d{1,9})")
_ONE = re.compile(r"\d{1,9}")
_LEMMA, _MISC = 2, 9
_NO_SPACE = "SpaceAfter=No"
# Tags, numbers, features, relations and brackets of parses; whatever else stands beside a token is text.
_TAG = re.compile(
    r"[A-Z]{1,8}[A-Z0-9$\-_|:]*|[BIOESLUM]-[A-Za-z0-9_\-.]{1,30}|[\d.,:;\-_*()|+/]*|[a-z]{1,12}(?:[:_.][a-z]{1,12})*|"
    r"(?:[A-Z][A-Za-z]{0,20}(?:\[[a-z]+\])?=[A-Za-z0-9,]{1,12}\|?)+|[()*A-Z\-\d]+|\W*|\d+:[a-z:]+(?:\|\d+:[a-z:]+)*"
)


@dataclass(frozen=True)
class ConllFormat:
    """Token lists in columns, with tabs or spaces between. Each sentence is a record of its own."""

    name: str = "conll"
    suffixes: tuple[str, ...] = (".conll", ".conllu", ".iob", ".bio")
    has_rows: bool = False
    is_cut: bool = False
    reads_back: bool = False

    def inspect(self, head: bytes, asked: Layout) -> Layout:
        """Complete what the user asked for by what the first bytes of the file show."""
        return with_encoding(head, asked)

    def read(self, stream: Readable, layout: Layout) -> Iterator[Piece]:
        """Return the sentences, counted from 1."""
        for number, block in enumerate(blocks(stream, layout), 1):
            yield Piece(number, block, tuple(_slots(block)))

    def spell(self, value: str, like: str, layout: Layout) -> str:
        """Return lines whose tokens say the value."""
        old = _remark(like) if _is_comment(like) else said(like)
        return self.respell(like, [Edit(Span(0, len(old)), value)], layout)

    def respell(self, like: str, edits: Sequence[Edit], layout: Layout) -> str:
        """Return lines, or a comment, with edits of what they say."""
        for edit in edits:
            require_encodable(edit.replacement, layout.encoding or DEFAULT)
        if not _is_comment(like):
            return _respelt(like, edits)
        text = _remark(like)
        return like[: len(like) - len(text)] + splice(text, edits)[0]

    def is_one(self, layout: Layout) -> bool:  # noqa: ARG002
        """Tell that a file is one document, so that a name has one stand-in in all its sentences."""
        return True

    def notes(self, stream: BinaryIO) -> list[str]:  # noqa: ARG002
        """Return nothing: all of a file is read."""
        return []

    def build(self, stream: BinaryIO, layout: Layout, edits: Iterator[SlotEdits], output: BinaryIO) -> WayBack:
        """Write the sentences with their edits; then tell the way back."""
        return weave(self, stream, layout, edits, output)


def conll() -> ConllFormat:
    """Return the format of token lists."""
    return ConllFormat()


@dataclass(frozen=True, slots=True)
class _Cell:
    """A word of the sentence, or another cell that says something: its line, its column, and where it stands."""

    line: int
    column: int
    span: Span


@dataclass(frozen=True, slots=True)
class _Sentence:
    """Lines as cells with what stands between them, by turns; and what they say."""

    lines: list[list[str]]
    cells: list[_Cell]
    text: str


def said(like: str) -> str:
    """Return the sentence that lines of tokens are, and behind it what other columns say."""
    return _read(like).text


def _slots(block: str) -> Iterator[Slot]:
    lines = list(lines_of(block))
    first = 0
    for start, line in lines:
        if line.strip() and not _is_comment(line):
            break
        first += 1
        if (text := _remark(line)).strip():
            yield Slot("comment", Span(start, start + len(line)), text)
    held = [(start, line) for start, line in lines[first:] if line.strip()]
    if held:
        span = Span(held[0][0], held[-1][0] + len(held[-1][1]))
        yield Slot("text", span, said(span.of(block)))


def _is_comment(like: str) -> bool:
    return like.startswith("#") and "\t" not in like.partition("\n")[0]


def _remark(comment: str) -> str:
    """Return what a comment says behind its name."""
    begin = _COMMENT.match(comment)
    return comment[begin.end() :] if begin else comment


def _read(like: str) -> _Sentence:
    lines = [re.split(r"(\t)" if "\t" in line else r"( +)", line) for _, line in lines_of(like) if line.strip()]
    cells: list[_Cell] = []
    made: list[str] = []
    at = 0

    def say(number: int, column: int, before: str) -> None:
        nonlocal at
        word = lines[number][column]
        made.extend((before, word))
        at += len(before)
        cells.append(_Cell(number, column, Span(at, at + len(word))))
        at += len(word)

    space = ""
    again = _said_again(lines)
    for number, line in enumerate(lines):
        if number not in again:
            say(number, _form(line), space)
            space = "" if _form(line) and _NO_SPACE in line[-1].split("|") else " "
    for number, is_first in again.items():
        say(number, _form(lines[number]), "\n" if is_first else " ")
    for number, line in enumerate(lines):
        for column in range(0, len(line), 2):
            if column != _form(line) and not _TAG.fullmatch(line[column]):
                say(number, column, "\n")
    return _Sentence(lines, cells, "".join(made))


def _said_again(lines: Sequence[Sequence[str]]) -> dict[int, bool]:
    """Return the lines whose tokens stand in the range before them, and whether each is the first of its range."""
    again: dict[int, bool] = {}
    last, is_first = 0, False
    for number, line in enumerate(lines):
        if _form(line) and (found := _RANGE.fullmatch(line[0])):
            last, is_first = int(found[2]), True
        elif last and _form(line) and _ONE.fullmatch(line[0]) and int(line[0]) <= last:
            again[number], is_first = is_first, False
        else:
            last = 0
    return again


def _form(line: Sequence[str]) -> int:
    """Return where the token of a line stands: its second cell if the first is a number, else its first."""
    return 2 if len(line) > 2 * 3 and line[1] == "\t" and _NUMBER.fullmatch(line[0]) else 0


def _respelt(like: str, edits: Sequence[Edit]) -> str:
    sentence = _read(like)
    changed: dict[int, list[str]] = {}
    for group, mine in _groups(sentence.cells, edits):
        start = min(group[0].span.start, mine[0].span.start)
        end = max(group[-1].span.end, mine[-1].span.end)
        local = [Edit(Span(each.span.start - start, each.span.end - start), each.replacement) for each in mine]
        new = splice(sentence.text[start:end], local)[0].split()
        for place, cell in enumerate(group):
            words = new[place:] if cell is group[-1] else new[place : place + 1]
            line = changed.setdefault(cell.line, list(sentence.lines[cell.line]))
            _rewrite(line, cell.column, FILLER.join(words) or FILLER)
    lines = iter(range(len(sentence.lines)))

    def written(found: re.Match[str]) -> str:
        number = next(lines)
        return "".join(changed[number]) if number in changed else found[0]

    return re.sub(r"(?<![^\r\n])[^\S\r\n]*+[^\s][^\r\n]*", written, like)


def _rewrite(line: list[str], column: int, word: str) -> None:
    """Write a word in its place; of a token, nothing stays in other columns."""
    old = line[column].casefold()
    line[column] = word
    if column != _form(line):
        return
    for other in range(0, len(line), 2):
        if other != column and line[other].casefold() == old:
            line[other] = word
    if column and len(line) > 2 * _LEMMA and line[2 * _LEMMA] != word:
        line[2 * _LEMMA] = FILLER
    if column and len(line) > 2 * _MISC:
        line[2 * _MISC] = _NO_SPACE if _NO_SPACE in line[2 * _MISC].split("|") else FILLER


def _groups(cells: Sequence[_Cell], edits: Sequence[Edit]) -> Iterator[tuple[list[_Cell], list[Edit]]]:
    """Return the cells that edits touch; edits that share a cell come together."""
    starts = [cell.span.start for cell in cells]
    group: range = range(0)
    mine: list[Edit] = []
    for edit in edits:
        first = max(0, bisect_right(starts, edit.span.start) - 1)
        last = max(first, bisect_right(starts, edit.span.end - 1) - 1)
        # What begins in the space behind a cell is an affair of the next one, if it reaches so far.
        if first < last and cells[first].span.end <= edit.span.start:
            first += 1
        if mine and first > group[-1]:
            yield [cells[place] for place in group], mine
            group, mine = range(0), []
        group = range(group[0] if mine else first, last + 1)
        mine.append(edit)
    if mine:
        yield [cells[place] for place in group], mine
