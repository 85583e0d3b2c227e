"""Corrections become rules, kept in versions; words of which people said both give none."""

from pathlib import Path

import pytest
from tests.unit.reviewing.sheets import TEXT, plan, settings

from allonym.core.errors import InputError, UsageError
from allonym.core.types import Document
from allonym.linking.table import read_table
from allonym.reviewing.commands import do
from allonym.reviewing.feedback import ALIAS, ALLOW, DENY, Lesson, lessons_of, merged
from allonym.reviewing.lessons import accept, read_versions, restore, with_lessons
from allonym.reviewing.measuring import measured
from allonym.reviewing.values import Sheet, sheet_of


def sheet(text: str = TEXT) -> Sheet:
    return sheet_of(Document("d", text), plan(text))


def changed(*commands: dict[str, object], text: str = TEXT) -> Sheet:
    made = sheet(text)
    for command in commands:
        made = do(made, command)
    return made


def mark(words: str, label: str = "PERSON", text: str = TEXT) -> dict[str, object]:
    start = text.index(words)
    return {"do": "mark", "start": start, "end": start + len(words), "label": label}


def test_what_people_let_stand_is_allowed() -> None:
    commands: list[dict[str, object]] = [
        {"do": "unmark", "mark": "m5"},
        {"do": "act", "entity": "e4", "action": "keep"},
    ]
    for command in commands:
        learned = lessons_of([(sheet(), changed(command))])

        assert learned.lessons == (Lesson(ALLOW, "PERSON", "Eva"),)
        assert not learned.left_out


def test_what_is_identifying_elsewhere_is_not_allowed() -> None:
    learned = lessons_of([(sheet(), changed({"do": "unmark", "mark": "m5"})), (sheet(), sheet())])

    assert learned.lessons == ()
    assert learned.left_out == {"identifying elsewhere": 1}


def test_what_was_missed_is_denied() -> None:
    learned = lessons_of([(sheet(), changed(mark("wife", "FAMILY")))])

    assert learned.lessons == (Lesson(DENY, "FAMILY", "wife"),)


def test_what_was_left_standing_elsewhere_in_any_case_is_not_denied() -> None:
    other = sheet_of(Document("e", "A WIFE."), plan().__class__("e", Document("e", "A WIFE.").digest(), ()))
    learned = lessons_of([(sheet(), changed(mark("wife", "FAMILY"))), (other, other)])

    assert learned.lessons == ()
    assert learned.left_out == {"left standing elsewhere": 1}


def test_numbers_and_what_is_only_marked_give_no_rule() -> None:
    text = TEXT + " 42 cats"
    marked = changed(mark("42", "NUMBER", text), mark("cats", "EXTRA", text), text=text)
    cats = next(each.entity for each in marked.marks if each.label == "EXTRA")
    learned = lessons_of([(sheet(text), do(marked, {"do": "act", "entity": cats, "action": "mark"}))])

    assert learned.lessons == ()
    assert learned.left_out == {"no letter in it": 1, "only marked": 1}


def test_forms_that_people_put_together_are_aliases() -> None:
    learned = lessons_of([(sheet(), changed({"do": "join", "entities": ["e2", "e4"]}))])

    assert learned.lessons == (Lesson(ALIAS, "PERSON", "Eva", "karl"), Lesson(ALIAS, "PERSON", "Karl", "karl"))


def test_untouched_there_is_nothing_to_learn() -> None:
    assert lessons_of([(sheet(), sheet())]).lessons == ()


def test_a_newer_rule_takes_the_place_of_one_on_the_same_words() -> None:
    old, new = Lesson(ALLOW, "PERSON", "Rose"), Lesson(DENY, "PERSON", "ROSE")

    assert merged([old], [new]) == (new,)
    assert merged([old], [Lesson(ALIAS, "PERSON", "Rose", "rose")])[1] == old


def test_versions_are_kept_and_can_be_restored(tmp_path: Path) -> None:
    rules = tmp_path / "rules"
    first = [Lesson(ALLOW, "PERSON", "Rose"), Lesson(DENY, "EXTRA", "the badger")]
    accept(rules, first, {"by": "anna"})
    accept(
        rules, [*first[:1], Lesson(ALIAS, "PERSON", "Bo", "bo berg"), Lesson(ALIAS, "PERSON", "Bo Berg", "bo berg")], {}
    )

    assert (rules / "allow.txt").read_text() == "Rose\n"
    assert not (rules / "deny.txt").exists()
    assert read_table(rules / "alias.tsv").entity("PERSON", "Bo") == "bo berg"
    assert rules.stat().st_mode & 0o777 == 0o700
    assert {each.stat().st_mode & 0o777 for each in rules.iterdir()} == {0o600}

    assert restore(rules, 1, {}).number == 3
    assert (rules / "deny.txt").read_text() == "the badger\tEXTRA\n"
    assert not (rules / "alias.tsv").exists()
    assert [len(each.lessons) for each in read_versions(rules)] == [2, 3, 2]
    assert read_versions(rules)[0].noted == {"by": "anna"}
    with pytest.raises(UsageError, match="there is no version 9"):
        restore(rules, 9, {})


def test_a_history_that_was_damaged_is_refused_without_words(tmp_path: Path) -> None:
    accept(tmp_path, [Lesson(ALLOW, "PERSON", "Rose")], {})
    (tmp_path / "history.jsonl").write_text('{"added": [["allow", "Zebulonka", "x"]], "removed": []}\n')

    with pytest.raises(InputError, match="line 1: not a version of rules") as refused:
        read_versions(tmp_path)
    assert "Zebulonka" not in str(refused.value)


def test_rules_change_what_is_found_and_the_measure_shows_it() -> None:
    text = "Write to desk@example.org or to the badger."
    start = text.index("the badger")
    empty = sheet_of(Document("d", text), plan().__class__("d", Document("d", text).digest(), ()))
    gold = do(empty, {"do": "mark", "start": start, "end": start + 10, "label": "PERSON.NICKNAME"})
    rules = [Lesson(ALLOW, "EMAIL", "desk@example.org"), Lesson(DENY, "PERSON.NICKNAME", "the badger")]
    before, after = (measured(settings(), each, [gold]) for each in ([], rules))

    assert (before.words, before.precision, before.recall) == (2, 0, 0)
    assert (after.words, after.precision, after.recall) == (2, 1, 1)
    assert with_lessons(settings(), rules).allow == ("desk@example.org",)
