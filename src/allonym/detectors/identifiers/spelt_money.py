"""Amounts of money in words before a currency word: "twenty euros", "une centaine d'euros"; and notes: "a tenner"."""

import re
from collections.abc import Iterator
from functools import lru_cache

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, words_before
from allonym.detectors.identifiers.anchors import Watch
from allonym.detectors.identifiers.money import JOINTS, table, table_set
from allonym.detectors.identifiers.prices import stands_closed
from allonym.languages.words import spellings

_WORD_AT = Expression(r"[^\W\d_]+")
# "Superior a quatro milhões" has another "a" than "a hundred".
_A_NUMBER = Expression(r"(?i:a (?:hundred|thousand|million|billion|half|quarter))\b")
_ONE = Expression(r"(?: [\u0621-\u064a]{3,10}ي)? واحد(?![^\W_])")
_AND = frozenset({"und", "och", "and", "et", "e", "y", "و", "of"})


def _look_back(text: str, at: int, _end: int) -> Iterator[Found]:
    last = _WORD_AT.match(text, at)
    if last is None:
        return
    if last[0].lower() in table_set("notes"):
        found = _note(text, last)
    else:
        found = _words_to(text, at, last) or _one_behind(text, last)
    if found:
        yield Found(*found, "MONEY", 0.7, "amount-in-words")


def _note(text: str, last: re.Match[str]) -> tuple[int, int] | None:
    """Return a note of money, which is a sum by its name, with how many there are: "two tenners", "'n Zwanni"."""
    start = last.start()
    if text[start - 1 : start].isalnum():
        return None
    for begin, word in words_before(text, start, " ", 1):
        if word.lower() in table_set("one_note") or number_words().fullmatch(word.lower()):
            start = begin - (text[begin - 1 : begin] in {"'", "’"})
    return start, last.end()


def _one_behind(text: str, last: re.Match[str]) -> tuple[int, int] | None:
    """Return an Arabic currency behind which it is said that there is one: "دولار أمريكي واحد"."""
    start = last.start()
    if text[start] < "\u0600" or text[start - 1 : start].isalnum() or last[0] not in table_set("words"):
        return None
    one = _ONE.match(text, last.end())
    return (start, one.end()) if one else None


def _words_to(text: str, at: int, last: re.Match[str]) -> tuple[int, int] | None:
    lowered = last[0].lower()
    if not (lowered in table_set("words") or _is_loose(text, last)):
        return None
    if lowered in table_set("closed_words") and not _is_counted(text, last):
        return None
    if lowered in table_set("capital_words") and not _is_german(text, last):
        return None
    # "Deux millions d'euros".
    start = at - 2 if text[at - 2 : at].lower() in JOINTS else at
    numbers, words, joint = 0, 0, start < at
    for begin, word in words_before(text, start, " -", 7):
        lowered = word.lower()
        if lowered in JOINTS and not joint and not numbers:
            joint = True
            continue
        of_country = lowered in table_set("qualifiers")
        if not of_country and not number_words().fullmatch(lowered):
            break
        # "And" joins numbers; before the first of them it is no part of the sum.
        start = start if lowered in _AND or (lowered == "a" and not _A_NUMBER.match(text, begin)) else begin
        numbers += len(lowered) > 2 and lowered not in _AND and not of_country
        words += 1
    # "Milhões de euros" says no number.
    return (start, last.end()) if numbers and words > joint else None


def _is_counted(text: str, word: re.Match[str]) -> bool:
    """Tell whether tales are rather money: "doze contos ao passador", not "doze contos infantis", nor "dos contos"."""
    return stands_closed(text, word.end()) and all(
        each != "dos" for _, each in words_before(text, word.start(), " ", 1)
    )


def _is_german(text: str, word: re.Match[str]) -> bool:
    """Tell whether a word that is also a name is a currency, behind a German number."""
    if word[0].islower() or text[word.end() : word.end() + 1] == "-":
        return False
    endings = tuple(table()["capital_after"])
    return any(each.lower().endswith(endings) for _, each in words_before(text, word.start(), " ", 1))


def _is_loose(text: str, word: re.Match[str]) -> bool:
    """Tell whether a word that is also another is a sum behind an English number: "ten grand", not "una grand"."""
    if word[0] not in table_set("loose_words") or not stands_closed(text, word.end()):
        return False
    if word[0] in table_set("closed_words"):
        return True
    return next(
        (each.lower() in table_set("loose_after") for _, each in words_before(text, word.start(), " ", 1)), False
    )


@lru_cache(maxsize=1)
def number_words() -> re.Pattern[str]:
    """Return the pattern of number words, alone or run together as in German: "zweihundertfünfzig"."""
    words = sorted({each for word in table()["number_words"] for each in spellings(word)}, key=len, reverse=True)
    return re.compile(f"(?:{'|'.join(map(re.escape, words))}){{1,6}}")


spelt_amounts = Watch(lambda: tuple(table()["needles"]), _look_back)
"""Finds amounts in words, by the currency that ends them."""
