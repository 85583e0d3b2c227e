"""What our source never does: run a shell, run data as code, trust XML or archives, or need one kind of system."""

import ast
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "allonym"
# Calls and imports that have a reason: who, what, why.
ALLOWED = {
    ("core/making.py", "exec"): "writes a function for the fields of our own dataclasses; no data comes near it",
    ("pooling/wire.py", "pickle"): "between our own processes, over pipes that have no name",
    ("pooling/wire.py", "pickle.loads"): "as above",
}
UNSAFE_CALLS = {
    "eval", "exec", "compile", "__import__", "os.system", "os.popen", "os.execv", "os.execvp", "os.fork", "os.spawnl",
    "tempfile.mktemp", "yaml.load", "yaml.unsafe_load", "pickle.load", "pickle.loads", "marshal.loads", "torch.load",
}  # fmt: skip
UNSAFE_IMPORTS = {
    "commands", "dill", "joblib", "jsonpickle", "lxml", "marshal", "multiprocessing", "pickle", "shelve", "tarfile",
    "telnetlib", "xml.dom", "xml.etree", "xml.sax", "xmlrpc", "yaml",
}  # fmt: skip
QUOTING = "xml.sax.saxutils"
NOT_EVERYWHERE = ("fcntl", "grp", "msvcrt", "pwd", "resource", "termios", "tty", "winreg")


def name_of(node: ast.expr) -> str:
    """Return a dotted name as it is written."""
    if isinstance(node, ast.Attribute):
        return f"{name_of(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


@dataclass(frozen=True)
class Habits:
    """All calls, imports (and whether they stand at the top) and attributes of our source, each with its file."""

    calls: list[tuple[str, ast.Call]] = field(default_factory=list)
    imports: list[tuple[str, str, bool]] = field(default_factory=list)
    attributes: set[tuple[str, str]] = field(default_factory=set)

    def named(self) -> set[tuple[str, str]]:
        return {(file, name_of(call.func)) for file, call in self.calls}


@pytest.fixture(scope="module")
def habits() -> Habits:
    found = Habits()
    for path in SOURCE.rglob("*.py"):
        file, tree = path.relative_to(SOURCE).as_posix(), ast.parse(path.read_bytes())
        top = set(map(id, tree.body))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                found.calls.append((file, node))
            elif isinstance(node, ast.Import):
                found.imports.extend((file, each.name, id(node) in top) for each in node.names)
            elif isinstance(node, ast.ImportFrom):
                found.imports.append((file, node.module or "", id(node) in top))
            elif isinstance(node, ast.Attribute):
                found.attributes.add((file, node.attr))
    return found


def said(call: ast.Call, name: str) -> object:
    """Return the constant that is given to a call by name."""
    return next(
        (each.value.value for each in call.keywords if each.arg == name and isinstance(each.value, ast.Constant)), None
    )


def test_no_data_is_run_as_code_and_no_shell_is_asked(habits: Habits) -> None:
    found = {(file, name) for file, name in habits.named() if name in UNSAFE_CALLS}
    shells = [file for file, call in habits.calls if said(call, "shell") not in {None, False}]
    trusting = [file for file, call in habits.calls if said(call, "trust_remote_code")]

    assert found - set(ALLOWED) == set()
    assert shells == trusting == []


def test_no_module_is_used_that_runs_or_trusts_what_it_reads(habits: Habits) -> None:
    found = {(file, name) for file, name, _ in habits.imports if name != QUOTING}
    found = {(file, name) for file, name in found if any(f"{name}.".startswith(f"{each}.") for each in UNSAFE_IMPORTS)}

    assert found - set(ALLOWED) == set()


def test_every_exception_above_is_still_needed(habits: Habits) -> None:
    assert set(ALLOWED) <= habits.named() | {(file, name) for file, name, _ in habits.imports}


def test_xml_with_a_document_type_is_refused_wherever_xml_is_parsed(habits: Habits) -> None:
    """Entities, and with them files of this machine and endless texts, need one."""
    parsing = {file for file, name in habits.named() if name == "ParserCreate"}
    refusing = {file for file, name in habits.attributes if name == "StartDoctypeDeclHandler"}

    assert parsing
    assert parsing <= refusing


def test_no_archive_is_unpacked_onto_the_disk(habits: Habits) -> None:
    assert [each for each in habits.named() if each[1].endswith((".extract", ".extractall", "unpack_archive"))] == []


def test_line_ends_are_ours_to_choose_wherever_text_is_written(habits: Habits) -> None:
    """Without `newline`, Windows writes others."""
    guilty = []
    for file, call in habits.calls:
        name = name_of(call.func).rpartition(".")[2]
        modes = [each.value for each in call.args if isinstance(each, ast.Constant) and isinstance(each.value, str)]
        text = any(set(mode) & set("wax") and set(mode) <= set("waxt+") for mode in modes)
        writes = name == "write_text" or (name in {"open", "fdopen"} and text)
        if writes and "newline" not in {each.arg for each in call.keywords}:
            guilty.append((file, call.lineno))
    # What is thrown away has no line ends.
    assert [each for each in guilty if each[0] != "interfaces/cli/answering.py"] == []


def test_modules_that_some_systems_lack_are_imported_where_their_absence_is_expected(habits: Habits) -> None:
    found = [(file, name) for file, name, top in habits.imports if top and name.partition(".")[0] in NOT_EVERYWHERE]

    assert found == []


BARE = f"""
import os, signal, sys
for name in {NOT_EVERYWHERE!r}:
    sys.modules[name] = None
for name in "fork forkpty sched_getaffinity geteuid getuid O_NOFOLLOW O_DIRECTORY fchmod killpg setsid".split():
    if hasattr(os, name):
        delattr(os, name)
for name in ("SIGKILL", "SIGHUP", "SIGUSR1", "SIGALRM", "SIGPIPE"):
    delattr(signal, name)
"""
EVERY_MODULE = """
import importlib, pkgutil, allonym
from allonym.core.errors import MissingExtra
names = [each.name for each in pkgutil.walk_packages(allonym.__path__, "allonym.")]
names.remove("allonym.__main__")
for name in names:
    try:
        importlib.import_module(name)
    except (MissingExtra, ModuleNotFoundError) as error:
        if getattr(error, "name", "") in {NAMES}:
            raise
print(len(names))
"""


def without_posix(program: str, folder: Path) -> str:
    command = [sys.executable, "-c", BARE + program]
    done = subprocess.run(command, capture_output=True, check=False, text=True, cwd=folder)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_every_module_can_be_imported_where_half_of_posix_is_missing(tmp_path: Path) -> None:
    """It takes seconds, since it imports what all extras bring."""
    assert int(without_posix(EVERY_MODULE.replace("{NAMES}", repr(set(NOT_EVERYWHERE))), tmp_path)) > 400


def test_a_round_trip_works_where_half_of_posix_is_missing(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Write to anna@example.org.\n", "utf-8")
    program = """
os.environ["ALLONYM_PASSPHRASE"] = "four random words here"
from allonym.interfaces.cli.app import run
done = [
    run(["pseudonymize", "a.txt", "-o", "b.txt", "--vault", "v", "--fast", "--quiet"]),
    run(["recover", "b.txt", "-o", "c.txt", "--vault", "v", "--reason", "a test", "--quiet"]),
]
print(done)
"""

    assert without_posix(program, tmp_path).splitlines()[-1] == "[0, 0]"
    assert (tmp_path / "c.txt").read_bytes() == (tmp_path / "a.txt").read_bytes()
    assert b"anna" not in (tmp_path / "b.txt").read_bytes()
