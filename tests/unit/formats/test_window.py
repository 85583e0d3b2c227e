"""Lines that are taken together are those that are taken one by one, whatever the chunks and the limit."""

import pytest

from allonym.formats.window import NEWLINE, Window

TEXTS = ["", "\n", "a", "a\n", "a\n\nbb\r\nccc", "aaaa\nb\nccccccc\n\nd", "ab\u2028c\x85d\n\re\n"]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("chunk", [1, 2, 3, 100])
@pytest.mark.parametrize("limit", [1, 3, 100])
def test_lines_together_are_the_lines_one_by_one(text: str, chunk: int, limit: int) -> None:
    def opened() -> Window:
        return Window(iter([text[start : start + chunk] for start in range(0, len(text), chunk)]))

    single, several = opened(), opened()
    one_by_one, together = [], []
    while line := single.line(NEWLINE, limit):
        single.at += len(line)
        one_by_one.append(line)
    while lines := several.lines(limit):
        several.at += len(lines)
        # Longer than the limit is only a slice of a line, alone.
        together += [lines] if len(lines) > limit else lines.replace("\n", "\n\0").removesuffix("\0").split("\0")

    assert together == one_by_one
