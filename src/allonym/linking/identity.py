"""Who an entity is: the key by which entities of two documents are one original.

Mohamed Ali, Muhammad Ali -> محمد علي      Anna Berg's, Berg, Anna -> anna berg      IKEA, Ikea -> company:ikea
"""

from collections.abc import Iterable, Mapping, Sequence

from allonym.core.canon import canonical
from allonym.linking.body_names import Body, read_body
from allonym.linking.knowing import known, root, spelling_of
from allonym.linking.person_names import Form, Name, read_name
from allonym.linking.table import Table

IDENTITY_VERSION = 1
"""Vaults keep what comes out of this; another way to make it has another number."""
NAMESAKE = "namesake"
"""The feature of mentions of somebody who has one name with somebody else in the same document."""
_BODIES = ("ORGANIZATION", "LOCATION")
_SHORTEST = 4
_WITH_GENITIVE = {"sv", "de"}


def identity(  # noqa: PLR0913, PLR0917 - what is known of an entity, and two that are mostly left out
    label: str,
    surfaces: Sequence[str],
    features: Mapping[str, str] | Sequence[tuple[str, str]] = (),
    language: str | None = None,
    table: Table | None = None,
    author: str | None = None,
) -> str:
    """Return the key of an entity, whatever the order of its surfaces; a row of the table for one of them wins."""
    if table is not None and (told := _told(table, label, surfaces, language, author)):
        return told
    top = label.partition(".")[0]
    told_of = dict(features)
    if top == "PERSON":
        key = person_key(_fullest(names_of(surfaces, told_of, language)))
    elif top in _BODIES:
        key = body_key(_longest(_bodies(top, surfaces, told_of, language)))
    else:
        return min((canonical(label, surface) for surface in surfaces), default="")
    return f"{key} #{told_of[NAMESAKE]}" if NAMESAKE in told_of else key


def _told(table: Table, label: str, surfaces: Sequence[str], language: str | None, author: str | None) -> str:
    """Return the entity of the longest form that the table has."""
    ordered = sorted(set(surfaces), key=lambda each: (-len(each), each))
    return next(filter(None, (table.entity(label, each, language, author) for each in ordered)), "")


def names_of(surfaces: Iterable[str], features: Mapping[str, str], language: str | None) -> list[Name]:
    """Return the names that surfaces are, without genitives that the features or the other surfaces give away."""
    clitic = features.get("clitic", "")
    several = sorted(set(surfaces))
    # Of several surfaces nobody says here which one is in the genitive; of one it is clear.
    form = Form(clitic=clitic, is_genitive="gen" in features and len(several) == 1, language=language)
    read = [read_name(each, form) for each in several]
    words = {word for name in read for word in name.words}
    is_genitive = "gen" in features or language in _WITH_GENITIVE
    return [_nominative(name, words, is_genitive) for name in read]


def _nominative(name: Name, words: set[str], is_genitive: bool) -> Name:
    *_, last = name.words
    stem = last[:-1]
    if not is_genitive or last[-1] != "s" or len(last) <= _SHORTEST:
        return name
    if stem in words or (known(stem).is_listed and not known(last).is_listed):
        return Name((*name.words[:-1], stem), name.gender, name.is_titled, name.generation, name.role)
    return name


def _fullest(names: Sequence[Name]) -> Name:
    """Return the name that says most: whole words first, then letters; of equals the first by the alphabet."""

    def little(name: Name) -> tuple[int, int, bool, tuple[str, ...]]:
        whole = [word for word in name.words if len(word) > 1]
        return -len(whole), -sum(map(len, name.words)), not name.generation, name.words

    return min(names, key=little, default=Name(("",)))


def person_key(name: Name) -> str:
    """Return the key of a person: first names in their usual spelling and length, surnames in their usual spelling."""
    *first, last = name.words
    folded = [each.replace("-", " ") for each in (*map(root, first), spelling_of(last))]
    return " ".join((*folded, *filter(None, [name.generation])))


def _bodies(top: str, surfaces: Sequence[str], features: Mapping[str, str], language: str | None) -> list[Body]:
    clitic, is_genitive = features.get("clitic", ""), "gen" in features and len(set(surfaces)) == 1
    return [read_body(each, top, clitic, is_genitive, language) for each in sorted(set(surfaces))]


def _longest(bodies: Sequence[Body]) -> Body:
    return min(bodies, key=lambda body: (not body.thing, -len(body.key), body.key), default=Body(""))


def body_key(body: Body) -> str:
    """Return the key of an organisation or place: what the lists say it stands for, else its words."""
    return body.thing or body.key
