"""CoNLL: a token a line with its number, what stands between it and the next, and its tag; BIO, our labels.

    # newdoc id = post-1
    1   Anna    _               B-PERSON
    2   .       SpaceAfter=No   O

Places and labels are all that the format holds. A sentence is a line of the text; without `newdoc`, each sentence of a
file that is read is a text of its own.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from allonym.evaluation.token_gold import read_tokens
from allonym.evaluation.values import Annotated
from allonym.reviewing.exchange.told import Files, Spot, Told, decoded, file_name
from allonym.reviewing.values import Mark, Sheet

_TOKEN = re.compile(r"\w+|[^\w\s]")
_NEW = re.compile(r"# newdoc(?: id = (.*?))?\r?\Z")


def write(sheets: Sequence[Sheet]) -> dict[str, bytes]:
    """Return one file with all documents."""
    return {"annotations.conll": "".join(line for sheet in sheets for line in _lines(sheet)).encode()}


def read(files: Files) -> Iterator[Told]:
    """Return what each document of each file tells."""
    for name in sorted(files):
        yield from _documents(decoded(name, files[name]), name)


def _documents(content: str, name: str) -> Iterator[Told]:
    lines = content.split("\n")
    starts = [at for at, line in enumerate(lines) if _NEW.match(line)]
    for at, end in pairwise([*starts, len(lines)]):
        found = _NEW.match(lines[at])
        sentences = list(read_tokens("\n".join(lines[at:end]), name, at + 1))
        id_ = (found[1] if found else None) or f"{name} line {at + 1}"
        yield _told(id_, sentences, f"{name} line {at + 1}")
    if not starts:
        for number, sentence in enumerate(read_tokens(content, name), 1):
            yield _told(f"{name}:{number}", [sentence], sentence.place)


def _told(id_: str, sentences: Sequence[Annotated], place: str) -> Told:
    text, spots = "", list[Spot]()
    for sentence in sentences:
        text += "\n" if text else ""
        for span in sentence.spans:
            start, end = span.start + len(text), span.end + len(text)
            spots.append(Spot(start, end, span.label, sentence.place))
        text += sentence.text or ""
    return Told(id_, text, tuple(spots), place, loose=True)


def _lines(sheet: Sheet) -> Iterator[str]:
    text, id_ = sheet.document.text, sheet.document.id
    # A line keeps single spaces; an id with other white space, or with nothing in it, is written as a file is named.
    yield f"# newdoc id = {id_ if id_ and id_ == ' '.join(id_.split()) else file_name(id_)}\n"
    number = 0
    tokens = list(_tokens(sheet))
    for place, (start, end, mark) in enumerate(tokens):
        number += 1
        following = tokens[place + 1] if place + 1 < len(tokens) else None
        between = text[end : following[0]] if following else " "
        begins = place == 0 or tokens[place - 1][2] is not mark
        tag = "O" if mark is None else f"{'B' if begins else 'I'}-{mark.label}"
        yield f"{number}\t{text[start:end]}\t{'_' if between else 'SpaceAfter=No'}\t{tag}\n"
        # A mark goes on over the end of a line; a sentence that ends there would cut it in two.
        if "\n" in between and not (mark and following and following[2] is mark):
            yield "\n"
            number = 0
    yield "\n"


def _tokens(sheet: Sheet) -> Iterator[tuple[int, int, Mark | None]]:
    """Return the tokens of a text, cut where marks begin and end, each with its mark."""
    text, at = sheet.document.text, 0
    for mark in sheet.marks:
        yield from ((*found.span(), None) for found in _TOKEN.finditer(text, at, mark.start))
        yield from ((*found.span(), mark) for found in _TOKEN.finditer(text, mark.start, mark.end))
        at = mark.end
    yield from ((*found.span(), None) for found in _TOKEN.finditer(text, at))
