"""Stand-ins for places: of the same sort, and in the same country.

city      another of its country and size; an unknown one becomes an invented town
region    another of its country                    country   a neighbour, in the language of the text
place     the common noun stays, the name is invented: Mariatorget -> Lönntorget, Place Monge -> Place Girard
"""

import re
from collections.abc import Sequence
from functools import cache, lru_cache

from allonym.core.plain_toml import read_table
from allonym.core.protocols import Desk
from allonym.core.types import Draw, Subject
from allonym.languages.lists import Entry, normal, open_lists
from allonym.languages.words import entries
from allonym.surrogates.names.choosing import Row, assign, draw_from, fold, is_new, words_of
from allonym.surrogates.names.pool_files import Names, Pools
from allonym.surrogates.names.styling import dress, script_of

# Where the sizes of cities end, as the lists scale them: 5,000, 20,000, 100,000 and 500,000 people.
_SIZES = (0.2325, 0.3725, 0.535, 0.6975)
_HOMES = {
    "en": "GB US IE AU CA NZ",
    "fr": "FR BE CH CA",
    "de": "DE AT CH",
    "es": "ES MX AR CO",
    "it": "IT CH",
    "pt": "PT BR",
    "sv": "SE FI",
    "ar": "EG SY IQ MA",
}
"""Which country is meant in a language, where a name is in several."""
_SHORT = re.compile(r"[A-Z](?:\.?[A-Z]){1,2}\.?")
# Too often a pronoun to be in the lists.
_AMERICA = frozenset({"US", "U.S.", "U.S"})
_ARTICLE = re.compile(
    r"(?:(?:the|le|la|les|die|der|das|den|il|lo|gli|el|los|las|os|as)\s|l['’])(?=[^\W\d_])", re.IGNORECASE
)
_ANY_PLACE = ("LOCATION", "ORGANIZATION")
_KINDS = {"LOCATION.CITY": "city", "LOCATION.REGION": "region", "LOCATION.COUNTRY": "country"}
# A surname after the common noun needs no article that would have to agree.
_WITH_SURNAME = frozenset({"fr", "es", "it", "pt"})


def write_place(subject: Subject, desk: Desk, pools: Pools) -> list[str]:
    """Return a stand-in for each mention of a place: the same name, with the capitals of each."""
    full = max(subject.surfaces, key=len)
    name = place_name(subject.label, full, subject, desk, pools)
    # USA and UK are no shouting.
    return [name if _SHORT.fullmatch(surface) else dress(name, surface) for surface in subject.surfaces]


def place_name(label: str, full: str, subject: Subject, desk: Desk, pools: Pools) -> str:
    """Return the stand-in of one place."""
    language = "ar" if script_of(full) == "ar" else subject.language or "en"
    own = frozenset().union(*map(words_of, subject.surfaces))
    entry = None
    if label in {*_ANY_PLACE, *_KINDS}:
        entry = look_up(full, _KINDS.get(label, ""), language) or look_up(full, "", language)
    if entry is None:
        return _named_place(subject, full, language, desk, pools)
    rows = {"city": city_rows, "region": region_rows, "country": country_rows}[entry.kind](entry, language, pools)

    # Sweden is one country, whether somebody found it as a place, a country or a team.
    series = f"LOCATION.{entry.kind.upper()}"

    def propose(draw: Draw) -> str | None:
        name = draw_from(rows, draw)
        return "" if name and _is_original(name, series, entry.canonical, desk) else name

    return assign(desk, series, subject.key, propose, own)


def is_only_a_place(subject: Subject) -> bool:
    """Tell whether what was taken for an organisation is a country or a town, and no firm of that name: a team."""
    full = max(subject.surfaces, key=len)
    entry = look_up(full, "", "ar" if script_of(full) == "ar" else subject.language or "en")
    if entry is None or entry.kind == "country":
        return entry is not None
    return not any(each.kind == "company" for each in open_lists().find(normal(full)))


def _is_original(name: str, label: str, canonical: str, desk: Desk) -> bool:
    """Tell whether a name is another one of the same place (Gothenburg for Göteborg), or is itself replaced."""
    called = {entry.canonical for entry in open_lists().find(normal(name))} - {""}
    return canonical in called or any(desk.knows(label, each) for each in (fold(name), *sorted(called)))


@lru_cache(maxsize=4096)
def look_up(name: str, kind: str, language: str) -> Entry | None:
    """Return what the lists know of a place, in its base form or with the ending of the language."""
    form = normal("usa" if name in _AMERICA else _ARTICLE.sub("", name))
    forms = [form, form[:-1]] if form.endswith("s") and language in {"sv", "de"} else [form]
    if language == "ar":
        forms += [form[cut:] for cut in (1, 2) if len(form) > cut + 2 and form[0] in "وبلفك"]
    for each in forms:
        found = [entry for entry in open_lists().find(each) if entry.kind in (kind or "city region country").split()]
        if found:
            homes = _HOMES.get(language, "").split()
            return max(found, key=lambda entry: (entry.weight + 0.15 * (entry.country in homes), entry.country))
    return None


def city_rows(entry: Entry, language: str, pools: Pools) -> list[Row]:
    """Return the cities of a country, those of the same size first; at last invented towns."""
    head = f"city ar {entry.country}" if language == "ar" else f"city {entry.country}"
    size = sum(entry.weight >= step for step in _SIZES)
    cells = [pools.cell("places", f"{head} {other}") for other in range(5)]
    near = sorted(range(5), key=lambda other: (abs(other - size), other))
    same = cells[size] or next((cells[other] for other in near if cells[other]), ())
    around = tuple(name for other in near[:3] for name in cells[other])
    return [same, around, tuple(name for cell in cells for name in cell), town_row(language, pools)]


def region_rows(entry: Entry, language: str, pools: Pools) -> list[Row]:
    """Return the regions of a country; of a country without any, invented names."""
    head = f"region ar {entry.country}" if language == "ar" else f"region {entry.country}"
    any_arab = pools.cell("places", "region ar any") if language == "ar" else ()
    return [pools.cell("places", head), any_arab, town_row(language, pools)]


def country_rows(entry: Entry, language: str, pools: Pools) -> list[Row]:
    """Return the countries around a country, and then all, in the language of the text."""
    groups = _countries(language, pools)
    around = next((group for group in groups if entry.country in group), {})
    everywhere = {code: name for group in groups for code, name in group.items()}
    return [_others(around, entry.country), _others(everywhere, entry.country)]


def town_row(language: str, pools: Pools) -> Names:
    """Return the invented towns of a language."""
    return pools.cell("places", f"town {language}") or pools.cell("places", "town en")


def stem_row(language: str, pools: Pools) -> Names:
    """Return what streets and places are named after."""
    if language in _WITH_SURNAME:
        return pools.cell("persons", f"last {language}")
    return pools.cell("things", f"stem {language}") or pools.cell("things", "stem en")


@cache
def place_words(language: str, kind: str) -> tuple[str, ...]:
    """Return the common nouns of places in a language: words, links between them, or tails of compounds."""
    return tuple(entries(read_table("allonym.surrogates.names", "place_words.toml").get(language, {}).get(kind, "")))


def _named_place(subject: Subject, full: str, language: str, desk: Desk, pools: Pools) -> str:
    """Return an invented name with the common nouns of the original; without any, an invented town."""
    kept = kept_words(full, language)
    row = stem_row(language, pools) if kept else town_row(language, pools)
    return _fill_in(subject, kept, [row, town_row(language, pools)], desk)


def _fill_in(subject: Subject, kept: Sequence[str], rows: Sequence[Row], desk: Desk) -> str:
    own = frozenset().union(*map(words_of, subject.surfaces))

    def propose(draw: Draw) -> str | None:
        name = draw_from(rows, draw)
        if not name or not kept:
            return name
        # The common nouns may stand in the document; the name in them may not.
        return fill(kept, name) if is_new(desk, name, own) else ""

    return assign(desk, subject.label, subject.key, propose, None if kept else own)


def kept_words(full: str, language: str, kind: str = "") -> tuple[str, ...]:
    """Return the common nouns of a name with {} where a name is to stand; nothing if there are none.

    Mariatorget -> {}torget · Lake Vättern -> Lake {} · Place de la Bastille -> Place {}
    """
    words = full.replace("-", " ").split()
    common = {*place_words(kind or language, "words"), *place_words(language, "heads")}
    kept = [word if word.lower().strip(".") in common else "" for word in words]
    if any(kept) and not all(kept):
        first = next(place for place, word in enumerate(kept) if not word)
        return tuple(word or "{}" for place, word in enumerate(kept) if word or place == first)
    last = words[-1].lower() if words else ""
    tails = sorted(place_words(kind or language, "tails"), key=len, reverse=True)
    tail = next((each for each in tails if last.endswith(each) and len(last) > len(each) + 1), "")
    return ("{}" + tail,) if tail else ()


def fill(kept: Sequence[str], name: str) -> str:
    """Return the common nouns with the name in its place."""
    return " ".join(kept).replace("{}", name)


@cache
def _countries(language: str, pools: Pools) -> list[dict[str, str]]:
    keys = [key for key in pools.keys("places") if key.startswith(f"country {language} ")]
    return [dict(each.split("=") for each in pools.cell("places", key)) for key in keys]


def _others(countries: dict[str, str], code: str) -> Names:
    return tuple(name for other, name in countries.items() if name and other != code)


def write_line(subject: Subject, desk: Desk, pools: Pools) -> list[str]:
    """Return a stand-in for the name of a line of transport: Lidingöbanan -> Syrenbanan, Green Line -> Amber Line."""
    full = max(subject.surfaces, key=len)
    language = "ar" if script_of(full) == "ar" else subject.language or "en"
    kept = kept_words(full, language, "lines")
    # "gröna linjen" wants another adjective, "Lidingöbanan" a stem.
    kind = "adjective" if "{}" in kept else "line"
    row = pools.cell("things", f"{kind} {language}") or pools.cell("things", f"line {language}")
    name = _fill_in(subject, kept, [row, town_row(language, pools)], desk)
    return [dress(name, surface) for surface in subject.surfaces]
