"""What a place lies in: a city in its region or country, a region in its country, in the language of the text."""

from collections.abc import Iterator
from functools import cache

from allonym.core.plain_toml import read_table
from allonym.core.types import Subject
from allonym.languages.lists import Entry, normal, open_lists

_KINDS = {"LOCATION.CITY": "city", "LOCATION.REGION": "region", "LOCATION.COUNTRY": "country", "LOCATION.AREA": "city"}
_PLACES = frozenset(_KINDS.values())
_ENDINGS = ("'s", "s", "n")


def container(subject: Subject, to: str) -> str | None:
    """Return the region or country that a place lies in; None if the lists do not know the place.

    A region lies in its country, whatever is asked for, and so does a city whose region has no name here or its own.
    """
    entry = _known(subject)
    if entry is None:
        return None
    language = subject.language or "en"
    region = _region(entry.parent, language) if to == "region" and entry.kind == "city" else None
    # Uppsala län would tell of Uppsala.
    if region and not any(form in normal(region) for form in _forms(subject)):
        return region
    return _countries(language).get(entry.country)


def _known(subject: Subject) -> Entry | None:
    wanted = _KINDS.get(subject.label)
    for form in _forms(subject):
        places = [entry for entry in open_lists().find(form) if entry.kind in _PLACES and entry.country]
        if places:
            # Of two places of one name the more prominent is meant more often, and the sort that was found most of all.
            return max(places, key=lambda entry: (entry.kind == wanted, entry.weight))
    return None


def _forms(subject: Subject) -> Iterator[str]:
    surfaces = sorted(dict.fromkeys((subject.key, *subject.surfaces)), key=len)
    yield from map(normal, surfaces)
    for surface in map(normal, surfaces):
        # A genitive that nobody took off: "Stockholms", "Leeds'".
        yield from (surface.removesuffix(ending) for ending in _ENDINGS if surface.endswith(ending))


def _region(parent: str, language: str) -> str | None:
    kind, _, code = parent.partition(":")
    names = _regions().get(code) if kind == "region" else None
    return names.get(language, names[""]) if names else None


@cache
def _countries(language: str) -> dict[str, str]:
    rows = read_table("allonym.surrogates", "tables/countries.toml")[language].splitlines()
    return {code: name.strip() for code, _, name in (row.partition(":") for row in rows)}


@cache
def _regions() -> dict[str, dict[str, str]]:
    """Return the names of regions by their codes: the own name under "", others under their languages."""
    table: dict[str, dict[str, str]] = {}
    for row in read_table("allonym.surrogates", "tables/regions.toml")["regions"].splitlines():
        code, _, names = row.partition(":")
        own, *others = (name.strip() for name in names.split("|"))
        told = (other.partition(" ") for other in others)
        table[code] = {"": own} | {language: name for language, _, name in told}
    return table
