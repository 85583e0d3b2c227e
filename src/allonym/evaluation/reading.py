"""Annotated texts from files: our JSON lines, doccano, CoNLL, brat and the Text Anonymization Benchmark.

    .jsonl .ndjson            {"id", "text", "spans": [[start, end, label], …]}, or doccano's "label" or "entities"
    .json                     the benchmark's list of documents with annotators
    .conll .conllu .iob .bio  a token a line, its tag last
    .ann, or a folder         brat: name.txt with name.ann beside it

`.gz` and `.xz` behind any ending but .ann are unpacked. A file that contradicts itself is refused, with place and
reason; no message holds words of a text.
"""

import gzip
import lzma
from collections.abc import Callable, Iterable
from pathlib import Path

from allonym.core.errors import InputError, UsageError
from allonym.evaluation.brat import read_brat
from allonym.evaluation.checking import require_sound
from allonym.evaluation.json_gold import read_benchmark, read_lines
from allonym.evaluation.token_gold import read_tokens
from allonym.evaluation.values import Annotated

FORMATS = ("jsonl", "doccano", "conll", "brat", "tab")
"""The formats by name; doccano's lines are told apart from ours line by line."""

_ENDINGS = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "tab",
    ".conll": "conll",
    ".conllu": "conll",
    ".iob": "conll",
    ".bio": "conll",
    ".ann": "brat",
}
_READERS: dict[str, Callable[[str, str], Iterable[Annotated]]] = {
    "jsonl": read_lines,
    "doccano": read_lines,
    "conll": read_tokens,
    "tab": read_benchmark,
}
_PACKED = {".gz": gzip.decompress, ".xz": lzma.decompress}


def read_annotated(path: Path, format_name: str | None = None, *, overlaps: bool = False) -> list[Annotated]:
    """Return the annotated texts of a file or folder; raise InputError if one of them cannot be meant so.

    Annotations of one text may overlap only if `overlaps` says so, or in the benchmark, which has some.
    """
    if not path.exists():
        raise UsageError(f"there is no file or folder {path}; see that the name and the folder are right")
    name = format_name or _format_of(path)
    if name not in FORMATS:
        raise UsageError(f"no format of annotated text is called {name!r}; there are {', '.join(FORMATS)}")
    texts = list(read_brat(path) if name == "brat" else _READERS[name](_unpacked(path), path.name))
    if not texts:
        raise InputError(f"{path.name}: no annotated text in it")
    require_sound(texts, overlaps=overlaps or name == "tab")
    return texts


def _format_of(path: Path) -> str:
    if path.is_dir():
        return "brat"
    endings = [each for each in path.suffixes if each not in _PACKED]
    if not endings or endings[-1] not in _ENDINGS:
        raise UsageError(
            f"{path.name}: cannot tell its format by the ending; name it with --format: {', '.join(FORMATS)}"
        )
    return _ENDINGS[endings[-1]]


def _unpacked(path: Path) -> str:
    unpack = _PACKED.get(path.suffix, bytes)
    try:
        return unpack(path.read_bytes()).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{path.name}: not UTF-8 at byte {error.start}") from None
    except (OSError, EOFError, lzma.LZMAError):
        raise InputError(f"{path.name}: cannot be read or unpacked") from None
