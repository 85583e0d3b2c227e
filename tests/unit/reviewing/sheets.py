"""Sheets made by hand, and reviews of small corpora, for the tests of reviewing."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from allonym.core.pieces import Layout
from allonym.core.protocols import Vault
from allonym.core.types import Action, Decision, Document, Entity, Features, Mention, Plan, Span
from allonym.reviewing.opening import Asked, find_sources, open_project
from allonym.reviewing.project import Project
from allonym.reviewing.values import Sheet, sheet_of
from allonym.settings import Settings, load_settings

TEXT = "Anna Berg met Karl in Berlin. Anna knows Karls wife Eva, and Berlin."


def settings(profile: str = "default", **more: Any) -> Settings:
    """Return a profile without the model, which takes long to load."""
    return load_settings(profile).with_user(more.get("scope", "document"), more.get("terms"), ()).with_model(fast=True)


def mention(text: str, words: str, label: str, *features: tuple[str, str], nth: int = 0) -> Mention:
    """Return a mention of the nth place where words stand."""
    start = -1
    for _ in range(nth + 1):
        start = text.index(words, start + 1)
    pairs: Features = tuple(sorted(features))
    return Mention(Span(start, start + len(words)), label, 0.9, "by:hand", pairs)


def plan(text: str = TEXT) -> Plan:
    """Return a plan with two persons, one of them twice, and a city that is only marked."""
    entities = (
        Entity("e1", "PERSON", (mention(text, "Anna Berg", "PERSON"), mention(text, "Anna", "PERSON.FIRST", nth=1))),
        Entity("e2", "PERSON.FIRST", (mention(text, "Karl", "PERSON.FIRST", ("gender", "male")),)),
        Entity("e3", "LOCATION.CITY", (mention(text, "Berlin", "LOCATION.CITY"),)),
        Entity("e4", "PERSON.FIRST", (mention(text, "Eva", "PERSON.FIRST"),)),
    )
    actions = (Action.REPLACE, Action.REPLACE, Action.MARK, Action.REPLACE)
    rules = ("direct", "direct", "quasi", "direct")
    decisions = tuple(Decision(*each) for each in zip(entities, actions, rules, strict=True))
    return Plan("d", Document("d", text).digest(), decisions, "en")


def sheet(text: str = TEXT, *, by_kind: bool = True) -> Sheet:
    """Return the sheet of that plan: m1 Anna Berg, m2 Karl, m3 Berlin, m4 Anna, m5 Eva."""
    return sheet_of(Document("d", text), plan(text), by_kind=by_kind)


def words(sheet: Sheet) -> dict[str, str]:
    """Return the words of each mark."""
    return {each.id: each.span.of(sheet.document.text) for each in sheet.marks}


def fill(folder: Path, texts: Mapping[str, str]) -> Path:
    """Write texts into a folder."""
    folder.mkdir(exist_ok=True)
    for name, text in texts.items():
        (folder / name).write_text(text, "utf-8")
    return folder


def opened(
    inputs: Path | Sequence[Path],
    folder: Path,
    *,
    profile: Settings | None = None,
    annotator: str = "one",
    vault: Vault | None = None,
    layout: Layout | None = None,
) -> Project:
    """Open a review of files."""
    named = [str(each) for each in ([inputs] if isinstance(inputs, Path) else inputs)]
    sources, plan = find_sources(named, None, layout or Layout())
    project = open_project(Asked(sources, profile or settings(), folder, annotator, "en", vault, plan))
    project.now = lambda: datetime(2026, 1, 2, tzinfo=UTC)
    return project
