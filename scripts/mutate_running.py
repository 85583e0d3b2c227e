"""Try changes in one warm process: it has imported and collected all tests once, and forks for every change.

In the child the code of the changed function is exchanged in place, so that whoever imported it before has it too; for
a change outside functions the child imports everything anew with the changed module. Then it runs the tests that reach
the changed line, the quickest first, up to the first that fails. A test that takes ten times as long as usual counts as
one that fails.
"""

import ast
import gc
import importlib.abc
import importlib.util
import os
import signal
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from functools import _lru_cache_wrapper
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from mutate_changes import UNCHANGED, Change
from mutate_forking import forked, give_folder
from mutate_reaching import Reach

NOTICED, ENDLESS, LEFT, UNREACHED = "noticed", "endless", "left", "unreached"
OPTIONS = [
    *("-q", "-q", "-x", "-s", "-p", "no:cacheprovider", "-p", "_hypothesis_pytestplugin"),
    *("-W", "ignore::pytest.PytestAssertRewriteWarning", "--hypothesis-profile=unshrunk"),
]
_CONTROL = 10
"""After every so many changes the tests are run without the change, too."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a change, which test noticed it, and how much time that took."""

    change: Change
    state: str
    by: str
    seconds: float

    @property
    def is_noticed(self) -> bool:
        """Tell whether a test fails, or does not end."""
        return self.state in {NOTICED, ENDLESS}


@dataclass(slots=True)
class Trying:
    """A plug-in of pytest that tries changes instead of running the tests."""

    changes: Sequence[Change]
    reach: Reach
    most_seconds: float = 8.0
    """How long the tests of one change take together, usually, at most."""
    then_seconds: float = 0.0
    """How long, at most, those take that are run then for a change that has not been noticed."""
    outcomes: list[Outcome] = field(default_factory=list)
    unsound: list[Change] = field(default_factory=list)
    """Changes whose tests fail without them too."""
    _functions: dict[str, list[FunctionType]] = field(default_factory=dict)

    @pytest.hookimpl(tryfirst=True)
    def pytest_configure(self) -> None:
        """Have examples that fail not made smaller, which takes long."""
        from hypothesis import Phase, settings

        settings.register_profile("unshrunk", derandomize=True, deadline=None, phases=[Phase.explicit, Phase.generate])

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Find out what each test reaches, then try each change."""
        items = {item.nodeid: item for item in session.items}
        session.config.option.verbose = -2
        self._functions = _functions()
        gc.collect()
        gc.freeze()
        self.reach.learn(session)
        for change in self.changes:
            tests = self.reach.tests(change, self.most_seconds)
            more = self.reach.tests(change, self.most_seconds + self.then_seconds)[len(tests) :]
            chosen = [items[each] for each in tests if each in items]
            outcome = self._tried(session, change, chosen)
            if outcome.state == LEFT and more:
                chosen = [items[each] for each in more if each in items]
                outcome = self._tried(session, change, chosen)
            if outcome.state == NOTICED and len(self.outcomes) % _CONTROL == 0:
                self._require_sound(session, change, chosen)
            self.outcomes.append(outcome)
            self._say(outcome)
        return True

    def _say(self, outcome: Outcome) -> None:
        if not outcome.is_noticed:
            change = outcome.change
            print(f"{change.path}:{change.line}: {change.name}: {outcome.state}: {change.text}", flush=True)
        if len(self.outcomes) % 50 == 0:
            print(f"{len(self.outcomes)} of {len(self.changes)}", flush=True)

    def _require_sound(self, session: pytest.Session, change: Change, items: list[pytest.Item]) -> None:
        """Make sure that the tests of a change pass without it, run in the same way."""
        if self._tried(session, replace(change, name=UNCHANGED), items).state != LEFT:
            self.unsound.append(change)

    def _tried(self, session: pytest.Session, change: Change, items: list[pytest.Item]) -> Outcome:
        if not items:
            return Outcome(change, UNREACHED, "", 0.0)
        with tempfile.TemporaryDirectory(prefix="mutate-", ignore_cleanup_errors=True) as name:
            before = sum(os.times()[2:4])
            folder = Path(name)
            status = forked(lambda: self._try(session, change, items, folder))
            by = (folder / "by").read_text("utf-8") if (folder / "by").exists() else ""
            seconds = sum(os.times()[2:4]) - before
        if os.WIFSIGNALED(status):
            return Outcome(change, ENDLESS, by, seconds)
        return Outcome(change, NOTICED if os.WEXITSTATUS(status) else LEFT, by, seconds)

    def _try(self, session: pytest.Session, change: Change, items: list[pytest.Item], folder: Path) -> int:
        watch = _Watch(self.reach.seconds, folder / "by")
        tree = change.tree()
        if change.inside and exchanged(change, tree, self._functions.get(str(Path(change.path).resolve()), [])):
            _forget()
            give_folder(session, folder / "tests")
            return run(items, watch)
        return _run_anew(change, tree, items, folder, watch)


@dataclass(frozen=True, slots=True)
class _Watch:
    """Writes down which test is run, and ends the process if it takes far too long."""

    usual: dict[str, float]
    note: Path

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> None:
        """Begin to count."""
        self.note.write_text(item.nodeid, "utf-8")
        usual = self.usual.get(item.nodeid, 1.0)
        signal.setitimer(signal.ITIMER_PROF, 4 + 10 * usual)
        signal.setitimer(signal.ITIMER_REAL, 20 + 40 * usual)


def run(items: Sequence[pytest.Item], watch: _Watch) -> int:
    """Run tests up to the first that fails; return 1 if there is one."""
    for item, following in zip(items, [*items[1:], None], strict=True):
        watch.pytest_runtest_protocol(item)
        if any(report.failed for report in runtestprotocol(item, log=False, nextitem=following)):
            return 1
    return 0


def _functions() -> dict[str, list[FunctionType]]:
    """Return all functions of this process by the file that they are from."""
    functions: dict[str, list[FunctionType]] = {}
    for each in gc.get_objects():
        if type(each) is FunctionType:
            functions.setdefault(each.__code__.co_filename, []).append(each)
    return functions


def exchanged(change: Change, tree: ast.Module, functions: list[FunctionType]) -> bool:
    """Give the functions around a change their changed code; return False if that cannot be done."""
    codes = {(code.co_qualname, code.co_firstlineno): code for code in _codes(compile(tree, change.path, "exec"))}
    found = 0
    for function in functions:
        place = function.__code__.co_qualname, function.__code__.co_firstlineno
        if place in change.inside:
            try:
                function.__code__ = codes[place]
            except (ValueError, KeyError):
                return False
            found += 1
    return found > 0


def _forget() -> None:
    """Have nothing remembered that was made before the change."""
    for name, module in list(sys.modules.items()):
        for each in vars(module).values() if name.startswith("allonym.") else ():
            if isinstance(each, _lru_cache_wrapper):
                each.cache_clear()


def _codes(code: CodeType) -> Iterator[CodeType]:
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each
            yield from _codes(each)


class _ChangedLoader(SourceFileLoader):
    tree: ast.Module

    def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002 - as Python calls it
        """Return the code of the changed module."""
        return compile(self.tree, self.path, "exec")


class _Changed(importlib.abc.MetaPathFinder):
    """Finds the changed module instead of the one in its file."""

    def __init__(self, path: Path, tree: ast.Module) -> None:
        self._path, self._tree = path.resolve(), tree

    def find_spec(self, name: str, path: Any, target: ModuleType | None = None) -> ModuleSpec | None:  # noqa: ARG002 - as Python calls it
        """Return the changed module, where it is that one."""
        for folder in path or ():
            if Path(folder).resolve() / f"{name.rpartition('.')[2]}.py" == self._path:
                loader = _ChangedLoader(name, str(self._path))
                loader.tree = self._tree
                return importlib.util.spec_from_file_location(name, self._path, loader=loader)
        return None


def _run_anew(change: Change, tree: ast.Module, items: list[pytest.Item], folder: Path, watch: _Watch) -> int:
    for name in [name for name in sys.modules if name.partition(".")[0] in {"allonym", "tests", "conftest"}]:
        if name != "tests.postgres_server":
            del sys.modules[name]
    sys.meta_path.insert(0, _Changed(Path(change.path), tree))
    signal.setitimer(signal.ITIMER_REAL, 60)
    return int(
        pytest.main([*OPTIONS, f"--basetemp={folder / 'tests'}", *(item.nodeid for item in items)], plugins=[watch])
    )


@contextmanager
def one_server(wanted: bool) -> Iterator[None]:
    """Have all tests share one PostgreSQL server, which is started here, where there is one; or have none at all."""
    from tests import postgres_server

    with ExitStack() as stack:
        programs = postgres_server.binaries() if wanted else None
        if programs is None:
            vars(postgres_server)["binaries"] = lambda: None
        else:
            server = stack.enter_context(postgres_server.running(programs))

            @contextmanager
            def running(_: Path) -> Iterator[postgres_server.Server]:
                yield server

            vars(postgres_server)["running"] = running
        yield
