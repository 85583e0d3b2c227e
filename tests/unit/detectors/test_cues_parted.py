"""Numbers whose cue stands apart or is written otherwise: whose a number is, papers of one country, parts."""

import pytest
from tests.unit.detectors.everything import found


@pytest.mark.parametrize(
    ("text", "label", "surface"),
    [
        ("El NSS del trabajador es 45987654329", "ID.NATIONAL", "45987654329"),
        ("NSS del trabajador: 45987654329", "ID.NATIONAL", "45987654329"),
        ("O NIF do inquilino é 219 448 201", "ID.TAX", "219 448 201"),
        ("Il CF del richiedente era 82001234567", "ID.TAX", "82001234567"),
        ("The SSN of the patient is 219448201", "ID.NATIONAL", "219448201"),
        ("Le NIR du salarié est 1790313055417", "ID.NATIONAL", "1790313055417"),
        ("ICE de la société : 001514276743262", "ID.TAX", "001514276743262"),
        ("VIN des Fahrzeugs: WVWZZZ1JZXW000001", "VIN", "WVWZZZ1JZXW000001"),
        ("El pasaporte de la pasajera embarazada es XDB123456", "ID.PASSPORT", "XDB123456"),
    ],
)
def test_whose_a_number_is_may_stand_between_it_and_its_cue(text: str, label: str, surface: str) -> None:
    assert (label, surface) in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "El precio de la casa es 145000", "Die Dauer der Fahrt war 45000", "The size of the army was 45000",
        "El NSS del trabajador. Es 45987654329", "la gente de la ciudad es 45987654",
    ],
)  # fmt: skip
def test_what_is_counted_of_something_is_no_identifier(text: str) -> None:
    assert [each for each in found(text) if each[0].startswith("ID")] == []


@pytest.mark.parametrize(
    ("text", "label", "surface"),
    [
        ("titular L.E. 4.872.331", "ID.NATIONAL", "4.872.331"),
        ("Libreta Cívica 3.482.177", "ID.NATIONAL", "3.482.177"),
        ("Libreta de Enrolamiento 4.872.331", "ID.NATIONAL", "4.872.331"),
        ("INE con OCR 0482177305512 y CIC 148217730", "ID.NATIONAL", "148217730"),
        ("dni 71482177v y el de mi marido 9482173 D", "ID.NATIONAL", "9482173 D"),
        ("Camioneta PPU KJRT-48", "PLATE", "KJRT-48"),
        ("Motociclo e reboque L-482177", "PLATE", "L-482177"),
        ("Remorque QAB-418, Liège", "PLATE", "QAB-418"),
        ("Targa TI•48217", "PLATE", "TI•48217"),
        ("SOAT AT 1309-48217730-1", "CONTRACT", "1309-48217730-1"),
        ("Médico OM n.º 48217", "ID.LICENCE", "48217"),
        ("contrato EDP n.º 152.004.821.773", "CONTRACT", "152.004.821.773"),
        ("Allianz pol. T 48.217.730", "CONTRACT", "T 48.217.730"),
        ("Pol. T 48.217.730", "CONTRACT", "T 48.217.730"),
        ("registrato al n. 004821 serie 3T", "CONTRACT", "004821 serie 3T"),
        ("Ris. gov. n. 4821 del 20 settembre", "CONTRACT", "4821"),
        ("richiamo fatto, lotto FX4821", "CONTRACT", "FX4821"),
        ("CNIC 42101-4482017-3", "ID.NATIONAL", "42101-4482017-3"),
        ("NHI ZBK2241", "ID.HEALTH", "ZBK2241"),
        ("FN 448207 k, Handelsgericht Wien", "ID", "448207 k"),
        ("Mein Perso L3TK7P92V ist abgelaufen", "ID.NATIONAL", "L3TK7P92V"),
        ("CNIE AB 294713", "ID.NATIONAL", "AB 294713"),
        ("Immatriculation CNSS 148203977", "ID.NATIONAL", "148203977"),
    ],
)
def test_papers_of_one_country_are_announced(text: str, label: str, surface: str) -> None:
    assert (label, surface) in found(text)


@pytest.mark.parametrize(
    ("text", "label", "surface"),
    [
        ("لاكارط ديالي رقمها JB 401928", "ID.NATIONAL", "JB 401928"),
        ("رقم الانخراط في CNSS هو 148291736", "ID.NATIONAL", "148291736"),
        ("رقم التسجيل في الصندوق الوطني للضمان الاجتماعي 148291736", "ID.NATIONAL", "148291736"),
        ("رقمي الوطني 9962017384", "ID.NATIONAL", "9962017384"),
        ("رقمه المدني 288051201234", "ID.NATIONAL", "288051201234"),
        ("عجلة كيا لون أسود رقم 22 ن 48213 مسروقة", "PLATE", "22 ن 48213"),
        ("العربة المسجلة تحت رقم 48213-أ-26 صدمت", "PLATE", "48213-أ-26"),
        ("تحت رقم 48213-أ-26", "PLATE", "48213-أ-26"),
    ],
)
def test_arabic_cues_are_known_with_what_is_written_on_to_them(text: str, label: str, surface: str) -> None:
    assert (label, surface) in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "البرنامج الثابت 10.2.0.14", "نسخة البرنامج 10.2.0.14", "نظام التشغيل 10.2.0.14", "firmware 10.2.0.14",
        "sistema operativo 10.2.0.14", "Betriebssystem 10.2.0.14",
    ],
)  # fmt: skip
def test_versions_are_no_addresses(text: str) -> None:
    assert [each for each in found(text) if each[0] == "IP"] == []


@pytest.mark.parametrize(
    "text",
    [
        "Il ricambio 3821-447-09 è sostituito dal 3821-447-10", "O parafuso 3821-447-09",
        "El recambio 382-447-092 ya no existe", "La pieza 4420-118-23 ya no se fabrica",
        "Teilenummer 7731-4420-06 in Schwarz bestellen", "Ersatzteil 00 448 201 7 ist vergriffen",
        "Pièce détachée 00 448 201 7 en rupture", "Order part 7731-4420-06 in black",
        "Réf. pièce 7731-4420-06, en noir", "Ref. tela: 2210 azul marino", "reservdel 7731-4420-06",
    ],
)  # fmt: skip
def test_parts_of_machines_are_nobodys(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("mon num perso 06 12 34 56 78", "06 12 34 56 78"),
        ("Peça já: 912 345 678", "912 345 678"),
        ("Recambios y repuestos 612 345 678", "612 345 678"),
        ("Ersatzteile 0171 2345678", "0171 2345678"),
    ],
)
def test_words_like_these_keep_no_phone_from_being_found(text: str, number: str) -> None:
    assert ("PHONE", number) in found(text)
