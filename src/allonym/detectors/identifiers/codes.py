"""Codes of fixed form: national, tax and health numbers, plates, postcodes; the table is tables/codes.toml.

The parts of a run, without separators, have a shape: "850101-1234" is 9999999999, "AB-123-CD" is AA999AA. The shape
finds the rules that may apply; a rule's check, its look or a cue word near by decides.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.resources import files
from typing import Literal

from allonym.detectors.finding import Found
from allonym.detectors.identifiers.checks import find_check
from allonym.detectors.identifiers.runs import Run

_SEPARATORS = re.compile(r"[ ./\-–·_+]+")
_SHAPE = str.maketrans("012345678abcdefghijklmnopqrstuvwxyzBCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ", "9" * 9 + "A" * 54)
_REPEAT = re.compile(r"(.)\{(\d+)\}")
_DATE = re.compile(
    r"\d{1,2}([./\-])\d{1,2}\1(?:19|20)?\d{2}|(?:19|20)\d{2}([./\-])\d{1,2}\2\d{1,2}|(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])"
)
_MARKS = frozenset(",:;'’")
_MOST_PARTS = 8
_FAR = 32
_LONGEST = 22
# Cues that only set the scene: they do not say that the next number is theirs.
_SCENES = frozenset({"number", "coordinates", "transport", "flight", "not", "id"})


@dataclass(frozen=True, slots=True)
class Rule:
    """One kind of code: where it counts without a cue, and which cues announce it."""

    name: str
    label: str
    alone: Literal["check", "written", "both", "never"]
    cues: tuple[str, ...]
    check: str | None = None
    written: str | None = None
    score: float = 0.95
    country: str | None = None
    shapes: tuple[str, ...] = field(default=(), repr=False)


def codes(run: Run) -> Iterator[Found]:
    """Find the codes of a run: longer stretches of parts first, none twice."""
    taken: list[tuple[int, int]] = []
    for start, end, rules in _stretches(run):
        if taken and any(start < stop and begin < end for begin, stop in taken):
            continue
        torn = _is_torn(run.text, start, end)
        found = [each for rule in rules if (each := _judge(run, (start, end), rule, torn))]
        if found:
            taken.append((start, end))
            yield max(found, key=_sure)


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
    distance = min((cues[kind] for kind in kinds if kind in cues), default=_FAR)
    rival = min((each for kind, each in cues.items() if kind not in _SCENES), default=_FAR)
    return distance if distance < _FAR and distance <= rival + 2 else None


def _is_other(run: Run) -> bool:
    """Tell whether a word close by says what the digits are; then their look alone says nothing."""
    return any(distance <= 8 for kind, distance in run.cues.items() if kind not in _SCENES)


def shape_of(code: str) -> str:
    """Return the shape of a code without separators: 9 for a digit, A for a letter."""
    return code.translate(_SHAPE)


def _sure(found: Found) -> float:
    return found.score


def _stretches(run: Run) -> Iterator[tuple[int, int, tuple[Rule, ...]]]:
    """Return the stretches of whole parts that have the shape of some rule, longest first."""
    parts, text = run.parts, run.text
    shapes = [_shape_of_part(text[start:end]) for start, end in parts]
    for count in range(min(len(parts), _MOST_PARTS), 0, -1):
        for first in range(len(parts) - count + 1):
            rules = _rules_for("".join(shapes[first : first + count]))
            if rules:
                yield parts[first][0], parts[first + count - 1][1], rules


def _shape_of_part(part: str) -> str:
    """Return the shape of a part; of a date, a time or a sum one that is in no code, so that it breaks the stretch."""
    return " " if is_date(part) or not _MARKS.isdisjoint(part) else shape_of(compact(part))


def _is_torn(text: str, start: int, end: int) -> bool:
    """Tell whether the digits go on before or after a stretch."""
    goes_on = text[start - 1 : start] == " " and text[start - 2 : start - 1].isdigit()
    return goes_on or (text[end : end + 1] == " " and text[end + 1 : end + 2].isdigit())


def _judge(run: Run, span: tuple[int, int], rule: Rule, torn: bool) -> Found | None:
    start, end = span
    distance = announced_by(run, rule.cues) if rule.cues and not torn else None
    if distance is None and (rule.alone == "never" or (rule.shapes[0].startswith("9") and _is_other(run))):
        return None
    surface = run.text[start:end]
    looks = rule.written is None or _pattern(rule.written).fullmatch(surface) is not None
    if distance is None and (not looks and rule.alone != "check"):
        return None
    if not looks and (rule.shapes[0][0] == "*" or (rule.label == "PLATE" and surface != surface.upper())):
        return None
    checked = rule.check is None or find_check(rule.check)(compact(surface).upper())
    features = (("country", rule.country),) if rule.country and checked and looks else ()
    if distance is not None:
        # A cue says more than a look; a right check more than a wrong one.
        score = (0.95 if checked else 0.8) + (0.03 if looks and rule.written else 0.0) - distance / 200
        return Found(start, end, rule.label, score, rule.name, features)
    if (checked or rule.alone == "written") and "not" not in run.cues:
        return Found(start, end, rule.label, rule.score - (0.0 if checked else 0.15), rule.name, features)
    return None


def _rules_for(shape: str) -> tuple[Rule, ...]:
    if len(shape) > _LONGEST:
        return ()
    rules = _table().get(shape, ())
    return rules if shape.isdigit() else rules + _table().get(f"*{len(shape)}", ())


@cache
def _pattern(written: str) -> re.Pattern[str]:
    return re.compile(written)


@lru_cache(maxsize=1)
def _table() -> Mapping[str, tuple[Rule, ...]]:
    text = files("allonym.detectors.identifiers").joinpath("tables", "codes.toml").read_text("utf-8")
    table: dict[str, tuple[Rule, ...]] = {}
    for each in tomllib.loads(text)["code"]:
        rule = Rule(**{**each, "cues": tuple(each["cues"]), "shapes": tuple(each["shapes"])})
        for shape in rule.shapes:
            expanded = _REPEAT.sub(lambda match: match[1] * int(match[2]), shape)
            table[expanded] = (*table.get(expanded, ()), rule)
    return table
