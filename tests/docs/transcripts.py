"""Run the examples of a page in order, in one folder, and compare what happens with what the page shows.

    ```console          a command after "$ ", more of it after "> ", then what it prints on either stream
    ```python           a doctest; blocks without ">>> " are only shown
    ```toml file=x      a file that the page tells the reader to save; with a pyproject.toml the page's plug-in is found

In a console block "…" stands for anything: alone on a line for any lines, inside one for any words. Durations such as
"0.1 s" are not compared. What a block exports, later blocks of the page have too. `allonym` is warm, as in
tests/warm.py, unless the page has brought a plug-in or starts a server.
"""

import doctest
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests import warm
from tests.docs.pages import ROOT, Block, blocks, name_of

_MARK = "<<end of step>>"
_DURATION = re.compile(r"[0-9]+\\\.[0-9]+(\\ )?s\b")
_SERVERS = ("serve", "start", "review")
_WARM_COMMAND = """#!{python} -IS
import os, socket, sys
if sys.argv[1:2] and sys.argv[1] in {servers} or os.path.exists({plugins!r}):
    os.execv({python!r}, [{python!r}, "-m", "allonym", *sys.argv[1:]])
sys.path.insert(0, {root!r})
from tests.warm import ask
message = {{"arguments": sys.argv[1:], "cwd": os.getcwd(), "environment": dict(os.environ)}}
sys.exit(ask(socket.socket(fileno=int(os.environ["KEEPER"])), message, [0, 1, 2]))
"""
_DOCTEST_OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@dataclass(frozen=True, slots=True)
class Step:
    """One command of a transcript, and what it is said to print."""

    command: str
    expected: str


@dataclass(slots=True)
class Session:
    """A reader who follows one page: a folder, the variables exported so far, and the names of the Python blocks."""

    home: Path
    names: dict[str, object] = field(default_factory=dict)

    @property
    def folder(self) -> Path:
        """Return the folder that the reader works in."""
        return self.home / "work"

    def export(self, variables: Mapping[str, str]) -> None:
        """Have variables in the reader's shell before the first block."""
        lines = [f"export {name}={shlex.quote(value)}\n" for name, value in variables.items()]
        (self.home / "exported").write_text("".join(lines), "utf-8")

    def follow(self, page: Path) -> int:
        """Do all that a page says; return how many blocks were run."""
        return sum(self.do(page, block) for block in blocks(page.read_text("utf-8")))

    def do(self, page: Path, block: Block) -> bool:
        """Do what a block says; tell whether that was anything."""
        if block.file is not None:
            self._save(block.file, block.body)
        elif block.language == "console":
            self._type(page, block)
        elif block.language == "python" and ">>> " in block.body:
            self._evaluate(page, block)
        else:
            return False
        return True

    def _save(self, name: str, body: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(body, "utf-8")
        if name == "pyproject.toml":
            _install(tomllib.loads(body)["project"], self.home)

    def _type(self, page: Path, block: Block) -> None:
        steps = steps_of(block.body)
        for step, actual in zip(steps, self._run([step.command for step in steps]), strict=True):
            place = f"{name_of(page)}, the block on line {block.line}"
            shown = f"{place}\n$ {step.command}\nexpected:\n{step.expected}\nactual:\n{actual}"
            assert agrees(step.expected, actual), shown

    def _run(self, commands: list[str]) -> list[str]:
        kept = self.home / "exported"
        # The status is passed on, so that a page can show it with: echo $?
        ends = f"kept_status=$?; printf '\\n%s\\n' '{_MARK}'; (exit $kept_status)"
        script = "\n".join([f". {kept}", *(f"{command}\n{ends}" for command in commands), f"export -p > {kept}"])
        kept.touch()
        keeper = None if warm.is_cold() else _place_command(self.home)
        done = subprocess.run(
            ["bash", "-c", script],
            cwd=self.folder,
            env=_environment(self.home) | ({"KEEPER": str(keeper)} if keeper else {}),
            pass_fds=[keeper] if keeper else [],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=300,
            check=False,
        )
        return done.stdout.split(f"\n{_MARK}\n")[:-1]

    def _evaluate(self, page: Path, block: Block) -> None:
        example = doctest.DocTestParser().get_doctest(block.body, self.names, name_of(page), str(page), block.line - 1)
        said: list[str] = []
        result = doctest.DocTestRunner(optionflags=_DOCTEST_OPTIONS).run(example, out=said.append, clear_globs=False)
        self.names.update(example.globs)
        assert not result.failed, "".join(said)


def steps_of(body: str) -> list[Step]:
    """Return the commands of a console block, each with the lines up to the next one."""
    steps: list[Step] = []
    for line in body.splitlines():
        if line.startswith("$ "):
            steps.append(Step(line.removeprefix("$ "), ""))
        elif line.startswith(">") and not steps[-1].expected:
            steps[-1] = Step(f"{steps[-1].command}\n{line[2:]}", "")
        else:
            steps[-1] = Step(steps[-1].command, f"{steps[-1].expected}{line}\n")
    return steps


def agrees(expected: str, actual: str) -> bool:
    """Tell whether what a command printed is what the page shows."""
    pattern = "".join(r"(?:.*\n)*?" if line == "…" else _as_pattern(line) for line in expected.splitlines())
    return re.fullmatch(pattern, actual if actual.endswith("\n") or not actual else f"{actual}\n") is not None


def _as_pattern(line: str) -> str:
    escaped = re.escape(line).replace("…", ".*")
    return _DURATION.sub(r"[0-9]+\\.[0-9]+ ?s", escaped) + r"\n"


def _environment(home: Path) -> dict[str, str]:
    return {
        "PATH": os.pathsep.join(
            map(str, (home / "bin", Path(sys.executable).parent, os.environ.get("PATH", os.defpath)))
        ),
        "HOME": str(home),
        "LANG": "C.UTF-8",
        "TERM": "dumb",
        "COLUMNS": "100",
        "PYTHONPATH": os.pathsep.join([str(home / "installed"), str(home / "work")]),
        "PYTHONDONTWRITEBYTECODE": "1",
    }


def _place_command(home: Path) -> int:
    """Have `allonym` ask the process that is warm; return the number of the socket to it."""
    path = home / "bin" / "allonym"
    path.parent.mkdir(exist_ok=True)
    asking = _WARM_COMMAND.format(
        python=sys.executable, servers=_SERVERS, plugins=str(home / "installed"), root=str(ROOT)
    )
    path.write_text(asking, "utf-8")
    path.chmod(0o755)
    return warm.keeper().fileno()


def _install(project: Mapping[str, object], home: Path) -> None:
    """Do what `pip install` does for entry points, without an index and without touching this environment."""
    place = home / "installed" / f"{str(project['name']).replace('-', '_')}-{project['version']}.dist-info"
    place.mkdir(parents=True)
    groups = project["entry-points"]
    assert isinstance(groups, dict)
    lines = [
        line for group, points in groups.items() for line in (f"[{group}]", *(f"{k} = {v}" for k, v in points.items()))
    ]
    (place / "entry_points.txt").write_text("\n".join(lines) + "\n", "utf-8")
    (place / "METADATA").write_text(f"Name: {project['name']}\nVersion: {project['version']}\n", "utf-8")
