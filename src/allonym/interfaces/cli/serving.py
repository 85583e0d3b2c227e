"""`allonym serve`: the engine for other programs, over HTTP or as a stream of JSON lines; and who may ask it."""

import re
import sys
import time
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from allonym.core.errors import MissingExtra, UsageError
from allonym.interfaces.cli import options
from allonym.interfaces.cli.answering import HELP, Commands, answer_now, give, give_one, wanted
from allonym.interfaces.cli.console import until_stopped
from allonym.interfaces.cli.opening import open_existing

if TYPE_CHECKING:
    from allonym.interfaces.rest.limits import Limits
    from allonym.interfaces.rest.work import Service

app = Commands(help="Serve other programs: over HTTP, or with --stream over standard input and output.")
tokens = Commands(help="Who may ask the service, and for what.", no_args_is_help=True)
app.add_typer(tokens, name="tokens")

Stream = Annotated[bool, typer.Option("--stream", help="JSON lines on standard input to JSON lines on output.")]
Host = Annotated[str, typer.Option(help="The address to listen on; another than this machine's needs TLS.")]
Port = Annotated[int, typer.Option(min=0, max=65535, help="The port to listen on; 0 takes any that is free.")]
Certificate = Annotated[Path | None, typer.Option("--tls-cert", help="The certificate to be known by, PEM.")]
Key = Annotated[Path | None, typer.Option("--tls-key", help="Its private key, PEM.")]
AllowHost = Annotated[list[str] | None, typer.Option(help="Another name to be asked under; repeat for more.")]
PerMinute = Annotated[int, typer.Option(min=1, help="How many requests a token has in a minute.")]
TokenFileOption = Annotated[
    Path | None, typer.Option("--tokens", help="The file of tokens. Default: in your configuration folder.")
]
Name = Annotated[str, typer.Argument(help="What the token is called.")]
Role = Annotated[list[str], typer.Option(help="worker, annotator, recoverer, custodian, auditor; repeat for more.")]
Expires = Annotated[str, typer.Option(help="How long it is good: 12h, 30d, never.")]


@app.callback(invoke_without_command=True)
def serve(
    context: typer.Context,
    stream: Stream = False,
    host: Host = "127.0.0.1",
    port: Port = 8765,
    tls_cert: Certificate = None,
    tls_key: Key = None,
    allow_host: AllowHost = None,
    requests_per_minute: PerMinute = 6000,
    token_file: TokenFileOption = None,
    profile: options.Profile = "default",
    vault: options.VaultAddress = None,
    passphrase_file: options.PassphraseFile = None,
    scope: options.Scope = None,
    language: options.Language = "auto",
    terms: options.Terms = None,
    allow: options.Allow = None,
    fast: options.Fast = False,
    sensitivity: options.Sensitivity = None,
    quiet: options.Quiet = False,
    json: Annotated[bool, typer.Option("--json", help=HELP)] = False,
) -> None:
    """Serve other programs until somebody ends it: over HTTP, or with --stream over standard input and output."""
    if context.invoked_subcommand is not None:
        return
    if stream and (json or wanted()):
        raise UsageError("--stream speaks JSON lines anyway; leave --json out")
    from allonym.interfaces.rest.work import Service
    from allonym.pseudonymizer import Pseudonymizer
    from allonym.settings import load_settings

    settings = load_settings(profile).with_user(scope, options.read_terms(terms), options.read_lines(allow))
    settings = settings.with_model(fast=fast, sensitivity=sensitivity)
    if settings.scope != "document" and vault is None:
        raise UsageError(f"the scope {settings.scope!r} needs --vault, to remember who is who")
    with ExitStack() as stack:
        opened = None if vault is None else stack.enter_context(open_existing(vault, passphrase_file))
        service = Service(Pseudonymizer(settings, opened, options.language_of(language)), opened)
        if stream:
            _stream(service)
        else:
            limits = _limits(requests_per_minute)
            _listen(service, limits, (host, port, tls_cert, tls_key), allow_host or [], token_file, quiet=quiet)


@tokens.command("add")
def add(name: Name, role: Role, expires: Expires = "90d", token_file: TokenFileOption = None) -> None:
    """Make a token and print it, once: only its hash is kept."""
    from allonym.interfaces.rest.tokens import TokenFile, new_token

    token, secret = new_token(name, role, time.time(), _seconds(expires))
    TokenFile(_place(token_file)).add(token)
    give(name=name, roles=list(token.roles), expires=token.expires and _day(token.expires), token=secret)
    typer.echo(secret)
    until = "for ever" if token.expires is None else f"until {_day(token.expires)}"
    typer.echo(f"{name}: {', '.join(token.roles)}, good {until}; it is shown this once", err=True)


@tokens.command("list")
def show(token_file: TokenFileOption = None) -> None:
    """Show names, roles and dates of all tokens, not the tokens."""
    from allonym.interfaces.rest.tokens import TokenFile

    give(tokens=[])
    for each in TokenFile(_place(token_file)).tokens():
        told = {"name": each.name, "roles": list(each.roles), "created": _day(each.created)}
        give_one("tokens", {**told, "expires": each.expires and _day(each.expires), "over": each.is_over(time.time())})
        until = "never expires" if each.expires is None else f"until {_day(each.expires)}"
        over = ", is over" if each.is_over(time.time()) else ""
        typer.echo(f"{each.name}  {', '.join(each.roles)}  since {_day(each.created)}  {until}{over}")


@tokens.command("remove")
def remove(name: Name, token_file: TokenFileOption = None) -> None:
    """Take a token back. A service that runs refuses it from now on."""
    from allonym.interfaces.rest.tokens import TokenFile

    TokenFile(_place(token_file)).remove(name)
    give(name=name)
    typer.echo(f"{name}: removed")


def _stream(service: "Service") -> None:
    from allonym.interfaces.rest.streaming import stream

    service.warm()
    if stream(service, sys.stdin.buffer, sys.stdout.buffer):
        raise typer.Exit(1)


def _listen(
    service: "Service",
    limits: "Limits",
    where: tuple[str, int, Path | None, Path | None],
    others: list[str],
    token_file: Path | None,
    *,
    quiet: bool,
) -> None:
    try:
        from allonym.interfaces.rest.app import make_app
        from allonym.interfaces.rest.serving import Address, listening, prepared
    except ImportError as error:
        if (error.name or "").partition(".")[0] not in {"starlette", "uvicorn", "anyio"}:
            raise
        raise MissingExtra("the service needs the extra `serve`: pip install 'allonym[serve]'") from None
    from allonym.interfaces.rest.tokens import TokenFile, Tokens

    address = Address(*where)
    address.require_safe()
    known = Tokens(TokenFile(_place(token_file)), time.time)
    first = known.first()
    service.warm()
    with listening(address) as on:
        made = make_app(service, known, address.hosts(others), _quiet if quiet else _log, limits=limits)
        name = f"[{address.host}]" if ":" in address.host else address.host
        kind = "http" if address.certificate is None else "https"
        if first is not None:
            typer.echo(f"there are no tokens yet; this one is good while this service runs: {first}", err=True)
        typer.echo(f"listening on {kind}://{name}:{on.getsockname()[1]}", err=True)
        once = {} if first is None else {"token": first}
        with until_stopped():
            answer_now("serve", {"listening": f"{kind}://{name}:{on.getsockname()[1]}", **once})
            prepared(made, address, limits).run(sockets=[on])


def _limits(per_minute: int) -> "Limits":
    from allonym.interfaces.rest.limits import Limits

    return Limits(requests=per_minute)


def _log(line: str) -> None:
    typer.echo(f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ} {line}", err=True)


def _quiet(_: str) -> None:
    pass


def _place(given: Path | None) -> Path:
    return given or Path(typer.get_app_dir("allonym")) / "tokens.json"


def _seconds(text: str) -> int | None:
    if text == "never":
        return None
    match = re.fullmatch(r"([1-9][0-9]{0,4})([hd])", text)
    if match is None:
        raise UsageError(f"--expires {text}: write it like 12h, 30d or never")
    return int(match[1]) * (3600 if match[2] == "h" else 86_400)


def _day(seconds: int) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M} UTC"
