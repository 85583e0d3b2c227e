"""Annotated texts of brat: name.txt with name.ann beside it, one file or a folder of them.

T1  PERSON 0 9  Anna Berg         an annotation; relations, events, attributes and notes are passed over
"""

from collections.abc import Iterator
from pathlib import Path

from allonym.core.errors import InputError
from allonym.evaluation.checking import require_words
from allonym.evaluation.values import Annotated, Annotation


def read_brat(path: Path) -> Iterator[Annotated]:
    """Return the texts of a folder, or the one of an .ann file, called by their names."""
    for each in sorted(path.rglob("*.ann")) if path.is_dir() else [path]:
        text = _read(each.with_suffix(".txt"))
        lines = enumerate(_read(each).split("\n"), 1)
        spans = tuple(_span(line, text, f"{each.name} line {at}") for at, line in lines if line.startswith("T"))
        name = each.relative_to(path) if path.is_dir() else Path(each.name)
        yield Annotated(name.with_suffix("").as_posix(), text, spans, each.name)


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
    if len(offsets) != 2 or not all(each.isascii() and each.isdecimal() for each in offsets):
        raise InputError(f"{place}: needs a label, a start and an end; annotations in several parts are not read")
    span = Annotation(int(offsets[0]), int(offsets[1]), label)
    if len(columns) > 2 and span.end <= len(text):
        # brat writes a space where the text breaks the line.
        require_words(place, text.replace("\n", " "), span, columns[2].replace("\n", " "))
    return span
