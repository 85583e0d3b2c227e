"""Files that a command is about to write: none of them may be one that it reads, the vault, or another target."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from allonym.core.errors import UsageError

Named = str | Path | None
Read = Mapping[str, Iterable[Named]]
"""By what they are, the files and folders that a command reads."""
_BESIDE = ("", "-wal", "-shm", "-journal")
"""What a vault in a file has beside it."""


def require_free(targets: Mapping[str, Named], read: Read, vault: Named = None) -> None:
    """Raise UsageError if a target, by its option, is a file that is read, in a folder that is, or another target."""
    beside = () if vault is None or "://" in str(vault) else (f"{vault}{ending}" for ending in _BESIDE)
    known = [("the vault", Path(each)) for each in beside]
    known += [(what, path) for what, paths in read.items() for path in _paths(paths)]
    for option, name in targets.items():
        if name is None:
            continue
        target = Path(name)
        for what, path in known:
            if _is_same(target, path) or _is_inside(target, path):
                raise UsageError(f"{option} {target} would overwrite {what} ({path}); name another file")
        known.append((f"what {option} writes", target))


def require_alike(option: str, target: Path | None, start: str) -> None:
    """Raise UsageError if a target is there and does not begin as what will be written begins: it is something else."""
    if target is None or not target.is_file():
        return
    with target.open("rb") as file:
        found = file.read(len(start))
    if found and found != start.encode():
        raise UsageError(f"{option} {target} would overwrite a file of another kind; name another, or remove it first")


def _paths(named: Iterable[Named]) -> Iterator[Path]:
    for each in named:
        if each is not None:
            path = Path(each)
            yield path
            # A pattern that the shell did not open.
            yield from path.parent.glob(path.name) if set("*?") & set(path.name) and "**" not in path.name else ()


def _is_same(one: Path, other: Path) -> bool:
    if one.exists() and other.exists():
        return one.samefile(other)
    return one.resolve() == other.resolve()


def _is_inside(target: Path, folder: Path) -> bool:
    """Tell whether a file that is there already lies in a folder that is read."""
    return target.exists() and folder.is_dir() and folder.resolve() in target.resolve().parents
