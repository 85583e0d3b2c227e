"""What one person has said of some documents: read from the journal of a review, or from a plan.

A journal gives the documents that this person has touched; a plan gives all of them, and says that they are done.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from allonym.core.errors import InputError, UsageError
from allonym.core.types import Document
from allonym.pseudonymizer import Pseudonymizer
from allonym.reviewing.fitting import require_each_once, require_fitting
from allonym.reviewing.opening import Asked, is_plan, open_project
from allonym.reviewing.project import Project
from allonym.reviewing.values import DONE, Sheet, sheet_of
from allonym.running.plans import read_plans, settings_for
from allonym.running.rewriting import documents_in
from allonym.running.sources import Source
from allonym.settings import Settings, load_settings
from allonym.vault.opening import open_vault

Key = tuple[str, str]
"""How a document is called: by its file and its id."""


@dataclass(frozen=True, slots=True)
class Work:
    """One person's sheets, by file and id of the document, and what the person was first shown."""

    name: str
    settings: Settings = field(repr=False)
    sheets: dict[Key, Sheet] = field(repr=False)
    first: dict[Key, Sheet] = field(default_factory=dict, repr=False)


def read_work(path: Path, sources: Sequence[Source], language: str | None = None) -> Work:
    """Return the work that a file holds: the journal of a review, or a plan."""
    if not path.is_file():
        raise UsageError(f"there is no plan or journal {path}")
    if is_plan(path):
        return _planned(path, sources)
    asked = asked_of(path, sources, language)
    project = open_project(asked)
    try:
        return _reviewed(project, asked)
    finally:
        project.close()


def asked_of(path: Path, sources: Sequence[Source], language: str | None = None, annotator: str = "") -> Asked:
    """Return how a journal was begun, so that it can be opened again, or one of another person beside it."""
    header = _header(path)
    settings = load_settings(str(header["profile"])).with_user(str(header["scope"]), {}, ())
    # Nothing is given out here that anybody would see; a scope over documents has to have a vault all the same.
    vault = None if settings.scope == "document" else open_vault("memory:")
    return Asked(sources, settings, path.parent, annotator or str(header["annotator"]), language, vault)


def documents_of(settings: Settings, sources: Sequence[Source]) -> Iterator[tuple[Key, Document]]:
    """Return the documents of inputs; no detector is loaded for it."""
    tool = Pseudonymizer(settings.with_user("document", {}, ()).with_detectors(["terms"]))
    for source in sources:
        for document in documents_in(tool, source):
            yield (source.name, document.id), document


def _planned(path: Path, sources: Sequence[Source]) -> Work:
    if len(sources) != 1:
        raise UsageError("a plan is made for one file; name that one")
    settings = settings_for(path)
    found = read_plans(path)
    require_each_once((each.id for each in found), path.name)
    plans = {each.id: each for each in found}
    sheets = {}
    for key, document in documents_of(settings, sources):
        plan = plans.pop(document.id, None)
        if plan is None:
            raise InputError(f"{path.name}: the plan has no line for {document.id}")
        if plan.digest != document.digest():
            raise InputError(f"{path.name}: the plan for {document.id} was made for another text")
        require_fitting(plan, document, path.name)
        sheets[key] = replace(sheet_of(document, plan), status=DONE)
    if plans:
        raise InputError(f"{path.name}: the plan has a line for {next(iter(plans))}, which is not in the input")
    return Work(path.stem, settings, sheets)


def _reviewed(project: Project, asked: Asked) -> Work:
    sheets: dict[Key, Sheet] = {}
    first: dict[Key, Sheet] = {}
    for entry in project.entries:
        if not entry.lines:
            continue
        key, stored = (entry.source.name, entry.document.id), entry.stored
        history = project.history(entry.number)
        sheets[key] = history.sheet
        shown = history.before[0] if history.before else history.sheet
        first[key] = shown if stored is None else sheet_of(entry.document, stored, by_kind=project.by_kind)
    return Work(asked.annotator, asked.settings, sheets, first)


def _header(path: Path) -> dict[str, object]:
    try:
        with path.open("rb") as stream:
            header = json.loads(stream.readline())
    except (OSError, ValueError, RecursionError):
        header = None
    wanted = ("allonym-review", "annotator", "profile", "scope")
    if not isinstance(header, dict) or not all(name in header for name in wanted):
        raise InputError(f"{path.name}: neither a plan nor the journal of a review")
    return header
