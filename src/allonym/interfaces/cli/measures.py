"""The figures of an evaluation on a terminal, 80 columns wide; the same lines go to a file."""

import typer

from allonym.evaluation.counting import ALL
from allonym.evaluation.report import Told
from allonym.evaluation.values import Evaluation, Rate, Score
from allonym.interfaces.cli.console import counted

_NAME = 16
_SCHEMES = ("strict", "exact", "partial", "type", "covered", "characters", "words")
_MEASURES = {
    "direct": "direct entities",
    "quasi": "quasi entities",
    "mentions": "mentions",
    "words": "words",
    "weighted": "weighted words",
}


def show(result: Evaluation, told: Told) -> None:
    """Print the tables: by label, by word, by scheme, as an attacker reads."""
    head = f"{counted(result.texts, 'text')}, {counted(sum(result.labels.values()), 'annotation')}"
    typer.echo(f"{head}; rates in %")
    typer.echo(f"predictions: {told.predictions}; labels: {told.labels}")
    _labels(result)
    _words(result)
    _schemes(result)
    _masking(result)
    if told.seconds is not None:
        each = 1000 * told.seconds / max(1, result.texts)
        typer.echo(f"\n{told.seconds:.1f} s of CPU time, {each:.1f} ms a text")
    if result.left_out:
        many = sum(result.left_out.values())
        typer.echo(f"{counted(many, 'finding')} under labels that the gold does not have: not counted as wrong")


def _labels(result: Evaluation) -> None:
    heads = ("n", "found", "prec", "recall", "F1", "miss", "FDR", "miss, 95 %")
    typer.echo(_line("\nstrict, by label", heads, (6, 6, 6, 6, 6, 6, 6, 13)))
    for name, each in result.schemes["strict"].items():
        counts = f"{each.counts.wanted:.0f}", f"{each.counts.found:.0f}"
        rates = map(_cell, (each.precision, each.recall, each.f1, each.recall.rest(), each.precision.rest()))
        typer.echo(_line(name, (*counts, *rates, _range(each.recall.rest())), (6, 6, 6, 6, 6, 6, 6, 13)))


def _words(result: Evaluation) -> None:
    heads = ("TP", "FN", "FP", "TN", "acc", "prec", "recall", "miss", "FDR")
    widths = (6, 6, 6, 7, 6, 6, 6, 6, 6)
    typer.echo(_line("\nwords, by label", heads, widths))
    for name, each in result.schemes["words"].items():
        counts = each.counts
        negatives = counts.total - counts.wanted - counts.found + counts.good
        numbers = (counts.hit, counts.wanted - counts.hit, counts.found - counts.good, negatives)
        rates = (each.accuracy, each.precision, each.recall, each.recall.rest(), each.precision.rest())
        typer.echo(_line(name, (*(f"{number:.0f}" for number in numbers), *map(_cell, rates)), widths))


def _schemes(result: Evaluation) -> None:
    widths = (6, 12, 6, 12, 6, 12)
    typer.echo(_line("\nall labels", ("prec", "95 %", "recall", "95 %", "F1", "95 %"), widths))
    for name in _SCHEMES:
        if ALL in result.schemes[name]:
            typer.echo(_line(name, _pairs(result.schemes[name][ALL]), widths))


def _masking(result: Evaluation) -> None:
    by_both = result.masking["found"] != result.masking["replaced"]
    for by in ("found", "replaced") if by_both else ("found",):
        typer.echo(_line(f"\nhidden, {by}", ("n", "recall", "95 %", "prec", "95 %"), (8, 8, 14, 8, 14)))
        for name, each in result.masking[by].items():
            cells = (_cell(each.recall), _range(each.recall), _cell(each.precision), _range(each.precision))
            many = f"{each.counts.wanted:.0f}" if each.counts.wanted else "–"
            typer.echo(_line(_MEASURES[name], (many, *cells), (8, 8, 14, 8, 14)))


def _pairs(each: Score) -> tuple[str, ...]:
    return tuple(cell for rate in (each.precision, each.recall, each.f1) for cell in (_cell(rate), _range(rate)))


def _line(name: str, cells: tuple[str, ...], widths: tuple[int, ...]) -> str:
    break_, shown = ("\n", name[1:]) if name.startswith("\n") else ("", name)
    short = shown if len(shown) <= _NAME else f"{shown[: _NAME - 1]}…"
    columns = "".join(f" {cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
    return f"{break_}{short:<{_NAME}}{columns}".rstrip()


def _cell(rate: Rate) -> str:
    return "–" if rate.value is None else f"{100 * rate.value:.1f}"


def _range(rate: Rate) -> str:
    return "" if rate.low is None or rate.high is None else f"{100 * rate.low:.1f}–{100 * rate.high:.1f}"
