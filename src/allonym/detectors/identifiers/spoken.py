"""Numbers spelt out digit by digit or pair by pair, as people say phone numbers: "five one oh, five five five …"."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, before, words_before
from allonym.detectors.identifiers.anchors import Watch
from allonym.detectors.identifiers.nearby import words_of
from allonym.detectors.identifiers.spelt_money import number_words
from allonym.detectors.identifiers.wordlists import word_set

# A number of seven digits without any of these is rare.
_ANCHORS = (
    "five", "seven", "three", "zero", "zéro", "trois", "quatre", "cinq", "null", "drei", "fünf", "sieben", "cero",
    "tres", "siete", "cuatro", "sette", "quattro", "otto", "três", "oito", "nove", "cinco", "sete",
    "noll", "fem", "sju", "صفر", "خمسة", "سبعة",
)  # fmt: skip
_TWO = Expression(r"\w+[ ,.\-]{1,3}(\w+)")
_WORD = Expression(r"([^\W\d_]+)[ ,.\-–]{0,3}")
_GAPS = " ,.-–"
_MOST, _SHORT = 32, 3
_ZEROS = frozenset({"zero", "zéro", "cero", "null", "noll", "صفر"})
_FEWEST_DIALLED, _PAIRS = 6, 3
_JOINTS = frozenset({"y", "e", "et", "und", "och", "and"})


def _look(text: str, at: int, _end: int) -> Iterator[Found]:
    two = _TWO.match(text, at, at + 40)
    if not two or not _is_number(two[1].lower()) or text[at - 1 : at].isalpha():
        return
    start, earlier = _backwards(text, at)
    # Where another anchor stands before this one, that one has seen the whole number.
    if any(word in _ANCHORS for word in earlier):
        return
    end, later = _forwards(text, at)
    words = [*earlier, *later]
    single = sum(word in word_set("digit_words") for word in words)
    # Who counts to ten says no word twice.
    if (
        (single >= 8 and len(set(words)) < len(words))
        or _is_dialled(words)
        or (len(words) >= 5 and single >= 2 and _phone_words().search(before(text, start, 40).lower()))
    ):
        yield Found(start, end, "PHONE", 0.75, "spoken-number")


def _is_dialled(words: Sequence[str]) -> bool:
    """Tell whether a number begins as those that are dialled, and goes on in pairs: "zéro six trente-neuf …"."""
    if len(words) < _FEWEST_DIALLED:
        return False
    pairs = [word not in word_set("digit_words") for word in words]
    begins = words[0] in _ZEROS and words[1] not in _ZEROS and not pairs[1]
    # Who counts to twelve comes to ten late.
    return begins and any(pairs[2:4]) and sum(pairs) >= _PAIRS


def _backwards(text: str, at: int) -> tuple[int, list[str]]:
    words: list[str] = []
    joined = False
    for start, word in words_before(text, at, _GAPS, _MOST):
        lowered = word.lower()
        # "Treinta y cuatro".
        if lowered in _JOINTS and not joined:
            joined = True
            continue
        if not _is_number(lowered):
            break
        joined = False
        words.insert(0, lowered)
        at = start
        if lowered in _ANCHORS:
            break
    return at, words


def _forwards(text: str, at: int) -> tuple[int, list[str]]:
    words: list[str] = []
    end = at
    while len(words) < _MOST:
        match = _WORD.match(text, at)
        # "Cuarenta y uno".
        if match and words and match[1] in _JOINTS:
            match = _WORD.match(text, match.end())
        if not match or not _is_number(match[1].lower()):
            break
        words.append(match[1].lower())
        end, at = match.end(1), match.end()
        if at == end:
            break
    return end, words


@lru_cache(maxsize=1)
def _phone_words() -> re.Pattern[str]:
    """Return the pattern of what announces a phone number, or any."""
    words = {word.strip("*.") for kind in ("phone", "number") for word in words_of(kind)}
    return re.compile(
        rf"(?<![^\W_])(?:{'|'.join(map(re.escape, sorted(word for word in words if len(word) >= _SHORT)))})"
    )


@lru_cache(maxsize=4096)
def _is_number(word: str) -> bool:
    return word in word_set("digit_words") or (len(word) > 2 and number_words().fullmatch(word) is not None)


spoken_numbers = Watch(lambda: _ANCHORS, _look)
"""Finds phone numbers in words: five and more with a cue before them, or eight and more single digits."""
