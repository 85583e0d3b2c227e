"""`allonym agreement`: two annotators of the same texts, how far they agree, and who is right where they do not."""

import json
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from allonym.core.errors import UsageError
from allonym.interfaces.cli import options
from allonym.interfaces.cli.answering import file_of, give
from allonym.interfaces.cli.console import counted
from allonym.interfaces.cli.exchanging import Texts, sources_of
from allonym.interfaces.cli.reviewing import NoBrowser, Port, require_pages, serve_pages
from allonym.interfaces.cli.targets import require_free
from allonym.interfaces.cli.writing import write_report

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from allonym.reviewing.agreement import Agreement, Kappa
    from allonym.reviewing.values import Sheet
    from allonym.reviewing.works import Work
    from allonym.running.sources import Source

One = Annotated[Path, typer.Argument(help="The work of the first: a journal, NAME.review/ANNOTATOR.jsonl, or a plan.")]
Two = Annotated[Path, typer.Argument(help="The work of the second.")]
Fine = Annotated[bool, typer.Option("--fine", help="Compare whole labels: PERSON.FIRST is not PERSON.LAST.")]
Open = Annotated[bool, typer.Option("--open", help="Count documents, too, that are not done yet.")]
Data = Annotated[Path | None, typer.Option("--json", help="Write the figures here, as JSON; - is standard output.")]
Resamples = Annotated[int, typer.Option(min=0, max=100_000, help="How often texts are drawn anew; 0: no intervals.")]
Seed = Annotated[int, typer.Option(min=0, help="The seed of the draws.")]
Choose = Annotated[bool, typer.Option("--adjudicate", help="Open a page to choose wherever the two differ.")]
Chooser = Annotated[str, typer.Option("--as", help="Whose journal the choices go to.")]


def agreement(
    input: Texts,  # noqa: A002 - the argument's name
    one: One,
    two: Two,
    fine: Fine = False,
    open: Open = False,  # noqa: A002 - the option's name
    json_file: Data = None,
    resamples: Resamples = 1000,
    seed: Seed = 1,
    adjudicate: Choose = False,
    annotator: Chooser = "agreed",
    text_column: options.TextColumn = None,
    column: options.LabelledColumn = None,
    id_column: options.IdColumn = None,
    author_column: options.AuthorColumn = None,
    format: options.FormatName = None,  # noqa: A002 - the option's name
    encoding: options.Encoding = "",
    no_header: options.NoHeader = False,
    port: Port = 0,
    no_browser: NoBrowser = False,
    quiet: options.Quiet = False,
) -> None:
    """Measure how far two annotators agree on what is masked: Cohen's kappa, by label; or choose where they differ."""
    from allonym.evaluation.intervals import Chance
    from allonym.reviewing.agreement import agreement as measure
    from allonym.reviewing.works import read_work

    layout = options.make_layout(text_column, id_column, author_column, encoding, no_header, column)
    sources = sources_of(input, format, layout)
    read = {"an input": [each.path for each in sources], "the work of an annotator": [one, two]}
    target = file_of(json_file)
    require_free({"--json": target}, read)
    works = read_work(one, sources), read_work(two, sources)
    pairs = _pairs(*works, take_open=open)
    result = measure(pairs, Chance(resamples, seed), fine=fine)
    give(report=_as_data(result))
    if target is not None:
        write_report(target, json.dumps(_as_data(result), indent=1) + "\n", quiet=quiet)
    if not quiet:
        _show(result, works[0].name, works[1].name)
    if adjudicate:
        _adjudicate((one, two), works, sources, (annotator, port, not no_browser))


def _pairs(one: "Work", two: "Work", *, take_open: bool) -> "list[tuple[Sheet, Sheet]]":
    from allonym.reviewing.choosing import shared_pairs
    from allonym.reviewing.values import DONE

    shared = shared_pairs(one, two).values()
    pairs = [each for each in shared if take_open or all(sheet.status == DONE for sheet in each)]
    if not pairs:
        waiting = f"; {counted(len(shared), 'document')} that both have begun count with --open" if shared else ""
        raise UsageError(f"there is no document that both have done{waiting}")
    return pairs


def _adjudicate(
    paths: tuple[Path, Path],
    works: "tuple[Work, Work]",
    sources: "Sequence[Source]",
    asked: tuple[str, int, bool],
) -> None:
    from allonym.interfaces.pages.agreement_routes import AgreementRoutes
    from allonym.reviewing.choosing import Adjudication
    from allonym.reviewing.opening import is_plan, open_project
    from allonym.reviewing.works import asked_of

    require_pages()
    annotator, port, browser = asked
    if is_plan(paths[0]) or annotator in {each.name for each in works}:
        raise UsageError("to choose between two, the first must be a journal, and --as somebody else than the two")
    with ExitStack() as stack:
        project = open_project(asked_of(paths[0], sources, annotator=annotator))
        stack.callback(project.close)
        chosen = Adjudication(project, *works)
        chosen.begin()
        typer.echo(f"choices are kept in {project.journal.path}", err=True)
        serve_pages(AgreementRoutes(chosen).routes(), "/agreement", port, browser=browser)


def _show(result: "Agreement", one: str, two: str) -> None:
    typer.echo(f"{counted(result.documents, 'text')}, {counted(result.words, 'word')}; {one} and {two}")
    heads = ("one", "two", "both", "agree %", "kappa", "95 %", "marks %")
    typer.echo(_line("", heads))
    rows = {"masked": result.masked, "decisions": result.decisions, "labels": result.label}
    for name, each in rows.items():
        typer.echo(_line(name, _cells(each, result.marks.get("all") if name == "labels" else None)))
    typer.echo("")
    for name, each in result.labels.items():
        typer.echo(_line(name, _cells(each, result.marks.get(name))))


def _cells(each: "Kappa", marks: float | None) -> tuple[str, ...]:
    rate = each.kappa
    value = "–" if rate.value is None else f"{rate.value:.3f}"
    interval = "–" if rate.low is None or rate.high is None else f"{rate.low:.2f}–{rate.high:.2f}"
    observed = "–" if each.observed is None else f"{100 * each.observed:.1f}"
    return f"{each.one:,}", f"{each.two:,}", f"{each.both:,}", observed, value, interval, _share(marks)


def _share(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.1f}"


def _line(name: str, cells: "Sequence[str]") -> str:
    widths = (7, 7, 7, 8, 7, 11, 8)
    return (f"{name:14}" + "".join(f"{cell:>{wide}}" for cell, wide in zip(cells, widths, strict=True))).rstrip()


def _as_data(result: "Agreement") -> "Mapping[str, object]":
    return {
        "documents": result.documents,
        "words": result.words,
        "masked": _data(result.masked),
        "decisions": _data(result.decisions),
        "label": _data(result.label),
        "labels": {name: _data(each) for name, each in result.labels.items()},
        "marks": dict(result.marks),
    }


def _data(each: "Kappa") -> "Mapping[str, object]":
    counts = {"words": each.words, "one": each.one, "two": each.two, "both": each.both, "observed": each.observed}
    return {**counts, "kappa": each.kappa.value, "low": each.kappa.low, "high": each.kappa.high}
