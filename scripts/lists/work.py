"""Occupations, universities and nationalities of the makers of test data."""

import importlib
import json
import re
from collections.abc import Iterator
from pathlib import Path

from facts import Fact
from names import MIMESIS_LOCALES
from own import thing

FAKER_JOBS = {
    "en": "en_US",
    "fr": "fr_FR fr_CH",
    "de": "de_DE de_AT",
    "es": "es_ES es_MX es_AR es_CL es_CO es",
    "pt": "pt_BR pt_PT",
    "ar": "ar_AA ar_DZ",
}
_NO_PLAIN_FORM = re.compile(r"[()\d*·]")
_IN_BRACKETS = re.compile(r"\s*\(.*?\)")


def jobs(text: str) -> Iterator[str]:
    """Return the occupations that an entry names: "Engineer, civil" is a civil engineer; "Koch / Köchin" are two."""
    for part in re.split(r"\s*/\s*", _IN_BRACKETS.sub("", text)):
        name, comma, kind = part.partition(", ")
        whole = f"{kind} {name}" if comma and len(kind.split()) <= 3 else name
        if whole and len(whole.split()) <= 4 and not _NO_PLAIN_FORM.search(whole):
            yield whole


def faker_jobs(_: Path) -> Iterator[Fact]:
    """Return the occupations of Faker."""
    for language, locales in FAKER_JOBS.items():
        for locale in locales.split():
            provider = importlib.import_module(f"faker.providers.job.{locale}").Provider
            for attribute in ("jobs", "jobs_male", "jobs_female"):
                for entry in getattr(provider, attribute, ()):
                    yield from (Fact(job, "occupation", "faker", language, weight=0.5) for job in jobs(entry))


def mimesis_work(root: Path) -> Iterator[Fact]:
    """Return the occupations, universities and nationalities of Mimesis."""
    for language, locales in MIMESIS_LOCALES.items():
        for locale in locales.split():
            person = json.loads((root / "mimesis" / "datasets" / locale / "person.json").read_text("utf-8"))
            for entry in person.get("occupation", ()):
                yield from (Fact(job, "occupation", "mimesis", language, weight=0.5) for job in jobs(entry))
            for entry in person.get("university", ()):
                name = _IN_BRACKETS.sub("", entry)
                yield Fact(name, "school", "mimesis", "", weight=0.5, canonical=thing("school", name))
            yield from _nationalities(person.get("nationality", []), language)


def _nationalities(table: "list[str] | dict[str, list[str]]", language: str) -> Iterator[Fact]:
    by_gender = table if isinstance(table, dict) else {"": table}
    for gender, names in by_gender.items():
        for name in names:
            yield Fact(name, "nationality", "mimesis", language, gender[:1] if gender[:1] in "mf" else "", 0.6)


def universities(root: Path) -> Iterator[Fact]:
    """Return German and Austrian universities out of Wikidata; nothing else of this package is used."""
    import gzip

    path = root / "stella_anonymize" / "native_packages" / "default-pipeline-input.json.gz"
    lists = json.loads(gzip.decompress(path.read_bytes()))["dictionaries"]["denyList"]
    teaching = re.compile(r"uni|hochschule|akademie|academy|college|school|institut", re.IGNORECASE)
    for country in ("DE", "AT"):
        for name in lists[f"education/universities-{country}"]:
            if teaching.search(name) and len(name) > 6:
                canonical = thing("school", name)
                yield Fact(name, "school", "stella-anonymize-core", "", "", 0.4, country, canonical)
