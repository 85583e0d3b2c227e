"""The command line: parse, call one function, render. Errors are caught once, here at the door."""

import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from io import TextIOWrapper
from typing import Annotated, Any

import typer

from allonym import __version__
from allonym.core.dumping import forbid_core_dumps
from allonym.interfaces.cli import (
    agreeing,
    answering,
    auditing,
    binding,
    certifying,
    completing,
    deciding,
    demo,
    detecting,
    doctor,
    evaluating,
    evidence,
    exchanging,
    failing,
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

_COMPLETION = "_ALLONYM_COMPLETE"
"""Is set by a shell that wants to know how a word could go on."""

app = answering.Commands(
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
app.command("doctor")(doctor.doctor)
app.command("completion")(completing.completion)
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
    json: Annotated[bool, typer.Option("--json", help=answering.HELP)] = False,
) -> None:
    del version, json


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and leave with its exit code."""
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code; no error shows words of a document."""
    forbid_core_dumps()
    _leave_tidily()
    _open_streams()
    said = list(sys.argv[1:] if arguments is None else arguments)
    try:
        root = typer.main.get_command(app)
        return _answered(root, said) if answering.wants_json(root, said) else _called(root, said)
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - the last door; see failing.py
        return _complain(failing.failure_of(error))


def _called(root: Any, said: list[str]) -> int:
    """Run a command for people, and return its exit code."""
    failure = _failure_of_call(root, said)
    return failure if isinstance(failure, int) else _complain(failure)


def _answered(root: Any, said: list[str]) -> int:
    """Run a command that answers in JSON, and return its exit code."""
    with answering.collecting() as result:
        failure = _failure_of_call(root, said)
    if isinstance(failure, int):
        if answering.DONE not in result:
            answering.print_answer(answering.name_of(root, said), failure, {"result": result})
        return failure
    code = _complain(failure)
    if answering.DONE not in result:
        answering.print_answer(answering.name_of(root, said), code, {"error": failure.as_data()})
    return code


def _failure_of_call(root: Any, said: list[str]) -> "int | failing.Failure":
    """Run a command and return its exit code, or what is said of the error that stopped it."""
    try:
        code = root.main(args=said, prog_name="allonym", standalone_mode=False)
        sys.stdout.flush()
    except SystemExit as leaving:
        if leaving.code == failing.ENDED:
            return failing.failure_of(leaving, options=answering.options_of(root, said))
        # Typer leaves like this where a shell completes a word, or whoever read the output has gone. Nothing of ours
        # does: a plug-in wants to end the program.
        if _COMPLETION in os.environ or isinstance(leaving.__context__, OSError):
            return leaving.code if isinstance(leaving.code, int) else 0
        return failing.failure_of(leaving)
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - the last door; see failing.py
        return failing.failure_of(error, answering.name_of(root, said), answering.options_of(root, said))
    # Typer makes this code of Ctrl-C.
    if code == 130:
        return failing.stopped(130, answering.options_of(root, said))
    return code if isinstance(code, int) else 0


def _complain(failure: "failing.Failure") -> int:
    """Say what is wrong to whoever can still hear it."""
    with suppress(OSError, ValueError):
        failing.complain(failure)
    failing.forget_readers()
    return failure.code


def _open_streams() -> None:
    """Have a stream where the caller closed it, and letters shown by number where the locale does not know them."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115 - a name; it stays open
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _leave_tidily() -> None:
    """Have a request to end clean up like Ctrl-C does, rather than leave temporary files."""

    def leave(*_: object) -> None:
        # Some ask twice, a process and then its group; whoever cleans up is not to be stopped in the midst of it.
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        sys.exit(failing.ENDED)

    with suppress(ValueError):
        signal.signal(signal.SIGTERM, leave)
