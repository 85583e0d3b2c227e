"""`allonym residual` and `allonym risk`: evidence of what is left."""

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from allonym.core.errors import UsageError
from allonym.core.pieces import Layout
from allonym.interfaces.cli import options
from allonym.interfaces.cli.answering import file_of, give
from allonym.interfaces.cli.certifying import NeededVault, Outputs, sources_of
from allonym.interfaces.cli.console import counted, note
from allonym.interfaces.cli.opening import open_existing
from allonym.interfaces.cli.sense import hinting
from allonym.interfaces.cli.targets import Read, require_free
from allonym.interfaces.cli.writing import as_text, write_report

if TYPE_CHECKING:
    from collections.abc import Iterator

    from allonym.evidence import Residue, Risk

SHOWN, SHOWN_COMBINATIONS = 20, 5
Page = Annotated[Path | None, typer.Option("-o", "--output", help="Also write a page to read and to print.")]
AsData = Annotated[
    Path | None, typer.Option("--json", help="Also write the report as JSON; - is standard output. Rounds go on in it.")
]
Round = Annotated[
    int | None, typer.Option(min=1, help="Number of this round. Default: the one after the last in --json.")
]
Deny = Annotated[Path | None, typer.Option(help="Add what was found to this list, for `pseudonymize --terms`.")]
AgainInputs = Annotated[
    list[str] | None,
    typer.Option(
        "--again", help="The input of each output: run it again with the list of --deny until nothing is left."
    ),
]
Show = Annotated[bool, typer.Option("--show", help="Show the words, too: on the terminal and in the reports.")]
Strict = Annotated[bool, typer.Option("--strict", help="Leave with 1 for hints, too.")]
OfProfile = Annotated[
    str | None, typer.Option("--profile", "-p", help="The profile that was used. Default: as the vault noted it.")
]
Known = Annotated[
    list[str] | None, typer.Option("--columns", help="Columns of what is known of authors: zip,birth,sex.")
]
Original = Annotated[str | None, typer.Option(help="The data before, same rows: is style known before and after?")]
People = Annotated[Path | None, typer.Option(help="CSV of people with facts: how many fit just one author?")]
Names = Annotated[Path | None, typer.Option(help="Names and how often each is heard: are pseudonyms known by rank?")]
OfVault = Annotated[str | None, typer.Option("--vault", help="Knows which words are stand-ins, and who they are.")]


def residual(
    outputs: Outputs,
    vault: NeededVault,
    output: Page = None,
    json: AsData = None,
    round: Round = None,  # noqa: A002 - the option's name
    deny: Deny = None,
    again: AgainInputs = None,
    profile: OfProfile = None,
    show: Show = False,
    strict: Strict = False,
    fast: options.Fast = False,
    passphrase_file: options.PassphraseFile = None,
    quiet: options.Quiet = False,
) -> None:
    """Look for what was left: every known original in every spelling, and a second opinion. Leaves with 1 if any is."""
    from allonym.evidence import rounds
    from allonym.evidence.repeating import Again, searches
    from allonym.running.sources import find_inputs

    json = file_of(json)
    _require_list(deny, again)
    read: Read = {
        "an output that is searched": outputs,
        "an input": again or (),
        "a key": [passphrase_file],
        "the profile": options.own_profile(profile),
    }
    require_free({"-o": output, "--json": json, "--deny": deny}, read, vault)
    inputs = find_inputs(again, None, Layout())[0] if again else ()
    told = rounds.history(json)
    turn = round or max((each.number for each in told), default=0) + 1
    new = 0
    with open_existing(vault, passphrase_file) as opened:
        plan = Again(inputs, deny, options.read_terms, profile, fast)
        found = searches(opened, sources_of(outputs), plan, rounds.countable(told, turn))
        for number, (residue, more) in enumerate(found, turn):
            told, new = rounds.with_round(told, residue, number), new + more
    onward = _onward(residue, vault, profile, deny, json) if residue.findings else []
    give(report=rounds.as_data(residue, told, show=False), next=onward)
    if json is not None:
        # It was read, and goes on with one more round: nothing is lost.
        write_report(json, as_text(rounds.as_data(residue, told, show=show)), private=True, quiet=True)
    if output is not None:
        from allonym.evidence.residual_page import residual_page

        write_report(output, residual_page(residue, told, onward, show=show), private=True, quiet=quiet)
    if deny is not None:
        typer.echo(f"{deny}: {counted(new, 'new term')}; it holds words of people", err=True)
    unknown = f"the rounds before {turn} are not known (--json), so certificates count from 1"
    _note([*residue.notes, *([unknown] if rounds.countable(told, turn) != turn else [])])
    _tell(residue, " -> ".join(f"{each.findings:,}" for each in told), onward, show=show, quiet=quiet)
    if residue.findings or (strict and residue.hints):
        raise typer.Exit(1)


def _require_list(deny: Path | None, again: list[str] | None) -> None:
    if again and deny is None:
        raise UsageError("--again runs the inputs with the list of --deny: name it, too")
    if deny is not None and deny.is_dir():
        raise UsageError(f"--deny {deny} is a folder; name a file, which is made if it is not there")


def risk(
    inputs: options.Inputs,
    author_column: options.AuthorColumn = None,
    text_column: options.TextColumn = None,
    columns: Known = None,
    original: Original = None,
    people: People = None,
    names: Names = None,
    vault: OfVault = None,
    output: Page = None,
    json: AsData = None,
    profile: options.Profile = "default",
    show: Show = False,
    fast: options.Fast = False,
    format: options.FormatName = None,  # noqa: A002 - the option's name
    encoding: options.Encoding = "",
    no_header: options.NoHeader = False,
    passphrase_file: options.PassphraseFile = None,
) -> None:
    """Measure what could still point to people: who is alone, searchable, known by style, frequency or facts."""
    from allonym.evidence import Asked
    from allonym.evidence import risk as measure
    from allonym.evidence.guessing import read_names, read_people
    from allonym.evidence.risk import as_data
    from allonym.evidence.rows import Columns
    from allonym.pseudonymizer import Pseudonymizer
    from allonym.running.sources import find_inputs
    from allonym.settings import load_settings

    json = file_of(json)
    lists: Read = {
        "the people": [people],
        "the names": [names],
        "a key": [passphrase_file],
        "the profile": options.own_profile(profile),
    }
    require_free({"-o": output, "--json": json}, {"an input": inputs, "the original": [original], **lists}, vault)
    if original is not None and author_column is None:
        raise UsageError("--original asks if authors are known by their style; say with --author-column who wrote what")
    layout = options.make_layout(None, None, None, encoding, no_header)
    known = tuple(name.strip() for each in columns or () for name in each.split(",") if name.strip())
    settings = load_settings(profile).with_user("document", {}, ()).with_model(fast=fast)
    with ExitStack() as stack, hinting(settings):
        asked = Asked(
            Columns(author_column, tuple(text_column or ()), known),
            () if original is None else find_inputs([original], format, layout)[0],
            () if people is None else read_people(people),
            {} if names is None else read_names(names),
            None if vault is None else stack.enter_context(open_existing(vault, passphrase_file)),
        )
        found = measure(find_inputs(inputs, format, layout)[0], Pseudonymizer(settings), asked)
    give(report=as_data(found, show=False))
    if json is not None:
        write_report(json, as_text(as_data(found, show=show)), private=True)
    if output is not None:
        from allonym.evidence.risk_page import risk_page

        write_report(output, risk_page(found, show=show), private=True)
    for line in told(found):
        typer.echo(line)


def told(found: "Risk") -> "Iterator[str]":
    """Return a measured risk in a few lines, without words of anybody."""
    yield f"{counted(found.authors, 'author')}, {counted(found.texts, 'text')}"
    for each in found.combinations[:SHOWN_COMBINATIONS]:
        share = f"{100 * each.unique_share:.1f} % of {counted(each.authors, 'author')} are alone"
        yield f"{' + '.join(each.attributes)}: {share}, least k {each.least}, median k {each.median}"
    if found.sweeney is not None:
        yield f"postcode, date of birth and sex: {100 * found.sweeney.unique_share:.1f} % are alone"
    it = found.search
    yield f"searchable: {100 * it.share:.1f} % of the texts have {it.run} words in a row that stand once"
    for name, style in found.styles.items():
        share = f"{100 * style.share:.1f} % of {style.authors:,} authors (chance {100 * style.chance:.1f} %)"
        yield f"known by style, {name}: {share if style.authors > 1 else 'too few authors with enough text'}"
    if found.frequency is not None:
        right = "" if found.frequency.right is None else f", {found.frequency.right:,} right"
        yield f"known by frequency: {found.frequency.matched:,} of {found.frequency.pseudonyms:,} matched{right}"
    if found.guessing is not None:
        people = counted(found.guessing.people, "person", "people")
        yield f"known by facts: {found.guessing.one:,} of {people} fit just one author"


def _tell(residue: "Residue", course: str, onward: list[str], *, show: bool, quiet: bool) -> None:
    from allonym.evidence.rounds import place_of

    if show and not sys.stdout.isatty():
        note("words are shown on a terminal only; the reports hold them")
    for each in residue.found[:SHOWN] if not quiet else ():
        line = f"{each.severity}: {place_of(each)}, {each.span.start}-{each.span.end}: {each.label}, {each.source}"
        line += f", {each.variant}" if each.variant else ""
        typer.echo(line)
        if show and sys.stdout.isatty():
            typer.echo(f"    …{_visible(each.before)}»{_visible(each.words)}«{_visible(each.after)}…")
    if len(residue.found) > SHOWN and not quiet:
        typer.echo(f"… and {len(residue.found) - SHOWN:,} more")
    found, hints = counted(len(residue.findings), "finding"), counted(len(residue.hints), "hint")
    searched = f"{counted(residue.texts, 'text')} searched for {counted(residue.originals, 'original')}"
    if not quiet or residue.findings:
        typer.echo(f"{searched}: {found}, {hints}; rounds: {course}; profile {', '.join(residue.profiles)}")
    if residue.changed and not quiet:
        note(f"{counted(residue.changed, 'text')} not as the vault knows them, edited since or new")
    for line in onward if not quiet else ():
        typer.echo(f"next: {line}")


def _note(notes: list[str]) -> None:
    for each in notes:
        note(_visible(each))


def _onward(residue: "Residue", vault: str, profile: str | None, deny: Path | None, report: Path | None) -> list[str]:
    """Return the commands of the next round; inputs are not known here, nor all options of the run before."""
    if deny is None:
        return ["run this again with --deny FILE, which makes a list of what was found"]
    from shlex import quote

    again = f" --json {quote(str(report))}" if report is not None else ""
    named = f" -p {quote(profile)}" if profile is not None else ""
    used = named or (f" -p {quote(residue.profiles[0])}" if len(residue.profiles) == 1 else " -p PROFILE")
    columns = "".join(f" --text-column {quote(each)}" for each in residue.columns)
    return [
        f"allonym pseudonymize INPUTS… -o OUTPUT --vault {quote(vault)}{used}{columns} --terms {quote(str(deny))}",
        f"allonym residual OUTPUT --vault {quote(vault)}{named} --deny {quote(str(deny))}{again}",
    ]


def _visible(words: str) -> str:
    """Return words that do nothing to a terminal but stand on it."""
    return "".join(each if each.isprintable() else " " for each in words)
