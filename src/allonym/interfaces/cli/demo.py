"""`allonym demo`: the main job on the shipped sample, from a CSV to a recovered CSV."""

import secrets
from collections.abc import Iterable
from html import escape
from importlib.resources import files
from operator import itemgetter
from pathlib import Path
from shutil import get_terminal_size
from string import Template
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated

import typer

from allonym.core.errors import UsageError
from allonym.interfaces.cli.answering import give
from allonym.interfaces.cli.console import Clock, files_data, show_summary

if TYPE_CHECKING:
    from collections.abc import Sequence

    from allonym.core.types import Document, Result, Span
    from allonym.pseudonymizer import Pseudonymizer
    from allonym.running.reports import Report
    from allonym.running.sources import Source

Folder = Annotated[Path, typer.Option("-o", "--output", help="Folder for the sample, its output and the report.")]
Pairs = list[tuple["Document", "Result"]]


def demo(output: Folder = Path("allonym-demo")) -> None:
    """Pseudonymize the shipped sample, recover it, and write a report of before and after."""
    from allonym.core.pieces import Layout
    from allonym.formats.choosing import choose
    from allonym.pseudonymizer import Pseudonymizer
    from allonym.running.files import Run, pseudonymize_file, recover_file
    from allonym.running.sources import Source
    from allonym.vault.opening import open_vault

    clock = Clock()
    posts = _copy_sample(output)
    source = Source(posts, posts.name, choose(posts.name, None), Layout(id_column="id"))
    made, back = output / "posts.pseudonymized.csv", output / "posts.recovered.csv"
    passphrase = secrets.token_urlsafe(16)
    with open_vault(output / "demo.vault", passphrase, create=True) as vault:
        tool = Pseudonymizer(vault=vault)
        report = pseudonymize_file(Run(tool), source, made)
        recover_file(vault, Source(made, made.name, source.format, source.asked), back)
        pairs = _pairs(tool, source)
    same = posts.read_bytes() == back.read_bytes()
    _write_report(output / "report.html", report, pairs, same=same)
    give(**files_data([report]), outputs=[str(made)], folder=output, recovered=same)
    _show_rows(pairs)
    show_summary([report], clock.seconds(), to_stderr=False)
    typer.echo(f"\nIn the folder {output}:")
    typer.echo("  posts.csv                 the sample")
    typer.echo("  posts.pseudonymized.csv   same columns, quoting and line ends")
    typer.echo(
        f"  posts.recovered.csv       {'byte for byte the sample again' if same else 'DIFFERENT from the sample'}"
    )
    typer.echo("  demo.vault                encrypted; its passphrase is forgotten now")
    typer.echo("  report.html               before and after: open it in a browser")
    if not same:
        raise typer.Exit(3)


def _copy_sample(folder: Path) -> Path:
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
    except OSError:
        raise UsageError(f"cannot make the folder {folder}; name another with -o") from None
    # The vault of an earlier demo has a passphrase that nobody knows.
    (folder / "demo.vault").unlink(missing_ok=True)
    (folder / "posts.csv").write_bytes(files("allonym.samples").joinpath("posts.csv").read_bytes())
    return folder / "posts.csv"


def _pairs(tool: "Pseudonymizer", source: "Source") -> Pairs:
    """Return the texts of the sample with their results, once more, to show them side by side."""
    from allonym.core.pieces import Piece
    from allonym.running.sources import documents_of

    layout = source.inspect()
    with source.open() as stream:
        pieces = [each for each in source.format.read(stream, layout) if isinstance(each, Piece) and each.slots]
    documents = [each for piece in pieces for each in documents_of(source.name, piece, layout)]
    both = zip(documents, tool.substitute(documents, tool.plan_many(documents)), strict=True)
    return [(document, result) for document, result in both if "/" not in document.id]


def _show_rows(pairs: Pairs) -> None:
    width = max(40, get_terminal_size().columns - 9)
    for document, result in pairs[:4]:
        for heading, text in (("before", document.text), ("after", result.text)):
            lines = wrap(text, width, break_long_words=False, break_on_hyphens=False)
            typer.echo(f"{heading:8}" + "\n        ".join(lines))
        typer.echo()


def _write_report(path: Path, report: "Report", pairs: Pairs, *, same: bool) -> None:
    from allonym.running.publishing import publish

    template = Template(files("allonym.samples").joinpath("report.html").read_text("utf-8"))
    proof = (
        "Recovered from the vault and compared: every byte of the input came back."
        if same
        else "NOT recovered exactly."
    )
    summary = (
        f"{report.documents} texts, {report.replaced.total()} mentions replaced, {report.marked.total()} only marked."
    )
    page = template.substitute(
        summary=summary, proof=proof, labels="\n".join(_label_rows(report)), rows="\n".join(_text_rows(pairs))
    )
    with publish(path, private=True) as (_, stream):
        stream.write(page.encode())


def _label_rows(report: "Report") -> Iterable[str]:
    total = report.replaced.total() + report.marked.total()
    for label in sorted({*report.replaced, *report.marked}):
        replaced, marked = report.replaced[label], report.marked[label]
        share = 100 * (replaced + marked) / total
        bar = f'<div class="share"><span class="bar" style="width:{share:.0f}%"></span> {share:.0f} %</div>'
        cells = "".join(f'<td class="number">{number}</td>' for number in (replaced, marked))
        yield f'<tr><th scope="row">{label}</th>{cells}<td>{bar}</td></tr>'


def _text_rows(pairs: Pairs) -> Iterable[str]:
    for document, result in pairs:
        found = [(m.span, each) for each in result.plan.decisions for m in each.entity.mentions]
        before = sorted(((span, each.entity.label, each.action.value) for span, each in found), key=itemgetter(0))
        old = _marked(document.text, before)
        new = _marked(result.text, [(span, "", "replace") for span in result.spans])
        language = escape(result.language or "–")
        row = f'<td>{language}</td><td dir="auto">{old}</td><td dir="auto">{new}</td>'
        yield f'<tr><th scope="row">{escape(document.id)}</th>{row}</tr>'


def _marked(text: str, places: "Sequence[tuple[Span, str, str]]") -> str:
    parts: list[str] = []
    done = 0
    for span, label, action in places:
        note = f"<small>{label}</small>" if label else ""
        mark = f'<mark class="{action}"><bdi>{escape(span.of(text))}</bdi>{note}</mark>'
        parts += escape(text[done : span.start]), mark
        done = span.end
    return "".join([*parts, escape(text[done:])])
