from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from allonym.core.protocols import Detector
from allonym.core.types import Document, Mention, Segment, Span
from allonym.detectors.cutting import pieces
from allonym.detectors.identifiers.patterns import patterns
from allonym.detectors.parting import AROUND, LONGEST, batches, brought_home
from allonym.detectors.terms import terms
from allonym.engine import plan
from allonym.resolving import resolve
from allonym.settings import build, load_settings

ADDRESS = "anna.berg@example.org"
NAME = "Anna Maria Berg"
TERMS = terms({"PERSON": [NAME]})
SETTINGS = load_settings("default").with_detectors(["patterns", "identifiers", "life", "lists", "terms"])
ENGINE = build(SETTINGS.with_user(None, {"PERSON": [NAME]}, ()))


def read(detector: Detector, text: str, longest: int, around: int) -> Sequence[Mention]:
    found: list[Mention] = []
    for batch in batches([Document("d", text)], longest, around):
        made = detector.detect([part.document for part in batch])
        for part, mentions in zip(batch, made, strict=True):
            found += brought_home(part, text, mentions, {})
    return resolve(found)


def mentions_of(text: str) -> list[Mention]:
    [made] = plan(ENGINE, [Document("d", text)])
    return sorted((m for each in made.decisions for m in each.entity.mentions), key=lambda mention: mention.span)


@given(st.lists(st.text(alphabet="ab .\n\0é😀", max_size=120), max_size=5), st.integers(2, 40), st.integers(0, 9))
def test_parts_are_all_documents_and_few_enough_at_once(texts: list[str], longest: int, around: int) -> None:
    documents = [Document(str(number), text) for number, text in enumerate(texts)]

    made = list(batches(documents, longest, around))
    own = ["" for _ in texts]
    for part in [part for batch in made for part in batch]:
        assert part.document.text == texts[part.which][part.start : part.start + len(part.document.text)]
        own[part.which] += part.own.of(part.document.text)

    assert own == texts
    assert all(sum(len(part.document.text) for part in batch) <= longest + 2 * around for batch in made)


def test_a_document_that_is_not_too_long_is_one_part_as_it_is() -> None:
    document = Document("d", "a " * (LONGEST // 2))

    [[part]] = batches([document])

    assert part.document is document
    assert part.is_whole


@pytest.mark.parametrize(("filling", "words", "detector"), [("Word ", NAME, TERMS), ("X,", ADDRESS, patterns())])
def test_what_stands_at_a_cut_is_found_whole(filling: str, words: str, detector: Detector) -> None:
    across = 0
    for before in range(100, 200):
        text = f"{(filling * before)[:before]}{filling[-1]}{words}{filling[-1]}{filling * 60}"
        start = text.index(words)
        across += any(start < span.end < start + len(words) for span in pieces(text, 200))

        found = read(detector, text, 200, 50)

        assert [each.span for each in found] == [Span(start, start + len(words))]
    assert across > 5


def test_a_part_with_nothing_around_it_is_not_taken_for_the_whole() -> None:
    text = "Word\n" * 30 + " " + "X" * 100

    parts = [part for batch in batches([Document("d", text)], 150, 10) for part in batch]

    assert parts[0].document.text == "Word\n" * 30
    assert not any(part.is_whole for part in parts)


def test_a_link_that_is_longer_than_a_part_is_found_to_its_end() -> None:
    link = "https://example.org/" + "a" * 900

    [found] = read(patterns(), f"See {link} and be glad", 200, 50)

    assert found.span == Span(4, 4 + len(link))


def test_a_link_that_is_longer_than_a_part_may_end_the_text() -> None:
    link = "https://example.org/" + "a" * 900

    [found] = read(patterns(), f"See {link}", 200, 50)

    assert found.span == Span(4, 4 + len(link))


def test_segments_are_cut_with_their_text() -> None:
    segments = (Segment(Span(0, 250), "sv"), Segment(Span(250, 500), "en"))
    document = Document("d", "word " * 100, "sv", segments=segments)

    parts = [part for batch in batches([document], 200, 10) for part in batch]

    assert [each.language for each in parts[0].document.segments] == ["sv"]
    assert [each.language for each in parts[-1].document.segments] == ["en"]
    for part in parts:
        spans = [each.span for each in part.document.segments]
        assert sum(map(len, spans)) == len(part.document.text)
        assert spans[0].start == 0


def test_the_mentions_of_a_long_text_are_those_of_its_parts() -> None:
    row = "Anna Berg met Carl Lindqvist in Stockholm on 3 May 2021, and wrote to anna@example.org from Leeds."
    text = "\n\n".join(f"{row} It was the day number {number} of the trial." for number in range(2500))
    own = list(pieces(text, LONGEST))

    found = mentions_of(text)
    alone = [(span.start, each) for span in own for each in mentions_of(span.of(text))]

    assert len(own) > 3
    assert [(each.start, each.end, each.label) for each in found] == [
        (each.start + start, each.end + start, each.label) for start, each in alone
    ]


def test_a_name_across_every_cut_of_a_long_text_is_found_once() -> None:
    text = "Word " * 60_000
    cuts = [span.end for span in pieces(text, LONGEST)]
    for cut in cuts[:-1]:
        text = text[: cut - 5] + f"{NAME} " + text[cut + 11 :]

    found = [each.span.of(text) for each in mentions_of(text) if each.source == "terms:term"]

    assert [span.end for span in pieces(text, LONGEST)] == cuts
    assert found == [NAME] * (len(cuts) - 1)


def test_a_long_text_has_the_language_of_its_greater_part() -> None:
    english = "They said that the case was closed and that nobody would have to pay for it.\n" * 1000
    german = "Sie sagten, dass der Fall nicht mehr offen ist und dass niemand zahlen muss.\n" * 3000

    [made] = plan(ENGINE, [Document("d", english + german)])
    [given] = plan(ENGINE, [Document("d", english + german, "sv")])

    assert made.language == "de"
    assert given.language == "sv"


def test_what_is_read_around_a_part_is_more_than_a_name_and_little_beside_it() -> None:
    assert 200 <= AROUND <= LONGEST // 100
