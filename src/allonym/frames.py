"""Tables in memory: columns of cells through a tool and back, whatever library holds them.

A row is one record: its texts share their pseudonyms in the scope `document`. The first text column has the id of the
row, the others `id/column`, as in files; so that a table gives the same bytes wherever it goes through.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from allonym.core.errors import AmbiguousText, InputError, UnknownText, UsageError
from allonym.core.protocols import Vault
from allonym.core.types import Document
from allonym.engine import recover, require_text
from allonym.pseudonymizer import Pseudonymizer
from allonym.settings import Settings
from allonym.standing import faulty_ids

Cells = Sequence[str | None]
ROWS = 1000
"""How many rows are taken through at once."""

Change = Callable[[Mapping[str, Cells], int], Mapping[str, Cells]]
"""Makes new cells of old ones; it is told the number of the first row."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Columns:
    """Which columns hold texts, the id of a row and its author; and which are single things with a label."""

    text: tuple[str, ...]
    id: str | None = None
    author: str | None = None
    labels: Mapping[str, str] = field(default_factory=dict)

    @property
    def rewritten(self) -> tuple[str, ...]:
        """Return the columns that change, the main one first."""
        return (*self.text, *self.labels)

    @property
    def read(self) -> tuple[str, ...]:
        """Return all columns that are looked at."""
        return tuple(dict.fromkeys((*self.rewritten, *(name for name in (self.id, self.author) if name))))


def chosen(
    names: Sequence[str],
    text_columns: str | Sequence[str] | None,
    id_column: str | None = None,
    author_column: str | None = None,
    labels: Mapping[str, str] | None = None,
) -> Columns:
    """Return the columns that somebody means, all of which must be among the names of the table."""
    if text_columns is None:
        text_columns = ["text"] if "text" in names else []
    texts = (text_columns,) if isinstance(text_columns, str) else tuple(text_columns)
    columns = Columns(texts, id_column, author_column, dict(labels or {}))
    if not columns.rewritten:
        raise UsageError(f"say which columns hold text: text_columns=…; there are {', '.join(map(str, names))}")
    for name in columns.read:
        if name not in names:
            raise UsageError(f"there is no column {name!r}; there are {', '.join(map(str, names))}")
        if list(names).count(name) > 1:
            raise UsageError(f"two columns are called {name!r}; give them names of their own")
    if len(set(columns.rewritten)) < len(columns.rewritten) or id_column in columns.rewritten:
        raise UsageError("a column is named twice; each is a text, a label or the id")
    return columns


def pseudonymized(
    tool: Pseudonymizer, columns: Columns, cells: Mapping[str, Cells], first: int = 1
) -> dict[str, Cells]:
    """Return the text columns of a table, pseudonymized; cells without a value stay so. Rows count from `first`."""
    documents = list(_documents(columns, cells, first))
    _require_ids(tool, cells[columns.id] if columns.id else (), first)
    results = tool.apply([document for _, _, document in documents])
    made = {name: list(cells[name]) for name in columns.rewritten}
    for (name, row, _), result in zip(documents, results, strict=True):
        made[name][row] = str(result.text)
    return dict(made)


def _require_ids(tool: Pseudonymizer, ids: Cells, first: int) -> None:
    """Refuse ids that name somebody, as files are refused: they would stand in the output as they are."""
    faults = faulty_ids(tool, (each for each in ids if each))
    for row, each in enumerate(ids, first):
        if each in faults:
            raise InputError(
                f"row {row}: the id holds {faults[each]}, and ids are not rewritten; name another column with id_column"
            )


def recovered(vault: Vault, columns: Columns, cells: Mapping[str, Cells], first: int = 1) -> dict[str, Cells]:
    """Return the text columns of a table as they were; raise InputError, naming the row, for one that is not known."""
    made = {name: list(cells[name]) for name in columns.rewritten}
    documents = list(_documents(columns, cells, first))
    vault.require("recover")
    with vault.audit.watching("recover", texts=len(documents)):
        for name, row, document in documents:
            made[name][row] = _original(vault, document, columns.id is not None, f"row {row + first}, column {name}")
    return dict(made)


def _original(vault: Vault, document: Document, is_named: bool, place: str) -> str:
    try:
        return recover(vault.recall(document.text, document.id if is_named else None), document.text)
    except (UnknownText, AmbiguousText) as error:
        raise InputError(f"{place}: {error}") from None


def _documents(columns: Columns, cells: Mapping[str, Cells], first: int) -> Iterator[tuple[str, int, Document]]:
    """Return each text with its column and row."""
    for row in range(len(cells[columns.rewritten[0]])):
        name = _name(columns, cells, row, first)
        author = cells[columns.author][row] if columns.author else None
        told = tuple(
            (value, label)
            for column, label in columns.labels.items()
            if (value := cells[column][row]) and value.strip()
        )
        for column in columns.rewritten:
            text = cells[column][row]
            if text is None:
                continue
            id_ = name if column == columns.rewritten[0] else f"{name}/{column}"
            label = columns.labels.get(column, "")
            document = Document(id_, text, author=author, record=f"{row + first}", label=label, scope=name)
            document = document if label else replace(document, known=told)
            require_text(document)
            yield column, row, document


def _name(columns: Columns, cells: Mapping[str, Cells], row: int, first: int) -> str:
    if columns.id is None:
        return f"row {row + first}"
    name = cells[columns.id][row]
    if not name:
        raise InputError(f"row {row + first}: the id is empty; ids tell texts apart when they are given back")
    return name


@dataclass(frozen=True)
class Tables(Generic[T]):
    """The tables of one library: what they are called, how they are cut, read, changed and put together again."""

    names: Callable[[T], Sequence[str]]
    parts: Callable[[T, int], Iterator[T]]
    cells: Callable[[T, Columns], Mapping[str, Cells]]
    changed: Callable[[T, Mapping[str, Cells]], T]
    whole: Callable[[T, Sequence[T]], T]

    def pseudonymize(  # noqa: PLR0913 - the public surface: all but the table are by name
        self,
        table: T,
        *,
        text_columns: str | Sequence[str] | None = None,
        id_column: str | None = None,
        author_column: str | None = None,
        labels: Mapping[str, str] | None = None,
        profile: str | Settings = "default",
        vault: Vault | None = None,
        language: str | None = None,
        scope: str | None = None,
    ) -> T:
        """Return a table with its texts pseudonymized: same columns, types and order; the one given stays as it is."""
        columns = chosen(self.names(table), text_columns, id_column, author_column, labels)
        tool = Pseudonymizer(profile, vault, language, scope=scope)
        return self._taken(table, columns, lambda cells, first: pseudonymized(tool, columns, cells, first))

    def recover(  # noqa: PLR0913 - the public surface: all but the first two are by name
        self,
        table: T,
        vault: Vault,
        *,
        text_columns: str | Sequence[str] | None = None,
        id_column: str | None = None,
        labels: Mapping[str, str] | None = None,
        reason: str = "not given",
    ) -> T:
        """Return a table with its texts as they were; `reason` is kept in the vault."""
        columns = chosen(self.names(table), text_columns, id_column, None, labels)
        vault.note_access(reason, "a table", 1)
        return self._taken(table, columns, lambda cells, first: recovered(vault, columns, cells, first))

    def _taken(
        self, table: T, columns: Columns, change: Callable[[Mapping[str, Cells], int], Mapping[str, Cells]]
    ) -> T:
        made: list[T] = []
        first = 1
        for part in self.parts(table, ROWS):
            cells = self.cells(part, columns)
            made.append(self.changed(part, change(cells, first)))
            first += len(cells[columns.rewritten[0]])
        return self.whole(table, made)
