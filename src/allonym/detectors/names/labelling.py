"""What a judged candidate is called: its finest label, its features, and why it was believed."""

from allonym.detectors.finding import Found
from allonym.detectors.names.candidates import Candidate
from allonym.detectors.names.scenes import Scene
from allonym.detectors.names.wording import CITY, COMPANY, COUNTRY, FIRST, LAST, LISTED, PRODUCT, REGION, SCHOOL, Word

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


def mention(scene: Scene, candidate: Candidate, which: int, score: float, cue: str) -> Found:
    """Return a judged candidate as something found; `which` is the place of its kind: person, place, organisation."""
    sheet = scene.sheet
    head, tail = sheet.words[candidate.first], sheet.words[candidate.last]
    levels = candidate.levels or head.levels
    features = dict(tail.features)
    if candidate.hint == "gen":
        features["gen"] = "yes"
    if which == 0 and head.levels[FIRST] and head.gender:
        features["gender"] = _GENDERS[head.gender]
    if named := [LISTED[place] for place in _LABELS[which] if levels[place]]:
        features["list"] = " ".join(named)
    if cue := cue or candidate.hint:
        features["cue"] = cue
    label = _label(candidate, which, head, levels)
    start, end = sheet.starts[candidate.first], sheet.end(candidate.last)
    if candidate.hint == "legal" and _has_dot(sheet.text, end):
        end += 1
    return Found(start, end, label, round(score, 3), candidate.sort, tuple(sorted(features.items())))


def _has_dot(text: str, end: int) -> bool:
    """Tell whether the dot after a legal form belongs to it ("S.L."), and does not end the sentence as well."""
    if text[end : end + 1] != ".":
        return False
    return text[end - 2 : end - 1] == "." or text[end + 1 : end + 3].strip()[:1].islower()


def _label(candidate: Candidate, which: int, head: Word, levels: tuple[int, ...]) -> str:
    general = _KINDS[which]
    if candidate.sort == "organ":
        return _SORTS[candidate.hint.strip("<>")] if which == 2 else general
    if which == 0 and (candidate.first != candidate.last or not head.listed):
        return general
    # A city that gives its name to a region is meant more often than the region.
    level, place = max((levels[place] + (place == CITY and levels[place] > 1), -place) for place in _LABELS[which])
    return _LABELS[which][-place] if level else general
