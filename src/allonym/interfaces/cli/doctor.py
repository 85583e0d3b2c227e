"""`allonym doctor`: is everything there and in order, and if not, what to do."""

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from shutil import get_terminal_size
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated

import typer

from allonym.core.errors import place_of
from allonym.interfaces.cli import options
from allonym.interfaces.cli.answering import give

if TYPE_CHECKING:
    from allonym.interfaces.cli.checks.findings import Finding, Findings

    Check = Callable[[], Findings]

OfVault = Annotated[str | None, typer.Option("--vault", help="Look at this vault, too: a file or postgresql://…")]
Quick = Annotated[bool, typer.Option("--quick", help="Do not measure the speed, which takes a few seconds.")]
_COLOURS = {"ok": typer.colors.GREEN, "note": typer.colors.YELLOW, "problem": typer.colors.RED}
_INDENT = 18
_SHIPPED = {"install", "extras", "model", "lists", "speed"}


def doctor(
    vault: OfVault = None,
    passphrase_file: options.PassphraseFile = None,
    quick: Quick = False,
    quiet: options.Quiet = False,
) -> None:
    """Check that all is in order: install, model, lists, vault, folders, speed. Leaves with 1 if there is a problem."""
    from allonym import __version__

    found: list[Finding] = []
    last = ""
    if not quiet:
        typer.echo(f"allonym {__version__}")
    for part, check in _checks(vault, passphrase_file, quick=quick):
        for each in _fenced(part, check):
            found.append(each)
            if not quiet or each.state == "problem":
                _show(each, named=each.part != last)
                last = each.part
    counts = {state: sum(each.state == state for each in found) for state in _COLOURS}
    give(checks=[each.as_data() for each in found], counts=counts)
    if not quiet or counts["problem"]:
        typer.echo(_verdict(counts))
    if counts["problem"]:
        raise typer.Exit(1)


def _checks(vault: str | None, passphrase_file: Path | None, *, quick: bool) -> "Sequence[tuple[str, Check]]":
    """Return the checks, each with the part that it looks at."""
    from allonym.interfaces.cli.checks import install, machine, shipped
    from allonym.interfaces.cli.checks.vault import check_vault

    sockets = machine.Sockets()
    sockets.watch()
    return [
        ("install", install.check_install),
        ("extras", install.check_extras),
        ("model", shipped.check_model),
        ("lists", shipped.check_lists),
        *([] if quick else [("speed", shipped.check_speed), ("speed", shipped.check_fast_speed)]),
        ("network", sockets.check),
        ("folder", machine.check_folders),
        ("cores", machine.check_cores),
        ("terminal", machine.check_terminal),
        *([] if vault is None else [("vault", lambda: check_vault(vault, passphrase_file))]),
    ]


def _fenced(part: str, check: "Check") -> "Findings":
    """Return what a check finds; where it breaks, that is what was found, and the other checks go on."""
    from allonym.interfaces.cli.checks.findings import Finding
    from allonym.interfaces.cli.checks.shipped import AGAIN

    try:
        yield from check()
    except Exception as error:  # noqa: BLE001 - whatever is broken is to be told, not to end the telling
        # Of the error only its kind and its place: a foreign message may quote anything.
        advice = AGAIN if part in _SHIPPED else "please report it with this line"
        yield Finding(part, "problem", f"the check broke off: {place_of(error)}", advice)


def _verdict(counts: dict[str, int]) -> str:
    from allonym.interfaces.cli.console import counted

    if counts["problem"]:
        return f"{counted(counts['problem'], 'problem')}; see what follows `next:`"
    return "all in order" + (f", {counted(counts['note'], 'note')}" if counts["note"] else "")


def _show(finding: "Finding", *, named: bool) -> None:
    """Print a finding: its part, its state and its words, in columns that a narrow terminal has, too."""
    width = max(_INDENT + 20, get_terminal_size().columns)
    lines = _wrapped(finding.text, width)
    lines += _wrapped(f"next: {finding.advice}", width) if finding.advice and finding.state != "ok" else []
    state = f"{finding.state:<8}"
    if sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb":
        state = typer.style(state, fg=_COLOURS[finding.state])
    typer.echo(f"{finding.part if named else '':<9} {state}{lines[0]}")
    for line in lines[1:]:
        typer.echo(" " * _INDENT + line)


def _wrapped(text: str, width: int) -> list[str]:
    return wrap(text, width - _INDENT, break_long_words=False, break_on_hyphens=False) or [""]
