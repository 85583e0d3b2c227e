"""What the start pages work on: one folder, files that were handed in and are held in memory, and files to hand out.

What is handed in is never written anywhere. Outputs, vaults and certificates go into the folder in which the pages
were started, readable only by whoever started them; what was recovered is held in memory until it is fetched, once.
"""

import re
import secrets
import unicodedata
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock

from allonym.core.pieces import Layout
from allonym.formats.choosing import choose, is_known
from allonym.interfaces.pages.brake import Brake
from allonym.interfaces.rest.problems import Problem
from allonym.running.sources import Source

MIB = 1024 * 1024
MADE = "-pseudonymized"
"""How the folder of an output is called, after the name of its input."""
_SQLITE = b"SQLite format 3\0"
_APPLICATION = slice(68, 72)
"""Where a SQLite file says what made it."""
_MOST_LISTED = 500
_FORBIDDEN = re.compile(r"[\\/:\0-\x1f\x7f]+")


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is taken: bytes of one file, and files that are held at one time."""

    file: int = 64 * MIB
    held: int = 8
    body: int = 4 * MIB
    """Bytes of a request that is no file."""


@dataclass(frozen=True, slots=True)
class Held:
    """A file in memory."""

    id: str
    name: str
    data: bytes = field(repr=False)


class Desk:
    """A folder, and what lies beside it in memory. The oldest of what is held gives way to the newest."""

    def __init__(self, folder: Path, limits: Limits = Limits()) -> None:  # noqa: B008 - it is frozen
        self.folder = folder.resolve()
        self.limits = limits
        self.brake = Brake()
        self._lock = Lock()
        self._in: OrderedDict[str, Held] = OrderedDict()
        self._out: OrderedDict[str, Held] = OrderedDict()

    def take_in(self, name: str, data: bytes) -> Held:
        """Hold a file that somebody has handed in; its ending says how it is read."""
        held = Held(secrets.token_hex(12), plain_name(name), data)
        require_known(held.name)
        self._keep(self._in, held)
        return held

    def hand_out(self, name: str, data: bytes) -> Held:
        """Hold a file until somebody fetches it."""
        held = Held(secrets.token_hex(12), plain_name(name), data)
        self._keep(self._out, held)
        return held

    def fetched(self, id_: str) -> Held:
        """Return a file that waits to be fetched, this once."""
        with self._lock:
            held = self._out.pop(id_, None)
        if held is None:
            raise Problem(404, "this file was fetched already, or has given way to newer ones; make it again")
        return held

    def drop(self, id_: str) -> None:
        """Let go of a file that was handed in."""
        with self._lock:
            self._in.pop(id_, None)

    def source(self, given: Mapping[str, str], asked: Layout) -> Source:
        """Return an input: `{"held": id}` is a file in memory, `{"file": name}` one that lies in the folder."""
        if "held" in given:
            with self._lock:
                held = self._in.get(given["held"])
            if held is None:
                raise Problem(404, "this file is no longer held; choose it again")
            # The path is where the file would lie; nothing is there, and nothing is ever read from it.
            path = self.folder / ".held" / held.name
            return Source(path, held.name, choose(held.name), asked, held.data)
        path = self.inside(given.get("file", ""))
        if not path.is_file():
            raise Problem(404, "there is no such file in the folder")
        require_known(path.name)
        return Source(path, path.name, choose(path.name), asked)

    def inside(self, name: str) -> Path:
        """Return the path of a name in the folder, however deep; nothing outside can be meant."""
        if not name or "\0" in name or len(name) > 1000:
            raise Problem(422, "a name is missing, or cannot be that of a file")
        path = (self.folder / name).resolve()
        if path == self.folder or not path.is_relative_to(self.folder):
            raise Problem(422, "only files in the folder in which the pages were started can be used")
        return path

    def new_folder(self, name: str) -> Path:
        """Make a folder for outputs that nobody else can read, and that was not there before."""
        for number in range(1, 10_000):
            path = self.folder / (name if number == 1 else f"{name}-{number}")
            try:
                path.mkdir(0o700)
            except FileExistsError:
                continue
            except OSError:
                raise Problem(409, "the folder in which the pages were started cannot be written to") from None
            return path
        raise Problem(409, "there are too many outputs of this name in the folder; move some away")

    def inputs(self) -> list[str]:
        """Return the names of files in the folder that can be read."""
        return [path.name for path in self._listed() if is_known(path.name) and not is_vault(path)]

    def vaults(self) -> list[str]:
        """Return the names of vaults in the folder."""
        return [path.name for path in self._listed() if is_vault(path)]

    def outputs(self) -> list[str]:
        """Return the files in the folder and in the folders of outputs in it, by their places."""
        made = sorted(path for path in self.folder.glob(f"*{MADE}*/*") if path.is_file())
        apart = [path for path in made if is_known(path.name) and not path.name.startswith(("certificate.", "."))]
        return [*self.inputs(), *(path.relative_to(self.folder).as_posix() for path in apart)][:_MOST_LISTED]

    def _listed(self) -> list[Path]:
        found = (path for path in self.folder.iterdir() if path.is_file() and not path.name.startswith("."))
        return sorted(found)[:_MOST_LISTED]

    def _keep(self, where: OrderedDict[str, Held], held: Held) -> None:
        with self._lock:
            where[held.id] = held
            while len(where) > self.limits.held:
                where.popitem(last=False)


def is_vault(path: Path) -> bool:
    """Tell whether a file is a vault, by what it says of itself."""
    try:
        with path.open("rb") as stream:
            head = stream.read(100)
    except OSError:
        return False
    return head.startswith(_SQLITE) and head[_APPLICATION] == b"allo"


def plain_name(name: str) -> str:
    """Return the name of a file alone: without folders, without signs that hide or turn letters."""
    last = _FORBIDDEN.split(unicodedata.normalize("NFC", name))[-1]
    shown = "".join(each for each in last if each.isprintable()).strip(" .")
    if not shown or shown == "-":
        raise Problem(422, "the file has no name")
    stem, dot, ending = shown.rpartition(".")
    return f"{stem[:100]}{dot}{ending[:20]}" if dot else ending[:100]


def vault_name(name: str) -> str:
    """Return the name of a vault that is to be made, with its ending; what cannot be part of it is refused."""
    typed = unicodedata.normalize("NFC", name.strip())
    if not typed:
        raise Problem(422, "give the vault a name")
    if _FORBIDDEN.search(typed) or plain_name(typed) != typed:
        raise Problem(
            422,
            "a vault is made in the folder in which the pages were started: give it a plain name of at most 100 "
            "characters, without folders, without / \\ and :, and without a dot at its beginning or end",
        )
    return typed if typed.endswith(".vault") else f"{typed}.vault"


def require_known(name: str) -> None:
    """Raise a problem, which lists the endings, unless the format of a file is known."""
    if not is_known(name):
        raise Problem(415, "this kind of file is not known; CSV, TXT, DOCX, XLSX, JSONL and others in the list are")
