"""Sums in words without a currency, which somebody pays: "betalt två tusen för nåt", "pagó dos mil por la moto"."""

from collections.abc import Iterator

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, before, words_before
from allonym.detectors.identifiers.anchors import Watch
from allonym.detectors.identifiers.money import table, table_set
from allonym.detectors.identifiers.prices import is_paid_before, stands_closed
from allonym.detectors.identifiers.spelt_money import number_words

_TAIL = Expression(r"[^\W\d_]{0,12}")
_GOES_ON = Expression(r" ([^\W\d_]+)")
_FOR = frozenset({"for", "för", "für", "pour", "por", "per", "pela", "pelo", "pro", "pra", "på", "على", "مقابل"})
_PAID_BEHIND = Expression(r" (?:bezahlt|gezahlt|gekostet|ausgegeben|betalat|betalt)\b")
_MOST, _WIDTH, _FEWEST = 4, 32, 4


def _look_at_thousands(text: str, at: int, end: int) -> Iterator[Found]:
    # Short ones are looked for with the spaces around them.
    at, end = at + text.startswith(" ", at), end - (not text[end - 1].isalpha())
    start = at
    while start and at - start < _WIDTH and text[start - 1].isalpha():
        start -= 1
    tail = _TAIL.match(text, end)
    end = tail.end() if tail else end
    if not number_words().fullmatch(text[start:end].lower()):
        return
    for _ in range(_MOST):
        more = _GOES_ON.match(text, end)
        if more is None or len(more[1]) < _FEWEST or not number_words().fullmatch(more[1].lower()):
            break
        end = more.end()
    for begin, word in words_before(text, start, " ", _MOST):
        if not number_words().fullmatch(word.lower()) or word.lower() in table_set("price_fillers"):
            break
        start = begin
    if _is_over(text, end) and (is_paid_before(before(text, start, _WIDTH).lower()) or _PAID_BEHIND.match(text, end)):
        yield Found(start, end, "MONEY", 0.75, "paid-in-words")


def _is_over(text: str, end: int) -> bool:
    """Tell whether nothing follows that is counted: "paid two thousand visits"."""
    word = _GOES_ON.match(text, end)
    known = word is not None and word[1].lower() in _FOR
    return known or stands_closed(text, end) or _PAID_BEHIND.match(text, end) is not None


paid_in_words = Watch(lambda: tuple(table()["thousands"]), _look_at_thousands)
"""Finds sums in words behind who pays them."""
