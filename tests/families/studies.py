"""A small study on a disk that can fail or forget: two inputs, a vault, and what has to hold whatever happens."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.families.disks import NEVER, Disk, compiled, disk
from tests.unit.running.stopping import PASSPHRASE, command, contents
from tests.unit.vault.helpers import QUICK

from allonym.vault.sqlite import open_file

WAY = ("--fast", "--profile", "cloaked-realistic", "--scope", "corpus")
GIVEN = {
    "a.csv": "id,text\n1,Anna Berg wrote to karl@example.org\n2,Karl Ek came\n",
    "deep/b.txt": "Maria Lind rang +46 70 174 06 05.",
}


class Study:
    """The inputs, the outputs and the vault, each in a folder of its own; all of it can be set back to the start."""

    def __init__(self, on: Disk) -> None:
        self.disk = on
        self.given, self.out, self.back, self.safe = (on.root / name for name in ("given", "out", "back", "safe"))
        self.vault = self.safe / "study.vault"
        self._blank = on.root.parent / "blank.vault"
        open_file(self._blank, PASSPHRASE, True, QUICK).close()
        self.begin()
        assert self.run() == 0, self.said
        self.expected = contents(self.out)
        assert set(self.expected) == set(GIVEN)

    def begin(self) -> None:
        """Set all back to the start."""
        self.clear()
        for name, text in GIVEN.items():
            (self.given / name).parent.mkdir(parents=True, exist_ok=True)
            (self.given / name).write_text(text)
        self.safe.mkdir()
        shutil.copy(self._blank, self.vault)

    def clear(self) -> None:
        """Leave nothing but a place for temporary files."""
        shutil.rmtree(self.disk.root)
        (self.disk.root / "tmp").mkdir(parents=True)

    def run(self, mode: int = NEVER, at: int = 0, trace: Path | None = None) -> int:
        """Pseudonymize, going on with what there is; return the exit code."""
        asked = command(self.given, self.out, self.vault, *WAY)
        code, self.said = self.disk.run(*asked, mode=mode, at=at, trace=trace)
        return code

    def published(self) -> dict[str, bytes]:
        """Return the outputs that are in their places."""
        found = contents(self.out) if self.out.exists() else {}
        return {name: data for name, data in found.items() if not Path(name).name.startswith(".")}

    def unfinished(self) -> list[Path]:
        """Return the files that were being written when a run stopped."""
        return [path for path in self.disk.root.rglob("*") if path.name.endswith(".allonym-tmp")]

    def require_published_whole(self) -> None:
        """Fail if an output is there and is not the whole one, or cannot be given back."""
        there = self.published()

        assert there == {name: self.expected[name] for name in there}
        if there:
            self._require_given_back(set(there))

    def require_it_goes_on(self) -> None:
        """Fail unless the run comes to its end now, as if it had never been stopped."""
        assert self.run() == 0, self.said
        assert contents(self.out) == self.expected
        assert not self.out.with_name("out.run").exists()
        self._require_given_back(set(GIVEN))
        code, said = self.disk.run("vault", "verify", self.vault)
        assert code == 0, said
        assert [path.name for path in self.safe.iterdir()] == [self.vault.name]

    def _require_given_back(self, names: set[str]) -> None:
        shutil.rmtree(self.back, ignore_errors=True)
        code, said = self.disk.run("recover", self.out, "-o", self.back, "--vault", self.vault)

        assert code == 0, said
        assert contents(self.back) == {name: GIVEN[name].encode() for name in names}


@contextmanager
def study() -> Iterator[Study]:
    """Make a study in memory, where there is such a place: real disks take their time to sync."""
    memory = Path("/dev/shm")  # noqa: S108 - only whether it is there
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as made:
        folder = Path(made)
        library = compiled(folder)
        if library is None:
            pytest.skip("it takes Linux and a C compiler to put a disk in between: apt-get install gcc")
        with disk(folder, library, [WAY]) as on:
            yield Study(on)
