"""Which columns hold texts, which one the id, which one the author."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from allonym.core.errors import UsageError
from allonym.core.labels import require
from allonym.core.pieces import Layout


class UnknownColumn(UsageError):
    """A column that was asked for is not there. `known` are those that are: they may be data, so nobody sees them."""

    def __init__(self, said: str, column: str = "", known: Sequence[str] = (), rest: str = "") -> None:
        super().__init__(f"{said}{rest}")
        self.column = column
        self.known = tuple(known)
        self.said = said
        self.rest = rest

    def hinted(self, hint: str) -> UsageError:
        """Return the error with a hint at what was meant."""
        return UsageError(f"{self.said}{hint}{self.rest}")


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a table. `taken`, `id` and `author` are positions among `names`."""

    names: tuple[str, ...]
    taken: tuple[int, ...]
    id: int | None
    author: int | None
    labels: Mapping[int, str] = field(default_factory=dict)
    """The columns whose cells are one thing each, and of what kind."""


def is_default_id(name: str) -> bool:
    """Tell whether a column is the id when nobody said which one is."""
    return name.casefold() == "id"


def refuse_labelled_id(layout: Layout) -> None:
    """Raise UsageError if the column that names each row is to be replaced, too."""
    if layout.id_column in {column for column, _ in layout.labels}:
        raise UsageError(f"the column {layout.id_column!r} cannot be the id and have a label: an id stays as it is")


def arrange(names: Sequence[str], layout: Layout) -> Columns:
    """Find the columns that were asked for; raise UsageError if one is not there.

    A name that stands twice means its first column; when all columns are taken, the later one is called "name#2".
    """
    known = tuple(_distinct(names))
    chosen = _chosen_id(known, layout)
    author = _find(layout.author_column, known)
    labels = {_position(column, known): require(label) for column, label in layout.labels}
    if layout.text_columns:
        taken = tuple(sorted({_position(column, known) for column in layout.text_columns} | labels.keys()))
    else:
        taken = tuple(index for index in range(len(known)) if index != chosen)
    return Columns(known, taken, chosen, author, labels)


def _chosen_id(known: Sequence[str], layout: Layout) -> int | None:
    if layout.id_column is not None:
        refuse_labelled_id(layout)
        return _position(layout.id_column, known)
    labelled = {column for column, _ in layout.labels}
    return next((index for index, name in enumerate(known) if is_default_id(name) and name not in labelled), None)


def _find(column: str | None, known: Sequence[str]) -> int | None:
    return None if column is None else _position(column, known)


def _position(column: str, known: Sequence[str]) -> int:
    if column not in known:
        # The other names are not shown: without a header they would be somebody's data.
        raise UnknownColumn(f"no column is called {column!r}", column, known, f"; the first row has {len(known)} cells")
    return known.index(column)


def _distinct(names: Sequence[str]) -> Iterable[str]:
    # A column without a name is called by its place, as in a file without a header.
    seen: set[str] = set()
    for place, name in enumerate(names, 1):
        distinct, count = name or str(place), 1
        while distinct in seen:
            count += 1
            distinct = f"{name}#{count}"
        seen.add(distinct)
        yield distinct
