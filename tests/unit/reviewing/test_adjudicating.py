"""Where two annotators differ, and what comes of choosing between them."""

from pathlib import Path

import pytest
from tests.unit.reviewing.sheets import TEXT, fill, opened, sheet, words

from allonym.core.errors import UsageError
from allonym.core.pieces import Layout
from allonym.core.types import Action
from allonym.reviewing.acting import say
from allonym.reviewing.adjudicating import ONE, TWO, differences, settled
from allonym.reviewing.choosing import Adjudication
from allonym.reviewing.commands import do
from allonym.reviewing.values import DONE, OPEN, Sheet
from allonym.reviewing.works import read_work
from allonym.running.sources import find_inputs


def changed(*commands: dict[str, object]) -> Sheet:
    made = sheet()
    for command in commands:
        made = do(made, command)
    return made


KNOWS = {"do": "mark", "start": TEXT.index("knows"), "end": TEXT.index("knows") + 5, "label": "EXTRA"}


@pytest.mark.parametrize(
    ("command", "kinds"),
    [
        ({"do": "unmark", "mark": "m5"}, ("marked",)),
        (KNOWS, ("marked",)),
        ({"do": "bounds", "mark": "m1", "start": 0, "end": 4}, ("borders",)),
        ({"do": "relabel", "mark": "m5", "label": "PERSON.LAST"}, ("label",)),
        ({"do": "act", "entity": "e3", "action": "replace"}, ("action",)),
        ({"do": "write", "entity": "e2", "text": "Otto"}, ("pseudonym",)),
        ({"do": "morphology", "mark": "m2", "tags": ["gen"]}, ("features",)),
    ],
)
def test_every_way_to_differ_is_told(command: dict[str, object], kinds: tuple[str, ...]) -> None:
    [place] = differences(sheet(), changed(command))

    assert place.kinds == kinds


def test_to_be_one_or_two_is_a_difference_at_every_place() -> None:
    found = differences(sheet(), changed({"do": "join", "entities": ["e2", "e4"]}))

    assert [each.kinds for each in found] == [("entity",), ("entity",)]


def test_who_agrees_has_nothing_to_choose() -> None:
    made = settled(sheet(), sheet(), {})

    assert differences(sheet(), sheet()) == []
    assert made.status == DONE
    assert [(each.span, each.label) for each in made.marks] == [(each.span, each.label) for each in sheet().marks]
    assert made.parties == sheet().parties


@pytest.mark.parametrize("side", [ONE, TWO])
def test_to_choose_one_side_everywhere_gives_that_sheet(side: str) -> None:
    one = sheet()
    two = changed(
        {"do": "unmark", "mark": "m5"},
        KNOWS,
        {"do": "act", "entity": "e3", "action": "replace"},
        {"do": "write", "entity": "e2", "text": "Otto"},
        {"do": "morphology", "mark": "m2", "tags": ["gen"]},
    )
    made = settled(one, two, {each.key: side for each in differences(one, two)})
    wanted = one if side == ONE else two
    parties, known = ({each.id: each for each in every.parties} for every in (made, wanted))

    assert made.status == DONE
    assert [(each.span, each.label, each.features) for each in made.marks] == [
        (each.span, each.label, each.features) for each in wanted.marks
    ]
    assert [(parties[each.entity].action, parties[each.entity].replacement) for each in made.marks] == [
        (known[each.entity].action, known[each.entity].replacement) for each in wanted.marks
    ]
    assert differences(made, wanted) == []


def test_what_is_not_chosen_stays_open_and_as_the_first_says() -> None:
    one, two = sheet(), changed(KNOWS, {"do": "act", "entity": "e3", "action": "replace"})
    first, second = differences(one, two)
    made = settled(one, two, {second.key: TWO})

    assert made.status == OPEN
    assert [each.label for each in made.marks] == [
        "PERSON",
        "PERSON.FIRST",
        "LOCATION.CITY",
        "PERSON.FIRST",
        "EXTRA",
        "PERSON.FIRST",
    ]
    assert next(each for each in made.parties if each.label == "LOCATION.CITY").action is Action.MARK
    assert first.kinds == ("action",)


def test_two_entities_never_get_one_number() -> None:
    one, two = changed(KNOWS), sheet()
    start = TEXT.index("wife")
    two = do(two, {"do": "mark", "start": start, "end": start + 4, "label": "EXTRA"})
    made = settled(one, two, {each.key: TWO if each.two else ONE for each in differences(one, two)})
    numbers = [(made.series(each.label), each.number) for each in made.parties]

    assert len(numbers) == len(set(numbers))
    assert len(made.marks) == 7


@pytest.fixture
def reviews(tmp_path: Path) -> Path:
    """Return the folder of a review that two have worked on: one keeps Anna, the other does not mark Karl."""
    corpus = fill(tmp_path / "in", {"a.txt": TEXT, "b.txt": "Anna Berg came.", "c.txt": "Nothing."})
    for name, commands in {"anna": ["act"], "berta": ["unmark"]}.items():
        project = opened(corpus, tmp_path / "r", annotator=name)
        for number in range(2):
            sheet = project.history(number).sheet
            mark = sheet.marks[0]
            said = {
                "act": {"do": "act", "entity": mark.entity, "action": "keep"},
                "unmark": {"do": "unmark", "mark": mark.id},
            }
            if number == 0:
                for command in commands:
                    say(project, 0, project.history(0).sheet.version, said[command])
            say(project, number, project.history(number).sheet.version, {"do": "status", "status": "done"})
        project.close()
    return tmp_path


def adjudication(folder: Path) -> Adjudication:
    sources, _ = find_inputs([str(folder / "in")], None, Layout())
    one, two = (read_work(folder / "r" / f"{name}.jsonl", sources, "en") for name in ("anna", "berta"))
    made = Adjudication(opened(folder / "in", folder / "r", annotator="agreed"), one, two)
    made.begin()
    return made


def test_choices_go_to_a_review_of_their_own_and_are_there_again(reviews: Path) -> None:
    first = adjudication(reviews)
    [(entry, places, settled_)] = list(first.differing())

    assert (entry.document.id, settled_) == ("a.txt", 0)
    assert first.project.history(1).sheet.status == DONE
    assert [each.kinds for each in places] == [("marked",), ("action",)]
    assert [first.choose(entry.number, each.key, TWO) for each in places] == [1, 1]
    assert words(first.project.history(0).sheet).get("m1") != "Anna Berg"
    first.project.close()

    again = adjudication(reviews)
    [(_, places, settled_)] = list(again.differing())
    assert settled_ == len(places) == 2
    assert again.project.history(0).sheet.status == DONE
    assert again.choose(0, None, ONE) == 2
    sheet = again.project.history(0).sheet
    assert sheet.marks[0].span.of(TEXT) == "Anna Berg"
    assert sheet.parties[0].action is Action.KEEP
    again.project.close()


@pytest.mark.parametrize(
    ("number", "key", "side"), [(0, "1-2", TWO), (0, None, "both"), (2, None, ONE), (99, None, ONE)]
)
def test_a_choice_that_is_none_is_refused(reviews: Path, number: int, key: str | None, side: str) -> None:
    made = adjudication(reviews)
    with pytest.raises(UsageError):
        made.choose(number, key, side)
    made.project.close()
