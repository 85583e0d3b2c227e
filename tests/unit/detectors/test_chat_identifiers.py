"""Identifiers as people write them in chats, mails and forms: accounts, flights, lines, addresses of mail and web."""

import pytest

from allonym.core.types import Document
from allonym.detectors.identifiers.patterns import FINDERS, ON_REQUEST, patterns
from allonym.resolving import resolve

ALL = patterns([name for name in FINDERS if name not in ON_REQUEST])
WEAK = frozenset({"NUMBER", "HASHTAG"})


def found(text: str, label: str = "") -> list[str]:
    """Return what is found in a text, of a label or of all that say something."""
    [mentions] = ALL.detect([Document("d", text)])
    kept = [each for each in resolve(mentions) if each.label not in WEAK]
    return [each.span.of(text) for each in kept if not label or each.label.startswith(label)]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("discord nightowl#0423", "nightowl#0423"),
        ("Discord : petitloup#0392", "petitloup#0392"),
        ("Mein Battletag ist Morgrim#21345", "Morgrim#21345"),
        ("frostbyte#4821, find me on discord", "frostbyte#4821"),
        ("ضيفني nour.x#4821", "nour.x#4821"),
        ("kik me jess_b14", "jess_b14"),
        ("snap me @ brookelyn.03", "brookelyn.03"),
        ("cash app $jaydee22 pls", "$jaydee22"),
        ("ig: kayla.rose", "kayla.rose"),
        ("Instagram lotta.bakar, följ gärna", "lotta.bakar"),
        ("Mein Insta heißt lena.kocht", "lena.kocht"),
        ("suis-moi sur insta : marie.cuisine", "marie.cuisine"),
        ("il mio instagram è luca.viaggia", "luca.viaggia"),
        ("Mon pseudo c'est DarkKevin_76, ajoute moi", "DarkKevin_76"),
        ("Identifiant : mdupont75", "mdupont75"),
        ("Usuario: pgomez1978", "pgomez1978"),
        ("Utilizador: pfernandes79", "pfernandes79"),
        ("Benutzer: anna.berg", "anna.berg"),
        ("Användare: j.lind", "j.lind"),
        ("Mi Skype es live:marta.rey y mi mail", "live:marta.rey"),
        ("skype live:.cid.9a8b7c6d5e", "live:.cid.9a8b7c6d5e"),
        ("grande @Ele.Rinaldi, bellissima foto", "@Ele.Rinaldi"),
        ("valeu @Ze.Carioca, salvou", "@Ze.Carioca"),
        ("my snap obi.t", "obi.t"),
        ("banned: STEAM_0:1:4471902!", "STEAM_0:1:4471902"),
        ("his id is [U:1:8943805]", "[U:1:8943805]"),
    ],
)
def test_names_of_accounts_are_found(text: str, name: str) -> None:
    assert found(text) == [name]


@pytest.mark.parametrize(
    "text",
    [
        "bug#1234 on discord", "room#1204", "issue#12345 and PR#1234", "add me, ticket#48213", "C#1234",
        "instance.constructor", "Facebook so schön.", "User: Bob", "Login: gestern", "Benutzer: admin",
        "Live: Deutschland gegen Spanien", "LIVE:Breaking", "cash app for tips", "the big insta trend", "a big: yes",
        "was on insta today.i forgot", "steam_engine 0:1", "steam_0:1:2",
    ],
)  # fmt: skip
def test_what_only_looks_like_an_account_is_none(text: str) -> None:
    assert found(text, "USERNAME") == []


@pytest.mark.parametrize("text", ["Facebook example.com", "Twitter: berlin.de"])
def test_a_site_behind_a_platform_is_no_account(text: str) -> None:
    assert found(text, "USERNAME") == []
    assert len(found(text, "URL")) == 1


def test_a_capital_behind_a_small_handle_begins_a_sentence() -> None:
    assert found("ask @anna.Then go") == ["@anna"]
    assert found("thanks @Anna.I will") == ["@Anna"]


@pytest.mark.parametrize(
    ("text", "flight"),
    [
        ("We land on EI154 at 18:35, can you pick us up?", "EI154"),
        ("on BA117 to jfk rn", "BA117"),
        ("QF12 was delayed by three hours", "QF12"),
        ("I missed my connection UA 1187.", "UA 1187"),
        ("AC 848 YYZ–LHR, seat 31K", "AC 848"),
        ("aa100 is so late", "aa100"),
        ("i'm on ua1187 to sfo", "ua1187"),
        ("flight dl 1423 it is", "dl 1423"),
        ("Avec TS 111, terminal 3.", "TS 111"),
        ("J'arrive par l'AF1148 à 19h30", "AF1148"),
        ("Wir reisen mit EW 9702 morgen um 15:40 Uhr.", "EW 9702"),
        ("Arrivo con il FR4832 delle 23.10.", "FR4832"),
        ("arrivo col FR1234 alle 8.10", "FR1234"),
        ("llegamos en el VY1234 a las 14:20", "VY1234"),
        ("Chego no LA 3305 às 22h15.", "LA 3305"),
        ("jag kommer med SK1423 kl 19.40", "SK1423"),
        ("أصل على SV1020 الساعة 9", "SV1020"),
        ("Booked on BA1482 from Glasgow, lands late", "BA1482"),
        ("We're on EZY8273 tomorrow morning", "EZY8273"),
        ("she comes on BA1482 to Rome", "BA1482"),
        ("réservée sur AF7652 au départ de Lyon", "AF7652"),
        ("umgebucht auf LH 438", "LH 438"),
        ("Ich fliege mit EW9082 nach Wien", "EW9082"),
        ("parto con AZ1774 da Linate", "AZ1774"),
        ("vou no TP443 para Lisboa", "TP443"),
        ("Bokad på SK1423 från Arlanda", "SK1423"),
        ("على متن MS778 إلى لندن", "MS778"),
    ],
)
def test_flights_are_found_without_their_word(text: str, flight: str) -> None:
    assert found(text, "FLIGHT") == [flight]


@pytest.mark.parametrize(
    "text",
    [
        "in LH 1200 at 10:00", "voted on HR 1234 at 10:00", "on AA 1200 a while", "AF 1148", "flight at 300 ft",
        "vol de 1200 euros", "my gate: b12", "la 100 is late", "so 300 were late", "SK 12 kronor", "as123 is fine",
        "a router with AC1200 from Netgear", "I'm on the A3 near Guildford",
    ],
)  # fmt: skip
def test_what_only_looks_like_a_flight_is_none(text: str) -> None:
    assert found(text, "FLIGHT") == []


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("stuck on the Q train w no ac", ["Q"]),
        ("the A, C and E trains are down", ["A", "C", "E"]),
        ("then the N9 night bus", ["N9"]),
        ("Mit der S-Bahn-Linie 5 nach Kleve", ["5"]),
        ("O comboio Alfa Pendular 126 parte", ["126"]),
        ("prendi la M1", ["M1"]),
        ("take the M25 round to junction 15", []),
        ("I took the a train", []),
        ("the A team trains hard", []),
        ("the B training", []),
    ],
)
def test_lines_are_found_by_letter_and_name(text: str, lines: list[str]) -> None:
    assert found(text, "TRANSPORT") == lines


@pytest.mark.parametrize(
    "address",
    [
        "katie underscore b at example dot com", "anna unterstrich b ät web punkt de", "karim.b chez gmail point com",
        "ana guion bajo r arroba correo punto es", "lotta understreck b snabel-a telia punkt se",
        "marco trattino r chiocciola libero punto it", "john.smith at gmail.com", "anna.b92 at gmail", "anna_b92@gmail",
        "anna@gmail,com", "berg @ example . com",
    ],
)  # fmt: skip
def test_addresses_in_words_are_found_whole(address: str) -> None:
    assert found(f"it is: {address}", "EMAIL") == [address]


def test_an_address_without_an_at_sign_needs_a_word_for_mail() -> None:
    assert found("pls mail lucy.w at example.com") == ["lucy.w at example.com"]
    assert found("schreib an lucy.w at example.com") == ["lucy.w at example.com"]
    assert found("I saw version v2.0 at example.com") == ["example.com"]
    assert found("mail me at example.com") == ["example.com"]
    assert found("since v2.0.1 he works at yahoo") == []
    assert found("anna@home,come over") == []
    assert found("je suis chez orange.fr") == ["orange.fr"]
    assert found("look at me dot dot dot") == []


@pytest.mark.parametrize(
    "text",
    [
        "He looked at that point in silence", "The ratio analysis at this point is sound",
        "Start at any point as you like", "He arrived at no point at all", "She was at the point to leave",
        "Arrive at this point by noon", "Jo at this point is happy", "meet at home dot to dot book",
        "laughed at the dot me joke", "it broke at boiling point in the lab", "he is at this point fr",
        "chez nous point de salut", "works at the dot com next door",
        "def look_at_point_in(x)", "look_at_this_dot_com",
    ],
)  # fmt: skip
def test_sentences_with_a_point_are_no_addresses(text: str) -> None:
    assert found(text, "EMAIL") == []


@pytest.mark.parametrize(
    "address",
    [
        "anna.berg at firma dot se", "anna at firma dot se", "jo at mail point fr", "max at web punkt de",
        "jo at studioberg dot it", "jo at company dot co dot uk", "karim chez monsite point com",
        "anna at my-company dot com", "max (at) this [dot] is", "tunde_at_gmail_dot_com",
    ],
)  # fmt: skip
def test_addresses_in_words_need_no_mark(address: str) -> None:
    assert found(f"it is {address}", "EMAIL") == [address]


@pytest.mark.parametrize(
    "number",
    [
        "zéro six trente-neuf quatre-vingt-dix-huit douze quarante",
        "null sechs neununddreißig achtundneunzig zwölf vierzig", "cero seis treinta noventa doce cuarenta",
    ],
)  # fmt: skip
def test_numbers_in_words_that_begin_as_dialled_ones_need_no_cue(number: str) -> None:
    assert found(f"oui, {number}, merci", "PHONE") == [number]


@pytest.mark.parametrize(
    "text",
    [
        "zéro un deux trois quatre cinq six sept huit neuf dix onze douze", "zero or five or ten", "zéro six trente",
        "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
    ],
)  # fmt: skip
def test_who_counts_says_no_number(text: str) -> None:
    assert found(text, "PHONE") == []


@pytest.mark.parametrize(
    ("text", "site"),
    [
        ("Allt finns på hundkurs.nu, kolla in det!", "hundkurs.nu"),
        ("Hemsidan heter gronahuset.ax sedan i våras.", "gronahuset.ax"),
        ("notre site est mairie-oust.re", "mairie-oust.re"),
        ("موقعنا موقع.وزارة-الأتصالات.مصر", "موقع.وزارة-الأتصالات.مصر"),
        ("زوروا موقع تسوق.السعودية الآن", "تسوق.السعودية"),
        ("see asp.net/core for more", "asp.net/core"),
        ("Mira floresbastos.es o pregunta.", "floresbastos.es"),
        ("Se ekbomsbageri.se för mer.", "ekbomsbageri.se"),
        ("Guarda bianchettivini.it per gli orari.", "bianchettivini.it"),
    ],
)
def test_sites_of_rarer_countries_are_found(text: str, site: str) -> None:
    assert found(text, "URL") == [site]


@pytest.mark.parametrize(
    "text",
    [
        "asp.net devs where u at", "Jag är hemma.nu går vi", "ذهب إلى البيت.مصر جميلة", "ADO.NET and VB.NET",
        "Ha llegado.es tarde", "Det var bra.se nu", "It works.it is fine", "Nos vemos mañana.es tarde ya",
        "Vi ses imorgon.se till att komma",
    ],
)  # fmt: skip
def test_software_and_sentences_are_no_sites(text: str) -> None:
    assert found(text, "URL") == []


def test_a_mac_address_without_separators_needs_its_word() -> None:
    assert found("MAC 001b44113ab7", "MAC") == found("mac address: 001b44113ab7", "MAC") == ["001b44113ab7"]
    assert (
        found("hash 001b44113ab7", "MAC")
        == found("MAC 123456789012", "MAC")
        == found("MACRO 001b44113ab7", "MAC")
        == []
    )
