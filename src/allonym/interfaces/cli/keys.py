"""`allonym vault keys list|add|remove|change|make` and `allonym vault rotate`: who can open a vault."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from allonym.core.errors import UsageError
from allonym.interfaces.cli import options
from allonym.interfaces.cli.answering import Commands, give, give_one
from allonym.interfaces.cli.console import counted, note
from allonym.interfaces.cli.opening import known_as, open_existing, read_passphrase
from allonym.interfaces.cli.secrets import keep_in_keyring, read_new_passphrase, read_text, write_secret

if TYPE_CHECKING:
    from allonym.vault.keyring import KeySlot

app = Commands(help="The keys of a vault: who can open it.", no_args_is_help=True)
Where = Annotated[str, typer.Argument(help="The vault's file, or its address postgresql://…")]
SlotId = Annotated[str, typer.Argument(help="The key, as `allonym vault keys list` calls it.")]
KeyFile = Annotated[
    Path, typer.Argument(help="The file to write; the public half goes beside it, with .pub at its end.")
]
Name = Annotated[str, typer.Option(help="Whose key this is; kept in the vault, sealed.")]
Role = Annotated[
    str, typer.Option(help="With --public-key: custodian, recoverer, annotator, worker or auditor.", metavar="ROLE")
]
Recovery = Annotated[bool, typer.Option("--recovery", help="Make a recovery key and print it, this once.")]
PublicKey = Annotated[
    str | None, typer.Option(help="Let in whoever has the private half: a file, or the key itself (allonym-public-…).")
]
NewPassphraseFile = Annotated[
    Path | None,
    typer.Option(help="Read the new passphrase from this file. Otherwise: $ALLONYM_NEW_PASSPHRASE, or a prompt."),
]
KeyringName = Annotated[str, typer.Argument(help="A name for it, such as that of the vault.")]
Protect = Annotated[bool, typer.Option("--protect", help="Keep the private key under a passphrase of its own.")]


@app.command("list")
def show(vault: Where, passphrase_file: options.PassphraseFile = None) -> None:
    """Show who can open a vault."""
    with open_existing(vault, passphrase_file) as opened:
        slots = opened.keys.slots()
    for slot in slots:
        _give("keys", slot)
        line = f"{slot.id}  {slot.added:%Y-%m-%d}  {slot.kind:<12}  {slot.role:<9}  {slot.name}".rstrip()
        typer.echo(line + (f"\n          {slot.public_key}" if slot.public_key else ""))


@app.command("add")
def add(
    vault: Where,
    name: Name = "",
    recovery: Recovery = False,
    public_key: PublicKey = None,
    role: Role = "custodian",
    new_passphrase_file: NewPassphraseFile = None,
    passphrase_file: options.PassphraseFile = None,
) -> None:
    """Let somebody else in: by a new passphrase, by a recovery key, or by the public half of their own key."""
    if recovery + (public_key is not None) + (new_passphrase_file is not None) > 1:
        raise UsageError("add one key at a time: --recovery, --public-key or a passphrase")
    if role != "custodian" and public_key is None:
        raise UsageError("a role goes with --public-key; passphrases and recovery keys are those of custodians")
    with open_existing(vault, passphrase_file) as opened:
        if recovery:
            give(recovery_key=(made := opened.keys.add_recovery_key(name)))
            typer.echo(made)
            typer.echo("write it down and lock it away: it opens the vault, and is not shown again", err=True)
            return
        if public_key is not None:
            slot = opened.keys.add_public_key(_public_key(public_key), name, role)
        else:
            slot = opened.keys.add_passphrase(read_new_passphrase(new_passphrase_file), name)
    _give("keys", slot)
    typer.echo(f"added {slot.id}: a {slot.kind}, for a {slot.role}")


@app.command("remove")
def remove(vault: Where, key: SlotId, passphrase_file: options.PassphraseFile = None) -> None:
    """Take a key away. The last one stays."""
    with open_existing(vault, passphrase_file) as opened:
        mine, slot = opened.keys.holder == key, opened.keys.remove(key)
    give(removed=slot.id, own=mine)
    typer.echo(f"removed {slot.id}: a {slot.kind}")
    if mine:
        note("this was the key that you have just used; it opens the vault no longer")
    note("whoever has this key and an older copy of the vault can still open that copy")


@app.command("change")
def change(
    vault: Where,
    new_passphrase_file: NewPassphraseFile = None,
    passphrase_file: options.PassphraseFile = None,
) -> None:
    """Put a new passphrase in the place of the one that the vault is opened with. Other keys stay as they are."""
    from allonym.vault.opening import open_vault, vault_exists

    name = known_as(vault)
    if not vault_exists(vault):
        raise UsageError(f"there is no vault {name}; see that the name and the folder are right")
    old = read_passphrase(passphrase_file)
    with open_vault(vault, old) as opened:
        slot = opened.keys.change_passphrase(old, read_new_passphrase(new_passphrase_file))
    give(key=slot.id)
    typer.echo(f"changed; the new passphrase is key {slot.id}")
    note("the old passphrase still opens older copies of the vault")


@app.command("make")
def make(key_file: KeyFile, protect: Protect = False, new_passphrase_file: NewPassphraseFile = None) -> None:
    """Make a key of your own: the private half for you, the public half for those who are to let you in."""
    from allonym.vault.credentials import new_private_key, public_key_of, seal_private_key

    public_file = key_file.with_name(f"{key_file.name}.pub")
    if public_file.exists():
        raise UsageError(f"{public_file} is already there; a key is never overwritten")
    private = new_private_key()
    public, text = public_key_of(private), private
    if protect or new_passphrase_file is not None:
        text = seal_private_key(private, read_new_passphrase(new_passphrase_file))
    write_secret(key_file, text)
    write_secret(public_file, public, 0o644)
    give(file=key_file, public_file=public_file, public_key=public)
    typer.echo(public)
    typer.echo(f"{key_file} is yours alone; {key_file.name}.pub is for whoever adds you to a vault", err=True)


@app.command("keep")
def keep(name: KeyringName, new_passphrase_file: NewPassphraseFile = None) -> None:
    """Put a passphrase or key into the keyring of the system; `--passphrase-file keyring:NAME` takes it from there."""
    keep_in_keyring(name, read_new_passphrase(new_passphrase_file))
    give(keyring=f"keyring:{name}")
    typer.echo(f"kept; open vaults with --passphrase-file keyring:{name}")


def rotate(vault: Where, passphrase_file: options.PassphraseFile = None, quiet: options.Quiet = False) -> None:
    """Seal every row under a new record key, while others go on working; after a stop, call it again."""
    with open_existing(vault, passphrase_file) as opened, _bar(quiet=quiet) as watch:
        count = opened.keys.rotate(watch)
    give(rows=count)
    if not quiet:
        typer.echo(f"{counted(count, 'row')} sealed under a new key; the old one is destroyed")


def _give(key: str, slot: "KeySlot") -> None:
    """Put a key into the answer, by its name and kind: never what opens the vault."""
    told = {"id": slot.id, "added": slot.added, "kind": slot.kind, "role": slot.role, "name": slot.name}
    give_one(key, {**told, "public_key": slot.public_key or None})


def _public_key(given: str) -> str:
    return given if given.startswith("allonym-") else read_text(Path(given), "public key").strip()


@contextmanager
def _bar(*, quiet: bool) -> Iterator[Callable[[int, int], None]]:
    if quiet or not sys.stderr.isatty():
        yield lambda _done, _total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("sealing rows", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
