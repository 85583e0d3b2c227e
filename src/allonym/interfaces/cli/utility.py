"""`allonym utility`: what pseudonymized data are still good for."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from allonym.interfaces.cli import options
from allonym.interfaces.cli.answering import file_of, give
from allonym.interfaces.cli.console import counted
from allonym.interfaces.cli.sense import hinting
from allonym.interfaces.cli.targets import require_free
from allonym.interfaces.cli.writing import as_text, write_report

if TYPE_CHECKING:
    from collections.abc import Iterator

    from allonym.evidence.utility import Utility

Label = Annotated[str, typer.Option("--label", help="Column with the labels that people gave the texts.")]
SplitColumn = Annotated[
    str | None, typer.Option(help="Column that says train or test. Default: each seed tests on another fifth.")
]
Rows = Annotated[int, typer.Option(min=100, max=1_000_000, help="At most so many rows, drawn; more take longer.")]
Seeds = Annotated[int, typer.Option(min=1, max=50, help="How often it is learnt anew, from other rows.")]
Encoder = Annotated[
    str | None, typer.Option("--encoder", help="Folder of a Hugging Face model to try, too (extra `transformers`).")
]
Page = Annotated[Path | None, typer.Option("-o", "--output", help="Also write a page to read and to print.")]
AsData = Annotated[Path | None, typer.Option("--json", help="Also write the figures as JSON; - is standard output.")]


def utility(
    inputs: options.Inputs,
    label: Label,
    text_column: options.TextColumn = None,
    split_column: SplitColumn = None,
    author_column: options.AuthorColumn = None,
    output: Page = None,
    json: AsData = None,
    profile: options.Profile = "cloaked-realistic",
    rows: Rows = 6000,
    seeds: Seeds = 5,
    encoder: Encoder = None,
    fast: options.Fast = False,
    format: options.FormatName = None,  # noqa: A002 - the option's name
    encoding: options.Encoding = "",
    no_header: options.NoHeader = False,
    quiet: options.Quiet = False,
) -> None:
    """Learn your labels from originals, placeholders and stand-ins, and compare what is kept and what is given away."""
    from allonym.evidence.utility import Asked
    from allonym.evidence.utility import utility as measure
    from allonym.evidence.utility.data import as_data
    from allonym.evidence.utility.reading import Columns
    from allonym.running.sources import find_inputs
    from allonym.settings import load_settings

    json = file_of(json)
    require_free({"-o": output, "--json": json}, {"an input": inputs, "the profile": options.own_profile(profile)})
    layout = options.make_layout(None, None, None, encoding, no_header)
    columns = Columns(label, tuple(text_column or ()), split_column, author_column)
    settings = load_settings(profile).with_model(fast=fast)
    asked = Asked(columns, rows, seeds, encoder, lambda _: None if quiet else typer.echo(_, err=True))
    with hinting(settings):
        found = measure(find_inputs(inputs, format, layout)[0], settings, asked)
    give(report=as_data(found))
    if json is not None:
        write_report(json, as_text(as_data(found)), private=True, quiet=quiet)
    if output is not None:
        from allonym.evidence.utility.page import utility_page

        write_report(output, utility_page(found), private=True, quiet=quiet)
    for line in told(found) if not quiet else ():
        typer.echo(line)


def told(found: "Utility") -> "Iterator[str]":
    """Return the figures in a few lines."""
    from allonym.evidence.utility.judging import in_words
    from allonym.evidence.utility.values import ORIGINAL

    texts = f"{counted(found.texts, 'text')}, {len(found.classes)} labels, {counted(len(found.seeds), 'seed')}"
    yield f"{texts}; macro-F1, guessed (among {found.candidates}) and counts in %"
    names = list(found.matrices)
    yield (
        f"{'version':<10}"
        + "".join(f"{name + ', same':>16}{'on originals':>14}" for name in names)
        + "   guessed  counts"
    )
    for name, leak in found.leaks.items():
        cells = ""
        for matrix in found.matrices.values():
            same, original = matrix[name, name], matrix[name, ORIGINAL]
            cells += f"{_spread(same.mean, same.deviation):>16}{_spread(original.mean, original.deviation):>14}"
        guessed = "–" if leak.guessed is None else f"{100 * leak.guessed.share:.1f}"
        yield f"{name:<10}{cells}{guessed:>10}{100 * found.counted[name].alike.share:>8.1f}"
    for name, matrix in found.matrices.items():
        yield f"{name}: {in_words(matrix)}"


def _spread(mean: float, deviation: float) -> str:
    return f"{100 * mean:.1f} ± {100 * deviation:.1f}"
