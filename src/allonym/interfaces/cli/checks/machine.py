"""Is the machine fit: room to write, what killed runs left, core files, the terminal, the network."""

import json
import os
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from shutil import disk_usage, get_terminal_size

from allonym.core.dumping import can_be_dumped
from allonym.interfaces.cli.checks.findings import Finding, Findings

_SHOWN = 3
_LITTLE, _TOO_LITTLE = 1_000_000_000, 50_000_000
_PIPED = Path("/proc/sys/kernel/core_pattern")


def check_folders() -> Findings:
    """Try to write here and to the folder for temporary files, and look for what killed runs left."""
    places = {"folder": Path(), "temp": Path(tempfile.gettempdir())}
    for part, folder in places.items():
        try:
            with tempfile.TemporaryFile(dir=folder):
                pass
        except OSError as error:
            advice = "set TMPDIR to another folder" if part == "temp" else "work in another folder, or name one with -o"
            yield Finding(part, "problem", f"{folder.resolve()}: {os.strerror(error.errno or 0)}", advice)
            continue
        yield _room(part, folder)
    yield from _leftovers(Path())


def _room(part: str, folder: Path) -> Finding:
    free = disk_usage(folder).free
    told, data = f"{folder.resolve()} can be written, {free / 1e9:,.1f} GB free", {"free_bytes": free}
    if free < _TOO_LITTLE:
        return Finding(part, "problem", told, "make room: an output needs as much as its input, a vault more", data)
    if free < _LITTLE:
        return Finding(part, "note", told, "outputs and vaults need room: as much as the inputs, at least", data)
    return Finding(part, "ok", told, data=data)


def _leftovers(folder: Path) -> Findings:
    """Count, and do not remove: the next run into the folder sweeps what belongs to no process."""
    from allonym.running.publishing import leftovers

    many = len(list(leftovers(folder)))
    if many:
        told = f"{many} temporary file{'s'[: many > 1]} of killed runs here; they may hold originals"
        yield Finding("folder", "note", told, "run the command again, which removes them; or: rm .*.allonym-tmp")
    runs = sorted(each.name for each in folder.glob("*.run") if _is_under_way(each / "manifest.json"))
    if runs:
        many = len(runs)
        told = f"{many} run{'s'[: many > 1]} here that {'were' if many > 1 else 'was'} not completed"
        named = ", ".join(runs[:_SHOWN]) + (", …" if many > _SHOWN else "")
        advice = f"give the same command with --resume, or delete the folder{'s'[: many > 1]} {named}"
        yield Finding("folder", "note", told, advice)


def _is_under_way(manifest: Path) -> bool:
    """Tell whether a run has begun and is not complete; what cannot be read is not complete."""
    if not manifest.is_file():
        return False
    with suppress(OSError, ValueError, RecursionError):
        told = json.loads(manifest.read_bytes())
        return not (isinstance(told, dict) and told.get("state") == "complete")
    return True


def check_cores() -> Findings:
    """Tell whether what is in memory could be written to a core file."""
    try:
        import resource
    except ImportError:
        yield Finding("cores", "note", "this system cannot say whether core files are written")
        return
    piped = False
    with suppress(OSError):
        piped = _PIPED.read_text("utf-8").startswith("|")
    if resource.getrlimit(resource.RLIMIT_CORE)[0] != 0:
        yield Finding("cores", "problem", "core files are on; a crash could write originals to a disk", "ulimit -c 0")
    elif piped and can_be_dumped():
        advice = "as root: sysctl kernel.core_pattern=core; or turn the storage of that program off"
        yield Finding("cores", "note", "off for files; the system hands crashes to a program all the same", advice)
    else:
        yield Finding("cores", "ok", "off while allonym runs")


def check_terminal() -> Findings:
    """Tell how words are shown here. Files are read and written as bytes, whatever the terminal can show."""
    encoding = (getattr(sys.__stdout__, "encoding", None) or "none").lower()
    width = f"{get_terminal_size().columns} columns" if sys.__stdout__ and sys.__stdout__.isatty() else "no terminal"
    data = {"encoding": encoding}
    if encoding.replace("-", "") == "utf8":
        yield Finding("terminal", "ok", f"{encoding}, {width}", data=data)
    else:
        told = f"{encoding}: other letters are shown as \\u…; files are not concerned"
        yield Finding("terminal", "note", told, "export LANG=C.UTF-8, or PYTHONUTF8=1", data)
    if sys.getfilesystemencoding().lower().replace("-", "") != "utf8":
        yield Finding("terminal", "note", "names of files are not UTF-8 here", "export LANG=C.UTF-8, or PYTHONUTF8=1")


class Sockets:
    """Notices whether anything asks for the network while the checks run."""

    def __init__(self) -> None:
        self._asked = 0

    def watch(self) -> None:
        """Begin to notice."""
        sys.addaudithook(self._notice)

    def _notice(self, event: str, _: tuple[object, ...]) -> None:
        self._asked += event in {"socket.connect", "socket.getaddrinfo", "socket.bind"}

    def check(self) -> Findings:
        """Tell what was noticed."""
        if self._asked:
            yield Finding("network", "problem", "something asked for the network", "please report it: none is needed")
        else:
            yield Finding("network", "ok", "not needed: no check has asked for it")
