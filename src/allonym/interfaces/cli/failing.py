"""What is said when something fails: the code, the place, what is wrong, and what to do next. Never words of a text."""

import os
import re
import sys
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from errno import ENOSPC, EROFS
from typing import Any

import typer

from allonym.core.errors import AllonymError
from allonym.interfaces.cli.console import tell, unforeseen

# Typer has click inside since 0.20 and beside it before; this is its error in both.
_CLICK_ERROR: Any = next(each for each in typer.BadParameter.__mro__ if each.__name__ == "ClickException")
_PLACE = re.compile(r"(?P<place>[^\s:;]+(?: (?:row|line|column|cell|page|entry|part|member) [^\s:;]+)*): ")
_NAMED = re.compile(r"(?:profile|there is no (?:file or folder|folder|vault)) (?P<place>[^\s:;,]+(?: line \d+)?)")
# What follows a semicolon and says what is so, not what to do.
_NO_ADVICE = re.compile(
    r"nothing is written(?:\. )?|an? [a-z]+ is never overwritten|the first row has \d+ cells"
    "|it was changed since, or is of another vault"
)
# Typer says "a valid int range", which is nothing that people say.
_NO_NUMBER = re.compile(r"is not a valid (float|int)(?:eger)?(?: range)?$")
_MEANT = re.compile(r"did you mean '[^']+'\?")
_EXTRA = re.compile(r"allonym\[([a-z]+)\]")
_SAYS_WHAT_TO_DO = re.compile(r"did you mean|--[a-z]|pip install|`allonym|\$ALLONYM")
ENDED = 143
"""The exit code of a command that was asked to end."""
OF_A_RUN = frozenset({"--format", "--encoding", "--resume"})
"""The options of the commands that most is said about; advice names no option that a command has not."""
_ADVICE = {
    "UsageError": "`allonym {command}--help` tells how the command is called",
    "SettingsError": "correct what the message names; `allonym profiles show NAME` prints one that is right",
    "MissingExtra": "install the extra that the message names",
    "InputError": "repair the file, or name the right one",
    "read": "repair the file, or say with --format and --encoding how to read it",
    "SafetyError": "run the command again from the start; what failed was not written",
    "NotExact": "please report it, without the text; what failed was not written",
    "VaultError": "`allonym doctor --vault VAULT` looks at the vault",
    "WrongPassphrase": "try the right passphrase; $ALLONYM_PASSPHRASE or --passphrase-file may hold another",
    "VaultDamaged": "go back to a backup that `allonym vault verify` finds in order",
    "NotAllowed": "ask somebody whose key is for this; `allonym vault keys list` shows who",
    "UnknownText": "use the unedited text and the right vault, or `allonym recover --edited`",
    "AmbiguousText": "say which document is meant, by its id",
    "OSError": "`allonym doctor` looks at folders and free space",
    "stopped": "call the command again",
    "resume": "call the command again; with --resume it goes on where a run was stopped",
    "internal": "Please report it with this line.",
}
# What to do about what deeper layers say, which do not know of the command line.
_HINTS = {
    re.compile(words): advice
    for words, advice in {
        "is already there": "use it, or name another",
        "took longer than": "give it more time with --timeout, or have --quarantine leave it out and go on",
        "workers died over it": "have --quarantine leave it out and go on; it may need more memory than there is",
        "there is no (?:file|folder|plan|journal|table) ": "see that the name and the folder are right",
        "cannot be made": "name a place in a folder that is there and that you may write to",
        r"cannot be read(?: \(PermissionError\)|: Permission denied)": "see who may read the file",
        "cannot be read: Is a directory": "name the file, not the folder that it lies in",
        "the plan ": "make the plan again with `allonym plan`, for this very input",
        "no column is called|there is no column|no record has a": "take a name as the first row or record has it",
        "after the colon comes|takes nothing after a colon": "write --detectors as in patterns,lists,spacy:PIPELINE",
        "not valid TOML": "correct the line that the message names",
        "no label is called": "take one such as PERSON, EMAIL, PHONE or LOCATION",
        "knows no such file": "name outputs, as they were written, and the vault that they were made with",
        "this is not a zip container": "see that the ending of its name is right; if it is, repair the file",
        "this is not a [a-z0-9]+ file, or": "pack it again, or take the ending off its name if it is not packed",
        "the packed file is cut off": "its end is missing: copy it again from where it came",
        "key does not open": "take a key that opens it; `allonym vault keys list` names those of a vault",
        "missing column": "see how columns or paths are called in the file, and name one with --text-column",
        "nothing to read": "name files with a known ending, or say --format how to read them",
        "cannot write to the folder": "write to another folder with -o; `allonym doctor` looks at this one",
        "not a file that allonym wrote|read as JSON|not JSON Lines|not a plan": "name the file that allonym wrote",
        "only a run from files": "name files as input and as output, or leave --resume and --run out",
        "a form of a list has": "write a name, word or phrase of this length, as it stands in texts",
        r"is not \+ or -": "name your own list, as `allonym lists add` writes it, or correct this line",
        "no annotated text in it": "name a file of annotated texts, or a folder of .ann files with their .txt",
        "neither a plan nor the journal": "name what `allonym plan` wrote, or a journal, NAME.review/ANNOTATOR.jsonl",
        "this is not an inbox": "name files that `allonym vault inbox` made of this very vault",
        "is not a vault": "name the vault's file, as `allonym vault init` or `--vault` made it",
        "is not a certificate": "name the file that `allonym certificate make` wrote",
        "is not a proof": "name the file that `allonym certificate prove` wrote for this certificate",
        "the certificate|the proof": "take the file as it was signed for; whoever made it can send it again",
        "cannot listen": "name another with --port; 0 takes any that is free",
        "another process": "wait until it is done, then call the command again",
        "another version": "open it with the version that made it, or a newer one",
    }.items()
}
_OF_SYSTEM = {
    ENOSPC: "make room on the disk, or write elsewhere with -o",
    EROFS: "write to a folder that can be written to, with -o",
}


@dataclass(frozen=True, slots=True)
class Failure:
    """One error, for people and for programs."""

    code: int
    kind: str
    message: str
    advice: str
    silent: bool = False
    """Whether people need not hear it: the help is shown instead, or whoever read the output wants no more."""

    @property
    def place(self) -> str | None:
        """Return the place that the message begins with, such as `posts.csv row 4`, or that it misses."""
        match = _PLACE.match(self.message) or _NAMED.match(self.message)
        return match["place"] if match else None

    def as_data(self) -> dict[str, object]:
        """Return it for programs."""
        return {"kind": self.kind, "message": self.message, "place": self.place, "advice": self.advice}


def failure_of(error: BaseException, command: str = "", options: Collection[str] = OF_A_RUN) -> Failure:
    """Return what is said of an error to whoever called a command with these options.

    Foreign messages are not shown: they may quote a text.
    """
    if (code := _asked_to_stop(error)) is not None:
        return stopped(code, options)
    if isinstance(error, AllonymError):
        kind, message = type(error).__name__, str(error)
        fits = "read" if kind == "InputError" and {"--format", "--encoding"} <= set(options) else kind
        advice = _ADVICE.get(fits, _ADVICE["UsageError"]).format(command=f"{command} " if command else "")
        return Failure(error.exit_code, kind, message, _said(message) or advice)
    if isinstance(error, _CLICK_ERROR):
        return _of_call(error)
    if isinstance(error, typer.Abort):
        advice = f"answer the question; `allonym {command} --help` names the option that answers it beforehand"
        return Failure(1, "Stopped", "nothing was answered, so nothing is done", " ".join(advice.split()))
    return _of_system(error) if isinstance(error, OSError) else _of_nobody(error)


def _asked_to_stop(error: BaseException) -> int | None:
    """Return the code to leave with if somebody has stopped the command: what came of that is told as that.

    A prompt makes an Abort of Ctrl-C, and a lock that was being taken or given back is found in disorder.
    """
    at: BaseException | None = error
    while at is not None:
        if isinstance(at, KeyboardInterrupt):
            return 130
        if isinstance(at, SystemExit) and at.code == ENDED:
            return ENDED
        at = at.__cause__ or at.__context__
    return None


def stopped(code: int, options: Collection[str] = OF_A_RUN) -> Failure:
    """Return what is said of a command that somebody has stopped, from the keyboard or by asking it to end."""
    advice = _ADVICE["resume" if "--resume" in options else "stopped"]
    return Failure(code, "Stopped", "stopped; nothing half-written is left behind", advice)


def _of_system(error: OSError) -> Failure:
    """Return what is said where the system refuses."""
    if isinstance(error, BrokenPipeError):
        gone = "the reader of the output has gone; stopped"
        return Failure(1, "BrokenPipe", gone, "read to the end, or write a file", silent=True)
    refused = f"the system refused: {os.strerror(error.errno or 0)}"
    return Failure(1, "OSError", refused, _OF_SYSTEM.get(error.errno or 0, _ADVICE["OSError"]))


def _of_nobody(error: BaseException) -> Failure:
    """Return what is said of an error that nobody foresaw."""
    return Failure(3, "InternalError", unforeseen(error), _ADVICE["internal"])


def _of_call(error: Any) -> Failure:
    """Return what is said of a command that was called wrongly."""
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "allonym"
    if type(error).__name__ == "NoArgsIsHelpError":
        return Failure(2, "UsageError", "no command is named", f"`{path} --help` lists them", silent=True)
    message = " ".join(error.format_message().split()).rstrip(".")
    if found := _NO_NUMBER.search(message):
        message = message.replace(found[0], _number(found))
    advice = _number(found).partition("; ")[2] if found else f"`{path} --help` tells how"
    return Failure(error.exit_code, "UsageError", message[:1].lower() + message[1:], advice)


def _number(found: re.Match[str]) -> str:
    return "is no number; give one such as 0.5" if found[1] == "float" else "is no whole number; give one such as 4"


def _said(message: str) -> str:
    """Return what a message itself says to do: what follows its first semicolon, else all of it if it says so."""
    if message.startswith("no detector is called"):
        return "name those that are to look, with commas between them, such as patterns,lists"
    if extra := _EXTRA.search(message):
        return f"install it; where allonym came from a clone, in the folder of that: pip install '.[{extra[1]}]'"
    after = _NO_ADVICE.sub("", message.partition("; ")[2], count=1)
    if not after and (meant := _MEANT.search(message)):
        return meant[0]
    if after or _SAYS_WHAT_TO_DO.search(message):
        return after or message
    return next((advice for words, advice in _HINTS.items() if words.search(message)), "")


def complain(failure: Failure) -> None:
    """Say for people what is wrong, and what to do if the message does not say so itself."""
    for line in lines_of(failure) if not failure.silent else ():
        tell(line)


def lines_of(failure: Failure) -> list[str]:
    """Return what is said for people of a failure, line by line."""
    prefix = "" if failure.kind in {"Stopped", "InternalError"} else "error: "
    lines = [f"{prefix}{failure.message}"]
    return lines if failure.advice in failure.message else [*lines, f"next: {failure.advice}"]


def forget_readers() -> None:
    """Send what is still to be flushed at exit nowhere, where whoever read it has gone."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except (OSError, ValueError):
            with suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
