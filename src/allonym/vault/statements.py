"""SQL for the tables of `store`. Names come from there only; whatever comes from outside is a parameter."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from allonym.vault.store import NUMBERS, TABLES, Table


@dataclass(frozen=True, slots=True)
class Dialect:
    """What databases call whole numbers and bytes, and what ends the layout of a table."""

    numbers: str
    bytes: str
    ending: str


SQLITE = Dialect("INTEGER", "BLOB", " WITHOUT ROWID")
POSTGRES = Dialect("BIGINT", "BYTEA", "")


def create_all(dialect: Dialect = SQLITE, tables: Iterable[Table] = TABLES) -> list[str]:
    """Return the statements that lay out tables; a whole vault holds exactly those for all of them."""
    return [statement for table in tables for statement in (_create_table(table, dialect), *_create_lookups(table))]


@cache
def select_by(table: Table, columns: tuple[str, ...]) -> str:
    """Return the query for rows that hold certain cells."""
    return f"{_select(table)} WHERE {_equal(columns)}"


@cache
def select_many(table: Table, dialect: Dialect = POSTGRES) -> str:
    """Return the query for the rows with any of several keys; each column of the keys is one array."""
    arrays = ", ".join(f"?::{dialect.numbers if column in NUMBERS else dialect.bytes}[]" for column in table.key)
    return f"{_select(table)} WHERE ({_listed(table.key)}) IN (SELECT * FROM unnest({arrays}))"  # noqa: S608


@cache
def select_each(table: Table, count: int) -> str:
    """Return the query of SQLite for the rows with any of so many keys, which are its parameters, one after another."""
    keys = ", ".join([f"({_marks(table.key)})"] * count)
    same = " AND ".join(f"{column} = wanted.column{place}" for place, column in enumerate(table.key, 1))
    # A cross join looks the keys up one by one; with IN, the whole table would be read.
    return f"{_select(table, f'(VALUES {keys}) AS wanted CROSS JOIN {table.name}')} WHERE {same}"


@cache
def select_page(table: Table, prefix: int, bounded: bool) -> str:
    """Return the query for the next rows under the first columns of the key, above a bound on the others."""
    head, tail = table.key[:prefix], table.key[prefix:]
    bound = f"({_listed(tail)}) > ({_marks(tail)})"
    wanted = [_equal(head)] * bool(head) + [bound] * bounded
    where = f" WHERE {' AND '.join(wanted)}" if wanted else ""
    return f"{_select(table)}{where} ORDER BY {_listed(table.key)} LIMIT ?"


@cache
def select_last(table: Table, prefix: int) -> str:
    """Return the query for the row with the highest key under its first columns."""
    where = f" WHERE {_equal(table.key[:prefix])}" if prefix else ""
    return f"{_select(table)}{where} ORDER BY {', '.join(f'{column} DESC' for column in table.key)} LIMIT 1"


@cache
def upsert(table: Table) -> str:
    """Return the statement that keeps a row in place of the one with its key, and fails where `unique` would break."""
    news = ", ".join(f"{column} = excluded.{column}" for column in table.rest)
    row = f"{table.name} ({_listed(table.columns)}) VALUES ({_marks(table.columns)})"
    return f"INSERT INTO {row} ON CONFLICT ({_listed(table.key)}) DO UPDATE SET {news}"


@cache
def delete(table: Table) -> str:
    """Return the statement that takes the row with a key away."""
    return f"DELETE FROM {table.name} WHERE {_equal(table.key)}"  # noqa: S608 - our own names


def _create_table(table: Table, dialect: Dialect) -> str:
    columns = [
        f"{column} {dialect.numbers if column in NUMBERS else dialect.bytes} NOT NULL" for column in table.columns
    ]
    uniques = [f"UNIQUE ({_listed(unique)})" for unique in table.unique]
    parts = [*columns, f"PRIMARY KEY ({_listed(table.key)})", *uniques]
    return f"CREATE TABLE {table.name} ({', '.join(parts)}){dialect.ending}"


def _create_lookups(table: Table) -> list[str]:
    return [
        f"CREATE INDEX {table.name}_by_{'_'.join(lookup)} ON {table.name} ({_listed(lookup)})"
        for lookup in table.lookups
    ]


def _select(table: Table, source: str = "") -> str:
    return f"SELECT {_listed(table.columns)} FROM {source or table.name}"  # noqa: S608 - our own names


def _equal(columns: tuple[str, ...]) -> str:
    return " AND ".join(f"{column} = ?" for column in columns)


def _listed(columns: tuple[str, ...]) -> str:
    return ", ".join(columns)


def _marks(columns: tuple[str, ...]) -> str:
    return ", ".join("?" for _ in columns)
