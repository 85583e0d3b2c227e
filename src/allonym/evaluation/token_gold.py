"""Annotated texts in CoNLL columns: a token a line, its tag in the last column, a blank line between sentences.

A sentence is one text, its tokens with a space between them, but for `SpaceAfter=No` in CoNLL-U. Tags are IOB1, BIO,
BIOES or BILOU: B, S and U begin, I, E and L go on, and an I, E or L that nothing begins begins itself.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from allonym.core.errors import InputError
from allonym.evaluation.values import Annotated, Annotation

_TAG = re.compile(r"(?:O|_|([BIESLU])-([\w.\-]{1,60}))\Z")
_NUMBER = re.compile(r"\d+(?:[.\-]\d+)?")
_BEGINS = "BSU"
_NO_SPACE = "SpaceAfter=No"


def read_tokens(content: str, name: str, first: int = 1) -> Iterator[Annotated]:
    """Return each sentence, called by its number; the place is its first line, counted from `first`."""
    lines: list[tuple[int, list[str]]] = []
    sentence = 0
    for number, line in enumerate((*content.split("\n"), ""), first):
        columns = line.split("\t") if "\t" in line else line.split()
        if line.strip() and not line.startswith("#") and columns[0] != "-DOCSTART-":
            lines.append((number, [each.strip() for each in columns]))
        elif lines and not line.strip():
            sentence += 1
            yield _sentence(str(sentence), lines, name)
            lines = []


def _sentence(number: str, lines: Sequence[tuple[int, Sequence[str]]], name: str) -> Annotated:
    text, spans = "", list[Annotation]()
    going_on = False
    for at, columns in lines:
        if len(columns) < 2 or not (tag := _TAG.match(columns[-1])):
            raise InputError(f"{name} line {at}: its last column is no tag such as O or B-PER")
        if not _token(columns):
            raise InputError(f"{name} line {at}: has a tag, but no token")
        start, end = len(text), len(text) + len(_token(columns))
        if tag[1] is None:
            going_on = False
        elif going_on and tag[1] not in _BEGINS and spans[-1].label == tag[2]:
            spans[-1] = replace(spans[-1], end=end)
        else:
            spans.append(Annotation(start, end, tag[2]))
            going_on = True
        text += _token(columns) + ("" if any(_NO_SPACE in each for each in columns[2:]) else " ")
    return Annotated(number, text.rstrip(" "), tuple(spans), f"{name} line {lines[0][0]}")


def _token(columns: Sequence[str]) -> str:
    return columns[1] if len(columns) > 2 and _NUMBER.fullmatch(columns[0]) else columns[0]
