"""`allonym report`: all evidence on one release."""

from pathlib import Path
from typing import Annotated

import typer

from allonym.core.errors import UsageError
from allonym.interfaces.cli import options
from allonym.interfaces.cli.answering import file_of, give, wanted
from allonym.interfaces.cli.auditing import PublicKey, read_verifying_key
from allonym.interfaces.cli.console import counted, note
from allonym.interfaces.cli.targets import require_alike, require_free
from allonym.interfaces.cli.writing import as_text, write_report

Reports = Annotated[
    list[Path], typer.Argument(help="Reports of evaluate, residual, risk, utility (--json), and a certificate.")
]
Page = Annotated[Path | None, typer.Option("-o", "--output", help="The page to write: one HTML file.")]
AsData = Annotated[Path | None, typer.Option("--json", help="Also write it as JSON; - is standard output.")]
Readme = Annotated[Path | None, typer.Option(help="Write a README (Markdown) for whoever receives the data.")]
Title = Annotated[str, typer.Option(help="The title of the page and of the README.")]
Holder = Annotated[str, typer.Option(help="Who holds the vault and its keys; stands in the README.")]
Contact = Annotated[str, typer.Option(help="Where people turn to be left out; stands in the README.")]
Licence = Annotated[str, typer.Option(help="Under which terms the data may be used; stands in the README.")]


def report(
    reports: Reports,
    output: Page = None,
    json: AsData = None,
    readme: Readme = None,
    title: Title = "Evidence on a release",
    holder: Holder = "",
    contact: Contact = "",
    licence: Licence = "",
    public_key: PublicKey = None,
    quiet: options.Quiet = False,
) -> None:
    """Bind reports and a certificate into one page, with the five requirements, and write a README for a release."""
    from allonym.evidence.binding import read_parts, require_reports
    from allonym.evidence.binding.page import bound_data, bound_page, require_whole
    from allonym.evidence.binding.readme import Release
    from allonym.evidence.binding.readme import readme as readme_of

    json = file_of(json)
    require_reports(reports)
    if output is None and json is None and readme is None and not wanted():
        raise UsageError("say what to write: -o for a page, --json for data, --readme for a README")
    _require_free(reports, public_key, {"-o": output, "--json": json, "--readme": readme})
    parts = read_parts(reports, None if public_key is None else read_verifying_key(public_key))
    require_whole(parts)
    give(report=bound_data(parts, title), doubts=list(parts.doubts()))
    if output is not None:
        write_report(output, bound_page(parts, title), quiet=quiet)
    if json is not None:
        write_report(json, as_text(bound_data(parts, title)), quiet=quiet)
    if readme is not None:
        write_report(readme, readme_of(parts, Release(title, holder, contact, licence)), quiet=quiet)
    if not quiet:
        typer.echo(f"bound {counted(len(reports), 'report')}: {', '.join(parts.as_data())}")
        for doubt in parts.doubts():
            note(f"{doubt}")
        if readme is not None and not (holder and contact and licence):
            note("the README says what is still to be filled in (--holder, --contact, --licence)")


def _require_free(reports: list[Path], public_key: str | None, targets: dict[str, Path | None]) -> None:
    """Refuse to write over a report that is bound, or over anything else that is no report."""
    require_free(targets, {"a report that is bound": reports, "the public key": [public_key]})
    for (option, target), start in zip(targets.items(), ("<!doctype html>", "{", "# "), strict=True):
        require_alike(option, target, start)
