"""The pages as a user starts them: the command line in a process of its own, and the link that it prints."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

LINK = re.compile(r"http://127\.0\.0\.1:\d+/enter\?key=\S+")


@dataclass(frozen=True, slots=True)
class Served:
    """A command that runs, and its link."""

    process: "subprocess.Popen[str]"
    link: str

    @property
    def address(self) -> str:
        """Return where it listens."""
        return self.link.partition("/enter")[0]

    def enter(self, page: "Page") -> None:
        """Open the link."""
        page.goto(self.link)
        page.wait_for_url(re.compile(r"^(?!.*/enter)"))


@contextmanager
def serving(*arguments: str | Path, kill: bool = False) -> Iterator[Served]:
    """Run `allonym` with these arguments until the block ends; then end it gently, or kill it."""
    command = [sys.executable, "-m", "allonym", *map(str, arguments), "--no-browser"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield Served(process, _link(process))
        finally:
            if kill:
                process.kill()
            else:
                process.terminate()


def _link(process: "subprocess.Popen[str]") -> str:
    said = []
    assert process.stderr
    for line in process.stderr:
        said.append(line)
        if found := LINK.search(line):
            return found[0]
    raise AssertionError("".join(said))
