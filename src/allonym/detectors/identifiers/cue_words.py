"""The cue words of all languages in one table, and the short ones among the last words before a number.

Short cues ("nr", "tel") are looked for as whole words only. A cue that is listed in capitals counts in capitals only:
SIN is a number in Canada, and "sin" means "without" in Spanish.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from allonym.core.shadow import shadow
from allonym.detectors.expressions import Expression
from allonym.languages.cues import KINDS, load_cues
from allonym.languages.pack import CODES

_SHORT = 3
_FARTHEST = 44
_BESIDE = 8
_BREAKS = Expression(r"[\s(:\[/|]+")
_MARK = Expression(r"[(:\[/|]")
_AROUND = ".,;#=\"'*"
# "mg/dl": what is measured per something is no cue.
_PER = tuple(f"{unit}/" for unit in ("mg", "mcg", "µg", "ng", "pg", "mmol", "meq", "g", "ui", "iu", "u", "ml"))
_ARTICLE, _FOR_THE = "ال", "لل"
_NEIGHBOURS = frozenset(KINDS[KINDS.index("line") :])


class Entry(NamedTuple):
    """One cue: what it announces, whether letters may stand before and after it, whether it must be in capitals."""

    kind: str
    open_left: bool
    open_right: bool
    in_capitals: bool


def short(window: str, text: str = "", end: int = 0) -> dict[str, int]:
    """Return the short cues among the last words of a window, with how far from its end they stand.

    The text that the window ends in at `end` has its capitals; without it, no cue counts that must be in capitals.
    """
    if not window.islower() and window.isascii():
        # Figures and marks only.
        return {}
    words = _BREAKS.split(window)[-4:] if _MARK.search(window) else window.rsplit(None, 4)[-4:]
    cues = _short_cues()
    found: dict[str, int] = {}
    if cues.keys().isdisjoint([word.strip(_AROUND) for word in words]):
        return found
    at = len(window)
    for word in reversed(words):
        at = window.rfind(word, 0, at)
        if window.endswith(_PER, 0, at):
            continue
        distance = len(window) - at - len(word)
        for kind, in_capitals in cues.get(word.strip(_AROUND), ()):
            # "NAS Synology DS920": other words have such capitals too.
            if not in_capitals or (distance <= _BESIDE and text[end - distance - len(word) : end - distance].isupper()):
                found[kind] = min(distance, found.get(kind, _FARTHEST))
    return found


@lru_cache(maxsize=1)
def entries() -> Mapping[str, tuple[Entry, ...]]:
    """Return the cues of all languages, in small letters, with what they announce."""
    entries: dict[str, dict[Entry, None]] = {}
    for code in CODES:
        for kind in KINDS:
            for cue in load_cues(code)[kind] if kind not in _NEIGHBOURS else ():
                entry = Entry(kind, cue.startswith("*"), cue.endswith("*"), len(cue) <= _SHORT and cue.isupper())
                # As the text is read: "nº" as "no".
                bare = cue.strip("*").lower()
                word = bare if bare.isascii() else shadow(bare).text
                entries.setdefault(word, {})[entry] = None
                # Behind "for", the article is written without its first letter: "الضمان", "للضمان".
                if word.startswith(_ARTICLE):
                    entries.setdefault(f"{_FOR_THE}{word[2:]}", {})[entry] = None
                if "º" in cue and word.startswith("no "):
                    entries.setdefault(f"n.{word[1:]}", {})[entry] = None
    return {cue: tuple(each) for cue, each in entries.items()}


@lru_cache(maxsize=1)
def _short_cues() -> Mapping[str, tuple[tuple[str, bool], ...]]:
    cues: dict[str, dict[tuple[str, bool], None]] = {}
    for cue, each in entries().items():
        if is_short(cue, each):
            # "tfn" and "tfn." are one.
            cues.setdefault(cue.strip("."), {}).update({(entry.kind, entry.in_capitals): None for entry in each})
    return {cue: tuple(kinds) for cue, kinds in cues.items()}


def is_short(cue: str, entries: tuple[Entry, ...]) -> bool:
    """Tell whether a cue is looked for among whole words only; "c/c" is none, nor what letters may be added to."""
    if len(cue.rstrip(".")) > _SHORT or not cue.isascii() or "/" in cue:
        return False
    return not any(entry.open_left or entry.open_right for entry in entries)
