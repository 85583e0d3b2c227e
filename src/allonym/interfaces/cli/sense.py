"""Whether what a command was told can be done at all: asked before anything is written, and before a vault is made."""

import sys
from contextlib import contextmanager, suppress
from io import BytesIO
from typing import TYPE_CHECKING

from allonym.core.containers import is_container
from allonym.core.errors import InputError, SafetyError, UsageError
from allonym.core.pieces import Piece
from allonym.interfaces.cli.answering import require_a_file
from allonym.interfaces.cli.jobs import require_same_format
from allonym.interfaces.cli.opening import require_separate
from allonym.interfaces.cli.targets import require_free, require_jobs_free

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from allonym.core.errors import AllonymError
    from allonym.core.pieces import Layout
    from allonym.core.protocols import Readable
    from allonym.interfaces.cli.carrying import Order, Wishes
    from allonym.interfaces.cli.jobs import Job, Take
    from allonym.pseudonymizer import Pseudonymizer
    from allonym.running.plans import PlanSource
    from allonym.running.reports import Report
    from allonym.running.sources import Source, Watch
    from allonym.settings import Settings


def require_sense(order: "Order", jobs: "list[Job]", wishes: "Wishes") -> None:
    """Raise what would be raised anyway, while nothing is done yet."""
    from allonym.running.publishing import require_place

    require_a_file("-" if any(target is None for _, target in jobs) else None)
    for scope in (each.scope for each in order.settings if each.scope != "document"):
        if order.vault is None:
            raise UsageError(f"the scope {scope!r} needs --vault, to remember who is who")
    for source in (source for source, _ in jobs if order.vault is not None):
        source.require_file()
    require_separate(order.vault, jobs)
    require_jobs_free(jobs, order.read, order.vault)
    require_same_format(jobs)
    for source, target in jobs:
        if target is not None and not source.nested:
            require_place(target)
    if (wishes.resume or wishes.named) and not can_go_on(order, jobs, wishes):
        raise UsageError("only a run from files to files can be gone on with")
    _require_folders(order, jobs, wishes)
    if wishes.place is not None and order.vault is not None:
        _require_vault_of(wishes.place, order.vault)
    require_worth_a_vault(order.vault, order.settings, order.language, (source for source, _ in jobs))


def can_go_on(order: "Order", jobs: "list[Job]", wishes: "Wishes") -> bool:
    """Tell whether a run could be gone on with if it were stopped."""
    return wishes.place is not None and order.plans is None and not any(source.is_stdin() for source, _ in jobs)


def require_worth_a_vault(
    vault: str | None, settings: "Sequence[Settings]", language: str | None, sources: "Iterable[Source]"
) -> None:
    """Refuse what no vault can help, before one is made for it: none is left behind, empty, for a slip of the pen."""
    from allonym.vault.opening import vault_exists

    if vault is None or vault_exists(vault):
        return
    tool, *_ = [_tool(each, language) for each in settings]
    different = {source.path: source for source in sources}.values()
    first: UsageError | None = None
    for source in different:
        found = _hindrance(tool, source, by_author=any(each.scope == "author" for each in settings))
        if found is None:
            return
        first = first or (found if len(different) == 1 else UsageError(f"{source.name}: {found}"))
    if first is not None:
        raise first


def hopeless(order: "Order", jobs: "list[Job]", wishes: "Wishes") -> "Take | None":
    """Return what fails as every input would, if none can be taken and a vault would be made for nothing; else None."""
    from allonym.running.files import naming
    from allonym.vault.opening import vault_exists

    if order.vault is None or vault_exists(order.vault) or wishes.quarantine is not None:
        return None
    if any(source.is_stdin() for source, _ in jobs):
        return None
    tool = _tool(order.settings[0], order.language)
    found: dict[tuple[Path, Path | None], AllonymError] = {}
    for source, target in jobs:
        try:
            with naming(source):
                _try(tool, source, target, order.plans)
        except (InputError, UsageError, SafetyError) as error:
            found[source.path, target] = error
        except Exception:  # noqa: BLE001 - whatever it is, the run itself tells it
            return None
        else:
            return None

    def fail(source: "Source", target: "Path | None", _: "Watch") -> "Report":
        raise found[source.path, target]

    return fail


def require_readable(
    vault: str | None, settings: "Settings", language: str | None, sources: "Iterable[Source]", plan: "Path | None"
) -> None:
    """Raise what a review would raise over inputs, or a plan, that cannot be read, before a vault is made for it."""
    from allonym.running.files import naming
    from allonym.running.plans import read_plans
    from allonym.running.rewriting import documents_in
    from allonym.vault.opening import vault_exists

    if vault is None or vault_exists(vault):
        return
    tool = _tool(settings, language)
    for source in sources:
        with naming(source):
            next(documents_in(tool, source), None)
    if plan is not None:
        read_plans(plan)


def _try(tool: "Pseudonymizer", source: "Source", target: "Path | None", plans: "PlanSource | None") -> None:
    """Read the first text, or all of them with their plan; raise what stops a run that could write nothing."""
    from allonym.running.files import Run, plan_file
    from allonym.running.reports import Report
    from allonym.running.rewriting import documents_in
    from allonym.running.sparing import Spared

    documents = documents_in(tool, source)
    if plans is not None:
        planner = plans.start()
        for document in documents:
            planner.plan([document])
        planner.finish()
    elif next(documents, None) is None and target is not None and target.is_file():
        report = Report(source.name)
        list(plan_file(Run(tool), source, report))
        Spared(target).require_text(tool, source, report)


@contextmanager
def hinting(settings: "Settings") -> "Iterator[None]":
    """Have the error of a column that is not there say which was meant, if the names of columns can be shown."""
    from allonym.formats.columns import UnknownColumn
    from allonym.running.checking import hinted

    try:
        yield
    except UnknownColumn as error:
        raise hinted(_tool(settings, None), error) from None


def _tool(settings: "Settings", language: str | None) -> "Pseudonymizer":
    """Return a tool that only reads; the network is not loaded for that."""
    from allonym.pseudonymizer import Pseudonymizer
    from allonym.settings import build

    alone = settings.with_user("document", None, ())
    return Pseudonymizer(alone, language=language, engine=build(alone, late=True))


def _require_folders(order: "Order", jobs: "list[Job]", wishes: "Wishes") -> None:
    """Refuse folders for the run, and for what fails, that are something else."""
    from allonym.running.quarantine import INDEX, require_private
    from allonym.running.runs import require_own

    if wishes.quarantine is not None:
        require_private(wishes.quarantine)
        require_free({"--quarantine": wishes.quarantine / INDEX}, {"an input": [source.path for source, _ in jobs]})
    if wishes.place is not None and (wishes.named or wishes.place.exists()) and can_go_on(order, jobs, wishes):
        require_own(wishes.place)


def _require_vault_of(run: "Path", vault: str) -> None:
    """Refuse to go on with a run whose vault is gone, or to begin another over it."""
    from allonym.running.runs import open_run
    from allonym.vault.opening import vault_exists

    if not (run / "manifest.json").exists() or vault_exists(vault):
        return
    # Opening the folder of a run that is complete takes its manifest away.
    open_run(run, resume=True).lock.close()
    if (run / "manifest.json").exists():
        told = "was begun with another vault, or without one; name that one, or remove the folder to begin anew"
        raise UsageError(f"the run in {run} {told}")


def _hindrance(tool: "Pseudonymizer", source: "Source", *, by_author: bool) -> UsageError | None:
    """Return what is wrong with how an input is to be read; what is wrong with the input itself is another matter."""
    from allonym.formats.columns import UnknownColumn
    from allonym.running.checking import hinted

    head = _head_of_stdin(source) if source.is_stdin() else None
    if source.is_stdin() and head is None:
        return None
    try:
        with suppress(InputError), source.open() if head is None else BytesIO(head) as stream:
            layout = source.inspect() if head is None else source.format.inspect(head, source.asked)
            if by_author and layout.author_column is None:
                return UsageError("the scope 'author' needs --author-column: who wrote each text")
            _read_on(source, stream, layout)
    except UnknownColumn as error:
        return hinted(tool, error)
    except UsageError as error:
        return error
    return None


def _read_on(source: "Source", stream: "Readable", layout: "Layout") -> None:
    """Read one piece, or as far as there is one of each column with a label: that one is nowhere shows at the end."""
    missing = set() if source.is_stdin() else {column for column, _ in layout.labels}
    for piece in source.format.read(stream, layout):
        met = {slot.column for slot in piece.slots} if isinstance(piece, Piece) else set()
        missing -= {each for each in missing if any(f"{path}.".startswith((f"{each}.", f"{each}[]")) for path in met)}
        if not missing:
            return


def _head_of_stdin(source: "Source") -> bytes | None:
    """Return the first lines on standard input without taking them away; None if that cannot be done."""
    peek = getattr(sys.stdin.buffer, "peek", None)
    if peek is None or sys.stdin.isatty() or is_container(source.format):
        return None
    head: bytes = peek(1)
    # A first row that is cut would lack columns that are there.
    return head[: head.rfind(b"\n") + 1] or None
