"""The evidence on a candidate, piece by piece and by name: what it is made of, and what stands around it.

Names are read by people (`--explain`) and by evidence.toml, which has the weight of each: "word:T first4" is a single
word with a capital that is a prominent first name.
"""

from collections.abc import Iterator

from allonym.detectors.names.candidates import Candidate
from allonym.detectors.names.context import (
    ARTICLE,
    PERSON_AFTER,
    PERSON_BEFORE,
    PLACE_AFTER,
    PLACE_BEFORE,
    STOP,
    TITLE,
)
from allonym.detectors.names.scenes import Scene
from allonym.detectors.names.wording import CITY, COMPANY, FIRST, LAST, LISTED, PRODUCT, REGION, Word
from allonym.languages.lists import normal

_BEFORE = ((TITLE, "title"), (PERSON_BEFORE, "person"), (PLACE_BEFORE, "place"), (ARTICLE, "article"), (STOP, "stop"))
_AFTER = ((PERSON_AFTER, "person"), (PLACE_AFTER, "place"), (PLACE_BEFORE, "to"), (STOP, "stop"))
_BINDING = frozenset({" ", "'", "’", ". "})
_MARKS_BEFORE = frozenset(",-/")
_MARKS_AFTER = frozenset(",.:(!?")


def of_word(word: Word, shape: str, common: float) -> Iterator[str]:
    """Return the evidence in a single word."""
    first, last, city = word.levels[FIRST], word.levels[LAST], word.levels[CITY]
    yield f"{shape} common{round(common * 5)}"
    yield f"{shape} first{first}"
    yield f"{shape} last{last}"
    yield f"{shape} city{city}"
    yield f"first{first} city{city}"
    yield from _listed(word.levels, REGION, shape)
    if len(word.form) < 4:
        yield f"short {shape}"
    if word.features:
        yield f"form {word.features[0][0]}"
    yield from (f"also {kind}" for kind in word.other)
    if _is_brand(word, common):
        yield "brand"
    if not word.listed:
        yield f"{shape} unlisted"
        yield f"end {word.form[-3:]}"


def _is_brand(word: Word, common: float) -> bool:
    """Tell whether a word is a firm or product so well known, and so little else, that its case does not matter."""
    if common > 0.35 or max(word.levels[:COMPANY]) > 2:
        return False
    return word.levels[COMPANY] >= 5 or word.levels[PRODUCT] >= 4


def of_name(scene: Scene, candidate: Candidate) -> Iterator[str]:
    """Return the evidence in a row of words."""
    words = scene.sheet.words[candidate.first : candidate.last + 1]
    head, tail = words[0], words[-1]
    shape = scene.shape(candidate.first, head)
    yield f"{shape} {min(len(words), 4)} words"
    yield f"first{head.levels[FIRST]} last{tail.levels[LAST]}"
    yield f"{shape} head first{head.levels[FIRST]} common{round(scene.common(head) * 4)}"
    yield f"{shape} tail last{tail.levels[LAST]} common{round(scene.common(tail) * 4)}"
    yield f"tail shape {scene.shape(candidate.last, tail)}"
    yield f"unknown{sum(not word.listed for word in words)}"
    if len(head.form) == 1:
        yield "initial"
    if any(not word.is_capital for word in words[1:-1]):
        yield "particle"
    if scene.sheet.gaps[candidate.first + 1] == "-":
        yield f"hyphen {len(words)}"
    if not tail.listed:
        yield f"end {tail.form[-3:]}"
    for which, word in (("head", head), ("tail", tail)):
        yield f"{which} city{word.levels[CITY]}"
        yield from (f"{which} {kind}" for kind in word.other)
        yield from (f"{which} {LISTED[place]}" for place in range(REGION, len(LISTED)) if word.levels[place])


def of_phrase(scene: Scene, candidate: Candidate) -> Iterator[str]:
    """Return the evidence in a listed form of several words."""
    sheet = scene.sheet
    head, tail = sheet.words[candidate.first], sheet.words[candidate.last]
    shape = scene.shape(candidate.first, head) + scene.shape(candidate.last, tail)
    form = normal(sheet.text[sheet.starts[candidate.first] : sheet.end(candidate.last)])
    common = sheet.wording.lists.ambiguity(form)
    if candidate.levels[COMPANY] >= 4 and not common and min(scene.common(head), scene.common(tail)) < 0.3:
        yield "brand"
    yield f"{shape} common{round(common * 5)}"
    yield f"{shape} parts{round(min(scene.common(head), scene.common(tail)) * 4)}"
    yield from _listed(candidate.levels, FIRST, shape)


def of_organ(scene: Scene, candidate: Candidate) -> Iterator[str]:
    """Return the evidence in a head word, or a legal form, with the words around it."""
    shape = scene.shape(candidate.first, scene.sheet.words[candidate.first])
    yield candidate.hint
    yield f"{shape} {candidate.last - candidate.first + 1} words"
    yield f"{shape} {candidate.hint}"


def of_called(scene: Scene, candidate: Candidate) -> Iterator[str]:
    """Return the evidence in what follows a title or an introduction."""
    word = scene.sheet.words[candidate.first]
    shape = scene.shape(candidate.first, word)
    yield f"{candidate.hint} {shape}"
    yield f"{candidate.hint} name{max(word.levels[FIRST], word.levels[LAST])}"
    yield f"{shape} common{round(scene.common(word) * 5)}"
    yield f"{candidate.hint} {min(3, candidate.last - candidate.first + 1)} words"
    if not word.listed:
        yield "unlisted"


def _listed(levels: tuple[int, ...], start: int, shape: str) -> Iterator[str]:
    for place in range(start, len(LISTED)):
        if levels[place]:
            yield f"{LISTED[place]}{levels[place]}"
            yield f"{shape} {LISTED[place]}"


def before(cues: int, gap: str, is_capital: bool, levels: tuple[int, int]) -> Iterator[str]:
    """Return the evidence in what stands before a candidate; levels are those of a city and of a first name."""
    if gap not in _BINDING:
        mark = gap.strip()[:1]
        yield f"after {mark}" if mark in _MARKS_BEFORE and mark else "after mark"
        return
    named = [name for bit, name in _BEFORE if cues & bit]
    if "place" in named:
        yield f"after place city{levels[0]} first{levels[1]}"
    yield from (f"after {name}" for name in named)
    if not named:
        yield "after capital" if is_capital else "after other"


def after(cues: int, gap: str, is_capital: bool, is_s: bool) -> Iterator[str]:
    """Return the evidence in what stands after a candidate."""
    if gap == " ":
        named = [name for bit, name in _AFTER if cues & bit]
        yield from (f"before {name}" for name in named)
        if not named:
            yield "before capital" if is_capital else "before other"
    elif gap in {"'", "’", "-"}:
        yield "before 's" if is_s else f"before {gap}"
    else:
        mark = gap[:1]
        yield f"before {mark}" if mark in _MARKS_AFTER else "before end" if not mark.strip() else "before mark"
