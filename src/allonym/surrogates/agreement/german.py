"""German: the genitive (Annas, Klaus'), and countries with an article in their four cases.

Kinds: m, f, n, p take an article; none has none. The table writes a name that changes as `nominative/dative`, as it
stands behind its article: Niederlande/Niederlanden, Vereinigte Königreich/Vereinigten Königreich.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from allonym.core.labels import is_a
from allonym.core.plain_toml import read_table
from allonym.core.types import Span
from allonym.surrogates.agreement.endings import APOSTROPHES, apostrophe_after, ending, hisses, is_genitive
from allonym.surrogates.agreement.kinds import words
from allonym.surrogates.agreement.leads import Form, Frame, Noun, insert, refit, stay
from allonym.surrogates.agreement.scene import Scene, normal

_ARTICLES = {
    "nominative": {"m": "der", "f": "die", "n": "das", "p": "die"},
    "genitive": {"m": "des", "f": "der", "n": "des", "p": "der"},
    "dative": {"m": "dem", "f": "der", "n": "dem", "p": "den"},
    "accusative": {"m": "den", "f": "die", "n": "das", "p": "die"},
}
_JOINED = {
    "in dem": "im", "an dem": "am", "von dem": "vom", "zu dem": "zum", "bei dem": "beim", "zu der": "zur",
    "in das": "ins", "an das": "ans",
}  # fmt: skip
_DATIVE = (
    "aus",
    "bei",
    "mit",
    "von",
    "zu",
    "seit",
    "gegenüber",
    "in",
    "an",
    "vor",
    "hinter",
    "neben",
    "zwischen",
    "außer",
)
_ACCUSATIVE = ("für", "gegen", "durch", "ohne", "um", "über")
_WEAK = re.compile(r"(?<=igt|int)en\b|(?<=isch|lich)en\b")


@cache
def _cases() -> Mapping[str, tuple[str, str, str]]:
    """Return the kind, nominative and dative of each listed name, by every form that it has."""
    found: dict[str, tuple[str, str, str]] = {}
    for kind, names in read_table(__package__, "de.toml")["kinds"].items():
        for name in names.split(","):
            nominative, _, dative = " ".join(name.split()).partition("/")
            for base in (nominative, dative, _strong(nominative, kind)):
                if base:
                    found.setdefault(normal(base), (kind, nominative, dative or nominative))
    return found


def _strong(nominative: str, kind: str) -> str:
    """Return a name as it stands without an article: Vereinigtes Königreich, Vereinigte Staaten."""
    adjective, space, noun = nominative.partition(" ")
    if kind == "p":
        return _WEAK.sub("e", nominative)
    last = {"n": "s", "m": "r"}.get(kind, "")
    return f"{adjective}{last} {noun}" if space and adjective.endswith("e") else nominative


def _noun(name: str) -> Noun:
    known = _cases().get(normal(name))
    return Noun(name, known[0] if known else "")


def _declined(name: Noun, case: str) -> str:
    known = _cases().get(normal(name.words))
    if not known:
        return name.words
    kind, nominative, dative = known
    weak = case == "dative" or (case == "genitive" and kind != "p") or (case == "accusative" and kind == "m")
    shown = dative if weak else nominative
    if case == "genitive" and kind == "p":
        # Only the last word differs: der Vereinigten Staaten, der Niederlande.
        shown = " ".join((*dative.split()[:-1], nominative.split()[-1]))
    if normal(shown) == normal(name.words):
        return name.words
    if name.words.isupper() and len(name.words) > 1:
        return shown.upper()
    return shown.lower() if name.words.islower() else shown


def _after(preposition: str, case: str) -> Frame:
    def frame(name: Noun) -> tuple[Form, ...]:
        article = _ARTICLES[case].get(name.kind or "", "")
        lead = f"{preposition} {article}".strip()
        return ((_JOINED.get(lead, lead), _declined(name, case)),)

    return frame


def _whither(name: Noun) -> tuple[Form, ...]:
    return _after("in" if name.kind else "nach", "accusative")(name)


def _whose(name: Noun) -> tuple[Form, ...]:
    """After a noun: die Hauptstadt der Schweiz, die Hauptstadt Italiens."""
    if name.kind:
        return _after("", "genitive")(name)
    return (("", _owner(name.words)),)


def _whose_with_s(name: Noun) -> tuple[Form, ...]:
    """As above, by writers who add the ending that is optional: des Iraks."""
    [(lead, noun)] = _whose(name)
    return ((lead, _owner(noun) if name.kind in {"m", "n"} else noun),)


_PREPOSED = (
    _whither,
    *(_after(preposition, "dative") for preposition in _DATIVE),
    *(_after(preposition, "accusative") for preposition in _ACCUSATIVE),
)
_NOMINATIVE, _OBJECT, _DATIVE_ALONE = _after("", "nominative"), _after("", "accusative"), _after("", "dative")


def settle(scene: Scene) -> tuple[Span, str]:
    """Return where the stand-in goes and how it reads."""
    if is_a(scene.mention.label, "LOCATION") and (_noun(scene.surface).kind or _noun(scene.words).kind):
        return _country(scene)
    return _name(scene)


def _name(scene: Scene) -> tuple[Span, str]:
    span, form = scene.mention.span, scene.surface
    if len(form) > 2 and form[-1] in "sS" and form[-2] in APOSTROPHES:
        return span, scene.words + form[-2] + ("" if hisses(scene.words) and not hisses(form[:-2]) else form[-1])
    if is_genitive(scene):
        return span, _owner(scene.words, scene.apostrophe, scene)
    mark = apostrophe_after(scene) if hisses(form) else ""
    if mark:
        return Span(span.start, span.end + 1), _owner(scene.words, mark, scene)
    return span, scene.words


def _owner(name: str, mark: str = "'", scene: Scene | None = None) -> str:
    """Return a name in the genitive: Annas, Klaus'."""
    if hisses(name):
        return name + mark
    return name + (ending(scene, "s") if scene else "s")


def _country(scene: Scene) -> tuple[Span, str]:
    old, new = _noun(scene.surface), _noun(scene.words)
    if is_genitive(scene) and not old.kind:
        return _from_genitive(scene, new)
    # Masculine countries are used without their article, too: in Iran, im Iran.
    bare = [replace(old, kind="")] if old.kind == "m" else []

    def renew(matched: Noun, _: str) -> Noun:
        return replace(new, kind="") if matched in bare and new.kind == "m" else new

    settled = refit(scene, _frames(scene), [old, *bare], renew)
    if settled == stay(scene) and _starts(scene):
        settled = insert(scene, _NOMINATIVE(new)[0])
    return Span(settled.start, scene.mention.end), settled.words


def _frames(scene: Scene) -> tuple[Frame, ...]:
    """Return what may stand here; der Schweiz is a genitive behind a noun, and else a dative."""
    before = scene.words_before(scene.mention.start, 2)
    behind_noun = len(before) > 1 and before[0].written[:1].isupper() and before[0].written.strip().istitle()
    cases = (_NOMINATIVE, _OBJECT) if _is_subject(scene) else (_OBJECT, _NOMINATIVE)
    return (*_PREPOSED, *((_whose,) if behind_noun else ()), *cases, _DATIVE_ALONE)


def _is_subject(scene: Scene) -> bool:
    """Tell the nominative from the accusative, which differ in masculine names only: der Irak, den Irak."""
    before = scene.words_before(scene.mention.start, 2)
    first = len(before) < 2 or before[-1].written[:1].isupper()
    return first or before[0].word in words("de", "before_subjects") or scene.next_word in words("de", "verbs")


def _from_genitive(scene: Scene, new: Noun) -> tuple[Span, str]:
    old = _noun(scene.surface[:-1])
    if old.kind:
        settled = refit(scene, [_whose_with_s], [old], lambda *_: new)
    elif new.kind:
        settled = insert(scene, _whose(new)[0])
    else:
        return _name(scene)
    return Span(settled.start, scene.mention.end), settled.words


def _starts(scene: Scene) -> bool:
    return (
        not _noun(scene.surface).kind
        and not scene.words_before(scene.mention.start, 1)
        and scene.opens_sentence
        and scene.next_word in words("de", "verbs")
    )
