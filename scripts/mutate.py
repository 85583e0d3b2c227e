"""Change one thing in a module at a time and see whether its tests notice: `mutate.py MODULE TESTS… [--every N]`.

A change that no test notices is printed: either a test is missing, or the change makes no difference. Works on a copy
of the project in a temporary folder; nothing here is touched.
"""

import argparse
import ast
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import partial, singledispatch
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_JOINED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.LShift: ast.RShift,
    ast.BitAnd: ast.BitOr,
}


Change = tuple[str, Callable[[Any], None]]
"""What a change is called, and what makes it in a copy of the node."""


def mutants(tree: ast.Module) -> Iterator[tuple[int, str, str]]:
    """Return the line, a name and the source of every module that differs in one place."""
    said = _said(tree)
    for index, node in enumerate(ast.walk(tree)):
        for name, make in [] if id(node) in said else changes(node):
            changed = deepcopy(tree)
            make(list(ast.walk(changed))[index])
            yield getattr(node, "lineno", 0), name, ast.unparse(ast.fix_missing_locations(changed))


def _said(tree: ast.Module) -> set[int]:
    """Return the constants that are only said: docstrings and parts of messages."""
    spoken = [node for node in ast.walk(tree) if isinstance(node, ast.Raise | ast.JoinedStr)]
    spoken += [node for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)]
    return {id(each) for node in spoken for each in ast.walk(node) if isinstance(each, ast.Constant)}


@singledispatch
def changes(_: object) -> list[Change]:
    """Return how a node can be changed."""
    return []


@changes.register
def _(node: ast.Compare) -> list[Change]:
    def change(at: int, twin: ast.Compare) -> None:
        twin.ops[at] = _COMPARED[type(twin.ops[at])]()

    able = [(at, type(each)) for at, each in enumerate(node.ops) if type(each) in _COMPARED]
    return [(f"{kind.__name__} -> {_COMPARED[kind].__name__}", partial(change, at)) for at, kind in able]


@changes.register
def _(node: ast.BinOp) -> list[Change]:
    other = _JOINED.get(type(node.op))
    return [] if other is None else [(f"-> {other.__name__}", lambda twin: setattr(twin, "op", other()))]


@changes.register
def _(node: ast.BoolOp) -> list[Change]:
    other = ast.Or if isinstance(node.op, ast.And) else ast.And
    return [(f"-> {other.__name__}", lambda twin: setattr(twin, "op", other()))]


@changes.register
def _(node: ast.UnaryOp) -> list[Change]:
    def change(twin: ast.UnaryOp) -> None:
        twin.operand = ast.UnaryOp(ast.Not(), twin.operand)

    return [("without not", change)] if isinstance(node.op, ast.Not) else []


@changes.register
def _(node: ast.Constant) -> list[Change]:
    value = node.value
    if isinstance(value, bool):
        other: object = not value
    elif isinstance(value, int):
        other = value + 1
    elif isinstance(value, bytes | str):
        other = value + (b"x" if isinstance(value, bytes) else "x")  # type: ignore[operator]
    else:
        return []
    return [(f"{value!r} -> {other!r}", lambda twin: setattr(twin, "value", other))]


@changes.register
def _(node: ast.Return) -> list[Change]:
    if node.value is None:
        return []
    return [("returns None", lambda twin: setattr(twin, "value", ast.Constant(None)))]


@changes.register
def _(_node: ast.Raise) -> list[Change]:
    def change(twin: ast.Raise) -> None:
        twin.exc, twin.cause = ast.Call(ast.Name("RuntimeError", ast.Load()), [], []), None

    return [("raises something else", change)]


@changes.register
def _(node: ast.Expr) -> list[Change]:
    if not isinstance(node.value, ast.Call):
        return []
    return [("is not called", lambda twin: setattr(twin, "value", ast.Constant(None)))]


def killed(folder: Path, tests: list[str]) -> bool:
    """Tell whether a test fails, or nothing can be run at all."""
    process = get_context("fork").Process(target=_test, args=(folder, tests))
    process.start()
    process.join(600)
    process.kill()
    process.join()
    return process.exitcode != 0


def _test(folder: Path, tests: list[str]) -> None:
    os.chdir(folder)
    sys.path[:0] = [str(folder / "src"), str(folder)]
    sys.dont_write_bytecode = True
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    os._exit(pytest.main(["-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", *tests]))


def main() -> None:
    """Try each change."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("module", type=Path)
    parser.add_argument("tests", nargs="+")
    parser.add_argument("--every", type=int, default=1, help="Try only every n-th change.")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part in ("src", "tests", "benchmarks", "pyproject.toml"):
            source = Path(part)
            (shutil.copytree if source.is_dir() else shutil.copy)(source, folder / part)
        target = folder / given.module
        good = target.read_text()
        if killed(folder, given.tests):
            sys.exit("the tests fail as it is")
        tried = list(mutants(ast.parse(good)))[:: given.every]
        left = 0
        for line, change, source_text in tried:
            target.write_text(source_text)
            if not killed(folder, given.tests):
                left += 1
                print(f"{given.module}:{line}: {change}: nothing notices", flush=True)
        caught = len(tried) - left
        print(f"{given.module}: {caught} of {len(tried)} changes noticed ({100 * caught / max(1, len(tried)):.1f} %)")


if __name__ == "__main__":
    main()
