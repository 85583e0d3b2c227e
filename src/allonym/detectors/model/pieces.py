"""How a word is spelled in pieces of the model's vocabulary: the likeliest spelling of all (a unigram model).

▁Duchemin -> ▁Du che min
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

UNKNOWN = 1
"""The piece of a character that no other piece has; 0 is nothing at all."""
SLOTS = 4
"""So many pieces of a word reach the model: the first ones, and the last."""
_MOST_REMEMBERED = 1 << 16


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The pieces by their text: place and score."""

    pieces: dict[str, tuple[int, float]] = field(repr=False)
    longest: int
    worst: float
    remembered: dict[str, tuple[int, ...]] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, rows: Iterable[tuple[str, float]]) -> "Vocabulary":
        """Make a vocabulary of pieces with their scores, in the order of the model's table."""
        pieces = {piece: (place, score) for place, (piece, score) in enumerate(rows)}
        worst = min(score for _, score in pieces.values()) - 10
        return cls(pieces, max(map(len, pieces)), worst)

    def spell(self, word: str) -> tuple[int, ...]:
        """Return the pieces of a word."""
        found = self.remembered.get(word)
        if found is None:
            known = self.pieces.get(word)
            found = (known[0],) if known else self._cut(word)
            if len(self.remembered) >= _MOST_REMEMBERED:
                self.remembered.clear()
            self.remembered[word] = found
        return found

    def slots(self, word: str) -> tuple[int, int, int, int]:
        """Return the pieces of a word that reach the model: three, and the last of the others; 0 for none."""
        first, *rest = self.spell(word)
        if not rest:
            return first, 0, 0, 0
        if len(rest) == 1:
            return first, rest[0], 0, 0
        return first, rest[0], rest[1], rest[-1] if len(rest) > SLOTS - 2 else 0

    def _cut(self, word: str) -> tuple[int, ...]:
        pieces, longest, worst = self.pieces, self.longest, self.worst
        # best[i]: the score of the likeliest spelling of the first i characters, where its last piece begins, its place
        best: list[tuple[float, int, int]] = [(0.0, 0, 0)]
        for end in range(1, len(word) + 1):
            score, start, place = best[end - 1][0] + worst, end - 1, UNKNOWN
            for begin in range(max(0, end - longest), end):
                known = pieces.get(word[begin:end])
                if known and best[begin][0] + known[1] > score:
                    score, start, place = best[begin][0] + known[1], begin, known[0]
            best.append((score, start, place))
        made: list[int] = []
        end = len(word)
        while end:
            _, start, place = best[end]
            made.append(place)
            end = start
        return tuple(reversed(made))
