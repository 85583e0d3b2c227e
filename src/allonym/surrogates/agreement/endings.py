"""Genitive endings: Annas, Klaus', Anna's, USA:s."""

import re

from allonym.languages.list_facts import LISTED
from allonym.languages.lists import normal as list_form
from allonym.languages.lists import open_lists
from allonym.surrogates.agreement.scene import Scene, is_upper, normal

APOSTROPHES = "'’"
_OWNERS = {
    "PERSON": ("first", "last"),
    "LOCATION": ("city", "region", "country"),
    "ORGANIZATION": ("city", "company", "country", "product", "school"),
}
"""The lists that may know an owner of each label."""
_PROMINENT = 0.3
"""How prominent a name must be for a word that nobody knows to be its genitive: Alos is not of an Alo."""
_POSSESSED = re.compile(r"['’]\s+[^\W\d_]")
_SAYS_OPEN = re.compile(r"(?<!\w)['‘‚](?=\w)")
_CLOSES = re.compile(r"(?<=\w)['’](?!\w)")


def carry_genitive(scene: Scene) -> str:
    """Return the stand-in with the genitive ending that stands inside the mention, if there is one."""
    form = scene.surface
    if len(form) > 2 and form[-1] in "sS" and form[-2] in APOSTROPHES:
        return scene.words + form[-2:]
    if scene.features.get("gen") and form[-1] in "sS" and not hisses(scene.words):
        return scene.words + ending(scene, "s")
    return scene.words


def is_genitive(scene: Scene) -> bool:
    """Tell whether a mention ends in the -s of an owner: a feature says so, or the lists know the name without it."""
    form = scene.surface
    if form[-1] not in "sS":
        return False
    owns = scene.mention.label.partition(".")[0] in _OWNERS
    return bool(scene.features.get("gen")) or (owns and _is_known_without_s(scene))


def _is_known_without_s(scene: Scene) -> bool:
    if not scene.next_word or (" " in scene.surface and prominence(scene.surface)):
        return False
    names = _OWNERS[scene.mention.label.partition(".")[0]]
    word = normal(scene.surface).replace("-", " ").rpartition(" ")[2]
    whole, stem = prominence(word), prominence(word[:-1], names)
    # Lars and Andreas are names themselves; Bergs and Petras are rare ones beside Berg and Petra.
    return stem >= _PROMINENT if not whole else whole <= 0.35 and stem - whole >= 0.2


def prominence(word: str, names: tuple[str, ...] = LISTED) -> float:
    """Return how prominent a word is in lists of names; 0 if it is in none of them."""
    entries = open_lists().find(list_form(word)) if len(word) > 2 else ()
    return max((entry.weight for entry in entries if entry.kind in names), default=0.0)


def hisses(words: str) -> bool:
    """Tell whether a name ends in the sound of s, so that it takes no further one."""
    return normal(words).endswith(("s", "x", "z", "ß"))


def ending(scene: Scene, letters: str) -> str:
    """Return an ending in capitals if both the mention and the stand-in are."""
    return letters.upper() if is_upper(scene.surface) and is_upper(scene.words) else letters


def apostrophe_after(scene: Scene) -> str:
    """Return the apostrophe behind the mention that marks an owner, not the end of a quotation; "" if there is none."""
    if scene.mention.end >= scene.room.end or not _POSSESSED.match(scene.after):
        return ""
    near = scene.text[max(0, scene.mention.start - 200) : scene.mention.end]
    opened = len(_SAYS_OPEN.findall(near)) > len(_CLOSES.findall(near))
    return "" if opened else scene.after[0]
