"""The scorer of benchmarks/peers.py against figures worked out by hand, and what is done to texts around it."""

import pytest
from peer_page import Outcome, bars, plot, terminal
from peer_scoring import bare, score
from peer_worker import join, kind, pieces

TEXT = "Mr Tom Fox of Acme, Leeds"
#       0123456789.123456789.1234
GOLD = [[0, 10, "PERSON"], [14, 18, "ORGANIZATION"], [20, 25, "LOCATION"]]


def test_a_name_counts_only_with_its_span_and_kind() -> None:
    # Right: the person. Wrong kind: Acme. Wrong span: Leed. So 1 right of 3 found and 3 wanted.
    tally = score(TEXT, GOLD, [(3, 10, "PERSON"), (14, 18, "LOCATION"), (20, 24, "LOCATION")])

    assert tally.f1() == pytest.approx(100 / 3)
    assert tally.f1(["PERSON"]) == 100
    assert tally.f1(["ORGANIZATION"]) == 0
    # "TomFox", "Acme" and "Leeds" are 15 characters without white space; all but the "s" are covered, whatever by.
    assert tally.recall() == pytest.approx(100 * 14 / 15)
    assert tally.precision() == 100


def test_characters_under_another_label_are_hidden_but_are_no_found_name() -> None:
    # "of " is found as a person: 2 characters, none annotated. Leeds is hidden by something that is no name.
    tally = score(TEXT, GOLD, [(11, 14, "PERSON"), (14, 18, "ORGANIZATION"), (20, 25, "OTHER")])

    assert tally.recall() == pytest.approx(100 * 9 / 15)
    assert tally.precision() == pytest.approx(100 * 4 / 6)
    assert tally.f1() == pytest.approx(200 * 1 / (2 + 3))


def test_what_may_be_a_name_counts_for_characters_both_ways_and_is_no_name() -> None:
    # "of" is 2 characters that are not annotated, "Leeds" is 5 that are.
    tally = score(TEXT, GOLD, [(11, 13, "EXTRA"), (20, 25, "EXTRA")])

    assert tally.recall() == pytest.approx(100 * 5 / 15)
    assert tally.precision() == pytest.approx(100 * 5 / 7)
    assert tally.f1() == 0


def test_what_is_annotated_as_something_else_counts_neither_way_for_characters() -> None:
    tally = score("Fox ate a Mars", [[0, 3, "PERSON"], [10, 14, "MISC"]], [(0, 3, "PERSON"), (10, 14, "LOCATION")])

    assert tally.precision() == 100
    assert tally.f1() == pytest.approx(200 * 1 / (2 + 1))


def test_handles_are_scored_apart_annotated_or_not() -> None:
    text = "@anna_b met Bo, cc @zed, not a@b.example"
    gold = [[0, 7, "PERSON", "PER@handle"], [12, 14, "PERSON"]]

    tally = score(text, gold, [(0, 7, "PERSON"), (12, 14, "PERSON")])

    # "@anna_b" is 7 of the 11 characters of handles; neither counts as a name; an e-mail address has no handle.
    assert tally.recall("handles") == pytest.approx(100 * 7 / 11)
    assert (tally.wanted["PERSON"], tally.found["PERSON"], tally.f1()) == (1, 1, 100)


def test_where_nothing_is_wanted_or_found_there_is_no_figure() -> None:
    tally = score("Nothing here", [], [])

    assert (tally.f1(), tally.recall(), tally.recall("handles"), tally.precision()) == (None, None, None, None)


def test_tallies_add_up() -> None:
    both = score(TEXT, GOLD, [(3, 10, "PERSON")]) + score("Leeds", [[0, 5, "LOCATION"]], [(0, 5, "LOCATION")])

    assert both.texts == 2
    assert both.f1() == pytest.approx(200 * 2 / (2 + 4))
    assert both.recall() == pytest.approx(100 * 11 / 20)


@pytest.mark.parametrize(
    ("text", "kind", "left"),
    [
        ("Mr Fox", "PERSON", "Fox"),
        ("Mme Fox", "PERSON", "Fox"),
        ("Prof. Dr. Ann Fox", "PERSON", "Ann Fox"),
        ("Dr", "PERSON", "Dr"),
        ("Drake Fox", "PERSON", "Drake Fox"),
        ("Mr Fox", "ORGANIZATION", "Mr Fox"),
        ("the High Court", "ORGANIZATION", "High Court"),
        ("Theatre Royal", "LOCATION", "Theatre Royal"),
    ],
)
def test_titles_and_articles_before_a_name_are_taken_off(text: str, kind: str, left: str) -> None:
    start, end, same = bare(text, (0, len(text), kind))

    assert (text[start:end], same) == (left, kind)


def test_titles_and_articles_count_neither_in_what_is_wanted_nor_in_what_is_found() -> None:
    text = "Dr Fox of the Court"

    assert (
        score(text, [[0, 6, "PERSON"], [14, 19, "ORGANIZATION"]], [(3, 6, "PERSON"), (10, 19, "ORGANIZATION")]).f1()
        == 100
    )
    assert (
        score(text, [[3, 6, "PERSON"], [10, 19, "ORGANIZATION"]], [(0, 6, "PERSON"), (14, 19, "ORGANIZATION")]).f1()
        == 100
    )


def test_parts_of_one_name_are_joined_and_others_are_not() -> None:
    text = "Tom Fox, Leeds 1 2"
    parts = [(0, 3, "PERSON"), (4, 7, "PERSON"), (9, 14, "LOCATION"), (15, 16, "OTHER"), (17, 18, "OTHER")]

    assert join(text, parts) == [(0, 7, "PERSON"), *parts[2:]]


def test_pieces_are_the_whole_text_and_end_at_white_space() -> None:
    text = "one two\nthree four " + "x" * 30

    found = list(pieces(text, 10))

    assert "".join(piece for _, piece in found) == text
    assert all(text[start : start + len(piece)] == piece and 0 < len(piece) <= 10 for start, piece in found)
    assert found[:2] == [(0, "one two\n"), (8, "three ")]


@pytest.mark.parametrize(
    ("label", "top"),
    [("PERSON.FIRST", "PERSON"), ("ADDRESS.STREET", "LOCATION"), ("LOCATION.CITY", "LOCATION"), ("DATE", "OTHER")],
)
def test_labels_of_ours_become_kinds(label: str, top: str) -> None:
    assert kind(label) == top


def outcome(tool: str, seconds: float, long: float, peak: float) -> Outcome:
    """Return what a tool might have done: so many seconds for each set and half of it for batches."""
    sets = ("en wnut17", "en btc", "en tab144")
    made = Outcome(tool, dict.fromkeys(sets, score(TEXT, GOLD, [(3, 10, "PERSON")])), dict.fromkeys(sets, seconds))
    made.batches, made.long, made.long_peak, made.peak, made.load = seconds / 2, long, peak, peak, 0.5
    return made


def test_bars_compare_with_presidio_and_say_what_is_missed() -> None:
    found = bars(
        {
            "allonym": outcome("allonym", 1, 50, 300),
            "fast": outcome("fast", 0.1, 2, 100),
            "presidio": outcome("presidio", 2, 200, 600),
        },
        {"tweets": 0.15, "documents": 0.1, "long": 7.0},
    )

    assert [bar.measured for bar in found] == pytest.approx([2, 2, 2, 4, 300, 300, 0.5, 3, 3.5])
    assert [bar.held for bar in found] == [False, False, False, True, True, True, True, True, True]


def test_a_bar_that_was_not_measured_neither_holds_nor_is_missed() -> None:
    found = bars({}, {"tweets": 0.0, "documents": 0.0, "long": 0.0})

    assert {bar.held for bar in found} == {None}


def test_tables_fit_a_terminal_and_every_tool_is_in_the_plot() -> None:
    outcomes = [outcome(tool, 12345, 12345, 9999) for tool in ("allonym", "fast", "presidio", "rampart")]
    outcomes[-1].scaled = True

    lines = terminal(outcomes, {"en presidio_generated_large_and_more": 1, "en btc": 2}, 7)

    assert max(map(len, lines)) <= 80
    assert plot(outcomes, {"tweets": 1.0, "documents": 1.0, "long": 7.0}).count(">Rampart<") == 2
