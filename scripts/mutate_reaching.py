"""Which tests reach which lines, and how long each takes: found out once, kept until a test or a module changes."""

import json
import os
import tempfile
import warnings
from ast import Attribute, Name, alias, parse, walk
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from coverage import Coverage
from mutate_changes import Change
from mutate_forking import forked, give_folder

_KEPT = Path(tempfile.gettempdir()) / "allonym-reach"
_SLOWEST = 4.0
"""Tests that take longer are not used."""
_PREFERRED = 10
"""So much longer may a test of the changed module itself take and still be run before others."""
_EVERYWHERE = "test_values"
"""Tests that look at every module."""


@dataclass(slots=True)
class Reach:
    """The lines that each test reaches, by file, and the seconds that it takes."""

    modules: list[str]
    lines: dict[str, dict[int, list[str]]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)

    def learn(self, session: pytest.Session) -> None:
        """Run, in a child, the tests of which it is not known yet; one file of tests after the other."""
        sources = sha256(b"".join(Path(each).read_bytes() for each in sorted(self.modules))).hexdigest()
        for path, items in _by_file(session.items):
            kept = _KEPT / f"{sha256(sources.encode() + path.read_bytes()).hexdigest()}.json"
            if not kept.exists():
                with tempfile.TemporaryDirectory(prefix="mutate-", ignore_cleanup_errors=True) as folder:
                    give_folder(session, Path(folder))
                    forked(partial(_watched, items, self.modules, kept))
            if kept.exists():
                self._take(json.loads(kept.read_text("utf-8")))

    def _take(self, found: dict[str, Any]) -> None:
        self.seconds |= found["seconds"]
        for path, lines in found["lines"].items():
            for line, tests in lines.items():
                self.lines.setdefault(path, {}).setdefault(int(line), []).extend(tests)

    def tests(self, change: Change, most_seconds: float) -> list[str]:
        """Return the tests of a change, the quickest first; those of its own module are preferred."""
        stem, general = Path(change.path).stem, not change.inside
        reaching = self._inside(change) if change.inside else self._outside(change)
        able = {each for each in reaching if self.seconds.get(each, 99.0) <= _SLOWEST}
        own = (f"test_{stem}.", _EVERYWHERE) if general else (f"test_{stem}.",)

        def cost(test: str) -> float:
            return self.seconds[test] / (_PREFERRED if any(map(test.__contains__, own)) else 1)

        ordered = sorted(able, key=lambda each: (cost(each), each))
        chosen: list[str] = []
        spent = 0.0
        for each in ordered:
            spent += self.seconds[each]
            if spent > most_seconds and chosen:
                break
            chosen.append(each)
        return chosen

    def _inside(self, change: Change) -> set[str]:
        known = self.lines.get(change.path, {})
        for lines in ([change.matters], [change.line], change.lines):
            if tests := {test for line in lines for test in known.get(line, ())}:
                return tests
        return set()

    def _outside(self, change: Change) -> set[str]:
        """Return the tests that reach a place where the names of a statement are used, or else the module."""
        tests: set[str] = set()
        for path, known in self.lines.items():
            for line in _uses(path, frozenset(change.names)):
                tests.update(known.get(line, ()))
        own = {test for tests in self.lines.get(change.path, {}).values() for test in tests}
        return tests | set(self._naming(change)) | (own if not tests else set())

    def _naming(self, change: Change) -> Iterator[str]:
        """Return the tests of files that name a module, and those that look at every module."""
        module = ".".join(Path(change.path).with_suffix("").parts[-2:])
        files = {path: Path(path).read_text("utf-8") for path in {test.partition("::")[0] for test in self.seconds}}
        for test in self.seconds:
            path = test.partition("::")[0]
            if module in files[path] or _EVERYWHERE in path:
                yield test


def _uses(path: str, names: frozenset[str]) -> Iterator[int]:
    for node in walk(parse(Path(path).read_text("utf-8"))):
        if isinstance(node, alias):
            continue
        word = node.id if isinstance(node, Name) else node.attr if isinstance(node, Attribute) else None
        if word in names:
            yield node.lineno  # type: ignore[attr-defined]


def _by_file(items: Iterable[pytest.Item]) -> Iterator[tuple[Path, list[pytest.Item]]]:
    files: dict[Path, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.path, []).append(item)
    yield from files.items()


class _Fixtures:
    """Counts what a shared fixture reaches for every test that asks for it."""

    def __init__(self, coverage: Coverage) -> None:
        self.coverage, self.now = coverage, ""
        self.asked: dict[str, list[str]] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Iterator[None]:
        before = self.now
        if fixturedef.scope != "function":
            self.switch(f"fixture {fixturedef.argname}")
        try:
            return (yield)
        finally:
            self.switch(before)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_teardown(self, item: Any) -> None:
        for name in item._request._fixture_defs:  # noqa: SLF001 - not public
            self.asked.setdefault(f"fixture {name}", []).append(item.nodeid)

    def switch(self, context: str) -> None:
        self.now = context
        self.coverage.switch_context(context)


def _watched(items: list[pytest.Item], modules: list[str], kept: Path) -> int:
    coverage = Coverage(data_file=None, include=[str(Path(each).resolve()) for each in modules], config_file=False)
    fixtures = _Fixtures(coverage)
    items[0].config.pluginmanager.register(fixtures)
    seconds: dict[str, float] = {}
    coverage.start()
    for item, following in zip(items, [*items[1:], None], strict=True):
        fixtures.switch(item.nodeid)
        spent = sum(os.times()[:4])
        reports = runtestprotocol(item, log=False, nextitem=following)
        if all(report.passed for report in reports):
            seconds[item.nodeid] = round(sum(os.times()[:4]) - spent, 4)
    coverage.stop()
    with warnings.catch_warnings(action="ignore"):  # tests that only look at modules reach no line of them
        data = coverage.get_data()
    lines: dict[str, dict[int, list[str]]] = {}
    for path in data.measured_files():
        reached = lines[str(Path(path).relative_to(Path.cwd()))] = {}
        for line, contexts in data.contexts_by_lineno(path).items():
            tests = [test for each in contexts for test in fixtures.asked.get(each, [each]) if test in seconds]
            if tests:
                reached[line] = sorted(set(tests))
    kept.parent.mkdir(mode=0o700, exist_ok=True)
    kept.write_text(json.dumps({"seconds": seconds, "lines": lines}), "utf-8")
    return 0
