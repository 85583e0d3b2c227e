"""What we wrote ourselves, in own/: words of each language, nicknames, nationalities, products and their makers."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from facts import LANGUAGES, Fact, Facts
from inflect import inflected
from variants import clean, is_arabic, plain

OWN = Path(__file__).parent / "own"
SOURCE = "allonym"
GENDERED = {"family", "title"}
# Words that announce a name of their kind rather than being one.
ANNOUNCING = {"school": "word:school", "transit": "word:transit"}
_MAKER = re.compile(
    r"(?P<maker>[^<(:=]+?)\s*(<\s*(?P<owner>[^(:=]+?))?\s*\((?P<country>\w\w)\)\s*(=(?P<others>[^:]*))?:"
)


def add_own(facts: Facts) -> None:
    """Take in all that we wrote."""
    facts.add(words())
    facts.add(nicknames())
    facts.add(surnames())
    facts.add(nationalities())
    facts.add(stop_words())
    add_products(facts)


def words() -> Iterator[Fact]:
    """Return family words, titles, streets, legal forms, schools, transit, occupations: own/<language>.toml."""
    for language in LANGUAGES:
        table = tomllib.loads((OWN / f"{language}.toml").read_text("utf-8"))
        for kind, genders in table.items():
            for gender, forms in genders.items():
                told = gender if kind in GENDERED else ""
                for form in split(forms):
                    yield Fact(form, kind, SOURCE, language, told, 1.0, canonical=ANNOUNCING.get(kind, ""))


def nicknames() -> Iterator[Fact]:
    """Return short names and their formal ones: both are one name."""
    table = tomllib.loads((OWN / "nicknames.toml").read_text("utf-8"))
    for language, genders in table.items():
        for gender, text in genders.items():
            for row in split(text, ";"):
                formal, _, shorts = row.partition(":")
                name = f"name:{clean(formal)}"
                for short in shorts.split():
                    yield Fact(short, "nickname", SOURCE, language, gender, 0.6, canonical=name)


def surnames() -> Iterator[Fact]:
    """Return surnames that are ordinary words as well."""
    for language, forms in tomllib.loads((OWN / "surnames.toml").read_text("utf-8")).items():
        for form in split(forms):
            yield Fact(form, "last", SOURCE, language, weight=0.45)


def nationalities() -> Iterator[Fact]:
    """Return nationalities in every inflection: own/nationalities.tsv has the base forms."""
    for line in lines("nationalities.tsv"):
        country, *cells = line.split("\t")
        thing = f"people:{country if country != '-' else plain(split(cells[0])[0]).replace(' ', '-')}"
        columns = zip(("en", "fr", "de", "de person", "es", "it", "pt", "sv", "sv person", "ar"), cells, strict=True)
        for column, cell in columns:
            for base in split(cell):
                for form, gender in inflected(base, column):
                    code = country.strip("-")
                    yield Fact(form, "nationality", SOURCE, column[:2], gender, 1.0, code, thing)


def stop_words() -> Iterator[Fact]:
    """Return forms that are never names by themselves."""
    for language, forms in tomllib.loads((OWN / "stop.toml").read_text("utf-8")).items():
        for form in split(forms):
            yield Fact(form, "stop", SOURCE, language, weight=1.0)


def add_products(facts: Facts) -> None:
    """Take in makers and their products: a product's parent is its maker, a maker's its owner."""
    for line in lines("products.txt"):
        match = _MAKER.match(line)
        if match is None:
            raise ValueError(f"own/products.txt: no maker in {line!r}")
        maker, owner, country = match["maker"], match["owner"], match["country"]
        for name in (maker, *split(match["others"] or "", "=")):
            facts.add([Fact(name, "company", SOURCE, "", "", 0.9, country, thing("company", maker))])
        if owner:
            facts.place(thing("company", maker), thing("company", owner))
        for product in split(line[match.end() :]):
            chief, *_ = names = split(product, "=")
            facts.place(thing("product", chief), thing("company", maker))
            facts.add(Fact(name, "product", SOURCE, "", "", 0.8, country, thing("product", chief)) for name in names)


def thing(kind: str, name: str) -> str:
    """Return the canonical name of a thing: company:alphabet."""
    form = clean(name)
    return f"{kind}:{(form if is_arabic(form) else plain(form)).replace(' ', '-')}"


def lines(name: str) -> Iterator[str]:
    """Return the lines of a file of ours, without comments."""
    for line in (OWN / name).read_text("utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            yield line


def split(text: str, at: str = ",") -> list[str]:
    """Return the parts of a text that are not empty."""
    return [part.strip() for part in text.split(at) if part.strip()]
