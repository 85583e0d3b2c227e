"""The correspondence table: which forms are one entity, over documents, authors and languages; a file of rows.

    entity        label    language  form             author
    anna berg     PERSON             Berg             w17
    p1            PERSON   ar        محمد علي
    p1            PERSON   en        Cassius Clay

A tab stands between the cells. An empty language or author means any. Forms of one label with one entity are one;
a form with an entity of its own, for one author or language, is somebody else there. The file holds originals.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from allonym.core.canon import canonical
from allonym.core.errors import SettingsError
from allonym.core.labels import LABELS
from allonym.linking.body_names import read_body
from allonym.linking.person_names import Form, read_name

COLUMNS = ("entity", "label", "language", "form", "author")
_LEAST = COLUMNS.index("author")
Key = tuple[str, str, str, str]


@dataclass(frozen=True, slots=True, order=True)
class Row:
    """One form of an entity; an empty language or author means any."""

    entity: str = field(repr=False)
    label: str
    language: str
    form: str = field(repr=False)
    author: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Table:
    """Rows, and the way from a form to its entity."""

    rows: tuple[Row, ...] = field(default=(), repr=False)
    entities: Mapping[Key, str] = field(default_factory=dict, repr=False)

    def entity(self, label: str, surface: str, language: str | None = None, author: str | None = None) -> str:
        """Return the entity of a form: for this author and language, else for any; "" if no row has it."""
        if not self.entities:
            return ""
        top, form = label.partition(".")[0], form_key(label, surface, language)
        authors, languages = dict.fromkeys((author or "", "")), dict.fromkeys((language or "", ""))
        keys = ((top, whose, code, form) for whose in authors for code in languages)
        return next((self.entities[key] for key in keys if key in self.entities), "")


def form_key(label: str, surface: str, language: str | None = None) -> str:
    """Return what a form is looked up by: titles, case, accents, articles and genitives with an apostrophe are off."""
    top = label.partition(".")[0]
    if top == "PERSON":
        name = read_name(surface, Form(language=language))
        return " ".join((*name.words, *filter(None, [name.generation]))).replace("-", " ")
    if top in {"ORGANIZATION", "LOCATION"}:
        return read_body(surface, top, language=language).key
    return canonical(label, surface)


def make_table(rows: Iterable[Row]) -> Table:
    """Return the table of rows; of two rows that contradict each other, the first in the order of the rows stays."""
    entities: dict[Key, str] = {}
    kept = tuple(row for row in sorted(set(rows)) if entities.setdefault(_key(row), row.entity) == row.entity)
    return Table(kept, MappingProxyType(entities))


def _key(row: Row) -> Key:
    return row.label.partition(".")[0], row.author, row.language, form_key(row.label, row.form, row.language or None)


def read_table(path: Path) -> Table:
    """Return the table that a file holds; raise SettingsError with the line that is wrong."""
    try:
        lines = path.read_text("utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path}: no table of forms can be read there: {type(error).__name__}") from None
    rows: dict[int, Row] = {}
    for number, line in enumerate(lines, 1):
        cells = [" ".join(cell.split()) for cell in line.split("\t")]
        if number == 1 and tuple(cells) == COLUMNS[: len(cells)]:
            continue
        if line.strip() and not line.startswith("#"):
            rows[number] = _row(cells, f"{path} line {number}")
    _require_one_meaning(path, rows)
    return make_table(rows.values())


def _require_one_meaning(path: Path, rows: Mapping[int, Row]) -> None:
    """Refuse two rows that give one form to two entities: nobody could tell which is meant."""
    seen: dict[Key, int] = {}
    for number, row in rows.items():
        first = seen.setdefault(_key(row), number)
        if rows[first].entity != row.entity:
            raise SettingsError(
                f"{path} line {number}: line {first} gives this form, with the same label, language and author, to "
                "another entity; delete one of the two, or give them different languages or authors"
            )


def _row(cells: list[str], where: str) -> Row:
    if not _LEAST <= len(cells) <= len(COLUMNS):
        raise SettingsError(f"{where}: {len(cells)} cells; a row has {', '.join(COLUMNS)} with tabs between them")
    entity, label, language, form, *author = cells
    if label not in LABELS:
        from allonym.core.nearest import nearest

        raise SettingsError(f"{where}: no label is called {label!r}{nearest(label, LABELS)}")
    if not entity or not form:
        raise SettingsError(f"{where}: a row needs an entity and a form")
    return Row(entity, label, language, form, *author)


def write_table(table: Table, path: Path) -> None:
    """Write a table to a file; reading it gives the same table."""
    lines = ["\t".join(COLUMNS)]
    for row in table.rows:
        cells = (row.entity, row.label, row.language, row.form, row.author)
        lines.append("\t".join(" ".join(cell.split()) for cell in cells))
    path.write_text("\n".join(lines) + "\n", "utf-8", newline="\n")
