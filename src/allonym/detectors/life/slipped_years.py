"""Years whose word is misspelt, behind what tells an age: "I am 18 yeras old", "jag är 25 årr", "ho 30 ani".

Only there a slip is safe to read: elsewhere "18 ears" are ears.
"""

from functools import cache, lru_cache

from allonym.core.misspelling import closest
from allonym.detectors.expressions import Expression
from allonym.detectors.life.age_words import may_end
from allonym.detectors.life.dating import follows
from allonym.languages.words import entries, topic

_WORD = Expression(r" ([^\W\d_]{2,10})(?![^\W_])")
_SHORTEST = 3
"""Of a shorter word any other is one slip away; in "årr" a letter is there twice."""


def slipped_end(lowered: str, at: int, codes: tuple[str, ...]) -> int | None:
    """Return where an age ends whose number ends here, if a slip for "years" follows, and "old" or nothing more."""
    match = _WORD.match(lowered, at)
    if not match or not _is_slip(match[1], codes):
        return None
    after = follows("ages.after", *codes).match(lowered, match.end())
    return after.end() if after else match.end() if may_end(lowered, match.end()) else None


# The same few words stand behind most ages.
@lru_cache(maxsize=256)
def _is_slip(word: str, codes: tuple[str, ...]) -> bool:
    """Tell whether a word is no word for years, but one slip away from one that begins as it does."""
    known = _years(codes)
    if word in known:
        return False
    alike = [each for each in known if each[0] == word[0]]
    meant = closest(word, alike, most=1)
    return meant is not None and (len(meant) >= _SHORTEST or set(meant) == set(word))


@cache
def _years(codes: tuple[str, ...]) -> tuple[str, ...]:
    words = (word for code in codes for word in entries(topic(code, "dates")["ages"]["year"]))
    return tuple(dict.fromkeys(word for word in words if word.isalpha()))
