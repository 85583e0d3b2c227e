"""The name of an organisation or a place as it is written in one place, taken apart.

"The Guardian's" -> guardian      "Volvo AB" -> volvo; a firm      "E.C.H.R." -> echr, letters
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from allonym.core.plain_toml import read_table
from allonym.languages.list_forms import normal
from allonym.languages.lists import open_lists
from allonym.languages.words import entries
from allonym.linking.person_names import stems
from allonym.linking.spelling import as_seen, fold, is_arabic

_POSSESSIVE = re.compile(r"(?:['’ʼ`´]s?|(?<=s)['’ʼ`´])(?=\s|[,.]|$)", re.IGNORECASE)
_ELISION = re.compile(r"\A[lLdD]['’ʼ](?=\w)")
_DOTTED = re.compile(r"(?<![^\W_])(?:[^\W\d_]\.){2,}(?:[^\W\d_](?![^\W_]))?")
_WORD = re.compile(r"[^\W_]+(?:['’ʼ\-‐‑][^\W_]+)*")
_LETTERS = re.compile(r"[A-ZÀ-Þ][A-ZÀ-Þ0-9]{1,7}")
_KINDS = {
    "LOCATION": frozenset({"city", "region", "country"}),
    "ORGANIZATION": frozenset({"company", "product", "school", "country"}),
}
_BRACKETS = re.compile(r"\([^()]*\)?\s*\Z")
_CLITICS = ("وبال", "وال", "بال", "فال", "كال", "ولل", "لل", "وب", "ول", "و", "ف", "ب", "ل", "ك")
_MOST_WORDS = 24


@dataclass(frozen=True, slots=True, repr=False)
class Body:
    """A name taken apart. `key` has its folded words; `thing` is what the lists say it stands for, or ""."""

    key: str
    thing: str = ""
    letters: str = ""
    """The letters, if the name is nothing else: UN."""
    initials: tuple[str, ...] = ()
    """The letters that it could be shortened to."""
    legal: str = ""
    """The legal forms that are left out of the key."""


@cache
def _words(name: str) -> frozenset[str]:
    """Return a list of small words from our table."""
    return frozenset(entries(read_table("allonym.linking", "bodies.toml")[name]))


@cache
def _bodies() -> dict[str, str]:
    """Return the forms of our table, each with what stands for its line."""
    lines = read_table("allonym.linking", "bodies.toml")["forms"].splitlines()
    rows = [[_plain(form) for form in line.split(",")] for line in lines if line]
    return {form: f"body:{row[0]}" for row in rows for form in row}


@cache
def _places() -> dict[str, str]:
    """Return the short forms of places that the lists lack, each with what it stands for there."""
    pairs = (entry.split(" = ") for entry in entries(read_table("allonym.linking", "bodies.toml")["places"]))
    return {form: f"country:{code}" for form, code in pairs}


def _plain(form: str) -> str:
    return " ".join(word.replace("'", "").replace("-", " ") for word in _WORD.findall(fold(form.strip())))


@lru_cache(maxsize=1 << 15)
def read_body(surface: str, top: str, clitic: str = "", is_genitive: bool = False, language: str | None = None) -> Body:
    """Take the name of an organisation or a place apart; `top` is ORGANIZATION or LOCATION."""
    seen = as_seen(surface).removeprefix(clitic)
    if top == "ORGANIZATION":
        seen = _BRACKETS.sub("", seen) or seen
    seen = _ELISION.sub("", _POSSESSIVE.sub("", seen)).strip().lstrip("#@")
    raw = _WORD.findall(_DOTTED.sub(lambda match: match[0].replace(".", "") + " ", seen))
    words = [fold(word).replace("'", "") for word in raw]
    while len(words) > 1 and words[0] in _words("articles"):
        del words[0], raw[0]
    kept = _without_legal_forms(words) if top == "ORGANIZATION" else words
    if not kept or len(kept) > _MOST_WORDS:
        return Body("".join(seen.casefold().split()) or "?")
    if is_genitive and kept[-1][-1] == "s" and len(kept[-1]) > 3:
        kept = [*kept[:-1], kept[-1][:-1]]
    key = _base(" ".join(kept).replace("-", " "), top, language)
    thing = _thing((normal(seen), " ".join(words), " ".join(kept), key), top)
    letters = key if len(raw) == 1 and _LETTERS.fullmatch(raw[0]) else ""
    legal = " ".join(word for word in words if word not in kept) if top == "ORGANIZATION" else ""
    return Body(key, thing, letters, (*_initials(words), *_initials(kept)), legal)


def _without_legal_forms(words: list[str]) -> list[str]:
    first, last = 0, len(words)
    while last - first > 1 and _is_legal(words[last - 1]):
        last -= 1
    while last - first > 1 and _is_legal(words[first]) and len(words[first]) < 5:
        first += 1
    return words[first:last]


@lru_cache(maxsize=1 << 12)
def _is_legal(word: str) -> bool:
    return any(entry.kind == "legal_form" and entry.weight > 0.5 for entry in open_lists().find(word))


def _base(key: str, top: str, language: str | None) -> str:
    """Return a key without a genitive or an Arabic clitic, if the lists know the word without and not with it."""
    if _listed(key, top):
        return key
    for stem in stems(key, language):
        if _listed(stem, top):
            return stem
    return next((form for form in _without_clitics(key) if _listed(form, top)), key)


def _without_clitics(key: str) -> Iterator[str]:
    if is_arabic(key):
        for clitic in _CLITICS:
            rest = key.removeprefix(clitic)
            if rest != key and len(rest) > 2:
                yield rest
                yield f"ال{rest}"


def _listed(key: str, top: str) -> bool:
    return any(entry.kind in _KINDS[top] for entry in open_lists().find(key)) or key in _bodies()


def _thing(forms: tuple[str, ...], top: str) -> str:
    """Return what a name stands for in one of its forms: a country before a city, then the most prominent."""
    told = _bodies() if top == "ORGANIZATION" else _places()
    for form in dict.fromkeys(forms):
        if form in told:
            return told[form]
    listed = (each for form in dict.fromkeys(forms) for each in open_lists().find(form))
    found = [each for each in listed if each.kind in _KINDS[top] and each.canonical]
    best = min(found, key=lambda each: (each.kind != "country", -each.weight, each.canonical), default=None)
    return best.canonical if best else ""


def _initials(words: list[str]) -> tuple[str, ...]:
    if len(words) < 2:
        return ()
    big = [word for word in words if word not in _words("small")]
    made = ("".join(word[0] for word in words), "".join(word[0] for word in big))
    return tuple(dict.fromkeys(each for each in made if len(each) > 1))


def without_kind(key: str) -> str:
    """Return the name of a place without the word for what it is: lake vattern -> vattern."""
    words = key.split()
    rest = [word for word in words if word not in _words("kinds")]
    return " ".join(rest) if rest and len(rest) < len(words) else key
