"""One person as all mentions tell of them: the parts of the name, the culture and the gender that a stand-in keeps.

The whole name says what the words of the shorter ones are, also where they differ: Bob is the given name of Robert
Smith, and Sarko is the surname of Nicolas Sarkozy, because the linker says that they are one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from allonym.core.protocols import Desk
from allonym.core.types import Mention, Subject
from allonym.surrogates.names.choosing import words_of
from allonym.surrogates.names.cultures import culture_of, gender_of_name
from allonym.surrogates.names.person_parts import GIVEN, KEPT, LAST, NICK, Part, align, find_part, read_name
from allonym.surrogates.names.person_words import is_rather_a_name, person_words
from allonym.surrogates.names.pool_files import Pools
from allonym.surrogates.names.styling import script_of

_GENDERS = {"male": "m", "female": "f", "m": "m", "f": "f"}
_TITLES = {"f": "women", "m": "men"}


@dataclass(repr=False, frozen=True, slots=True)
class Person:
    """What is known of one person: the parts of every mention, and what a stand-in should be like."""

    mentions: tuple[tuple[Part, ...], ...] = field(repr=False)
    whole: tuple[Part, ...] = field(repr=False)
    """The given names and surnames, as the fullest mention has them; what it lacks, as another does."""
    key: str = field(repr=False)
    own: frozenset[str] = field(repr=False)
    cultures: tuple[str, str]
    """Of the given name and of the surname."""
    gender: str
    pools: Pools
    phonetic: bool = False
    twins: Mapping[str, str] = field(default_factory=dict, repr=False)
    """The Arabic form of each Latin one, where the person is written in both scripts."""
    chosen: dict[tuple[str, str], str] = field(default_factory=dict, repr=False, compare=False)
    """The stand-ins of the parts that were asked for by now, by role and form."""


def read_person(subject: Subject, desk: Desk, pools: Pools, phonetic: bool = False) -> Person:
    """Return the parts of all mentions; the whole name says what the words of the shorter ones are."""
    labels = [mention.label for mention in subject.entity.mentions]
    read = [
        read_name(_bare(surface, mention), mention.label, subject.language, ("gen", "yes") in mention.features)
        for surface, mention in zip(subject.surfaces, subject.entity.mentions, strict=True)
    ]
    whole = _whole(read)
    known = {part.form: part for part in whole}
    script = script_of("".join(known))
    mentions = tuple(
        align(parts, known, label) if script_of("".join(part.form for part in parts)) == script else parts
        for parts, label in zip(read, labels, strict=True)
    )
    given = [part.form for part in whole if part.role == GIVEN]
    last = [part.form for part in whole if part.role == LAST]
    cultures = culture_of(given[0] if given else "", last[-1] if last else "", subject.language, pools)
    gender = _gender(subject, read, desk)
    if not gender and given:
        gender = gender_of_name(given[0], cultures[0], subject.language, pools)
    forms = [part.form for parts in mentions for part in parts]
    own = frozenset().union(*map(words_of, (*subject.surfaces, *forms)))
    return Person(mentions, whole, subject.key, own, cultures, gender, pools, phonetic, _twins(mentions))


def _bare(surface: str, mention: Mention) -> str:
    """Return a name without the Arabic letters before it, where a column tells the name, which no list need know."""
    clitic = dict(mention.features).get("clitic", "") if mention.source.startswith("column") else ""
    return surface if clitic.endswith("لل") else surface.removeprefix(clitic)


def _whole(read: Sequence[Sequence[Part]]) -> tuple[Part, ...]:
    """Return the named parts of the fullest mention, and those of a role that only others have."""
    ordered = sorted(read, key=fullness, reverse=True)
    whole = [part for part in ordered[0] if part.role in {GIVEN, LAST, NICK}]
    script = script_of("".join(part.form for part in whole))
    for parts in ordered[1:]:
        missing = {GIVEN, LAST} - {part.role for part in whole}
        known = {part.form: part for part in whole}
        added = [part for part in parts if part.role in missing and find_part(part.form, known) is None]
        if script_of("".join(part.form for part in added)) == script:
            whole += added
    return tuple(whole)


def _twins(mentions: Sequence[Sequence[Part]]) -> dict[str, str]:
    """Return the Arabic form of each Latin one, where a person is written in both scripts."""
    fullest: dict[str, dict[str, list[str]]] = {}
    for parts in sorted(mentions, key=fullness):
        for role in (GIVEN, LAST):
            forms = [part.form for part in parts if part.role == role]
            fullest.setdefault(script_of("".join(forms)), {}).update({role: forms} if forms else {})
    latin, arabic = fullest.get("la", {}), fullest.get("ar", {})
    pairs = (zip(latin.get(role, ()), arabic.get(role, ()), strict=False) for role in (GIVEN, LAST))
    return {one: other for pair in pairs for one, other in pair if script_of(one) == "la" and script_of(other) == "ar"}


def _gender(subject: Subject, read: Sequence[Sequence[Part]], desk: Desk) -> str:
    """Return what the features, the titles in the mentions, or those before them in the text say."""
    told = _GENDERS.get(subject.features.get("gender", ""))
    if told:
        return told
    titles = {part.word.lower().rstrip(".") for parts in read for part in parts if part.role == KEPT}
    said = [gender for gender, kind in _TITLES.items() if titles & person_words(kind)] or [
        gender for gender, kind in _TITLES.items() if _is_titled(subject, person_words(kind), desk)
    ]
    return said[0] if len(said) == 1 else ""


def _is_titled(subject: Subject, titles: frozenset[str], desk: Desk) -> bool:
    """Tell whether one of these titles stands before the name somewhere in the text."""
    for title in sorted(filter(desk.has_word, titles)):
        if len(title) == 1 and subject.language != "fr":
            continue
        for written in dict.fromkeys((title, title.capitalize(), f"{title}.", f"{title.capitalize()}.")):
            is_name = is_rather_a_name(written, "", " ", False, subject.language)
            if not is_name and any(desk.stands(f"{written} {surface}") for surface in set(subject.surfaces)):
                return True
    return False


def fullness(parts: Sequence[Part]) -> tuple[int, int]:
    """Return how much a mention says of a name: its names, and their letters."""
    named = [part for part in parts if part.role in {GIVEN, LAST}]
    return len(named), sum(len(part.form) for part in named)
