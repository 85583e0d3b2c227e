"""Spark DataFrames: texts are pseudonymized in the tasks, and what gives them back leaves a task only sealed.

A task is a worker: with its key it can pseudonymize and not recover. It writes to the vault on its PostgreSQL server,
or, where tasks cannot reach one, each into an inbox of its own in a folder that they share; `allonym vault merge` takes
these in. Whatever a task does it can do twice: retries and speculation change nothing.
"""

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from allonym.core.drafts import draft_for, sweep_drafts
from allonym.core.dumping import forbid_core_dumps
from allonym.core.errors import AllonymError, MissingExtra, SafetyError, UsageError
from allonym.frames import ROWS, Columns, chosen
from allonym.vault.opening import is_on_server, open_vault

if TYPE_CHECKING:
    from allonym.pseudonymizer import Pseudonymizer
    from allonym.vault.sealed import SealedVault

try:
    import pyarrow as pa
    from pyspark.sql import DataFrame
except ImportError:
    raise MissingExtra("Spark needs the extra `spark`: pip install 'allonym[spark]'") from None

Batches = Iterator[pa.RecordBatch]
_DRAFT = ".part"
"""How an inbox ends that is not whole yet."""


@dataclass(frozen=True, slots=True)
class _Access:
    """How a task opens the vault. The key itself does not travel, if it can be read from a file there."""

    where: str
    key: str = field(repr=False)
    key_file: str
    inboxes: str

    def secret(self) -> str:
        return Path(self.key_file).read_text("utf-8").strip() if self.key_file else self.key


@dataclass(frozen=True, slots=True)
class _Order:
    """What a task is to do."""

    access: _Access
    columns: Columns
    profile: str
    language: str | None
    scope: str | None

    def __hash__(self) -> int:
        return hash((self.access.where, self.profile, self.language, self.scope))


def pseudonymize(  # noqa: PLR0913 - the public surface: all but the frame are by name
    frame: DataFrame,
    *,
    text_columns: str | Sequence[str],
    id_column: str,
    vault: str | Path,
    key: str = "",
    key_file: str | Path = "",
    inboxes: str | Path = "",
    author_column: str | None = None,
    labels: Mapping[str, str] | None = None,
    profile: str = "default",
    language: str | None = None,
    scope: str | None = None,
    unsealed_shuffle: bool = False,
) -> DataFrame:
    """Return a frame with its texts pseudonymized. Nothing happens before Spark is asked for rows.

    The vault is an address "postgresql://…", or an inbox that `allonym vault inbox` made; then `inboxes` is a folder
    that all tasks can write to. The key is best a worker's: in a file that tasks can read, or given as text.
    """
    _require_sealed_shuffle(frame, unsealed_shuffle)
    access = _access(vault, key, key_file, inboxes)
    if not is_on_server(vault):
        sweep_drafts(_inboxes(access), _DRAFT)
    columns = chosen(frame.columns, text_columns, id_column, author_column, labels)
    order = _Order(access, columns, profile, language, scope)
    return frame.mapInArrow(_quietly(lambda batches: _pseudonymized(order, batches)), frame.schema)


def recover(  # noqa: PLR0913 - the public surface: all but the frame are by name
    frame: DataFrame,
    *,
    text_columns: str | Sequence[str],
    id_column: str,
    vault: str | Path,
    reason: str,
    key: str = "",
    key_file: str | Path = "",
    labels: Mapping[str, str] | None = None,
    unsealed_shuffle: bool = False,
) -> DataFrame:
    """Return a frame with its texts as they were; the reason is kept in the vault."""
    _require_sealed_shuffle(frame, unsealed_shuffle)
    access = _access(vault, key, key_file, "")
    columns = chosen(frame.columns, text_columns, id_column, None, labels)
    with open_vault(access.where, access.secret()) as opened:
        opened.require("recover")
        opened.note_access(reason, "a Spark frame", 1)
    return frame.mapInArrow(_quietly(lambda batches: _recovered(access, columns, batches)), frame.schema)


def _access(vault: str | Path, key: str, key_file: str | Path, inboxes: str | Path) -> _Access:
    if bool(key) == bool(key_file):
        raise UsageError("give the key of a worker: key_file=…, which every task can read, or key=…")
    if inboxes and is_on_server(vault):
        raise UsageError("a vault on a server needs no inboxes; tasks write to it")
    where = str(vault) if is_on_server(vault) else str(Path(vault).absolute())
    return _Access(where, key, str(key_file), str(inboxes and Path(inboxes).absolute()))


def _require_sealed_shuffle(frame: DataFrame, allowed: bool) -> None:
    # Spark writes what it shuffles and broadcasts to local disks, as it is, unless it is told to encrypt.
    if allowed or frame.sparkSession.conf.get("spark.io.encryption.enabled", "false") == "true":
        return
    raise SafetyError(
        "Spark would write texts to local disks in plain: set spark.io.encryption.enabled=true for the session, "
        "or pass unsealed_shuffle=True if the disks are safe"
    )


def _quietly(work: Callable[[Batches], Batches]) -> Callable[[Batches], Batches]:
    """Have no error of a task show words: Spark keeps what it says in logs and in its history."""

    def task(batches: Batches) -> Batches:
        forbid_core_dumps()
        try:
            yield from work(batches)
        except AllonymError:
            raise
        except Exception as error:  # noqa: BLE001 - told by its kind, not by what it says
            kind = type(error).__name__
        else:
            return
        raise SafetyError(f"internal error {kind} in a task; nothing of its rows is written")

    return task


def _pseudonymized(order: _Order, batches: Batches) -> Batches:
    if is_on_server(order.access.where):
        yield from _taken_through(_shared_tool(order), order.columns, batches)
        return
    final = _inboxes(order.access) / f"{Path(order.access.where).stem}-{secrets.token_hex(12)}.inbox"
    draft = draft_for(final, _DRAFT)
    draft.touch(mode=0o600)
    draft.write_bytes(Path(order.access.where).read_bytes())
    try:
        with open_vault(draft, order.access.secret()) as inbox:
            yield from _taken_through(_tool(order, inbox), order.columns, batches)
        draft.replace(final)
    finally:
        draft.unlink(missing_ok=True)


def _inboxes(access: _Access) -> Path:
    """Return the folder that tasks leave their inboxes in."""
    return Path(access.inboxes or Path(access.where).parent)


def _recovered(access: _Access, columns: Columns, batches: Batches) -> Batches:
    from allonym.arrow import recover_batch

    with open_vault(access.where, access.secret()) as vault:
        for batch in _cut(batches):
            yield recover_batch(batch, vault, columns)


def _taken_through(tool: "Pseudonymizer", columns: Columns, batches: Batches) -> Batches:
    from allonym.arrow import process_batch

    for batch in _cut(batches):
        yield process_batch(batch, tool, columns)


def _cut(batches: Batches) -> Batches:
    for batch in batches:
        for start in range(0, batch.num_rows, ROWS):
            yield batch.slice(start, ROWS)


@lru_cache(maxsize=4)
def _shared_tool(order: _Order) -> "Pseudonymizer":
    """Return the tool of this process, which stays open from task to task: loading the network takes longer."""
    return _tool(order, open_vault(order.access.where, order.access.secret()))


def _tool(order: _Order, vault: "SealedVault") -> "Pseudonymizer":
    from allonym.pseudonymizer import Pseudonymizer

    return Pseudonymizer(order.profile, vault, order.language, scope=order.scope)
