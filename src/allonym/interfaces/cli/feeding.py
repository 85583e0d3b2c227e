"""`allonym feedback learn|show|restore`: what reviewers corrected becomes rules for the next run."""

from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from allonym.core.errors import UsageError
from allonym.interfaces.cli import options
from allonym.interfaces.cli.answering import Commands, give, give_one
from allonym.interfaces.cli.console import counted
from allonym.interfaces.cli.exchanging import Reviewed, Texts, sources_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from allonym.reviewing.feedback import Learned, Lesson, Pair
    from allonym.reviewing.measuring import Measured
    from allonym.reviewing.works import Work
    from allonym.running.sources import Source

app = Commands(help="Learn from corrections: rules that allow, deny and join names.", no_args_is_help=True)
Rules = Annotated[Path, typer.Option("--rules", help="The folder that the rules are kept in.", file_okay=False)]
RulesFolder = Annotated[Path, typer.Argument(help="The folder that the rules are kept in.", file_okay=False)]
Before = Annotated[
    Path | None, typer.Option(help="For a plan: the plan before it was corrected. Default: it is made now.")
]
Accept = Annotated[bool, typer.Option("--accept", help="Make the rules the newest version; otherwise only show them.")]
Number = Annotated[int, typer.Option("--version", min=0, help="The version to go back to; 0 has no rules.")]


@app.command("learn")
def learn(
    input: Texts,  # noqa: A002 - the argument's name
    work: Reviewed,
    rules: Rules,
    before: Before = None,
    accept: Accept = False,
    text_column: options.TextColumn = None,
    column: options.LabelledColumn = None,
    id_column: options.IdColumn = None,
    author_column: options.AuthorColumn = None,
    format: options.FormatName = None,  # noqa: A002 - the option's name
    encoding: options.Encoding = "",
    no_header: options.NoHeader = False,
    fast: options.Fast = False,
) -> None:
    """Show which rules follow from corrections, and what they would change; with --accept, keep them."""
    from allonym.reviewing import lessons
    from allonym.reviewing.feedback import lessons_of, merged
    from allonym.reviewing.measuring import measured
    from allonym.reviewing.works import read_work

    layout = options.make_layout(text_column, id_column, author_column, encoding, no_header, column)
    sources = sources_of(input, format, layout)
    done = read_work(work, sources)
    pairs = _pairs(done, before, sources, fast=fast)
    versions = lessons.read_versions(rules)
    old = versions[-1].lessons if versions else ()
    learned = lessons_of(pairs)
    new = merged(old, learned.lessons)
    give(learned=len(set(new) - set(old)), dropped=len(set(old) - set(new)), left_out=dict(learned.left_out))
    _show_changes(old, new)
    _show_left_out(learned)
    if set(new) == set(old):
        typer.echo("nothing new to learn")
        return
    settings, sheets = done.settings.with_model(fast=fast), [after for _, after in pairs]
    was, would = (measured(settings, each, sheets) for each in (old, new))
    give(before=[was.precision, was.recall], after=[would.precision, would.recall], documents=len(sheets))
    _show_measured(was, would, len(sheets))
    if not accept:
        typer.echo("nothing is kept; --accept makes these rules the newest version")
        return
    noted = {"at": datetime.now(UTC).isoformat(timespec="seconds"), "by": done.name}
    figures = {"before": [was.precision, was.recall], "after": [would.precision, would.recall]}
    made = lessons.accept(rules, new, {**noted, "documents": len(sheets), **figures})
    give(version=made.number)
    typer.echo(f"version {made.number} of {rules}; use it with {' '.join(_options(rules))}")


@app.command("show")
def show(rules: RulesFolder) -> None:
    """List the versions of rules: when, by whom, how many, and what they changed."""
    from allonym.reviewing.lessons import read_versions

    versions = read_versions(rules)
    if not versions:
        raise UsageError(f"there are no rules in {rules}")
    for each in versions:
        give_one("versions", {"number": each.number, "rules": len(each.lessons), **each.noted})
        kinds = Counter(lesson.kind for lesson in each.lessons)
        told = ", ".join(f"{kinds[kind]} {kind}" for kind in sorted(kinds)) or "no rules"
        again = f", version {each.noted['restored']} again" if "restored" in each.noted else ""
        typer.echo(f"{each.number}  {each.noted.get('at', '')}  {each.noted.get('by', '')}  {told}{again}")


@app.command("restore")
def restore(rules: RulesFolder, version: Number) -> None:
    """Make an older version of the rules the newest one again."""
    from allonym.reviewing import lessons

    if not lessons.read_versions(rules):
        raise UsageError(f"there are no rules in {rules}")
    noted = {"at": datetime.now(UTC).isoformat(timespec="seconds"), "by": ""}
    made = lessons.restore(rules, version, noted)
    give(version=made.number)
    typer.echo(f"version {made.number} of {rules} is version {version} again")


def _pairs(done: "Work", before: Path | None, sources: "Sequence[Source]", *, fast: bool) -> "list[Pair]":
    from allonym.pseudonymizer import Pseudonymizer
    from allonym.reviewing.values import sheet_of
    from allonym.reviewing.works import read_work

    first = done.first
    if before is not None:
        first = read_work(before, sources).sheets
    elif not first:
        tool = Pseudonymizer(done.settings.with_user("document", {}, ()).with_model(fast=fast))
        documents = [each.document for each in done.sheets.values()]
        made = zip(done.sheets, documents, tool.plan_many(documents), strict=True)
        first = {key: sheet_of(document, plan) for key, document, plan in made}
    pairs = [(first[key], sheet) for key, sheet in done.sheets.items() if key in first]
    if not pairs:
        raise UsageError("there is no document that was reviewed")
    return pairs


def _show_changes(old: "Iterable[Lesson]", new: "Iterable[Lesson]") -> None:
    for sign, lessons in (("-", set(old) - set(new)), ("+", set(new) - set(old))):
        for each in sorted(lessons):
            whose = f" = {each.entity}" if each.entity else ""
            typer.echo(f"{sign} {each.kind:7}{each.label:26}{each.form}{whose}")


def _show_left_out(learned: "Learned") -> None:
    for reason, count in sorted(learned.left_out.items()):
        typer.echo(f"  left out: {counted(count, 'correction')}, {reason}")


def _show_measured(was: "Measured", would: "Measured", documents: int) -> None:
    typer.echo(f"on {counted(documents, 'reviewed text')}, {counted(was.words, 'word')} to be found:")
    for name in ("precision", "recall"):
        typer.echo(f"  {name:10}{_percent(getattr(was, name))} -> {_percent(getattr(would, name))}")


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.1f} %"


def _options(rules: Path) -> "list[str]":
    from allonym.reviewing.lessons import ALIAS_FILE, ALLOW_FILE, DENY_FILE

    lists = (("--allow", ALLOW_FILE), ("--terms", DENY_FILE), ("--links", ALIAS_FILE))
    return [f"{option} {rules / name}" for option, name in lists if (rules / name).exists()]
