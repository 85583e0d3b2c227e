"""Which input goes to which output, and how all of them are taken through."""

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import typer

from allonym.core.errors import AllonymError, InputError, SafetyError, UsageError
from allonym.core.pieces import Layout
from allonym.formats.choosing import choose, is_known
from allonym.interfaces.cli.answering import give, give_one
from allonym.interfaces.cli.console import progress, show_problems, unforeseen
from allonym.interfaces.cli.failing import failure_of, lines_of
from allonym.running.places import make_folder, make_private, same_places
from allonym.running.reports import Report
from allonym.running.sources import Source, Watch, find_inputs, stdin_source

Job = tuple[Source, Path | None]
"""An input and where its output goes; None is standard output."""


def plan_jobs(
    inputs: list[str], output: str, format_name: str | None, asked: Layout, *, quiet: bool = False
) -> list[Job]:
    """Pair inputs with outputs: one file to one file, several into a folder that keeps their places."""
    if output == "-" and sys.__stdout__ is None:
        raise UsageError("standard output is closed; name a file with -o")
    if inputs == ["-"]:
        return [(stdin_source(format_name, asked), None if output == "-" else Path(output))]
    if "-" in inputs:
        raise UsageError("standard input goes alone; it cannot be mixed with files")
    sources, skipped = find_inputs(inputs, format_name, asked)
    sources = _without_outputs(sources, inputs, Path(output))
    if skipped and not quiet:
        typer.echo(f"skipped {skipped} file{'s'[: skipped > 1]} with an ending that no format knows", err=True)
    several = len(sources) > 1 or any(Path(each).is_dir() for each in inputs)
    if output == "-":
        return [(source, None) for source in sources]
    _require_files(sources)
    target = Path(output)
    if not several and not target.is_dir():
        return [(sources[0], target)]
    if (target.exists() and not target.is_dir()) or (not target.exists() and is_known(target.name)):
        raise UsageError(f"{target} names a file; several inputs need a folder to go to")
    jobs: list[Job] = [(replace(source, nested=True), target / source.name) for source in sources]
    _require_different(jobs)
    return jobs


def _require_files(sources: list[Source]) -> None:
    """Refuse pipes: what goes to a file is read once more to prove it."""
    for source in sources:
        source.require_file()


def _without_outputs(sources: list[Source], inputs: list[str], output: Path) -> list[Source]:
    """Leave out what an earlier run has written into a folder inside one that is read, so that it can be run again."""
    if not output.is_dir() or not any(_is_below(output, Path(each)) for each in inputs if Path(each).is_dir()):
        return sources
    named = {Path(each).resolve() for each in inputs}
    made = (output, Path(f"{output}.run"))
    left = [
        each
        for each in sources
        if each.path.resolve() in named or not any(_is_below(each.path, folder) for folder in made)
    ]
    if not left:
        raise UsageError(
            f"there is nothing to read but what lies in {output}, which is written to; name another with -o"
        )
    return left


def _is_below(path: Path, folder: Path) -> bool:
    return folder.resolve() in path.resolve().parents


Take = Callable[[Source, Path | None, Watch], Report]
"""Does one job."""


def take_through(jobs: list[Job], take: Take, *, quiet: bool, private: bool = False) -> tuple[list[Report], int]:
    """Do every job and return reports and an exit code; of several, one that fails is named and the others go on.

    With `private`, nobody else can look into folders that are made. Only outputs that are in their place are answered.
    """
    give(outputs=[])
    reports: list[Report] = []
    code = 0
    total = sum(source.path.stat().st_size for source, _ in jobs if source.path.is_file())
    with progress(total or None, "reading", quiet=quiet) as watch:
        for source, target in jobs:
            try:
                if target is not None and source.nested:
                    _make(target.parent, private=private)
                reports.append(_taken(take, source, target, watch))
                watch.fail(reports[-1].failed)
            except (InputError, UsageError, SafetyError) as error:
                if len(jobs) == 1 and not isinstance(error, InputError):
                    raise
                _name_failure(source.name, error, watch.say)
                code = max(code, 3 if isinstance(error, SafetyError) else 1)
                watch.fail()
            except (AllonymError, OSError):
                # A vault that fails, or a disk that is full, would fail the next file, too.
                raise
            except Exception as error:
                if len(jobs) == 1:
                    raise
                watch.say(f"{source.name}: {unforeseen(error)}")
                give_one("failed", {"file": source.name, "kind": "InternalError", "message": unforeseen(error)})
                code = 3
                watch.fail()
    show_problems(reports)
    return reports, max(code, *(min(1, report.failed) for report in reports), 0)


def _taken(take: Take, source: Source, target: Path | None, watch: Watch) -> Report:
    """Do one job; its output is answered when it is in its place."""
    report = take(source, target, watch)
    if target is not None:
        give_one("outputs", str(target))
    return report


def _name_failure(file: str, error: AllonymError, say: Callable[[str], None]) -> None:
    """Say what is wrong with one file of several, and what to do."""
    named = str(error) if str(error).startswith(file) else f"{file}: {error}"
    failure = replace(failure_of(error), message=named)
    for line in lines_of(failure):
        say(line)
    give_one("failed", {"file": file, **failure.as_data()})


def require_same_format(jobs: list[Job]) -> None:
    """Refuse an output whose ending promises another format than its input has."""
    for source, target in jobs:
        if target is None or source.is_stdin() or not is_known(target.name):
            continue
        same_ending = target.suffix.casefold() == source.path.suffix.casefold()
        if same_ending or choose(target.name).name == source.format.name:
            continue
        raise UsageError(
            f"the output keeps the format of its input, {source.format.name}; {target.name} says another: "
            f"end its name with {_ending(source)}"
        )


def _ending(source: Source) -> str:
    """Return the ending of an input, with both parts where it is packed."""
    ending = f".{source.format.name}"
    return ending if source.path.name.casefold().endswith(ending) else source.path.suffix


def _make(folder: Path, *, private: bool) -> None:
    if private:
        make_private(folder)
    else:
        make_folder(folder)


def _require_different(jobs: list[Job]) -> None:
    if same_places(target for _, target in jobs if target is not None):
        raise UsageError("two inputs have the same name and would overwrite each other; give their folder instead")
