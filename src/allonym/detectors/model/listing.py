"""What the lists know of a word, as the model is told it: how prominent it is in each, and how ordinary."""

from allonym.detectors.names.morphology import stems
from allonym.languages.list_facts import LISTED, levels_of, scores_of
from allonym.languages.lists import LONGEST, Lists, normal

Row = tuple[int, ...]
"""Levels from 0 to 5 in the order of LISTED; then, from 0 to 5, how ordinary a word it is."""
NOTHING: Row = (0,) * (len(LISTED) + 1)
_MOST = 5
_HARDLY = 1
_MOST_REMEMBERED = 1 << 15


class Describer(dict[str, Row]):
    """Describes words; the lists are asked once for each."""

    def __init__(self, lists: Lists) -> None:
        self._lists = lists

    def __missing__(self, word: str) -> Row:
        if len(self) >= _MOST_REMEMBERED:
            self.clear()
        row = self[word] = describe(self._lists, word)
        return row


def describe(lists: Lists, word: str) -> Row:
    """Return what the lists know of a word, or of what it is a form of."""
    form = normal(word)
    if len(form) > LONGEST:
        return NOTHING
    row = _row(lists.word(form))
    if max(row) <= _HARDLY:
        for stem, _ in stems(form):
            of_stem = _row(lists.word(stem))
            if max(of_stem[:-1]) > max(_HARDLY, *row[:-1]):
                return of_stem
    return row


def _row(facts: int) -> Row:
    return *levels_of(facts), round(max(scores_of(facts)) / 15 * _MOST)
