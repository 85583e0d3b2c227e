"""The labels: what kinds of things allonym finds, as one tree of dotted names.

PERSON.FIRST is a PERSON. Whoever knows no rule for a label asks for its parent, and whoever knows neither redacts.
How other tag sets say the same is in `tagsets`; the page docs/reference/labels.md is made from both.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

from allonym.core.errors import SettingsError


class Kind(Enum):
    """How much a label gives away. The default profile replaces direct identifiers and marks the others."""

    DIRECT = "direct identifier"
    QUASI = "quasi-identifier"
    SENSITIVE = "sensitive"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Label:
    """One label: its dotted name, how much it gives away, what it stands for, and an example."""

    name: str
    kind: Kind
    description: str
    example: str


DIRECT, QUASI, SENSITIVE, OTHER = Kind.DIRECT, Kind.QUASI, Kind.SENSITIVE, Kind.OTHER

_TREE = (
    Label("PERSON", DIRECT, "A person's name, whole or of an unknown part.", "Paul Watson"),
    Label("PERSON.FIRST", DIRECT, "A first name.", "Alice"),
    Label("PERSON.MIDDLE", DIRECT, "A name between first name and surname.", "Maria"),
    Label("PERSON.LAST", DIRECT, "A surname, with its particle.", "van den Berg"),
    Label("PERSON.INITIALS", DIRECT, "The initials of a person.", "A. B."),
    Label("PERSON.NICKNAME", DIRECT, "A pet name or byname of a person.", "Sarko"),
    Label("USERNAME", DIRECT, "The name of an account on a platform, with or without @.", "@marie.delattre1"),
    Label("HASHTAG", QUASI, "A word or phrase after #.", "#JusticeForMarie"),
    Label("LOCATION", QUASI, "A place with a name, of an unknown sort.", "Cergy"),
    Label("LOCATION.COUNTRY", QUASI, "A country.", "Syria"),
    Label("LOCATION.REGION", QUASI, "A region larger than a city that is not a country.", "Tuscany"),
    Label("LOCATION.CITY", QUASI, "A city, town, village or agglomeration.", "Leeds"),
    Label("LOCATION.AREA", QUASI, "A part of a city.", "Vesterbro"),
    Label("LOCATION.PLACE", QUASI, "A square, bridge, building, stop or station.", "Mariatorget"),
    Label("LOCATION.GEO", QUASI, "A lake, forest, mountain or other feature of the land.", "Lake Vättern"),
    Label("ADDRESS", DIRECT, "A postal address, whole or of an unknown part.", "12 Rue Hubert Couturier, 75011 Paris"),
    Label("ADDRESS.STREET", DIRECT, "The street of an address.", "Rue Hubert Couturier"),
    Label("ADDRESS.NUMBER", DIRECT, "The number of a house, door or flat.", "12 B"),
    Label("ADDRESS.ZIP", DIRECT, "A postal code.", "75011"),
    Label("COORDINATES", DIRECT, "A point on the earth in numbers.", "48.8566, 2.3522"),
    Label("ORGANIZATION", QUASI, "An organisation of an unknown sort.", "Northern Light"),
    Label("ORGANIZATION.COMPANY", QUASI, "A commercial enterprise.", "Ikea"),
    Label("ORGANIZATION.PRODUCT", OTHER, "A product or brand that reveals its maker.", "Chrome"),
    Label("ORGANIZATION.SCHOOL", QUASI, "A school, university or other place of teaching.", "Uppsala University"),
    Label(
        "ORGANIZATION.WORK", QUASI, "The work place of the writer or somebody near; wins over school.", "Café Norden"
    ),
    Label("ORGANIZATION.INSTITUTION", QUASI, "A club, charity, party, congregation or hospital.", "Mölndal Chess Club"),
    Label("ORGANIZATION.AUTHORITY", OTHER, "A public authority.", "Skatteverket"),
    Label("ORGANIZATION.MEDIA", OTHER, "A newspaper, station, programme or podcast.", "Radio Nova"),
    Label("DATE", QUASI, "A date, whole or relative.", "2018-12-01"),
    Label("DATE.DAY", QUASI, "The day of a date.", "14"),
    Label("DATE.MONTH", QUASI, "The month of a date, in digits or as a word.", "August"),
    Label("DATE.YEAR", QUASI, "The year of a date.", "2013"),
    Label("TIME", QUASI, "A time of day.", "7:45 pm"),
    Label("AGE", QUASI, "The age of a person.", "eighteen"),
    Label("DURATION", OTHER, "A length of time.", "five months"),
    Label("EMAIL", DIRECT, "An e-mail address.", "pwatson@example.org"),
    Label("PHONE", DIRECT, "A telephone or fax number.", "01 23 34 34 56"),
    Label("URL", DIRECT, "A web address.", "https://example.org/~pwatson"),
    Label("IP", DIRECT, "An Internet address, version 4 or 6.", "192.0.2.17"),
    Label("MAC", DIRECT, "The hardware address of a device.", "00:00:5E:00:53:01"),
    Label("IBAN", DIRECT, "An international bank account number.", "GB33BUKB20201555555555"),
    Label("BIC", DIRECT, "The code of a bank, mostly beside an account.", "DEUTDEFF"),
    Label("CARD", DIRECT, "The number of a payment card.", "4111 1111 1111 1111"),
    Label("ACCOUNT", DIRECT, "A bank or customer account number that is no IBAN.", "8327-9 903 123"),
    Label("CRYPTO", DIRECT, "The address of a crypto wallet.", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"),
    Label("MONEY", OTHER, "An amount of money.", "€ 1,200"),
    Label("CONTRACT", DIRECT, "A contract, customer, order or case number.", "KX-2291-B7"),
    Label("ID", DIRECT, "A number or code that identifies one person or body.", "C-004471"),
    Label("ID.NATIONAL", DIRECT, "A national identity or social security number.", "811228-9874"),
    Label("ID.PASSPORT", DIRECT, "A passport number.", "AB1234567"),
    Label("ID.TAX", DIRECT, "A tax or VAT number.", "RSSMRA85T10A562S"),
    Label("ID.HEALTH", DIRECT, "A patient, health insurance or medical record number.", "943 476 5919"),
    Label("ID.LICENCE", DIRECT, "The number of a driving licence, certificate or permit.", "MORGA657054SM9IJ"),
    Label("PLATE", DIRECT, "The registration plate of a vehicle.", "ABC 123"),
    Label("VIN", DIRECT, "The identification number of a vehicle.", "1M8GDM9AXKP042788"),
    Label("TRANSPORT", QUASI, "A line of public transport, of an unknown part.", "line 3, green"),
    Label("TRANSPORT.NAME", QUASI, "The name of a line or network.", "Lidingöbanan"),
    Label("TRANSPORT.NUMBER", QUASI, "The number of a line, without its type.", "528"),
    Label("FLIGHT", QUASI, "A flight number.", "AF 1148"),
    Label("NUMBER", OTHER, "Any other number.", "1000"),
    Label("NATIONALITY", QUASI, "A nationality, or the people of a place.", "Italian"),
    Label("PROFESSION", QUASI, "An occupation or position.", "web developer"),
    Label("EDUCATION", QUASI, "A degree, course or field of study.", "a degree in chemistry"),
    Label("FAMILY", QUASI, "A word for a relative or friend.", "grandfather"),
    Label("LANGUAGE", QUASI, "A language that somebody speaks.", "Tigrinya"),
    Label("SENSITIVE", SENSITIVE, "What would harm its writer if the identity leaked.", "at the demonstration"),
    Label("SENSITIVE.RELIGION", SENSITIVE, "A religious or philosophical conviction.", "Baptist"),
    Label("SENSITIVE.POLITICS", SENSITIVE, "A political opinion or membership.", "union member"),
    Label("SENSITIVE.ORIENTATION", SENSITIVE, "A sexual orientation or gender identity.", "bisexual"),
    Label("SENSITIVE.ETHNICITY", SENSITIVE, "An ethnic group.", "Kurdish"),
    Label("SENSITIVE.HEALTH", SENSITIVE, "The state of somebody's health.", "in a wheelchair"),
    Label("SENSITIVE.CRIME", SENSITIVE, "A crime done by or to somebody.", "burglary"),
    Label("CREATION", OTHER, "A work of art or of the mind, of an unknown sort.", "Guernica"),
    Label("CREATION.BOOK", OTHER, "A book or scripture.", "the Quran"),
    Label("CREATION.GAME", OTHER, "A game.", "Minecraft"),
    Label("CREATION.MOVIE", OTHER, "A film or series.", "Metropolis"),
    Label("CREATION.MUSIC", OTHER, "A song, album or other piece of music.", "La isla bonita"),
    Label("EVENT", OTHER, "A historical, recurring or religious event.", "the French Revolution"),
    Label("DISEASE", SENSITIVE, "A disease by its name.", "diabetes"),
    Label("SYMBOL", OTHER, "A symbol of a group or belief.", "Star of David"),
    Label("EXTRA", DIRECT, "Whatever else may identify somebody.", "the year our house burnt down"),
)

LABELS: Mapping[str, Label] = MappingProxyType({label.name: label for label in _TREE})
"""Every label by its name, in the order of the tree."""

FEATURES: Mapping[str, str] = MappingProxyType(
    {
        "gender": "male, female or unknown",
        "gen": "yes: in the genitive",
        "def": "yes: in the definite form",
        "pl": "yes: in the plural",
        "foreign": "yes: outside the home country",
        "country": "the two-letter ISO code of the country that issued it",
        "form": "digits or words",
        "when": "past or future, seen from the text",
        "world": "fiction or religion: not of this world",
        "kind": "a finer sort, in the words of the tag set that makes the distinction",
        "number": "the running number of the entity in its document",
        "attention": "yes: an annotator wants to come back here",
        "comment": "yes: a comment for the users of the corpus stands here",
        "citation": "yes: words of another language, cited",
        "denied": "yes: the user has listed it, so it is replaced whatever its label",
        "value": "a date, length of time or clock time in ISO 8601, or a number, where it is certain",
        "parts": "where street, number, postcode and city stand inside an address",
        "clitic": "the letters of the word that belong to the sentence, not to the name",
        "list": "the kind of list that knows the words",
        "cue": "the kind of words around that spoke for it",
        "unsure_link": "yes: it fitted two entities alike and was given to the nearer one",
        "namesake": "the number of an entity among those of one name in its document",
    }
)
"""What a mention may carry beside its label."""


def require(label: str) -> str:
    """Return a label as it came; raise SettingsError if there is none of that name."""
    if label not in LABELS:
        # Only the wrong pay for difflib.
        from allonym.core.nearest import nearest

        raise SettingsError(f"no label is called {label!r}{nearest(label, LABELS)}")
    return label


def parent(label: str) -> str | None:
    """Return the label one step up, or None at the top; only the name is read, `require` checks it."""
    return label.rpartition(".")[0] or None


def lineage(label: str) -> tuple[str, ...]:
    """Return the label itself, then its parents: PERSON.FIRST, PERSON."""
    above = parent(label)
    return (label, *lineage(above)) if above else (label,)


def is_a(label: str, ancestor: str) -> bool:
    """Tell whether a label is another one or stands below it."""
    return label == ancestor or label.startswith(f"{ancestor}.")
