"""A review: documents are planned when they are needed, people do not see one another, decisions reach other texts."""

import time
from pathlib import Path

import pytest
from tests.unit.reviewing.sheets import fill, opened, settings, words

from allonym.core.errors import InputError, UsageError
from allonym.core.pieces import Layout
from allonym.core.types import Action
from allonym.reviewing.acting import Stale, say, seen, turn_again, turn_back
from allonym.reviewing.listing import Wanted, next_uncertain, rows
from allonym.reviewing.opening import find_sources, folder_for
from allonym.reviewing.planning import Planning
from allonym.reviewing.reading import Refused
from allonym.running.files import Run, plan_lines
from allonym.running.plans import header_line
from allonym.running.reports import Report

TEXT = "Anna Berg met Karl Holm in Berlin. Write to anna.berg@example.org."
OTHER = "Nothing here but Karl Holm, and Karl Holm again, and Karl Holms wife."


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    return fill(tmp_path / "in", {"a.txt": TEXT, "b.txt": OTHER, "c.txt": "Nothing at all."})


def test_documents_are_listed_before_they_are_planned(corpus: Path, tmp_path: Path) -> None:
    project = opened(corpus, tmp_path / "r")
    listed = rows(project, Wanted())

    assert [each.entry.document.id for each in listed] == ["a.txt", "b.txt", "c.txt"]
    assert not any(each.planned for each in listed)
    assert not any(each.history for each in project.entries)
    project.close()


def test_a_few_documents_are_planned_ahead(tmp_path: Path) -> None:
    project = opened(fill(tmp_path / "in", {f"{at:02}.txt": TEXT for at in range(8)}), tmp_path / "r")
    planning = Planning(project)
    planning.start()
    planning.want(0)
    until = time.monotonic() + 20
    while planning.planned() < 3 and time.monotonic() < until:
        time.sleep(0.02)
    planning.end()

    assert [each.number for each in project.entries if each.history] == [1, 2, 3]
    project.close()


def test_two_people_do_not_see_one_another(corpus: Path, tmp_path: Path) -> None:
    one = opened(corpus, tmp_path / "r", annotator="one")
    two = opened(corpus, tmp_path / "r", annotator="two")
    say(one, 0, 0, {"do": "unmark", "mark": "m1"})

    assert one.history(0).sheet.mark("m1") is None
    assert two.history(0).sheet.mark("m1") is not None
    one.close()
    two.close()


@pytest.mark.parametrize("name", ["", "../one", "a/b", ".hidden", "one.plans", "x" * 80])
def test_a_name_that_is_no_file_name_is_refused(corpus: Path, tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match="--as"):
        opened(corpus, tmp_path / "r", annotator=name)


def test_damaged_plans_are_named_and_nothing_is_left_open(corpus: Path, tmp_path: Path) -> None:
    opened(corpus, tmp_path / "r").close()
    (tmp_path / "r" / "one.plans.jsonl").write_text('{"id":"a.txt"}\n')

    for _ in range(2):
        with pytest.raises(InputError, match="damaged"):
            opened(corpus, tmp_path / "r")


def test_another_profile_needs_another_review(corpus: Path, tmp_path: Path) -> None:
    opened(corpus, tmp_path / "r").close()

    with pytest.raises(UsageError, match="begun with the profile default"):
        opened(corpus, tmp_path / "r", profile=settings("swell"))


def test_a_decision_reaches_documents_that_are_planned_and_those_that_are_not(corpus: Path, tmp_path: Path) -> None:
    project = opened(corpus, tmp_path / "r")
    start = project.history(0).sheet
    karl = next(each for each in start.marks if words(start)[each.id] == "Karl Holm")
    turn = say(project, 0, 0, {"do": "act", "entity": karl.entity, "action": "keep"}, "corpus")
    other = project.history(1).sheet
    kept = {each.id for each in other.parties if each.action is Action.KEEP}

    assert turn.elsewhere == 2
    assert project.entries[2].lines == []
    assert {words(other)[each.id] for each in other.marks if each.entity in kept} >= {"Karl Holm"}
    project.close()


def test_a_decision_elsewhere_can_be_undone_there(corpus: Path, tmp_path: Path) -> None:
    project = opened(corpus, tmp_path / "r")
    before = project.history(1).sheet
    mine = project.history(0).sheet
    karl = next(each for each in mine.marks if words(mine)[each.id] == "Karl Holm")
    say(project, 0, 0, {"do": "unmark", "mark": karl.id}, "corpus")
    after = project.history(1).sheet
    turn_back(project, 1, after.version)

    assert "Karl Holm" not in words(after).values()
    assert project.history(1).sheet.marks == before.marks
    turn_again(project, 1, after.version + 1)
    assert project.history(1).sheet.marks == after.marks
    project.close()


def test_in_one_document_all_places_are_one_step(tmp_path: Path) -> None:
    project = opened(fill(tmp_path / "in", {"a.txt": "blorb met Blorb, and blorb left blorb."}), tmp_path / "r")
    turn = say(project, 0, 0, {"do": "mark", "start": 0, "end": 5, "label": "PERSON"}, "document")

    mine = [each for each in turn.new.marks if words(turn.new)[each.id] == "blorb"]

    assert len(mine) == 3
    assert len({each.entity for each in mine}) == 1
    assert "blorb" not in words(turn_back(project, 0, 1).new).values()
    project.close()


def test_what_is_said_of_an_old_version_is_refused(corpus: Path, tmp_path: Path) -> None:
    project = opened(corpus, tmp_path / "r")
    say(project, 0, 0, {"do": "comment", "text": "x"})

    with pytest.raises(Stale) as stale:
        say(project, 0, 0, {"do": "comment", "text": "y"})
    assert stale.value.version == 1
    with pytest.raises(Stale):
        turn_back(project, 0, 0)
    with pytest.raises(UsageError, match="nothing to do again"):
        turn_again(project, 0, 1)
    project.close()


def test_what_is_refused_leaves_no_line(corpus: Path, tmp_path: Path) -> None:
    project = opened(corpus, tmp_path / "r")
    project.history(0)
    before = (tmp_path / "r" / "one.jsonl").read_bytes()

    for everywhere in (None, "document", "corpus"):
        with pytest.raises(Refused):
            say(project, 0, 0, {"do": "unmark", "mark": "m99"}, everywhere)
    with pytest.raises(Refused, match="everywhere"):
        say(project, 0, 0, {"do": "unmark", "mark": "m1"}, "galaxy")
    assert (tmp_path / "r" / "one.jsonl").read_bytes() == before
    project.close()


def test_a_text_that_was_changed_since_begins_anew_and_says_so(corpus: Path, tmp_path: Path) -> None:
    project = opened(corpus, tmp_path / "r")
    say(project, 0, 0, {"do": "comment", "text": "x"})
    project.close()
    (corpus / "a.txt").write_text(TEXT + " More.")
    again = opened(corpus, tmp_path / "r")

    assert again.entries[0].stale == 1
    assert again.history(0).sheet.comment == ""
    again.close()
    (corpus / "a.txt").write_text(TEXT)
    back = opened(corpus, tmp_path / "r")
    assert back.history(0).sheet.comment == "x"
    back.close()


def test_lines_of_documents_that_are_gone_are_counted(corpus: Path, tmp_path: Path) -> None:
    project = opened(corpus, tmp_path / "r")
    say(project, 0, 0, {"do": "comment", "text": "x"})
    project.close()
    (corpus / "a.txt").unlink()
    again = opened(corpus, tmp_path / "r")

    assert again.lost == 1
    again.close()


def test_what_is_uncertain_comes_one_after_the_other_and_round(corpus: Path, tmp_path: Path) -> None:
    project = opened(corpus, tmp_path / "r", profile=settings(terms={"PERSON": ["Berlin"]}))
    for number in range(3):
        history = project.history(number)
        marks = [each.id for each in history.sheet.marks]
        if marks:
            say(project, number, history.sheet.version, {"do": "accept", "marks": marks})

    assert next_uncertain(project, 0, None) is None
    turn_back(project, 1, project.history(1).sheet.version)
    unsure = [each for each in project.history(1).sheet.marks if each.score < 0.8]
    found = next_uncertain(project, 2, None)
    assert found == ((1, unsure[0].id) if unsure else None)
    project.close()


def test_filters_choose_documents(corpus: Path, tmp_path: Path) -> None:
    project = opened(corpus, tmp_path / "r")
    for number in range(3):
        project.ready(number)
    say(project, 1, 0, {"do": "status", "status": "done"})

    assert [each.entry.number for each in rows(project, Wanted(status="done"))] == [1]
    assert [each.entry.number for each in rows(project, Wanted(status="open"))] == [0, 2]
    assert [each.entry.number for each in rows(project, Wanted(label="EMAIL"))] == [0]
    assert [each.entry.number for each in rows(project, Wanted(search="b.t"))] == [1]
    project.close()


def test_a_plan_is_reviewed_with_the_file_it_was_made_for(corpus: Path, tmp_path: Path) -> None:
    project = opened(corpus / "a.txt", tmp_path / "r")
    lines = plan_lines(Run(project.tool), project.entries[0].source, Report("a.txt"))
    plan = tmp_path / "a.plan.jsonl"
    plan.write_text(header_line(project.tool.settings) + "".join(lines).replace('"direct"', '"otherwise"', 1))
    project.close()
    reviewed = opened([corpus / "a.txt", plan], tmp_path / "other")

    assert reviewed.history(0).sheet.parties[0].rule == "otherwise"
    reviewed.close()
    with pytest.raises(UsageError, match="holds no texts"):
        find_sources([str(plan)], None, Layout())
    with pytest.raises(UsageError, match="one file"):
        find_sources([str(plan), str(corpus)], None, Layout())


def test_the_folder_of_a_review_is_never_reviewed(tmp_path: Path) -> None:
    folder = fill(tmp_path / "in", {"a.txt": TEXT})
    opened(folder / "a.txt", folder_for([str(folder / "a.txt")])).close()
    sources, _ = find_sources([str(folder)], None, Layout())

    assert [each.name for each in sources] == ["a.txt"]


def test_a_document_that_cannot_be_written_yet_is_shown_with_all_its_marks(corpus: Path, tmp_path: Path) -> None:
    project = opened(corpus, tmp_path / "r")
    entry, sheet, shown = seen(project, 0)
    replaced = {each.id for each in sheet.parties if each.action is Action.REPLACE}

    assert entry.number == 0
    assert set(shown) == {each.id for each in sheet.marks if each.entity in replaced}
    project.close()
