"""Tables in memory: columns of cells through a tool and back, whatever library holds them.

A row is one record: its texts share their pseudonyms in the scope `document`. The first text column has the id of the
row, the others `id/column`, as in files; so that a table gives the same bytes wherever it goes through. Without
ids, the rows of a whole table are remembered by their number and by how many they are: `row 2 of 9`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from allonym.core.errors import AmbiguousText, InputError, UnknownText, UsageError
from allonym.core.protocols import Vault
from allonym.core.types import Document, Plan, digest
from allonym.engine import recover, require_text
from allonym.pseudonymizer import Pseudonymizer
from allonym.settings import Settings
from allonym.standing import faulty_ids

Cells = Sequence[str | None]
ROWS = 1000
"""How many rows are taken through at once."""

T = TypeVar("T", bound=Sized)
Seen = dict[tuple[str, str], tuple[int, str]]
"""What each id and new text was made of: the number of the row, and its hash."""
_HELPERS = {
    "pandas": "allonym.pandas",
    "polars": "allonym.polars",
    "pyarrow": "allonym.arrow",
    "pyspark": "allonym.spark",
}


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


@dataclass(frozen=True, slots=True)
class Planned:
    """A part of a table, and what is to be done with its texts; nothing is remembered yet."""

    cells: Mapping[str, Cells] = field(repr=False)
    texts: Sequence[tuple[str, int, Document]] = field(repr=False)
    plans: Sequence[Plan] = field(repr=False)
    first: int


def pseudonymized(
    tool: Pseudonymizer, columns: Columns, cells: Mapping[str, Cells], first: int = 1
) -> dict[str, Cells]:
    """Return the text columns of a table, pseudonymized; cells without a value stay so. Rows count from `first`.

    All is remembered, or nothing where the rows could not be told apart.
    """
    _require_ids(tool, cells[columns.id] if columns.id else (), first)
    part = planned(tool, columns, cells, first)
    with tool.batch():
        return carried_out(tool, columns, part, {})


def planned(
    tool: Pseudonymizer, columns: Columns, cells: Mapping[str, Cells], first: int, rows: int | None = None
) -> Planned:
    """Plan a part of a table; `rows` is how many the whole table has."""
    texts = list(_documents(columns, cells, first, rows))
    return Planned(cells, texts, tool.plan_many([document for _, _, document in texts]), first)


def carried_out(tool: Pseudonymizer, columns: Columns, part: Planned, seen: Seen) -> dict[str, Cells]:
    """Return the text columns of a planned part; `seen` is what other parts of the table have given."""
    results = tool.apply([document for _, _, document in part.texts], part.plans)
    made = {name: list(part.cells[name]) for name in columns.rewritten}
    for (name, row, document), result in zip(part.texts, results, strict=True):
        made[name][row] = str(result.text)
        if columns.id is not None and tool.vault is not None:
            _require_told_apart(seen, document, str(result.text), row + part.first)
    return dict(made)


def _require_told_apart(seen: Seen, document: Document, text: str, row: int) -> None:
    """Refuse two rows of one id that became one text: nobody could tell which is which when they are given back."""
    before, original = seen.setdefault((document.id, digest(text).hex()), (row, document.digest().hex()))
    if original != document.digest().hex():
        told = f"rows {before} and {row} have one id and read alike now: they could not be told apart"
        raise InputError(f"{told} when they are given back; have an id of its own for each row")


def _require_ids(tool: Pseudonymizer, ids: Cells, first: int) -> None:
    """Refuse ids that name somebody, as files are refused: they would stand in the output as they are."""
    faults = faulty_ids(tool, (each for each in ids if each))
    for row, each in enumerate(ids, first):
        if each in faults:
            raise InputError(
                f"row {row}: the id holds {faults[each]}, and ids are not rewritten; name another column with id_column"
            )


def recovered(
    vault: Vault, columns: Columns, cells: Mapping[str, Cells], first: int = 1, rows: int | None = None
) -> dict[str, Cells]:
    """Return the text columns of a table as they were; raise InputError, naming the row, for one that is not known.

    Without ids, the rows of a table that stand as they were are told apart by their numbers.
    """
    made = {name: list(cells[name]) for name in columns.rewritten}
    documents = list(_documents(columns, cells, first, rows))
    vault.require("recover")
    with vault.audit.watching("recover", texts=len(documents)):
        numbered = _numbered(vault, [each for _, _, each in documents]) if columns.id is None and rows else None
        for place, (name, row, document) in enumerate(documents):
            told = f"row {row + first}, column {name}"
            made[name][row] = numbered[place] if numbered else _original(vault, document, columns.id is not None, told)
    return dict(made)


def _numbered(vault: Vault, documents: Sequence[Document]) -> list[str] | None:
    """Return the originals of rows by their numbers; None if one is not known by its own: then none can be trusted."""
    try:
        return [recover(vault.recall(each.text, each.id), each.text) for each in documents]
    except (UnknownText, AmbiguousText):
        return None


def _original(vault: Vault, document: Document, is_named: bool, place: str) -> str:
    try:
        return recover(vault.recall(document.text, document.id if is_named else None), document.text)
    except (UnknownText, AmbiguousText) as error:
        raise InputError(f"{place}: {error}") from None


def _documents(
    columns: Columns, cells: Mapping[str, Cells], first: int, rows: int | None = None
) -> Iterator[tuple[str, int, Document]]:
    """Return each text with its column and row."""
    for row in range(len(cells[columns.rewritten[0]])):
        name = _name(columns, cells, row, first)
        called = f"{name} of {rows}" if rows and columns.id is None else name
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
            label = columns.labels.get(column, "")
            id_ = _called(columns, called, column)
            document = Document(id_, text, author=author, record=f"{row + first}", label=label, scope=name)
            document = document if label else replace(document, known=told)
            require_text(document)
            yield column, row, document


def _called(columns: Columns, name: str, column: str) -> str:
    return name if column == columns.rewritten[0] else f"{name}/{column}"


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

    kind: type[T]
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
        self._require_own(table, "pseudonymize")
        columns = chosen(self.names(table), text_columns, id_column, author_column, labels)
        tool = Pseudonymizer(profile, vault, language, scope=scope)
        rows, seen = len(table), Seen()
        is_one = self._has_one_id_twice(table, tool, columns) and vault is not None
        read = self._read(table, columns)
        parts: Iterable[tuple[T, Planned]] = ((each[0], planned(tool, columns, *each[1:], rows)) for each in read)
        # If they are refused, nothing is remembered. No other process can write in a batch: all is planned before.
        parts = list(parts) if is_one else parts
        with tool.batch() if is_one else nullcontext():
            made = [self.changed(part, carried_out(tool, columns, each, seen)) for part, each in parts]
        return self.whole(table, made)

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
        self._require_own(table, "recover")
        columns = chosen(self.names(table), text_columns, id_column, None, labels)
        vault.note_access(reason, "a table", 1)
        rows = len(table)
        read = self._read(table, columns)
        made = [self.changed(part, recovered(vault, columns, cells, first, rows)) for part, cells, first in read]
        return self.whole(table, made)

    def _require_own(self, table: object, what: str) -> None:
        """Refuse a table of another library, and say who takes it."""
        if isinstance(table, self.kind):
            return
        library, given = (kind.__module__.partition(".")[0] for kind in (self.kind, type(table)))
        told = (
            f"{_HELPERS[library]}.{what} takes a {library} {self.kind.__name__}, not a {given} {type(table).__name__}"
        )
        other = _HELPERS.get(given, "") if given != library else ""
        raise UsageError(f"{told}; use {other}.{what}" if other else f"{told}; make one of it first")

    def _has_one_id_twice(self, table: T, tool: Pseudonymizer, columns: Columns) -> bool:
        """Tell whether texts have one id; refuse ids that are empty or name somebody, before anything is remembered."""
        if columns.id is None:
            return False
        seen: set[str] = set()
        texts = 0
        for _, cells, first in self._read(table, Columns((), columns.id)):
            names = [_name(columns, cells, row, first) for row in range(len(cells[columns.id]))]
            _require_ids(tool, names, first)
            called = [_called(columns, name, column) for name in names for column in columns.rewritten]
            seen.update(called)
            texts += len(called)
        return len(seen) < texts

    def _read(self, table: T, columns: Columns) -> Iterator[tuple[T, Mapping[str, Cells], int]]:
        """Return the parts of a table, their cells and the number of the first row of each."""
        first = 1
        for part in self.parts(table, ROWS):
            cells = self.cells(part, columns)
            yield part, cells, first
            first += len(cells[columns.read[0]])
