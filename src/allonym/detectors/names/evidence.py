"""The evidence on a candidate, piece by piece and by name: what it is made of, and what stands around it.

Names are read by people (`--explain`) and by evidence.tsv, which has the weight of each: "word:T first4" is a single
word with a capital that is a prominent first name.
"""

from collections.abc import Iterator

from allonym.detectors.names import looks
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
from allonym.detectors.names.looks import Beside
from allonym.detectors.names.scenes import Scene
from allonym.detectors.names.wording import Word
from allonym.languages.list_facts import CITY, COMPANY, FIRST, LAST, LISTED, PRODUCT, REGION, SCHOOL, others_of
from allonym.languages.pack import CODES

_TONGUES = (*CODES, "any")
RARELY = 0.35
"""How common a brand may be as a word to be known in any case."""
_BEFORE = ((TITLE, "title"), (PERSON_BEFORE, "person"), (PLACE_BEFORE, "place"), (ARTICLE, "article"), (STOP, "stop"))
_AFTER = ((PERSON_AFTER, "person"), (PLACE_AFTER, "place"), (PLACE_BEFORE, "to"), (STOP, "stop"))


def names(scene: Scene, candidate: Candidate) -> list[str]:
    """Return the names of all evidence on a candidate."""
    head = scene.sheet.words[candidate.first]
    around_it = (
        *before(looks.before(scene, candidate.first, head, candidate.sort == "word")),
        *after(looks.after(scene, candidate.last)),
    )
    return [f"{candidate.sort}:{name}" for name in (*_made_of(scene, candidate), *around_it)]


def _made_of(scene: Scene, candidate: Candidate) -> Iterator[str]:
    sort, first, last, *_ = candidate
    head, tail, tongue = scene.sheet.words[first], scene.sheet.words[last], scene.tongue
    if sort == "word":
        shape, common = scene.shape(first, head), head.common[tongue]
        yield from of_word(head, shape, common)
        yield from of_text(shape, common, tongue)
        yield from ending(head, scene.sheet.form(first))
    elif sort == "name":
        shape = scene.shape(first, head)
        yield from of_end("head", head)
        yield from of_head(shape, head.levels[FIRST], head.common[tongue])
        yield from of_end("tail", tail)
        yield from of_tail(shape, tail.levels[LAST], tail.common[tongue], scene.shape(last, tail))
        yield from ending(tail, scene.sheet.form(last))
        yield from of_row(*looks.row(scene, first, last))
    elif sort == "phrase":
        yield from of_phrase(*looks.phrase(scene, candidate))
    elif sort == "organ":
        yield from of_organ(*looks.organ(scene, candidate))
    else:
        yield from of_called(*looks.called(scene, candidate))


def of_word(word: Word, shape: str, common: float) -> Iterator[str]:
    """Return the evidence in a single word, but for what `of_text` and `ending` return."""
    first, last, city = word.levels[FIRST], word.levels[LAST], word.levels[CITY]
    yield f"{shape} first{first}"
    yield f"{shape} last{last}"
    yield f"{shape} city{city}"
    yield f"first{first} city{city}"
    yield from _listed(word.levels, REGION, shape)
    if word.levels[COMPANY] and (place := max(word.levels[CITY:COMPANY])):
        yield "rather firm" if word.levels[COMPANY] > place else "rather place"
    if word.size < 4:
        yield f"short {shape}"
    if word.features:
        yield f"form {word.features[0][0]}"
    yield from (f"also {kind}" for kind in others_of(word.facts))
    if common <= RARELY and _is_brand(word):
        yield "brand"
    if not word.listed:
        yield f"{shape} unlisted"


def of_text(shape: str, common: float, tongue: int) -> Iterator[str]:
    """Return the evidence in the language of a text, and in how common a single word is in it."""
    yield f"in {_TONGUES[tongue]}"
    yield f"{shape} common{round(common * 5)}"


def ending(word: Word, form: str) -> Iterator[str]:
    """Return the evidence in how a word ends that no list has."""
    if not word.listed:
        yield f"end {form[-3:]}"


def _is_brand(word: Word) -> bool:
    """Tell whether a word is a firm or product so well known, and so little else, that its case does not matter."""
    return max(word.levels[:COMPANY]) <= 2 and (word.levels[COMPANY] >= 5 or word.levels[PRODUCT] >= 4)


def of_head(shape: str, level: int, common: float) -> Iterator[str]:
    """Return the evidence in how prominent and how common the first word of a row is."""
    yield f"{shape} head first{level} common{round(common * 4)}"


def of_tail(shape: str, level: int, common: float, own: str) -> Iterator[str]:
    """Return the same of the last word, which has a shape of its own; a row has the shape of its first word."""
    yield f"{shape} tail last{level} common{round(common * 4)}"
    yield f"tail shape {own}"


def of_end(which: str, word: Word) -> Iterator[str]:
    """Return the evidence in the first or last word of a row by itself."""
    if which == "head" and word.size == 1:
        yield "initial"
    yield f"{which} city{word.levels[CITY]}"
    yield from (f"{which} {kind}" for kind in others_of(word.facts))
    yield from (f"{which} {LISTED[place]}" for place in range(REGION, len(LISTED)) if word.levels[place])


def of_row(shape: str, levels: tuple[int, int], counts: tuple[int, int], particle: bool, hyphen: bool) -> Iterator[str]:
    """Return the evidence in a row as a whole."""
    number, unknown = counts
    yield f"{shape} {min(number, 4)} words"
    yield f"first{levels[0]} last{levels[1]}"
    yield f"unknown{unknown}"
    if particle:
        yield "particle"
    if hyphen:
        yield f"hyphen {number}"


def of_phrase(shape: str, common: float, least: float, levels: tuple[int, ...]) -> Iterator[str]:
    """Return the evidence in a listed form of several words."""
    if levels[COMPANY] >= 4 and not common and least < 0.3:
        yield "brand"
    if levels[SCHOOL] and not any(levels[:SCHOOL]):
        yield "only school"
    yield f"{shape} common{round(common * 5)}"
    yield f"{shape} parts{round(least * 4)}"
    yield from _listed(levels, FIRST, shape)


def of_organ(shape: str, hint: str, number: int) -> Iterator[str]:
    """Return the evidence in a head word, or a legal form, with the words around it."""
    yield hint
    yield f"{shape} {number} words"
    yield f"{shape} {hint}"


def of_called(shape: str, hint: str, number: int, name: int, common: float) -> Iterator[str]:
    """Return the evidence in what follows a title or an introduction."""
    yield f"{hint} {shape}"
    yield f"{hint} name{max(name, 0)}"
    yield f"{shape} common{round(common * 5)}"
    yield f"{hint} {min(3, number)} words"
    if name < 0:
        yield "unlisted"


def _listed(levels: tuple[int, ...], start: int, shape: str) -> Iterator[str]:
    for place in range(start, len(LISTED)):
        if levels[place]:
            yield f"{LISTED[place]}{levels[place]}"
            yield f"{shape} {LISTED[place]}"


def before(key: Beside) -> Iterator[str]:
    """Return the evidence in what stands before a candidate; more is its levels as a city, and as a first name."""
    if isinstance(key, str):
        yield key
        return
    cues, is_capital, more = looks.unpack(key)
    named = [name for bit, name in _BEFORE if cues & bit]
    if "place" in named:
        yield f"after place city{more // 3} first{more % 3}"
    yield from (f"after {name}" for name in named)
    if not named:
        yield "after capital" if is_capital else "after other"


def after(key: Beside) -> Iterator[str]:
    """Return the evidence in what stands after a candidate; more is whether somebody acts."""
    if isinstance(key, str):
        yield key
        return
    cues, is_capital, more = looks.unpack(key)
    named = [name for bit, name in _AFTER if cues & bit]
    yield from (f"before {name}" for name in named)
    if not named:
        yield "before capital" if is_capital else "before other"
    if more > 0:
        yield "before to place verb"
