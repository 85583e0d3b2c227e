"""What stands around a place tells equal stand-ins apart, and is kept only where it does."""

from dataclasses import replace

import pytest

from allonym.core import surroundings
from allonym.core.surroundings import NEEDED, _literal, fingerprint, is_marked, is_slight, sides, tell_apart
from allonym.core.types import Edit, Span


def edit(text: str, words: str, original: str, nth: int = 0) -> Edit:
    start = -1
    for _ in range(nth + 1):
        start = text.index(words, start + 1)
    return Edit(Span(start, start + len(words)), original, "PERSON", original, words)


@pytest.mark.parametrize("words", ["[PERSON]", "[PERSON_1]", "_People1", "Company37", "PERSON_2015dc240d"])
def test_words_that_no_sentence_has_are_marked(words: str) -> None:
    assert is_marked(words)
    assert not is_slight(words)


@pytest.mark.parametrize("words", ["XXX", "Bob", "XXX XXX", "A", "1987", "12345", "0000000000", "30-39"])
def test_words_that_may_stand_anywhere_are_slight(words: str) -> None:
    assert is_slight(words)


@pytest.mark.parametrize("words", ["Anna", "lulu", "Karin Lund", "070-174 06 05", "123 123", "placeholder"])
def test_names_are_neither(words: str) -> None:
    assert not is_slight(words)
    assert not is_marked(words)


def test_only_the_nearest_words_of_the_sentence_count() -> None:
    text = "One. Two three four five XXX six. Seven"

    assert sides(text, Span(25, 28)) == (("three", "four", "five"), ("six",))
    assert fingerprint(sides(text, Span(25, 28))) == fingerprint(sides("THREE four\nfive XXX, six!", Span(16, 19)))


def test_a_token_with_one_original_needs_no_surroundings() -> None:
    text = "So [PERSON_1] met [PERSON_1]"
    edits = [edit(text, "[PERSON_1]", "Anna"), edit(text, "[PERSON_1]", "Anna", 1)]

    assert [each.near for each in tell_apart(text, edits)] == ["", ""]


def test_equal_words_for_two_are_told_apart_by_the_side_that_differs() -> None:
    text = "Then she saw XXX in town. Now he saw XXX in town."
    edits = [edit(text, "XXX", "Anna"), edit(text, "XXX", "Petra", 1)]

    first, second = (each.near for each in tell_apart(text, edits))

    assert first.startswith(NEEDED)
    assert len(first) > 1
    assert len(second) > 1
    assert first != second


def test_places_with_equal_sides_are_not_told_apart() -> None:
    text = "He saw XXX in town. He saw XXX in town."
    edits = [edit(text, "XXX", "Anna"), edit(text, "XXX", "Petra", 1)]

    assert [each.near for each in tell_apart(text, edits)] == [NEEDED, NEEDED]


def test_a_single_word_is_too_little_to_tell_a_place() -> None:
    text = "Then XXX. Now XXX"
    edits = [edit(text, "XXX", "Anna"), edit(text, "XXX", "Petra", 1)]

    assert [each.near for each in tell_apart(text, edits)] == [NEEDED, NEEDED]


def test_masks_do_not_tell_of_one_another() -> None:
    text = "There XXX XXX XXX came."
    edits = [edit(text, "XXX", name, nth) for nth, name in enumerate(("Anna", "Petra", "Klaus"))]

    assert [each.near for each in tell_apart(text, edits)] == [NEEDED] * 3


def test_there_must_be_words_on_both_sides() -> None:
    text = "XXX came home late. Then XXX came home early."
    edits = [edit(text, "XXX", "Anna"), edit(text, "XXX", "Petra", 1)]

    assert [len(each.near) > 1 for each in tell_apart(text, edits)] == [False, True]


@pytest.mark.parametrize(
    ("text", "needed"),
    [
        ("So Karin came. I saw karin today.", True),
        ("So Karin came. I saw Karina today.", False),
        ("So Karin came. I saw xkarin today.", False),
        ("So Karin came. I saw-karin-today.", True),
        ("So Karin came.", False),
    ],
)
def test_words_that_stand_in_the_text_by_themselves_need_their_surroundings(text: str, needed: bool) -> None:
    [told] = tell_apart(text, [edit(text, "Karin", "Anna")])

    assert told.near.startswith(NEEDED) == needed


def test_words_within_longer_ones_do_not_stand_by_themselves() -> None:
    assert _literal("Karin xkarin karin karinx", "Karin", [Span(0, 5)]) == [Span(13, 18)]
    assert _literal("Co. Co.x", "Co.", [Span(0, 3)]) == [Span(4, 7)]
    assert _literal("X x", "X", [Span(0, 1)]) == [Span(2, 3)]


def test_a_part_of_another_stand_in_is_not_taken_for_words_by_themselves() -> None:
    text = "So Karin Lund came, and then Karin left."
    edits = [edit(text, "Karin Lund", "Anna Berg"), edit(text, "Karin", "Anna", 1)]

    assert not any(each.near.startswith(NEEDED) for each in tell_apart(text, edits))


@pytest.mark.parametrize(
    ("form", "elsewhere"), [("Person_{}", ", says person 7"), ("[PERSON_{}]", ", says [Person_7], a person 8")]
)
def test_a_long_text_is_searched_only_for_what_may_stand_elsewhere_word_beside_word_or_in_brackets(
    form: str, elsewhere: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = range(1, 50)
    text = "".join(f"{form.format(number)} came. " for number in numbers) + "Every person counts: 1 2 3 4 5 6 7 8 9 10"
    edits = [edit(text, form.format(number), f"Anna {number}") for number in numbers]
    searched: list[str] = []

    def literal(_: str, words: str, __: object) -> list[Span]:
        searched.append(words)
        return []

    monkeypatch.setattr(surroundings, "_literal", literal)

    tell_apart(text, edits)
    tell_apart(text + elsewhere, edits)

    assert searched == [form.format(7)]


@pytest.mark.parametrize("extra", ["", " é"])
def test_a_token_that_the_text_had_before_is_seen_with_quick_and_with_slow_counting(extra: str) -> None:
    text = f"We saw [PERSON_1] here, and so did [person_1] of the manual.{extra}"

    [told] = tell_apart(text, [edit(text, "[PERSON_1]", "Anna")])
    [alone] = tell_apart(text.replace("[person_1]", "[person_10]"), [edit(text, "[PERSON_1]", "Anna")])

    assert told.near.startswith(NEEDED)
    assert not alone.near


def test_a_slight_word_needs_its_surroundings_even_where_it_stands_for_one() -> None:
    text = "Then she saw XXX in that town."

    [told] = tell_apart(text, [edit(text, "XXX", "Anna")])

    assert told.near == NEEDED + fingerprint(sides(text, Span(13, 16)))


def test_originals_that_nobody_has_linked_are_told_apart_by_their_words() -> None:
    text = "Then she saw Karin in town. Now he saw Karin in town."
    edits = [replace(edit(text, "Karin", name, nth), entity="") for nth, name in enumerate(("Anna", "Petra"))]

    assert all(each.near.startswith(NEEDED) for each in tell_apart(text, edits))
    same = [replace(each, replacement="Anna") for each in edits]
    assert not any(each.near.startswith(NEEDED) for each in tell_apart(text, same))


def test_fingerprints_are_as_vaults_keep_them() -> None:
    assert fingerprint((("then", "she"), ("on", "é"))) == "533babad470c"
    assert fingerprint((("a", "b"), ())) != fingerprint((("a",), ("b",)))


@pytest.mark.parametrize("text", ["[PERSON_1][person_1]", "[person_1][PERSON_1]"])
def test_a_token_right_beside_a_stand_in_stands_by_itself(text: str) -> None:
    [told] = tell_apart(text, [edit(text, "[PERSON_1]", "Anna")])

    assert told.near == NEEDED
