"""Annotated texts of brat: name.txt with name.ann beside it, one file or a folder of them.

T1  PERSON 0 9  Anna Berg         an annotation; relations, events, attributes and notes are passed over
"""

import re
from collections.abc import Iterator
from pathlib import Path

from allonym.core.errors import InputError
from allonym.evaluation.checking import require_words
from allonym.evaluation.values import Annotated, Annotation

_NUMBER = re.compile(r"-?[0-9]{1,18}")


def read_brat(path: Path) -> Iterator[Annotated]:
    """Return the texts of a folder, or the one of an .ann file, called by their names."""
    for each in sorted(path.rglob("*.ann")) if path.is_dir() else [path]:
        text = _read(each.with_suffix(".txt"))
        spans = tuple(spans_in(_read(each), text, each.name).values())
        name = each.relative_to(path) if path.is_dir() else Path(each.name)
        yield Annotated(name.with_suffix("").as_posix(), text, spans, each.name)


def spans_in(content: str, text: str, name: str) -> dict[str, Annotation]:
    """Return the annotations of an .ann file by their numbers, T1, T2 and so on, in the order of its lines."""
    spans: dict[str, Annotation] = {}
    for at, line in enumerate(content.split("\n"), 1):
        number = line.partition("\t")[0]
        if number in spans:
            raise InputError(f"{name} line {at}: the number of another annotation")
        if line.startswith("T"):
            spans[number] = _span(line, text, f"{name} line {at}")
    return spans


def _read(path: Path) -> str:
    try:
        # Offsets count the characters of the file as it is: line ends must not be changed on the way in.
        return path.read_bytes().decode()
    except UnicodeDecodeError as error:
        raise InputError(f"{path.name}: not UTF-8 at byte {error.start}") from None
    except OSError:
        raise InputError(f"{path.name}: is not there, or cannot be read") from None


def _span(line: str, text: str, place: str) -> Annotation:
    columns = line.rstrip("\r").split("\t")
    if len(columns) < 2:
        raise InputError(f"{place}: an annotation has tabs between number, place and words")
    label, *offsets = columns[1].replace(";", " ").split(" ")
    if len(offsets) != 2 or not all(_NUMBER.fullmatch(each) for each in offsets):
        raise InputError(f"{place}: needs a label, a start and an end; annotations in several parts are not read")
    span = Annotation(int(offsets[0]), int(offsets[1]), label, place=place)
    if len(columns) > 2 and 0 <= span.start < span.end <= len(text):
        # brat writes a space where the text breaks the line.
        require_words(place, text.replace("\n", " "), span, "\t".join(columns[2:]))
    return span
