"""Write the manual page docs/allonym.1 from what the command line says of itself.

.venv/bin/python scripts/man_page.py           write it
.venv/bin/python scripts/man_page.py --check   leave with 1 if the page is not up to date
"""

import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from allonym import __version__
from allonym.interfaces.cli.app import app

PAGE = Path(__file__).parents[1] / "docs" / "allonym.1"
_PLAIN = {"\\": r"\e", "-": r"\-", "…": "...", "–": r"\(en", "—": r"\(em", "’": "'", "`": r"\(ga", "'": r"\(aq"}

FIRST = """\
.\\" Made by scripts/man_page.py from the help of the commands; do not edit it.
.TH ALLONYM 1 "" "allonym {version}" "User commands"
.SH NAME
allonym \\- pseudonymize text about people, offline, and give it back
.SH SYNOPSIS
.B allonym
.I COMMAND
[\\fIOPTIONS\\fR] [\\fIARGUMENTS\\fR]
.br
.B allonym
.I COMMAND
.B \\-\\-help
.SH DESCRIPTION
Replaces what identifies people in texts of eight languages (en fr de es it pt sv ar), on this machine alone,
and gives the originals back byte for byte to whoever holds the key.
What is read and what is written have the same shape.
Pseudonymized data stays personal data.
"""
LAST = """\
.SH EXIT STATUS
.TP
.B 0
Done.
.TP
.B 1
Something in the input or the vault; the rest went on. A problem that
.B allonym doctor
found. The system refused.
.TP
.B 2
The command was called wrongly.
.TP
.B 3
Safety: going on would leak or corrupt. Nothing is written.
.TP
.B 130, 143
Stopped from the keyboard; asked to end. Nothing half\\-written is left behind.
.SH ENVIRONMENT
.TP
.B ALLONYM_PASSPHRASE
The passphrase of the vault, unless
.B \\-\\-passphrase\\-file
names a file.
.TP
.B ALLONYM_NEW_PASSPHRASE
A passphrase that is set.
.TP
.B NO_COLOR
If it is set, nothing is coloured.
.TP
.B TMPDIR
The folder for temporary files.
.SH EXAMPLES
.nf
allonym demo
allonym pseudonymize posts.csv \\-o out.csv \\-\\-vault study.vault
allonym recover out.csv \\-o back.csv \\-\\-vault study.vault \\-\\-reason "a question"
allonym doctor \\-\\-vault study.vault
.fi
"""


def page() -> str:
    """Return the manual page."""
    root: Any = typer.main.get_command(app)
    parts = [FIRST.format(version=__version__), ".SH OPTIONS\n", *_parameters(root), ".SH COMMANDS\n"]
    for path, command in commands(root):
        parts += _command(path, command)
    return "".join([*parts, LAST])


def commands(command: Any, path: str = "allonym") -> Iterator[tuple[str, Any]]:
    """Return every command that does something, with the words that call it."""
    inner = getattr(command, "commands", None)
    if inner is None or command.invoke_without_command:
        yield path, command
    for name, each in (inner or {}).items():
        yield from commands(each, f"{path} {name}")


def _command(path: str, command: Any) -> Iterator[str]:
    arguments = [each for each in command.params if each.param_type_name == "argument"]
    shown = "".join(f" {_argument(each)}" for each in arguments)
    yield f".SS {_plain(path)} [\\fIOPTIONS\\fR]{shown}\n{_plain(_words(command.help))}\n"
    yield from _parameters(command)


def _argument(argument: Any) -> str:
    name = f"\\fI{_plain((argument.metavar or argument.name).upper())}\\fR" + ("..." if argument.nargs != 1 else "")
    return name if argument.required else f"[{name}]"


def _parameters(command: Any) -> Iterator[str]:
    for each in command.params:
        # Typer brings two options of its own, which it words anew now and then; `allonym completion` does the same.
        if each.name in {"install_completion", "show_completion"}:
            continue
        if each.param_type_name == "argument":
            names = _argument(each)
        else:
            names = ", ".join(f"\\fB{_plain(option)}\\fR" for option in each.opts)
            names += "" if each.is_flag else f" \\fI{_plain((each.metavar or each.name).upper())}\\fR"
        yield f".TP\n{names}\n{_plain(_words(each.help) or 'See the documentation.')}{_default(each)}\n"


def _default(parameter: Any) -> str:
    value = parameter.default
    if parameter.required:
        return " Required." if parameter.param_type_name == "option" else ""
    return (
        f" Default: {_plain(str(value))}." if isinstance(value, int | float | str) and value not in ("", False) else ""
    )


def _words(text: str | None) -> str:
    return " ".join(inspect.cleandoc(text or "").split())


def _plain(text: str) -> str:
    """Return text as roff reads it: ASCII only, no word of it a request."""
    escaped = "".join(_PLAIN.get(letter, letter) for letter in text)
    return f"\\&{escaped}" if escaped.startswith(".") else escaped


def main() -> int:
    """Write the page, or tell whether it is up to date."""
    made = page()
    if "--check" in sys.argv[1:]:
        return int(not PAGE.is_file() or PAGE.read_text("ascii") != made)
    PAGE.write_text(made, "ascii")
    print(f"{PAGE.name}: {len(made.splitlines())} lines")
    return 0


if __name__ == "__main__":
    sys.exit(main())
