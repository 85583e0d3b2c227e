"""The parts of a person's name: title, given names, particle, surname, initials, suffix.

    Dr.     Anna-Lena   M.        von der     Berg    Jr.
    title   given       initial   particle    last    suffix

Titles, joining words and suffixes stay; what identifies is given, last, initial or nick. The name of a person in full
says what the parts of the shorter ones are.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from allonym.languages.lists import normal, open_lists
from allonym.languages.words import all_entries
from allonym.surrogates.names.choosing import fold
from allonym.surrogates.names.cultures import name_levels
from allonym.surrogates.names.person_words import is_rather_a_name, person_words
from allonym.surrogates.names.styling import plain, script_of

GIVEN, LAST, NICK, INITIAL, KEPT, DROPPED = (
    "PERSON.FIRST",
    "PERSON.LAST",
    "PERSON.NICKNAME",
    "initial",
    "kept",
    "dropped",
)

_TOKEN = re.compile(r"[^\W\d_]+(?:['’´`][^\W\d_]+)*\.?")
_GENITIVE = re.compile(r"(?:['’]s|['’])$")
_ROMAN = re.compile(r"[IVX]{2,5}")
_ONE_LETTER = {"fr": "m", "es": "d", "pt": "d"}
_DIACRITICS = re.compile(r"[\u0640\u064b-\u0652]")
_VOWELS = frozenset("aeiouyåäöéü")
_CLITICS = re.compile(r"^(?:[وف]?[بلك]|[وف])(?=\w{3})")


@dataclass(repr=False, frozen=True, slots=True)
class Part:
    """One word of a name: what stands before it, the word, its role, and its form as an original."""

    gap: str
    word: str
    role: str
    form: str


@lru_cache(maxsize=4096)
def read_name(surface: str, label: str, language: str | None = None, inflected: bool = False) -> tuple[Part, ...]:
    """Return the parts of a name as it stands in one place."""
    parts = _cut(_DIACRITICS.sub("", surface), language)
    named = [place for place, part in enumerate(parts) if part.role == GIVEN]
    if named:
        last = parts[named[-1]]
        if inflected or _looks_inflected(last.form, language):
            parts[named[-1]] = replace(last, form=_uninflected(last.form))
    for place, role in zip(named, _roles(parts, named, label, language), strict=True):
        parts[place] = replace(parts[place], role=role)
    return tuple(parts)


def align(parts: tuple[Part, ...], known: Mapping[str, Part], label: str) -> tuple[Part, ...]:
    """Return the parts of a shorter mention with the roles and forms that the full name gives them."""
    found = [find_part(part.form, known) if part.role in {GIVEN, LAST, NICK} else None for part in parts]
    taken = {part.form for part in found if part is not None}
    left = [part for form, part in known.items() if form not in taken]
    aligned: list[Part] = []
    for part, full in zip(parts, found, strict=True):
        other = full or (_likely(part, left) if not label.endswith(".NICKNAME") else None)
        if other is not None and full is None:
            left.remove(other)
        aligned.append(replace(part, role=other.role, form=other.form) if other else part)
    return tuple(aligned)


def _likely(part: Part, left: Sequence[Part]) -> Part | None:
    """Return the part of the full name that an unknown word stands for: clipped, a short form, another spelling."""
    if part.role not in {GIVEN, LAST}:
        return None
    begin = plain(part.form)[:3]
    clipped = (full for full in left if plain(full.form)[:3] == begin)
    alike = (full for full in left if full.role == part.role)
    # "Pepe" is a surname as well; beside a full name it is what friends say.
    said = (full for full in left if full.role == GIVEN and name_levels(part.form)[0] > 0)
    return next(clipped, None) or next(said, None) or next(alike, None)


def find_part(form: str, known: Mapping[str, Part]) -> Part | None:
    """Return the part of a name that a word writes: as it is, with an ending, or with a slip."""
    if form in known:
        return known[form]
    for other in _spellings(form):
        if other in known:
            return known[other]
    close = (part for name, part in known.items() if _is_slip(form, name))
    return next(close, None)


def _spellings(form: str) -> tuple[str, ...]:
    shorter = tuple(form[: -len(end)] for end in ("s", "ns", "es") if form.endswith(end) and len(form) > len(end) + 2)
    clitic = _CLITICS.sub("", form)
    return (*shorter, clitic) if clitic != form else shorter


def _is_slip(one: str, other: str) -> bool:
    """Tell whether two long words differ by one letter, or two that changed places."""
    if min(len(one), len(other)) < 5 or abs(len(one) - len(other)) > 1:
        return False
    bare, known = plain(one), plain(other)
    start = next(
        (place for place, (a, b) in enumerate(zip(bare, known, strict=False)) if a != b), min(len(bare), len(known))
    )
    rest, left = bare[start:], known[start:]
    return rest[1:] == left[1:] or rest[1:] == left or rest == left[1:] or rest[1::-1] + rest[2:] == left


def _cut(surface: str, language: str | None) -> list[Part]:
    """Return the words of a name, those that may identify for given names so far."""
    parts: list[Part] = []
    done, joined = 0, ""
    for found in _TOKEN.finditer(surface):
        word, gap = found[0], surface[done : found.start()]
        done = found.end()
        small = fold(word).rstrip(".")
        if small in person_words("bound") and script_of(word) and surface[done : done + 1] in {" ", "-"}:
            parts.append(Part(gap, word, DROPPED, ""))
            joined = small + " "
            continue
        is_kept = joined == "" and _is_kept(small, word, bool(parts), surface[done:])
        if is_kept and is_rather_a_name(word, gap if parts else "", surface[done:], bool(parts), language):
            is_kept = False
        # "M. Dupont" is a man; elsewhere one letter is an initial.
        if len(small) == 1 and (small != _ONE_LETTER.get(language or "") or not _TOKEN.search(surface, done)):
            is_kept = False
        role = KEPT if is_kept else _role(word, small)
        if joined and role == GIVEN:
            # "Abd Allah" is one name of two words; it is replaced by one.
            gap = parts.pop().gap
        parts.append(Part(gap, word, role, joined + _form(word)))
        joined = ""
    return [*parts, Part(surface[done:], "", KEPT, "")] if done < len(surface) else parts


def _role(word: str, small: str) -> str:
    # "P.", "Th.", "J" and "JRR"; "BERG" has a vowel, and is somebody.
    is_short = len(word.rstrip(".")) == 1 or (len(small) < 4 and (word.endswith(".") or not set(small) & _VOWELS))
    if is_short and script_of(word) == "la" and (word.endswith(".") or word.isupper()):
        return INITIAL
    return DROPPED if small in person_words("particles") else GIVEN


def _is_kept(small: str, word: str, has_begun: bool, after: str) -> bool:
    """Tell whether a word is nobody's: a joining word, a suffix, a degree, a title or a relative before a name."""
    if small in person_words("particles"):
        return False
    if small in person_words("joining"):
        return bool(after.strip())
    if small in person_words("suffixes") or (small in person_words("degrees") and word.endswith(".")):
        if has_begun:
            return True
    elif has_begun and _ROMAN.fullmatch(word):
        return True
    if not after.strip() and not word.endswith("."):
        return False
    is_name = has_begun and word[:1].isupper() and not word.endswith(".") and max(name_levels(small)) > 0
    return not is_name and (small in _titles() or _is_long_title(small) or (word.islower() and _is_relative(small)))


def _is_long_title(small: str) -> bool:
    """Tell whether a compound of Swedish or German ends with a title: Socialminister."""
    tails = (small[cut:] for cut in range(3, len(small) - 4))
    return max(name_levels(small)) == 0 and any(tail in _titles() for tail in tails)


def _is_relative(small: str) -> bool:
    return any(entry.kind in {"family", "title", "occupation"} for entry in open_lists().find(normal(small)))


@cache
def _titles() -> frozenset[str]:
    return frozenset(word.rstrip(".") for word in all_entries("context", "title"))


def _form(word: str) -> str:
    return fold(_GENITIVE.sub("", word.rstrip(".")))


def _looks_inflected(form: str, language: str | None) -> bool:
    """Tell whether a word is a name with the -s of Swedish or German, or with an Arabic clitic, rather than a name."""
    if language in {"sv", "de"} and form.endswith("s") and len(form) > 3:
        return max(name_levels(form)) < 2 < max(name_levels(form[:-1]))
    bare = _CLITICS.sub("", form) if language == "ar" else form
    return bare != form and max(name_levels(form)) == 0 < max(name_levels(bare))


def _uninflected(form: str) -> str:
    if script_of(form) == "ar":
        return _CLITICS.sub("", form)
    return form[:-1] if form.endswith("s") and len(form) > 3 else form


def _roles(parts: list[Part], named: list[int], label: str, language: str | None) -> list[str]:
    """Return the role of each word that may identify: given, last or nick."""
    fixed = {"PERSON.FIRST": GIVEN, "PERSON.MIDDLE": GIVEN, "PERSON.LAST": LAST, "PERSON.NICKNAME": NICK}.get(label)
    if fixed or not named:
        return [fixed or GIVEN] * len(named)
    groups = _groups(parts, named)
    roles = _roles_of_groups(parts, groups, has_two=language in {"es", "pt"})
    return [role for group, role in zip(groups, roles, strict=True) for _ in group]


def _groups(parts: list[Part], named: list[int]) -> list[list[int]]:
    """Return the words that may identify, those with a hyphen between them together: "Anna-Lena" is one name."""
    groups: list[list[int]] = []
    for place in named:
        if groups and groups[-1][-1] == place - 1 and parts[place].gap == "-":
            groups[-1].append(place)
        else:
            groups.append([place])
    return groups


def _roles_of_groups(parts: list[Part], groups: list[list[int]], has_two: bool) -> list[str]:
    heads = [group[0] for group in groups]
    if len(heads) == 1:
        return [_role_alone(parts, heads[0])]
    comma = next((place for place in heads[1:] if "," in parts[place].gap), None)
    if comma is not None:
        return [LAST if place < comma else GIVEN for place in heads]
    if _leans(parts[heads[0]].form) < 0 and _leans(parts[heads[-1]].form) > 1:
        return [LAST, *[GIVEN] * (len(heads) - 1)]
    if has_two and all(_leans(parts[head].form) < 0 for head in heads):
        return [LAST] * len(heads)
    roles = [GIVEN] * (len(heads) - 1) + [LAST]
    # "Gabriel García Márquez" has two surnames; the first word is a given name in any case.
    for place in range(len(heads) - 2, 0, -1):
        if _leans(parts[heads[place]].form) >= 0:
            break
        roles[place] = LAST
    return roles


def _role_alone(parts: list[Part], place: int) -> str:
    given, last = name_levels(parts[place].form)
    titled = any(part.role in {KEPT, INITIAL, DROPPED} for part in parts[:place])
    if titled:
        return GIVEN if given > last + 1 else LAST
    return GIVEN if given and given >= last else LAST


def _leans(form: str) -> int:
    given, last = name_levels(form)
    return given - last
