"""Make surrogates/tables/countries.toml and regions.toml: names that places are generalised to.

python scripts/make_place_names.py        needs: pip install babel

Countries are facts of CLDR (Unicode licence), in eight languages. Regions come from scripts/lists/own/regions.txt: the
first name of each is that of its country, and `_SPEAKS` says in which languages the others are said.
"""

from pathlib import Path

from babel import Locale

ROOT = Path(__file__).parent.parent
TABLES = ROOT / "src" / "allonym" / "surrogates" / "tables"
HEADER = "# Made by scripts/make_place_names.py; not to be edited.\n\n"
LANGUAGES = ("en", "fr", "de", "es", "it", "pt", "sv", "ar")
_NO_COUNTRIES = frozenset({"ZZ", "QO", "EU", "UN", "EZ"})
SMALL = frozenset(
    (
        "de",
        "la",
        "le",
        "du",
        "des",
        "do",
        "da",
        "del",
        "di",
        "y",
        "e",
        "and",
        "of",
        "län",
        "county",
        "sur",
        "van",
        "der",
        "den",
        "a",
        "en",
    )
)

# Names of regions in other languages than their own: code, then language and name.
_SPEAKS = {
    "SE-M": "en Scania, fr Scanie, de Schonen, es Escania, pt Escânia, it Scania",
    "DE-BY": "en Bavaria, fr Bavière, es Baviera, it Baviera, pt Baviera, sv Bayern, ar بافاريا",
    "DE-HE": "en Hesse, fr Hesse, it Assia, es Hesse, pt Hesse",
    "DE-NI": "en Lower Saxony, fr Basse-Saxe, es Baja Sajonia, it Bassa Sassonia, pt Baixa Saxónia, sv Niedersachsen",
    "DE-NW": "en North Rhine-Westphalia, fr Rhénanie-du-Nord-Westphalie, es Renania del Norte-Westfalia, "
    "it Renania Settentrionale-Vestfalia, pt Renânia do Norte-Vestfália",
    "DE-RP": "en Rhineland-Palatinate, fr Rhénanie-Palatinat, es Renania-Palatinado, it Renania-Palatinato",
    "DE-SL": "fr Sarre, es Sarre",
    "DE-SN": "en Saxony, fr Saxe, es Sajonia, it Sassonia, pt Saxónia",
    "DE-ST": "en Saxony-Anhalt, fr Saxe-Anhalt, es Sajonia-Anhalt, it Sassonia-Anhalt",
    "DE-TH": "en Thuringia, fr Thuringe, es Turingia, it Turingia, pt Turíngia",
    "AT-2": "en Carinthia, fr Carinthie, it Carinzia, es Carintia",
    "AT-6": "en Styria, fr Styrie, it Stiria, es Estiria",
    "AT-7": "en Tyrol, fr Tyrol, it Tirolo, es Tirol, sv Tyrolen",
    "FR-BRE": "en Brittany, es Bretaña, it Bretagna, pt Bretanha",
    "FR-20R": "en Corsica, de Korsika, es Córcega, it Corsica, pt Córsega, sv Korsika",
    "FR-NOR": "en Normandy, es Normandía, it Normandia, pt Normandia",
    "IT-21": "en Piedmont, fr Piémont, de Piemont, es Piamonte",
    "IT-25": "en Lombardy, fr Lombardie, de Lombardei, es Lombardía, sv Lombardiet",
    "IT-42": "fr Ligurie, de Ligurien, sv Ligurien", "IT-45": "fr Émilie-Romagne, es Emilia-Romaña",
    "IT-52": "en Tuscany, fr Toscane, de Toskana", "IT-62": "fr Latium, de Latium, es Lacio, pt Lácio",
    "IT-72": "fr Campanie, de Kampanien, sv Kampanien", "IT-75": "en Apulia, fr Pouilles, de Apulien, sv Apulien",
    "IT-78": "fr Calabre, de Kalabrien, pt Calábria, sv Kalabrien",
    "IT-82": "en Sicily, fr Sicile, de Sizilien, es Sicilia, pt Sicília, sv Sicilien, ar صقلية",
    "IT-88": "en Sardinia, fr Sardaigne, de Sardinien, es Cerdeña, pt Sardenha, sv Sardinien",
    "IT-34": "fr Vénétie, de Venetien", "IT-55": "fr Ombrie, de Umbrien, pt Úmbria, sv Umbrien",
    "ES-AN": "en Andalusia, fr Andalousie, de Andalusien, it Andalusia, pt Andaluzia, sv Andalusien, ar الأندلس",
    "ES-CT": "en Catalonia, fr Catalogne, de Katalonien, it Catalogna, pt Catalunha, sv Katalonien, ar كتالونيا",
    "ES-CN": "en Canary Islands, fr Canaries, de Kanarische Inseln, it Canarie, pt Canárias, sv Kanarieöarna",
    "ES-IB": "en Balearic Islands, fr Baléares, de Balearen, it Baleari, pt Baleares, sv Balearerna",
    "ES-PV": "en Basque Country, fr Pays basque, de Baskenland, it Paesi Baschi, pt País Basco, sv Baskien",
    "ES-GA": "fr Galice, de Galicien, it Galizia, pt Galiza, sv Galicien",
    "ES-AR": "en Aragon, fr Aragon, de Aragonien, it Aragona, pt Aragão, sv Aragonien",
    "GB-ENG": "fr Angleterre, de England, es Inglaterra, it Inghilterra, pt Inglaterra, ar إنجلترا",
    "GB-SCT": "fr Écosse, de Schottland, es Escocia, it Scozia, pt Escócia, sv Skottland, ar اسكتلندا",
    "GB-WLS": "fr Pays de Galles, es Gales, it Galles, pt País de Gales, ar ويلز",
    "GB-NIR": "fr Irlande du Nord, de Nordirland, es Irlanda del Norte, it Irlanda del Nord, pt Irlanda do Norte, "
    "sv Nordirland, ar أيرلندا الشمالية",
    "BE-VLG": "en Flanders, fr Flandre, de Flandern, es Flandes, it Fiandre, pt Flandres, sv Flandern",
    "BE-WAL": "en Wallonia, de Wallonien, es Valonia, it Vallonia, pt Valónia, sv Vallonien",
    "US-CA": "fr Californie, de Kalifornien, pt Califórnia, sv Kalifornien, ar كاليفورنيا",
    "US-TX": "ar تكساس", "US-FL": "fr Floride, ar فلوريدا", "US-PA": "fr Pennsylvanie",
    "US-LA": "fr Louisiane, es Luisiana", "US-NY": "en New York",
    "CA-BC": "fr Colombie-Britannique", "CA-QC": "fr Québec", "CA-NS": "fr Nouvelle-Écosse",
}  # fmt: skip

# CLDR's names of these are those of maps and treaties; people say less.
_SAID = {
    "HK": {"de": "Hongkong", "sv": "Hongkong", "ar": "هونغ كونغ", "": "Hong Kong"},
    "MO": {"ar": "ماكاو", "pt": "Macau", "de": "Macau", "": "Macao"},
    "PS": {"en": "Palestine", "fr": "Palestine", "de": "Palästina", "ar": "فلسطين", "": "Palestina"},
}


def main() -> None:
    """Write both tables."""
    TABLES.mkdir(exist_ok=True)
    (TABLES / "countries.toml").write_text(HEADER + "\n".join(map(countries, LANGUAGES)), "utf-8")
    (TABLES / "regions.toml").write_text(HEADER + regions(), "utf-8")


def countries(code: str) -> str:
    """Return the countries in one language."""
    names = {key: name for key, name in Locale(code).territories.items() if len(key) == 2 and key.isalpha()}
    rows = [f"{key}: {_said(key, name, code)}" for key, name in sorted(names.items()) if key not in _NO_COUNTRIES]
    return "\n".join((f'{code} = """', *rows, '"""\n'))


def _said(key: str, name: str, code: str) -> str:
    if key in _SAID:
        return _SAID[key].get(code, _SAID[key][""])
    return name.partition(" (")[0]


def regions() -> str:
    """Return the regions with their own name and those in other languages."""
    rows = []
    for line in (ROOT / "scripts" / "lists" / "own" / "regions.txt").read_text("utf-8").splitlines():
        for entry in line.split(" | ") if line and not line.startswith("#") else ():
            key, _, names = entry.partition(":")
            iso = key.partition("@")[0].strip()
            own = _titled(names.split(",")[0].strip())
            more = [each.strip().split(" ", 1) for each in _SPEAKS.get(iso, "").split(",") if each.strip()]
            rows.append(" | ".join((f"{iso}: {own}", *(f"{language} {name}" for language, name in more))))
    return 'regions = """\n' + "\n".join(rows) + '\n"""\n'


def _titled(name: str) -> str:
    words = name.split(" ")
    return " ".join(word if word in SMALL and place else _capital(word) for place, word in enumerate(words))


def _capital(word: str) -> str:
    return "-".join(part if part in SMALL else part[:1].upper() + part[1:] for part in word.split("-"))


if __name__ == "__main__":
    main()
