"""What is on a disk after the power has gone: all that was synced, and of the rest what chance, or a rule, has kept.

strict   a byte lasts once its file is synced, a name once its folder is
names    names last at once, as on most systems with a journal; bytes as above
zeros    names and sizes last at once; bytes that were not synced are zeros
chance   of what was not synced, any names up to some moment, and any writes or the first half of them
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

RULES = ("strict", "names", "zeros", "chance")
_NAMING = frozenset({"create", "rename", "link", "unlink", "mkdir", "rmdir"})


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that was done to the disk."""

    kind: str
    inode: int
    at: int
    data: bytes

    @property
    def paths(self) -> list[str]:
        """Return the names that it is about."""
        return self.data.decode().split("\n")

    @property
    def is_step(self) -> bool:
        """Tell whether it makes something last, or changes a name."""
        return self.kind not in {"write", "cut"}


def read_trace(path: Path) -> list[Change]:
    """Return the changes that a disk has told, in order."""
    data, found, at = path.read_bytes(), list[Change](), 0
    while at < len(data):
        end = data.index(b"\n", at)
        kind, inode, place, size = data[at:end].split()
        at = end + 1 + int(size)
        found.append(Change(kind.decode(), int(inode), int(place), data[end + 1 : at]))
    return found


@dataclass(slots=True)
class _File:
    """What lasts of a file, and what was done to it since."""

    data: bytes = b""
    since: list[Change] = field(default_factory=list)

    def after(self, changes: "list[Change]", *, zeros: bool = False) -> bytes:
        made = bytearray(self.data)
        for each in changes:
            if each.kind == "cut":
                made[each.at :] = bytes(max(0, each.at - len(made)))
                continue
            end = each.at + len(each.data)
            made.extend(bytes(max(0, end - len(made))))
            if not zeros:
                made[each.at : end] = each.data
        return bytes(made)

    def sync(self) -> None:
        self.data, self.since = self.after(self.since), []


Names = dict[str, "_File | None"]
"""What each name stands for; a folder is None."""


class Fading:
    """A disk on which only what is synced is sure to last."""

    def __init__(self, root: Path) -> None:
        """Take a folder as it stands now; all of it lasts."""
        self._root = root
        self._files: dict[int, _File] = {}
        self._lasting: Names = {}
        self._waiting: list[tuple[Change, _File | None]] = []
        for path in sorted(root.rglob("*")):
            self._lasting[str(path)] = None
            if path.is_file():
                self._lasting[str(path)] = self._files[path.stat().st_ino] = _File(path.read_bytes())

    def do(self, change: Change) -> None:
        """Have something done to it."""
        if change.kind == "create":
            self._files[change.inode] = _File()
        file = self._files.get(change.inode)
        if change.kind in _NAMING:
            self._waiting.append((change, file))
        elif change.kind == "names":
            [folder] = change.paths
            now = [each for each in self._waiting if any(str(Path(path).parent) == folder for path in each[0].paths)]
            self._waiting = [each for each in self._waiting if each not in now]
            for each in now:
                _name(self._lasting, *each)
        elif file is not None:
            # A file without a name, such as a temporary one, is gone whatever happens.
            file.sync() if change.kind == "sync" else file.since.append(change)

    def left(self, rule: str, chance: random.Random) -> Iterator[tuple[str, bytes | None]]:
        """Return each name with its bytes, None for a folder, as it is found when the power is back."""
        names, kept = dict(self._lasting), len(self._waiting)
        for each in self._waiting[: {"strict": 0, "chance": chance.randint(0, kept)}.get(rule, kept)]:
            _name(names, *each)
        there = {str(self._root)}
        for path, file in sorted(names.items()):
            # What stands in a folder that has no name is lost with it.
            if str(Path(path).parent) in there:
                there.add(path)
                yield path, None if file is None else _bytes(file, rule, chance)


def _name(names: Names, change: Change, file: _File | None) -> None:
    first, last = change.paths[0], change.paths[-1]
    if change.kind in {"create", "mkdir"}:
        names[first] = file
    elif change.kind == "rename":
        names |= {last: names.pop(first)} if first in names else {}
    elif change.kind == "link":
        names |= {last: names[first]} if first in names else {}
    else:
        names.pop(first, None)


def _bytes(file: _File, rule: str, chance: random.Random) -> bytes:
    if rule != "chance":
        return file.after(file.since, zeros=True) if rule == "zeros" else file.data
    kept = [each for each in file.since if chance.random() < 0.5]
    halves = [
        Change(each.kind, each.inode, each.at, each.data[: len(each.data) // 2]) if chance.random() < 0.3 else each
        for each in kept
    ]
    return file.after(halves)


def put_back(root: Path, left: Iterator[tuple[str, bytes | None]]) -> None:
    """Write what is left into an empty folder."""
    for path, data in left:
        assert path.startswith(str(root))
        if data is None:
            Path(path).mkdir(exist_ok=True)
        else:
            Path(path).write_bytes(data)
            Path(path).chmod(0o600)
