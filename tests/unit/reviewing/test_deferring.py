"""Decisions that wait for the corpus are counted and taken as `allonym decide` does."""

import json
from pathlib import Path

from tests.unit.reviewing.sheets import fill, opened, settings

from allonym.core.pieces import Layout
from allonym.core.types import Action
from allonym.reviewing.acting import turn_back
from allonym.reviewing.deferring import decide, rare_rules, shared_in, shared_values
from allonym.reviewing.project import Project

TEXTS = ["Jag kommer från Syrien.", "Hon kommer från Syrien.", "De kommer från Syrien.", "Han kommer från Eritrea."]


def review(tmp_path: Path, authors: list[str]) -> Project:
    pairs = enumerate(zip(authors, TEXTS, strict=True))
    rows = [{"id": f"r{at}", "author": author, "text": text} for at, (author, text) in pairs]
    (tmp_path / "in.jsonl").write_text("".join(json.dumps(each) + "\n" for each in rows))
    layout = Layout(text_columns=("text",), id_column="id", author_column="author")
    profile = settings("swell-deferred")
    return opened(tmp_path / "in.jsonl", tmp_path / "r", profile=profile, layout=layout)


def actions(project: Project) -> list[Action]:
    return [
        party.action
        for number in range(len(project.entries))
        for party in project.history(number).sheet.parties
        if party.label == "LOCATION.COUNTRY"
    ]


def test_values_are_counted_by_their_writers(tmp_path: Path) -> None:
    project = review(tmp_path, ["a", "b", "b", "c"])
    for number in range(4):
        project.ready(number)
    counts = {each.words: len(each.writers) for each in shared_values(project).values()}

    assert counts == {"Syrien": 2, "Eritrea": 1}
    assert list(shared_in(project, 0).values()) == [2]
    project.close()


def test_what_enough_share_stays_and_the_rest_goes(tmp_path: Path) -> None:
    project = review(tmp_path, ["a", "b", "c", "d"])

    assert decide(project, 3) == {"replace": 1, "keep": 3}
    assert actions(project) == [Action.KEEP] * 3 + [Action.REPLACE]
    assert decide(project, 3) == {"replace": 0, "keep": 0}
    turn_back(project, 3, project.history(3).sheet.version)
    assert actions(project)[3] is Action.MARK
    project.close()
    again = opened(
        tmp_path / "in.jsonl",
        tmp_path / "r",
        profile=settings("swell-deferred"),
        layout=Layout(text_columns=("text",), id_column="id", author_column="author"),
    )
    assert actions(again)[:3] == [Action.KEEP] * 3
    again.close()


def test_a_profile_that_decides_at_once_leaves_nothing_open(tmp_path: Path) -> None:
    project = opened(fill(tmp_path / "in", {"a.txt": TEXTS[0]}), tmp_path / "r")
    project.ready(0)

    assert not rare_rules(project)
    assert not shared_values(project)
    assert not shared_in(project, 0)
    project.close()
