"""Whether somebody acts at the start of a sentence: "Klein ist krank", "Stig gick hem", "Tom arbeitet nicht".

A sentence begins with a capital anyway, so the capital says nothing, but the word behind it does: what somebody does or
is stands seldom right behind an ordinary noun, which has an article, or an adjective.
"""

from allonym.detectors.names.context import unnamed
from allonym.detectors.names.scenes import Scene
from allonym.detectors.names.wording import TITLED, Word
from allonym.languages.acting import acts
from allonym.languages.list_facts import CITY, COMPANY, FIRST, LAST
from allonym.languages.pack import CODES

_LISTED, _KNOWN, _BORNE = 2, 3, 4
_TONGUES = (*CODES, None)
# What is more ordinary names somebody only if very many are called so: Tom is the commonest word of some lists.
_ORDINARY = 0.8
_RATHER_ORDINARY = 0.55


def acts_here(scene: Scene, place: int, word: Word) -> bool:
    """Tell whether a capital word that may be a name begins a sentence, and somebody acts in it."""
    sheet = scene.sheet
    if sheet.gaps[place + 1] != " " or not _may_act(scene, word) or not scene.opens(place):
        return False
    if sheet.surfaces[place + 1] not in acts(_TONGUES[scene.tongue]) or scene.shape(place, word) != TITLED:
        return False
    return not unnamed(sheet.form(place))


def _may_act(scene: Scene, word: Word) -> bool:
    """Tell whether a word is a name by the lists, and neither rather a place nor far rather an ordinary word."""
    level, common = max(word.levels[FIRST], word.levels[LAST]), word.common[scene.tongue]
    if level < _LISTED or level < max(word.levels[CITY:COMPANY]):
        return False
    if common > _ORDINARY:
        return word.levels[FIRST] >= _BORNE
    return level >= _KNOWN or common < _RATHER_ORDINARY
