"""Numbers and codes of no fixed form that a word announces: "Kundennummer 4711-0815", "passport no. AB1234567".

The nearest cue names the label; the code must be of a length that fits it. Mixtures of capitals and digits that are
too long for a word count as contract numbers by themselves (E07).
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from allonym.detectors.finding import Found, before
from allonym.detectors.identifiers.codes import announced_by, codes, compact, is_date
from allonym.detectors.identifiers.nearby import is_cue
from allonym.detectors.identifiers.runs import Run
from allonym.detectors.identifiers.wordlists import word_set


class Sort(NamedTuple):
    """What a kind of cue announces: the label, and the fewest digits, fewest and most characters it can have."""

    label: str
    digits: int
    shortest: int
    longest: int
    reach: int = 24


_SORTS = {
    "national": Sort("ID.NATIONAL", 5, 6, 18),
    "tax": Sort("ID.TAX", 6, 8, 18),
    "health": Sort("ID.HEALTH", 4, 4, 20),
    "passport": Sort("ID.PASSPORT", 4, 6, 12),
    "licence": Sort("ID.LICENCE", 4, 5, 20),
    "plate": Sort("PLATE", 1, 4, 8),
    "vin": Sort("VIN", 4, 11, 17),
    "zip": Sort("ADDRESS.ZIP", 3, 3, 10, 14),
    "account": Sort("ACCOUNT", 5, 5, 26),
    "card": Sort("CARD", 12, 12, 19),
    "contract": Sort("CONTRACT", 3, 4, 30),
    "number": Sort("CONTRACT", 5, 5, 30, 3),
    "id": Sort("ID", 4, 4, 24, 14),
}
_DATE = re.compile(r"\d{1,2}[./\-]\d{1,2}|(?:1[0-9]|20)\d{2}[\-–/](?:1[0-9]|20)?\d{2}")
_DECIMAL = re.compile(r"\d+[.,]\d{1,2}|\d{1,3}(?:[.,'’]\d{3})+(?:[.,]\d+)?|\d+(?:\.\d+){2,}")
# What "no." alone may announce: 28045/02, 2022-0012, A-1350/66; not a law of a year, not a sum.
_NUMBERED = re.compile(r"(?!.*/(?:19|20)\d{2}\Z)[A-Z0-9]+(?:[/\-][A-Z0-9]+)+")
_RANGE = re.compile(r"\d{1,3}(?: ?[\-–] ?|/)\d{1,3}|\d+[xX]\d+(?:[xX]\d+)?")
_YEAR = re.compile(r"(?:19|20)\d{2}")
_MIXED = re.compile(r"[A-Z0-9]{1,24}(?:[\-/._][A-Z0-9]{1,24}){0,6}|[a-z]{1,6}(?:[\-_][a-z0-9]{1,12}){1,5}")
_GROUP = re.compile(r"[A-Za-z0-9]+")
_SMALL = re.compile(r"[A-Za-z0-9]+(?:[\-_/][A-Za-z0-9]+)*")
_CASE = re.compile(r"[0-9]{3,6}/[0-9]{2}")
_CASE_BEFORE = re.compile(r"[0-9]{3,6}/[0-9]{2}(?:, ?| (?:and|et|und|y|e|och|&) )\Z")
_IPV4 = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}")
_JOINS = re.compile(r"[0-9]+|[0-9]{1,4}-[0-9]{1,4}")
_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_UNIT = re.compile(
    r" ?(?:%|‰|°|km|kg|mg|cm|mm|ml|gb|mb|kb|€|\$|£|kr\b|euros?\b|dollars?\b|usd|eur|sek|[ck]?m[²³]|hours?\b|min\b"
    r"|jahre?\b|stunden|times\b|people|personen|fois\b|veces|volte\b|vezes)",
    re.IGNORECASE,
)


def identifiers(run: Run) -> Iterator[Found]:
    """Find codes of fixed form, then, in what is left, whatever a cue announces or looks like a contract number."""
    if not _may_identify(run):
        return
    known = list(codes(run))
    yield from known
    parts = [
        (start, end) for start, end in run.parts if not any(each.start < end and start < each.end for each in known)
    ]
    parts = [(start, end) for start, end in parts if end > run.core[0] or _is_prefix(run.text[start:end])]
    if parts:
        found = _announced(run, parts)
        if found:
            yield found
        else:
            yield from _mixed(run, parts)


def _may_identify(run: Run) -> bool:
    """Tell whether a run is worth a closer look: most are small numbers, times of day and words such as "gr8"."""
    size = run.end - run.start
    surface = run.text[run.start : run.end]
    if surface.isdigit():
        return (size > 5 or bool(run.cues)) and not run.is_international
    if surface.islower() and size < 8:
        return size > 5 and "plate" in run.cues
    return (size > 5 or (size > 3 and surface.isupper())) and not run.is_international and not _IPV4.fullmatch(surface)


def _announced(run: Run, parts: list[tuple[int, int]]) -> Found | None:
    for kind, distance in sorted(run.cues.items(), key=lambda each: each[1]):
        sort = _SORTS.get(kind)
        if sort is None or distance > sort.reach or announced_by(run, (kind,)) is None:
            continue
        if run.cues.get("not", 99) < distance:
            return None
        start, end = _gather(run, parts, sort)
        surface = run.text[start:end]
        if kind == "number" and not _NUMBERED.fullmatch(surface):
            continue
        if _fits(surface, sort) and not _is_measure(run, surface, end, kind):
            return Found(start, end, sort.label, 0.78 - distance / 200, f"announced-{kind}")
    return None


def _gather(run: Run, parts: list[tuple[int, int]], sort: Sort) -> tuple[int, int]:
    """Return the stretch from the first part on that reads as one number: groups of digits, a short prefix."""
    text = run.text
    start, end = parts[0]
    previous = text[start:end]
    for begin, stop in parts[1:]:
        part = text[begin:stop]
        joins = _JOINS.fullmatch(part) and (len(part) <= 6 or len(previous) <= 4) and begin - end <= 3
        letters = (
            sort.label == "PLATE"
            and part.isalpha()
            and part.isupper()
            and len(compact(text[start:end])) <= 6
            and begin >= run.core[1]
        )
        if not (joins or letters) or len(compact(text[start:stop])) > sort.longest or _DATE.fullmatch(previous):
            break
        end, previous = stop, part
    return start, end


def _fits(surface: str, sort: Sort) -> bool:
    code = compact(surface)
    digits = sum(map(str.isdigit, code))
    if not (digits >= sort.digits and sort.shortest <= len(code) <= sort.longest):
        return False
    if sort.label == "PLATE":
        return digits < len(code) and (surface.upper() == surface or len(code) >= 6)
    # Small letters between digits are words and units: "10h30", "3rd".
    letters = "".join(filter(str.isalpha, code))
    return (
        letters.isupper() or not letters or (len(code) >= 8 and digits >= 4 and _SMALL.fullmatch(surface) is not None)
    )


def _is_measure(run: Run, surface: str, end: int, kind: str) -> bool:
    """Tell whether the number rather counts or dates something."""
    numbered = run.cues.get("number", 99) <= 4
    if (_DATE.fullmatch(surface) and not numbered) or _DECIMAL.fullmatch(surface) or _RANGE.fullmatch(surface):
        return True
    # A British sort code (12-03-45) is written like a date.
    if is_date(surface) and kind != "account":
        return True
    if _YEAR.fullmatch(surface) and not numbered and kind != "zip":
        return True
    return _UNIT.match(run.text, end) is not None or any(character in surface for character in ",:'’")


def _mixed(run: Run, parts: list[tuple[int, int]]) -> Iterator[Found]:
    if "not" in run.cues:
        return
    for start, end in parts:
        surface = run.text[start:end]
        if _CASE.fullmatch(surface) and _CASE_BEFORE.search(before(run.text, start, 20)):
            yield Found(start, end, "CONTRACT", 0.6, "case-in-list")
        elif _is_mixed(surface):
            yield Found(start, end, "CONTRACT", 0.45, "mixed-code")


def _is_mixed(surface: str) -> bool:
    code = compact(surface)
    digits = sum(map(str.isdigit, code))
    if not 8 <= len(code) <= 40 or digits < 4 or code.isdigit() or _RANGE.fullmatch(surface):
        return False
    # "WH-1000XM4" is a product; a longer or more divided code more likely belongs to one customer.
    enough = digits >= 6 or (digits == 5 and len(_GROUP.findall(surface)) >= 3)
    return _UUID.fullmatch(surface) is not None or (enough and _MIXED.fullmatch(surface) is not None)


def _is_prefix(part: str) -> bool:
    return len(part) <= 3 and part not in word_set("number_names") and not is_cue(part)
