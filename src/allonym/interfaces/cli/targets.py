"""Files that a command is about to write: none of them may be one that it reads, the vault, or another target."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from allonym.core.errors import UsageError
from allonym.interfaces.cli.console import note

if TYPE_CHECKING:
    from allonym.interfaces.cli.jobs import Job

Named = str | Path | None
Read = Mapping[str, Iterable[Named]]
"""By what they are, the files and folders that a command reads."""
_BESIDE = ("", "-wal", "-shm", "-journal")
_REPORT = ("{\n", '{"kind": "allonym', '{"kind":"allonym')
"""How reports in JSON begin, as we write them or packed tighter; a line of JSON Lines does not."""
"""What a vault in a file has beside it."""
Identity = tuple[int, int] | Path
"""Which file something is: its number on the disk, or where it would be."""


def require_free(targets: Mapping[str, Named | Sequence[Path]], read: Read, vault: Named = None) -> None:
    """Raise UsageError if a target, by its option, is a file that is read, in a folder that is, or another target."""
    known = _known(read, vault)
    folders = {path.resolve(): (what, path) for what, path in known.values() if path.is_dir()}
    for option, target in _named(targets):
        found = known.get(_identity(target)) or _around(target, folders)
        if found is not None:
            raise UsageError(f"{option} {target} would overwrite {found[0]} ({found[1]}); name another file")
        if option == "--json":
            # In front of two inputs, the first would be taken for the place of the report.
            require_alike(option, target, *_REPORT)
        known[_identity(target)] = (f"what {option} writes", target)


def require_jobs_free(jobs: "Sequence[Job]", read: Read, vault: Named = None) -> None:
    """Raise UsageError if an output is an input, its own or another one's, or anything else that is read."""
    from allonym.running.files import require_apart

    known = _known({"an input": [source.path for source, _ in jobs], **read}, vault)
    for source, target in jobs:
        if target is None:
            continue
        require_apart(source.path, target)
        if (found := known.get(_identity(target))) is not None:
            raise UsageError(f"the output {target} would overwrite {found[0]} ({found[1]}); name another with -o")


def already_there(targets: Iterable[Named]) -> dict[Path, Identity]:
    """Return the targets that are there: a new file takes their place, so that a command can be run again.

    Raise UsageError if one of them is a vault or a key, of which there is no other.
    """
    from allonym.running.publishing import require_place

    there = [Path(each) for each in targets if each is not None and str(each) != "-" and Path(each).is_file()]
    for each in there:
        require_place(each)
    return {each: _identity(each) for each in there}


def say_replaced(before: Mapping[Path, Identity], *, quiet: bool = False) -> None:
    """Say in the place of which files, of those that were there, a new one is now."""
    gone = [] if quiet else [each for each, old in before.items() if _identity(each) != old]
    if len(gone) == 1:
        note(f"{gone[0]} was there already; the new file has taken its place")
    elif gone:
        note(f"{len(gone):,} files were there already, such as {gone[0]}; the new ones have taken their place")


def require_alike(option: str, target: Path | None, *starts: str) -> None:
    """Raise UsageError if a target is there and does not begin as what will be written begins: it is something else."""
    if target is None or not target.is_file():
        return
    with target.open("rb") as file:
        found = file.read(max(map(len, starts)))
    if found and not found.startswith(tuple(each.encode() for each in starts)):
        raise UsageError(f"{option} {target} would overwrite a file of another kind; name another, or remove it first")


def _paths(named: Iterable[Named]) -> Iterator[Path]:
    for each in named:
        if each is not None and str(each) != "-":
            path = Path(each)
            yield path
            # A pattern that the shell did not open.
            yield from path.parent.glob(path.name) if set("*?") & set(path.name) and "**" not in path.name else ()


def _named(targets: Mapping[str, Named | Sequence[Path]]) -> Iterator[tuple[str, Path]]:
    """Return each file that is to be written, with its option; standard output is none."""
    for option, names in targets.items():
        for name in [names] if names is None or isinstance(names, str | Path) else names:
            if name is not None and str(name) != "-":
                yield option, Path(name)


def _known(read: Read, vault: Named) -> dict[Identity, tuple[str, Path]]:
    """Return what no target may be, by which file it is, and what it is to the command."""
    beside = () if vault is None or "://" in str(vault) else (f"{vault}{ending}" for ending in _BESIDE)
    known = [("the vault", Path(each)) for each in beside]
    known += [(what, path) for what, paths in read.items() for path in _paths(paths)]
    return {_identity(path): (what, path) for what, path in reversed(known)}


def _identity(path: Path) -> Identity:
    """Return which file this is, whatever it is called: a link to it is the same one."""
    try:
        status = path.stat()
    except (OSError, ValueError):
        return path.resolve()
    return (status.st_dev, status.st_ino)


def _around(target: Path, folders: Mapping[Path, tuple[str, Path]]) -> tuple[str, Path] | None:
    """Return the folder that is read in which a file that is there already lies."""
    if not folders or not target.exists():
        return None
    return next((folders[each] for each in target.resolve().parents if each in folders), None)
