"""`--json`: a command answers with one object on standard output, and nothing else stands there.

    {"allonym": "0.1.0", "command": "vault info", "code": 0, "result": {…}}
    {"allonym": "0.1.0", "command": "recover", "code": 2, "error": {"kind": …, "message": …, "place": …, "advice": …}}

What a command prints for people on standard output is dropped meanwhile; what goes to standard error stays.
"""

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from contextvars import ContextVar
from os import devnull
from pathlib import Path
from typing import Annotated, Any, TextIO, TypeVar

import typer
from typer.core import TyperCommand

from allonym.core.errors import UsageError

_RESULT: ContextVar[dict[str, Any] | None] = ContextVar("result", default=None)
Function = TypeVar("Function", bound=Callable[..., Any])
HELP = "Answer with one JSON object on standard output."
STANDARD_OUTPUT = Path("-")
DONE = "answered"
"""Stands in the result of a command that has answered already, and goes on until somebody ends it."""


def _flag(json: Annotated[bool, typer.Option("--json", help=HELP)] = False) -> None:
    del json


def _made_flag() -> Any:
    sample = typer.Typer(add_completion=False)
    sample.command()(_flag)
    [option] = typer.main.get_command(sample).params
    # The door reads the wish from the arguments, so that it also knows of it when they do not parse.
    option.expose_value = False
    return option


class JsonCommand(TyperCommand):
    """A command that takes --json, unless it has an option of this name that takes a file."""

    def __init__(self, name: str | None, **rest: Any) -> None:
        super().__init__(name, **rest)
        if not any("--json" in each.opts for each in self.params):
            self.params.append(_FLAG)


_FLAG = _made_flag()


class Commands(typer.Typer):
    """A group of commands, each of which can answer in JSON."""

    def command(self, name: str | None = None, **rest: Any) -> "Callable[[Function], Function]":
        """Return what makes a command of a function."""
        return super().command(name, **{"cls": JsonCommand, **rest})


def wants_json(root: Any, arguments: Sequence[str]) -> bool:
    """Tell whether the arguments ask for JSON on standard output: by the flag, or by `-` where --json takes a file."""
    said = list(arguments[: arguments.index("--")] if "--" in arguments else arguments)
    if "--json=-" in said:
        return True
    if "--json" not in said:
        return False
    command = root
    for place, word in enumerate(said):
        if word == "--json":
            [option] = [each for each in command.params if "--json" in each.opts] or [_FLAG]
            return option.is_flag or said[place + 1 : place + 2] == ["-"]
        command = getattr(command, "commands", {}).get(word, command)
    return False


def name_of(root: Any, arguments: Sequence[str]) -> str:
    """Return the words that name the command in the arguments."""
    return " ".join(_way_to(root, arguments)[0])


def options_of(root: Any, arguments: Sequence[str]) -> frozenset[str]:
    """Return the options that the command in the arguments has."""
    return frozenset(name for each in _way_to(root, arguments)[1].params for name in each.opts)


def _way_to(root: Any, arguments: Sequence[str]) -> tuple[list[str], Any]:
    words, command = [], root
    for word in arguments:
        inner = getattr(command, "commands", {})
        if word in inner:
            words.append(word)
            command = inner[word]
    return words, command


@contextmanager
def collecting() -> Iterator[dict[str, Any]]:
    """Collect what is given as result; drop what would be printed for people on standard output."""
    result: dict[str, Any] = {}
    token = _RESULT.set(result)
    try:
        with open(devnull, "w", encoding="utf-8") as nowhere, redirect_stdout(nowhere):  # noqa: PTH123 - a name, no path
            yield result
    finally:
        _RESULT.reset(token)


def give(**data: Any) -> None:
    """Put something into the result; without --json this does nothing."""
    result = _RESULT.get()
    if result is not None:
        result.update(data)


def give_one(key: str, item: Any) -> None:
    """Put one more thing into a list of the result; without --json this does nothing."""
    result = _RESULT.get()
    if result is not None:
        result.setdefault(key, []).append(item)


def wanted() -> bool:
    """Tell whether the command answers in JSON."""
    return _RESULT.get() is not None


def file_of(named: Path | None) -> Path | None:
    """Return the file that --json names, for commands where it takes one; `-` is standard output, so no file."""
    if named is not None and named != STANDARD_OUTPUT and str(named).startswith("-"):
        told = "--json takes a file here, and would take the option that follows it"
        raise UsageError(f"{told}; say --json FILE, or --json - to print it (a file of this name is ./{named})")
    return None if named == STANDARD_OUTPUT else named


def require_a_file(output: str | None) -> None:
    """Raise UsageError if data are to go to standard output, where the answer goes."""
    if wanted() and output == "-":
        raise UsageError("-o - and --json both want standard output; name a file with -o, or leave --json out")


def answer_now(command: str, data: Mapping[str, Any]) -> None:
    """Answer at once, for a command that goes on until somebody ends it; without --json this does nothing."""
    if wanted():
        # First, so that whoever ends the command at once gets one answer, not two.
        give(**{DONE: True})
        print_answer(command, 0, {"result": dict(data)})


def standard_output() -> TextIO | None:
    """Return the stream that the process began with; None if the caller has closed it."""
    return sys.__stdout__


def print_answer(command: str, code: int, told: Mapping[str, Any]) -> None:
    """Print the answer as one line; characters that a locale may not know are escaped."""
    from allonym import __version__

    stream = standard_output()
    if stream is not None:
        line = json.dumps({"allonym": __version__, "command": command, "code": code, **told}, default=str)
        stream.write(f"{line}\n")
        stream.flush()
