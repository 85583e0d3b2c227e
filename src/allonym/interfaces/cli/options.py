"""The options that several commands share, and what becomes of them."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from allonym.core.errors import UsageError
from allonym.core.labels import LABELS, require
from allonym.core.pieces import Layout
from allonym.interfaces.cli.completing import formats, languages, one_of, profiles, scopes
from allonym.interfaces.cli.console import counted, note
from allonym.interfaces.cli.secrets import unreadable

if TYPE_CHECKING:
    from allonym.interfaces.cli.targets import Read

Inputs = Annotated[
    list[str], typer.Argument(help="Files, folders or patterns; - reads standard input.", show_default=False)
]
Output = Annotated[str, typer.Option("-o", "--output", help="File or folder to write; - writes to standard output.")]
Profile = Annotated[
    str, typer.Option("--profile", "-p", help="A profile's name, or a .toml file.", autocompletion=one_of(profiles))
]
VaultAddress = Annotated[
    str | None,
    typer.Option("--vault", help="The vault that remembers, a file or postgresql://…; without one nothing comes back."),
]
PassphraseFile = Annotated[
    Path | None,
    typer.Option(help="Read the passphrase from this file. Otherwise: $ALLONYM_PASSPHRASE, or a prompt."),
]
Scope = Annotated[
    str | None, typer.Option(help="document, author or corpus: who shares pseudonyms.", autocompletion=one_of(scopes))
]
Language = Annotated[
    str, typer.Option(help="auto, or one of en fr de es it pt sv ar.", autocompletion=one_of(languages))
]
TextColumn = Annotated[
    list[str] | None,
    typer.Option("--text-column", help="Column or path that holds text; repeat for more. Default: all."),
]
LabelledColumn = Annotated[
    list[str] | None,
    typer.Option("--column", help="Column or path whose cells are one thing each: name=PERSON; repeat for more."),
]
IdColumn = Annotated[str | None, typer.Option(help="Column that names each row. Default: id, if there is one.")]
AuthorColumn = Annotated[str | None, typer.Option(help="Column that says who wrote a row (scope author).")]
FormatName = Annotated[
    str | None,
    typer.Option(
        "--format",
        help="A format by its name, such as csv or docx. Default: by the ending.",
        autocompletion=one_of(formats),
    ),
]
Encoding = Annotated[str, typer.Option(help="Encoding of the input. Default: as its BOM says, else UTF-8.")]
NoHeader = Annotated[
    bool, typer.Option("--no-header", help="The first row of a CSV is data; columns are called 1, 2, …")
]
Terms = Annotated[
    Path | None, typer.Option(help="File of words to replace: one a line, optionally TAB and a label (default PERSON).")
]
Links = Annotated[
    Path | None, typer.Option(help="Table of who is who over documents, as `allonym link` writes it.", dir_okay=False)
]
Allow = Annotated[Path | None, typer.Option(help="File of words that identify nobody: one a line.")]
Fast = Annotated[
    bool, typer.Option("--fast", help="Leave the model out: patterns and lists only, many times faster, finds less.")
]
Sensitivity = Annotated[
    float | None,
    typer.Option(min=0, max=1, help="0: few wrong names. 1: few missed names. Default: 0.5.", show_default=False),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing unless something is wrong.")]


_QUOTES = frozenset("\"'“”„«»")


def own_profile(profile: str | None) -> list[str]:
    """Return the file of a profile that does not come with allonym."""
    return [profile] if profile is not None and profile.endswith(".toml") else []


def also_read(
    profile: str | None = None,
    *,
    terms: Path | None = None,
    allow: Path | None = None,
    links: Path | None = None,
    passphrase_file: Path | None = None,
    plan: Path | None = None,
) -> "Read":
    """Return the files that a command reads besides its inputs, by what they are: none of them is written over."""
    return {
        "the profile": [each for name in (profile or "").split(",") for each in own_profile(name)],
        "the list of --terms": [terms],
        "the list of --allow": [allow],
        "the table of --links": [links],
        "a key": [passphrase_file],
        "the plan": [plan],
    }


def make_layout(
    text_columns: list[str] | None,
    id_column: str | None,
    author_column: str | None,
    encoding: str,
    no_header: bool,
    labelled: list[str] | None = None,
) -> Layout:
    """Return how the user wants files to be read."""
    return Layout(
        encoding=encoding,
        header=not no_header,
        text_columns=tuple(text_columns or ()),
        id_column=id_column,
        author_column=author_column,
        labels=tuple(_labelled(each) for each in labelled or ()),
    )


def _labelled(asked: str) -> tuple[str, str]:
    column, _, label = asked.rpartition("=")
    if not column or not label:
        raise UsageError(f"--column {asked}: a column and its label belong together, such as name=PERSON")
    return column, require(label)


def read_terms(path: Path | None) -> dict[str, list[str]]:
    """Read a file of terms: one a line, optionally a tab and a label."""
    terms: dict[str, list[str]] = {}
    for number, line in _numbered(path):
        term, _, label = line.partition("\t")
        named = label.strip() or "PERSON"
        if named not in LABELS:
            # What stands there may be half a name, so it is not shown.
            raise UsageError(f"{path} line {number}: what follows the tab is no label; write one such as EMAIL there")
        terms.setdefault(named, []).append(term.strip())
    return terms


def read_lines(path: Path | None) -> list[str]:
    """Read the lines of a word list; blank lines and comments are skipped. "#word" is a word, "# word" a comment."""
    return [line for _, line in _numbered(path)]


def _numbered(path: Path | None) -> list[tuple[int, str]]:
    if path is None:
        return []
    try:
        lines = path.read_text("utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot read the word list {path}: {unreadable(error)}") from None
    stripped = ((number, line.strip()) for number, line in enumerate(lines, 1))
    words = [(number, line) for number, line in stripped if line and line != "#" and not line.startswith("# ")]
    if not words:
        raise UsageError(f"the word list {path} is empty; write one word a line into it, or leave the option out")
    if quoted := [number for number, line in words if line[0] in _QUOTES or line[-1] in _QUOTES]:
        told = f"{path} line {quoted[0]}: a quotation mark counts as part of the word; a list has bare words"
        note(told + (f" ({counted(len(quoted), 'line')} like this)" if len(quoted) > 1 else ""))
    return words


def language_of(asked: str) -> str | None:
    """Return the language asked for; None leaves it to each document."""
    return None if asked == "auto" else asked
