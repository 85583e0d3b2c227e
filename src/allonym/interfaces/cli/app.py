"""The command line: parse, call one function, render. Errors are caught once, here at the door."""

import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated

import typer

from allonym import __version__
from allonym.core.errors import AllonymError
from allonym.interfaces.cli import (
    agreeing,
    auditing,
    binding,
    certifying,
    deciding,
    demo,
    detecting,
    evaluating,
    evidence,
    exchanging,
    feeding,
    linking,
    lists,
    profiles,
    pseudonymizing,
    recovering,
    requesting,
    reviewing,
    serving,
    starting,
    subjects,
    utility,
    vaults,
)
from allonym.interfaces.cli.console import unforeseen

app = typer.Typer(
    name="allonym",
    help="Pseudonymize text about people, offline, and give it back byte for byte to whoever holds the key.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Pseudonymized data stays personal data. Exit codes: 0 done, 1 input or vault, 2 usage, 3 safety.",
)
app.command("demo")(demo.demo)
app.command("start")(starting.start)
app.command("pseudonymize")(pseudonymizing.pseudonymize)
app.command("recover")(recovering.recover)
app.command("detect")(detecting.detect)
app.command("plan")(detecting.plan)
app.command("link")(linking.link)
app.command("decide")(deciding.decide)
app.command("apply")(detecting.apply)
app.command("review")(reviewing.review)
app.command("agreement")(agreeing.agreement)
app.command("evaluate")(evaluating.evaluate)
app.command("residual")(evidence.residual)
app.command("risk")(evidence.risk)
app.command("utility")(utility.utility)
app.command("report")(binding.report)
app.add_typer(auditing.app, name="audit")
app.add_typer(certifying.app, name="certificate")
app.add_typer(exchanging.app, name="exchange")
app.add_typer(feeding.app, name="feedback")
app.add_typer(lists.app, name="lists")
app.add_typer(profiles.app, name="profiles")
app.add_typer(requesting.app, name="requests")
app.add_typer(serving.app, name="serve")
app.add_typer(subjects.app, name="subjects")
app.add_typer(vaults.app, name="vault")


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"allonym {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and leave.", callback=_show_version, is_eager=True)
    ] = False,
) -> None:
    pass


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and leave with its exit code."""
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code; no error shows words of a document."""
    _forbid_core_dumps()
    _leave_tidily()
    try:
        app(args=None if arguments is None else list(arguments), prog_name="allonym")
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else 0
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - the last door; see _explain
        code, message = _explain(error)
        with suppress(OSError):
            typer.echo(message, err=True)
        return code
    return 0


def _explain(error: BaseException) -> tuple[int, str]:
    """Return the exit code and the message for an error; foreign messages are not shown: they may quote a text."""
    if isinstance(error, AllonymError):
        return error.exit_code, f"error: {error}"
    if isinstance(error, KeyboardInterrupt):
        return 130, "stopped; nothing half-written is left behind"
    if isinstance(error, BrokenPipeError):
        # Whoever read our output has gone, and the interpreter must not try to flush to it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 1, "the reader of the output has gone; stopped"
    if isinstance(error, OSError):
        return 1, f"error: the system refused: {os.strerror(error.errno or 0)}"
    return 3, unforeseen(error)


def _leave_tidily() -> None:
    """Have a request to end clean up like Ctrl-C does, rather than leave temporary files."""
    with suppress(ValueError):
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))


def _forbid_core_dumps() -> None:
    """Keep originals that are in memory out of core files."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
