"""`allonym subjects find|contact|forget`: where a person stands in a vault, whom to write to, and opting out."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from allonym.core.errors import UsageError
from allonym.core.pieces import Layout
from allonym.interfaces.cli import options
from allonym.interfaces.cli.answering import Commands, give
from allonym.interfaces.cli.console import counted, note
from allonym.interfaces.cli.jobs import plan_jobs
from allonym.interfaces.cli.opening import open_existing, require_separate
from allonym.interfaces.cli.targets import Identity, already_there, require_free, require_jobs_free, say_replaced

if TYPE_CHECKING:
    from allonym.interfaces.cli.jobs import Job
    from allonym.vault.sealed import SealedVault
    from allonym.vault.subjects import Findings
    from allonym.vault.withdrawals import Withdrawal

app = Commands(help="People in a vault: where they stand, whom to write to, opting out.", no_args_is_help=True)
Name = Annotated[str, typer.Argument(help="The person, by the whole name; or, with --label, an address or a number.")]
Vault = Annotated[str, typer.Option("--vault", help="The vault that was used to pseudonymize.")]
Label = Annotated[str | None, typer.Option(help="What is asked for, if not a person: EMAIL, PHONE, USERNAME …")]
ListFile = Annotated[
    Path, typer.Option("--output", "-o", help="The CSV file to write; it is sensitive.", dir_okay=False)
]
Outputs = Annotated[list[str] | None, typer.Option(help="An output, or a folder of them, to be written anew.")]
NewOutput = Annotated[str | None, typer.Option("--output", "-o", help="Where the new outputs go; the old ones stay.")]
Only = Annotated[list[str] | None, typer.Option(help="Only this one: its number, or the id of its document.")]
Yes = Annotated[bool, typer.Option("--yes", help="Do not ask; needed where there is no terminal.")]
Later = Annotated[
    bool, typer.Option("--later", help="Do not destroy the record keys now; `allonym vault rotate` will.")
]
Certificate = Annotated[
    Path | None, typer.Option(help="Write a signed certificate (JSON), and beside it the same in words (.txt).")
]


@app.command("find")
def find(
    name: Name,
    vault: Vault,
    label: Label = None,
    passphrase_file: options.PassphraseFile = None,
) -> None:
    """Show all documents in which a person stands, where in their outputs, and under which pseudonyms."""
    with open_existing(vault, passphrase_file) as opened, _watching("texts indexed") as watch:
        findings = opened.subjects.find(name, label, watch)
    _show(findings)


@app.command("contact")
def contact(
    name: Name,
    vault: Vault,
    output: ListFile,
    label: Label = None,
    passphrase_file: options.PassphraseFile = None,
) -> None:
    """Write a list of the documents in which a person stands, with their authors, to ask them."""
    from allonym.running.people import contact_list, to_contact
    from allonym.running.publishing import publish

    require_free({"-o": output}, options.also_read(passphrase_file=passphrase_file), vault)
    before = already_there([output])
    with open_existing(vault, passphrase_file) as opened, _watching("texts indexed") as watch:
        findings = opened.subjects.contact(name, label, watch)
    with publish(output, private=True) as (_, stream):
        stream.write(contact_list(findings))
    say_replaced(before)
    documents, authors = len(to_contact(findings)), len({each.author for each in findings.found if each.author})
    give(file=output, documents=documents, authors=authors)
    typer.echo(f"{output}: {counted(documents, 'document')}, {counted(authors, 'author')}")


@app.command("forget")
def forget(
    name: Name,
    vault: Vault,
    label: Label = None,
    only: Only = None,
    outputs: Outputs = None,
    output: NewOutput = None,
    certificate: Certificate = None,
    later: Later = False,
    yes: Yes = False,
    passphrase_file: options.PassphraseFile = None,
) -> None:
    """Take a person out of a vault for good, and out of outputs. This cannot be undone."""
    jobs = _jobs(outputs, output)
    require_separate(vault, jobs)
    before = _require_free(jobs, certificate, passphrase_file, vault)
    with open_existing(vault, passphrase_file) as opened:
        opened.require("forget")
        with _watching("texts indexed") as watch:
            findings = opened.subjects.find(name, label, watch)
        chosen = findings.only(only) if only else findings.sure
        _show(replace(findings, found=chosen.found))
        if left := len(findings.found) - len(chosen.found):
            typer.echo(f"{left} more that were found stay; --only chooses by number")
        _require_consent(yes=yes)
        with _watching("rows sealed anew") as watch:
            withdrawal = opened.subjects.forget(chosen, later=later, watch=watch)
        withdrawal = replace(withdrawal, outputs=_reissue(opened, jobs))
        _tell(withdrawal)
        if certificate is not None:
            _certify(opened, withdrawal, certificate)
    say_replaced(before)


def _jobs(outputs: list[str] | None, output: str | None) -> "list[Job]":
    if bool(outputs) != bool(output):
        raise UsageError("--outputs names what is to be written anew, and -o where it goes; both are needed")
    if output == "-":
        raise UsageError("outputs that are written anew go to a file or a folder, not to standard output")
    return plan_jobs(outputs, output, None, Layout()) if outputs and output else []


def _require_free(
    jobs: "list[Job]", certificate: Path | None, passphrase_file: Path | None, vault: str
) -> dict[Path, Identity]:
    """Refuse what could not be written before anybody is forgotten; return what is there already."""
    from allonym.running.publishing import require_place

    read = options.also_read(passphrase_file=passphrase_file)
    require_jobs_free(jobs, read, vault)
    outputs = {"an output": [path for source, target in jobs for path in (source.path, target)]}
    signed = [] if certificate is None else _places(certificate)
    require_free({"--certificate": signed}, {**outputs, **read}, vault)
    for place in signed:
        require_place(place)
    return already_there([*signed, *(target for _, target in jobs)])


def _places(certificate: Path) -> list[Path]:
    """Return where a certificate goes: as data, and in words."""
    if certificate.suffix == ".txt":
        raise UsageError("--certificate names the data, which end in .json; the words go beside them, to a .txt")
    return [certificate, certificate.with_suffix(".txt")]


def _require_consent(*, yes: bool) -> None:
    if yes:
        return
    if not sys.stdin.isatty():
        raise UsageError("nothing is forgotten yet: without a terminal this needs --yes")
    typer.confirm("Forget this person? This cannot be undone.", abort=True, err=True)


def _reissue(vault: "SealedVault", jobs: "list[Job]") -> int:
    from allonym.running.people import reissue_all

    # Standard output was refused before anything was forgotten.
    done, unknown = reissue_all(vault, [(source, target) for source, target in jobs if target is not None])
    for name in unknown:
        note(f"{name}: the vault cannot write it anew; pseudonymize its input again")
    return done


def _tell(withdrawal: "Withdrawal") -> None:
    give(forgotten=withdrawal.as_data())
    counts = withdrawal.counts
    line = f"forgotten: {counted(counts['mentions'], 'mention')} in {counted(counts['documents'], 'document')}"
    typer.echo(f"{line}, {counted(withdrawal.outputs, 'output')} written anew")
    for each in withdrawal.as_data()["remains"]:
        note(f"{each}")


def _certify(vault: "SealedVault", withdrawal: "Withdrawal", path: Path) -> None:
    from allonym.running.publishing import publish

    signed = json.dumps(vault.subjects.certificate(withdrawal), indent=2) + "\n"
    for target, text in zip(_places(path), (signed, withdrawal.as_text()), strict=True):
        with publish(target) as (_, stream):
            stream.write(text.encode())
    give(certificate=path, public_key=vault.audit.public_key)
    typer.echo(f"certificate: {path}; it is signed with the key {vault.audit.public_key}")


def _show(findings: "Findings") -> None:
    from allonym.running.people import found_data

    give(found=[found_data(each) for each in findings.found])
    for each in findings.found:
        where = f"{each.file}: {each.document}" if each.file else each.document
        places = " ".join(f"{span.start}-{span.end}" for span in each.spans)
        names = ", ".join(each.pseudonyms) or ("a row that was left out" if not each.entity else "")
        maybe = "" if each.sure else "  maybe"
        typer.echo(f"{each.number}  {where}  {each.label}  {names}  {places}".rstrip() + maybe)
    sure, counts = findings.sure.counts(), findings.counts()
    line = f"{counted(sure['mentions'], 'mention')} in {counted(sure['documents'], 'document')}"
    unsure = counts["mentions"] - sure["mentions"]
    typer.echo(line + (f", and {counted(unsure, 'mention')} that may be the person" if unsure else ""))


@contextmanager
def _watching(what: str) -> Iterator[Callable[[int, int], None]]:
    """Show on a terminal how far a long task is."""
    on_terminal = sys.stderr.isatty()

    def watch(done: int, total: int) -> None:
        if on_terminal:
            sys.stderr.write(f"\r{done:,} of {total:,} {what}")
            sys.stderr.flush()

    yield watch
    if on_terminal:
        sys.stderr.write("\r\x1b[K")
