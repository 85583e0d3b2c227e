"""Names and addresses taken apart, for profiles that have a rule for each part (`parts = ["PERSON", "ADDRESS"]`).

"Anna Maria Lindqvist"            PERSON.FIRST, PERSON.MIDDLE, PERSON.LAST
"12 High Street, LS1 4DY Leeds"   ADDRESS.NUMBER, ADDRESS.STREET, ADDRESS.ZIP, LOCATION.CITY
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from allonym.core.parts import PARTS, read, worded
from allonym.core.types import Document, Mention, Span

_ADDRESS = {
    "street": "ADDRESS.STREET", "number": "ADDRESS.NUMBER", "zip": "ADDRESS.ZIP", "city": "LOCATION.CITY",
    "region": "LOCATION.REGION", "country": "LOCATION.COUNTRY", "area": "LOCATION.AREA",
}  # fmt: skip
_TOKEN = re.compile(r"[^\s,]+")
_INITIAL = re.compile(r"(?:[^\W\d_]\.?[\-‐‑]?){1,3}\Z")
_OF_THE_WHOLE = frozenset({"gender", PARTS, "gen", "def", "pl", "list"})
_ENDINGS = frozenset({"gen", "def", "pl"})


def apart(document: Document, mentions: Sequence[Mention], labels: Sequence[str]) -> list[Mention]:
    """Return the mentions with those of the labels cut into their parts; what cannot be cut stays whole."""
    return [
        part
        for each in mentions
        for part in (CUTTERS[each.label](document.text, each) if each.label in labels else (each,))
    ]


def _address(text: str, mention: Mention) -> Iterator[Mention]:
    """Return the parts of an address; words between them, which nobody knows, stay an address."""
    at = mention.start
    for name, part in sorted(read(mention.features).items(), key=lambda each: each[1]):
        span = Span(mention.start + part.start, mention.start + part.end)
        if span.start < at or span.end > mention.end:
            continue
        yield from _between(text, at, span.start, mention)
        yield _part(mention, span, _ADDRESS.get(name, "ADDRESS"))
        at = span.end
    yield from _between(text, at, mention.end, mention)


def _between(text: str, start: int, end: int, mention: Mention) -> Iterator[Mention]:
    if (start, end) == (mention.start, mention.end):
        yield mention
    elif any(map(str.isdecimal, text[start:end])) or worded(text, start, end):
        # A flat or a storey: digits tell as much as words.
        pad = len(text[start:end]) - len(text[start:end].lstrip(" ,;\n"))
        yield _part(mention, Span(start + pad, start + len(text[start:end].rstrip(" ,;\n"))), mention.label)


def _person(text: str, mention: Mention) -> Iterator[Mention]:
    """Return first, middle and last name, in this order unless a comma says otherwise."""
    spans = _names(text, mention)
    if len(spans) < 2:
        yield mention
        return
    whole = [span for span in spans if not _is_initials(span.of(text))]
    if "," in mention.span.of(text) and len(whole) > 1:
        whole = [*whole[1:], whole[0]]
    first = whole[0] if len(whole) > 1 else None
    last = whole[-1] if whole else None
    for span in spans:
        if span in {first, last}:
            label = "PERSON.FIRST" if span == first else "PERSON.LAST"
        else:
            label = "PERSON.MIDDLE" if span in whole else "PERSON.INITIALS"
        yield _part(mention, span, label)


def _names(text: str, mention: Mention) -> list[Span]:
    """Return where the names of a person stand; "von" and "de la" belong to the name after them."""
    tokens = [
        Span(mention.start + each.start(), mention.start + each.end())
        for each in _TOKEN.finditer(mention.span.of(text))
    ]
    has_capitals = any(text[token.start].isupper() for token in tokens)
    names: list[Span] = []
    lead: Span | None = None
    for token in tokens:
        span = Span(lead.start, token.end) if lead else token
        lead = span if has_capitals and text[token.start].islower() else None
        if lead is None:
            joined = names and _is_initials(names[-1].of(text)) and _is_initials(span.of(text))
            names = [*names[:-1], Span(names[-1].start, span.end)] if joined else [*names, span]
    return [*names, lead] if lead else names


def _is_initials(words: str) -> bool:
    return all(_INITIAL.match(each) and (len(each) == 1 or "." in each or "-" in each) for each in words.split())


def _part(mention: Mention, span: Span, label: str) -> Mention:
    """Return one part; the gender is told by the first name, and an ending stands on the last."""
    kept = {name for name in _OF_THE_WHOLE if name == "gender" and label == "PERSON.FIRST"}
    kept |= _ENDINGS if span.end == mention.end else frozenset()
    features = [(name, value) for name, value in mention.features if name in kept or name not in _OF_THE_WHOLE]
    return replace(mention, span=span, label=label, features=tuple(features))


CUTTERS: Mapping[str, Callable[[str, Mention], Iterator[Mention]]] = {"PERSON": _person, "ADDRESS": _address}
"""What can be cut, and how."""
