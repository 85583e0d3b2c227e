"""One file taken through, with whoever looks on being told how far it is.

open or found the vault -> pseudonymize and prove, as the command line does -> sign the certificate
"""

import json
import secrets
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any

from allonym.core.containers import is_container
from allonym.core.errors import AllonymError, NotAllowed, UsageError
from allonym.core.pieces import Layout
from allonym.interfaces.pages.desk import MADE, Desk
from allonym.interfaces.pages.leftovers import begin, clear_up, end
from allonym.interfaces.pages.previewing import Choice
from allonym.interfaces.rest.problems import Problem
from allonym.pseudonymizer import Pseudonymizer
from allonym.running.certificate_page import page_of
from allonym.running.certifying import certify
from allonym.running.publishing import publish
from allonym.running.reports import Report
from allonym.running.sources import Source, find_inputs
from allonym.running.undertaking import Manner, Undertaking
from allonym.vault.opening import open_vault

if TYPE_CHECKING:
    from allonym.vault.sealed import SealedVault

RUNNING, DONE, FAILED, STOPPED = "running", "done", "failed", "stopped"
MOST_KEPT = 20
_PROBLEMS = 20


class Stopped(AllonymError):
    """Somebody has stopped the run."""


@dataclass(frozen=True, slots=True)
class VaultChoice:
    """Where the way back is kept: nowhere, in a new vault, or in one that is there."""

    path: Path | None = None
    secret: str | None = field(default=None, repr=False)
    new: bool = False


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be done: with which file, under which profile, and where the way back is kept."""

    source: Source
    choice: Choice
    vault: VaultChoice


@dataclass(slots=True)
class Run:
    """A run, as far as it has come."""

    id: str
    name: str
    total: int | None
    profile: str = ""
    state: str = RUNNING
    phase: str = "opening the vault"
    done: int = 0
    detail: str = ""
    notes: list[str] = field(default_factory=list)
    files: list[tuple[str, Path]] = field(default_factory=list)
    report: Report | None = None
    wanted: bool = True

    def as_data(self, folder: Path) -> dict[str, Any]:
        """Return it for the page."""
        return {
            "id": self.id,
            "name": self.name,
            "profile": self.profile,
            "state": self.state,
            "phase": self.phase,
            "done": self.done if self.total is None else min(self.done, self.total),
            "total": self.total,
            "detail": self.detail,
            "notes": self.notes,
            "files": [
                {"kind": kind, "name": path.name, "place": path.relative_to(folder).as_posix()}
                for kind, path in self.files
            ],
            "report": None if self.report is None else _counts(self.report),
        }


class Runs:
    """The runs of a desk, one at a time."""

    def __init__(self, desk: Desk, told: Callable[[Exception], Problem]) -> None:
        self._desk = desk
        self._told = told
        self._lock = Lock()
        self._runs: dict[str, Run] = {}
        clear_up(desk.folder, MADE)

    def start(self, order: Order) -> Run:
        """Begin a run in a thread; raise a problem while another one goes on."""
        source = order.source
        size = len(source.data) if source.data is not None else source.path.stat().st_size
        total = None if is_container(source.format) else size
        run = Run(secrets.token_hex(12), source.name, total, order.choice.profile)
        with self._lock:
            if any(each.state == RUNNING for each in self._runs.values()):
                raise Problem(409, "another file is being worked on; wait until it is done, or stop it")
            self._runs[run.id] = run
            for old in list(self._runs)[:-MOST_KEPT]:
                del self._runs[old]
        Thread(target=self._take, args=(run, order), daemon=True).start()
        return run

    def get(self, id_: str) -> Run:
        """Return a run."""
        run = self._runs.get(id_)
        if run is None:
            raise Problem(404, "there is no such run; the page was opened before it")
        return run

    def going_on(self) -> Run | None:
        """Return the run that goes on, if there is one."""
        return next((run for run in list(self._runs.values()) if run.state == RUNNING), None)

    def file(self, id_: str, number: int) -> tuple[str, Path]:
        """Return what a file of a run is, and where it lies."""
        files = self.get(id_).files
        if not 0 <= number < len(files):
            raise Problem(404, "the run has made no such file")
        return files[number]

    def _take(self, run: Run, order: Order) -> None:
        try:
            carry_out(run, order, self._desk)
            run.state, run.phase = DONE, "done"
        except Stopped:
            run.state, run.detail = STOPPED, "stopped; nothing half-written is left behind"
        except Exception as error:  # noqa: BLE001 - told by its kind, like the errors of all requests
            run.state, run.detail = FAILED, self._told(error).detail


def carry_out(run: Run, order: Order, desk: Desk) -> None:
    """Pseudonymize a file into a folder of its own; if anything fails, all that was made for it is taken away."""
    settings, fresh = order.choice.settings(), order.vault.path if order.vault.new else None
    _require_possible(order, settings.scope)
    clear_up(desk.folder, MADE)
    folder = desk.new_folder(f"{order.source.name.partition('.')[0] or 'file'}{MADE}")
    target = folder / order.source.name
    try:
        with ExitStack() as stack:
            if fresh is not None:
                begin(fresh)
            vault = entered(order.vault, stack, desk)
            tool = Pseudonymizer(settings, vault, order.choice.language)
            run.phase = "replacing"
            with Undertaking([(tool, order.source, target)], Manner()) as undertaking:
                run.report = undertaking.take(order.source, target, _watch(run))
            target.chmod(0o600)
            run.notes += run.report.notes
            if vault is not None:
                run.phase = "signing the certificate"
                made = _certified(vault, target, run)
    except BaseException:
        _clear(folder)
        if fresh is not None:
            # It was made for this run alone, and nothing that it could give back exists.
            fresh.unlink(missing_ok=True)
            end(fresh)
        raise
    run.files = [("output", target)]
    if order.vault.path is not None:
        end(order.vault.path)
        run.files += [("vault", order.vault.path), *made]


def _require_possible(order: Order, scope: str) -> None:
    if scope != "document" and order.vault.path is None:
        raise UsageError("this profile gives one person the same pseudonym in all texts: that takes a vault")
    if scope == "author" and order.source.asked.author_column is None:
        raise UsageError("this profile keeps writers apart: say which column tells who wrote a row")
    if order.vault.new and order.vault.path is not None:
        # Asked before anything is made: what is taken away when a run fails is only what the run has made.
        require_new(order.vault.path)


def entered(choice: VaultChoice, stack: ExitStack, desk: Desk) -> "SealedVault | None":
    """Open the vault that was chosen, or make it, until the stack is closed."""
    if choice.path is None:
        return None
    if choice.new:
        require_new(choice.path)
    with desk.brake.trying(choice.path.name):
        return stack.enter_context(open_vault(choice.path, choice.secret, create=choice.new))


def require_new(vault: Path) -> None:
    """Raise an error if something lies where a vault is to be made."""
    if vault.exists():
        raise UsageError("a file of this name is already there; a vault is never overwritten")


def _watch(run: Run) -> Callable[[int], None]:
    def watch(read: int) -> None:
        if not run.wanted:
            raise Stopped("stopped")
        run.done += read
        if run.total is not None and run.done >= run.total:
            run.phase = "proving that every byte can be given back"

    return watch


def _certified(vault: "SealedVault", target: Path, run: Run) -> list[tuple[str, Path]]:
    """Write the certificate of an output, and the page of it; whoever may not sign is told so."""
    try:
        certificate = certify(vault, find_inputs([str(target)], None, Layout())[0], datetime.now(UTC))
    except NotAllowed:
        run.notes.append("there is no certificate: signing takes the key of a custodian")
        return []
    made = [("certificate", target.parent / "certificate.json"), ("page", target.parent / "certificate.html")]
    # As `allonym certificate make` writes them.
    texts = json.dumps(certificate, indent=2, sort_keys=True) + "\n", page_of(certificate)
    for (_, path), text in zip(made, texts, strict=True):
        with publish(path, private=True) as (_, stream):
            stream.write(text.encode())
    return made


def _clear(folder: Path) -> None:
    for path in folder.iterdir():
        path.unlink(missing_ok=True)
    folder.rmdir()


def _counts(report: Report) -> dict[str, Any]:
    return {
        "texts": report.documents,
        "changed": report.changed,
        "characters": report.characters,
        "replaced": dict(report.replaced.most_common()),
        "marked": dict(report.marked.most_common()),
        "languages": dict(report.languages.most_common()),
        "failed": report.failed,
        "problems": [str(each) for each in report.problems[:_PROBLEMS]],
        "withdrawn": report.withdrawn,
    }
