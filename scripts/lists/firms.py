"""Companies, brands, transit networks, products and legal forms."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from facts import Fact, scaled
from own import thing
from parquet import rows
from variants import clean

_LEGAL = re.compile(
    r"[\s,]+(?:inc|incorporated|corp|corporation|co|company|companies|ltd|limited|plc|llc|lp|llp|n\.?v|s\.?a|s\.?p\.?a"
    r"|a\.?g|se|kgaa|gmbh|ab|asa|a/s|oyj|s\.?e|holdings?|group|trust|the|publ"
    r"|s\.?a\.?b\.? de c\.?v|class [abc]|adr|cl [abc])\.?$",
    re.IGNORECASE,
)
_PLACE_SUFFIX = re.compile(r"\s*[/\\].{2,12}[/\\]?$")
_IN_BRACKETS = re.compile(r"\s*[(（].*?[)）]")
_SCHOOLS = {"university", "school", "college", "prep_school", "music_school", "language_school", "kindergarten"}
# Bodies that run a street lamp are towns and offices, not companies.
_PUBLIC = re.compile(
    r"\b(city|town|county|council|borough|district|commune|ville|gemeinde|stadt|kommun|ayuntamiento|comune|municip\w+|state"
    r"|ministry|ministère|department|prefeitura|câmara|mairie|landkreis|province|provincia|region|région|government|federal"
    r"|national|department|police|fire|village|parish|army|force|authority|gmina|urząd|powiat|obec|mesto|kraj)\b",
    re.IGNORECASE,
)


def short_name(name: str) -> str:
    """Return the name of a company without its legal form."""
    name = _PLACE_SUFFIX.sub("", name)
    while (cut := _LEGAL.sub("", name).rstrip(" ,&.")) and cut != name.rstrip(" ,&."):
        name = cut
    return name.rstrip(" ,&")


def sec(root: Path) -> Iterator[Fact]:
    """Return companies that file with the US Securities and Exchange Commission, largest first."""
    read = rows(root / "edgar" / "reference" / "data" / "company_tickers.parquet", ["name"])
    for rank, row in enumerate(read):
        weight = 1.05 - scaled(rank + 1, 1, len(read) * 1.2)
        yield from _company(row["name"], "edgartools", weight, "US")


def indices(root: Path) -> Iterator[Fact]:
    """Return companies of the stock indices of the world."""
    text = (root / "pytickersymbols" / "indices_data.py").read_text("utf-8")
    table = ast.literal_eval(text[text.index("INDICES = ") + len("INDICES = ") :])
    for index in table.values():
        for company in index["companies"]:
            yield from _company(company["name"], "pytickersymbols", 0.6, "")


def _company(name: str, source: str, weight: float, country: str) -> Iterator[Fact]:
    short = short_name(name)
    if len(short) < 2 or short.isdigit():
        return
    canonical = thing("company", short)
    for form in dict.fromkeys((short, name.strip())):
        yield Fact(form, "company", source, "", "", max(0.1, weight), country, canonical)


def brands(root: Path) -> Iterator[Fact]:
    """Return brands, operators and transit networks of the name suggestion index."""
    table = json.loads((root / "package" / "dist" / "json" / "nsi.min.json").read_text("utf-8"))["nsi"]
    for path in sorted(table):
        tree, _, sort = path.split("/")
        for item in table[path]["items"] if tree != "flags" else ():
            kind = "transit" if tree == "transit" else "school" if sort in _SCHOOLS else "company"
            if kind == "company" and tree == "operators" and _PUBLIC.search(item["displayName"]):
                continue
            yield from _brand(item, kind, 0.55 if tree == "brands" else 0.25)


def _brand(item: dict[str, Any], kind: str, weight: float) -> Iterator[Fact]:
    name = _IN_BRACKETS.sub("", item["displayName"])
    places = [place for place in item["locationSet"].get("include", []) if isinstance(place, str)]
    # The index writes fx for France without its overseas parts.
    home = places[0].replace("fx", "fr").upper() if len(places) == 1 else ""
    country = home if re.fullmatch("[A-Z]{2}", home) else ""
    weight = min(0.8, weight + (0.2 if "001" in places else 0.02 * min(len(places), 10)))
    wanted = re.compile(
        r"(?:(?:brand|name|operator|network|short_name|official_name)(?::(?:en|fr|de|es|it|pt|sv|ar))?)"
    )
    tags = [value for key, value in item["tags"].items() if wanted.fullmatch(key)]
    for form in dict.fromkeys((name, *(_IN_BRACKETS.sub("", tag) for tag in tags), *item.get("matchNames", ()))):
        for part in form.split(";"):
            if len(clean(part)) > 1:
                yield Fact(part, kind, "name-suggestion-index", "", "", weight, country, thing(kind, name))


def icons(root: Path) -> Iterator[Fact]:
    """Return brands and products that have a logo in Simple Icons."""
    table = json.loads((root / "package" / "data" / "simple-icons.json").read_text("utf-8"))
    for icon in table if isinstance(table, list) else table["icons"]:
        others = icon.get("aliases", {}).get("aka", [])
        for form in (icon["title"], *others):
            yield Fact(form, "product", "simple-icons", "", "", 0.3, "", thing("product", icon["title"]))


def legal_forms(root: Path) -> Iterator[Fact]:
    """Return legal forms of companies in many countries."""
    text = (root / "cleanco" / "termdata.py").read_text("utf-8")
    for node in ast.parse(text).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "terms_by_country":
            for forms in ast.literal_eval(node.value).values():
                yield from (Fact(form, "legal_form", "cleanco", weight=0.5) for form in forms)
