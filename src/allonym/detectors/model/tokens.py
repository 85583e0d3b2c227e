"""A text as the model reads it: a row of tokens, each a stretch of characters with one way to be spelled in pieces.

    text    RT @anna: Visiting *BARCELONA*!! https://t.co/x #ParisAttacks
    tokens  RT <user> : Visiting Barcelona !! <link> # Paris Attacks

Links, addresses and handles are one token each whatever they hold: other rules find them, and the model need not spell
them. Words in capitals are spelled as if they were not; their shape says that they are. Stars and underscores around
words (**Anna** _Berg_) are passed over.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from allonym.detectors.expressions import IN_LINK

_TOKEN = re.compile(
    rf"(?P<link>(?:https?://|www\.){IN_LINK}+)"
    r"|(?P<mail>[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{2,190})"
    r"|(?P<user>@\w+)"
    r"|(?P<word>[^\W\d_]+)"
    r"|(?P<digits>\d+)"
    r"|(?P<emphasis>(?<![\w*])\*{1,3}(?=\w)|(?<=\w)\*{1,3}(?![\w*])|(?<![\w#])_{1,3}(?=[^\W_])|(?<=[^\W_])_{1,3}(?!\w))"
    r"|(?P<mark>[^\w\s\0]+|_+)"
)
_CAMEL = re.compile(r"(?<=[^\W\d_A-ZÀ-ÖØ-Þ])(?=[A-ZÀ-ÖØ-Þ])")
_LONGEST = 40
_SHORT = 3
_MOST_REMEMBERED = 1 << 14

LINK, MAIL, USER = "<link>", "<mail>", "<user>"
_WHOLE = {"link": LINK, "mail": MAIL, "user": USER}
SHAPES = ("other", "lower", "Title", "UPPER", "miXed", "caseless", "digits", "mark", "whole", "initial")
_OTHER, _LOWER, _TITLE, _UPPER, _MIXED, _CASELESS, _DIGITS, MARK, _WHOLE_SHAPE, _INITIAL = range(len(SHAPES))


class Token(NamedTuple):
    """A stretch of text, how it is spelled for the model ("▁" where a space goes before it), its shape, its word."""

    start: int
    end: int
    spelling: str
    shape: int
    word: str
    """What the lists are asked; empty for what is no word."""

    def __repr__(self) -> str:
        # It holds words of a person.
        return f"Token({self.start}, {self.end})"


def tokens_of(text: str) -> list[Token]:
    """Return the tokens of a text in reading order; no token holds a space or a NUL."""
    made: list[Token] = []
    add = made.append
    last = -1
    after_hash = False
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        kind = match.lastgroup
        if kind == "emphasis":
            last = end if start == last else last
            continue
        lead = "" if start == last else "▁"
        last = end
        if kind == "word":
            surface = match[0]
            if after_hash and len(parts := _CAMEL.split(surface)) > 1:
                at = start
                for part in parts:
                    add(word_token(at, part, "▁"))
                    at += len(part)
            else:
                add(word_token(start, surface, "▁" if after_hash else lead))
        elif kind == "digits":
            add(Token(start, end, lead + match[0][:_LONGEST], _DIGITS, ""))
        elif kind == "mark":
            add(Token(start, end, lead + match[0][:_LONGEST], MARK, ""))
        else:
            add(Token(start, end, _WHOLE[kind or ""], _WHOLE_SHAPE, ""))
        after_hash = kind == "mark" and match[0].endswith("#")
    return made


def word_token(start: int, surface: str, lead: str) -> Token:
    """Return the token of a word; `lead` goes before its spelling."""
    return Token._make((start, start + len(surface), *_form(surface, lead)))


@lru_cache(_MOST_REMEMBERED)
def _form(surface: str, lead: str) -> tuple[str, int, str]:
    """Return the spelling of a word, its shape, and what the lists are asked."""
    word = surface[:_LONGEST]
    first = word[0]
    if first.islower():
        shape = _LOWER if word.islower() else _MIXED
    elif not first.isupper():
        shape = _CASELESS
    elif len(word) == 1:
        shape = _INITIAL
    elif word.isupper():
        shape = _UPPER
        if len(word) > _SHORT:
            return lead + word.capitalize(), shape, word
    else:
        shape = _TITLE if word[1:].islower() else _MIXED
    return lead + word, shape, word
