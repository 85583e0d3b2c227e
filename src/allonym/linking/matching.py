"""Whether one name may be another in a shorter, other or wrong form, and how well it fits.

Grades: 4 the same words, 3 another spelling, form or short name, 2 an initial, 1 a slip of the pen, 0 somebody else.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from allonym.linking.knowing import known, spellings_of
from allonym.linking.person_names import letters_of, stems
from allonym.linking.spelling import is_arabic, is_slip, skeleton

Words = tuple[str, ...]
"""The words of a name."""
SAME, VARIANT, INITIAL, SLIP, NONE = 4, 3, 2, 1, 0
_SHORTEST_BONES = 2
_UMLAUTS = (("ae", "a"), ("oe", "o"), ("ue", "u"))


@dataclass(frozen=True, slots=True)
class Matcher:
    """Compares the words of names in one document; what it has worked out it keeps as long as the document lasts."""

    language: str | None
    has_arabic: bool
    """Whether a name stands there in Arabic letters: only then are names compared by their consonants."""
    seen: dict[str, frozenset[str]] = field(default_factory=dict, repr=False)
    compared: dict[tuple[Words, Words], int] = field(default_factory=dict, repr=False)
    graded: dict[tuple[str, str], int] = field(default_factory=dict, repr=False)

    def keys(self, word: str) -> frozenset[str]:
        """Return what a word is found by: words that share one are the same name."""
        made = self.seen.get(word)
        if made is None:
            made = self.seen[word] = self._keys(word)
        return made

    def _keys(self, word: str) -> frozenset[str]:
        if len(word) == 1:
            return frozenset({word})
        found = set(known(word, self.language).same)
        found.update(each for stem in stems(word, self.language) for each in (stem, *known(stem, self.language).same))
        plain = word
        for two, one in _UMLAUTS:
            plain = plain.replace(two, one)
        if plain != word:
            found.add(f"umlaut:{plain}")
        elif any(vowel in word for vowel in "aou"):
            found.add(f"umlaut:{word}")
        if self.has_arabic and len(bones := skeleton(word)) >= _SHORTEST_BONES:
            found.add(f"bones:{bones}")
        return frozenset(found)

    def grade(self, one: str, other: str) -> int:
        """Return how well two words match."""
        grade = self.graded.get((one, other))
        if grade is None:
            grade = self.graded[one, other] = self._grade(one, other)
        return grade

    def _grade(self, one: str, other: str) -> int:
        if one == other:
            return SAME if len(one) > 1 or not one.isalpha() else INITIAL
        if len(one) == 1 or len(other) == 1:
            return INITIAL if one[0] == other[0] else NONE
        shared = self.keys(one) & self.keys(other)
        if shared and any(_counts(key, one, other) for key in shared):
            return VARIANT
        if known(one).is_listed and known(other).is_listed:
            return NONE
        return SLIP if is_slip(one, other) else NONE

    def is_itself(self, one: str, other: str) -> bool:
        """Tell whether two words that match are one name, and not short for a third, as Mike and Michel are."""
        ours, theirs = self.keys(one), self.keys(other)
        if any(":" in key for key in ours & theirs):
            return True
        return not theirs.isdisjoint(spellings_of(one)) or not ours.isdisjoint(spellings_of(other))

    def fits(self, short: Words, long: Words) -> int:
        """Return how well each word of a name stands in another one; initials may be left out of the longer."""
        grade = self.compared.get((short, long))
        if grade is None:
            # A long text compares the same few names over and over.
            grade = self.compared[short, long] = self._compare(short, long)
        return grade

    def _compare(self, short: Words, long: Words) -> int:
        if len(short) != len(long) and short[0][0] == long[0][0] and letters_of(short) == letters_of(long):
            return SAME
        return NONE if _have_other_letters(short, long) else self._fits(short, long)

    def _fits(self, short: Words, long: Words) -> int:
        left = list(long)
        worst, slips, words, missing = SAME, 0, 0, 0
        for word in short:
            grades = [self.grade(word, each) for each in left]
            best = max(grades, default=NONE)
            if best == NONE:
                if len(word) > 1 or len(short) == 1:
                    return NONE
                best = INITIAL
                missing += 1
            else:
                words += best != INITIAL
                del left[grades.index(best)]
            slips += best == SLIP
            worst = min(worst, best)
        if slips > 1 or (slips and len(short) > 1 and slips == words):
            return NONE
        if missing and (left or missing > 1 or len(short) - missing < 2):
            return NONE
        if not words:
            return NONE if missing or max(map(len, short)) > 1 else worst
        return worst


def _counts(key: str, one: str, other: str) -> bool:
    """Tell whether a shared key speaks for two words: consonants count only between two scripts."""
    return not key.startswith("bones:") or is_arabic(one) != is_arabic(other)


def _have_other_letters(one: Sequence[str], other: Sequence[str]) -> bool:
    """Tell whether two names have initials between first name and surname, but not the same: W., H. W."""
    between, too = one[1:-1], other[1:-1]
    if not between or not too or list(between) == list(too) or min(len(one[0]), len(other[0])) == 1:
        return False
    return max(map(len, (*between, *too))) == 1
