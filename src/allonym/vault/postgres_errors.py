"""What to say instead of an error of PostgreSQL: only its code is trusted to hold nothing of a row."""

import psycopg
from psycopg import errors

from allonym.core.errors import AllonymError, SafetyError, VaultDamaged, VaultError
from allonym.vault.addresses import Address

_LOST = "the connection is lost; it is not sure that the last batch is kept, and safe to run it again"
_TOLD: tuple[tuple[tuple[type[psycopg.Error], ...], type[AllonymError], str], ...] = (
    ((errors.LockNotAvailable,), VaultError, "another process holds the vault; try again when it is done"),
    ((errors.UniqueViolation,), SafetyError, "two rows would share what must be one to one"),
    ((errors.InFailedSqlTransaction,), VaultError, "nothing of this batch is kept, because something in it failed"),
    ((errors.InsufficientPrivilege,), VaultError, "this user of the database may not do that; its owner can grant it"),
    (
        (errors.SerializationFailure, errors.DeadlockDetected),
        VaultError,
        "another process was in the way, and nothing of this batch is kept; run again",
    ),
    (
        (errors.UndefinedTable, errors.UndefinedColumn, errors.DatatypeMismatch),
        VaultDamaged,
        "the tables of the vault were changed",
    ),
    ((errors.DataCorrupted, errors.IndexCorrupted), VaultDamaged, "the server says that the vault is damaged"),
    ((errors.DiskFull,), VaultError, "the disk of the server is full; make room on it and run the command again"),
    ((errors.AdminShutdown, errors.CrashShutdown), VaultError, _LOST),
)


def told(error: psycopg.Error, address: Address) -> AllonymError:
    """Return what to raise for an error over an open connection."""
    for kinds, meant, words in _TOLD:
        if isinstance(error, kinds):
            return meant(f"{address.shown}: {words}")
    if error.sqlstate is None:
        return VaultError(f"{address.shown}: {_LOST}")
    return VaultError(f"{address.shown}: the vault cannot be read or written ({error.sqlstate})")


def told_of_connecting(error: psycopg.Error, address: Address) -> VaultError:
    """Return what to raise where no connection comes about. What libpq says then is about the way, not about rows."""
    return VaultError(f"{address.shown}: cannot be reached: {address.without_secrets(str(error))}")
