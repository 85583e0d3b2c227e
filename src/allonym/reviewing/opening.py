"""Opens a review: the documents of the inputs, the journal of whoever reviews, the plans that were shown before.

NAME.review/                      readable by nobody else
  ANNOTATOR.jsonl                 what this person said
  ANNOTATOR.plans.jsonl           the plans this person was shown
  chance                          without a vault: what pseudonyms are drawn by
"""

import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from allonym.core.errors import AllonymError, InputError, UsageError
from allonym.core.pieces import Layout
from allonym.core.protocols import Vault
from allonym.core.types import Action, Mention, Plan, Span
from allonym.pseudonymizer import Pseudonymizer
from allonym.reviewing.changing import Rules
from allonym.reviewing.entries import Entry, given_out, settled_plan
from allonym.reviewing.journal import open_journal, open_private, read_lines
from allonym.reviewing.project import Project
from allonym.running.places import is_device, make_private
from allonym.running.plans import plan_from, read_header, read_plans
from allonym.running.publishing import publish
from allonym.running.rewriting import documents_in
from allonym.running.sources import Source, find_inputs
from allonym.settings import Settings, build

ANNOTATOR = "reviewer"
KEPT = ".review"
"""How the folder of a review ends; what lies in it is never reviewed."""
_NAME = re.compile(r"[\w][\w .-]{0,63}")
_CHANCE = "chance"


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be reviewed, by whom, and where that is kept."""

    sources: Sequence[Source]
    settings: Settings
    folder: Path
    annotator: str = ANNOTATOR
    language: str | None = None
    vault: Vault | None = field(default=None, repr=False)
    plan: Path | None = None


def find_sources(inputs: Sequence[str], format_name: str | None, layout: Layout) -> tuple[list[Source], Path | None]:
    """Return the inputs of a review and the plan that was named among them, if there is one."""
    plans = [each for each in inputs if is_plan(Path(each))]
    others = [each for each in inputs if each not in plans]
    if len(plans) > 1:
        raise UsageError("a review takes one plan; name the plan and the file that it was made for")
    if plans and not others:
        raise UsageError("a plan holds no texts: name the file that it was made for, too")
    found, _ = find_inputs(others, format_name, layout)
    sources = [each for each in found if not any(part.endswith(KEPT) for part in each.path.parts[:-1])]
    if not sources:
        raise UsageError("there is nothing to review: only the folder of another review was named")
    if plans and len(sources) > 1:
        raise UsageError("a plan is made for one file; name that one")
    return sources, Path(plans[0]) if plans else None


def is_plan(path: Path) -> bool:
    """Tell whether a file is a plan."""
    try:
        return path.is_file() and bool(read_header(path))
    except InputError:
        return False


def folder_for(inputs: Sequence[str]) -> Path:
    """Return where a review is kept unless somebody says otherwise: beside its input."""
    path = Path(inputs[0]).resolve()
    return path.with_name(f"{path.name}{KEPT}")


def open_project(asked: Asked) -> Project:
    """Open a review, or begin one; all that was said before is there again."""
    if not _NAME.fullmatch(asked.annotator) or asked.annotator.endswith(".plans") or is_device(asked.annotator):
        raise UsageError("--as takes a name of letters, digits, spaces, dots and hyphens")
    if asked.vault is not None:
        asked.vault.require("review")
    make_private(asked.folder)
    chance = None if asked.vault is not None else _chance(asked.folder)
    tool = Pseudonymizer(asked.settings, asked.vault, asked.language, chance=chance)
    entries = list(_entries(tool, asked.sources))
    made_with = {"profile": asked.settings.name, "scope": asked.settings.scope}
    journal = open_journal(asked.folder / f"{asked.annotator}.jsonl", asked.annotator, made_with)
    try:
        _require_same(journal.header, made_with)
        plans = open_private(asked.folder / f"{asked.annotator}.plans.jsonl")
    except BaseException:
        journal.close()
        raise
    try:
        before = list(_stored(read_lines(plans, f"{asked.annotator}.plans.jsonl")))
        lost = given_out(entries, journal.lines, [*_given(asked), *before])
    except BaseException:
        journal.close()
        plans.close()
        raise
    substitution = build(asked.settings.with_detectors(["patterns"])).substitution
    rules = rules_of(asked.settings)
    return Project(tool, entries, journal, plans, rules, substitution, _by_kind(asked.settings), lost)


def rules_of(settings: Settings) -> Rules:
    """Return what a profile does with what a person marks: as its rule says, and what is deferred stays so."""
    policy = build(settings.with_detectors(["patterns"])).policy
    every = (*settings.rules, settings.otherwise)
    writing = frozenset(rule.name for rule in every if rule.action is Action.REPLACE)
    otherwise = settings.otherwise.name if settings.otherwise.name in writing else min(writing, default="otherwise")

    def of(label: str) -> tuple[Action, str]:
        rule = policy.rule_for(Mention(Span(0, 1), label, 1.0, "person"))
        return Action.MARK if rule.when == "rare" else rule.action, rule.name

    return Rules(of, writing, otherwise)


def _by_kind(settings: Settings) -> bool:
    """Tell whether the profile counts first names and surnames together."""
    templates = [str(rule.options.get("template", "")) for rule in (*settings.rules, settings.otherwise)]
    return not any("{tag}" in each or "{fine}" in each for each in templates)


def _entries(tool: Pseudonymizer, sources: Sequence[Source]) -> Iterator[Entry]:
    number = 0
    for source in sources:
        for document in documents_in(tool, source):
            yield Entry(number, source, document)
            number += 1


def _stored(lines: Sequence[dict[str, Any]]) -> Iterator[tuple[str, Plan]]:
    """Return the plans of earlier sessions; each stands after a line that names its file."""
    file = ""
    for line in lines:
        if isinstance(line.get("in"), str):
            file = line["in"]
            continue
        try:
            yield file, plan_from(line)
        except (KeyError, TypeError, ValueError, AttributeError, AllonymError):
            raise InputError("the plans of this review are damaged") from None


def _given(asked: Asked) -> Iterator[tuple[str, Plan]]:
    for plan in read_plans(asked.plan) if asked.plan is not None else ():
        yield asked.sources[0].name, settled_plan(plan)


def _require_same(header: Mapping[str, Any], made_with: Mapping[str, str]) -> None:
    if any(header.get(name) != value for name, value in made_with.items()):
        raise UsageError(
            f"this review was begun with the profile {header.get('profile')} in the scope {header.get('scope')}: "
            "go on with these, or begin another one with --to"
        )


def _chance(folder: Path) -> bytes:
    place = folder / _CHANCE
    if not place.exists():
        with publish(place, private=True) as (_, stream):
            stream.write(secrets.token_bytes(32))
    return place.read_bytes()
