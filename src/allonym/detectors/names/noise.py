"""Names as people mistype them: one letter too many, too few, wrong, or two in the wrong order.

A near miss counts only where a strong cue says that a name must stand here ("my name is jessicca").
"""

from collections.abc import Iterator

from allonym.languages.list_facts import FIRST, LAST, levels_of
from allonym.languages.lists import Lists

_LETTERS = "abcdefghijklmnopqrstuvwxyzåäöüéèñçíáóãõ"
_ARABIC = "ابتثجحخدذرزسشصضطظعغفقكلمنهوي"
_SHORTEST, _LONGEST = 4, 20
_PROMINENT = 3


def near_name(form: str, lists: Lists) -> str | None:
    """Return the most prominent listed name one slip away from a word, or None; short words have too many of them."""
    if not _SHORTEST <= len(form) <= _LONGEST:
        return None
    best, found = 0, None
    for slip in _slips(form):
        if facts := lists.word(slip):
            levels = levels_of(facts)
            level = max(levels[FIRST], levels[LAST])
            if level >= _PROMINENT and level > best:
                best, found = level, slip
    return found


def _slips(form: str) -> Iterator[str]:
    letters = _ARABIC if form[0] >= "\u0600" else _LETTERS
    for at in range(len(form) + 1):
        head, tail = form[:at], form[at:]
        if tail:
            yield head + tail[1:]
            yield from (head + letter + tail[1:] for letter in letters)
        if len(tail) > 1:
            yield head + tail[1] + tail[0] + tail[2:]
        yield from (head + letter + tail for letter in letters)
