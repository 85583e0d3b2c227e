"""The tables of a vault on a PostgreSQL server: how they are made, brought up to date, and known again.

The layout has a version, kept in a table of its own. A step leads from one version to the next. Once a version of
allonym is out, its steps stay as they are, and changes of the tables are a new step.
"""

from contextlib import AbstractContextManager
from typing import Protocol

from allonym.core.errors import VaultDamaged, VaultError
from allonym.vault.statements import POSTGRES, create_all
from allonym.vault.store import ADDED, FIRST, NUMBERS, TABLES, Cell, Row, Table

Step = tuple[str, ...]

STEPS: tuple[Step, ...] = (tuple(create_all(POSTGRES, FIRST)), tuple(create_all(POSTGRES, ADDED)))
"""Step n leads from version n to version n + 1; the first makes the tables of the first vaults."""

_COLUMNS = """
SELECT c.relname || '.' || a.attname || ' ' || a.atttypid::regtype
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
WHERE n.nspname = ? AND c.relkind = 'r'
"""
_INDEXES = """
SELECT c.relname || ' ' || string_agg(a.attname, ',' ORDER BY k.place) || CASE WHEN i.indisunique THEN ' 1' ELSE '' END
FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace
CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY AS k (number, place)
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.number
WHERE n.nspname = ? AND i.indisvalid AND i.indisready AND i.indpred IS NULL
GROUP BY i.indexrelid, c.relname, i.indisunique
"""
_TABLE = """
SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = ? AND c.relname = 'layout'
"""


class Database(Protocol):
    """What is asked for the layout."""

    @property
    def shown(self) -> str:
        """Return the address of the vault, as it may stand in a message."""
        ...

    @property
    def schema(self) -> str:
        """Return the schema that the tables are in."""
        ...

    def ask(self, statement: str, cells: tuple[Cell | str, ...] = ()) -> list[Row]:
        """Run one statement and return all its rows."""
        ...

    def transaction(self, write: bool = True) -> AbstractContextManager[None]:
        """Keep all writes inside together, or none of them."""
        ...


def is_laid_out(database: Database) -> bool:
    """Tell whether the schema holds a vault."""
    return bool(database.ask(_TABLE, (database.schema,)))


def lay_out(database: Database) -> None:
    """Make the schema, unless somebody has prepared it, and all tables."""
    if not database.ask("SELECT 1 FROM pg_namespace WHERE nspname = ?", (database.schema,)):
        database.ask(f"CREATE SCHEMA {database.schema}")
    database.ask("CREATE TABLE layout (version BIGINT NOT NULL)")
    database.ask("INSERT INTO layout (version) VALUES (0)")
    _take_steps(database, 0)


def take_missing_steps(database: Database) -> None:
    """Take the steps that are missing; raise VaultError where a newer allonym has been here."""
    if _version(database) < len(STEPS):
        with database.transaction():
            # Another process may have been quicker.
            _take_steps(database, _version(database))
    if _version(database) > len(STEPS):
        raise VaultError(f"{database.shown}: was made by a newer version of allonym")


def require_shape(database: Database) -> None:
    """Raise VaultDamaged unless every table has its columns, and every look-up its index."""
    columns = {str(column) for (column,) in database.ask(_COLUMNS, (database.schema,))}
    indexes = {str(index) for (index,) in database.ask(_INDEXES, (database.schema,))}
    ours = {column for column in columns if column.partition(".")[0] in {table.name for table in TABLES}}
    if ours != {column for table in TABLES for column in _columns_of(table)}:
        raise VaultDamaged(f"{database.shown}: the tables of the vault were changed")
    if not indexes >= {index for table in TABLES for index in _indexes_of(table)}:
        raise VaultDamaged(f"{database.shown}: an index of the vault is missing or not valid")


def _take_steps(database: Database, version: int) -> None:
    for step in STEPS[version:]:
        for statement in step:
            database.ask(statement)
    database.ask("UPDATE layout SET version = ?", (max(version, len(STEPS)),))


def _version(database: Database) -> int:
    rows = database.ask("SELECT version FROM layout")
    if len(rows) != 1:
        raise VaultDamaged(f"{database.shown}: the version of the vault's tables is missing")
    return int(rows[0][0])


def _columns_of(table: Table) -> list[str]:
    return [f"{table.name}.{column} {'bigint' if column in NUMBERS else 'bytea'}" for column in table.columns]


def _indexes_of(table: Table) -> list[str]:
    unique = [f"{table.name} {','.join(columns)} 1" for columns in (table.key, *table.unique)]
    return unique + [f"{table.name} {','.join(columns)}" for columns in table.lookups]
