"""Whatever is said of a review, it stays sound: the journal gives it back, and what is shown is what comes out."""

import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.reviewing.sheets import fill, opened
from tests.unit.reviewing.sheets import settings as profile_of
from tests.unit.reviewing.test_finishing import shown_text

from allonym import open_vault
from allonym.core.errors import SafetyError, UsageError
from allonym.core.pieces import Layout
from allonym.reviewing.acting import say, turn_again, turn_back
from allonym.reviewing.finishing import finish
from allonym.reviewing.project import Project
from allonym.reviewing.reading import Refused
from allonym.running.files import recover_file
from allonym.running.sources import find_inputs

TEXTS = {
    "a.txt": "Anna Berg met Karl Holm in Leeds. Anna Berg's brother Karl Holm lives in Leeds; the blorb saw a blorb.",
    "b.txt": "Karl Holm wrote to Anna Berg from Leeds: anna.berg@example.org, +44 20 7946 0018. A blorb!",
}
LABELS = ["PERSON", "PERSON.FIRST", "PERSON.LAST", "LOCATION.CITY", "ORGANIZATION", "AGE"]
STEP = st.fixed_dictionaries(
    {
        "do": st.sampled_from(
            ["mark", "unmark", "bounds", "relabel", "act", "write", "join", "part", "number", "gender", "undo", "redo"]
        ),
        "at": st.integers(0, 200),
        "other": st.integers(0, 200),
        "label": st.sampled_from(LABELS),
        "action": st.sampled_from(["replace", "mark", "keep"]),
        "text": st.sampled_from([None, "Zora", "Karl Holm", "", "[PERSON_1]", "x\ny"]),
        "everywhere": st.sampled_from([None, None, "document", "corpus"]),
        "n": st.integers(0, 1),
    }
)


def command_of(project: Project, step: dict[str, Any]) -> dict[str, Any]:
    """Return a command about something that is there."""
    sheet = project.history(step["n"]).sheet
    size = len(sheet.document.text)
    start = step["at"] % size
    end = min(size, start + 1 + step["other"] % 12)
    marks, parties = [each.id for each in sheet.marks] or ["m0"], [each.id for each in sheet.parties] or ["e0"]
    mark, party = marks[step["at"] % len(marks)], parties[step["at"] % len(parties)]
    other = parties[step["other"] % len(parties)]
    fields: dict[str, dict[str, Any]] = {
        "mark": {"start": start, "end": end, "label": step["label"]},
        "unmark": {"mark": mark},
        "bounds": {"mark": mark, "start": start, "end": end},
        "relabel": {"mark": mark, "label": step["label"]},
        "act": {"entity": party, "action": step["action"]},
        "write": {"entity": party, "text": step["text"]},
        "join": {"entities": [party, other]},
        "part": {"marks": [mark]},
        "number": {"entity": party, "number": 1 + step["other"] % 9},
        "gender": {"entity": party, "gender": "female"},
    }
    return {"do": step["do"], **fields[step["do"]]}


def take(project: Project, step: dict[str, Any]) -> None:
    number = step["n"]
    version = project.history(number).sheet.version
    try:
        if step["do"] == "undo":
            turn_back(project, number, version)
        elif step["do"] == "redo":
            turn_again(project, number, version)
        else:
            say(project, number, version, command_of(project, step), step["everywhere"])
    except (Refused, UsageError):
        assert project.history(number).sheet.version == version


@pytest.mark.parametrize("profile", ["default", "swell", "swell-tags"])
@settings(max_examples=40)
@given(steps=st.lists(STEP, min_size=4, max_size=25))
def test_whatever_is_said_comes_back_comes_out_and_goes_back(profile: str, steps: list[dict[str, Any]]) -> None:
    with tempfile.TemporaryDirectory() as place, open_vault("memory:") as vault:
        here = Path(place)
        folder = fill(here / "in", TEXTS)
        project = opened(folder, here / "r", profile=profile_of(profile), vault=vault)
        for step in steps:
            take(project, step)
        before = [project.history(number).sheet for number in (0, 1)]
        project.close()
        again = opened(folder, here / "r", profile=profile_of(profile), vault=vault)
        after = [again.history(number).sheet for number in (0, 1)]
        shown = [shown_text(again, number) for number in (0, 1)]
        assert after == before
        try:
            finish(again, here / "out", take_open=True, output=True)
        except SafetyError as refused:
            typed = {each.replacement for sheet in after for each in sheet.parties}
            assert "Karl Holm" in typed, "nothing but an original that was typed is refused"
            left = here / "out" / str(refused).partition(":")[0]
            assert not left.exists()
            return
        finally:
            again.close()
        for number, name in enumerate(TEXTS):
            assert (here / "out" / name).read_text() == shown[number]
            [source], _ = find_inputs([str(here / "out" / name)], None, Layout())
            recover_file(vault, source, here / "back")
            assert (here / "back").read_text() == TEXTS[name]
