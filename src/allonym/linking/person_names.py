"""The name of a person as it is written in one place, taken apart.

"Mr N. Sarkozy's"  -> n, sarkozy; a man, by his title      "Berg, Anna" -> anna, berg
"Peter Berg sen."  -> peter, berg; the older               #AnnaBerg    -> anna, berg
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from allonym.languages.lists import open_lists
from allonym.linking.knowing import generations, known, particles, title
from allonym.linking.spelling import as_seen, fold, is_arabic

MOST_WORDS = 8
LOOK_AHEAD = 32
"""So far behind a name stands what tells father from son."""
_POSSESSIVE = re.compile(r"(?:['’ʼ`´]s?|(?<=s)['’ʼ`´])(?=\s|[,.]|$)", re.IGNORECASE)
_ELISION = re.compile(r"(?<!\w)[dDlL]['’ʼ](?=\w)")
_WORD = re.compile(r"[^\W_]+(?:['’ʼ\-‐‑][^\W_]+)*")
_HUMP = re.compile(r"(?<=[^\W\d_A-Z])(?=[A-Z])")
# Abd al-Rahman is one name, in two words or in one.
_SERVANT = re.compile(r"(?<!\w)(عبد)\s+(?=ال)")
_ARTICLE = "ال"
_CLITICS = (
    "وبال",
    "وال",
    "بال",
    "فال",
    "كال",
    "ولل",
    "لل",
    "وب",
    "ول",
    "وك",
    "فب",
    "فل",
    "فك",
    "و",
    "ف",
    "ب",
    "ل",
    "ك",
)
_WITH_GENITIVE = {"sv", "de"}
_SHORTEST = 3
_BEHIND = re.compile(r"(,?) \(?([^\W\d_]+)(?:[. ]([^\W\d_]+))?")
_KIN = frozenset({"pere", "fils", "padre", "hijo", "pai", "filho", "figlio", "neto", "nieto", "الاب", "الابن"})
_OF_SOMEBODY = re.compile(r" (?:d[aeiou]s?|del|dell[ao]|of)\b| d['’]")
_TITLES_TOO = frozenset({"sr", "sen"})
_ANOTHER = re.compile(r"\.? [A-ZÀ-Þ]")
_AFTER_ONE = frozenset({"jr", "sr", "junior", "senior", "ii", "iii"})


@dataclass(frozen=True, slots=True, repr=False)
class Name:
    """A name taken apart. `words` are folded, surname last as far as anybody can tell; none if nothing is in it."""

    words: tuple[str, ...]
    gender: str = ""
    is_titled: bool = False
    """Whether the gender is told by a title, and not only by what the first name mostly is."""
    generation: str = ""
    role: str = ""
    """Of a single word: first or last, where the label or a title says so; of letters: initials, if the label does."""


class Form(NamedTuple):
    """How a name stands in a text: what the detector said of it, as far as it matters here."""

    label: str = "PERSON"
    gender: str = ""
    clitic: str = ""
    is_genitive: bool = False
    language: str | None = None

    def __repr__(self) -> str:
        return "Form"


_GIVEN_TOO = frozenset({"al", "ben", "les", "till"})
"""Particles that are given names as well; before a surname, with a capital, they are that, lest two people be one."""
_PARTICLES_FIRST = frozenset({"ar", "fr"})
"""The languages in which a name often begins with its particle, and a capital: Ben Ali."""


@lru_cache(maxsize=1 << 15)
def read_name(surface: str, form: Form = Form()) -> Name:  # noqa: B008 - a frozen value
    """Take a name apart."""
    told, generation, words = _taken_apart(surface, form.clitic, form.language)
    names = list(words)
    if names and form.is_genitive and names[-1][-1] == "s" and len(names[-1]) > _SHORTEST:
        names[-1] = names[-1][:-1]
    if len(names) > MOST_WORDS:
        names = [" ".join(names)]
    if not names:
        # Nothing but marks or emoji: the same marks are the same.
        names = ["".join(as_seen(surface).split()) or "?"]
    by_title = told if told in {"m", "f"} else ""
    gender = by_title or _gender(names, form)
    return Name(tuple(names), gender, bool(by_title), generation, _role(names, told, form.label))


@lru_cache(maxsize=1 << 13)
def _taken_apart(surface: str, clitic: str, language: str | None) -> tuple[str, str, tuple[str, ...]]:
    """Return what titles tell, what is said of father and son, and the other words, whatever the detector said."""
    told, words = _without_titles(_words(as_seen(surface), clitic), language)
    generation, words = _without_generation(words)
    given = words[:1] if len(words) > 1 and _is_given(words[0], surface, language) else []
    return told, generation, (*given, *_without_particles(words[len(given) :]))


def _words(text: str, clitic: str) -> list[str]:
    """Return the folded words of a name, in the order given names, surname."""
    text = text.removeprefix(clitic)
    text = _ELISION.sub("", _POSSESSIVE.sub("", text))
    if text.startswith("#") or (" " not in text and "." not in text):
        text = _HUMP.sub(" ", text) if not text.startswith(("Mc", "Mac", "De", "Di", "Le", "La")) else text
    text = _SERVANT.sub(r"\1", text)
    before, comma, after = text.partition(",")
    if comma and after.strip() and not _is_generation(after):
        text = f"{after} {before}"
    found = _WORD.findall(text)
    if len(found) == 2 and len(found[0]) > 2 and found[0].isupper() and not found[1].isupper() and len(found[1]) > 1:
        found.reverse()  # DUPONT Jean, as registers have it
    return [part for word in found for part in _parts(word)]


@cache
def _first_words() -> frozenset[str]:
    """Return with what the words for father and son begin; most words behind a name are none of them."""
    return frozenset(words.replace(".", " ").split()[0] for words in generations())


def generation_behind(text: str) -> str:
    """Return what the words right behind a whole name say of father and son: " senior", ", Jr.", " père"."""
    match = _BEHIND.match(text)
    if not match:
        return ""
    one, ends = fold(match[2]), generations()
    if one not in _first_words():
        return ""
    two = fold(match[3] or "")
    if told := ends.get(f"{one} {two}") or ends.get(f"{one}.{two}"):
        return told
    # "Juan Pérez, padre de Ana" is somebody's father, "Berg, Sen. Cruz" and "Pérez, Sr. López" are two people.
    if one == "i" or (one in _KIN and (match[1] or _OF_SOMEBODY.match(text, match.end(2)))):
        return ""
    if match[1] and one in _TITLES_TOO and _ANOTHER.match(text, match.end(2)):
        return ""
    return ends.get(one, "")


def _is_generation(text: str) -> bool:
    return fold(" ".join(_WORD.findall(text))) in generations()


def _parts(word: str) -> list[str]:
    """Return the folded parts of a word: one, unless it is initials (J-P) or has a particle before it (al-Masri)."""
    folded = fold(word).replace("'", "")
    parts = folded.split("-")
    if len(parts) > 1 and (parts[0] in particles() or all(len(part) == 1 for part in parts)):
        return parts
    return [_without_clitic(folded)] if is_arabic(folded) else [folded]


@lru_cache(maxsize=1 << 12)
def _without_clitic(word: str) -> str:
    """Return an Arabic word without its article, and without what is written together with it if the lists say so."""
    lists = open_lists()
    if not lists.find(word):
        for clitic in _CLITICS:
            rest = word.removeprefix(clitic)
            if rest != word and len(rest) >= _SHORTEST and lists.find(rest):
                word = rest
                break
    return word.removeprefix(_ARTICLE) if len(word) >= len(_ARTICLE) + _SHORTEST else word


def _without_titles(words: list[str], language: str | None) -> tuple[str, list[str]]:
    """Return the gender that the titles before a name tell (n: they tell none), and the rest."""
    told = ""
    first = 0
    while first < len(words) - 1 and (gender := title(words[first], language)):
        # A word of one letter is a title only if nothing but a surname follows: M. Berg, but M. A. Berg.
        if len(words[first]) == 1 and (language not in {"fr", None} or len(words) - first > 2):
            break
        if known(words[first], language).gender and len(words) - first > 2 and gender == "n":
            break
        told = gender if told in {"", "n"} else told
        first += 1
    return told, words[first:]


def _without_generation(words: list[str]) -> tuple[str, list[str]]:
    """Return what the end of a name says of father and son, and the rest; after a single word only jr. and sr. do."""
    known_ends = generations()
    for size, end in ((2, " ".join(words[-2:])), (2, ".".join(words[-2:])), (1, words[-1] if words else "")):
        if end == "i" and len(words) > 1 and len(words[-2]) == 1:
            break
        if end in known_ends and (len(words) > size + 1 or (len(words) > size and end in _AFTER_ONE)):
            return known_ends[end], words[:-size]
    return "", words


def _is_given(word: str, surface: str, language: str | None) -> bool:
    """Tell whether the first word of a name that may be a particle is a given name: Ben Carter, Al Gordon."""
    if word not in _GIVEN_TOO or language in _PARTICLES_FIRST:
        return False
    capital = re.search(rf"(?<!\w)(?:{re.escape(word.capitalize())}|{re.escape(word.upper())})(?!\w)", surface)
    return capital is not None


def _without_particles(words: list[str]) -> list[str]:
    """Return the words without von, de and al; a name of nothing else stays as it is."""
    inside = range(1, len(words) - 1)
    kept = [
        word for place, word in enumerate(words) if word not in particles() or (len(word) == 1 and place not in inside)
    ]
    return kept or words


def _gender(names: list[str], form: Form) -> str:
    if form.gender in {"male", "female"}:
        return form.gender[0]
    if len(names) == 1:
        return ""
    return known(names[0], form.language).gender or known(names[0].rpartition("-")[2], form.language).gender


def _role(names: list[str], told: str, label: str) -> str:
    if label == "PERSON.INITIALS":
        return "initials"
    if len(names) != 1:
        return ""
    if label in {"PERSON.FIRST", "PERSON.MIDDLE", "PERSON.NICKNAME"}:
        return "first"
    return "last" if told or label == "PERSON.LAST" else ""


def letters_of(words: Iterable[str]) -> str:
    """Return the letters of a name without what stands between them: Jong-un and Jong Un are one."""
    return "".join(words).replace("-", "")


def stems(word: str, language: str | None) -> tuple[str, ...]:
    """Return what a folded word may be the genitive of; in most languages nothing."""
    if len(word) < _SHORTEST or word[-1] != "s" or word[-2] == "s":
        return ()
    if len(word) <= _SHORTEST + 1 and (language not in _WITH_GENITIVE or known(word).is_listed):
        return ()
    if language in _WITH_GENITIVE or (language is None and not known(word).is_listed):
        return (word[:-1],)
    return ()
