"""`allonym requests ask|list|approve|refuse`: recovery that takes two."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from allonym.core.pieces import Layout
from allonym.interfaces.cli import options
from allonym.interfaces.cli.answering import Commands, give, give_one
from allonym.interfaces.cli.console import counted
from allonym.interfaces.cli.opening import open_existing

if TYPE_CHECKING:
    from allonym.vault.requests import Request

app = Commands(help="Recovery that takes two: one asks, another approves.", no_args_is_help=True)
Files = Annotated[list[str], typer.Argument(help="Pseudonymized files that are to be given back.")]
Vault = Annotated[str, typer.Option("--vault", help="The vault that was used to pseudonymize.")]
Reason = Annotated[str, typer.Option(help="Why they are needed; kept in the vault, sealed.")]
Most = Annotated[int, typer.Option(help="At most so many texts; a request that comes to more is not granted.", min=0)]
Hours = Annotated[int, typer.Option(help="How long the request, and what is granted, is good for.", min=1, max=24 * 90)]
Number = Annotated[int, typer.Argument(help="The number of the request.")]


@app.command("ask")
def ask(
    files: Files,
    vault: Vault,
    reason: Reason,
    most: Most = 0,
    hours: Hours = 24,
    passphrase_file: options.PassphraseFile = None,
) -> None:
    """Ask for files back. Somebody else has to approve; then `allonym recover --grant` gives them back, once."""
    from allonym.running.sources import digest_of, find_inputs

    sources, _ = find_inputs(files, None, Layout())
    with open_existing(vault, passphrase_file) as opened:
        listed = [(digest_of(source), source.name) for source in sources]
        request = opened.requests.ask(listed, reason, most, hours * 3600)
    give(request=request.number, files=len(listed), expires=_when(request.expires))
    typer.echo(f"request {request.number}: {counted(len(listed), 'file')}, good until {_when(request.expires)}")


@app.command("list")
def show(vault: Vault, passphrase_file: options.PassphraseFile = None) -> None:
    """Show all requests: who asked for what and why, and what became of it."""
    with open_existing(vault, passphrase_file) as opened:
        requests = list(opened.requests.all())
    give(requests=[])
    for request in requests:
        give_one("requests", _data(request))
        typer.echo(_line(request))


@app.command("approve")
def approve(number: Number, vault: Vault, passphrase_file: options.PassphraseFile = None) -> None:
    """Hand over what somebody else has asked for: these files, once, to their key alone."""
    with open_existing(vault, passphrase_file) as opened:
        request = opened.requests.approve(number)
    give(request=number, texts=request.texts, expires=_when(request.expires))
    typer.echo(f"request {number}: approved, {counted(request.texts, 'text')}, good until {_when(request.expires)}")


@app.command("refuse")
def refuse(number: Number, vault: Vault, passphrase_file: options.PassphraseFile = None) -> None:
    """Say no to a request, or take back your own."""
    with open_existing(vault, passphrase_file) as opened:
        opened.requests.refuse(number)
    give(request=number)
    typer.echo(f"request {number}: refused")


def _data(request: "Request") -> dict[str, object]:
    times = {"asked_at": _when(request.asked_at), "expires": _when(request.expires)}
    people = {"asked_by": request.asked_by, "decided_by": request.decided_by or None}
    named = {"number": request.number, "state": request.state, "reason": request.reason}
    return {**named, **times, **people, "files": [name for _, name in request.files]}


def _line(request: "Request") -> str:
    names = ", ".join(name for _, name in request.files)
    decided = f", decided by {request.decided_by}" if request.decided_by else ""
    return (
        f"{request.number}  {request.state}  asked by {request.asked_by} {_when(request.asked_at)}"
        f", until {_when(request.expires)}{decided}\n   {names}: {request.reason}"
    )


def _when(time: int) -> str:
    return f"{datetime.fromtimestamp(time, UTC):%Y-%m-%d %H:%M} UTC"
