"""Codes of fixed form: national, tax and health numbers, plates, postcodes; the table is tables/codes.toml.

The parts of a run, without separators, have a shape: "850101-1234" is 9999999999, "AB-123-CD" is AA999AA. The shape
finds the rules that may apply; a rule's check, its look or a cue word near by decides.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from typing import Literal, NamedTuple

from allonym.core.plain_toml import read_table
from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found
from allonym.detectors.identifiers.checks import find_check
from allonym.detectors.identifiers.nearby import is_cue
from allonym.detectors.identifiers.runs import FAR, PART, Run, Test
from allonym.detectors.identifiers.wordlists import word_set

_SEPARATORS = Expression(r"[ ./\-–·•_+]+")
_SHAPE = str.maketrans("012345678abcdefghijklmnopqrstuvwxyzBCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ", "9" * 9 + "A" * 54)
_REPEAT = Expression(r"(.)\{(\d+)\}")
_DATE = Expression(
    r"\d{1,2}([./\-])\d{1,2}\1(?:19|20)?\d{2}|(?:19|20)\d{2}([./\-])\d{1,2}\2\d{1,2}|(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])"
)
MAYBE_DATE = Expression(r"9{1,2}[./\-]9{1,2}[./\-]9{2,4}|9{4}[./\-]9{1,2}[./\-]9{1,2}|9{8}")
"""The shapes of dates: whatever is a date looks so."""
_MARKS = frozenset(",:;'’")
_MOST_PARTS = 8
_FAR_PLATE = 16
# The shape of so many letters and digits in any order.
_ANY_OF = {count: f"*{count}" for count in range(1, 23)}


class Rule(NamedTuple):
    """One kind of code: where it counts without a cue, and which cues announce it; `look` is what is `written`."""

    name: str
    label: str
    alone: Literal["check", "written", "both", "never"]
    cues: tuple[str, ...]
    check: str | None = None
    written: str | None = None
    score: float = 0.95
    country: str | None = None
    shapes: tuple[str, ...] = ()
    look: Expression | None = None


def codes(run: Run) -> list[Found]:
    """Find the codes of a run: longer stretches of parts first, none twice."""
    found: list[Found] = []
    cues = run.cues
    cued = bool(cues)
    announced = cued and not _announcing().isdisjoint(cues)
    for start, end, matching in _stretches(run, announced):
        if found and _is_covered(found, start, end):
            continue
        if cued:
            torn = _is_torn(run.text, start, end)
            judged = [each for rule in matching if (each := _judge(run, (start, end), rule, torn))]
        else:
            judged = _judge_alone(run.text, (start, end), matching)
        if judged:
            found.append(max(judged, key=_score))
    return found


def tests(run: Run) -> Iterator[Test]:
    """Return what must be looked at in every run like this one: looks and checks of codes."""
    cues = run.cues
    announced = bool(cues) and not _announcing().isdisjoint(cues)
    for start, end, matching in _stretches(run, announced):
        torn = _is_torn(run.text, start, end)
        asked = tuple((rule, way == "cued") for rule in matching if (way := _way(run, rule, torn)))
        if asked:
            yield start - run.start, end - run.start, partial(_tell, asked)


def _way(run: Run, rule: Rule, torn: bool) -> Literal["cued", "alone"] | None:
    """Return how a code may count for a rule; None if it cannot, whatever its digits are."""
    if rule.cues and run.cues and not torn and announced_by(run, rule.cues) is not None:
        return "cued"
    return None if rule.alone == "never" or (run.cues and run.rival <= _far_enough(rule, run)) else "alone"


def _tell(rules: tuple[tuple[Rule, bool], ...], surface: str) -> int:
    """Return which of the rules a code looks like, and whose check is right."""
    code, told = "", 0
    for rule, cued in rules:
        told *= 4
        looks = rule.look is None or rule.look.fullmatch(surface) is not None
        if looks or cued or rule.alone == "check":
            code = code or compact(surface).upper()
            told += 1 + looks * 2 if rule.check is None or find_check(rule.check)(code) else looks * 2
    return told


def _judge_alone(text: str, span: tuple[int, int], rules: Sequence[Rule]) -> list[Found]:
    """Judge a code that no cue is near to: by its look and its check."""
    start, end = span
    surface, code = text[start:end], ""
    judged = []
    for rule in rules:
        looks = rule.look is None or rule.look.fullmatch(surface) is not None
        if not (looks or rule.alone == "check") or not _may_look(rule, surface, looks):
            continue
        code = code or compact(surface).upper()
        checked = rule.check is None or find_check(rule.check)(code)
        if checked or rule.alone == "written":
            features = (("country", rule.country),) if rule.country and checked and looks else ()
            judged.append(Found(start, end, rule.label, rule.score - (0.0 if checked else 0.15), rule.name, features))
    return judged


def _is_covered(found: Sequence[Found], start: int, end: int) -> bool:
    for each in found:  # noqa: SIM110 - `any` takes twice as long, for every number of a text
        if start < each.end and each.start < end:
            return True
    return False


def _score(found: Found) -> float:
    return found.score


def compact(surface: str) -> str:
    """Return a code without its separators."""
    return _SEPARATORS.sub("", surface)


def is_date(surface: str) -> bool:
    """Tell whether digits are written as a date."""
    match = _DATE.fullmatch(surface)
    if not match:
        return False
    figures = [int(figure) for figure in re.findall(r"\d+", surface)]
    # 40-12-64 is written like a date, but no month is above 12 and no day above 31.
    return (
        len(figures) == 1
        or (max(figures[0], figures[1]) <= 31 and min(figures[0], figures[1]) <= 12)
        or figures[0] > 99
    )


def announced_by(run: Run, kinds: tuple[str, ...]) -> int | None:
    """Return how far the nearest cue of these kinds is; None if there is none, or one of another kind is nearer."""
    cues = run.cues
    if not cues:
        return None
    distance = cues.get(kinds[0], FAR) if len(kinds) == 1 else min([cues.get(kind, FAR) for kind in kinds])
    if distance >= FAR:
        return None
    # The letters of a plate may be a cue themselves: "matrícula NQ-23-26".
    beside = kinds == ("plate",) and distance <= run.core[0] - run.start + 2
    return distance if beside or distance <= run.rival + 2 else None


def shape_of(code: str) -> str:
    """Return the shape of a code without separators: 9 for a digit, A for a letter."""
    return code.translate(_SHAPE)


def _stretches(run: Run, cued: bool) -> list[tuple[int, int, tuple[Rule, ...]]]:
    """Return the stretches of whole parts that have the shape of some rule, longest first."""
    at, text = run.start, run.text
    found = _matching_words(text[at : run.end].translate(_SHAPE), cued)
    if found is not None:
        return [(at + start, at + end, rules) for start, end, rules in found]
    parts = run.parts
    shapes = [_shape_of_part(text[start:end]) for start, end in parts]
    return [(parts[first][0], parts[last][1], rules) for first, last, rules in _matching(tuple(shapes), cued)]


@lru_cache(maxsize=4096)
def _matching_words(shape: str, cued: bool) -> list[tuple[int, int, tuple[Rule, ...]]] | None:
    """Return where in a run of this shape, marks included, there are rules: most are shaped as one before them.

    None if the shape does not say it: a part of it may be a date.
    """
    parts = [part.span() for part in PART.finditer(shape)]
    words = [shape[start:end] for start, end in parts]
    if any(MAYBE_DATE.fullmatch(word) for word in words):
        return None
    shapes = tuple(" " if not _MARKS.isdisjoint(word) else compact(word) for word in words)
    return [(parts[first][0], parts[last][1], rules) for first, last, rules in _matching(shapes, cued)]


@lru_cache(maxsize=4096)
def _matching(shapes: tuple[str, ...], cued: bool) -> list[tuple[int, int, tuple[Rule, ...]]]:
    """Return from which shape to which there are rules."""
    # Without a cue, a code that never counts alone need not be looked at.
    table = _table(cued)
    found = []
    for count in range(min(len(shapes), _MOST_PARTS), 0, -1):
        for first in range(len(shapes) - count + 1):
            shape = "".join(shapes[first : first + count])
            rules = table.get(shape, ())
            if not shape.isdigit():
                rules += table.get(_ANY_OF.get(len(shape), ""), ())
            if rules:
                found.append((first, first + count - 1, rules))
    return found


def _shape_of_part(part: str) -> str:
    """Return the shape of a part; of a date, a time or a sum one that is in no code, so that it breaks the stretch."""
    if part.isalnum() and not (len(part) == 8 and part.isdigit()):
        return shape_of(part)
    return " " if is_date(part) or not _MARKS.isdisjoint(part) else shape_of(compact(part))


def _is_torn(text: str, start: int, end: int) -> bool:
    """Tell whether the digits go on before or after a stretch."""
    goes_on = text[start - 1 : start] == " " and text[start - 2 : start - 1].isdigit()
    return goes_on or (text[end : end + 1] == " " and text[end + 1 : end + 2].isdigit())


def _judge(run: Run, span: tuple[int, int], rule: Rule, torn: bool) -> Found | None:
    start, end = span
    distance = announced_by(run, rule.cues) if rule.cues and run.cues and not torn else None
    if distance is None and (rule.alone == "never" or run.rival <= _far_enough(rule, run)):
        return None
    surface = run.text[start:end]
    looks = rule.look is None or rule.look.fullmatch(surface) is not None
    if rule.label == "PLATE" and distance is not None and distance >= _FAR_PLATE and not (looks and rule.look):
        # "TGV 6607 voiture 14": a word far off makes no plate of what is not written like one.
        return None
    if (not looks and (distance is None and rule.alone != "check")) or not _may_look(rule, surface, looks):
        return None
    checked = rule.check is None or find_check(rule.check)(compact(surface).upper())
    if distance is not None:
        if not checked and rule.alone == "never":
            return None
        # The first kind of cue is the rule's own; the others may as well announce something else.
        own = announced_by(run, rule.cues[:1]) is not None
        # A cue says more than a look; a right check more than a wrong one.
        score = 0.8 + 0.15 * checked + 0.03 * bool(looks and rule.written) - distance / 200 - 0.05 * (not own)
    elif "not" in run.cues or not (checked or rule.alone == "written"):
        return None
    else:
        score = rule.score - (0.0 if checked else 0.15)
    features = (("country", rule.country),) if rule.country and checked and looks else ()
    return Found(start, end, rule.label, score, rule.name, features)


def _may_look(rule: Rule, surface: str, looks: bool) -> bool:
    """Tell whether a code may be written so, even with a cue."""
    # "O veículo HB20 placa QXD4F82", "EZ 03/2019".
    if rule.label == "PLATE" and ("/" in surface or compact(surface) in word_set("car_models")):
        return False
    # "RFC GOMC850312AB1": a cue is no part of the code.
    if rule.shapes[0][0] == "*" and " " in surface and is_cue(surface.partition(" ")[0]):
        return False
    if not looks and (rule.shapes[0][0] == "*" or (rule.label == "PLATE" and surface != surface.upper())):
        return False
    # With a slash it rather is the case of a year than somebody's number.
    return "/" not in surface or rule.label != "ID.NATIONAL" or (rule.written is not None and looks)


def _far_enough(rule: Rule, run: Run) -> int:
    """Return how near a cue of another kind keeps a rule from counting alone: digits look alike, and so do plates."""
    if rule.shapes[0].startswith("9") and "A" not in rule.shapes[0]:
        # "Ligue no número 11987654321".
        return 14 if run.cues.get("number", FAR) <= 2 else 8
    if rule.score >= 0.9:
        # British postcodes look like plates.
        return 3 if rule.label == "ADDRESS.ZIP" else -1
    # "Passport number C03917846": the word that counts stands before "number".
    return 11 if run.cues.get("number", FAR) <= 2 else 3


@cache
def _table(cued: bool) -> Mapping[str, tuple[Rule, ...]]:
    """Return the rules by the shapes of their codes: all, or those that count without a cue."""
    table: dict[str, tuple[Rule, ...]] = {}
    for rule in _rules():
        for shape in rule.shapes if cued or rule.alone != "never" else ():
            expanded = _REPEAT.sub(lambda match: match[1] * int(match[2]), shape)
            table[expanded] = (*table.get(expanded, ()), rule)
    return table


@cache
def _announcing() -> frozenset[str]:
    """Return the kinds of cues that announce a code of some rule."""
    return frozenset(kind for rule in _rules() for kind in rule.cues)


@cache
def _rules() -> tuple[Rule, ...]:
    return tuple(
        Rule(
            **{**each, "cues": tuple(each["cues"]), "shapes": tuple(each["shapes"])},
            look=Expression(each["written"]) if "written" in each else None,
        )
        for each in read_table("allonym.detectors.identifiers", "tables/codes.toml")["code"]
    )
