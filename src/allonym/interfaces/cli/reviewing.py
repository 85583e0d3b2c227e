"""`allonym review`: plans are looked over and corrected in a browser on this machine."""

import webbrowser
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from allonym.core.errors import MissingExtra, UsageError
from allonym.interfaces.cli import options
from allonym.interfaces.cli.answering import answer_now
from allonym.interfaces.cli.console import counted, until_stopped
from allonym.interfaces.cli.opening import open_or_create
from allonym.interfaces.cli.sense import require_readable, require_worth_a_vault

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.routing import BaseRoute

    from allonym.reviewing.project import Project

Reviewed = Annotated[
    list[str], typer.Argument(help="Files or folders to review; or a plan and the file that it was made for.")
]
Annotator = Annotated[str, typer.Option("--as", help="Who reviews; each person has a journal of their own.")]
Place = Annotated[
    Path | None, typer.Option("--to", help="Folder of the review. Default: INPUT.review", show_default=False)
]
Finished = Annotated[
    Path | None,
    typer.Option("--output", "-o", help="Folder for what is finished. Default: `output` in the review's folder."),
]
Port = Annotated[int, typer.Option(min=0, max=65535, help="The port to listen on; 0 takes any that is free.")]
NoBrowser = Annotated[bool, typer.Option("--no-browser", help="Only print the link; open it yourself.")]

PAGES = (("/review", "Review"),)
"""The pages that a review has."""


def review(
    inputs: Reviewed,
    profile: Annotated[
        str | None, typer.Option("--profile", "-p", help="Default: the plan's own profile, else `default`.")
    ] = None,
    annotator: Annotator = "reviewer",
    to: Place = None,
    output: Finished = None,
    vault: options.VaultAddress = None,
    passphrase_file: options.PassphraseFile = None,
    scope: options.Scope = None,
    language: options.Language = "auto",
    text_column: options.TextColumn = None,
    column: options.LabelledColumn = None,
    id_column: options.IdColumn = None,
    author_column: options.AuthorColumn = None,
    format: options.FormatName = None,  # noqa: A002 - the option's name
    encoding: options.Encoding = "",
    no_header: options.NoHeader = False,
    terms: options.Terms = None,
    allow: options.Allow = None,
    links: options.Links = None,
    fast: options.Fast = False,
    sensitivity: options.Sensitivity = None,
    port: Port = 0,
    no_browser: NoBrowser = False,
    quiet: options.Quiet = False,
) -> None:
    """Look over and correct what is found, in a browser on this machine. All you do is kept at once; Ctrl-C ends it."""
    from allonym.reviewing.opening import Asked, find_sources, folder_for, open_project
    from allonym.running.plans import settings_for
    from allonym.settings import load_settings

    require_pages()
    layout = options.make_layout(text_column, id_column, author_column, encoding, no_header, column)
    sources, plan = find_sources(inputs, format, layout)
    if any(source.is_stdin() for source in sources):
        raise UsageError("a review needs files: it reads them again when it is finished")
    settings = load_settings(profile or "default") if plan is None else settings_for(plan, profile)
    settings = settings.with_user(scope, options.read_terms(terms), options.read_lines(allow)).with_links(links)
    settings = settings.with_model(fast=fast, sensitivity=sensitivity)
    if settings.scope != "document" and vault is None:
        raise UsageError(f"the scope {settings.scope!r} needs --vault, to remember who is who")
    require_worth_a_vault(vault, [settings], options.language_of(language), sources)
    require_readable(vault, settings, options.language_of(language), sources, plan)
    folder = to or folder_for([str(source.path) for source in sources] if len(sources) == 1 else inputs)
    with ExitStack() as stack:
        opened = None if vault is None else stack.enter_context(open_or_create(vault, passphrase_file, quiet=quiet))
        asked = Asked(sources, settings, folder, annotator, options.language_of(language), opened, plan)
        project = open_project(asked)
        stack.callback(project.close)
        serve_review(project, output or folder / "output", port, browser=not no_browser, quiet=quiet)


def serve_review(project: "Project", output: Path, port: int, *, browser: bool, quiet: bool) -> None:
    """Serve the pages of a review until somebody ends it."""
    from allonym.interfaces.pages.review_api import ReviewRoutes
    from allonym.reviewing.planning import Planning

    planning = Planning(project)
    planning.start()
    try:
        if not quiet:
            typer.echo(f"{counted(len(project.entries), 'document')}; kept in {project.journal.path.parent}", err=True)
        serve_pages(ReviewRoutes(project, planning, PAGES, output).routes(), "/review", port, browser=browser)
    finally:
        planning.end()


def require_pages() -> None:
    """Raise MissingExtra unless pages can be served."""
    try:
        import starlette
        import uvicorn
    except ImportError:
        raise MissingExtra("the pages need the extra `serve`: pip install 'allonym[serve]'") from None
    del starlette, uvicorn


def serve_pages(routes: "Sequence[BaseRoute]", home: str, port: int, *, browser: bool) -> None:
    """Serve pages on this machine under a link that is good once, until somebody ends it."""
    from allonym.interfaces.pages.app import make_app, new_sessions
    from allonym.interfaces.rest.limits import Limits
    from allonym.interfaces.rest.serving import LOOPBACK, Address, listening, prepared

    address, sessions = Address("127.0.0.1", port), new_sessions()
    with listening(address) as on:
        app = make_app(routes, sessions, LOOPBACK, _log, home=home)
        link = f"http://127.0.0.1:{on.getsockname()[1]}/enter?key={sessions.link()}"
        typer.echo(f"open this link, once, in one browser: {link}", err=True)
        with until_stopped():
            answer_now(home.strip("/") or "start", {"link": link})
            if browser:
                webbrowser.open(link)
            prepared(app, address, Limits()).run(sockets=[on])


def _log(line: str) -> None:
    typer.echo(line, err=True)
