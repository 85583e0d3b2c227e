"""Identifiers as forms, tickets and notes have them: ids, plates, phones, coordinates, banks; and what looks alike."""

import pytest
from tests.unit.detectors.everything import ALL, found

from allonym.core.types import Document
from allonym.detectors.identifiers.cue_words import entries
from allonym.detectors.identifiers.nearby import Nearby


@pytest.mark.parametrize(
    ("label", "text", "surface"),
    [
        ("ID.NATIONAL", "SIN 454 131 368 was entered twice", "454 131 368"),
        ("ID.NATIONAL", "her SIN is 454 131 368", "454 131 368"),
        ("ID.NATIONAL", "NAS : 694 959 768", "694 959 768"),
        ("ID.NATIONAL", "Son numéro d'assurance sociale est 434-497-574.", "434-497-574"),
        ("ID.NATIONAL", "they asked my social its 334822349", "334822349"),
        ("ID.NATIONAL", "Número de seguro social (IMSS): 39433580824", "39433580824"),
        ("ID.NATIONAL", "Titolare del permesso I08429137, scadenza", "I08429137"),
        ("ID.HEALTH", "CHI 1911528602 – referred by GP", "1911528602"),
        ("ID.HEALTH", "Medicare card 2067 64795 1 ref 1", "2067 64795 1"),
        ("ID.HEALTH", "Carte d'assurance maladie GAGN 5903 1611, expire", "GAGN 5903 1611"),
        ("ID.HEALTH", "tessera n. 80756001234567890123.", "80756001234567890123"),
        ("ID.HEALTH", "بطاقة صحية رقم 04-882193", "04-882193"),
        ("ID.TAX", "Arbetsgivare: 556750-8097", "556750-8097"),
        ("ID.TAX", "FO-nummer 2894956-8, hemort Vasa", "2894956-8"),
        ("ID.TAX", "EORI SE5561423699", "SE5561423699"),
        ("ID.TAX", "رقم التسجيل الضريبي TRN 100016996354783", "100016996354783"),
        ("ID.TAX", "Numéro d'entreprise 0829.872.909 (BCE)", "0829.872.909"),
        ("ID", "eingetragen unter FN 284719k", "FN 284719k"),
        ("ID", "Anställningsnr 104482 ska anges.", "104482"),
        ("ID", "my payroll number is 0048122.", "0048122"),
        ("ID", "Visa grant number 0048217739021", "0048217739021"),
        ("ID.LICENCE", "Colegiada nº 28/2845120, firma", "28/2845120"),
        ("ID.LICENCE", "Dra. Ruiz, Col. 28123", "28123"),
        ("CONTRACT", "CAE 73482910384756.", "73482910384756"),
        ("CONTRACT", "Registro de entrada REGAGE24e00012345678", "REGAGE24e00012345678"),
        ("CONTRACT", "Police d'assurance n° 48.291.307", "48.291.307"),
        ("CONTRACT", "Nº de póliza 48.291.307", "48.291.307"),
        ("CONTRACT", "IMEI del teléfono perdido: 354452574182056", "354452574182056"),
        ("ACCOUNT", "Postkonto 80-48291-3, PostFinance.", "80-48291-3"),
        ("ACCOUNT", "Compte postal 17-482913-4", "17-482913-4"),
        ("PLATE", "Registerskylt IJK-482 (Finland)", "IJK-482"),
        ("PLATE", "NSW rego DTR-48K due", "DTR-48K"),
        ("PLATE", "Irish reg 191-D-38472, tax out", "191-D-38472"),
        ("PLATE", "KFZ-Kennz.: HH-KR 291E", "HH-KR 291E"),
        ("PLATE", "M-AB 3847E steht da", "M-AB 3847E"),
        ("PLATE", "Kontrollschild ZH 482 913 gefunden", "ZH 482 913"),
        ("PLATE", "لوحتها أبوظبي 11/48213", "11/48213"),
        ("PLATE", "weißer Golf, F XY 4821", "F XY 4821"),
        ("PLATE", "den schwarzen Audi M AB 3847?", "M AB 3847"),
        ("PLATE", "per l'auto TI 91827.", "TI 91827"),
        ("PLATE", "en röd Volvo V70, KLM 482", "KLM 482"),
        ("PLATE", "Der Roller B XY 99 stand da", "B XY 99"),
        ("PLATE", "släpet XTR 291 är borta", "XTR 291"),
        ("PLATE", "auto targata, targa MI 4F2345", "MI 4F2345"),
        ("PLATE", "el ciclomotor C-1234-BVB circulaba", "C-1234-BVB"),
        ("PLATE", "el coche M-4821-AB circulaba", "M-4821-AB"),
        ("PLATE", "my old one was R714 KLB", "R714 KLB"),
        ("PLATE", "لوحة و35", "و35"),
        ("BIC", "till FI2523146585501549 (NDEAFIHH)", "NDEAFIHH"),
        ("BIC", "IBAN DE89 3704 0044 0532 0130 00 / COBADEFFXXX", "COBADEFFXXX"),
    ],
)
def test_what_a_form_tells_is_found(label: str, text: str, surface: str) -> None:
    assert (label, surface) in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "sin 454 131 368 habitantes", "Le NAS Synology DS920 4 baies", "Colesterol 212 mg/dl; LDL 134; HDL 48.",
        "SELECT * FROM clientes WHERE id > 1000;", "La DGS-2 es una placa de desarrollo", "la Canon EOS 90D",
        "an RTX 40X card", "score 11/48213", "nº de habitantes 48.291.307", "Calle Hidalgo, Col. Centro, 76000",
        "COBADEFFXXX", "Kurs N 45° steuern", "turn 90° and E 45° then", "population 658082, 674032",
        "the Steam_deck and #insta_ireland", "call of duty has 2000000 players", "new number 1 hit: 5000000 streams",
        "call us 0800-2000 Uhr", "BMW X DRIVE 30", "VW T ROC 2022", "Honda, CBR 600", "auto BE 2020",
        "CVE-2021-44228 and KB5005565", "El BOE-A-2018-16673 recoge el texto.",
        "Der Fernseher Samsung UE55AU7100 hängt an der Wand.", "Le set LEGO 75192 compte 7 541 pièces.",
        "Motorrad BMW GS 1250", "das Motorrad KTM AB 690", "lot MI 4F2345",
        "the B737 LHR crew", "a W205 AMG", "F150 XLT", "M365 APP", "A320 NEO", "V-1990-X", "و35 لوحة زيتية",
        "7-6(7-3) 7-6(8-6) 3-6 6-3", "6-3 4-6 7-6 6-2", "sección 41.4.1.1", "seção 41.4.1.1", "Abschnitt 41.4.1.1",
        "sezione 41.4.1.1", "avsnitt 41.4.1.1", "القسم 41.4.1.1", "1 2 . 3 4 . 5 6",
        "price 12.345, 67.890", "DOI 10.1016/j.cell.2019.05.031 is behind a paywall.",
    ],
)  # fmt: skip
def test_what_only_looks_alike_is_left_alone(text: str) -> None:
    assert found(text) == []


def test_an_iban_is_followed_by_a_bank_of_its_country_only() -> None:
    assert found("DE89370400440532013000 VERWENDUNGSZWECK") == [("IBAN", "DE89370400440532013000")]
    assert found("DE89370400440532013000 NDEAFIHH") == [("IBAN", "DE89370400440532013000")]


@pytest.mark.parametrize(
    "iban",
    [
        "GB 29 NWBK 6016 1331 9268 19", "DE 89 3704 0044 0532 0130 00", "SE 45 5000 0000 0583 9825 7466",
        "GB 29 NWBK60161331926819", "FR 76 3000 6000 0112 3456 7890 189",
    ],
)  # fmt: skip
def test_an_iban_may_stand_apart_from_its_country(iban: str) -> None:
    assert found(f"IBAN: {iban}") == found(f"pay to {iban} please") == [("IBAN", iban)]


def test_an_iban_apart_from_its_country_without_a_right_check_needs_its_word() -> None:
    wrong = "GB 29 NWBK 6016 1331 9268 18"

    assert ("IBAN", wrong) in found(f"my IBAN is {wrong}")
    assert "IBAN" not in dict(found(f"pay to {wrong}"))
    assert found("my iban is gb 29 nwbk 6016 1331 9268 19 ok") == [("IBAN", "gb 29 nwbk 6016 1331 9268 19")]
    assert "IBAN" not in dict(found("iban de 12 personas y 13 perros en la calle"))
    assert "IBAN" not in dict(found("in DE 12 Leute und 13 Hunde 1331 9268"))


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("au (+33) 7 39 98 20 45.", ["(+33) 7 39 98 20 45"]),
        ("Tfno.: (+34) 954.55.01.77", ["(+34) 954.55.01.77"]),
        ("(call +34 954 55 01 77)", ["+34 954 55 01 77"]),
        ("Call 020 7946 0138 / 07700 900461", ["020 7946 0138", "07700 900461"]),
        ("Tel. 030 23125417 - 0171 3920055", ["030 23125417", "0171 3920055"]),
        ("Tel 030 23125417 ext. 12 / 0171 3920055", ["030 23125417 ext. 12", "0171 3920055"]),
        ("617-555-0142 / 617-555-0143", ["617-555-0142", "617-555-0143"]),
        ("Tel. 0171/3920055", ["0171/3920055"]),
        ("cal me plz 208-555-0151!!!", ["208-555-0151"]),
        ("المجاني 800 1234 في الإمارات", ["800 1234"]),
        ("Central de atendimento 4004-0155", ["4004-0155"]),
        ("0 6 . 3 9 . 9 8 . 1 2 . 4 0", ["0 6 . 3 9 . 9 8 . 1 2 . 4 0"]),
        ("our number hasn't changed, still 1300 975 707", ["1300 975 707"]),
    ],
)
def test_phones_are_found_whole_and_apart(text: str, numbers: list[str]) -> None:
    assert found(text) == [("PHONE", number) for number in numbers]


@pytest.mark.parametrize(
    ("text", "point"),
    [
        ("på N 60° 23' 41\", E 22° 15' 7\".", "N 60° 23' 41\", E 22° 15' 7\""),
        ("N60°23.5' E22°15.1'", "N60°23.5' E22°15.1'"),
        ("N 59.3293, E 18.0686", "N 59.3293, E 18.0686"),
        ("إحداثيات ٢٥٫٢٠٤٨، ٥٥٫٢٧٠٨", "٢٥٫٢٠٤٨، ٥٥٫٢٧٠٨"),
        ("25.2048، 55.2708", "25.2048، 55.2708"),
        ("SWEREF99 TM: 6580822, 674032", "6580822, 674032"),
        ("UTM 32U 691831 5334760", "691831 5334760"),
        ("LV95 2600321 / 1200482", "2600321 / 1200482"),
        ("Lambert 93 : X 652469,12 Y 6862035,32", "652469,12 Y 6862035,32"),
    ],
)
def test_points_are_found_in_every_notation(text: str, point: str) -> None:
    assert found(text) == [("COORDINATES", point)]


def test_a_cue_in_capitals_counts_in_capitals_and_beside_its_number_only() -> None:
    assert any(entry.in_capitals for entry in entries()["sin"])
    for text, kinds in (("SIN 4", {"national"}), ("sin 4", set()), ("Sin 4", set()), ("SIN for the new ones 4", set())):
        assert set(Nearby(text).cues(len(text) - 1, len(text))) == kinds


def test_capitals_count_in_long_texts_where_the_same_words_stand_twice() -> None:
    filler = "nothing to be seen here at all, and nothing more than that. " * 80
    text = f"{filler}sin 454 131 368\n\n{filler}SIN 454 131 368\n\n{filler}"
    [mentions] = ALL.detect([Document("d", text)])

    assert [each.span.start for each in mentions if each.label == "ID.NATIONAL"] == [text.index("SIN ") + 4]


def test_two_spellings_of_a_short_cue_announce_what_both_do() -> None:
    assert set(Nearby("tfn 1").cues(4, 5)) == set(Nearby("tfn. 1").cues(5, 6)) == {"phone"}


def test_an_address_on_the_net_is_no_part_of_a_phone_number() -> None:
    assert found("pid=4471 127.0.0.1") == [("IP", "127.0.0.1")]
    assert found("router 10.20.30.40") == [("IP", "10.20.30.40")]
    assert found("tel 06 12.34.56.78") == [("PHONE", "06 12.34.56.78")]
