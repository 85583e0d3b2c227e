"""`allonym exchange export|import`: annotations for other tools and from them."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from allonym.core.errors import InputError, UsageError
from allonym.core.typed import require_new_words
from allonym.interfaces.cli import options
from allonym.interfaces.cli.answering import Commands, give
from allonym.interfaces.cli.console import counted, note
from allonym.interfaces.cli.targets import Read, already_there, require_free, say_replaced

if TYPE_CHECKING:
    from collections.abc import Sequence

    from allonym.core.pieces import Layout
    from allonym.core.types import Document
    from allonym.reviewing.exchange import Files
    from allonym.reviewing.values import Sheet
    from allonym.running.sources import Source

app = Commands(help="Exchange annotations with SVALA, brat, WebAnno, doccano, Label Studio.", no_args_is_help=True)
Reviewed = Annotated[Path, typer.Argument(help="A plan, or the journal of a review: NAME.review/ANNOTATOR.jsonl.")]
Texts = Annotated[str, typer.Argument(help="The file that the texts stand in.")]
ToFormat = Annotated[str, typer.Option("--to", help="plan, svala, brat, conll, cas, doccano or labelstudio.")]
FromFormat = Annotated[str, typer.Option("--from", help="plan, svala, brat, conll, cas, doccano or labelstudio.")]
Target = Annotated[Path, typer.Option("-o", "--output", help="File or folder to write.")]
Like = Annotated[
    Path | None, typer.Option(help="Graphs of SVALA to write onto: what was not changed stays as it is there.")
]
Annotations = Annotated[Path, typer.Argument(help="The annotations: a file, a folder or a .zip.")]
Before = Annotated[
    Path | None, typer.Option(help="The plan or journal that was exported: what the format cannot say is kept from it.")
]
TextsFile = Annotated[
    Path | None, typer.Option("--texts", help="Without INPUT: write the texts that the annotations bring here, .jsonl.")
]
TagSetName = Annotated[str | None, typer.Option("--tagset", help="The set of the tags, such as conll or swell.")]
Changes = Annotated[
    list[str] | None, typer.Option("--map", help="What a tag means: TAG=LABEL; repeat for more.", metavar="TAG=LABEL")
]
Ignored = Annotated[
    list[str] | None, typer.Option("--ignore", help="A tag to leave out; repeat for more.", metavar="TAG")
]
_SEVERAL = ("svala", "brat", "cas", "labelstudio")
_NOTHING = "{name}: there are no annotations of {format} in it; see that the file and --from are right"


@app.command("export")
def export(
    input: Texts,  # noqa: A002 - the argument's name
    work: Reviewed,
    output: Target,
    to: ToFormat,
    like: Like = None,
    text_column: options.TextColumn = None,
    column: options.LabelledColumn = None,
    id_column: options.IdColumn = None,
    author_column: options.AuthorColumn = None,
    format: options.FormatName = None,  # noqa: A002 - the option's name
    encoding: options.Encoding = "",
    no_header: options.NoHeader = False,
    quiet: options.Quiet = False,
) -> None:
    """Write a plan or a review in the format of another tool. The files hold the texts, originals and all."""
    from allonym.reviewing.exchange import require_format, write_sheets
    from allonym.reviewing.exchange.files import places_of, read_files, write_files
    from allonym.reviewing.opening import is_plan
    from allonym.reviewing.works import read_work

    require_format(to)
    if like is not None and to != "svala":
        raise UsageError("--like is for graphs of SVALA")
    layout = options.make_layout(text_column, id_column, author_column, encoding, no_header, column)
    sources = sources_of(input, format, layout)
    done = read_work(work, sources)
    sheets = list(done.sheets.values())
    onto = None if like is None else read_files(like)
    files = write_sheets(to, sheets, done.settings, onto, planned=is_plan(work))
    places = places_of(files, output, alone=to not in _SEVERAL)
    read = {"an input": [each.path for each in sources], "the plan or journal": [work]}
    require_free({"-o": places}, read)
    there = already_there(places)
    write_files(files, output, alone=to not in _SEVERAL)
    say_replaced(there, quiet=quiet)
    give(output=output)
    _say(sheets, quiet=quiet)
    if not quiet and to != "plan":
        note(f"{output} holds the texts themselves; keep it as you keep them")


@app.command("import")
def import_(
    annotations: Annotations,
    output: Target,
    from_: FromFormat,
    input: Annotated[str | None, typer.Argument(help="The file that the texts stand in.")] = None,  # noqa: A002
    texts: TextsFile = None,
    before: Before = None,
    profile: options.Profile = "default",
    tagset: TagSetName = None,
    map: Changes = None,  # noqa: A002 - the option's name
    ignore: Ignored = None,
    text_column: options.TextColumn = None,
    column: options.LabelledColumn = None,
    id_column: options.IdColumn = None,
    author_column: options.AuthorColumn = None,
    format: options.FormatName = None,  # noqa: A002 - the option's name
    encoding: options.Encoding = "",
    no_header: options.NoHeader = False,
    quiet: options.Quiet = False,
) -> None:
    """Make a plan of annotations that another tool wrote. What they do not say, the profile decides."""
    from allonym.reviewing.exchange import Reading, read_sheets, require_format, ruling_for, write_sheets
    from allonym.reviewing.exchange.files import read_files, write_files
    from allonym.reviewing.values import plan_of
    from allonym.reviewing.works import documents_of, read_work
    from allonym.settings import load_settings

    require_format(from_)
    files = read_files(annotations)
    if (input is None) == (texts is None):
        raise UsageError("name the file that the texts stand in, or say with --texts where to write those of the file")
    read: Read = {
        "the annotations": [annotations] if annotations.is_file() else [],
        "an input": [input],
        "the plan or journal": [before],
    }
    require_free({"-o": output, "--texts": texts}, {**read, "the profile": options.own_profile(profile)})
    there = already_there([output, texts])
    place = input or str(_write_texts(from_, annotations.name, files, texts))
    layout = options.make_layout(text_column, id_column, author_column, encoding, no_header, column)
    sources = sources_of(place, format, layout)
    old = None if before is None else read_work(before, sources)
    settings = load_settings(profile) if old is None else old.settings
    documents = [each for _, each in documents_of(settings, sources)]
    known = {} if old is None else {id_: sheet for (_, id_), sheet in old.sheets.items()}
    changes = [(tag, label) for tag, _, label in (each.rpartition("=") for each in map or ())]
    reading = Reading(ruling_for(settings), tagset, changes, ignore or (), known)
    told = read_sheets(from_, files, documents, reading)
    if not told and documents:
        raise InputError(_NOTHING.format(name=annotations.name, format=from_))
    sheets = _completed(told, documents, known)
    for each in sheets:
        require_new_words(each.document, plan_of(each))
    write_files(write_sheets("plan", sheets, settings), output, alone=True)
    say_replaced(there, quiet=quiet)
    give(output=output)
    _say(sheets, quiet=quiet)


def sources_of(input: str, format_name: str | None, layout: "Layout") -> "list[Source]":  # noqa: A002
    """Return the one file, or the files of the folder, that are meant."""
    from allonym.reviewing.opening import find_sources

    sources, _ = find_sources([input], format_name, layout)
    return sources


def _completed(sheets: "Sequence[Sheet]", documents: "Sequence[Document]", known: "dict[str, Sheet]") -> "list[Sheet]":
    """Return a sheet for each document, as a plan needs them: what was read, else what was there before."""
    found = {**known, **{each.document.id: each for each in sheets}}
    if missing := [each.id for each in documents if each.id not in found]:
        others = f", nor for {counted(len(missing) - 1, 'other')}" if len(missing) > 1 else ""
        raise InputError(
            f"the annotations have nothing for {missing[0]}{others}; a text without marks needs "
            "a place there, too, or --before brings what was there"
        )
    return [found[each.id] for each in documents]


def _write_texts(format_name: str, name: str, files: "Files", target: Path | None) -> Path:
    from allonym.reviewing.exchange import read_texts
    from allonym.running.publishing import publish

    if target is None or target.suffix not in {".jsonl", ".ndjson"}:
        raise UsageError("--texts names a file that ends in .jsonl")
    rows = [{"id": each.id, "text": each.text} for each in read_texts(format_name, files)]
    if not rows:
        raise InputError(_NOTHING.format(name=name, format=format_name))
    with publish(target, private=True) as (_, stream):
        stream.writelines(json.dumps(row, ensure_ascii=False).encode() + b"\n" for row in rows)
    return target


def _say(sheets: "Sequence[Sheet]", *, quiet: bool) -> None:
    give(texts=len(sheets), marks=sum(len(each.marks) for each in sheets))
    if not quiet:
        marks = sum(len(each.marks) for each in sheets)
        typer.echo(f"{counted(len(sheets), 'text')}, {counted(marks, 'mark')}", err=True)
