"""`allonym lists audit|add|remove`."""

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from allonym.interfaces.cli.answering import Commands, give
from allonym.interfaces.cli.console import broken, width_of

app = Commands(help="Lists: the words allonym knows, where they come from, and your own.", no_args_is_help=True)
Form = Annotated[str, typer.Argument(help="A name, word or phrase, as it is written.")]
Own = Annotated[Path | None, typer.Option("--lists", help="Your list; without it, the one in your settings folder.")]


@app.command("audit")
def audit() -> None:
    """Print where every list comes from, and check that the tables are those that were shipped."""
    from allonym.languages.list_sources import read_sources, require_unchanged
    from allonym.languages.lists import TABLES

    told = read_sources(TABLES)
    for source in told.sources:
        typer.echo(f"{source.name} {source.version} ({source.registry})")
        forms = ", ".join(f"{kind} {count}" for kind, count in source.counts.items())
        facts = {"licence": source.licence, "used": source.used, "sha256": source.sha256, "forms": forms}
        for name, words in facts.items():
            if words:
                typer.echo(broken(f"    {name:9}{words}", width_of(sys.stdout), 13))
    typer.echo()
    for kind, counts in told.kinds.items():
        typer.echo(f"{kind:14} {counts['forms']:8} forms")
    typer.echo()
    for table in told.tables:
        typer.echo(f"{table.name:14} {table.size:8} bytes\n    sha256   {table.sha256}")
    require_unchanged(TABLES)
    give(
        sources=[asdict(each) for each in told.sources],
        kinds={kind: dict(counts) for kind, counts in told.kinds.items()},
        tables=[asdict(each) for each in told.tables],
    )
    typer.echo("the tables are those that were shipped")


@app.command("add")
def add(
    form: Form,
    kind: Annotated[str, typer.Option("--kind", help="What it is: first, last, city, company, product …")],
    language: Annotated[list[str] | None, typer.Option("--language", help="Only in this language; repeatable.")] = None,
    lists: Own = None,
) -> None:
    """Add a form to your own list, which counts where a profile has own = "FILE" under detector.lists."""
    _change(lists, added=True, form=form, kind=kind, languages=language or [])


@app.command("remove")
def remove(
    form: Form,
    kind: Annotated[str, typer.Option("--kind", help="Only as this kind; without it, as every kind.")] = "*",
    lists: Own = None,
) -> None:
    """Take a form out, yours or ours, where a profile has own = "FILE" under detector.lists."""
    _change(lists, added=False, form=form, kind=kind, languages=[])


def default_list() -> Path:
    """Return where a user's own list lies unless another is named."""
    return Path(typer.get_app_dir("allonym")) / "lists.tsv"


def _change(lists: Path | None, *, added: bool, form: str, kind: str, languages: list[str]) -> None:
    from allonym.languages.lists import open_lists
    from allonym.languages.own_list import EVERY_KIND, change, read_changes, with_change, write_changes
    from allonym.running.places import make_private
    from allonym.running.publishing import publish

    path = lists or default_list()
    new = change(added, form, kind, languages)
    before = read_changes(path) if path.exists() else ()
    kinds = {each.kind for each in before if each.added and each.key[0] == new.key[0]}
    kinds |= set() if added else {entry.kind for entry in open_lists().find(new.key[0])}
    there = kind in kinds or (kind == EVERY_KIND and bool(kinds))
    changes = with_change(before, new)
    make_private(path.parent)
    with publish(path, private=True) as (draft, _):
        write_changes(draft, changes)
    give(list=path, added=added, kind=kind, languages=languages)
    if added or there:
        typer.echo(f"{'added to' if added else 'removed by'} {path}")
    else:
        typer.echo(f"no list has it{'' if kind == EVERY_KIND else f' as {kind}'}; {path} keeps it out from now on")
    if lists is None:
        # Whoever names a list knows that profiles name it, too.
        typer.echo(f"it counts where a profile says so: [detector.lists] own = {str(path)!r}")
