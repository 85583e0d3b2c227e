import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from allonym.core.types import DENIED, Mention, Span
from allonym.resolving import agree, apart, give_way, leave_room, over_apostrophes, resolve


def mention(start: int, end: int, label: str = "PERSON", score: float = 1.0) -> Mention:
    return Mention(Span(start, end), label, score, "test")


@st.composite
def mention_lists(draw: st.DrawFn) -> list[Mention]:
    pairs = draw(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 8)), max_size=12))
    labels = st.sampled_from(["PERSON", "PERSON.FIRST", "EMAIL", "URL"])
    return [mention(start, start + length, draw(labels), draw(st.floats(0, 1))) for start, length in pairs]


@given(mention_lists())
def test_resolved_mentions_never_overlap_and_cover_all_that_was_mentioned(mentions: list[Mention]) -> None:
    resolved = resolve(mentions)

    assert all(one.end <= other.start for one, other in pairwise(resolved))
    covered = {place for each in mentions for place in range(each.start, each.end)}
    assert {place for each in resolved for place in range(each.start, each.end)} == covered


@given(mention_lists(), st.randoms())
def test_the_order_of_detectors_does_not_matter(mentions: list[Mention], chance: object) -> None:
    shuffled = sorted(mentions, key=lambda _: chance.random())  # type: ignore[attr-defined]

    assert resolve(shuffled) == resolve(mentions)


@given(mention_lists())
def test_mentions_that_stand_apart_are_resolved_already(mentions: list[Mention]) -> None:
    found = apart(mentions)

    assert tuple(found) in {(), resolve(mentions)}
    places = [place for each in mentions for place in range(each.start, each.end)]
    overlap = len(set(places)) < len(places) or any(each.start == each.end for each in mentions)
    assert bool(found) == (bool(mentions) and not overlap)


def test_the_longest_names_the_label() -> None:
    assert resolve([mention(0, 4, "USERNAME"), mention(0, 9, "EMAIL")]) == (mention(0, 9, "EMAIL"),)


def test_a_number_of_no_known_sort_gives_way_to_a_shorter_mention_of_one() -> None:
    assert resolve([mention(0, 9, "NUMBER"), mention(2, 9, "PHONE", 0.1)]) == (mention(0, 9, "PHONE", 0.1),)


def test_what_holds_something_that_is_listed_is_listed() -> None:
    street = Mention(Span(0, 19), "ADDRESS", 1.0, "terms:term", DENIED)
    address = Mention(Span(0, 43), "ADDRESS", 0.9, "life:address", (("parts", "street:3-19"),))

    [found] = resolve([street, address])

    assert found.features == (*DENIED, ("parts", "street:3-19"))


def test_of_equal_length_the_more_specific_wins_then_the_surer() -> None:
    assert resolve([mention(0, 4, "PERSON"), mention(0, 4, "PERSON.FIRST", 0.2)])[0].label == "PERSON.FIRST"
    assert resolve([mention(0, 4, "IP", 0.9), mention(0, 4, "PHONE", 0.8)])[0].label == "IP"


def test_no_tail_of_a_loser_is_left_behind() -> None:
    assert resolve([mention(0, 6, "PERSON"), mention(4, 9, "EMAIL")])[0].span == Span(0, 9)


def test_mentions_that_touch_stay_apart() -> None:
    assert len(resolve([mention(0, 3), mention(3, 6)])) == 2


def test_a_mark_gives_way_to_a_replacement_inside_it() -> None:
    marks = [mention(0, 10, "HASHTAG"), mention(20, 25, "HASHTAG")]

    assert leave_room("x" * 25, marks, [mention(3, 6)]) == (marks[1],)


def test_of_equal_length_what_the_user_listed_wins() -> None:
    listed = Mention(Span(0, 4), "PERSON", 1.0, "terms:term", DENIED)

    assert resolve([mention(0, 4, "PERSON.FIRST"), listed]) == (listed,)


def test_parts_are_counted_from_where_the_merged_mention_starts() -> None:
    address = Mention(Span(5, 20), "ADDRESS", 0.9, "life:address", (("parts", "street:0-9 number:10-12"),))

    [merged] = resolve([mention(3, 8), address])

    assert (merged.span, merged.label) == (Span(3, 20), "ADDRESS")
    assert merged.features == (("parts", "street:2-11 number:12-14"),)


def test_a_name_inside_a_surer_date_gives_way() -> None:
    june, date = mention(7, 11, "PERSON.FIRST", 0.7), mention(0, 11, "DATE", 0.9)

    assert give_way([june], [date]) == []
    assert give_way([june], [mention(0, 11, "DATE", 0.6)]) == [june]
    assert give_way([june], [mention(0, 9, "DATE", 0.9)]) == [june]


def test_a_name_inside_a_place_or_a_firm_never_gives_way() -> None:
    name = mention(4, 8, "PERSON", 0.6)

    assert give_way([name], [mention(0, 8, "LOCATION", 0.9)]) == [name]
    assert give_way([name], [mention(0, 8, "ORGANIZATION.COMPANY", 0.9)]) == [name]


def test_what_the_user_listed_never_gives_way() -> None:
    june = Mention(Span(7, 11), "PERSON", 0.5, "terms:term", DENIED)

    assert give_way([june], [mention(0, 11, "DATE", 0.9)]) == [june]


def test_a_place_that_is_called_like_a_person_is_that_person() -> None:
    text = "Anna Berg came. BERG and Lund"
    person, berg, lund = mention(0, 9), mention(16, 20, "LOCATION.CITY", 0.9), mention(25, 29, "LOCATION.CITY", 0.9)

    _, found, other = agree(text, [person, berg, lund], [person], None)

    assert (found.span, found.label, found.features) == (berg.span, "PERSON", (("cue", "seen nearby"),))
    assert other is lund


def test_a_part_of_a_whole_name_is_no_firm_however_sure_the_model_is() -> None:
    text = "Megan Hoffmann. Megan at Qworp. Ask Qworp"
    person, megan = mention(0, 14, "PERSON", 0.7), mention(16, 21, "ORGANIZATION.COMPANY", 0.99)
    single, firm = mention(25, 30, "PERSON.FIRST", 0.5), mention(36, 41, "ORGANIZATION.COMPANY", 0.99)

    found = agree(text, [person, megan, single, firm], [person, single], None)

    assert [each.label for each in found] == ["PERSON", "PERSON", "PERSON.FIRST", "ORGANIZATION.COMPANY"]


def test_what_is_unsure_and_what_is_in_the_genitive_is_the_person_too() -> None:
    text = "Stina Sandvik: Sandviks, Sandvik"
    person, firm, unsure = mention(0, 13), mention(15, 23, "ORGANIZATION", 0.9), mention(25, 32, "EXTRA", 0.5)

    for language, wanted in (("sv", "PERSON"), ("es", "ORGANIZATION")):
        found = agree(text, [person, firm, unsure], [person], language)

        assert [each.label for each in found] == ["PERSON", wanted, "PERSON"]


def test_the_surer_reading_of_a_place_stays_a_place() -> None:
    text = "Paris Hilton in Paris"
    person, city = mention(0, 12, "PERSON", 0.7), mention(16, 21, "LOCATION.CITY", 0.9)

    assert agree(text, [person, city], [person], None) == [person, city]


def test_a_place_stays_a_place_where_persons_are_not_replaced_or_the_user_says_so() -> None:
    text = "Anna Berg in Berg"
    person, listed = mention(0, 9), Mention(Span(13, 17), "LOCATION.CITY", 0.9, "terms:term", DENIED)

    assert agree(text, [person, mention(13, 17, "LOCATION.CITY", 0.9)], [], None)[1].label == "LOCATION.CITY"
    assert agree(text, [person, listed], [person], None) == [person, listed]


def test_a_date_that_is_called_like_a_person_stays_a_date() -> None:
    person, month = mention(0, 11), mention(15, 20, "DATE.MONTH", 0.6)

    assert agree("April Jones in April", [person, month], [person], None) == [person, month]


@pytest.mark.parametrize(
    ("text", "found", "whole"),
    [
        ("Il signor Dell'Acqua dorme.", "Dell", "Dell'Acqua"),
        ("Lola N’Diaye chante.", "Diaye", "N’Diaye"),
        ("La signora D'Amico ride.", "Amico", "D'Amico"),
        ("L'amie d'Alice vient.", "Alice", "Alice"),
        ("Anna's dog and ANNA'S cat", "Anna", "Anna"),
        ("ANNA'S cat", "ANNA", "ANNA"),
        ("said 'Anna Berg' twice", "Anna Berg", "Anna Berg"),
    ],
)
def test_a_name_with_an_apostrophe_inside_is_one(text: str, found: str, whole: str) -> None:
    start = text.index(found)
    [made] = over_apostrophes(text, [Mention(Span(start, start + len(found)), "PERSON", 0.9, "test")])

    assert made.span.of(text) == whole


def test_many_names_take_linear_time() -> None:
    def seconds(count: int) -> float:
        text = " ".join(f"Ge{number:06d}Ro{number:06d}" for number in range(count))
        names = [mention(17 * each, 17 * each + 8, "LOCATION") for each in range(count)]
        persons = [mention(17 * each + 8, 17 * each + 16) for each in range(count)]
        start = time.process_time()
        agree(text, [*names, *persons], persons, "en")
        return time.process_time() - start

    assert seconds(16_000) < 24 * max(seconds(2_000), 0.005)
