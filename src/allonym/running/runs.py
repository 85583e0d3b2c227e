"""A run that can be gone on with after any stop: a folder beside the output that remembers how far it came.

    OUT.run/manifest.json     what was asked, by which version, over which inputs; the counts, when it is complete
    OUT.run/journal.jsonl     one line for each output that is in its place: the hashes of input and output, the counts
    OUT.run/….spool           what was found in the input that is being worked on, sealed
    OUT.run/chance            without a vault: what stand-ins are drawn by

The line is written after the output is in its place. Whatever was under way is done again, but nothing is looked for
twice; the vault knows the same places again. Hashes of inputs and settings are keyed: a hash of a name is a name.
"""

import json
import os
import platform
import secrets
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields
from errno import ENOENT
from hashlib import blake2b
from pathlib import Path
from typing import IO, Any

from allonym import __version__
from allonym.core.errors import InputError, UsageError
from allonym.running.publishing import publish
from allonym.running.reports import Problem, Report
from allonym.running.sources import Source, digest_of
from allonym.running.spool import Spool, open_spool

VERSION = 1
_MANIFEST, _JOURNAL, _CHANCE, _LOCK = "manifest.json", "journal.jsonl", "chance", "lock"
_CHANCE_SIZE = 32
_COUNTS = tuple(each.name for each in fields(Report) if each.type is int)
_LABELS = tuple(each.name for each in fields(Report) if each.type == Counter[str])


@dataclass(slots=True)
class RunFolder:
    """A run that is under way."""

    folder: Path
    lock: IO[bytes] = field(repr=False)
    secret: bytes = field(default=b"", repr=False)
    manifest: dict[str, Any] = field(default_factory=dict)
    done: dict[str, dict[str, Any]] = field(default_factory=dict, repr=False)

    def chance(self) -> bytes:
        """Return what stand-ins are drawn by without a vault, the same until the run is complete."""
        place = self.folder / _CHANCE
        if not place.exists():
            with publish(place, private=True) as (_, stream):
                stream.write(secrets.token_bytes(_CHANCE_SIZE))
        return place.read_bytes()

    def begin(self, secret: bytes, asked: Mapping[str, object], settings: str, inputs: list[Source]) -> None:
        """Write down what is asked; refuse to go on with a run that was asked something else."""
        self.secret = secret
        known = _read_manifest(self.folder / _MANIFEST)
        same = self._keyed(json.dumps([asked, settings], sort_keys=True).encode())
        if known is not None and known.get("settings") != same:
            told = "was begun with other settings, another vault or another version"
            raise UsageError(f"the run in {self.folder} {told}; remove that folder to begin anew")
        names = [{"name": each.name, "bytes": each.path.stat().st_size} for each in inputs if each.path.is_file()]
        self.manifest = {
            "allonym-run": VERSION,
            "allonym": __version__,
            "python": platform.python_version(),
            "asked": dict(asked),
            "settings": same,
            "inputs": names,
            "state": "under way",
        }
        self._write_manifest()
        self.done = _read_journal(self.folder / _JOURNAL)

    def finished(self, source: Source, target: Path) -> Report | None:
        """Return the report of an output that is in its place, made from this very input; None if it is to be made."""
        line = self.done.get(str(target))
        if line is None or not target.is_file():
            return None
        with suppress(InputError):
            made = digest_of(Source(target, target.name, source.format, source.asked)).hex()
            if (line["input"], line["output"]) == (self._keyed(digest_of(source)), made):
                return _report_from(source.name, line)
        return None

    def finish(self, source: Source, target: Path, report: Report) -> None:
        """Write down that an output is in its place."""
        output = digest_of(Source(target, target.name, source.format, source.asked)).hex()
        line = {"target": str(target), "input": self._keyed(digest_of(source)), "output": output, **_data(report)}
        self.done[str(target)] = line
        handle = os.open(self.folder / _JOURNAL, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        with os.fdopen(handle, "wb") as journal:
            journal.write(json.dumps(line).encode() + b"\n")
            journal.flush()
            os.fsync(journal.fileno())

    def spool(self, source: Source, number: int | str) -> Spool:
        """Open what is kept of an input; what is kept of others is needed no more."""
        name = blake2b(source.name.encode(), digest_size=8).hexdigest()
        for other in self.folder.glob("*.spool"):
            if not other.name.startswith(name):
                other.unlink()
        return open_spool(
            self.folder / f"{name}-{number}.spool", self.secret, bytes.fromhex(self._keyed(digest_of(source)))
        )

    def complete(self, reports: list[Report], *, keep: bool) -> None:
        """Say that the run is complete, and sweep the folder, or keep the manifest and the journal of it."""
        self.manifest |= {
            "state": "complete",
            "counts": {name: sum(getattr(each, name) for each in reports) for name in _COUNTS},
        }
        self.manifest["labels"] = {
            name: dict(sum((getattr(each, name) for each in reports), Counter())) for name in _LABELS
        }
        self._write_manifest()
        self._let_go()
        for path in (*self.folder.glob("*.spool"), self.folder / _CHANCE, self.folder / _LOCK):
            path.unlink(missing_ok=True)
        if not keep:
            self._sweep()
        self.lock.close()

    def leave(self) -> bool:
        """Stop before the end; tell whether anything is left that the same command can go on with."""
        worth = bool(self.done) or any(self.folder.glob("*.spool"))
        self._let_go()
        # A run that was refused before it began is another one's to go on with.
        if not worth and (self.manifest or not (self.folder / _MANIFEST).exists()):
            self._sweep()
        self.lock.close()
        return worth and bool(self.manifest)

    def _let_go(self) -> None:
        # Where files can be locked, the lock is held until all is swept; on Windows an open file cannot be removed.
        if os.name == "nt":
            self.lock.close()

    def _sweep(self) -> None:
        # The manifest last: as long as it is there, the folder can be told from any other.
        for name in (_JOURNAL, _CHANCE, _LOCK, _MANIFEST):
            (self.folder / name).unlink(missing_ok=True)
        with suppress(OSError):
            self.folder.rmdir()

    def _keyed(self, data: bytes) -> str:
        return blake2b(data, key=self.secret, digest_size=32).hexdigest()

    def _write_manifest(self) -> None:
        with publish(self.folder / _MANIFEST, private=True) as (_, stream):
            stream.write(json.dumps(self.manifest, ensure_ascii=False, indent=1).encode() + b"\n")


def open_run(folder: Path, *, resume: bool) -> RunFolder:
    """Make the folder of a new run, or take up that of a run that was stopped."""
    require_own(folder)
    if not resume and _is_under_way(folder):
        cure = "--resume goes on with it; remove the folder to begin anew"
        raise UsageError(f"a run into this output was stopped, and {folder} remembers how far it came: {cure}")
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        lock = (folder / _LOCK).open("ab")
    except OSError as error:
        raise UsageError(f"cannot make the folder {folder}: {os.strerror(error.errno or 0)}") from None
    with suppress(ImportError):
        import fcntl

        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.close()
            raise UsageError(f"another process is working on the run in {folder}") from None
    if not _is_under_way(folder):
        (folder / _JOURNAL).unlink(missing_ok=True)
        (folder / _MANIFEST).unlink(missing_ok=True)
    return RunFolder(folder, lock)


def require_own(folder: Path) -> None:
    """Raise UsageError if a folder holds what no run has put there: what a run leaves behind in its own is swept."""
    try:
        if not folder.parent.is_dir():
            raise FileNotFoundError(ENOENT, "")
        if not folder.exists():
            return
        if not folder.is_dir():
            raise UsageError(f"{folder} is not a folder; name another with --run")
        # Without a manifest the run was stopped before it had done anything.
        if _read_manifest(folder / _MANIFEST) is None and not all(map(_is_of_a_beginning, folder.iterdir())):
            raise UsageError(
                f"{folder} is not the folder of a run: there are other files in it; name another with --run"
            )
    except OSError as error:
        raise UsageError(f"cannot make the folder {folder}: {os.strerror(error.errno or 0)}") from None


def _is_of_a_beginning(path: Path) -> bool:
    """Tell whether a file is one that a run makes before its manifest."""
    if path.name.endswith(".allonym-tmp"):
        return True
    return path.is_file() and path.stat().st_size == {_LOCK: 0, _CHANCE: _CHANCE_SIZE}.get(path.name, -1)


def _is_under_way(folder: Path) -> bool:
    """Tell whether a folder is of a run that has begun and is not complete."""
    known = _read_manifest(folder / _MANIFEST)
    return known is not None and known.get("state") != "complete"


def _read_manifest(path: Path) -> dict[str, Any] | None:
    try:
        data = json.loads(path.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or data.get("allonym-run") != VERSION:
        raise UsageError(f"{path} is not a manifest that this version of allonym wrote; name another folder with --run")
    return data


def _read_journal(path: Path) -> dict[str, dict[str, Any]]:
    """Return the last line of each output; a line that was cut off is as if it had never been."""
    done: dict[str, dict[str, Any]] = {}
    with suppress(FileNotFoundError):
        for line in path.read_bytes().splitlines():
            with suppress(ValueError, KeyError, TypeError, RecursionError):
                data = json.loads(line)
                done[data["target"]] = data
    return done


def _data(report: Report) -> dict[str, object]:
    problems = [[each.reason, each.number, each.plain_column(), each.unit] for each in report.problems]
    counts: dict[str, object] = {name: getattr(report, name) for name in (*_COUNTS, *_LABELS)}
    return {**counts, "problems": problems, "notes": report.notes}


def _report_from(name: str, data: Mapping[str, Any]) -> Report:
    problems = [Problem(name, reason, number, column, unit) for reason, number, column, unit in data["problems"]]
    report = Report(name, problems=problems, notes=list(data["notes"]))
    for each in _COUNTS:
        setattr(report, each, data[each])
    for each in _LABELS:
        setattr(report, each, Counter(data[each]))
    return report
