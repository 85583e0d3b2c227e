"""Several commands as one step, documents that are open again once they are changed, and words that are not written."""

from pathlib import Path
from typing import Any

import pytest
from tests.unit.reviewing.sheets import fill, opened, sheet, words

from allonym.reviewing.acting import say, turn_back
from allonym.reviewing.commands import do
from allonym.reviewing.reading import Refused
from allonym.reviewing.values import DONE, OPEN

READY = {"do": "status", "status": "done"}


def several(*steps: Any) -> dict[str, Any]:
    return {"do": "several", "steps": list(steps)}


def test_several_commands_are_one_version() -> None:
    made = do(sheet(), several({"do": "unmark", "mark": "m1"}, {"do": "act", "entity": "e2", "action": "keep"}))

    assert made.version == 1
    assert "m1" not in words(made)
    assert [each.action.value for each in made.parties if each.id == "e2"] == ["keep"]


@pytest.mark.parametrize(
    ("steps", "told"),
    [
        ([{"do": "unmark", "mark": "m1"}, {"do": "unmark", "mark": "m99"}], "step 2: mark: there is no such mark"),
        ([{"do": "unmark", "mark": "m1", "more": 1}], "step 1: the command has a field"),
        ([several({"do": "unmark", "mark": "m1"})], "step 1: do: it is one command"),
        ([{"do": "fly"}], "step 1: do: it is one of"),
        (["unmark"], "steps: each is a command"),
        ([], "steps: it is a list"),
        ("unmark", "steps: it is a list"),
    ],
)
def test_a_step_that_does_not_fit_is_named_and_nothing_is_done(steps: Any, told: str) -> None:
    with pytest.raises(Refused, match=told):
        do(sheet(), {"do": "several", "steps": steps})


def test_several_commands_are_one_line_and_one_step_back(tmp_path: Path) -> None:
    project = opened(fill(tmp_path / "in", {"a.txt": "Mail a@example.org or b@example.org."}), tmp_path / "r")
    marks = project.history(0).sheet.marks
    say(project, 0, 0, several(*({"do": "unmark", "mark": each.id} for each in marks)))

    assert len(marks) == 2
    assert len((tmp_path / "r" / "one.jsonl").read_text("utf-8").splitlines()) == 2
    assert turn_back(project, 0, 1).new.marks == marks
    project.close()


@pytest.mark.parametrize(
    "command",
    [
        {"do": "unmark", "mark": "m1"},
        {"do": "act", "entity": "e1", "action": "keep"},
        several({"do": "unmark", "mark": "m1"}),
    ],
)
def test_a_document_that_is_changed_is_not_done_any_more(command: dict[str, Any]) -> None:
    assert do(do(sheet(), READY), command).status == OPEN


def test_a_comment_on_the_document_leaves_it_done() -> None:
    assert do(do(sheet(), READY), {"do": "comment", "text": "x"}).status == DONE


def test_what_is_said_everywhere_opens_the_documents_that_it_changes_and_undo_closes_them(tmp_path: Path) -> None:
    texts = {"a.txt": "The owl.", "b.txt": "An owl again.", "c.txt": "A dog."}
    project = opened(fill(tmp_path / "in", texts), tmp_path / "r")
    for number in range(3):
        say(project, number, 0, READY)
    say(project, 0, 1, {"do": "mark", "start": 4, "end": 7, "label": "PERSON"}, "corpus")

    assert [project.history(number).sheet.status for number in range(3)] == [OPEN, OPEN, DONE]
    assert turn_back(project, 0, 2).new.status == DONE
    project.close()


@pytest.mark.parametrize("text", ["a\u202eb", "a\u2066b", "a\x07", "a\nb", "a\u2028b"])
def test_signs_that_hide_or_turn_words_are_not_written(text: str) -> None:
    with pytest.raises(Refused, match="text: it has a line break, a control character"):
        do(sheet(), {"do": "write", "entity": "e1", "text": text})


def test_a_joiner_inside_a_word_is_written() -> None:
    made = do(sheet(), {"do": "write", "entity": "e1", "text": "می\u200cخوا"})

    assert made.parties[0].replacement == "می\u200cخوا"
