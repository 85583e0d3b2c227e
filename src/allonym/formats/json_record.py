"""What a JSON record holds: the texts, the id, the author; and how a JSON file spells a text."""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from allonym.core.errors import InputError
from allonym.core.labels import require
from allonym.core.making import quickly
from allonym.core.pieces import Layout, Slot
from allonym.core.types import Span
from allonym.formats.columns import UnknownColumn, is_default_id, refuse_labelled_id
from allonym.formats.encodings import DEFAULT
from allonym.formats.json_scan import Scan, unquote

_ESCAPED_LETTER = re.compile(r"\\u(?:00[89a-f]|0[1-9a-f]|[1-9a-f])", re.IGNORECASE)
_MOST_PATHS = 4096
_NUMBER = frozenset("-0123456789")
_slot_of = quickly(Slot)
_spelt = json.JSONEncoder(ensure_ascii=False).encode


class Unfit(Exception):
    """Why a record cannot be used, and which column is to blame; callers make a broken row or an InputError of it."""

    def __init__(self, reason: str, column: str | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.column = column


@dataclass(frozen=True, slots=True)
class Role:
    """What a path is to the user: the text columns it belongs to, and whether it is a text, the id, the author."""

    columns: tuple[str, ...]
    text: bool
    id: bool
    author: bool
    label: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """What was found in one record."""

    slots: tuple[Slot, ...]
    names: tuple[str, ...] = field(repr=False)
    id: str | None = field(repr=False)
    author: str | None = field(repr=False)


_record_of = quickly(Record)
Roles = Callable[[str], Role | None]
Value = tuple[str, Role, int, int]
"""A value that is asked for: its path, what it is to the user, and where it stands."""


@dataclass(slots=True)
class Labelled:
    """Which columns with a label were asked for and have not been met in a file yet, and the paths that were."""

    missing: set[str]
    paths: set[str] = field(default_factory=set, repr=False)
    records: int = 0

    def meet(self, scan: Scan) -> None:
        """Note the paths of a record."""
        self.records += 1
        if not self.missing:
            return
        paths = {path for path, _, _ in scan.found}
        self.missing -= {column for column in self.missing if any(_is_in(path, column) for path in paths)}
        if len(self.paths) < _MOST_PATHS:
            self.paths |= paths

    def require(self) -> None:
        """Raise UsageError if a column was met nowhere: misspelt, it would leave its texts as they are."""
        if self.records and self.missing:
            column = min(self.missing)
            raise UnknownColumn(f"no record has a column {column!r}", column, sorted(self.paths))


def labelled(layout: Layout, known: frozenset[str]) -> Labelled:
    """Return the columns with a label that the user asked for; those that are known of a kind of file may lack."""
    return Labelled({column for column, _ in layout.labels} - known)


def roles(layout: Layout) -> Roles:
    """Return a function that tells the role of a path, if any. It remembers as many paths as a file in order has."""
    refuse_labelled_id(layout)
    wanted = layout.text_columns
    labels = [(column, require(label)) for column, label in layout.labels]

    def role(path: str) -> Role | None:
        columns = tuple(column for column in wanted if _is_in(path, column))
        label = next((label for column, label in labels if _is_in(path, column)), "")
        is_id = is_default_id(path) and not label if layout.id_column is None else path == layout.id_column
        is_text = bool(columns or label) or not wanted
        found = Role(columns, is_text, is_id, path == layout.author_column, label)
        return found if found.text or found.id or found.author else None

    return lru_cache(_MOST_PATHS)(role)


def record_of(text: str, scan: Scan, offset: int, layout: Layout, role_of: Roles) -> Record:
    """Read a record from its scan; slots count from `offset`. Raise Unfit if a column is missing or unreadable."""
    names = names_in(scan)
    values = [(path, role, start, end) for path, start, end in scan.found if (role := role_of(path)) is not None]
    record = record_of_values(text, values, offset, names, layout)
    _require_columns(text, scan, layout, {column for _, role, _, _ in values for column in role.columns})
    return record


def record_of_values(text: str, values: Sequence[Value], offset: int, names: tuple[str, ...], layout: Layout) -> Record:
    """Return the record of the values that have a role. Raise Unfit if one is unreadable, or there is no id."""
    slots: list[Slot] = []
    key: str | None = None
    author: str | None = None
    has_id = False
    for path, role, start, end in values:
        if role.author and author is None:
            author = _name(text[start:end], path)
        # A key may stand twice. Only the first is the id; what the second says is a text like any other.
        if role.id and not has_id:
            has_id = True
            key = _name(text[start:end], path)
            if not role.columns:
                continue
        if role.text and (slot := _slot(text[start:end], path, start - offset, role.label)) is not None:
            slots.append(slot)
    if layout.id_column is not None and key is None:
        raise Unfit("no id" if has_id else "missing column", layout.id_column)
    return _record_of(tuple(slots), names, key, author)


def spell(value: str, like: str, layout: Layout) -> str:
    """Return a string literal that reads as the value; characters the encoding lacks are escaped.

    Letters are escaped throughout if the other literal does so.
    """
    if _has_surrogate(value):
        raise InputError("a new text holds half of a surrogate pair, which no file can hold")
    if like.isascii() and _ESCAPED_LETTER.search(like):
        return json.dumps(value)
    raw = _spelt(value)
    encoding = layout.encoding or DEFAULT
    if encoding == DEFAULT:
        return raw
    try:
        raw.encode(encoding)
    except UnicodeEncodeError:
        return "".join(_escaped(character, encoding) for character in raw)
    return raw


def _is_in(path: str, column: str) -> bool:
    """Tell whether a path is a column or stands below it."""
    return path == column or path.startswith((f"{column}.", f"{column}[]"))


def _escaped(character: str, encoding: str) -> str:
    try:
        character.encode(encoding)
    except UnicodeEncodeError:
        return json.dumps(character)[1:-1]
    return character


def _slot(raw: str, path: str, start: int, label: str) -> Slot | None:
    """Return the slot of a string; other values have none. A number that was to be replaced must not stay."""
    if label and raw[0] in _NUMBER:
        raise Unfit(f"a number where a text was to be replaced as {label}; only texts are", path)
    if raw[0] != '"':
        return None
    return _slot_of(path, Span(start, start + len(raw)), _decoded(raw, path), label)


def _name(raw: str, path: str) -> str | None:
    if raw[0] == '"':
        return _decoded(raw, path) or None
    return raw if raw[0] in "-0123456789" else None


def _decoded(raw: str, path: str) -> str:
    if "\\" not in raw:
        return raw[1:-1]
    value = unquote(raw)
    if _has_surrogate(value):
        raise Unfit("lone surrogate", path)
    return value


def names_in(scan: Scan) -> tuple[str, ...]:
    """Return the keys of a record, each once."""
    names = tuple(dict.fromkeys(scan.names))
    said = "".join(names)
    if not said.isascii() and _has_surrogate(said):
        # The path is not told: a name with half a character in it cannot be printed.
        raise Unfit("lone surrogate in a key")
    return names


def _has_surrogate(value: str) -> bool:
    if value.isascii():
        return False
    try:
        value.encode()
    except UnicodeEncodeError:
        return True
    return False


def _require_columns(text: str, scan: Scan, layout: Layout, seen: set[str]) -> None:
    for column in layout.text_columns:
        if column not in seen and not _is_void(column, text, scan):
            raise Unfit("missing column", column)


def _is_void(column: str, text: str, scan: Scan) -> bool:
    """Tell whether the column is missing only because what should hold it is null or an empty list."""
    paths = {path for path, _, _ in scan.found}
    return any(
        column.startswith((f"{path}.", f"{path}[]"))
        and (text[start] == "n" or (text[start] == "[" and f"{path}[]" not in paths))
        for path, start, _ in scan.found
        if path
    )
