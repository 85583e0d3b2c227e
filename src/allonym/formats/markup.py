"""Text with marks in it that are no text: tags, entities, timings. The marks stay where they are.

    Dear <b>An</b>na &amp; Co      atoms:  D e a r _ <b> A n </b> n a _ &amp; _ C o        says: Dear Anna & Co

Words that take the place of others are written where these begin; the marks between stay.
"""

import html
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence

from allonym.core.types import Edit, Span

Atom = tuple[str, str]
"""A stretch as it stands, and what it says; a mark says nothing."""
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}


def said(atoms: Iterable[Atom]) -> str:
    """Return what atoms say."""
    return "".join(text for _, text in atoms)


def plain_atoms(raw: str) -> Iterator[Atom]:
    """Return the atoms of a stretch without tags: its entities and what stands between."""
    done = 0
    for found in _ENTITY.finditer(raw):
        text = html.unescape(found[0])
        if text == found[0] or "\r" in text:
            continue
        if done < found.start():
            yield raw[done : found.start()], raw[done : found.start()]
        yield found[0], text
        done = found.end()
    if done < len(raw):
        yield raw[done:], raw[done:]


def escaped(value: str, encoding: str, extra: str = "") -> str:
    """Return a text as it is written between tags; what the encoding lacks becomes a number."""
    made = "".join(_ESCAPES.get(sign, f"&#{ord(sign)};" if sign in extra else sign) for sign in value)
    if made.isascii():
        return made
    return made.encode(encoding, "xmlcharrefreplace").decode(encoding)


def edited(atoms: Sequence[Atom], edits: Sequence[Edit], write: Callable[[str], str]) -> str:
    """Return the stretch with edits of what it says; `write` spells new words."""
    made: list[str] = []
    waiting = deque(edits)
    at = 0
    for raw, text in atoms:
        end = at + len(text)
        if not text:
            made.append(raw)
            continue
        here: list[Edit] = []
        while waiting and (waiting[0].span.start < end or waiting[0].span.end == end):
            here.append(waiting.popleft())
        made.append(_within(raw, text, at, here, write))
        # What reaches on takes words away from what follows, and adds none.
        if here and here[-1].span.end > end:
            waiting.appendleft(Edit(Span(end, here[-1].span.end), ""))
        at = end
    made.extend(write(each.replacement) for each in waiting)
    return "".join(made)


def _within(raw: str, text: str, at: int, edits: Sequence[Edit], write: Callable[[str], str]) -> str:
    if not edits:
        return raw
    if raw != text:
        # An entity goes as a whole.
        before = "".join(write(each.replacement) for each in edits)
        gone = any(each.span.start < at + len(text) and each.span.end > at for each in edits)
        return before if gone else before + raw
    made: list[str] = []
    done = 0
    for each in edits:
        start, end = max(0, each.span.start - at), min(len(text), each.span.end - at)
        made += text[done:start], write(each.replacement)
        done = max(done, end)
    return "".join((*made, text[done:]))
