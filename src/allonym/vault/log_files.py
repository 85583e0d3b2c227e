"""The audit log outside of its vault: a file of lines that anybody can check who has the vault's public key.

{"log": {"vault": …, "version": 1}}     the first line
{"entry": {…}}                          each entry
{"checkpoint": {"payload": …, "signature": …}}   each signed checkpoint, behind the last entry it speaks of
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from allonym.core.errors import VaultDamaged
from allonym.vault.canonical import Data, canonical, parsed
from allonym.vault.chain import LogSummary, check, entries_of, read_mark
from allonym.vault.entries import Entry

_VERSION = 1
_VAULT = re.compile(r"[0-9a-f]{32}")


def log_lines(vault: bytes, entries: Iterable[Entry], checkpoints: Iterable[Data]) -> Iterator[str]:
    """Return the lines of a log file."""
    waiting: dict[int, list[Data]] = defaultdict(list)
    for checkpoint in checkpoints:
        waiting[checkpoint["payload"]["number"]].append(checkpoint)
    yield _line("log", {"vault": vault.hex(), "version": _VERSION})
    yield from (_line("checkpoint", each) for each in waiting.pop(0, ()))
    for entry in entries:
        yield _line("entry", entry.as_data())
        yield from (_line("checkpoint", each) for each in waiting.pop(entry.number, ()))


def check_log(lines: Iterable[str], public: bytes, anchor: object = None) -> LogSummary:
    """Return what a log file holds; raise VaultDamaged unless it is all there, in order, and signed to its end.

    With an anchor, a signed checkpoint that was kept elsewhere, it must also hold all that the anchor speaks of.
    """
    vault, entries, marks = _read(lines)
    summary = check(vault, public, entries_of(entries), marks)
    if summary.signed_to < summary.entries or not summary.checkpoints:
        raise VaultDamaged(
            f"audit log: signed up to entry {summary.signed_to} of {summary.entries}; it was cut or lengthened, "
            "or written out before `allonym audit sign`"
        )
    if anchor is not None:
        reach = read_mark(public, anchor).number
        check(vault, public, entries_of(entries[:reach]), [anchor])
    return summary


def _read(lines: Iterable[str]) -> tuple[bytes, list[Any], list[Any]]:
    found: dict[str, list[Any]] = {"log": [], "entry": [], "checkpoint": []}
    for number, line in enumerate(lines, 1):
        try:
            [(kind, data)] = parsed(line).items()
            found[kind].append(data)
        except (ValueError, KeyError, AttributeError):
            raise VaultDamaged(f"audit log: line {number} is not one of a log file") from None
    heads = found["log"]
    if len(heads) != 1 or not isinstance(heads[0], dict) or heads[0].get("version") != _VERSION:
        raise VaultDamaged("audit log: this is not a log file that this version can read")
    return _vault_of(heads[0]), found["entry"], found["checkpoint"]


def _vault_of(head: Data) -> bytes:
    name = str(head.get("vault"))
    if set(head) != {"vault", "version"} or not _VAULT.fullmatch(name):
        raise VaultDamaged("audit log: it does not say of which vault it is")
    return bytes.fromhex(name)


def _line(kind: str, data: Data) -> str:
    return canonical({kind: data}).decode("ascii")
