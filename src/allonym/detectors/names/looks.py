"""What the evidence on a candidate depends on, and nothing more: where that is the same, so is the evidence."""

from allonym.detectors.names.candidates import Candidate
from allonym.detectors.names.context import PERSON_AFTER, PLACE_BEFORE, TITLE, title_tails
from allonym.detectors.names.gaps import GAPS
from allonym.detectors.names.scenes import Scene
from allonym.detectors.names.wording import Word
from allonym.languages.list_facts import CITY, COUNTRY, FIRST, LAST, REGION
from allonym.languages.lists import normal

Beside = str | int
"""What stands beside a candidate: a mark, by the name of its evidence; or a word, as `beside` packs it."""

Row = tuple[str, tuple[int, int], tuple[int, int], bool, bool]
"""A row: its shape, levels as first name and surname, words and unknown ones, whether it has particles, a hyphen."""

_MORE = 9
_APOSTROPHES, _S = frozenset({"before '", "before ’", "before -"}), frozenset({"s", "S"})


def beside(cues: int, is_capital: bool, more: int = -1) -> int:
    """Pack a word beside a candidate: its cues, whether it is a capital, and what else there is to say, if anything."""
    return cues << 1 | is_capital | more + 1 << _MORE


def unpack(key: int) -> tuple[int, bool, int]:
    """Return what `beside` has packed."""
    return key >> 1 & (1 << _MORE - 1) - 1, bool(key & 1), (key >> _MORE) - 1


def before(scene: Scene, place: int, word: Word, is_one: bool) -> Beside:
    """Return what stands before a candidate that begins with a word; after "in", it counts what a single word is."""
    sheet = scene.sheet
    left, gap = sheet.words[place - 1], GAPS[sheet.gaps[place]]
    if gap.ends or not left.code:
        return "opens" if word.listed else "opens unlisted"
    if gap.before:
        return gap.before
    cues = left.cues[scene.tongue]
    if cues & PLACE_BEFORE:
        more = 3 * min(word.levels[CITY], 2) + min(word.levels[FIRST], 2) if is_one else 0
        return beside(cues, left.is_capital, more)
    return cues << 1 | left.is_capital


def behind_title(scene: Scene, place: int) -> Beside:
    """Return what stands before a name behind a title that is cut short, "Sig.ra Conti": the title; else nothing."""
    sheet = scene.sheet
    if sheet.gaps[place - 1] != "." or sheet.surfaces[place - 1] not in title_tails():
        return 0
    cues = sheet.words[place - 2].cues[scene.tongue]
    return cues << 1 if cues & TITLE else 0


def after(scene: Scene, last: int) -> Beside:
    """Return what stands after a candidate that ends with a word."""
    sheet, place = scene.sheet, last + 1
    right, mark = sheet.words[place], GAPS[sheet.gaps[place]].after
    if not right.code:
        return mark or "before end"
    if mark:
        return "before 's" if mark in _APOSTROPHES and sheet.surfaces[place] in _S else mark
    cues = right.cues[scene.tongue]
    return beside(cues, right.is_capital, _acts(scene, last)) if cues & PLACE_BEFORE else cues << 1 | right.is_capital


def _acts(scene: Scene, name: int) -> bool:
    """Tell whether somebody in a place does something: "Paris in Wisconsin bought"."""
    sheet = scene.sheet
    if name + 3 >= scene.stop or sheet.words[name].levels[FIRST] < 2 or not scene.opens(name):
        return False
    verb = sheet.words[name + 3]
    # To be somewhere, as in "Paris in Wisconsin is small", is nothing that only a person does.
    does = verb.cues[scene.tongue] & PERSON_AFTER and not scene.is_stop(verb) and sheet.gaps[name + 3] == " "
    return bool(does) and _is_place(sheet.words[name + 2])


def _is_place(word: Word) -> bool:
    return word.is_capital and max(word.levels[CITY], word.levels[REGION], word.levels[COUNTRY]) > 1


def row(scene: Scene, first: int, last: int) -> Row:
    """Return what the evidence in a row of words as a whole depends on."""
    words = scene.sheet.words[first : last + 1]
    return (
        scene.shape(first, words[0]),
        (words[0].levels[FIRST], words[-1].levels[LAST]),
        (len(words), [word.listed for word in words].count(False)),
        len(words) > 2 and not all(word.is_capital for word in words[1:-1]),
        scene.sheet.gaps[first + 1] == "-",
    )


def phrase(scene: Scene, candidate: Candidate) -> tuple[str, float, float, tuple[int, ...]]:
    """Return the shape of a phrase, how common it is, the least common of its ends, and its levels."""
    sheet = scene.sheet
    head, tail = sheet.words[candidate.first], sheet.words[candidate.last]
    shape = scene.shape(candidate.first, head) + scene.shape(candidate.last, tail)
    form = normal(sheet.text[scene.start(candidate.first) : scene.end(candidate.last)])
    least = min(head.common[scene.tongue], tail.common[scene.tongue])
    return shape, sheet.wording.lists.ambiguity(form), least, candidate.levels


def organ(scene: Scene, candidate: Candidate) -> tuple[str, str, int]:
    """Return the shape of an organisation, what it was found by, and how many words it has."""
    shape = scene.shape(candidate.first, scene.sheet.words[candidate.first])
    return shape, candidate.hint, candidate.last - candidate.first + 1


def called(scene: Scene, candidate: Candidate) -> tuple[str, str, int, int, float]:
    """Return the same of what is called, and its level as a name, -1 if no list has it, and how common it is."""
    word = scene.sheet.words[candidate.first]
    name = max(word.levels[FIRST], word.levels[LAST]) if word.listed else -1
    number = candidate.last - candidate.first + 1
    return scene.shape(candidate.first, word), candidate.hint, number, name, word.common[scene.tongue]
