import re

import phonenumbers
import pytest
from hypothesis import given
from hypothesis import strategies as st
from stdnum import iban, luhn
from stdnum.be import nn
from stdnum.es import dni, nie
from stdnum.fr import nir
from stdnum.gb import nhs
from stdnum.it import codicefiscale
from stdnum.nl import bsn
from stdnum.pt import nif
from stdnum.se import personnummer

from allonym.core.labels import LABELS
from allonym.core.types import Subject
from allonym.substituting import Desk
from allonym.surrogates.chance import Chance
from allonym.surrogates.figures import writing as figures
from allonym.surrogates.figures.address import Parts
from allonym.surrogates.figures.bank import luhn_digit
from allonym.surrogates.figures.checks import insured_digit, italian_letter, mod_11_10, norwegian_digits
from allonym.surrogates.figures.ids import identifier
from allonym.surrogates.figures.phone import number_of, unassigned
from allonym.testing import desk_for, subject_for
from allonym.vault.ledger import LocalLedger

SEEDS = st.binary(min_size=1, max_size=8)


def stand_in(label: str, surface: str, language: str | None = "en", **features: str) -> str:
    subject = subject_for(label, surface, language=language, features=tuple(sorted(features.items())))
    [made] = figures.write(subject, desk_for(surface))
    return made


@pytest.mark.parametrize(
    ("language", "surface", "shape"),
    [
        ("sv", "070-123 45 67", r"070-174 06 \d\d"),
        ("sv", "08-123 45 67", r"08-465 00 4\d\d|08-465 00 4\d"),
        ("en", "(212) 555-7890", r"\(\d{3}\) 555-01\d\d"),
        ("en", "+44 20 7123 4567", r"\+44 2\d \d{4} \d{4}"),
        ("en", "07911 123456", r"07700 900\d{3}"),
        ("fr", "01 23 34 34 56", r"01 99 00 \d\d \d\d"),
        ("fr", "06.12.34.56.78", r"06\.39\.98\.\d\d\.\d\d"),
        ("de", "030 12345678", r"030 23125\d{3}"),
        ("ar", "٠٥١٢٣٤٥٦٧٨", r"٠[٠-٩]{9}"),
        ("en", "020 7123 4567 ext. 12", r"02\d \d{4} \d{4} ext\. 00"),
    ],
)
def test_a_phone_number_is_one_of_those_for_fiction(language: str, surface: str, shape: str) -> None:
    made = stand_in("PHONE", surface, language)

    assert re.fullmatch(shape, made), made


@pytest.mark.parametrize(
    ("region", "surface"),
    [
        ("ES", "+34 612 34 56 78"), ("IT", "+39 312 345 6789"), ("IT", "+39 02 1234 5678"),
        ("PT", "+351 912 345 678"), ("BR", "+55 (11) 96123-4567"), ("SA", "+966 51 234 5678"),
        ("EG", "+20 10 01234567"), ("MA", "+212 6 50 12 34 56"), ("MX", "+52 222 123 4567"),
        ("AE", "+971 50 123 4567"), ("CH", "+41 78 123 45 67"), ("AT", "+43 664 123456"),
    ],
)  # fmt: skip
def test_where_none_are_set_aside_the_number_can_be_nobodys(region: str, surface: str) -> None:
    made = stand_in("PHONE", surface, None)

    assert re.sub(r"\d", "9", made) == re.sub(r"\d", "9", surface)
    assert not phonenumbers.is_valid_number(phonenumbers.parse(made, region))


def test_one_number_has_one_stand_in_however_it_is_written() -> None:
    subject = subject_for("PHONE", "070-123 45 67", "+46 70 123 45 67", "0046701234567", language="sv")
    local, abroad, plain = (re.sub(r"\D", "", each)[-8:] for each in figures.write(subject, desk_for("")))

    assert local == abroad == plain


def test_numbers_go_on_when_those_for_fiction_are_used_up() -> None:
    desk = desk_for("")
    surfaces = [f"070-{number:03d} 45 67" for number in range(100, 230)]
    made = [figures.write(subject_for("PHONE", each, language="sv"), desk)[0] for each in surfaces]

    assert len(set(made)) == len(surfaces)
    assert 80 <= sum(each.startswith("070-174 06") for each in made) <= 95


@pytest.mark.parametrize(
    ("language", "surface", "region"),
    [
        ("en", "08-123 456 78", "SE"), ("en", "070-123 45 67", "SE"), ("de", "08-123 456 78", "SE"),
        ("de", "070-123 45 67", "SE"), ("en", "912 345 678", "PT"), ("fr", "912 345 678", "PT"),
        ("sv", "912 345 678", "PT"), ("en", "0171 1234567", "DE"), ("en", "06 12 34 56 78", "FR"),
    ],
)  # fmt: skip
def test_a_number_from_another_country_becomes_nobodys_there(language: str, surface: str, region: str) -> None:
    assert phonenumbers.is_valid_number(phonenumbers.parse(surface, region))
    for number in range(40):
        made = unassigned(surface, language, Chance(bytes([number])))

        assert made
        assert not reaches_somebody(made, region), made


def reaches_somebody(number: str, region: str) -> bool:
    try:
        return phonenumbers.is_valid_number(phonenumbers.parse(number, region))
    except phonenumbers.NumberParseException:
        return False


STREETS = (
    ("en", "Mill Lane"), ("fr", "rue du Moulin"), ("de", "Mühlenweg"), ("sv", "Ekgatan"), ("es", "Calle del Olivo"),
    ("it", "Via del Mulino"), ("pt", "Rua do Moinho"), ("ar", "شارع الزيتون"),
)  # fmt: skip


@pytest.mark.parametrize(("language", "street"), STREETS)
@pytest.mark.parametrize("label", ["ADDRESS", "ADDRESS.STREET"])
def test_a_street_never_stands_in_for_itself(label: str, language: str, street: str) -> None:
    surface = street if label == "ADDRESS.STREET" else f"12 {street}" if language in {"en", "fr"} else f"{street} 12"
    for number in range(60):
        desk = Desk(LocalLedger(bytes([number]) * 32, "test"), "test", (surface,))
        [made] = figures.write(subject_for(label, surface, language=language), desk)

        assert street not in made


def test_two_streets_of_a_text_never_become_one_and_one_is_one_in_all_addresses() -> None:
    surfaces = ("Björkvägen 3", "Lindvägen 5", "Almvägen 9", "Kvarnvägen 2", "Lindvägen 7")
    for number in range(60):
        desk = Desk(LocalLedger(bytes([number]) * 32, "test"), "test", surfaces)
        made = [figures.write(subject_for("ADDRESS", each, language="sv"), desk)[0].split()[0] for each in surfaces]

        assert len(set(made)) == 4
        assert made[1] == made[4]
        assert figures.write(subject_for("ADDRESS.STREET", "Lindvägen", language="sv"), desk) == [made[1]]


def test_a_street_that_may_be_a_person_keeps_nothing() -> None:
    assert "Lane" not in stand_in("ADDRESS.STREET", "Georgina Lane")
    assert "Lane" not in stand_in("ADDRESS.STREET", "Yesterday Georgina Lane")
    assert stand_in("ADDRESS.STREET", "Mill Lane").endswith(" Lane")


def test_a_number_that_no_country_has_is_local() -> None:
    assert number_of("555-1234", "en") is None
    assert re.fullmatch(r"01\d-\d{4}", stand_in("PHONE", "555-1234"))


@pytest.mark.parametrize(
    "surface",
    [
        "GB33BUKB20201555555555", "DE89 3704 0044 0532 0130 00", "FR14 2004 1010 0505 0001 3M02 606",
        "IT60X0542811101000000123456", "SE45 5000 0000 0583 9825 7466", "ES91 2100 0418 4502 0005 1332",
        "BE68 5390 0754 7034", "PT50 0002 0123 1234 5678 9015 4", "SA03 8000 0000 6080 1016 7519", "NL91ABNA0417164300",
    ],
)  # fmt: skip
def test_an_iban_passes_its_checks_at_a_bank_that_does_not_exist(surface: str) -> None:
    made = stand_in("IBAN", surface)

    assert iban.is_valid(made)
    assert made[:2] == surface[:2]
    assert re.search(r"TEST|00000", made.replace(" ", ""))


@pytest.mark.parametrize(
    ("surface", "start"),
    [
        ("4111 1111 1111 1111", "4000 0000"), ("3782-822463-10005", "3782-8224"), ("5500000000000004", "55555555"),
        ("6011000990139424", "60111111"), ("6304000000000000", "67596498"), ("2221000000000009", "22230031"),
    ],
)  # fmt: skip
def test_a_card_passes_its_check_in_a_range_for_tests(surface: str, start: str) -> None:
    made = stand_in("CARD", surface)

    assert luhn.is_valid(re.sub(r"\D", "", made))
    assert made.startswith(start)


def test_a_card_with_a_wrong_digit_gets_another_wrong_one() -> None:
    assert not luhn.is_valid(re.sub(r"\D", "", stand_in("CARD", "4111 1111 1111 1112")))


@given(SEEDS)
def test_national_numbers_pass_their_checks(seed: bytes) -> None:
    def made(country: str, code: str, label: str = "ID.NATIONAL") -> str:
        return identifier(code, label, (country,), Chance(seed))

    assert personnummer.is_valid(made("SE", "198112289874"))
    assert personnummer.is_valid(made("SE", "8112289874"))
    assert nhs.is_valid(made("GB", "9434765919", "ID.HEALTH"))
    assert nir.is_valid(made("FR", "295117823456784"))
    assert dni.is_valid(made("ES", "12345678Z"))
    assert nie.is_valid(made("ES", "X1234567L"))
    assert codicefiscale.is_valid(made("IT", "RSSMRA85T10A562S", "ID.TAX"))
    assert nif.is_valid(made("PT", "501442600", "ID.TAX"))
    assert nn.is_valid(made("BE", "85073003328"))
    assert bsn.is_valid(made("NL", "111222333"))


@given(SEEDS)
def test_national_numbers_are_of_ranges_that_nobody_has(seed: bytes) -> None:
    def made(country: str, code: str, label: str = "ID.NATIONAL") -> str:
        return identifier(code, label, (country,), Chance(seed))

    assert made("SE", "8112289874")[6:9] in {"238", "239"}
    assert made("US", "123456789").startswith("666")
    assert made("US", "912701234", "ID.TAX")[3:5] == "89"
    assert made("US", "123456789", "ID.TAX").startswith("00")
    assert made("GB", "AB123456C").startswith("QQ")
    assert made("GB", "9434765919", "ID.HEALTH").startswith("999")
    assert 13 <= int(made("FR", "295117823456784")[3:5]) <= 19
    assert made("ES", "12345678Z").startswith("9999")
    assert made("DE", "36574261809", "ID.TAX")[0] == "0"
    assert made("DE", "15070649C103").startswith("00")
    assert made("IT", "RSSMRA85T10A562S", "ID.TAX")[12:15] == "000"
    assert made("PT", "501442600", "ID.TAX").startswith("40")
    assert made("AT", "1237010180")[0] == "0"
    assert made("BE", "85073003328")[6:9] == "999"
    assert made("NL", "111222333").startswith("9999")
    assert 900 <= int(made("FI", "131052A308T")[7:10]) <= 999
    assert 81 <= int(made("NO", "15108695088")[2:4]) <= 92
    assert 13 <= int(made("DK", "2110625629")[2:4]) <= 19
    assert made("CA", "123456782")[0] == "8"


@given(
    SEEDS,
    st.sampled_from(
        [
            ("BR", "39053344705", "br.cpf"),
            ("CL", "125319092", "cl.rut"),
            ("PL", "44051401359", "pl.pesel"),
            ("CH", "7569217076985", "ch.ssn"),
            ("DE", "A123456780", None),
        ]
    ),
)
def test_where_no_range_is_known_the_check_fails(seed: bytes, case: tuple[str, str, str | None]) -> None:
    from importlib import import_module

    country, code, check = case
    made = identifier(code, "ID.NATIONAL", (country,), Chance(seed))

    assert re.sub(r"\d", "9", made[1:]) == re.sub(r"\d", "9", code[1:])
    assert made != code
    assert check is None or not import_module(f"stdnum.{check}").is_valid(made)


# Examples of the bodies that give the numbers out.
def test_check_digits_are_worked_out_as_published() -> None:
    assert mod_11_10("8609574271") == "9"
    assert insured_digit("15070649C10") == "3"
    assert italian_letter("RSSMRA85T10A562") == "S"
    assert norwegian_digits("151086950") == "88"
    assert luhn_digit("811228987") == "4"


def test_machines_get_addresses_for_documentation() -> None:
    assert re.fullmatch(r"(?:192\.0\.2|198\.51\.100|203\.0\.113)\.\d{1,3}:80", stand_in("IP", "10.1.2.3:80"))
    assert stand_in("IP", "2a00:1450:4001::8a").startswith("2001:db8::")
    assert re.fullmatch(r"00:00:5e:00:53:[0-9a-f]{2}", stand_in("MAC", "3c:22:fb:aa:00:11"))
    assert stand_in("VIN", "1M8GDM9AXKP042788").startswith("000")


@given(st.floats(-60, 60), st.floats(-170, 170))
def test_a_point_moves_by_five_to_twenty_kilometres(latitude: float, longitude: float) -> None:
    from math import cos, hypot, radians

    surface = f"{latitude:.5f}, {longitude:.5f}"
    made = stand_in("COORDINATES", surface)
    north, east = (float(each) for each in made.split(","))
    away = hypot((north - latitude) * 111.2, (east - longitude) * 111.2 * cos(radians(latitude)))

    assert 4.9 < away < 20.2
    assert [len(each.split(".")[1]) for each in made.split(", ")] == [5, 5]


def test_degrees_keep_their_spelling() -> None:
    made = stand_in("COORDINATES", "48°51'24\"N 2°21'03\"E")

    assert re.fullmatch(r"4[89]°\d\d'\d\d\"N [12]°\d\d'\d\d\"E", made)


def test_an_address_is_made_anew_part_by_part() -> None:
    surface = "12 Rue Alphonse Metayer, 75011 Paris"
    told = "number:0-2 street:3-23 zip:25-30 city:31-36"
    subject = subject_for("ADDRESS", surface, language="fr", features=(("parts", told),))
    [made] = figures.write(subject, desk_for(surface), Parts(city=lambda city: f"{city.surfaces[0][:1]}ville"))

    assert re.fullmatch(r"\d{1,2} Rue d\S+.{2,}, 7\d{4} Pville", made), made
    assert "Metayer" not in made


def test_no_digit_of_an_address_is_left_behind() -> None:
    surface = "Storgatan 12 lgh 1201, 211 42 Malmö"
    told = "street:0-9 number:10-12 zip:23-29 city:30-35"
    made = stand_in("ADDRESS", surface, "sv", parts=told)

    assert re.fullmatch(r"\w+gatan \d+ lgh \d{4}, 2\d\d \d\d \[LOCATION\]", made), made
    assert "1201" not in made


def test_the_city_of_an_address_is_who_it_is_elsewhere() -> None:
    seen: list[str] = []
    surface = "Storgatan 12, 211 42 Malmö"

    def city(subject: Subject) -> str:
        seen.append(subject.key)
        return "Lund"

    [made] = figures.write(subject_for("ADDRESS", surface, language="sv"), desk_for(surface), Parts(city=city))

    assert made.endswith(" Lund")
    assert set(seen) == {"geo:2692969"}


@pytest.mark.parametrize(
    ("language", "label", "surface", "shape"),
    [
        ("sv", "ADDRESS", "Storgatan 12 B, 123 45 Malmö", r"\w+gatan \d+ [A-F], 1\d\d \d\d \[LOCATION\]"),
        ("sv", "ADDRESS.STREET", "Storgatan", r"\w+gatan"),
        ("de", "ADDRESS.STREET", "Hauptstraße", r"\w+straße"),
        ("en", "ADDRESS.STREET", "Baker Street", r"\w+ Street"),
        ("es", "ADDRESS.STREET", "Calle Mayor", r"Calle d.+"),
        ("ar", "ADDRESS.STREET", "شارع التحرير", r"شارع \w+"),
        ("en", "ADDRESS.NUMBER", "12 B", r"\d+ [ACDEF]"),
        ("en", "ADDRESS.ZIP", "SW1A 1AA", r"S[A-Z]\d[A-Z] \d[A-Z]{2}"),
        ("sv", "TRANSPORT.NUMBER", "528", r"[1-9]\d\d"),
        ("fr", "FLIGHT", "AF 1148", r"AF [1-9]\d{3}"),
        ("en", "CONTRACT", "KX-2291-B7", r"[A-Z]{2}-\d{4}-[A-Z]\d"),
        ("en", "MONEY", "€ 1,200", r"€ 1,\d{3}"),
        ("en", "DATE", "1 December 2018", r"\d{1,2} [A-Z][a-z]+ 201\d"),
        ("en", "DATE", "yesterday", r"\[DATE\]"),
        ("en", "AGE", "nineteen", r"seventeen|eighteen|twenty|twenty-one"),
        ("en", "TIME", "7:45 pm", r"\d{1,2}:\d\d pm"),
        ("sv", "TIME", "kl. 10", r"kl\. \d{1,2}"),
        ("en", "TIME", "five o'clock", r"\w+ o'clock"),
        ("en", "DURATION", "five months", r"\w+ months"),
        ("en", "NUMBER", "…", r"\[NUMBER\]"),
    ],
)
def test_it_looks_like_what_stood_there(language: str, label: str, surface: str, shape: str) -> None:
    made = stand_in(label, surface, language)

    assert re.fullmatch(shape, made), made
    assert made != surface


def test_when_a_shape_is_used_up_stand_ins_become_visible() -> None:
    desk = desk_for("")
    made = [figures.write(subject_for("TRANSPORT.NUMBER", str(line)), desk)[0] for line in range(1, 10)]
    more = [figures.write(subject_for("CONTRACT", str(line)), desk)[0] for line in range(1, 10)]

    assert len({*made, *more}) == 18
    assert any(re.fullmatch(r"\[CONTRACT_\d+\]", each) for each in more)


COVERED = sorted(label for label in LABELS if figures.covers(label))


@pytest.mark.parametrize("label", COVERED)
def test_the_example_of_every_label_gets_another(label: str) -> None:
    surface = LABELS[label].example
    subject, desk = subject_for(label, surface, surface.upper(), language="en"), desk_for(surface)
    made = figures.write(subject, desk)

    assert made == figures.write(subject, desk)
    assert len(made) == 2
    assert surface not in made


@given(st.sampled_from(COVERED), st.text(st.sampled_from("AB12 -/.:+,é٣°'\n"), min_size=1, max_size=16))
def test_whatever_stands_there_nothing_fails_or_stays(label: str, surface: str) -> None:
    [made] = figures.write(subject_for(label, surface, language="en"), desk_for(surface))

    assert made != surface
    assert made
