"""What can be changed in a module: one comparison, operator, number, word, check, argument, call or error at a time.

Left alone is what is only said (messages, docstrings, sentences, annotations) and what only speaks to the interpreter
(`slots`, the `strict` of `zip`, sizes of caches, names of type variables).
"""

import ast
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import partial, singledispatch
from pathlib import Path
from typing import Any

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
_NEVER = "pragma: no cover"
_SILENT = {"slots", "strict", "maxsize"}
_IN_ANY_ORDER = {"compare_digest", "isinstance", "max", "min", "same", "suppress"}
_TYPING = {"TypeVar", "cast", "NewType"}

UNCHANGED = "nothing"
"""The name of a change that is none."""

Make = Callable[[Any], None]
"""What makes a change in a copy of a node."""


@dataclass(frozen=True, slots=True)
class Change:
    """One change: where it is, what it is called, and the place of its node among all nodes of the module."""

    path: str
    line: int
    text: str
    name: str
    nth: int
    """How many changes of this name stand in lines of this text before it."""
    index: int
    inside: tuple[tuple[str, int], ...]
    """The functions around it, outermost first: name, and the number of their first line."""
    lines: tuple[int, ...]
    """The lines of its statement, its own first."""
    names: tuple[str, ...]
    """What a statement outside functions gives a name to."""
    matters: int = 0
    """The only line, if there is one, from which on the change makes a difference: the first below a dropped check."""

    @property
    def key(self) -> tuple[str, str, str, int]:
        """What stays the same when lines are added elsewhere."""
        return self.path, self.text, self.name, self.nth

    def tree(self) -> ast.Module:
        """Return the module with this change."""
        tree = ast.parse(Path(self.path).read_text("utf-8"))
        node = list(ast.walk(tree))[self.index]
        if self.name != UNCHANGED:
            dict(changes(node))[self.name](node)
        return ast.fix_missing_locations(tree)


def changes_of(path: str, functions: tuple[str, ...] = ()) -> Iterator[Change]:
    """Return every change of a module, or of some of its functions."""
    source = Path(path).read_text("utf-8")
    tree = ast.parse(source)
    texts, left_out, places = source.splitlines(), _left_out(tree), _places(tree)
    seen: dict[tuple[str, str], int] = {}
    for index, node in enumerate(ast.walk(tree)):
        if id(node) in left_out or not hasattr(node, "lineno") or _NEVER in texts[node.lineno - 1]:
            continue
        inside, statement = places[id(node)]
        if functions and not any(name.rpartition(".")[2] in functions for name, _ in inside):
            continue
        for name, _ in changes(node):
            text = texts[node.lineno - 1].strip()
            nth = seen[text, name] = seen.get((text, name), -1) + 1
            lines = dict.fromkeys((node.lineno, *range(statement.lineno, _end(statement) + 1)))
            names = () if inside else tuple(_given(statement))
            matters = node.body[0].lineno if isinstance(node, ast.If) else 0
            yield Change(path, node.lineno, text, name, nth, index, inside, tuple(lines), names, matters)


def _end(statement: ast.stmt) -> int:
    """Return the last line of a statement, without the block below it."""
    body = getattr(statement, "body", None)
    return max(statement.lineno, body[0].lineno - 1) if body else statement.end_lineno or statement.lineno


def _given(statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        yield statement.name
    for node in ast.walk(statement):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


def _places(tree: ast.Module) -> dict[int, tuple[tuple[tuple[str, int], ...], ast.stmt]]:
    """Return, for each node, the functions in whose bodies it is, and its statement."""
    places: dict[int, tuple[tuple[tuple[str, int], ...], ast.stmt]] = {}

    def visit(node: ast.AST, names: tuple[str, ...], inside: tuple[tuple[str, int], ...], statement: Any) -> None:
        places[id(node)] = inside, statement
        for field, value in ast.iter_fields(node):
            for child in value if isinstance(value, list) else [value]:
                if not isinstance(child, ast.AST):
                    continue
                around, called = inside, names
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and field == "body":
                    called = (*names, node.name)
                    if not isinstance(node, ast.ClassDef):
                        first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
                        around = (*inside, (".".join(called), first))
                        called = (*called, "<locals>")
                visit(child, called, around, child if isinstance(child, ast.stmt) else statement)

    visit(tree, (), (), None)
    return places


def _left_out(tree: ast.Module) -> set[int]:
    """Return the nodes that are only said, or that only tools read."""
    return {id(each) for node in ast.walk(tree) for part in (*_said(node), *_for_tools(node)) for each in part}


def _said(node: ast.AST) -> Iterator[Iterable[ast.AST]]:
    match node:
        case ast.Raise() | ast.JoinedStr():
            yield (each for each in ast.walk(node) if isinstance(each, ast.Constant))
        case ast.Expr(value=ast.Constant() as said):
            yield [said]
        case ast.Constant(value=str() as words) if words.count(" ") >= 2:  # a sentence
            yield [node]
        case _:
            pass


def _for_tools(node: ast.AST) -> Iterator[Iterable[ast.AST]]:
    match node:
        case ast.AnnAssign(annotation=kind) | ast.arg(annotation=kind) | ast.FunctionDef(returns=kind) if kind:
            yield ast.walk(kind)
        case ast.Assign(value=ast.BinOp(op=ast.BitOr()) as kinds):
            yield ast.walk(kinds)
        case ast.keyword(arg=word) if word in _SILENT:
            yield ast.walk(node)
        case ast.Call(func=ast.Name(id=called)) if called in _TYPING:
            yield ast.walk(node)
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            yield ast.walk(node)
        case ast.ClassDef(bases=bases) if any("Protocol" in ast.unparse(base) for base in bases):
            yield ast.walk(node)
        case _:
            pass


@singledispatch
def changes(_: object) -> list[tuple[str, Make]]:
    """Return how a node can be changed: a name for it, and what does it."""
    return []


@changes.register
def _(node: ast.Compare) -> list[tuple[str, Make]]:
    def change(at: int, twin: ast.Compare) -> None:
        twin.ops[at] = _COMPARED[type(twin.ops[at])]()

    able = [(at, type(each)) for at, each in enumerate(node.ops) if type(each) in _COMPARED]
    where = [f" ({at + 1})" if at else "" for at, _ in able]
    return [
        (f"{kind.__name__} -> {_COMPARED[kind].__name__}{which}", partial(change, at))
        for which, (at, kind) in zip(where, able, strict=True)
    ]


@changes.register
def _(node: ast.BinOp) -> list[tuple[str, Make]]:
    other = _JOINED.get(type(node.op))
    if other is None:
        return []
    return [(f"{type(node.op).__name__} -> {other.__name__}", lambda twin: setattr(twin, "op", other()))]


@changes.register
def _(node: ast.BoolOp) -> list[tuple[str, Make]]:
    def drop(at: int, twin: ast.BoolOp) -> None:
        del twin.values[at]
        if len(twin.values) == 1:
            twin.values.append(deepcopy(twin.values[0]))

    kind, other = ("and", ast.Or) if isinstance(node.op, ast.And) else ("or", ast.And)
    dropped: list[tuple[str, Make]] = [
        (f"{kind}: part {at + 1} dropped", partial(drop, at)) for at in range(len(node.values))
    ]
    return [(f"{kind} -> {other.__name__}", lambda twin: setattr(twin, "op", other())), *dropped]


@changes.register
def _(node: ast.UnaryOp) -> list[tuple[str, Make]]:
    def change(twin: ast.UnaryOp) -> None:
        twin.operand = ast.UnaryOp(ast.Not(), twin.operand)

    return [("without not", change)] if isinstance(node.op, ast.Not) else []


@changes.register
def _(node: ast.Constant) -> list[tuple[str, Make]]:
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
def _(node: ast.Return) -> list[tuple[str, Make]]:
    if node.value is None or (isinstance(node.value, ast.Constant) and node.value.value is None):
        return []
    return [("returns None", lambda twin: setattr(twin, "value", ast.Constant(None)))]


@changes.register
def _(_node: ast.Raise) -> list[tuple[str, Make]]:
    def change(twin: ast.Raise) -> None:
        twin.exc, twin.cause = ast.Call(ast.Name("RuntimeError", ast.Load()), [], []), None

    return [("raises something else", change)]


@changes.register
def _(_node: ast.If) -> list[tuple[str, Make]]:
    def change(twin: ast.If) -> None:
        twin.test = ast.BoolOp(ast.And(), [twin.test, ast.Constant(False)])

    return [("check dropped", change)]


@changes.register
def _(node: ast.Call) -> list[tuple[str, Make]]:
    def change(twin: ast.Call) -> None:
        twin.args[0], twin.args[1] = twin.args[1], twin.args[0]

    able = len(node.args) > 1 and not any(isinstance(each, ast.Starred) for each in node.args[:2])
    alike = able and ast.dump(node.args[0]) == ast.dump(node.args[1])
    called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    free = called in _IN_ANY_ORDER
    return [("arguments swapped", change)] if able and not alike and not free else []


@changes.register
def _(node: ast.Expr) -> list[tuple[str, Make]]:
    if not isinstance(node.value, ast.Call):
        return []
    return [("is not called", lambda twin: setattr(twin, "value", ast.Constant(None)))]
