"""What a judged candidate is called: its finest label, its features, and why it was believed."""

from collections.abc import Callable
from functools import lru_cache, partial

from allonym.core.types import Features
from allonym.detectors.finding import Found
from allonym.detectors.names.candidates import Candidate
from allonym.detectors.names.morphology import GENITIVE
from allonym.detectors.names.scenes import Scene
from allonym.languages.list_facts import CITY, COMPANY, COUNTRY, FIRST, LAST, LISTED, PRODUCT, REGION, SCHOOL, gender_of

_PLACES = {CITY: "LOCATION.CITY", REGION: "LOCATION.REGION", COUNTRY: "LOCATION.COUNTRY"}
_ORGANS = {COMPANY: "ORGANIZATION.COMPANY", PRODUCT: "ORGANIZATION.PRODUCT", SCHOOL: "ORGANIZATION.SCHOOL"}
_NAMES = {FIRST: "PERSON.FIRST", LAST: "PERSON.LAST"}
_SORTS = {
    "school": "ORGANIZATION.SCHOOL",
    "institution": "ORGANIZATION.INSTITUTION",
    "authority": "ORGANIZATION.AUTHORITY",
    "media": "ORGANIZATION.MEDIA",
    "company": "ORGANIZATION.COMPANY",
    "legal": "ORGANIZATION.COMPANY",
}
_GENDERS = {"m": "male", "f": "female", "n": "unknown"}
_KINDS = ("PERSON", "LOCATION", "ORGANIZATION")
_LABELS = (_NAMES, _PLACES, _ORGANS)
_PLACE, _ORGAN = 1, 2
_KNOWN_COUNTRY, _KNOWN_NAME = 4, 3


_found: Callable[[tuple[int, int, str, float, str, Features]], Found] = partial(tuple.__new__, Found)
_told: dict[tuple[int, int, str], tuple[str, Features]] = {}
_MOST_TOLD = 1 << 15


def mention(scene: Scene, candidate: Candidate, which: int, score: float, cue: str) -> Found:
    """Return a judged candidate as something found; `which` is the place of its kind: person, place, organisation."""
    sort, first, last, levels, hint = candidate
    if sort == "word":
        return mention_word(scene, first, which, score, cue)
    sheet = scene.sheet
    head, tail = sheet.words[first], sheet.words[last]
    label = _of_organ(hint, which) if sort == "organ" else finest(which, levels or head.levels, first == last)
    features = _features(which, levels or head.levels, gender_of(head.facts), tail.features, cue or hint)
    end = scene.end(last)
    if hint == "gen":
        features = tuple(sorted({*features, *GENITIVE}))
    elif hint == "legal" and _has_dot(sheet.text, end):
        end += 1
    return _found((scene.start(first), end, label, score, "legal" if hint == "legal" else sort, features))


def mention_word(scene: Scene, place: int, which: int, score: float, cue: str) -> Found:
    """Return a single word as something found; most mentions are one."""
    sheet = scene.sheet
    word = sheet.words[place]
    told = _told.get((word.kind, which, cue))
    if told is None:
        if len(_told) > _MOST_TOLD:
            _told.clear()
        features = _features(which, word.levels, gender_of(word.facts), word.features, cue)
        told = _told[word.kind, which, cue] = (finest(which, word.levels, True), features)
    start = scene.start(place)
    return _found((start, start + len(sheet.surfaces[place]), told[0], score, "word", told[1]))


@lru_cache(maxsize=1 << 14)
def _features(which: int, levels: tuple[int, ...], gender: str, form: Features, cue: str) -> Features:
    """Return what a mention says of itself: its form, its gender, the lists and the cue that spoke for it."""
    features = dict(form)
    if which == 0 and levels[FIRST] and gender:
        features["gender"] = _GENDERS[gender]
    if named := [LISTED[place] for place in _LABELS[which] if levels[place]]:
        features["list"] = " ".join(named)
    if cue:
        features["cue"] = cue
    return tuple(sorted(features.items()))


def _has_dot(text: str, end: int) -> bool:
    """Tell whether the dot after a legal form belongs to it ("S.L."), and does not end the sentence as well."""
    if text[end : end + 1] != ".":
        return False
    return text[end - 2 : end - 1] == "." or text[end + 1 : end + 3].strip()[:1].islower()


def _of_organ(hint: str, which: int) -> str:
    return _SORTS[hint.strip("<>")] if which == 2 else _KINDS[which]


def settled(which: int, levels: tuple[int, ...]) -> int:
    """Return what something is, given what it seems: a country is a place also where it acts, "Sweden has said"."""
    is_country = levels[COUNTRY] >= _KNOWN_COUNTRY and max(levels[FIRST], levels[LAST]) < _KNOWN_NAME
    return _PLACE if which == _ORGAN and is_country else which


@lru_cache(maxsize=1 << 12)
def is_listed(which: int, levels: tuple[int, ...]) -> bool:
    """Tell whether a list has words as a person, place or organisation, and not only just."""
    return any(levels[place] > 1 for place in _LABELS[which])


@lru_cache(maxsize=1 << 12)
def finest(which: int, levels: tuple[int, ...], is_one: bool) -> str:
    """Return the finest label of a person, place or organisation, by how prominent it is in each list."""
    if which == 0 and not is_one:
        return _KINDS[which]
    # A city that gives its name to a region is meant more often than the region.
    level, place = max((levels[place] + (place == CITY and levels[place] > 1), -place) for place in _LABELS[which])
    return _LABELS[which][-place] if level else _KINDS[which]
