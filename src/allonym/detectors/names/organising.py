"""Organisations by their make: a head word with a name, or capital words with a legal form behind them.

University of Leeds    Uppsala universitet    جامعة القاهرة    Ekmans Bygg AB    Société Dupont & Fils S.A.
"""

from allonym.detectors.names.candidates import Candidate
from allonym.detectors.names.context import DOTTED, Signs, link_heads, links
from allonym.detectors.names.scenes import Scene
from allonym.detectors.names.wording import CASELESS, LOWER, Word
from allonym.languages.lists import normal

_MOST_WORDS = 6
_BETWEEN = frozenset({" ", "-", " & ", " and ", "'", "’"})


def organ_of(scene: Scene, place: int, signs: Signs) -> Candidate | None:
    """Return the organisation whose head word or legal form stands here."""
    if signs.legal:
        return legal_at(scene, place)
    return organ_at(scene, place, scene.sheet.words[place]) if signs.organ else None


def organ_at(scene: Scene, place: int, word: Word) -> Candidate | None:
    """Return the organisation whose head word this is, with the words that name it."""
    first = _left(scene, place, word)
    if word.shape == LOWER and first == place and not _may_be_small(scene, place, word):
        return None
    last = _right(scene, place, word, first < place)
    if first == last:
        return None
    side = ("<" if first < place else "") + (">" if last > place else "")
    return Candidate("organ", first, last, hint=f"{word.signs.organ}{side}")


def _may_be_small(scene: Scene, place: int, word: Word) -> bool:
    """Tell whether a small head word may have its name after it: "université de Nantes", not "polisen i Kalmar"."""
    return word.signs.organ == "school" and not scene.sheet.form(place).startswith(("skol", "school", "schul"))


def legal_at(scene: Scene, place: int) -> Candidate | None:
    """Return the organisation whose legal form stands here."""
    sheet = scene.sheet
    last = place
    dotted = DOTTED.match(sheet.text, scene.start(place))
    if dotted:
        last = scene.at(dotted.end()) - 1
    elif len(sheet.surfaces[place]) < 2:
        return None
    if place == scene.first or sheet.gaps[place] not in {" ", ", ", "-", " & Co. ", " & Co "}:
        return None
    # "SA03 8000 …" is an account, "AB89ZK4604" and "SA-44" an order, "M-AB 123" a car.
    after = sheet.text[scene.end(last) : scene.end(last) + 2]
    if after.lstrip("-")[:1].isdigit() or (sheet.gaps[place] == "-" and after.lstrip().isdigit()):
        return None
    first = _capitals_left(scene, place)
    return Candidate("organ", first, last, hint="legal") if first < place else None


def _capitals_left(scene: Scene, place: int) -> int:
    sheet, gaps = scene.sheet, scene.sheet.gaps
    first = place
    while place - first < _MOST_WORDS and (gaps[first] in _BETWEEN or (first == place and gaps[first] == ", ")):
        before = sheet.words[first - 1]
        if not (before.is_capital or before.shape == CASELESS) or (scene.is_stop(before) and scene.opens(first - 1)):
            break
        first -= 1
    return first


def _left(scene: Scene, place: int, word: Word) -> int:
    if word.shape == CASELESS:
        return place
    sheet, gaps = scene.sheet, scene.sheet.gaps
    first = place
    while place - first < _MOST_WORDS - 1 and gaps[first] in _BETWEEN:
        before = sheet.words[first - 1]
        if not before.is_capital or scene.is_stop(before):
            break
        if scene.opens(first - 1) and before.common[scene.tongue] > 0.4 and not before.listed:
            break
        first -= 1
    return first


def _right(scene: Scene, place: int, word: Word, named: bool) -> int:
    last = place
    while last - place < _MOST_WORDS:
        following = last + 1 if named else _past_link(scene, last)
        after = scene.sheet.words[following]
        if scene.is_stop(after) or not _is_named(scene, last, following, word):
            break
        last = following
    return last


def _is_named(scene: Scene, last: int, following: int, head: Word) -> bool:
    sheet = scene.sheet
    after = sheet.words[following]
    if following == last + 1 and sheet.gaps[following] not in _BETWEEN:
        return False
    if head.shape != CASELESS:
        return after.is_capital
    if after.shape != CASELESS or after.signs.organ or any(name == "clitic" for name, _ in after.features):
        return False
    if after.listed or sheet.form(following).startswith("ال"):
        return True
    return last + 1 == following and after.common[scene.tongue] < 0.2


def _past_link(scene: Scene, place: int) -> int:
    """Return the word after what ties a name to its head word ("of the"); the next word if nothing does."""
    sheet = scene.sheet
    if sheet.form(place + 1) not in link_heads():
        return place + 1
    end = scene.end(place)
    ahead = normal(sheet.text[end : end + 12])
    for link in links() if ahead.startswith(" ") else ():
        if ahead.startswith(link, 1) and (link.endswith("'") or ahead.startswith(" ", 1 + len(link))):
            return scene.at(end + 1 + len(link))
    return place + 1
