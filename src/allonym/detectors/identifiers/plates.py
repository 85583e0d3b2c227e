"""Plates with Arabic letters ("أ ب ج 1234", "12345-أ-6") or in small ones ("ab12 cde"), near a word such as "plate"."""

from collections.abc import Iterator, Sequence

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, before
from allonym.detectors.identifiers.anchors import Watch
from allonym.detectors.identifiers.nearby import words_of
from allonym.detectors.identifiers.runs import Run, Runs

_LETTER = r"[\u0621-\u064a]"
_ANY_LETTER = Expression(_LETTER)
_BEFORE = Expression(rf"(?<![\w])(?:{_LETTER} ?){{1,4}}[ \-|]?\Z")
_AFTER = Expression(rf"[ \-|]?{_LETTER}(?: {_LETTER}){{0,3}}(?![\w])(?:[ \-|][0-9]{{1,2}}(?![\w]))?")
# The forms of Britain, France and Italy, Sweden, Spain, Portugal and Germany, right behind the word.
_SMALL = Expression(
    r"[^\W\d_]{0,8}[ :.#(]{1,3}(?:(?:number|no|nr|n)[ :.°]{1,3})?"
    r"([a-z]{2}[0-9]{2} ?[a-z]{3}|[a-z]{2}[ \-]?[0-9]{3}[ \-]?[a-z]{2}|[a-z]{3}[ \-]?[0-9]{2}[a-z0-9]|"
    r"[0-9]{4}[ \-]?[b-df-hj-np-tv-z]{3}|[a-z]{2}-[0-9]{2}-[a-z]{2}|[0-9]{2}-(?:[a-z]{2}-[0-9]{2}|[0-9]{2}-[a-z]{2})|"
    r"[a-zäöü]{1,3}-[a-z]{1,2} ?[0-9]{1,4})(?![\w])"
)


def _look_behind(text: str, at: int, end: int) -> Iterator[Found]:
    if not text[at - 1 : at].isalpha() and (match := _SMALL.match(text, end)):
        yield Found(*match.span(1), "PLATE", 0.8, "small-plate")


def _plate_words() -> tuple[str, ...]:
    words = {word.strip("*") for word in words_of("plate")}
    # Where "plate" stands, "number plate" and "plates" need not be looked for; Arabic has no small letters.
    return tuple(
        word
        for word in words
        if word < "\u0600"
        and word.rpartition(" ")[2] not in words - {word}
        and not any(word.startswith(other) and word[len(other) :].isalpha() for other in words)
    )


small_plates = Watch(_plate_words, _look_behind)
"""Finds plates in small letters behind a word for a plate or car."""


def arabic_plates(runs: Runs) -> Iterator[Found]:
    """Find digits with single Arabic letters before or after them."""
    text = runs.text
    if text.isascii() or not _ANY_LETTER.search(text):
        return
    for place in runs.places:
        _, start, end, _ = place
        around = text[max(0, start - 2) : start] + text[end : end + 2]
        if around.isascii() or max(around) < "\u0621" or end - start > 6:
            continue
        yield from runs.ask(_judge, place)


def _judge(run: Run) -> Sequence[Found]:
    text, (start, end) = run.text, run.core
    if not text[start:end].isdigit():
        return ()
    head = _BEFORE.search(before(text, start, 10))
    tail = _AFTER.match(text, end)
    if head and not _is_spaced(head[0]):
        head = None
    if not (head or tail) or run.cues.get("plate", 99) > 24:
        return ()
    start, end = start - len(head[0]) if head else start, tail.end() if tail else end
    return (Found(start, end, "PLATE", 0.9, "arabic-plate"),)


def _is_spaced(letters: str) -> bool:
    """Tell whether the letters stand one by one: a word is no plate."""
    return all(len(part) == 1 for part in letters.split())
