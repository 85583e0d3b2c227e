"""The options of `allonym pseudonymize` that say how a run is done, not what comes out."""

from pathlib import Path
from typing import Annotated

import typer

_MOST_SECONDS = 1e6


def _seconds(given: float | None) -> float | None:
    """Return seconds that a clock can count; `nan` is in no range, and in none out of it."""
    if given is not None and not given <= _MOST_SECONDS:
        raise typer.BadParameter(f"give a number of seconds, at most {_MOST_SECONDS:,.0f}")
    return given


MaybeOutput = Annotated[
    str | None,
    typer.Option("-o", "--output", help="File or folder to write; - writes to standard output.", show_default=False),
]
Workers = Annotated[
    int | None,
    typer.Option(min=0, max=256, help="Processes that look for things; 0: none. Default: one per core, if worth it."),
]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with a run that was stopped, where it was stopped.")]
RunPlace = Annotated[Path | None, typer.Option("--run", help="Folder that remembers the run. Default: OUTPUT.run")]
KeepRun = Annotated[bool, typer.Option("--keep-run", help="Keep the manifest and journal of a complete run.")]
Limit = Annotated[int | None, typer.Option(min=1, help="Only the first so many texts.", show_default=False)]
Sample = Annotated[int | None, typer.Option(min=1, help="Only so many texts, drawn by --seed.", show_default=False)]
Seed = Annotated[int, typer.Option(help="Another seed draws another sample.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Only say what would be replaced; write nothing.")]
QuarantinePlace = Annotated[
    Path | None, typer.Option("--quarantine", help="Folder for what fails: originals, readable only by you.")
]
Timeout = Annotated[
    float | None,
    typer.Option(
        min=0.001, help="Seconds that one text may take to look through.", show_default=False, callback=_seconds
    ),
]
