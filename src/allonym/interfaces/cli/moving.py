"""`allonym vault two-person|inbox|merge|export|import`: who is needed, and what moves between vaults."""

import sys
from dataclasses import asdict
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from allonym.core.errors import UsageError
from allonym.interfaces.cli import options
from allonym.interfaces.cli.answering import give, give_one
from allonym.interfaces.cli.console import counted, note
from allonym.interfaces.cli.opening import open_existing, read_passphrase, require_vault
from allonym.interfaces.cli.secrets import read_new_passphrase, read_text

if TYPE_CHECKING:
    from allonym.vault.intake import Taken

Where = Annotated[str, typer.Argument(help="The vault's file, or its address postgresql://…")]
Switch = Annotated[str, typer.Argument(help="on or off")]
Target = Annotated[Path, typer.Option("-o", "--output", help="The file to write; it must not be there yet.")]
Inboxes = Annotated[list[Path], typer.Argument(help="Inboxes of the vault, as workers have filled them.")]
Table = Annotated[Path, typer.Argument(help="A table that `allonym vault export` wrote.")]
To = Annotated[
    str | None,
    typer.Option(help="For whoever has the private half of this key: a file, or the key itself (allonym-public-…)."),
]
Plain = Annotated[
    bool, typer.Option("--csv", help="A plain table, which anybody can read: originals and pseudonyms, no texts.")
]
NewPassphraseFile = Annotated[
    Path | None,
    typer.Option(
        help="Read the passphrase of the table from this file. Otherwise: $ALLONYM_NEW_PASSPHRASE, or a prompt."
    ),
]
KeyFile = Annotated[
    Path | None,
    typer.Option(help="What opens the table: a file with its passphrase or your private key. Otherwise a prompt."),
]


def two_person(vault: Where, switch: Switch, passphrase_file: options.PassphraseFile = None) -> None:
    """Have every recovery wait for the approval of a second person, or no longer."""
    if switch not in ("on", "off"):
        raise UsageError("say `on` or `off`")
    with open_existing(vault, passphrase_file) as opened:
        opened.keys.require_two(wanted=switch == "on")
    give(two_person=switch == "on")
    typer.echo("recovery takes two from now on" if switch == "on" else "one person is enough from now on")
    if switch == "on":
        note("whoever could read before and has kept a copy of the vault can read that copy")


def inbox(vault: Where, output: Target, passphrase_file: options.PassphraseFile = None) -> None:
    """Make an inbox: an empty vault with the same keys, for workers who cannot reach this one."""
    from allonym.vault.inboxes import make_inbox

    with open_existing(vault, passphrase_file) as opened:
        make_inbox(opened, output)
    give(file=output)
    typer.echo(f"{output}: an inbox; workers fill it, `allonym vault merge` takes it in")


def merge(vault: Where, inboxes: Inboxes, passphrase_file: options.PassphraseFile = None) -> None:
    """Take in what workers have put into inboxes. The same inbox again changes nothing."""
    from allonym.vault.inboxes import merge as take
    from allonym.vault.opening import open_vault

    require_vault(vault)
    for path in inboxes:
        if not path.is_file():
            raise UsageError(
                f"there is no inbox {path}; name files that `allonym vault inbox` made, and workers filled"
            )
    secret = read_passphrase(passphrase_file)
    with open_vault(vault, secret) as opened:
        for path in inboxes:
            with open_vault(path, secret) as filled:
                _tell(str(path), take(opened, filled))


def export(
    vault: Where,
    output: Target,
    to: To = None,
    csv: Plain = False,
    new_passphrase_file: NewPassphraseFile = None,
    passphrase_file: options.PassphraseFile = None,
) -> None:
    """Write all that a vault knows into a sealed table, for another vault; or the bare mapping as CSV."""
    from allonym.running.publishing import publish
    from allonym.vault.transfers import export_csv, export_table

    if output.exists():
        raise UsageError(f"{output} is already there; a table is never overwritten")
    if csv and (to is not None or new_passphrase_file is not None):
        raise UsageError("a plain table has no key; leave --to and the passphrase away, or --csv")
    with open_existing(vault, passphrase_file) as opened, publish(output, private=True) as (_, stream):
        if csv:
            text = TextIOWrapper(stream, encoding="utf-8", newline="", write_through=True)
            give(file=output, pseudonyms=(many := export_csv(opened, text)))
            typer.echo(f"{output}: {counted(many, 'pseudonym')}")
            text.detach()
        else:
            receiver = read_new_passphrase(new_passphrase_file) if to is None else _public_key(to)
            _tell(str(output), export_table(opened, stream, receiver))
    if csv:
        typer.echo("warning: this file names people in plain text; seal it or delete it as soon as you can", err=True)


def take_in(
    vault: Where,
    table: Table,
    csv: Plain = False,
    key_file: KeyFile = None,
    passphrase_file: options.PassphraseFile = None,
) -> None:
    """Take in a table that another vault has exported, all of it or nothing."""
    from allonym.vault.transfers import import_csv, import_table

    if not table.is_file():
        raise UsageError(f"there is no table {table}; name a file that `allonym vault export` wrote")
    with open_existing(vault, passphrase_file) as opened:
        if csv:
            with table.open(encoding="utf-8", newline="") as text:
                _tell(str(table), import_csv(opened, text))
            return
        with table.open("rb") as stream:
            _tell(str(table), import_table(opened, stream, _secret(key_file)))


def _secret(key_file: Path | None) -> str:
    if key_file is not None:
        return read_text(key_file, "key file").strip()
    if not sys.stdin.isatty():
        raise UsageError("the table needs its passphrase or a private key: use --key-file")
    typed: str = typer.prompt("Passphrase of the table", hide_input=True, err=True)
    return typed


def _public_key(given: str) -> str:
    return given if given.startswith("allonym-") else read_text(Path(given), "public key").strip()


def _tell(name: str, taken: "Taken") -> None:
    give_one("taken", {"file": name, **asdict(taken)})
    parts = (counted(taken.texts, "text"), counted(taken.files, "file"), counted(taken.entities, "pseudonym"))
    typer.echo(f"{name}: {', '.join(parts)}")
    if taken.differing:
        words = f"{counted(taken.differing, 'name')} kept the pseudonym of this vault, or has none yet"
        note(f"{words}; texts are given back as they were")
    if taken.withdrawn:
        words = f"{taken.withdrawn} of the mentions, entries and files speak of people who have withdrawn"
        note(f"{words}; these came in without the words, or not at all")
