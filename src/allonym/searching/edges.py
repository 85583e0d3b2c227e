"""Whether a stand-in stands by itself, and what an editor put onto it: an ending, an elided word, Arabic letters."""

import re
import unicodedata
from dataclasses import dataclass

from allonym.searching.reading import Reading

_CLITICS = re.compile(r"[وف]?[بلك]?")
_ARABIC_RUN = re.compile(r"[\u0621-\u064a]+$")
_ELIDED = re.compile(
    r"(?:^|[^\w'])(?:[dljmtsnc]|(?:jus|lors|puis|quoi)?qu|(?:d[ae]|n[ae]|s[uo]|co|a|que|be)?ll|un|sant|quest|anch|com)'$"
)
_WINDOW = 12
_OWNER = re.compile(r"s(?![^\W_])")


@dataclass(frozen=True, slots=True)
class Edges:
    """What stands right beside a stand-in: nothing, an -s behind it, or a reason why it is no word by itself."""

    owner: bool = False
    doubt: str = ""


INSIDE = None
"""No whole word: nothing was found."""


def edges(reading: Reading, start: int, end: int, marked: bool) -> Edges | None:
    """Return what stands beside a stretch of a reading; None if it is only a part of another word or token."""
    plain = reading.plain
    before, after = plain[max(0, start - _WINDOW) : start], plain[end : end + _WINDOW]
    bracketed = marked and plain[start] == "["
    owner = plain[end - 1] not in "sS" and bool(_OWNER.match(after.lower()))
    if not _is_open(before, plain[start]) or (_goes_on(after, plain[end - 1]) and not owner):
        return Edges(doubt="is joined to other letters") if bracketed else INSIDE
    return Edges(owner, _doubt(before, after, bracketed))


def _doubt(before: str, after: str, bracketed: bool) -> str:
    if bracketed and (before.endswith("[") or after.startswith("]")):
        return "stands inside other brackets"
    if _is_hidden(before[-1:]) or _is_hidden(after[:1]):
        return "has hidden characters beside it"
    if before[-1:] == "'" and before[-2:-1].isalnum() and not _ELIDED.search(before.lower()):
        return "is joined to other letters"
    return "is a part of a longer word" if not bracketed and _is_in_compound(before, after) else ""


def _is_open(before: str, first: str) -> bool:
    """Tell whether a word may begin here; Arabic writes small words onto the next one."""
    last = before[-1:]
    if last == "_":
        return first != "_" and not before[-2:-1].isalnum()
    if not last.isalnum():
        return True
    run = _ARABIC_RUN.search(before)
    return bool(run and _CLITICS.fullmatch(run[0]) and not before[: len(before) - len(run[0])][-1:].isalnum())


def _goes_on(after: str, last: str) -> bool:
    if after[:1] == "_":
        return after[1:2].isalnum()
    return after[:1].isalnum() and (last.isalnum() or last in "]_")


def _is_in_compound(before: str, after: str) -> bool:
    joins = "-@./\\"
    left = before[-1:] != "" and before[-1] in joins and before[-2:-1].isalnum()
    right = after[:1] != "" and after[0] in joins and after[1:2].isalnum()
    return left or right or before[-1:] == "@" or after[:1] == "@"


def _is_hidden(sign: str) -> bool:
    # Marks of direction stand beside tokens in every Arabic text.
    return (
        sign != ""
        and sign not in "\u200e\u200f\u061c"
        and not "\u202a" <= sign <= "\u202e"
        and (unicodedata.category(sign) == "Cf" and not "\u2066" <= sign <= "\u2069")
    )
