"""`allonym evaluate`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from allonym.core.errors import UsageError
from allonym.interfaces.cli import options
from allonym.interfaces.cli.answering import file_of, give
from allonym.interfaces.cli.console import progress
from allonym.interfaces.cli.targets import require_free
from allonym.interfaces.cli.writing import as_text, write_report

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from allonym.evaluation import values
    from allonym.evaluation.detecting import OwnFindings
    from allonym.evaluation.report import Told

Gold = Annotated[Path, typer.Argument(help="Annotated texts: .jsonl, .conll, TAB's .json, brat's .ann or a folder.")]
Predictions = Annotated[
    Path | None, typer.Option(help="What was found, in any of these formats. Default: allonym finds it now.")
]
GoldFormat = Annotated[
    str | None, typer.Option("--format", help="jsonl, doccano, conll, brat or tab. Default: by the ending.")
]
TagSetName = Annotated[
    str | None, typer.Option("--tagset", help="The set of the gold's tags, such as conll. Default: told by its tags.")
]
Changes = Annotated[
    list[str] | None, typer.Option("--map", help="What a tag means: TAG=LABEL; repeat for more.", metavar="TAG=LABEL")
]
Ignored = Annotated[
    list[str] | None, typer.Option("--ignore", help="A tag that counts neither for nor against; repeat for more.")
]
Only = Annotated[list[str] | None, typer.Option("--label", help="Count only this label; repeat for more.")]
Fine = Annotated[bool, typer.Option("--fine", help="Compare whole labels: PERSON.FIRST is not PERSON.LAST.")]
Overlaps = Annotated[bool, typer.Option("--allow-overlaps", help="Take overlapping annotations as they are.")]
Page = Annotated[Path | None, typer.Option("-o", "--output", help="Write the report here, as one HTML file.")]
Data = Annotated[Path | None, typer.Option("--json", help="Write the figures here, as JSON; - is standard output.")]
NoErrors = Annotated[bool, typer.Option("--no-errors", help="Leave the mistakes, with their words, out of the page.")]
Resamples = Annotated[int, typer.Option(min=0, max=100_000, help="How often texts are drawn anew; 0: no intervals.")]
Seed = Annotated[int, typer.Option(min=0, help="The seed of the draws.")]


def evaluate(
    gold: Gold,
    predictions: Predictions = None,
    output: Page = None,
    json_file: Data = None,
    profile: options.Profile = "default",
    fast: options.Fast = False,
    sensitivity: options.Sensitivity = None,
    language: options.Language = "auto",
    format: GoldFormat = None,  # noqa: A002 - the option's name
    tagset: TagSetName = None,
    map: Changes = None,  # noqa: A002 - the option's name
    ignore: Ignored = None,
    label: Only = None,
    fine: Fine = False,
    allow_overlaps: Overlaps = False,
    no_errors: NoErrors = False,
    resamples: Resamples = 1000,
    seed: Seed = 1,
    quiet: options.Quiet = False,
) -> None:
    """Measure how much is found of what people annotated, with intervals; a table, and a report if asked for."""
    from allonym import __version__
    from allonym.evaluation.checking import paired
    from allonym.evaluation.intervals import Chance
    from allonym.evaluation.naming import OWN, naming_for
    from allonym.evaluation.pairing import make_pairs
    from allonym.evaluation.reading import read_annotated
    from allonym.evaluation.report import Told
    from allonym.evaluation.scoring import evaluate as measure

    json_file = file_of(json_file)
    require_free(
        {"-o": output, "--json": json_file}, {"the gold": _files(gold), "the predictions": _files(predictions)}
    )
    texts = read_annotated(gold, format, overlaps=allow_overlaps)
    naming = naming_for(texts, tagset, _changes(map), ignore or (), fine=fine)
    made: OwnFindings | None = None
    found: Mapping[str, Sequence[values.Annotation]]
    if predictions is not None:
        if fast or sensitivity is not None:
            raise UsageError("--fast and --sensitivity speak of our detector, which does not run with --predictions")
        found = paired(texts, read_annotated(predictions, None, overlaps=allow_overlaps))
    else:
        made = _own(texts, (profile, fast, sensitivity, language), quiet=quiet)
        found = made.found
    pairs, left_out = make_pairs(texts, found, naming, label or ())
    result = measure(pairs, left_out, Chance(resamples, seed))
    told = Told(
        gold=gold.name,
        predictions=predictions.name if predictions else f"profile {Path(profile).name}{', fast' if fast else ''}",
        labels=naming.tags.name if naming.tags else OWN,
        version=__version__,
        seconds=made.seconds if made else None,
    )
    _publish(result, told, (output, json_file), with_mistakes=not no_errors, quiet=quiet)
    if not quiet:
        from allonym.interfaces.cli.measures import show

        show(result, told)
        if output is not None and not no_errors:
            typer.echo(f"{output} holds words of the texts; keep it as you keep them (--no-errors)", err=True)


def _own(
    texts: "Sequence[values.Annotated]", asked: tuple[str, bool, float | None, str], *, quiet: bool
) -> "OwnFindings":
    from allonym.evaluation.detecting import find
    from allonym.pseudonymizer import Pseudonymizer
    from allonym.settings import load_settings

    profile, fast, sensitivity, language = asked
    settings = load_settings(profile).with_user("document", {}, ()).with_model(fast=fast, sensitivity=sensitivity)
    tool = Pseudonymizer(settings, language=options.language_of(language))
    size = sum(len((each.text or "").encode()) for each in texts)
    with progress(size, "finding", quiet=quiet) as watch:
        return find(tool, texts, watch)


def _files(annotated: Path | None) -> list[Path]:
    """Return what is read of annotated texts: beside an .ann file lies its text."""
    return (
        []
        if annotated is None
        else [annotated, *([annotated.with_suffix(".txt")] if annotated.suffix == ".ann" else [])]
    )


def _changes(asked: list[str] | None) -> list[tuple[str, str]]:
    pairs = [each.rpartition("=") for each in asked or ()]
    if any(not tag for tag, _, _ in pairs):
        raise UsageError("--map needs a tag and the label it means, such as MISC=EXTRA")
    return [(tag, label) for tag, _, label in pairs]


def _publish(
    result: "values.Evaluation",
    told: "Told",
    targets: tuple[Path | None, Path | None],
    *,
    with_mistakes: bool,
    quiet: bool,
) -> None:
    """Write what was asked for. A page with mistakes is for its owner only, also where it replaces another file."""
    from allonym.evaluation.report import data_of, page_of

    output, json_file = targets
    give(report=data_of(result, told))
    if output is not None:
        page = page_of(result, told, with_mistakes=with_mistakes)
        write_report(output, page, private=with_mistakes, quiet=quiet)
    if json_file is not None:
        write_report(json_file, as_text(data_of(result, told)), quiet=quiet)
