import pytest
from hypothesis import given
from hypothesis import strategies as st

from allonym.core.errors import SafetyError
from allonym.core.splice import invert, leads_to, splice, spliced
from allonym.core.types import Edit, Span


@st.composite
def edited_texts(draw: st.DrawFn) -> tuple[str, list[Edit]]:
    text = draw(st.text(max_size=60))
    cuts = sorted(draw(st.lists(st.integers(0, len(text)), max_size=12)))
    spans = [Span(*pair) for pair in zip(cuts[::2], cuts[1::2], strict=False)]
    return text, [Edit(span, draw(st.text(max_size=8))) for span in spans]


@given(edited_texts())
def test_inverted_edits_give_the_text_back(case: tuple[str, list[Edit]]) -> None:
    text, edits = case

    new, spans = splice(text, edits)

    assert splice(new, invert(text, edits, spans))[0] == text


@given(edited_texts())
def test_spans_say_where_the_replacements_stand(case: tuple[str, list[Edit]]) -> None:
    text, edits = case

    new, spans = splice(text, edits)

    assert [span.of(new) for span in spans] == [edit.replacement for edit in edits]


def test_text_outside_edits_is_unchanged() -> None:
    new, spans = splice("Anna met Bo.", [Edit(Span(0, 4), "X"), Edit(Span(9, 11), "")])

    assert new == "X met ."
    assert spans == (Span(0, 1), Span(6, 6))


def test_two_deletions_side_by_side_come_back_in_order() -> None:
    edits = [Edit(Span(0, 1), ""), Edit(Span(1, 2), "")]

    new, spans = splice("abc", edits)

    assert splice(new, invert("abc", edits, spans))[0] == "abc"


@pytest.mark.parametrize(
    "edits",
    [
        [Edit(Span(0, 3), "x"), Edit(Span(2, 4), "y")],
        [Edit(Span(2, 4), "y"), Edit(Span(0, 1), "x")],
        [Edit(Span(3, 9), "x")],
    ],
    ids=["overlapping", "out of order", "past the end"],
)
def test_edits_that_cannot_be_applied_are_refused(edits: list[Edit]) -> None:
    with pytest.raises(SafetyError, match="overlap or leave the text"):
        splice("abcdef", edits)


@given(edited_texts(), st.text(max_size=60))
def test_whether_edits_lead_to_a_text_is_told_without_making_it(case: tuple[str, list[Edit]], other: str) -> None:
    text, edits = case

    new, _ = splice(text, edits)

    assert leads_to(text, edits, new)
    assert leads_to(text, edits, other) == (other == new)
    assert not leads_to(text, edits, new + "!")
    assert not leads_to(text, edits, "!" + new)


@given(edited_texts())
def test_a_text_is_the_same_whether_spans_are_told_or_not(case: tuple[str, list[Edit]]) -> None:
    text, edits = case

    assert spliced(text, edits) == splice(text, edits)[0]
