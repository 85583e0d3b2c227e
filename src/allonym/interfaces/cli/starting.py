"""`allonym start`: the pages for people who do not program, in a browser on this machine."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from allonym.core.errors import UsageError
from allonym.interfaces.cli.reviewing import NoBrowser, Port, require_pages, serve_pages

if TYPE_CHECKING:
    from starlette.routing import BaseRoute

    from allonym.interfaces.pages.desk import Limits

Folder = Annotated[
    Path, typer.Argument(help="The folder to work in: outputs and vaults go there. Default: this one.", file_okay=False)
]


def start(folder: Folder = Path(), port: Port = 0, no_browser: NoBrowser = False) -> None:
    """Open the start page: choose a file, compare, pseudonymize, save. No line of code is needed. Ctrl-C ends it."""
    require_pages()
    if not folder.is_dir():
        raise UsageError(f"there is no folder {folder}")
    typer.echo(f"working in {folder.resolve()}", err=True)
    serve_pages(pages_of(folder), "/", port, browser=not no_browser)


def pages_of(folder: Path, limits: "Limits | None" = None) -> "list[BaseRoute]":
    """Return the routes of all pages that work in a folder."""
    from allonym.interfaces.pages.desk import Desk, Limits
    from allonym.interfaces.pages.recovery_routes import RecoveryRoutes
    from allonym.interfaces.pages.start_review import StartReview
    from allonym.interfaces.pages.start_routes import StartRoutes
    from allonym.interfaces.pages.subjects_routes import SubjectsRoutes

    desk = Desk(folder, limits or Limits())
    links = ("/", "Start"), ("/review", "Review"), ("/recover", "Recover"), ("/subjects", "Persons")
    review = StartReview(desk, links)
    return [
        *StartRoutes(desk, links, review.begin).routes(),
        *review.routes(),
        *RecoveryRoutes(desk, links).routes(),
        *SubjectsRoutes(desk, links).routes(),
    ]
