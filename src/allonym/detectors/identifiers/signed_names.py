"""Names of accounts by who signs or writes: "Grüße, Timo (tbraun)", "där skrev SjöbusenLasse om motorn"."""

import re
from collections.abc import Iterator

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found
from allonym.detectors.identifiers.anchors import Watch
from allonym.detectors.identifiers.nearby import words_of
from allonym.detectors.identifiers.usernames import is_initialled, looks_like_one
from allonym.detectors.identifiers.wordlists import word_set
from allonym.languages.lists import normal, open_lists

_SIGNED = Expression(
    r"[^\W\d_]{0,3}[,!.]{0,2}\s{0,2}(?<=\s)([^\W\d_]{2,16})(?: [^\W\d_]{2,20})? "
    r"\(@?([a-z][a-z0-9]*(?:[._\-][a-z0-9]+){0,2}_?)\)"
    r"(?=\s{0,2}(?:[\n\0.]|\Z))"
)
_WRITER = Expression(r"(?: ?:)? [«\"'“„]?([^\W\d_][\w]{5,30})(?![\w@/\-’']|\.\w)")
# Two words run together, each with its capital.
_TOGETHER = Expression(r"([A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ]{2,})[A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ]{2,}(?:[A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ]+)?[0-9]{0,4}")
_SHORTEST, _LONGEST = 4, 24


def _look_behind_greeting(text: str, at: int, end: int) -> Iterator[Found]:
    match = None if text[at - 1 : at].isalnum() else _SIGNED.match(text, end)
    if match and _SHORTEST <= len(match[2]) <= _LONGEST and _is_his(match):
        yield Found(*match.span(2), "USERNAME", 0.8, "signed-name")


def _is_his(match: re.Match[str]) -> bool:
    """Tell whether what stands in brackets behind a name is an account: no word, and alike or written as they are."""
    name, account = match[1].lower(), match[2]
    if looks_like_one(account) or is_initialled(account):
        return True
    lists = open_lists()
    alike = account[0] == name[0] and account != name
    return alike and not lists.ambiguity(normal(account)) and not lists.find(normal(account))


def _look_behind_wrote(text: str, at: int, end: int) -> Iterator[Found]:
    match = None if text[at - 1 : at].isalnum() else _WRITER.match(text, end)
    if match is None:
        return
    together = _TOGETHER.fullmatch(match[1])
    if together and (together[1] in word_set("joined_names") or match[1].lower() in word_set("joined_words")):
        return
    if together or (looks_like_one(match[1]) and "_" in match[1]):
        yield Found(*match.span(1), "USERNAME", 0.75, "written-by")


signed_names = Watch(lambda: tuple(sorted(words_of("greeting"))), _look_behind_greeting)
"""Finds names of accounts in brackets behind who signs."""

writers = Watch(lambda: tuple(sorted(words_of("wrote"))), _look_behind_wrote)
"""Finds names of accounts behind a word for writing."""
