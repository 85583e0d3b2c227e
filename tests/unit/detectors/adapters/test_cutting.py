from hypothesis import given
from hypothesis import strategies as st

from allonym.detectors.cutting import MOST, pieces, windows


@given(st.text(alphabet="ab .\n\r\0é😀", max_size=300), st.integers(2, 40))
def test_pieces_are_the_whole_text_and_none_is_too_long(text: str, most: int) -> None:
    spans = list(pieces(text, most))

    assert "".join(span.of(text) for span in spans) == text
    assert all(0 < len(span) <= most for span in spans)


def test_a_text_is_cut_after_a_paragraph_if_there_is_one() -> None:
    text = "One two.\nThree.\r\n\r\nFour five. Sixteen.\nseven eight nine"

    found = [span.of(text) for span in pieces(text, 30)]

    assert found == ["One two.\nThree.\r\n\r\n", "Four five. Sixteen.\n", "seven eight nine"]


def test_a_short_text_is_one_piece_and_an_empty_one_none() -> None:
    assert len(list(pieces("a b" * (MOST // 3)))) == 1
    assert list(pieces("")) == []


@given(st.lists(st.integers(0, 9), max_size=120), st.integers(1, 30), st.integers(1, 20), st.integers(0, 12))
def test_every_unit_is_kept_from_one_window_that_fits(sizes: list[int], room: int, most: int, overlap: int) -> None:
    found = list(windows(sizes, room, most, overlap))
    kept = [unit for each in found for unit in range(each.keep_first, each.keep_stop)]

    assert kept == list(range(len(sizes)))
    for first, stop, keep_first, keep_stop in found:
        assert first <= keep_first < keep_stop <= stop
        assert stop - first <= most
        assert sum(sizes[first:stop]) <= room or stop - first == 1


def test_windows_overlap_so_that_units_have_others_around_them() -> None:
    found = list(windows([1] * 100, 40, 40, 10))

    assert [(each.first, each.stop) for each in found] == [(0, 40), (30, 70), (60, 100)]
    assert [(each.keep_first, each.keep_stop) for each in found] == [(0, 35), (35, 65), (65, 100)]
