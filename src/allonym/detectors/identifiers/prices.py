"""Sums without a currency, by the words around them: "cost me 5k", "bezahlt 3k", "only 75p"; and what is no sum."""

import re
from functools import cache

from allonym.core.plain_toml import read_table
from allonym.detectors.expressions import Expression
from allonym.detectors.finding import after, before

_BARE = Expression(r"(?<![\w.,])[0-9]{1,3}(?:[.,][0-9]{1,2})?[kK]\Z")
_PENCE = Expression(r"(?<![\w.,])[1-9][0-9]?p\Z")
_COINS_BEFORE = Expression(r"(?:£ ?[0-9]+|quid|bucks|pounds?|[0-9] ?€)(?:,| and| &)? \Z")
_NEXT = Expression(r" ([^\W\d_]+)")
_WIDTH = 32
_RAPPER = "50 cent"
_SPEAKS = Expression(
    r"['’]s | (?:is|was|has|had|said|says|feat|ft|song|songs|album|track|concert|rap|raps|rapper|tweeted|wants|vs)\b"
)
_OF_HIM = Expression(r"\b(?:rapper|by|ft\.?|feat\.?|listen to|listening to|fan of|called|like|love|meet|with) \Z")
_CLOSED = Expression(
    r"\s?(?:[.,;:!?)\n\0]|\Z)| (?:a|an|in|for|on|to|and|off|from|at|per|each|worth|cash|more|less|is|was|or|if|every|"
    r"right|just|lol|out|today|last|this|he|she|i|we|they|you|it|that|por|al|en|y|para|cada|de|no|na|pra|e)\b"
)


def bare_price(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Return where thousands or pence stand that a word before them makes a sum."""
    last = text[end - 1]
    if last not in "kKp" or text[end : end + 1].isalnum():
        return None
    amount = (_PENCE if last == "p" else _BARE).search(text, max(start, end - 8), end)
    if not amount:
        return None
    window = before(text, amount.start(), _WIDTH).lower()
    if not _price_before().search(window) and not (last == "p" and _COINS_BEFORE.search(window)):
        return None
    following = _NEXT.match(after(text, end, _WIDTH).lower())
    return None if following and following[1] in _words("counted_in_thousands") else (amount.start(), end)


def is_somebody(text: str, start: int, end: int) -> bool:
    """Tell whether a sum is the name of a rapper: "50 cent is underrated"."""
    if text[start:end].lower() != _RAPPER:
        return False
    speaks = _SPEAKS.match(after(text, end, _WIDTH).lower())
    return speaks is not None or _OF_HIM.search(before(text, start, _WIDTH).lower()) is not None


def stands_closed(text: str, end: int) -> bool:
    """Tell whether no noun follows, to which the word before would belong."""
    return _CLOSED.match(text, end) is not None


@cache
def _words(key: str) -> frozenset[str]:
    return frozenset(read_table("allonym.detectors.identifiers", "tables/money.toml")[key].split())


@cache
def _price_before() -> re.Pattern[str]:
    prices, fillers = ("|".join(sorted(map(re.escape, _words(key)))) for key in ("price_words", "price_fillers"))
    return re.compile(
        rf"(?<![^\W_])(?:{prices}|(?:sold|bought|listed|went|goes) (?:for|at)):?(?: (?:{fillers})){{0,3}} [~$]?\Z"
    )
