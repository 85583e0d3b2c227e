"""Data as an attacker sees them: who wrote what, and what is known of each author."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from allonym.core.canon import canonical
from allonym.core.errors import UsageError
from allonym.core.labels import LABELS, Kind
from allonym.core.pieces import Piece
from allonym.core.types import Document
from allonym.formats.columns import UnknownColumn
from allonym.pseudonymizer import Pseudonymizer
from allonym.running.sources import Source

Values = Mapping[str, frozenset[str]]
"""What is known of somebody: under the name of each attribute its values, as they are compared."""

_QUASI = frozenset(name for name, label in LABELS.items() if "." not in name and label.kind is not Kind.DIRECT) - {
    "NUMBER",
    "EXTRA",
    "SYMBOL",
    "HASHTAG",
    "MONEY",
    "DURATION",
    "TIME",
}


@dataclass(frozen=True, slots=True)
class Author:
    """Somebody's texts, and what columns and texts say of them."""

    name: str = field(repr=False)
    texts: tuple[str, ...] = field(repr=False)
    values: Values = field(repr=False)


@dataclass(frozen=True, slots=True)
class Columns:
    """Which columns say who wrote a row, what it says, and what is known of its author."""

    author: str | None = None
    texts: tuple[str, ...] = ()
    known: tuple[str, ...] = ()


def read_authors(sources: Sequence[Source], columns: Columns, tool: Pseudonymizer | None) -> list[Author]:
    """Return the authors of data in the order they come. A row that names no author is somebody by itself.

    What the texts say of somebody is found by the tool: places, ages, professions and the like, not direct identifiers.
    """
    texts: dict[str, list[str]] = defaultdict(list)
    values: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    wanted = (columns.author, *columns.texts, *columns.known)
    for source in sources:
        for number, cells in cells_of(source, [each for each in wanted if each]):
            author = (cells.get(columns.author, "").strip() if columns.author else "") or f"{source.name} {number}"
            texts[author] += [words for column, words in cells.items() if _is_text(column, columns) and words.strip()]
            for column in columns.known:
                if value := cells.get(column, "").strip():
                    values[author][column].add(canonical("", value))
    if tool is not None:
        for author, mine in texts.items():
            for label, value in _said(tool, mine):
                values[author][label].add(value)
    return [
        Author(name, tuple(mine), {key: frozenset(some) for key, some in values[name].items()})
        for name, mine in texts.items()
    ]


def cells_of(source: Source, wanted: Sequence[str]) -> Iterator[tuple[int, dict[str, str]]]:
    """Return each row with its number, by column; raise UsageError at the end if a wanted column was never there."""
    # All columns are read: those that are known of an author are no texts.
    whole = replace(source, asked=replace(source.asked, text_columns=(), author_column=None))
    layout = whole.inspect()
    seen: set[str] = set()
    with whole.open() as stream:
        for piece in whole.format.read(stream, layout):
            if isinstance(piece, Piece) and piece.slots and not piece.header:
                cells = {slot.column: slot.value for slot in piece.slots}
                seen |= cells.keys()
                yield piece.number, cells
    if wanted and not seen:
        raise UsageError(f"{source.name}: there are no rows in it")
    if missing := sorted(set(wanted) - seen):
        raise UnknownColumn(f"{source.name}: there is no column {missing[0]!r}", missing[0], sorted(seen))


def _is_text(column: str, columns: Columns) -> bool:
    if columns.texts:
        return column in columns.texts
    return column != columns.author and column not in columns.known


def _said(tool: Pseudonymizer, texts: Sequence[str]) -> Iterator[tuple[str, str]]:
    documents = [Document(str(number), text) for number, text in enumerate(texts)]
    for document, plan in zip(documents, tool.plan_many(documents), strict=True):
        for decision in plan.decisions:
            top = decision.entity.label.partition(".")[0]
            if top in _QUASI:
                for mention in decision.entity.mentions:
                    yield top, canonical(decision.entity.label, mention.span.of(document.text))
