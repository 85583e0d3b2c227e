"""Amounts of money: digits with a currency before or after them, and amounts in words before a currency word."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from allonym.core.plain_toml import read_table
from allonym.detectors.expressions import Expression
from allonym.detectors.finding import BOUNDARY, Found, words_before
from allonym.detectors.identifiers.anchors import Watch
from allonym.detectors.identifiers.runs import Runs

_AMOUNT = Expression(r"(?:[0-9]{1,3}(?:([ .,'’])[0-9]{3})(?:\1[0-9]{3})*+|[0-9]+)(?:[.,:][0-9]{1,2})?\Z")
# With "$5k" and "£2.5m".
_FIRST_AMOUNT = Expression(
    r"(?:[0-9]{1,3}(?:([ .,'’])[0-9]{3})(?:\1[0-9]{3})*+(?![0-9])|[0-9]+)(?:[.,][0-9]{1,2}(?![0-9]))?"
    r"(?i:k|mn?|mio|bn?|tn)?+(?![^\W_])"
)
_DASH = Expression(r"[,.:][\-–—]{1,2}(?![\w])")
# "3€50": what is less than one stands behind the sign.
_CENTS = Expression(r"(?<=[0-9]€)[0-9]{2}(?![\w])")
_WORD_AFTER = Expression(r"[ \-]?(d['’](?=e)|[^\W\d_]+(?:\.[a-zء-ي]{1,2}(?![ء-ي]))?\.?|[€$£¥₹₽₺₩₪₫₴₦₱฿₿₡₲₵₸﷼¢])")
_GLUED = Expression(r"([0-9][0-9., ]*)([A-Za-z]{1,7})\Z")
# Read backwards, from the number to the left: "- $SU", " RUE".
_CURRENCY_BEFORE = Expression(
    r"(?:[\-−]? ?[€$£¥₹₽₺₩₪₫₴₦₱฿₿₡₲₵₸﷼](?:\.?[A-Za-z]{1,4})?|(?:[\-−]? )?(\.?[A-Za-z]{2,4}))(?![\w])"
)
_CODE_BEFORE = frozenset({"rs", "rs.", "kr", "kr.", "fr.", "sfr", "sfr.", "dh", "dhs", "tk"})
_ENDS = frozenset(code[-2:] for code in _CODE_BEFORE)
_DOTTED = frozenset(code[-3:] for code in _CODE_BEFORE if code.endswith("."))
# Most numbers are passed by at a glance: those behind a word that ends as no "kr" or "Rs" does, and those that end one.
_NOTHING_BEFORE = frozenset(f"{letter} " for letter in "abcdefgijlmnopqtuvwxyz,:;!?)-/@")
_NEVER_AFTER = frozenset("+°)(\0\n/%#@?!;")
_NOTHING_AFTER = frozenset(("", *(f"{mark}{gap}" for mark in ".,!?:)" for gap in " \n\0")))
_CLOSING = frozenset(",.;:!?)\n")
_ADJECTIVE = Expression(r" ([^\W\d_]{3,16})")
_WORD_AT = Expression(r"[^\W\d_]+")


def money(runs: Runs) -> Iterator[Found]:
    """Find amounts in digits."""
    text = runs.text
    for _, start, end, _ in runs.places:
        if end - start > 40:
            continue
        found = None if text[start - 2 : start] in _NOTHING_BEFORE else _before(text, start, end)
        if found is None and text[end - 1].isalpha():
            found = _glued(text, start, end)
        elif found is None and text[end : end + 1] not in _NEVER_AFTER and text[end : end + 2] not in _NOTHING_AFTER:
            found = _after(text, start, end)
        if found:
            yield Found(*found, "MONEY", 0.8, "amount")


def _look_back(text: str, at: int, _end: int) -> Iterator[Found]:
    found = _words_to(text, at)
    if found:
        yield Found(*found, "MONEY", 0.7, "amount-in-words")


def _before(text: str, start: int, end: int) -> tuple[int, int] | None:
    previous = text[start - 1 : start]
    if previous == " ":
        previous = text[start - 2 : start - 1]
        may_be = text[start - 3 : start - 1].lower() in _ENDS if previous in ".srhk" else previous.isupper()
    elif previous == ".":
        may_be = text[start - 3 : start].lower() in _DOTTED
    else:
        may_be = previous in "-−" or previous.isalpha()
    if not may_be and previous not in _symbols():
        return None
    match = _CURRENCY_BEFORE.match(text[max(0, start - 9) : start][::-1])
    if not match or (match[1] and not _is_code(match[1][::-1])):
        return None
    amount = _FIRST_AMOUNT.match(text, start, end)
    return (start - match.end(), _with_words(text, amount.end()) or _multiplied(text, amount.end())) if amount else None


def _is_code(word: str) -> bool:
    return word.lower() in _CODE_BEFORE or (word.isupper() and word.lower() in _codes())


def _after(text: str, start: int, end: int) -> tuple[int, int] | None:
    following = text[end : end + 1]
    if following in ("", BOUNDARY) or (following in _CLOSING and text[end + 1 : end + 2] not in "-–—"):
        return None
    if following == " " and (opening := text[end + 1 : end + 3].lower()).isalpha() and opening not in _openings():
        return None
    dash = _DASH.match(text, end) if following in ",.:" else None
    stop = _with_words(text, dash.end() if dash else end)
    if stop is None:
        # ":-" is how Swedes end a price.
        if not dash or text[end] == ".":
            return None
        stop = dash.end()
    amount = _AMOUNT.search(text, max(start, end - 24), end)
    return (amount.start(), stop) if amount else None


def _glued(text: str, start: int, end: int) -> tuple[int, int] | None:
    match = _GLUED.search(text, max(start, end - 24), end)
    if not match:
        return None
    unit = match[2].lower()
    if unit in _words() and unit not in _multipliers():
        return match.start(), end
    stop = _with_words(text, end) if unit in _multipliers() else None
    return (match.start(), stop) if stop else None


def _with_words(text: str, end: int) -> int | None:
    """Return where the currency after a number ends: "5 million Swedish kronor"; None if there is none."""
    for _ in range(4):
        match = _WORD_AFTER.match(text, end)
        if not match:
            return None
        word, known = match[1].lower(), _beginnings()
        if word not in known and word.rstrip(".") not in known:
            return None
        if word in _words() or word.rstrip(".") in _symbols():
            rest = _CENTS.match(text, match.end()) or _country(text, match.end()) or match
            return rest.end() - (rest[0].endswith(".") and word not in {"kr.", "fr.", "sfr.", "rs."})
        if match[1].isupper() and word.rstrip(".") in _codes():
            return match.end() - match[1].endswith(".")
        if word.rstrip(".") not in _multipliers() and word not in _qualifiers():
            stripped = word.rstrip(".")
            return match.end() - 1 if stripped != word and stripped in _words() else None
        end = match.end()
    return None


def _multiplied(text: str, end: int) -> int:
    """Return where "million" ends, if it follows an amount whose currency went before: "£17 million"."""
    match = _WORD_AFTER.match(text, end)
    word = match[1].lower().rstrip(".") if match else ""
    return match.start(1) + len(word) if match and len(word) > 2 and word in _multipliers() else end


def _country(text: str, end: int) -> re.Match[str] | None:
    """Return the adjective behind a currency, if it says of which country: "francs suisses"."""
    match = _ADJECTIVE.match(text, end)
    return match if match and match[1].lower() in _table_set("adjectives") else None


def _words_to(text: str, at: int) -> tuple[int, int] | None:
    last = _WORD_AT.match(text, at)
    if not last or last[0].lower() not in _words():
        return None
    start = at
    numbers = 0
    for begin, word in words_before(text, at, " -", 7):
        lowered = word.lower()
        if lowered not in _qualifiers() and not number_words().fullmatch(lowered):
            break
        start = begin
        numbers += len(lowered) > 2 and lowered not in {"und", "och", "and"}
    return (start, last.end()) if numbers else None


@lru_cache(maxsize=1)
def _table() -> dict[str, list[str]]:
    table = read_table("allonym.detectors.identifiers", "tables/money.toml")
    return {key: value if isinstance(value, list) else value.split() for key, value in table.items()}


@cache
def _table_set(key: str) -> frozenset[str]:
    return frozenset(_table()[key])


def _words() -> frozenset[str]:
    return _table_set("words")


@cache
def _codes() -> frozenset[str]:
    return frozenset(_table()["codes"]) | _CODE_BEFORE


@cache
def _multipliers() -> frozenset[str]:
    return frozenset(_table()["multipliers"])


@cache
def _qualifiers() -> frozenset[str]:
    return frozenset(_table()["qualifiers"])


@cache
def _symbols() -> frozenset[str]:
    return frozenset(_table()["symbols"][0])


@cache
def _beginnings() -> frozenset[str]:
    """Return whatever may follow an amount."""
    return _words() | _codes() | _multipliers() | _qualifiers() | _symbols()


@cache
def _openings() -> frozenset[str]:
    """Return how what may follow an amount begins, so that most words are passed by at a glance."""
    return frozenset(word[:2] for word in _beginnings())


@lru_cache(maxsize=1)
def number_words() -> re.Pattern[str]:
    """Return the pattern of number words, alone or run together as in German: "zweihundertfünfzig"."""
    words = sorted(set(_table()["number_words"]), key=len, reverse=True)
    return re.compile(f"(?:{'|'.join(map(re.escape, words))}){{1,6}}")


spelt_amounts = Watch(lambda: tuple(_table()["needles"]), _look_back)
"""Finds amounts in words, by the currency that ends them."""
