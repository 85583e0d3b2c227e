"""A corpus of a thousand documents is there at once, and a step in a very long one takes no time to speak of."""

import random
import time
from pathlib import Path

import pytest
from tests.interfaces.pages.reviewed import reviewed
from tests.pace import pace

from allonym.core.types import Action, Decision, Document, Entity, Mention, Plan, Span
from allonym.interfaces.pages.review_data import delta_data, sheet_data, warnings_data
from allonym.interfaces.rest.answers import json_answer
from allonym.reviewing.acting import say, seen, turn_back
from allonym.reviewing.noticing import look_through, warned_now
from allonym.reviewing.project import Project
from allonym.running.plans import header_line, plan_line
from allonym.settings import load_settings

WORDS = 50_000
MARKS = 2_500
STEP = 0.060
"""Seconds of computing that a step may take."""


def test_a_thousand_documents_are_listed_at_once_and_planned_only_when_opened(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    for number in range(1000):
        (folder / f"{number:04}.txt").write_text(f"Text {number}: Anna Berg lives in Leeds.")
    begun = time.process_time()
    with reviewed(folder, tmp_path / "r") as review:
        opening = time.process_time() - begun
        begun = time.process_time()
        listed = review.get("/api/review/documents?limit=1000").data
        listing = time.process_time() - begun
        sheet = review.sheet(999)
        after = review.get("/api/review/progress").data

    assert (listed["total"], len(listed["documents"]), listed["planned"]) == (1000, 1000, 0)
    assert sheet["marks"]
    assert after["planned"] < 10
    assert opening < 5
    assert listing < 0.5


def long_text(seed: int) -> tuple[str, list[tuple[int, int, str, str]]]:
    """Return a text of so many words, and where names of some hundred people and places stand in it."""
    chance = random.Random(seed)
    people = [f"{first} {last}" for first in FIRST for last in LAST]
    every = sorted(chance.sample(range(WORDS * 51 // 100), MARKS))
    parts: list[str] = []
    places: list[tuple[int, int, str, str]] = []
    at = 0
    for number in range(WORDS * 51 // 100):
        words = "and then"
        if every and every[0] == number:
            every.pop(0)
            city = chance.random() < 0.3
            words = chance.choice(CITIES) if city else chance.choice(people)
            places.append((at, at + len(words), "LOCATION.CITY" if city else "PERSON", words))
        parts.append(words)
        at += len(words) + 1
    return " ".join(parts), places


FIRST = ["Anna", "Karl", "Maria", "Johan", "Fatima", "Peter", "Olga", "Marie", "Emma", "Erik"]
LAST = ["Berg", "Lindqvist", "Svensson", "Hassan", "Petrova", "Delattre", "Watson", "Keller", "Holm", "Dahl"]
CITIES = ["Leeds", "Berlin", "Uppsala", "Lyon", "Madrid", "Porto", "Cairo"]


@pytest.fixture(params=["default", "swell"])
def long_project(request: pytest.FixtureRequest, tmp_path: Path) -> Project:
    from tests.unit.reviewing.sheets import opened

    text, places = long_text(1)
    settings = load_settings(request.param).with_user("document", {}, ()).with_model(fast=True)
    rules = {label: rule.name for rule in settings.rules for label in rule.labels}
    entities: dict[tuple[str, str], list[Mention]] = {}
    for start, end, label, words in places:
        entities.setdefault((label, words), []).append(Mention(Span(start, end), label, 0.9, "by:hand"))
    decisions = tuple(
        Decision(Entity(f"e{at}", label, tuple(mentions)), Action.REPLACE, _writing(settings, rules, label))
        for at, ((label, _), mentions) in enumerate(entities.items(), 1)
    )
    plan = Plan("long.txt", Document("long.txt", text).digest(), decisions, "en")
    (tmp_path / "long.txt").write_text(text)
    (tmp_path / "plan.jsonl").write_text(header_line(settings) + plan_line(plan))
    return opened([tmp_path / "long.txt", tmp_path / "plan.jsonl"], tmp_path / "r", profile=settings)


def _writing(settings: object, rules: dict[str, str], label: str) -> str:
    name = rules.get(label) or rules.get(label.partition(".")[0], "otherwise")
    found = next((each for each in getattr(settings, "rules", ()) if each.name == name), None)
    return name if found is not None and found.action is Action.REPLACE else "otherwise"


def test_a_step_in_a_document_of_50_000_words_is_quick(long_project: Project) -> None:
    project, text = long_project, long_project.entries[0].document.text
    sheet = project.history(0).sheet
    first = min(_opening(project) for _ in range(3))
    free = text.index("and then")
    commands: list[dict[str, object]] = [
        {"do": "mark", "start": free, "end": free + 3, "label": "PERSON"},
        {"do": "unmark", "mark": sheet.marks[1000].id},
        {"do": "write", "entity": sheet.parties[3].id, "text": "Zora Quist"},
        {"do": "act", "entity": sheet.parties[4].id, "action": "keep"},
        {"do": "relabel", "mark": sheet.marks[50].id, "label": "PERSON.LAST"},
        {"do": "number", "entity": sheet.parties[6].id, "number": 7777},
        {"do": "flag", "mark": sheet.marks[70].id, "kind": "obs", "comment": "x"},
    ]
    slowest = max(_seconds(project, command) for command in commands)
    project.close()

    assert len(text.split()) >= WORDS
    assert len(sheet.marks) == MARKS
    assert first < 0.5 * pace()
    assert slowest < STEP * pace()


def _opening(project: Project) -> float:
    """Return the seconds of computing that it takes to show a document of which only the plan is known."""
    entry = project.entries[0]
    entry.preview = entry.warned = None
    begun = time.process_time()
    entry, sheet, shown = seen(project, 0)
    data = sheet_data(entry, sheet, shown, project.history(0))
    json_answer({**data, "warnings": warnings_data(look_through(entry, sheet))})
    return time.process_time() - begun


def _seconds(project: Project, command: dict[str, object]) -> float:
    """Return the best of three: a step, its answer, and back again."""
    best = 9.0
    for _ in range(3):
        begun = time.process_time()
        turn = say(project, 0, project.history(0).sheet.version, command)
        warned = warnings_data(warned_now(turn.entry, turn.new))
        json_answer({**delta_data(turn, project.history(0)), "warnings": warned})
        best = min(best, time.process_time() - begun)
        turn_back(project, 0, turn.new.version)
    return best
