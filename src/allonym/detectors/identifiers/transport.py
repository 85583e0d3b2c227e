"""Lines of public transport: "buss 528", "ligne 14", "RER A", "U7", "gröna linjen", "the A train".

Of a numbered line only the number is found (B20): the word "buss" gives nobody away.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, after, before
from allonym.detectors.identifiers.anchors import Watch
from allonym.detectors.identifiers.line_words import (
    TRAIN_KINDS,
    bare,
    known_lines,
    late_openings,
    line_endings,
    line_words,
)
from allonym.detectors.identifiers.nearby import words_of
from allonym.detectors.identifiers.ridden_lines import is_ridden
from allonym.detectors.identifiers.runs import Place, Run, Runs
from allonym.detectors.identifiers.wordlists import word_set
from allonym.languages.cues import load_cues
from allonym.languages.pack import CODES

_LINE = Expression(r"[0-9]{1,6}[A-Za-z]?|[0-9]{3,4}[A-Z]?-[1-5][0-9]|[A-Z]{1,3}-?[0-9]{1,3}[a-zA-Z]?|[1-9][A-Z]\d\d")
# "Eurostar 2023 report": a year is no train.
_YEAR = Expression(r"(?:19[89]|20[0-3])[0-9]")
_RAIL = Expression(r"(?:S|U|RE|RB|IC|ICE|EC|IRE|MEX|STR) ?[0-9]{1,4}|[NMTLCRX][0-9]{1,3}[ab]?")
_WORD_END = Expression(r"[\s\0'’.(]+")
_BEFORE_LINE = frozenset(" #°")
_NO_LINE = frozenset(f"{digit}{mark}" for digit in "0123456789" for mark in " #°")
_MARKS = ".:#,;()\"'«»“”"
_COUNT_AFTER = Expression(
    r"\s?(?:%|km|[cm]m\b|kg|min|h\b|hours?|minut|people|person|uhr|stunden|heures?|horas?|ore\b|timm|kr\b|€|passag|fahrg|platz|sec|sek|year|"
    r"jahr|ans\b|años|anni\b|anos\b|år\b|days?|tage?\b|of\b|[.,:][0-9]|[-–/][0-9]|دقيقة|ساعة|شخص|راكب|"
    r"de[l ]? ?(?:texto|testo|documento|poema|archivo|código|codice|correo|mensaje|formulario)|d[oae] "
    r"(?:texto|documento|poema|código|e-?mail|mensagem|formulário)|"
    r"du (?:tableau|texte|fichier|code|document|script|programme|formulaire|relevé))",
    re.IGNORECASE,
)
# A number before its word: "the number 73 bus", "der 100er Bus", "ta 74:an".
_BEFORE_BUS = frozenset((" b", " t", " n", " B", " T", "-B", ":a"))
_BUS = Expression(
    r"(?: (?:night )?(?:bus|tram|train)|(?<=[0-9]er)[ \-](?:Bus|Tram)|(:ans?))"
    r"(?![\w]| (?:stops|drivers|lanes|routes|lines|stations|passengers|trips|companies|tickets))"
)
_THE = Expression(r"(?:\b(?:the|number|no\.?|nr\.?|der|den|dem) |#)\Z", re.IGNORECASE)
# What a line does, in Swedish: "528:an kommer aldrig", "4:ans spårvagn".
_AN = Expression(
    r":ans (?:spårvagn|buss|tåg)|:an (?:(?:aldrig|alltid|inte|också|bara|verkligen|fortfarande|nu|igen|ofta) )?"
    r"(?:kommer|kom|går|gick|kör|körde|stannar|stannade|avgår|mot|till|från|står still|"
    r"är (?:sen|försenad|inställd|full)|var (?:sen|full)|dröjer|åker)\b"
)
_TAKE = Expression(r"\b(?:ta|tar|tog|med|på) \Z", re.IGNORECASE)
# "Stuck on the Q train", "the A and C trains".
_LETTERS = Expression(r"\b[Tt]he (?:(?:up|down)town )?((?:[A-Z](?:, | and | or |/|, and )){0,3}[A-Z])\Z")
_LONGEST_LINE = 4
_CLITICS = frozenset("وفبل")
_TOGETHER = ("linjen", "banan", "pendeln", "tågen")
# Kinds of transport, which are nobody's name even at the start of a sentence.
_KINDS = frozenset(
    {"tunnel", "pendel", "regional", "lokal", "fjärr", "natt", "gods", "snabb", "express", "buss", "spårvagns"}
)
_AFTER_LINE = Expression(r"[^\W\d_]+(?!['’])")
_LETTER_LINES = Expression(r"(?:RER|Transilien)(?:[ \-][A-EHJKLNPRU])(?:[12]\b)?(?![\w'’])")


def lines(runs: Runs) -> Iterator[Found]:
    """Find line numbers behind a word for a line, and rail lines such as S3 where the text speaks of transport."""
    text, words, late = runs.text, line_words(), late_openings()
    for place in runs.places:
        start, core, core_end, _ = place
        told_behind = text[core_end : core_end + 2] in _BEFORE_BUS or text[core_end : core_end + 5] in late
        if told_behind and (found := _before_bus(text, place) or _late_line(text, place)):
            yield found
            continue
        if start == core and not _may_be_led(text, start, words):
            continue
        # No line has four letters on to its number.
        if core_end - core > 24 or text[core - 4 : core].isalpha():
            continue
        part = _first_part(text, place)
        if not _LINE.fullmatch(text, *part):
            continue
        told = part[0] == start == core or _last_word(text, part[0]) in words
        if (told or _RAIL.fullmatch(text, start, part[1])) and (found := _judge(runs.at(place), *part, told)):
            yield found
        elif text[start : part[0]] in TRAIN_KINDS and _is_train(text, start, part[1]):
            yield Found(start, part[1], "TRANSPORT.NUMBER", 0.85, "line-number")


def _judge(run: Run, start: int, end: int, told: bool) -> Found | None:
    text = run.text
    named = told and _names_line(text, start, run)
    headed = run.start < run.core[0]
    if not (named or headed) or _COUNT_AFTER.match(text, end):
        return None
    if named:
        # "Page 12, line 3" is no bus.
        refused = "not" in run.cues or _is_year(text, start, end)
        return None if refused else Found(start, end, "TRANSPORT.NUMBER", 0.85, "line-number")
    if _RAIL.fullmatch(text, run.start, end) and ("transport" in run.cues or is_ridden(text, run.start, end)):
        return Found(run.start, end, "TRANSPORT.NUMBER", 0.6, "rail-line")
    return None


def _is_train(text: str, start: int, end: int) -> bool:
    """Tell whether a word for a line leads to a number with the sign of its kind: "il treno FR 9612"."""
    return _name_of_line(before(text, start, 32)) == "sure" and not _COUNT_AFTER.match(text, end)


def _is_year(text: str, start: int, end: int) -> bool:
    """Tell whether four digits are a year behind a word that has no such numbers; trains have."""
    return _YEAR.fullmatch(text, start, end) is not None and _last_word(text, start) in word_set("without_years")


def _before_bus(text: str, place: Place) -> Found | None:
    """Return the line whose word stands behind it: "the number 73 bus", "the X26 bus"."""
    head, core, end, _ = place
    start = head if core - head <= 2 and text[head:core].isalpha() else core
    match = _BUS.match(text, end)
    if match is None:
        return None
    # "M15 bus" needs no article.
    lettered = start < core and "bus" in match[0] and text[start:core].isupper()
    if not lettered and not (_TAKE if match[1] else _THE).search(before(text, start, 8)) and not _AN.match(text, end):
        return None
    return Found(start, end, "TRANSPORT.NUMBER", 0.8, "line-number")


def _late_line(text: str, place: Place) -> Found | None:
    """Return a line without its word, by its article and what is said of it: "le 42 est en retard"."""
    head, core, end, _ = place
    start = head if core - head <= 2 and text[head:core].isalpha() else core
    if (
        end - start > _LONGEST_LINE
        or not _LINE.fullmatch(text, start, end)
        or _last_word(text, start) not in words_of("line_articles")
    ):
        return None
    following = after(text, end + 1, 20).lower()
    late = any(
        following.startswith(said) and not following[len(said) : len(said) + 1].isalnum()
        for said in words_of("line_late")
    )
    return Found(start, end, "TRANSPORT.NUMBER", 0.7, "late-line") if late else None


def _may_be_led(text: str, start: int, words: frozenset[str]) -> bool:
    """Tell whether a word that may name a line stands before a number."""
    if text[start - 2 : start] in _NO_LINE or text[start - 1 : start] not in _BEFORE_LINE:
        return False
    return not _ends_otherwise(text, start) and _last_word(text, start) in words


def _ends_otherwise(text: str, start: int) -> bool:
    """Tell at a glance, by its last letters, that the word before a number is none for a line."""
    ending = text[start - 4 : start - 1]
    return ending.isalpha() and text[start - 1] == " " and ending.lower() not in line_endings()


def _last_word(text: str, end: int) -> str:
    """Return the word before a place, in small letters; only what may name a line is taken apart further."""
    return _last_of(text[end - 18 if end > 18 else 0 : end])


# The word before a number is asked for up to three times, and a timetable has few such words.
@lru_cache(maxsize=256)
def _last_of(front: str) -> str:
    front = front.rstrip(" #:.")
    word = front[front.rfind(" ") + 1 :]
    if word[-1:].isdigit():
        return ""
    if word.isalpha():
        return word.lower()
    word = _WORD_END.split(word)[-1].lower()
    # "SEV-Bus".
    return word.rpartition("-")[2] if word not in line_words() else word


def _first_part(text: str, place: Place) -> tuple[int, int]:
    """Return the first word of a run that has digits, whole: of "S6 16:33" the line, not the time."""
    head, start, stop, _ = place
    while start > head and text[start - 1].isalnum():
        start -= 1
    # "C-8" is a line, "bus-8" a line with its word.
    if head < start <= head + 3 and text[start - 1] == "-" and text[head : start - 1].isupper():
        start = head
    space = text.find(" ", start, stop)
    return start, stop if space < 0 else space


def _names_line(text: str, start: int, run: Run) -> bool:
    named = _name_of_line(before(text, start, 32))
    # "TER 17242" is a train, "TER 20 anos" to have a number of years, "ZuG 2012" a law.
    if named == "in capitals":
        return text[start : start + 3].isdigit()
    return named == "sure" or (named == "perhaps" and run.cues.get("transport", 99) <= 24)


@lru_cache(maxsize=256)
def _name_of_line(front: str) -> str:
    """Return whether the last words before a number name a line: "sure", "in capitals", "perhaps", "no"."""
    words = [word.strip(_MARKS) for word in front.replace("'", " ").replace("’", " ").split()[-2:]]
    # A text may begin with "FR 9612".
    if not words:
        return "no"
    *earlier, written = words
    known = known_lines()
    if earlier and (written.lower() in words_of("number") or not written):
        written = earlier[-1]
    last = written.lower()
    if "-" in last and last not in known:
        written = written.rpartition("-")[2]
        last = written.lower()
    if last in word_set("lines_in_capitals"):
        return "in capitals" if written.isupper() else "no"
    if written not in {last, last.capitalize(), last.title(), last.upper()}:
        return "no"
    # "Alfa Pendular 126"; and Arabic writes "and" and "with" on to the word.
    if (earlier and f"{earlier[-1]} {last}".lower() in known) or last in known or bare(last) in known:
        return "sure"
    return "perhaps" if last in words_of("perhaps_line") else "no"


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
        if text[start:at].lower() in _KINDS:
            return
    else:
        start, end = _coloured(text, at, end)
    # Arabic writes "and" and "with" on to the word.
    clitic = text[start - 1 : start] in _CLITICS and start > 0
    if start < end and not text[start - 1 - clitic : start - clitic].isalnum():
        yield Found(start, end, "TRANSPORT.NAME", 0.8, rule)


def _coloured(text: str, at: int, end: int) -> tuple[int, int]:
    """Return a line with its colour or letter: "gröna linjen", "red line", "linea rossa", "ligne B"."""
    if text[at] == " ":
        front = before(text, at, 16)
        colour = front[max(front.rfind(" "), front.rfind("\n")) + 1 :].lower().lstrip("(\"'«")
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


def _look_before_train(text: str, at: int, end: int) -> Iterator[Found]:
    match = None if text[end : end + 1].isalnum() else _LETTERS.search(before(text, at, 40))
    if match is None:
        return
    for place in range(at - len(match[1]), at):
        if text[place].isupper():
            yield Found(place, place + 1, "TRANSPORT.NUMBER", 0.75, "line-letter")


letter_trains = Watch(lambda: (" train", " trains"), _look_before_train)
"""Finds lines with a letter: "the A train"."""
