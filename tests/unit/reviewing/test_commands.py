"""Each command does what it says to a sheet, and refuses what does not fit without a word of the text."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.reviewing.sheets import TEXT, sheet, words

from allonym.core.labels import is_a
from allonym.core.types import Action
from allonym.reviewing.changing import Rules
from allonym.reviewing.commands import COMMANDS, do
from allonym.reviewing.reading import Refused
from allonym.reviewing.values import PERSON, Sheet, plan_of

RULES = Rules(
    lambda label: (Action.MARK, "quasi") if label.startswith("LOCATION") else (Action.REPLACE, "direct"),
    frozenset({"direct", "otherwise"}),
)


def done(start: Sheet, *commands: dict[str, Any]) -> Sheet:
    for command in commands:
        start = do(start, command, RULES)
    return start


def party(of: Sheet, id_: str) -> Any:
    found = of.party(id_)
    assert found is not None
    return found


def mark(of: Sheet, id_: str) -> Any:
    found = of.mark(id_)
    assert found is not None
    return found


def test_words_are_marked_as_an_entity_of_their_own() -> None:
    at = TEXT.index("wife")
    made = done(sheet(), {"do": "mark", "start": at, "end": at + 4, "label": "PERSON.NICKNAME"})
    new = mark(made, "m6")

    assert made.version == 1
    assert (new.source, new.score, words(made)["m6"]) == (PERSON, 1.0, "wife")
    assert party(made, new.entity).number == 4
    assert party(made, new.entity).action is Action.REPLACE
    assert [each.start for each in made.marks] == sorted(each.start for each in made.marks)


def test_words_are_marked_as_one_more_mention_of_an_entity() -> None:
    at = TEXT.index("Karls")
    made = done(sheet(), {"do": "mark", "start": at, "end": at + 4, "label": "PERSON.FIRST", "entity": "e2"})

    assert [words(made)[each.id] for each in made.marks_of("e2")] == ["Karl", "Karl"]


def test_a_mark_of_another_kind_does_not_fit_an_entity() -> None:
    at = TEXT.index("wife")
    with pytest.raises(Refused, match="label"):
        done(sheet(), {"do": "mark", "start": at, "end": at + 4, "label": "LOCATION", "entity": "e2"})


def test_an_entity_goes_with_its_last_mark() -> None:
    once = done(sheet(), {"do": "unmark", "mark": "m1"})
    twice = done(once, {"do": "unmark", "mark": "m4"})

    assert party(once, "e1")
    assert twice.party("e1") is None


def test_borders_move_and_what_was_read_from_the_words_goes() -> None:
    start = sheet()
    made = done(start, {"do": "bounds", "mark": "m1", "start": 0, "end": 4})

    assert words(made)["m1"] == "Anna"
    assert mark(made, "m1").source == PERSON
    with pytest.raises(Refused, match="start"):
        done(start, {"do": "bounds", "mark": "m1", "start": 0, "end": TEXT.index("Karl") + 2})


def test_another_label_of_a_whole_entity_brings_its_rule() -> None:
    made = done(sheet(), {"do": "relabel", "entity": "e3", "label": "PERSON.LAST"})

    assert (party(made, "e3").label, party(made, "e3").action) == ("PERSON.LAST", Action.REPLACE)
    assert party(made, "e3").number == 4
    assert mark(made, "m3").label == "PERSON.LAST"


def test_a_mention_of_another_kind_leaves_its_entity() -> None:
    made = done(sheet(), {"do": "relabel", "mark": "m4", "label": "LOCATION.CITY"})
    alone = mark(made, "m4").entity

    assert alone != "e1"
    assert (party(made, alone).label, party(made, alone).action) == ("LOCATION.CITY", Action.MARK)
    assert party(made, "e1").label == "PERSON"


def test_a_mention_of_a_kindred_label_stays_and_the_entity_is_what_all_are() -> None:
    made = done(sheet(), {"do": "relabel", "mark": "m1", "label": "PERSON.LAST"})

    assert mark(made, "m1").entity == "e1"
    assert party(made, "e1").label == "PERSON"


def test_what_is_only_marked_is_replaced_by_a_rule_that_writes() -> None:
    made = done(sheet(), {"do": "act", "entity": "e3", "action": "replace"})

    assert (party(made, "e3").action, party(made, "e3").rule) == (Action.REPLACE, "otherwise")
    with pytest.raises(Refused, match="rule"):
        done(sheet(), {"do": "act", "entity": "e3", "action": "replace", "rule": "quasi"})


def test_a_pseudonym_is_typed_and_taken_back() -> None:
    typed = done(sheet(), {"do": "write", "entity": "e3", "text": "Leeds"})
    kept = done(typed, {"do": "act", "entity": "e3", "action": "keep"})
    back = done(typed, {"do": "write", "entity": "e3", "text": None})

    assert (party(typed, "e3").replacement, party(typed, "e3").action) == ("Leeds", Action.REPLACE)
    assert (party(kept, "e3").replacement, party(kept, "e3").action) == (None, Action.KEEP)
    assert (party(back, "e3").replacement, party(back, "e3").rule) == (None, "otherwise")


def test_what_is_parted_from_typed_words_gets_a_rule_that_writes() -> None:
    at = TEXT.rindex("Berlin")
    typed = done(
        sheet(),
        {"do": "mark", "start": at, "end": at + 6, "label": "LOCATION.CITY", "entity": "e3"},
        {"do": "write", "entity": "e3", "text": "Leeds"},
        {"do": "part", "marks": ["m6"]},
    )
    parted = party(typed, mark(typed, "m6").entity)

    assert (parted.action, parted.rule, parted.replacement) == (Action.REPLACE, "otherwise", None)


@pytest.mark.parametrize("text", ["Berlin", "BERLIN", " berlin "])
def test_a_pseudonym_that_says_what_stood_there_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="text"):
        done(sheet(), {"do": "write", "entity": "e3", "text": text})


def test_entities_are_joined_under_what_both_are() -> None:
    made = done(sheet(), {"do": "join", "entities": ["e2", "e1"]})

    assert made.party("e1") is None
    assert {each.entity for each in made.marks_of("e2")} == {"e2"}
    assert party(made, "e2").label == "PERSON"
    with pytest.raises(Refused, match="entities"):
        done(sheet(), {"do": "join", "entities": ["e1", "e3"]})


def test_of_joined_entities_one_that_is_replaced_has_all_replaced() -> None:
    kept = done(sheet(), {"do": "act", "entity": "e2", "action": "keep"})
    made = done(kept, {"do": "join", "entities": ["e2", "e4"]})

    assert party(made, "e2").action is Action.REPLACE


def test_marks_are_parted_from_their_entity() -> None:
    made = done(sheet(), {"do": "part", "marks": ["m4"]})
    alone = mark(made, "m4").entity

    assert alone != "e1"
    assert party(made, alone).number == 4
    assert party(made, "e1").label == "PERSON"
    with pytest.raises(Refused, match="marks"):
        done(made, {"do": "part", "marks": ["m4"]})


def test_a_number_that_another_has_makes_the_two_one() -> None:
    made = done(sheet(), {"do": "number", "entity": "e4", "number": 2})

    assert made.party("e4") is None
    assert {words(made)[each.id] for each in made.marks_of("e2")} == {"Karl", "Eva"}


def test_a_free_number_is_taken_and_all_of_its_kind_are_settled() -> None:
    made = done(sheet(), {"do": "number", "entity": "e4", "number": 9})
    numbers = {each.entity.id: dict(each.entity.mentions[0].features).get("number") for each in plan_of(made).decisions}

    assert numbers == {"e1": "1", "e2": "2", "e3": None, "e4": "9"}


def test_what_comes_to_settled_numbers_is_settled() -> None:
    settled = done(sheet(), {"do": "number", "entity": "e4", "number": 9})
    at = TEXT.index("wife")
    made = done(settled, {"do": "mark", "start": at, "end": at + 4, "label": "PERSON"})

    assert party(made, mark(made, "m6").entity).number == 10
    assert party(made, mark(made, "m6").entity).settled


def test_morphology_gender_and_foreign_are_features() -> None:
    made = done(
        sheet(),
        {"do": "morphology", "mark": "m2", "tags": ["pl", "gen"]},
        {"do": "gender", "entity": "e2", "gender": "female"},
        {"do": "foreign", "mark": "m3", "yes": True},
        {"do": "citation", "mark": "m3", "yes": True},
    )

    assert dict(mark(made, "m2").features) == {"gen": "yes", "pl": "yes", "gender": "female"}
    assert dict(mark(made, "m3").features) == {"citation": "yes", "foreign": "yes"}
    made = done(made, {"do": "citation", "mark": "m3", "yes": False})
    back = done(made, {"do": "foreign", "mark": "m3", "yes": False}, {"do": "morphology", "mark": "m2", "tags": []})
    assert dict(mark(back, "m2").features) == {"gender": "female"}
    assert mark(back, "m3").features == ()


def test_tags_and_comments_are_kept() -> None:
    made = done(
        sheet(),
        {"do": "flag", "mark": "m1", "kind": "obs", "comment": "look again"},
        {"do": "flag", "mark": "m1", "kind": "com", "comment": ""},
        {"do": "comment", "text": "a letter"},
        {"do": "accept", "marks": ["m2", "m3"]},
        {"do": "status", "status": "done"},
    )

    assert (mark(made, "m1").obs, mark(made, "m1").com) == ("look again", "")
    assert (made.comment, made.status) == ("a letter", "done")
    assert [mark(made, each).source for each in ("m1", "m2", "m3")] == ["by:hand", PERSON, PERSON]
    assert mark(done(made, {"do": "flag", "mark": "m1", "kind": "obs", "comment": None}), "m1").obs is None


REFUSED: list[Any] = [
    None,
    [],
    {},
    {"do": 3},
    {"do": "explode"},
    {"do": "unmark"},
    {"do": "unmark", "mark": "Anna Berg"},
    {"do": "unmark", "mark": ["m1"]},
    {"do": "unmark", "mark": "m1", "Anna Berg": 1},
    {"do": "mark", "start": 0, "end": 4, "label": "PERSON"},
    {"do": "mark", "start": 9, "end": 10, "label": "PERSON"},
    {"do": "mark", "start": 12, "end": 10, "label": "PERSON"},
    {"do": "mark", "start": True, "end": 4, "label": "PERSON"},
    {"do": "mark", "start": 60, "end": 10_000, "label": "PERSON"},
    {"do": "mark", "start": 57, "end": 60, "label": "Anna Berg"},
    {"do": "number", "entity": "e1", "number": 0},
    {"do": "number", "entity": "e1", "number": "1"},
    {"do": "number", "entity": "e1", "number": 100_000},
    {"do": "act", "entity": "e1", "action": "Anna Berg"},
    {"do": "write", "entity": "e1", "text": "x" * 1001},
    {"do": "write", "entity": "e1", "text": "\ud800"},
    {"do": "morphology", "mark": "m1", "tags": ["Anna Berg"]},
    {"do": "gender", "entity": "e1", "gender": None},
    {"do": "foreign", "mark": "m1", "yes": 1},
    {"do": "flag", "mark": "m1", "kind": "Anna Berg", "comment": ""},
    {"do": "comment", "text": None},
    {"do": "status", "status": "Anna Berg"},
    {"do": "accept", "marks": []},
    {"do": "join", "entities": ["e1"]},
    {"do": "join", "entities": ["e1", "e1"]},
]


@pytest.mark.parametrize("command", REFUSED, ids=repr)
def test_what_does_not_fit_is_refused_without_a_word_of_it(command: Any) -> None:
    with pytest.raises(Refused) as refused:
        do(sheet(), command, RULES)

    assert "Anna" not in str(refused.value)


IDS = st.sampled_from(["m1", "m2", "m3", "m4", "m5", "m6", "e1", "e2", "e3", "e4", "e5"])
VALUES = st.one_of(
    IDS,
    st.lists(IDS, max_size=3),
    st.integers(-1, 70),
    st.booleans(),
    st.none(),
    st.sampled_from(["PERSON", "PERSON.FIRST", "LOCATION", "keep", "replace", "gen", "female", "obs", "done", "Leeds"]),
)
FIELDS = ("mark", "marks", "entity", "entities", "start", "end", "label", "action", "text", "number", "tags", "gender")
ANY = st.builds(
    lambda name, more: {"do": name, **more},
    st.sampled_from(sorted(COMMANDS)),
    st.dictionaries(st.sampled_from((*FIELDS, "yes", "kind", "comment", "status", "rule")), VALUES, max_size=4),
)


@given(st.lists(ANY, max_size=12))
def test_a_sheet_stays_sound_whatever_is_said(commands: list[dict[str, Any]]) -> None:
    now = sheet()
    for command in commands:
        try:
            now = do(now, command, RULES)
        except Refused:
            continue
    parties = {each.id: each for each in now.parties}
    numbers = [(now.series(each.label), each.number) for each in now.parties]

    assert all(before.end <= after.start for before, after in zip(now.marks, now.marks[1:], strict=False))
    assert all(is_a(each.label, parties[each.entity].label) for each in now.marks)
    assert {each.entity for each in now.marks} == set(parties)
    assert len(set(numbers)) == len(numbers)
    assert len({each.id for each in now.marks}) == len(now.marks)
    plan_of(now)
