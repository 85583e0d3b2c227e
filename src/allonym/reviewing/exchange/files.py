"""Files of annotations, from a file, a folder or a zip archive and back. What is written can be read by nobody else."""

import zipfile
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from allonym.core.errors import InputError, UsageError
from allonym.reviewing.exchange.told import Files
from allonym.running.places import make_private, same_places
from allonym.running.publishing import publish

MOST_BYTES = 1 << 30
"""How large all files of an archive may be, unpacked."""


def read_files(path: Path) -> Files:
    """Return what a file, a folder or an archive holds, by names; of brat, the text beside a file as well."""
    if not path.exists():
        raise UsageError(f"there is no file or folder {path}")
    try:
        if path.is_dir():
            found = sorted(each for each in path.rglob("*") if each.is_file() and not each.name.startswith("."))
            return {each.relative_to(path).as_posix(): each.read_bytes() for each in found}
        if path.suffix == ".zip":
            return _unpacked(path)
        beside = [path.with_suffix(".txt")] if path.suffix == ".ann" else []
        return {each.name: each.read_bytes() for each in (path, *beside) if each.is_file()}
    except OSError as error:
        raise InputError(f"{path.name}: cannot be read ({type(error).__name__})") from None


def places_of(files: Mapping[str, bytes], target: Path, *, alone: bool) -> list[Path]:
    """Return where files go: into a folder, or the only one, if it stands alone in its format, to a file."""
    if alone and not target.is_dir():
        return [target]
    if target.exists() and not target.is_dir():
        raise UsageError(f"{target} is a file; this format has several, and needs a folder")
    places = [target / name for name in files]
    if same_places(places):
        raise UsageError(
            f"two documents would share a file in {target}, where capitals make no difference; name a folder elsewhere"
        )
    return places


def write_files(files: Mapping[str, bytes], target: Path, *, alone: bool) -> None:
    """Write files where they go."""
    places = places_of(files, target, alone=alone)
    for place, data in zip(places, files.values(), strict=True):
        if place != target:
            make_private(place.parent)
        _write(place, data)


def _write(path: Path, data: bytes) -> None:
    with publish(path, private=True) as (_, stream):
        stream.write(data)


def _unpacked(path: Path) -> Files:
    files: dict[str, bytes] = {}
    left = MOST_BYTES
    try:
        with zipfile.ZipFile(path) as archive:
            for each in archive.infolist():
                if each.is_dir() or PurePosixPath(each.filename).name.startswith("."):
                    continue
                with archive.open(each) as stream:
                    files[each.filename] = stream.read(left + 1)
                left -= len(files[each.filename])
                if left < 0:
                    raise InputError(f"{path.name}: unpacked it has more than {MOST_BYTES >> 20} MiB")
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError, EOFError):
        raise InputError(f"{path.name}: not a zip archive that can be unpacked") from None
    return files
