"""Amounts of money in digits, with a currency before or after them; for amounts in words see spelt_money.py."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from allonym.core.plain_toml import read_table
from allonym.detectors.expressions import Expression
from allonym.detectors.finding import BOUNDARY, Found, before
from allonym.detectors.identifiers.dated_sums import SHORTEST, is_dated, sum_in_run, word_behind_day
from allonym.detectors.identifiers.prices import (
    bare_price,
    is_lettered,
    is_measured,
    is_other,
    may_be_told,
    paid_in_slang,
    stands_closed,
    told,
)
from allonym.detectors.identifiers.ranges_of_sums import ranged
from allonym.detectors.identifiers.runs import Runs
from allonym.languages.words import spellings

_AMOUNT = Expression(
    r"(?:[0-9]{1,2}(?:,[0-9]{2}){1,4},[0-9]{3}|[0-9]{1,3}(?:([ .,'’])[0-9]{3})(?:\1[0-9]{3})*+|[0-9]+)"
    r"(?:[.,:][0-9]{1,2})?\Z"
)
# With "$5k" and "£2.5m", and as Indians divide numbers: "₹1,25,000".
_FIRST_AMOUNT = Expression(
    r"(?:[0-9]{1,2}(?:,[0-9]{2}){1,4},[0-9]{3}(?![0-9])|[0-9]{1,3}(?:([ .,'’])[0-9]{3})(?:\1[0-9]{3})*+(?![0-9])"
    r"|[0-9]+)(?:[.,][0-9]{1,2}(?![0-9]))?(?i:k|mn?|mio|bn?|tn)?+(?![^\W_])"
)
_DASH = Expression(r"[,.:/][\-–—=]{1,2}(?![\w])")
# "3€50": what is less than one stands behind the sign.
_CENTS = Expression(r"(?<=[0-9]€)[0-9]{2}(?![\w])")
_WORD_AFTER = Expression(r"[ \-]?(d['’](?=e)|[^\W\d_]+(?:\.[a-zء-ي]{1,2}(?![ء-ي]))?\.?|[€$£¥₹₽₺₩₪₫₴₦₱฿₿₡₲₵₸﷼¢])")
_GLUED = Expression(r"([0-9][0-9., ]*)([A-Za-z]{1,7})\Z")
# Read backwards, from the number to the left: "- $SU", " RUE".
_CURRENCY_BEFORE = Expression(
    r"(?:[\-−]? ?\.?[€$£¥₹₽₺₩₪₫₴₦₱฿₿₡₲₵₸﷼](?:\.?[A-Za-z]{1,4})?|(?:[\-−]? )?(\.?[A-Za-z]{2,4}|\.?/[SB]|[LNQR]))(?![\w])"
)
_CODE_BEFORE = frozenset({"rs", "rs.", "kr", "kr.", "fr.", "sfr", "sfr.", "dh", "dhs", "tk"})
# These only with their capitals: "Bs 450", "S/ 89.90"; one letter only before what is a sum for sure.
_AS_WRITTEN = frozenset({"Bs", "Bs.", "Gs", "Gs.", "Kz", "KSh", "Ksh", "S/", "S/.", "B/.", "L", "N", "Q", "R"})
_ENDS = frozenset((*(code[-2:].lower() for code in _CODE_BEFORE | _AS_WRITTEN), "€.", "$.", "£."))
_DOTTED = frozenset(code[-3:].lower() for code in _CODE_BEFORE | _AS_WRITTEN if code.endswith("."))
_SURE_SUM = Expression(
    r"[0-9]{1,3}(?:,[0-9]{3})+(?![0-9])|[0-9]{1,3}(?: [0-9]{3})+[.,][0-9]{2}(?![0-9])|"
    r"[0-9]{2,9}(?<!N..)(?<!N ..)[.,][0-9]{2}(?![0-9.,])"
)
# The full stop behind "kr" is its own within a sentence only.
_ENDED = Expression(r"[\"'”»)]?\s{0,3}(?:\Z|[\0\n]|(?<=\s)[\"'(«“]?[A-ZÀ-Þ])")
# Most numbers are passed by at a glance: those behind a word that ends as no "kr" or "Rs" does, and those that end one.
_NOTHING_BEFORE = frozenset(f"{letter} " for letter in "abcdefgijlmnopqtuvwxy,:;!?)-@")
_NEVER_BEFORE = frozenset("%+()[,:;=#@&*\n\0")
_NEVER_AFTER = frozenset("+°)(\0\n/%#@?!;")
_NOTHING_AFTER = frozenset(("", *(f"{mark}{gap}" for mark in ".,!?:)" for gap in " \n\0")))
_CLOSING, _DASHED = frozenset(",.;:!?)\n"), frozenset(",.:/")
_ADJECTIVE = Expression(r" ([^\W\d_]{3,16})")
# Canadians write "500 $ CA".
_DOLLARS_OF = Expression(r" (?:CAN?|US|AU|NZ|HK|[CU]AD|USD)(?![\w])")
# Of what has its name as a code too only a sum is one: "INR 2.8" is read off blood, "COP 28" is a conference.
_SUM = Expression(r"[0-9]{1,3}[ .,'’][0-9]{3}|[0-9]{3}|[0-9]{2}[.,][0-9]{2}(?![0-9])|[0-9]{2},[0-9](?![0-9])")
JOINTS = frozenset({"de", "di", "d'", "d’"})
"""What joins a number and its currency."""

# "Euro 720", "di euro 50"; but "Euro 2024" is played for, and "Euro 6" says how clean a car is.
_WORD_BEFORE = Expression(r"(?:(?<![\w])([^\W\d_]{2,10}) |(?<![0-9])(?<![0-9] ))(?<![\w])([^\W\d_]{4,11}) \Z")
_OF_WORD = Expression(r"\b(?:di|de|da|a|von|of|på|per|für|por) [^\W\d_]{4,11} \Z")
_SUM_BEHIND = Expression(
    r"(?!(?:19|20)[0-9]{2}(?![0-9]|[.,'’][0-9]))"
    r"(?:[0-9]{1,3}(?:[ .,'’][0-9]{3})+|[0-9]{2,9}[.,][0-9]{2}|[1-9][0-9]{2,8}|([1-9][0-9]))(?![0-9])"
)


def money(runs: Runs) -> Iterator[Found]:
    """Find amounts in digits."""
    text, small = runs.text, table_set("small_codes")
    for place in runs.places:
        _, start, end, _ = place
        start = sum_in_run(text, start, end) if end - start >= SHORTEST else start
        if end - start > 40:
            continue
        previous = text[start - 2 : start]
        nothing = previous[-1:] in _NEVER_BEFORE or (
            previous in _NOTHING_BEFORE and text[start - 4 : start - 1] not in small
        )
        found = None if nothing else _before(text, start, end)
        if found is None and text[start - 4 : start - 1] in _endings():
            found = _behind_word(text, start, end)
        if found is None and text[end - 1].isalpha():
            found = _glued(text, start, end) or bare_price(text, start, end)
        elif found is None and text[end : end + 1] not in _NEVER_AFTER and text[end : end + 2] not in _NOTHING_AFTER:
            found = _after(text, start, end)
        if found is None and (end - start > 2 or text[end : end + 2] == " e") and may_be_told(text, start, end):
            found = told(text, start, end)
        if found and not is_other(text, *found) and not is_lettered(runs, place, found[0]):
            yield Found(*ranged(text, *found), "MONEY", 0.8, "amount")


def _behind_word(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Return a sum behind the word for its currency."""
    window = before(text, start, 24)
    word = _WORD_BEFORE.search(window) or word_behind_day(window)
    if word is None or word[2].lower() not in table_set("words_before"):
        return None
    # "31 miljarder kronor 1200 gånger": it belongs to the number before it.
    earlier = (word[1] or "").lower()
    if earlier not in JOINTS and (earlier in _multipliers() or earlier in _qualifiers()):
        return None
    amount, sure = _FIRST_AMOUNT.match(text, start, end), _SUM_BEHIND.match(text, start)
    if amount is None or sure is None or is_measured(text, end) or (sure[1] and not _OF_WORD.search(window)):
        return None
    return start - len(word[2]) - 1, _multiplied(text, amount.end())


def _before(text: str, start: int, end: int) -> tuple[int, int] | None:
    previous = text[start - 1 : start]
    if previous == " ":
        previous = text[start - 2 : start - 1]
        may_be = text[start - 3 : start - 1].lower() in _ENDS if previous in ".srhkz/" else previous.isupper()
        may_be = may_be or text[start - 4 : start - 1] in table_set("small_codes")
    elif previous == ".":
        may_be = text[start - 3 : start].lower() in _DOTTED
    elif previous == "/":
        may_be = text[start - 2 : start] == "S/"
    else:
        may_be = previous in "-−" or previous.isalpha()
    if not may_be and previous not in _symbols():
        return None
    match = _CURRENCY_BEFORE.match(text[max(0, start - 9) : start][::-1])
    if not match or (match[1] and not _is_code(match[1][::-1])):
        return None
    doubtful = match[1] and match[1][::-1].lower() in table_set("doubtful_codes")
    amount = _FIRST_AMOUNT.match(text, start, end)
    if not amount or (doubtful and not _SUM.match(text, start)):
        return None
    if match[1] and len(match[1]) == 1 and not _SURE_SUM.match(text, start):
        return None
    # The Swiss and the Swedes end a round sum with a dash: "CHF 1'850.–".
    dash = _DASH.match(text, end) if (end := amount.end()) < len(text) and text[end] in _DASHED else None
    return start - match.end(), dash.end() if dash else _with_words(text, end) or _multiplied(text, end)


def _is_code(word: str) -> bool:
    lowered = word.lower()
    if word in _AS_WRITTEN or (word.islower() and lowered in table_set("small_codes")):
        return True
    return lowered in _CODE_BEFORE or (word.isupper() and lowered in _codes())


def _after(text: str, start: int, end: int) -> tuple[int, int] | None:
    following = text[end : end + 1]
    if following in ("", BOUNDARY) or (following in _CLOSING and text[end + 1 : end + 2] not in "-–—"):
        return None
    opening = text[end + 1 : end + 3].lower() if following == " " else ""
    if opening and opening not in _openings() and opening[:1] not in _openings():
        return None
    if following == " " and is_dated(text, start, end):
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
    if unit in table_set("words") and unit not in _multipliers():
        return match.start(), end
    stop = _with_words(text, end) if unit in _multipliers() and (unit != "t" or text[end : end + 1] == "€") else None
    return (match.start(), stop) if stop else None


def _with_words(text: str, end: int) -> int | None:
    """Return where the currency after a number ends: "5 million Swedish kronor"; None if there is none."""
    joined = False
    for _ in range(4):
        match = _WORD_AFTER.match(text, end)
        word = match[1].lower() if match else ""
        if not match or (word not in _beginnings() and word.rstrip(".") not in _beginnings()):
            return None
        # "Fattura 118/2024 di € 1.220,00": the sign belongs to what follows it.
        leads = joined and (word in _symbols() or text[match.end() : match.end() + 2].lstrip(" ")[:1].isdigit())
        stop = None if leads else _currency_end(text, match, word)
        if stop or not _leads_on(text, match, word):
            return stop
        end, joined = match.end(), word in JOINTS
    return None


def _currency_end(text: str, match: re.Match[str], word: str) -> int | None:
    """Return where a currency ends, if a word is one."""
    if word in _symbols() or word in table_set("words"):
        rest = _CENTS.match(text, match.end()) or _country(text, match.end()) or match
        within = word in _CODE_BEFORE and not _ENDED.match(text, rest.end())
        return rest.end() - (rest[0].endswith(".") and not within)
    stripped = word.rstrip(".")
    if stripped in table_set("loose_words"):
        end = match.start(1) + len(stripped)
        return end if match[1].islower() and stands_closed(text, end) else None
    if stripped in table_set("slang_words"):
        whole = _country(text, match.end())
        return whole.end() if whole else paid_in_slang(text, match.start(), match.start(1), stripped)
    if _is_code(match[1].rstrip(".")) or (match[1].isupper() and stripped in table_set("codes_after")):
        return match.end() - match[1].endswith(".")
    return match.end() - 1 if stripped != word and stripped in table_set("words") else None


def _leads_on(text: str, match: re.Match[str], word: str) -> bool:
    """Tell whether a currency may follow a word: "million", "US"; but "2,5 T€" are thousands, "5 t" tons."""
    if word == "t":
        return text[match.end() : match.end() + 2].lstrip()[:1] == "€"
    return word.rstrip(".") in _multipliers() or word in _qualifiers()


def _multiplied(text: str, end: int) -> int:
    """Return where "million" ends, if it follows an amount whose currency went before: "£17 million"."""
    match = _WORD_AFTER.match(text, end)
    word = match[1].lower().rstrip(".") if match else ""
    return match.start(1) + len(word) if match and len(word) > 2 and word in _multipliers() else end


def _country(text: str, end: int) -> re.Match[str] | None:
    """Return the adjective behind a currency, if it says of which country: "francs suisses"."""
    if text[end - 1] == "$":
        return _DOLLARS_OF.match(text, end)
    match = _ADJECTIVE.match(text, end)
    return match if match and match[1].lower() in table_set("adjectives") else None


@lru_cache(maxsize=1)
def table() -> dict[str, list[str]]:
    """Return the words of money."""
    table = read_table("allonym.detectors.identifiers", "tables/money.toml")
    return {key: value if isinstance(value, list) else value.split() for key, value in table.items()}


@cache
def table_set(key: str) -> frozenset[str]:
    """Return the words of one kind."""
    return frozenset(table()[key])


@cache
def _endings() -> frozenset[str]:
    """Return how the words end that may stand before a sum."""
    return frozenset(each[-3:] for word in table()["words_before"] for each in (word, word.upper()))


@cache
def _codes() -> frozenset[str]:
    return frozenset(table()["codes"]) | _CODE_BEFORE


@cache
def _multipliers() -> frozenset[str]:
    return frozenset(each for word in table()["multipliers"] for each in spellings(word))


@cache
def _qualifiers() -> frozenset[str]:
    return frozenset(table()["qualifiers"])


@cache
def _symbols() -> frozenset[str]:
    return frozenset(table()["symbols"][0])


@cache
def _beginnings() -> frozenset[str]:
    """Return whatever may follow an amount."""
    return (
        table_set("words")
        | _codes()
        | _multipliers()
        | _qualifiers()
        | _symbols()
        | table_set("loose_words")
        | table_set("slang_words")
        | table_set("codes_after")
    )


@cache
def _openings() -> frozenset[str]:
    """Return how what may follow an amount begins, so that most words are passed by at a glance."""
    return frozenset(word[:2] for word in _beginnings())
