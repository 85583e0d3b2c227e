"""Swedish: the genitive -s, people of a place (-bor, -borna), and definite and plural forms where they are marked."""

from allonym.core.types import Span
from allonym.surrogates.agreement.endings import ending, hisses, is_genitive, prominence
from allonym.surrogates.agreement.kinds import endings_of
from allonym.surrogates.agreement.scene import Scene, is_upper, normal

_VOWELS = tuple("aeiouyåäö")
_PLACES = ("city", "region", "country")
_PEOPLE = ("bornas", "borna", "bors", "bor")


def settle(scene: Scene) -> tuple[Span, str]:
    """Return where the stand-in goes and how it reads; nothing around it depends on it."""
    return scene.mention.span, _inflected(scene)


def _inflected(scene: Scene) -> str:
    form = normal(scene.surface)
    people = _people_in(scene, form)
    if people:
        return scene.words + ending(scene, _people(scene.words, people))
    words = _marked(scene)
    if _is_genitive(scene, form):
        return words + ending(scene, _genitive(words, is_upper(scene.surface)))
    return words


def _people_in(scene: Scene, form: str) -> str:
    """Return the ending that makes people of a place; -bor may also end a name, such as Maribor."""
    for people in _PEOPLE:
        if form.endswith(people):
            place = form.removesuffix(people)
            told = bool(scene.features.get("pl")) or (people.startswith("borna") and _may_be_people(scene))
            listed = bool(
                prominence(place, _PLACES) or prominence(place.removesuffix("s"), _PLACES)
            ) and not prominence(form)
            return people if told or (listed and _may_be_people(scene)) else ""
    return ""


def _may_be_people(scene: Scene) -> bool:
    return scene.mention.label.startswith(("LOCATION", "NATIONALITY"))


def _is_genitive(scene: Scene, form: str) -> bool:
    return form.endswith((":s", "'s")) or is_genitive(scene)


def _genitive(words: str, shouts: bool) -> str:
    last = words.rpartition(" ")[2]
    if last.isupper() and 1 < len(last) <= 5 and not shouts:
        return ":s"
    return "" if hisses(words) else "s"


def _people(words: str, people: str) -> str:
    """Return -bor with the s that links it to a name that ends in a consonant: Mölndalsbor, Malmöbor."""
    form = normal(words)
    return people if form.endswith((*_VOWELS, "s", "x", "z")) else "s" + people


def _marked(scene: Scene) -> str:
    """Return the stand-in in the definite or plural form of the mention, if the table knows its last part."""
    wanted = "".join(name for name in ("def", "pl") if scene.features.get(name))
    if not wanted:
        return scene.words
    form = normal(scene.words)
    for base, forms in endings_of("sv"):
        if form.endswith(base) and forms.get("label", scene.mention.label) == scene.mention.label:
            return _respelt(scene.words, base, forms.get(wanted, base))
    return scene.words


def _respelt(words: str, base: str, new: str) -> str:
    stem = words[: len(words) - len(base)]
    return stem + (new.upper() if words.isupper() else new)
