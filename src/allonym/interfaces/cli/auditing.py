"""`allonym audit show|verify|sign|export`: what was done with a vault, and that nobody has changed the record of it."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from allonym.core.errors import UsageError
from allonym.interfaces.cli import options
from allonym.interfaces.cli.answering import Commands, give, give_one
from allonym.interfaces.cli.console import counted, note
from allonym.interfaces.cli.opening import open_existing
from allonym.interfaces.cli.secrets import read_text
from allonym.interfaces.cli.targets import require_free
from allonym.interfaces.cli.writing import write_report

if TYPE_CHECKING:
    from allonym.vault.chain import LogSummary
    from allonym.vault.entries import Entry

app = Commands(help="The audit log: who did what with a vault.", no_args_is_help=True)
Where = Annotated[str, typer.Argument(help="The vault's file, or its address postgresql://…")]
MaybeWhere = Annotated[
    str | None, typer.Argument(help="The vault's file, or its address; nothing with --log.", show_default=False)
]
Since = Annotated[str | None, typer.Option(help="Only entries of this day or later: 2026-11-15.")]
ActionName = Annotated[str | None, typer.Option("--action", help="Only this action: recover, keys, forget …")]
Actor = Annotated[str | None, typer.Option(help="Only what was done with this key, as `vault keys list` calls it.")]
Anchor = Annotated[Path | None, typer.Option(help="A signed checkpoint that was kept elsewhere.")]
Log = Annotated[Path | None, typer.Option("--log", help="Check a file that `audit export` wrote, without the vault.")]
PublicKey = Annotated[
    str | None, typer.Option(help="The vault's verifying key (allonym-verify-…), or a file that holds it.")
]
Target = Annotated[Path, typer.Option("-o", "--output", help="The file to write.")]


@app.command("show")
def show(
    vault: Where,
    since: Since = None,
    action: ActionName = None,
    actor: Actor = None,
    passphrase_file: options.PassphraseFile = None,
) -> None:
    """Print the audit log, the oldest entry first."""
    after = 0 if since is None else _day(since)
    with open_existing(vault, passphrase_file) as opened:
        opened.require("audit")
        give(entries=[])
        for entry in opened.audit.entries():
            if entry.time >= after and action in (None, entry.action) and actor in (None, entry.actor):
                give_one("entries", entry.as_data())
                for line in _lines(entry):
                    typer.echo(line)


@app.command("verify")
def verify(
    vault: MaybeWhere = None,
    anchor: Anchor = None,
    log: Log = None,
    public_key: PublicKey = None,
    passphrase_file: options.PassphraseFile = None,
) -> None:
    """Check that no entry was changed, taken out, moved or cut off: in a vault, or offline in an exported log."""
    if (vault is None) == (log is None) or (log is None) != (public_key is None):
        raise UsageError("check a vault: `audit verify VAULT`; or a log: `audit verify --log FILE --public-key KEY`")
    kept = None if anchor is None else read_data(anchor, "anchor")
    if log is not None and public_key is not None:
        from allonym.vault.log_files import check_log

        lines = read_text(log, "log").removesuffix("\n").split("\n")
        _tell(str(log), check_log(lines, read_verifying_key(public_key), kept))
        return
    from allonym.vault.opening import shown

    where = vault or ""
    with open_existing(where, passphrase_file) as opened:
        opened.require("audit")
        _tell(shown(where), opened.audit.verify(kept))


@app.command("sign")
def sign(vault: Where, output: Target, passphrase_file: options.PassphraseFile = None) -> None:
    """Sign the log as it is now, and write the signed checkpoint: keep it elsewhere, as an anchor."""
    require_free({"-o": output}, options.also_read(passphrase_file=passphrase_file), vault)
    with open_existing(vault, passphrase_file) as opened:
        checkpoint = opened.audit.sign()
    write_data(output, checkpoint)
    number = checkpoint["payload"]["number"]
    give(file=output, signed_to=number)
    typer.echo(f"{output}: signed up to entry {number}; keep it where nobody who writes to the vault can change it")


@app.command("export")
def export(vault: Where, output: Target, passphrase_file: options.PassphraseFile = None) -> None:
    """Write the log, with its signatures, to a file that can be checked without the vault. It holds no text."""
    require_free({"-o": output}, options.also_read(passphrase_file=passphrase_file), vault)
    with open_existing(vault, passphrase_file) as opened:
        opened.require("audit")
        if opened.keys.role == "custodian":
            opened.audit.note("export", counts={"entries": opened.audit.head()[0]})
        lines = opened.audit.exported()
        write_report(output, "\n".join(lines) + "\n")
        summary, key = opened.audit.verify(), opened.audit.public_key
    give(file=output, entries=summary.entries, signed_to=summary.signed_to, public_key=key)
    typer.echo(f"{output}: {counted(summary.entries, 'entry', 'entries')}; check it with {key}")
    if summary.signed_to < summary.entries:
        note("the last entries are not signed yet; a custodian signs them: `allonym audit sign`")


def read_verifying_key(given: str) -> bytes:
    """Return the public key that somebody has given, as it is or as the name of a file."""
    from allonym.vault.credentials import VERIFY, read

    text = given if given.lower().startswith("allonym-") else read_text(Path(given), "public key")
    return read(VERIFY, text)


def read_data(file: Path, what: str) -> Any:
    """Return the plain data in a small file."""
    from allonym.vault.canonical import parsed

    try:
        return parsed(read_text(file, what))
    except ValueError:
        raise UsageError(f"{file} is not a file that allonym wrote: it is not plain JSON") from None


def write_data(file: Path, data: object, *, private: bool = False) -> None:
    """Write plain data to a file, in place of what was there; with `private`, only its owner can read it."""
    write_report(file, json.dumps(data, indent=2, sort_keys=True) + "\n", private=private)


def _tell(name: str, summary: "LogSummary") -> None:
    give(log=name, entries=summary.entries, signed_to=summary.signed_to)
    typer.echo(f"{name}: in order ({counted(summary.entries, 'entry', 'entries')}, signed up to {summary.signed_to})")
    if summary.signed_to < summary.entries:
        note("entries after a signature could still be cut off by whoever writes to the vault")


def _lines(entry: "Entry") -> Iterator[str]:
    when = datetime.fromtimestamp(entry.time, UTC).strftime("%Y-%m-%d %H:%M")
    who = f"{entry.actor or '–':8}  {entry.role:9}"
    yield f"{entry.number:>6}  {when}  {who}  {entry.action:12}  {entry.result}"
    counts = ", ".join(f"{count:,} {name}" for name, count in sorted(entry.counts.items()))
    if details := ": ".join(filter(None, (entry.reference, counts))):
        yield f"        {details}"


def _day(text: str) -> int:
    try:
        return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())
    except ValueError:
        raise UsageError(f"{text!r} is no day; write it like 2026-11-15") from None
