"""In a long document only what changed is written at once; the rest follows, and is told with the next step."""

import time
from pathlib import Path

import pytest
from tests.unit.reviewing.sheets import fill, opened, words
from tests.unit.reviewing.test_finishing import shown_text

from allonym.interfaces.pages.review_data import delta_data
from allonym.reviewing import preview
from allonym.reviewing.acting import say, seen
from allonym.reviewing.finishing import finish
from allonym.reviewing.planning import Planning
from allonym.reviewing.project import Project

TEXT = "Anna Berg met Karl Holm. Eva Dahl saw Karl Holm and Anna Berg; Bo Lund did not."


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Project:
    """A review in which every document takes too long to be written whole."""
    monkeypatch.setattr(preview, "QUICK", 0.0)
    return opened(fill(tmp_path / "in", {"a.txt": TEXT}), tmp_path / "r")


def mark_of(project: Project, sought: str) -> str:
    sheet = project.history(0).sheet
    return next(id_ for id_, each in words(sheet).items() if each == sought)


def test_what_was_written_in_haste_is_mended_and_told_with_the_next_step(slow: Project, tmp_path: Path) -> None:
    _, sheet, before = seen(slow, 0)
    bo = mark_of(slow, "Bo Lund")
    first = say(slow, 0, 0, {"do": "unmark", "mark": mark_of(slow, "Eva Dahl")})
    hasty = first.shown[bo].words
    planning = Planning(slow)
    planning.start()
    planning.look_again(0)
    until = time.monotonic() + 20
    while slow.preview_of(slow.entries[0]).sheet is not slow.history(0).sheet and time.monotonic() < until:
        time.sleep(0.01)
    planning.end()
    turn = say(slow, 0, 1, {"do": "comment", "text": "x"})
    told = {each["id"]: each["shown"] for each in delta_data(turn, slow.history(0))["marks"]}

    assert sheet.mark(bo)
    assert before[bo].words == hasty == "[PERSON_4]"
    assert told == {bo: "[PERSON_3]"}
    expected = shown_text(slow, 0)
    finish(slow, tmp_path / "out", take_open=True, output=True)
    assert (tmp_path / "out" / "a.txt").read_text() == expected
    slow.close()


def test_what_changed_is_written_at_once(slow: Project) -> None:
    seen(slow, 0)
    karl = slow.history(0).sheet.mark(mark_of(slow, "Karl Holm"))
    assert karl
    typed = say(slow, 0, 0, {"do": "write", "entity": karl.entity, "text": "Zora"})
    numbered = say(slow, 0, 1, {"do": "write", "entity": karl.entity, "text": None})
    counted = say(slow, 0, 2, {"do": "number", "entity": karl.entity, "number": 9})
    kept = say(slow, 0, 3, {"do": "act", "entity": karl.entity, "action": "keep"})

    assert typed.shown[karl.id].words == "Zora"
    assert numbered.shown[karl.id].words == "[PERSON_2]"
    assert counted.shown[karl.id].words == "[PERSON_9]"
    assert karl.id not in kept.shown
    slow.close()


def test_what_is_parted_is_shown_as_somebody_else(slow: Project) -> None:
    seen(slow, 0)
    sheet = slow.history(0).sheet
    first, second = (id_ for id_, each in words(sheet).items() if each == "Karl Holm")
    turn = say(slow, 0, 0, {"do": "part", "marks": [second]})

    assert turn.shown[first].words != turn.shown[second].words
    slow.close()
