"""Lines of public transport and flights: "buss 528", "ligne 14", "RER A", "U7", "gröna linjen", "AF 1148".

Of a numbered line only the number is found (B20): the word "buss" gives nobody away.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from allonym.detectors.finding import Found, before
from allonym.detectors.identifiers.anchors import Watch
from allonym.detectors.identifiers.nearby import words_of
from allonym.detectors.identifiers.runs import Run
from allonym.detectors.identifiers.wordlists import word_set
from allonym.languages.cues import load_cues
from allonym.languages.pack import CODES

_FLIGHT = re.compile(r"([A-Z]{2}|[A-Z][0-9]|[0-9][A-Z]) ?[\-]?([0-9]{1,4})[A-Z]?")
_LINE = re.compile(r"[0-9]{1,4}[A-Za-z]?|[A-Z]{1,3}[0-9]{1,3}")
_RAIL = re.compile(r"(?:S|U|RE|RB|IC|ICE|EC|IRE|MEX|STR) ?[0-9]{1,4}|[NMTLCRX][0-9]{1,3}")
_UNDERGROUND = re.compile(r"\b(?:[Dd]er|[Dd]ie|[Dd]en|[Zz]ur|[Mm]it|[Ii]n) [SU][0-9]{1,2}\Z")
_WORD_END = re.compile(r"[\s\0'’.(]+")
_MARKS = ".:#,;()\"'«»“”"
_COUNT_AFTER = re.compile(
    r"\s?(?:%|km|min|h\b|hours?|minut|people|person|uhr|stunden|heures?|horas?|ore\b|timm|kr\b|€|passag|fahrg|platz|sec|sek|year|"
    r"jahr|ans\b|años|anni\b|anos\b|år\b|days?|tage?\b|of\b|[.,:][0-9]|[-–/][0-9]|دقيقة|ساعة|شخص|راكب)",
    re.IGNORECASE,
)
_TOGETHER = ("linjen", "banan", "pendeln")
_AFTER_LINE = re.compile(r"[^\W\d_]+(?!['’])")
_LETTER_LINES = re.compile(r"(?:RER|Transilien)(?:[ \-][A-EHJKLNPRU])(?:[12]\b)?(?![\w'’])")


def lines(run: Run) -> Iterator[Found]:
    """Find line numbers behind a word for a line, and rail lines such as S3 where the text speaks of transport."""
    if run.core[1] - run.core[0] > 24:
        return
    text = run.text
    if run.start == run.core[0] and text[run.start - 1 : run.start] not in {" ", "#", "°"}:
        return
    start, end = _first_part(run)
    named = _last_word(text, start) in _line_words() and _names_line(text, start, run)
    if not (named or run.start < run.core[0]) or not _LINE.fullmatch(text, start, end) or _COUNT_AFTER.match(text, end):
        return
    if named:
        yield Found(start, end, "TRANSPORT.NUMBER", 0.85, "line-number")
    elif _RAIL.fullmatch(text, run.start, end) and (
        "transport" in run.cues or _UNDERGROUND.search(before(text, end, 12))
    ):
        yield Found(run.start, end, "TRANSPORT.NUMBER", 0.6, "rail-line")


def _last_word(text: str, end: int) -> str:
    """Return the word before a place, in small letters; only what may name a line is taken apart further."""
    front = text[max(0, end - 18) : end].rstrip(" #:.")
    word = front[front.rfind(" ") + 1 :]
    return word.lower() if word.isalpha() else _WORD_END.split(word)[-1].lower()


@lru_cache(maxsize=1)
def _line_words() -> frozenset[str]:
    names = {name.split()[-1] for kind in ("line", "perhaps_line", "number") for name in words_of(kind)}
    return frozenset(form for name in names for form in (name.strip("."), *(f"{clitic}{name}" for clitic in "وفبل")))


def _first_part(run: Run) -> tuple[int, int]:
    """Return the first word with digits, whole: of "S6 16:33" the line, not the time."""
    start = run.core[0]
    while start > run.start and run.text[start - 1].isalnum():
        start -= 1
    space = run.text.find(" ", start, run.core[1])
    return start, run.core[1] if space < 0 else space


def flights(run: Run) -> Iterator[Found]:
    """Find flight numbers of a known airline, where the text speaks of flying."""
    if run.end - run.start > 24 or run.text[run.start : run.end].isdigit():
        return
    for match in _FLIGHT.finditer(run.text, run.start, run.end):
        begin, end = match.span()
        inside = run.text[begin - 1 : begin].isalnum() or run.text[end : end + 1].isalnum()
        if match[1] in word_set("airlines") and not inside and "flight" in run.cues:
            yield Found(begin, end, "FLIGHT", 0.85, "flight")


def _names_line(text: str, start: int, run: Run) -> bool:
    front = before(text, start, 32).lower().replace("'", " ").replace("’", " ")
    words = [word.strip(_MARKS) for word in front.split()[-2:]]
    known = words_of("line")
    *earlier, last = words
    if earlier and (last in words_of("number") or not last):
        last = earlier[-1]
    # Arabic writes "and" and "with" on to the word.
    if last in known or last.lstrip("وفبل") in known:
        return True
    return last in words_of("perhaps_line") and run.cues.get("transport", 99) <= 24


def _look_at_name(text: str, at: int, end: int) -> Iterator[Found]:
    """Look at a word for a line: a colour before or after it, a letter after it, or a name run together with it."""
    start, rule = at, "line-name"
    word = text[at:end]
    if word in {"RER ", "rer "}:
        match = _LETTER_LINES.match(text, at)
        end = match.end() if match else at
    elif word.lower() in _TOGETHER:
        while start and at - start < 16 and text[start - 1].isalpha():
            start -= 1
        if at - start < 3 or not text[start].isupper() or text[end : end + 1].isalnum():
            return
    else:
        start, end = _coloured(text, at, end)
    if start < end and not text[start - 1 : start].isalnum():
        yield Found(start, end, "TRANSPORT.NAME", 0.8, rule)


def _coloured(text: str, at: int, end: int) -> tuple[int, int]:
    """Return a line with its colour or letter: "gröna linjen", "red line", "linea rossa", "ligne B"."""
    if text[at] == " ":
        begin = (
            max(text.rfind(" ", max(0, at - 16), at), text.rfind("\n", max(0, at - 16), at), max(0, at - 16) - 1) + 1
        )
        colour = text[begin:at].lower().lstrip("(\"'«")
        whole = not text[end : end + 1].isalnum()
        return (at - len(colour), end) if whole and colour in words_of("line_colours") else (at, at)
    match = _AFTER_LINE.match(text, end)
    if match and (match[0].lower() in words_of("line_colours") or (len(match[0]) == 1 and match[0].isupper())):
        return at, match.end()
    return at, at


def _name_words() -> tuple[str, ...]:
    shapes = [shape for code in CODES for shape in load_cues(code)["line_names"]]
    return ("rer ", *_TOGETHER, *(shape.strip("*") for shape in shapes if shape.strip("*") not in _TOGETHER))


line_names = Watch(_name_words, _look_at_name)
"""Finds named lines: "gröna linjen", "RER A", "Linea rossa", "Lidingöbanan"."""
