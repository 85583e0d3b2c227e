"""Amounts of money: digits with a currency before or after them, and amounts in words before a currency word."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files

from allonym.detectors.finding import Found, before, words_before
from allonym.detectors.identifiers.anchors import Watch
from allonym.detectors.identifiers.runs import Run

_AMOUNT = re.compile(r"(?:[0-9]{1,3}(?:([ .,'’])[0-9]{3})(?:\1[0-9]{3})*+|[0-9]+)(?:[.,:][0-9]{1,2})?\Z")
_FIRST_AMOUNT = re.compile(
    r"(?:[0-9]{1,3}(?:([ .,'’])[0-9]{3})(?:\1[0-9]{3})*+(?![0-9])|[0-9]+)(?:[.,][0-9]{1,2}(?![0-9]))?"
)
_DASH = re.compile(r"[,.:][\-–—]{1,2}(?![\w])")
_WORD_AFTER = re.compile(r"[ \-]?([^\W\d_]+(?:\.[a-z]{1,2})?\.?|[€$£¥₹₽₺₩₪₫₴₦₱฿₿₡₲₵₸﷼¢])")
_GLUED = re.compile(r"([0-9][0-9., ]*)([A-Za-z]{1,7})\Z")
_CURRENCY_BEFORE = re.compile(
    r"(?:(?<![\w])([A-Za-z]{1,4}\.?)?([€$£¥₹₽₺₩₪₫₴₦₱฿₿₡₲₵₸﷼])|(?<![\w])([A-Za-z]{2,4}\.?)(?= |\Z)) ?[\-−]?\Z"
)
_CODE_BEFORE = frozenset({"rs", "rs.", "kr", "kr.", "fr.", "sfr", "sfr.", "dh", "dhs", "tk"})
_ENDS = frozenset(".srhk")
_WORD_AT = re.compile(r"[^\W\d_]+")


def money(run: Run) -> Iterator[Found]:
    """Find amounts in digits."""
    text, (start, end) = run.text, run.core
    if end - start > 40:
        return
    found = _before(text, start, end) or (_glued if text[end - 1].isalpha() else _after)(text, start, end)
    if found:
        yield Found(*found, "MONEY", 0.8, "amount")


def _look_back(text: str, at: int, _end: int) -> Iterator[Found]:
    found = _words_to(text, at)
    if found:
        yield Found(*found, "MONEY", 0.7, "amount-in-words")


def _before(text: str, start: int, end: int) -> tuple[int, int] | None:
    previous = text[start - 1 : start]
    if previous == " ":
        # Only "€ 5", "EUR 5", "kr 5", "Rs. 5": most numbers are rid of here.
        previous = text[start - 2 : start - 1]
        if not (previous.isupper() or previous in _ENDS or previous in _symbols()):
            return None
    elif previous not in _symbols() and previous not in ".-−" and not previous.isalpha():
        return None
    match = _CURRENCY_BEFORE.search(before(text, start, 8))
    amount = _FIRST_AMOUNT.match(text, start, end)
    if not match or not amount or (match[3] and not _is_code(match[3])):
        return None
    stop = amount.end()
    if text[stop : stop + 1].isalnum() and text[stop : stop + 2].lower() not in {"k", "m", "bn", "mn", "k ", "m "}:
        return None
    return start - len(match[0]), _with_words(text, stop) or stop


def _is_code(word: str) -> bool:
    return word.lower() in _CODE_BEFORE or (word.isupper() and word.lower() in _codes())


def _after(text: str, start: int, end: int) -> tuple[int, int] | None:
    following = text[end : end + 1]
    if not following or (following in ",.;:!?)\n\0" and text[end + 1 : end + 2] not in "-–—"):
        return None
    dash = _DASH.match(text, end)
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
        word = match[1].lower()
        if word in _words() or (match[1].isupper() and word in _codes()) or word.rstrip(".") in _symbols():
            return match.end() - (match[1].endswith(".") and word not in {"kr.", "fr.", "sfr.", "rs."})
        if word.rstrip(".") not in _multipliers() and word not in _qualifiers():
            stripped = word.rstrip(".")
            return match.end() - 1 if stripped != word and stripped in _words() else None
        end = match.end()
    return None


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
    text = files("allonym.detectors.identifiers").joinpath("tables", "money.toml").read_text("utf-8")
    table = tomllib.loads(text)
    return {key: value if isinstance(value, list) else value.split() for key, value in table.items()}


@cache
def _words() -> frozenset[str]:
    return frozenset(_table()["words"])


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


@lru_cache(maxsize=1)
def number_words() -> re.Pattern[str]:
    """Return the pattern of number words, alone or run together as in German: "zweihundertfünfzig"."""
    words = sorted(set(_table()["number_words"]), key=len, reverse=True)
    return re.compile(f"(?:{'|'.join(map(re.escape, words))}){{1,6}}")


spelt_amounts = Watch(lambda: tuple(_table()["needles"]), _look_back)
"""Finds amounts in words, by the currency that ends them."""
