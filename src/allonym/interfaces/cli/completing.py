"""`allonym completion`: what a shell needs to complete commands, options and the names that options take."""

import sys
from collections.abc import Callable
from typing import Annotated, Any

import typer

from allonym.core.errors import UsageError
from allonym.interfaces.cli.answering import give
from allonym.interfaces.cli.console import note

SHELLS = {
    "bash": 'eval "$(allonym completion bash)"  # in ~/.bashrc',
    "zsh": 'eval "$(allonym completion zsh)"  # in ~/.zshrc, after compinit',
    "fish": "allonym completion fish | source  # in ~/.config/fish/config.fish",
}


def one_of(names: "Callable[[], list[str]]") -> "Callable[[str], list[str]]":
    """Return what completes the beginning of one of some names; the names are asked for when somebody presses Tab."""

    def complete(incomplete: str) -> list[str]:
        return [name for name in names() if name.startswith(incomplete)]

    return complete


def profiles() -> list[str]:
    """Return the names of the profiles that come with allonym."""
    from allonym.settings import profile_names

    return list(profile_names())


def languages() -> list[str]:
    """Return the languages, and `auto`."""
    from allonym.languages.pack import CODES

    return ["auto", *CODES]


def scopes() -> list[str]:
    """Return the scopes."""
    from allonym.settings import SCOPES

    return list(SCOPES)


def formats() -> list[str]:
    """Return the names of the formats."""
    from allonym.formats.choosing import available

    return [each.name for each in available()]


Shell = Annotated[
    str, typer.Argument(help="bash, zsh or fish", metavar="SHELL", autocompletion=one_of(lambda: list(SHELLS)))
]


def completion(shell: Shell) -> None:
    """Print what makes a shell complete commands, options, profiles and the names of files."""
    if shell not in SHELLS:
        raise UsageError(f"no completion for {shell!r}; there is one for {', '.join(SHELLS)}")
    from typer import completion as made

    # Typer keeps this function in its own module of the same name.
    script: Any = made.get_completion_script  # type: ignore[attr-defined]
    text = script(prog_name="allonym", complete_var="_ALLONYM_COMPLETE", shell=shell)
    give(shell=shell, script=text, use=SHELLS[shell])
    typer.echo(text)
    # Whoever has their shell read this at every start wants to hear nothing.
    if sys.stdout.isatty():
        note(f"to have it in every shell: {SHELLS[shell]}")
