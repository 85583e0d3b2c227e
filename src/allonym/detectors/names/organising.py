"""Organisations by their make: a head word with a name, or capital words with a legal form behind them.

University of Leeds    Uppsala universitet    جامعة القاهرة    Ekmans Bygg AB    Société Dupont & Fils S.A.
"""

from allonym.detectors.names.candidates import Candidate
from allonym.detectors.names.context import links
from allonym.detectors.names.scenes import Scene
from allonym.detectors.names.wording import CASELESS, DOTTED, LOWER, Word
from allonym.languages.lists import normal

_MOST_WORDS = 6
_BETWEEN = frozenset({" ", "-", " & ", " and ", "'", "’"})


def organ_at(scene: Scene, place: int, word: Word) -> Candidate | None:
    """Return the organisation whose head word this is, with the words that name it."""
    first = _left(scene, place, word)
    last = _right(scene, place, word, first < place)
    if first == last or (word.shape == LOWER and first == place and not _may_be_small(word)):
        return None
    side = ("<" if first < place else "") + (">" if last > place else "")
    return Candidate("organ", first, last, hint=f"{word.organ}{side}")


def _may_be_small(word: Word) -> bool:
    """Tell whether a small head word may have its name after it: "université de Nantes", not "polisen i Kalmar"."""
    return word.organ == "school" and not word.form.startswith(("skol", "school", "schul"))


def legal_at(scene: Scene, place: int) -> Candidate | None:
    """Return the organisation whose legal form stands here."""
    sheet = scene.sheet
    last = place
    surface = sheet.surfaces[place]
    dotted = DOTTED.match(sheet.text, sheet.starts[place])
    if dotted:
        last = sheet.at(dotted.end()) - 1
    elif surface in {"S", "ش", "ذ"} or len(surface) < 2:
        return None
    if place == scene.first or sheet.gaps[place] not in {" ", ", ", "-", " & Co. ", " & Co "}:
        return None
    # "SA03 8000 …" is an account, "AB89ZK4604" and "SA-44" an order, "M-AB 123" a car.
    after = sheet.text[sheet.end(last) : sheet.end(last) + 2]
    if after.lstrip("-")[:1].isdigit() or (sheet.gaps[place] == "-" and after.lstrip().isdigit()):
        return None
    first = _capitals_left(scene, place)
    return Candidate("organ", first, last, hint="legal") if first < place else None


def _capitals_left(scene: Scene, place: int) -> int:
    first = place
    while first - 1 >= scene.first and place - first < _MOST_WORDS:
        before = scene.word(first - 1)
        gap = scene.sheet.gaps[first]
        if before is None or not (gap in _BETWEEN or (first == place and gap == ", ")):
            break
        if not (before.is_capital or before.shape == CASELESS) or (scene.is_stop(before) and scene.opens(first - 1)):
            break
        first -= 1
    return first


def _left(scene: Scene, place: int, word: Word) -> int:
    if word.shape == CASELESS:
        return place
    first = place
    while first - 1 >= scene.first and place - first < _MOST_WORDS - 1 and scene.sheet.gaps[first] in _BETWEEN:
        before = scene.word(first - 1)
        if before is None or not before.is_capital or scene.is_stop(before):
            break
        if scene.opens(first - 1) and scene.common(before) > 0.4 and not before.listed:
            break
        first -= 1
    return first


def _right(scene: Scene, place: int, word: Word, named: bool) -> int:
    last = place
    while last + 1 < scene.stop and last - place < _MOST_WORDS:
        following = last + 1 if named else _past_link(scene, last)
        after = scene.word(following)
        if after is None or scene.is_stop(after) or not _is_named(scene, last, following, after, word):
            break
        last = following
    return last


def _is_named(scene: Scene, last: int, following: int, after: Word, head: Word) -> bool:
    if following == last + 1 and scene.sheet.gaps[following] not in _BETWEEN:
        return False
    if head.shape == CASELESS:
        if after.shape != CASELESS or after.organ or any(name == "clitic" for name, _ in after.features):
            return False
        return after.listed or after.form.startswith("ال") or (last + 1 == following and scene.common(after) < 0.2)
    return after.is_capital


def _past_link(scene: Scene, place: int) -> int:
    sheet = scene.sheet
    end = sheet.end(place)
    ahead = normal(sheet.text[end : end + 12])
    for link in links() if ahead.startswith(" ") else ():
        if ahead.startswith(link, 1) and (link.endswith("'") or ahead.startswith(" ", 1 + len(link))):
            return sheet.at(end + 1 + len(link))
    return place + 1
