"""Words that are almost alike, found without comparing all with all."""

from dataclasses import dataclass, field

from allonym.linking.spelling import allowance, is_slip

# A text with more words alike than that is hostile, or no text.
_MOST = 16
# How many pairs of words are compared letter by letter in one document, at most half a second.
_BUDGET = 30_000
_ENDS = 4
MOST_NAMES = 4000
"""In a text with more names than that, words almost alike are two names: it is a register."""


@dataclass(slots=True, repr=False)
class SlipIndex:
    """Words by what is left of them without one letter, and long ones by how they begin and end."""

    buckets: dict[str, list[str]] = field(default_factory=dict)
    budget: int = _BUDGET

    def add(self, word: str) -> None:
        """Put a word in; short ones are never taken for slips."""
        for key in _keys(word):
            if (bucket := self.buckets.get(key)) is None:
                self.buckets[key] = [word]
            elif len(bucket) < _MOST and word not in bucket:
                bucket.append(word)

    def find(self, word: str) -> list[str]:
        """Return the words that may be this one, spelt wrongly or rightly."""
        if self.budget <= 0:
            return []
        alike = {each for key in _keys(word) for each in self.buckets.get(key, ())}
        self.budget -= len(alike)
        return sorted(each for each in alike if is_slip(word, each))


def _keys(word: str) -> set[str]:
    most = allowance(word)
    if not most:
        return set()
    keys = {word[:place] + word[place + 1 :] for place in range(len(word))} | {word}
    return keys | {f"^{word[:_ENDS]}", f"${word[-_ENDS:]}"} if most > 1 else keys
