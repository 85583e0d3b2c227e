"""Stand-ins for persons: each part of a name gets its own, so that all forms of the name fit together.

    Paul Watson   Watson   P. Watson   Mr Watson   WATSON, Paul
    Karl Meier    Meier    K. Meier    Mr Meier    MEIER, Karl

A part has the same stand-in wherever it is met in a scope. Gender, culture, script and rough length carry over.
"""

import re
from collections.abc import Mapping, Sequence

from allonym.core.protocols import Desk
from allonym.core.types import Subject
from allonym.surrogates.names.choosing import assign_token, fold, pick
from allonym.surrogates.names.person_drawing import name_of
from allonym.surrogates.names.person_initials import Initial, shorten
from allonym.surrogates.names.person_parts import DROPPED, GIVEN, INITIAL, KEPT, LAST, NICK, Part
from allonym.surrogates.names.person_reading import Person, read_person
from allonym.surrogates.names.pool_files import Pools
from allonym.surrogates.names.styling import dress, plain

_DIGIT = re.compile(r"\d")
_ODD = re.compile(r"[^\s.,;:'’\"()\-/&0-9]")


def write_person(subject: Subject, desk: Desk, pools: Pools, phonetic: bool = False) -> list[str]:
    """Return a stand-in for each mention of a person."""
    person = read_person(subject, desk, pools, phonetic)
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
    names = [(part, (part.role, name_of(person, part, desk))) for part in sorted(parts, key=lambda each: each.role)]
    # "bob" of bob@example.org, where the name in full is Robert.
    spelt = {fold(part.word).rstrip("."): name for part, name in names}
    return spelt | {part.form: name for part, name in names}


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
    return dress(name_of(person, part, desk), part.word) + ("." if part.word.endswith(".") else "")


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
    left = [part for part in person.whole if part.role == GIVEN or (part.role == LAST and not has_last)]
    told: list[Initial] = []
    for letter in letters:
        whole = next((part for part in left if plain(part.form)[:1] == letter), None)
        if whole is not None:
            left.remove(whole)
        told.append(Initial(letter, whole.form, name_of(person, whole, desk)) if whole else Initial(letter))
    names = " ".join(name_of(person, part, desk) for part in beside)
    return shorten(told, names, " ".join(part.form for part in beside), desk) or None


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
    return stand_ins(read_person(subject, desk, pools), desk)
