"""`allonym certificate make|verify|prove`: that a run was done, for whoever asks."""

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from allonym.core.errors import InputError, UsageError
from allonym.interfaces.cli import options
from allonym.interfaces.cli.answering import Commands, give
from allonym.interfaces.cli.auditing import PublicKey, read_data, read_verifying_key, write_data
from allonym.interfaces.cli.console import counted, note
from allonym.interfaces.cli.opening import open_existing
from allonym.interfaces.cli.targets import Read, require_free
from allonym.interfaces.cli.writing import write_report

if TYPE_CHECKING:
    from collections.abc import Callable

    from allonym.running.sources import Source
    from allonym.vault.canonical import Data

    Check = Callable[[object, bytes | None], Data]

app = Commands(help="Certificates: signed proof of what was done.", no_args_is_help=True)
Outputs = Annotated[list[str], typer.Argument(help="Outputs of `allonym pseudonymize`: files or folders.")]
NeededVault = Annotated[str, typer.Option("--vault", help="The vault that was used to pseudonymize.")]
Target = Annotated[Path, typer.Option("-o", "--output", help="The file to write.")]
Page = Annotated[Path | None, typer.Option("--html", help="Also write a page to read and to print.")]
Certificate = Annotated[Path, typer.Argument(help="The certificate.")]
ForCertificate = Annotated[Path, typer.Option("--certificate", help="The certificate that the proof is for.")]
Checked = Annotated[
    list[Path] | None, typer.Option("--output", help="A file that the certificate must speak of; repeat for more.")
]
Proof = Annotated[Path | None, typer.Option(help="Also check a proof that `certificate prove` wrote.")]
Name = Annotated[str, typer.Argument(help="The name or number that was replaced, as it stood in a text.")]
OfName = Annotated[str | None, typer.Option("--name", help="The name that the proof must be for.")]


@app.command("make")
def make(
    outputs: Outputs,
    vault: NeededVault,
    output: Target,
    html: Page = None,
    passphrase_file: options.PassphraseFile = None,
) -> None:
    """Sign for outputs: under which settings they were made, what was replaced, and that they can be given back."""
    from allonym.running.certificate_page import page_of
    from allonym.running.certifying import certify

    read: Read = {"an output that is signed for": outputs, "a key": [passphrase_file]}
    require_free({"-o": output, "--html": html}, read, vault)
    sources = sources_of(outputs)
    with open_existing(vault, passphrase_file) as opened:
        certificate = certify(opened, sources, datetime.now(UTC))
    write_data(output, certificate)
    if html is not None:
        write_report(html, page_of(certificate))
    payload = certificate["payload"]
    give(file=output, page=html, files=len(payload["files"]), totals=payload["totals"], public_key=payload["key"])
    texts = counted(payload["totals"]["texts"], "text")
    typer.echo(f"{output}: signed for {counted(len(payload['files']), 'file')} with {texts}")
    typer.echo(f"check it with {payload['key']}")


@app.command("verify")
def verify(
    certificate: Certificate,
    public_key: PublicKey = None,
    output: Checked = None,
    proof: Proof = None,
    name: OfName = None,
) -> None:
    """Check a certificate, and files or a proof against it. No vault and no passphrase are needed."""
    from allonym.running.sources import digest_of
    from allonym.vault.checking import check_certificate, check_outputs, check_proof, is_withdrawal

    if name is not None and proof is None:
        raise UsageError("--name is for a proof: give --proof, too")
    public = None if public_key is None else read_verifying_key(public_key)
    if is_withdrawal(document := read_data(certificate, "certificate")):
        if output or proof is not None:
            raise UsageError(
                "this certificate is of a withdrawal: it speaks of no output, and there are no proofs for it"
            )
        _verify_withdrawal(certificate, document, public)
        return
    payload = _payload(certificate, check_certificate, document, public)
    sources = sources_of([str(path) for path in output or ()])
    check_outputs(payload, [(source.name, digest_of(source)) for source in sources])
    give(certificate=certificate, issued=payload["issued"], files=len(payload["files"]), outputs=len(sources))
    give(public_key=payload["key"], compared=public is not None)
    typer.echo(f"{certificate}: in order, signed {payload['issued']} for {counted(len(payload['files']), 'file')}")
    if sources:
        typer.echo(f"{counted(len(sources), 'output')}: as signed for")
    if proof is not None:
        leaf = check_proof(payload, read_data(proof, "proof"), name)
        give(proof={"mentions": leaf["mentions"], "texts": leaf["texts"], "name": name is not None})
        who = "somebody" if name is None else "this name"
        typer.echo(
            f"{proof}: in order; {who} was replaced {leaf['mentions']:,} times in {counted(leaf['texts'], 'text')}"
        )
    if public is None:
        note(f"signed with {payload['key']}; compare it with the key that you were told")


def _verify_withdrawal(certificate: Path, document: object, public: bytes | None) -> None:
    """Check the certificate that `allonym subjects forget` wrote."""
    from allonym.vault.checking import check_withdrawal

    payload = _payload(certificate, check_withdrawal, document, public)
    facts = {each: payload[each] for each in ("reference", "documents", "mentions", "outputs", "keys_destroyed")}
    give(certificate=certificate, withdrawn=payload["time"], public_key=payload.get("key"), compared=public is not None)
    give(**facts, keys_pending=bool(payload.get("keys_pending")))
    went = f"{counted(payload['mentions'], 'mention')} in {counted(payload['documents'], 'document')}"
    anew = counted(payload["outputs"], "output")
    typer.echo(f"{certificate}: in order; somebody was forgotten {payload['time']}: {went}, {anew} written anew")
    if payload.get("keys_pending"):
        note("the record keys were not destroyed yet when it was signed")
    if public is None:
        note(f"signed with {payload['key']}; compare it with the key that you were told")


@app.command("prove")
def prove(
    name: Name,
    vault: NeededVault,
    certificate: ForCertificate,
    output: Target,
    passphrase_file: options.PassphraseFile = None,
) -> None:
    """Write a proof for one person that they were replaced in what a certificate speaks of. It shows no other."""
    from allonym.running import certifying
    from allonym.vault.checking import check_certificate

    require_free({"-o": output}, {"the certificate": [certificate], "a key": [passphrase_file]}, vault)
    with open_existing(vault, passphrase_file) as opened:
        payload = _payload(certificate, check_certificate, read_data(certificate, "certificate"))
        write_data(output, certifying.prove(opened, name, payload), private=True)
    give(file=output)
    typer.echo(f"{output}: give it, with the certificate, to nobody but the person")


def _payload(certificate: Path, check: "Check", document: object, public: bytes | None = None) -> "Data":
    """Return what a certificate says, once it is checked; an error names its file."""
    try:
        return check(document, public)
    except InputError as error:
        raise InputError(f"{certificate}: {error}") from None


def sources_of(paths: list[str]) -> "list[Source]":
    """Return the outputs that are meant by names and folders."""
    from allonym.core.pieces import Layout
    from allonym.formats.choosing import is_known
    from allonym.running.sources import find_inputs

    found: list[Source] = []
    for path in paths:
        # The vault tells the format by the content; the ending of a file may be any.
        ending = None if Path(path).is_dir() or is_known(Path(path).name) else "text"
        found += find_inputs([path], ending, Layout())[0]
    return found
