from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from allonym.core.types import Mention, Span
from allonym.resolving import leave_room, resolve


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


def test_the_longest_names_the_label() -> None:
    assert resolve([mention(0, 4, "USERNAME"), mention(0, 9, "EMAIL")]) == (mention(0, 9, "EMAIL"),)


def test_of_equal_length_the_more_specific_wins_then_the_surer() -> None:
    assert resolve([mention(0, 4, "PERSON"), mention(0, 4, "PERSON.FIRST", 0.2)])[0].label == "PERSON.FIRST"
    assert resolve([mention(0, 4, "IP", 0.9), mention(0, 4, "PHONE", 0.8)])[0].label == "IP"


def test_no_tail_of_a_loser_is_left_behind() -> None:
    assert resolve([mention(0, 6, "PERSON"), mention(4, 9, "EMAIL")])[0].span == Span(0, 9)


def test_mentions_that_touch_stay_apart() -> None:
    assert len(resolve([mention(0, 3), mention(3, 6)])) == 2


def test_a_mark_gives_way_to_a_replacement_inside_it() -> None:
    marks = [mention(0, 10, "HASHTAG"), mention(20, 25, "HASHTAG")]

    assert leave_room(marks, [mention(3, 6)]) == (marks[1],)
