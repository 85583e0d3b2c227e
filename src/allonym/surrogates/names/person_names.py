"""Stand-ins for persons: each part of a name gets its own, so that all forms of the name fit together.

    Paul Watson   Watson   P. Watson   Mr Watson   WATSON, Paul
    Karl Meier    Meier    K. Meier    Mr Meier    MEIER, Karl

A part has the same stand-in wherever it is met in a scope. Gender, culture, script and rough length carry over.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from allonym.core.protocols import Desk
from allonym.core.types import Draw, Subject
from allonym.surrogates.names.choosing import Row, assign, assign_token, draw_from, pick, rows_by_length, words_of
from allonym.surrogates.names.cultures import culture_of, gender_of_name
from allonym.surrogates.names.person_initials import Initial, shorten
from allonym.surrogates.names.person_parts import (
    DROPPED,
    GIVEN,
    INITIAL,
    KEPT,
    LAST,
    NICK,
    Part,
    align,
    person_words,
    read_name,
)
from allonym.surrogates.names.pool_files import Names, Pools
from allonym.surrogates.names.styling import dress, plain, script_of

_DIGIT = re.compile(r"\d")
_ODD = re.compile(r"[^\s.,;:'’\"()\-/&0-9]")
_GENDERS = {"male": "m", "female": "f", "m": "m", "f": "f"}
_SHORT = 5
_HERS = ("ska", "cka", "ova", "eva", "ová", "á")


@dataclass(frozen=True, slots=True)
class Person:
    """What is known of one person: the parts of every mention, and what a stand-in should be like."""

    mentions: tuple[tuple[Part, ...], ...] = field(repr=False)
    own: frozenset[str] = field(repr=False)
    cultures: tuple[str, str]
    """Of the given name and of the surname."""
    gender: str
    pools: Pools
    phonetic: bool = False
    twins: Mapping[str, str] = field(default_factory=dict, repr=False)
    """The Arabic form of each Latin one, where the person is written in both scripts."""


def read_person(subject: Subject, pools: Pools, phonetic: bool = False) -> Person:
    """Return the parts of all mentions; the fullest says what the words of the others are."""
    labels = [mention.label for mention in subject.entity.mentions]
    read = [
        read_name(surface, mention.label, subject.language, ("gen", "yes") in mention.features)
        for surface, mention in zip(subject.surfaces, subject.entity.mentions, strict=True)
    ]
    full = max(read, key=_fullness)
    known = {part.form: part for part in full if part.role in {GIVEN, LAST, NICK}}
    script = script_of("".join(known))
    mentions = tuple(
        align(parts, known, label) if script_of("".join(part.form for part in parts)) == script else parts
        for parts, label in zip(read, labels, strict=True)
    )
    given = [part.form for part in full if part.role == GIVEN]
    last = [part.form for part in full if part.role == LAST]
    cultures = culture_of(given[0] if given else "", last[-1] if last else "", subject.language, pools)
    gender = _gender(subject, full)
    if not gender and given:
        gender = gender_of_name(given[0], cultures[0], subject.language, pools)
    forms = [part.form for parts in mentions for part in parts]
    own = frozenset().union(*map(words_of, (*subject.surfaces, *forms)))
    return Person(mentions, own, cultures, gender, pools, phonetic, _twins(mentions))


def _twins(mentions: Sequence[Sequence[Part]]) -> dict[str, str]:
    """Return the Arabic form of each Latin one, where a person is written in both scripts."""
    fullest: dict[str, dict[str, list[str]]] = {}
    for parts in sorted(mentions, key=_fullness):
        for role in (GIVEN, LAST):
            forms = [part.form for part in parts if part.role == role]
            fullest.setdefault(script_of("".join(forms)), {}).update({role: forms} if forms else {})
    latin, arabic = fullest.get("la", {}), fullest.get("ar", {})
    pairs = (zip(latin.get(role, ()), arabic.get(role, ()), strict=False) for role in (GIVEN, LAST))
    return {one: other for pair in pairs for one, other in pair if script_of(one) == "la" and script_of(other) == "ar"}


def write_person(subject: Subject, desk: Desk, pools: Pools, phonetic: bool = False) -> list[str]:
    """Return a stand-in for each mention of a person."""
    person = read_person(subject, pools, phonetic)
    return [
        (_names(parts) and _written(person, parts, desk)) or assign_token(desk, subject.label, subject.key)
        for parts in person.mentions
    ]


def _names(parts: Sequence[Part]) -> bool:
    """Tell whether anything in a mention is replaced; what would stay as it is must not."""
    return any(part.role not in {KEPT, DROPPED} for part in parts)


def stand_ins(person: Person, desk: Desk) -> dict[str, tuple[str, str]]:
    """Return the role and the stand-in of each part of a person's name, by its form."""
    parts = [part for parts in person.mentions for part in parts if part.role in {GIVEN, LAST, NICK}]
    return {part.form: (part.role, _name(person, part, desk)) for part in sorted(parts, key=lambda each: each.role)}


def assign_name(form: str, role: str, person: Person, desk: Desk) -> str:
    """Return the stand-in of one part of a name."""
    rows = _rows(person, role, form)
    is_hers = role == LAST and person.cultures[1] == "slavic" and form.endswith(_HERS)

    twin = _twin(form, role, person, desk)

    def propose(draw: Draw) -> str | None:
        if twin and draw.attempt == 0:
            return twin
        name = draw_from(rows, draw)
        return _feminine(name) if name and is_hers else name

    return assign(desk, role, form, propose, person.own)


def _twin(form: str, role: str, person: Person, desk: Desk) -> str:
    """Return how the stand-in of the Arabic form is written in Latin letters; "" if there is none."""
    arabic = person.twins.get(form)
    if arabic is None:
        return ""
    given = assign_name(arabic, role, person, desk)
    keys = ["last ar"] if role == LAST else ["first ar f", "first ar m", "first ar n"]
    pairs = (name.split("/") for key in keys for name in person.pools.cell("persons", key))
    return next((latin for own, latin in pairs if own == given), "")


def _feminine(name: str) -> str:
    """Return a Slavic surname as a woman bears it: Kowalska, Ivanova."""
    for his, hers in (("ski", "ska"), ("cki", "cka"), ("ov", "ova"), ("ev", "eva"), ("ý", "á")):
        if name.endswith(his):
            return name.removesuffix(his) + hers
    return name


def _written(person: Person, parts: Sequence[Part], desk: Desk) -> str:
    """Return one mention with its parts replaced; "" if its initials have no stand-in left."""
    initials = _initials(person, parts, desk)
    if initials is None:
        return ""
    written, held = "", None
    for part in parts:
        gap = _safe(part.gap, desk) if held is None else held
        if part.role == DROPPED:
            # The next name takes the place of its particle.
            held = gap
            continue
        if part.role == INITIAL:
            word = "".join(initials.pop(0) for _ in _letters(part)) + ("." if part.word.endswith(".") else "")
        else:
            word = _word(person, part, desk)
        written, held = written + gap + word, None
    return written


def _word(person: Person, part: Part, desk: Desk) -> str:
    if part.role == KEPT:
        return part.word
    return dress(_name(person, part, desk), part.word) + ("." if part.word.endswith(".") else "")


def _name(person: Person, part: Part, desk: Desk) -> str:
    return assign_name(part.form, part.role, person, desk)


def _letters(part: Part) -> str:
    """Return the letters of initials: three of JRR, one of "Th."."""
    return plain(part.form if part.word.isupper() else part.form[:1])


def _initials(person: Person, parts: Sequence[Part], desk: Desk) -> list[str] | None:
    """Return what stands in for each initial of a mention; None if nothing is left."""
    letters = [letter for part in parts if part.role == INITIAL for letter in _letters(part)]
    if not letters:
        return []
    beside = [part for part in parts if part.role in {GIVEN, LAST, NICK}]
    has_last = any(part.role == LAST for part in beside)
    left = [
        part
        for part in max(person.mentions, key=_fullness)
        if part.role == GIVEN or (part.role == LAST and not has_last)
    ]
    told: list[Initial] = []
    for letter in letters:
        whole = next((part for part in left if plain(part.form)[:1] == letter), None)
        if whole is not None:
            left.remove(whole)
        told.append(Initial(letter, whole.form, _name(person, whole, desk)) if whole else Initial(letter))
    names = " ".join(_name(person, part, desk) for part in beside)
    return shorten(told, names, " ".join(part.form for part in beside), desk) or None


def _rows(person: Person, role: str, form: str) -> list[Row]:
    """Return the names that may stand in for a part, the best first."""
    script = script_of(form)
    culture = "ar" if script == "ar" else person.cultures[role == LAST]
    keys = [f"last {culture}"] if role == LAST else [f"first {culture} {gender}" for gender in person.gender or "nfm"]
    cells = [_cell(person.pools, key, script) for key in keys]
    rows = rows_by_length(cells[0], len(form))
    if role == NICK:
        rows = [tuple(name for name in cells[0] if len(name) <= _SHORT), cells[0]]
    elif person.phonetic:
        rows = [_alike(cells[0], form), *rows]
    # Where a cell is used up: names for women and men alike; a surname is doubled then.
    return rows if role == LAST else [*rows, *cells[1:], _cell(person.pools, f"first {culture} n", script)]


@lru_cache(maxsize=256)
def _cell(pools: Pools, key: str, script: str) -> Names:
    """Return the names of a cell in the script at hand."""
    return tuple(_side(name, script) for name in pools.cell("persons", key))


def _side(name: str, script: str) -> str:
    arabic, slash, latin = name.partition("/")
    return latin if slash and script != "ar" else arabic


@lru_cache(maxsize=1024)
def _alike(row: Names, form: str) -> Names:
    """Return the names that begin alike, and sound alike if there are any."""
    begin = plain(form)[:1]
    same = tuple(name for name in row if plain(name.lower())[:1] == begin)
    ending = tuple(name for name in same if plain(name.lower())[-1:] == plain(form)[-1:])
    return ending if len(ending) > 2 else same


def _gender(subject: Subject, full: Sequence[Part]) -> str:
    told = _GENDERS.get(subject.features.get("gender", ""))
    if told:
        return told
    titles = {part.word.lower().rstrip(".") for part in full if part.role == KEPT}
    return "f" if titles & person_words("women") else "m" if titles & person_words("men") else ""


def _fullness(parts: Sequence[Part]) -> tuple[int, int]:
    named = [part for part in parts if part.role in {GIVEN, LAST}]
    return len(named), sum(len(part.form) for part in named)


def _safe(gap: str, desk: Desk) -> str:
    """Return what stands between the words of a name, without digits and signs that could tell something."""
    if gap in {"", " ", "-", ", "}:
        return gap
    seed = desk.seed("gap", gap)
    return _DIGIT.sub(
        lambda match: str((int(match[0]) + 1 + pick(seed[match.start() % 16 :], 9)) % 10), _ODD.sub("", gap)
    )


def known_names(subject: Subject, desk: Desk, pools: Pools) -> Mapping[str, tuple[str, str]]:
    """Return the stand-ins of a kin's name, for what is made from it: addresses and user names."""
    return stand_ins(read_person(subject, pools), desk)
