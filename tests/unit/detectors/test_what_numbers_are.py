"""What a number is, where several words near it say different things: phones for orders, chips, meters, members."""

import pytest

from allonym.core.types import Document
from allonym.detectors.identifiers.patterns import FINDERS, ON_REQUEST, patterns
from allonym.resolving import resolve

ALL = patterns([name for name in FINDERS if name not in ON_REQUEST])


def found(text: str) -> list[tuple[str, str]]:
    """Return what is found in a text and what it is, but for numbers that may be anything."""
    [mentions] = ALL.detect([Document("d", text)])
    return [(each.span.of(text), each.label) for each in resolve(mentions) if each.label != "NUMBER"]


@pytest.mark.parametrize(
    ("text", "phone"),
    [
        ("Teléfono de visitas 952 38 41 06", "952 38 41 06"),
        ("Visitas: 952 38 41 06.", "952 38 41 06"),
        ("Pedidos: 912 34 56 78", "912 34 56 78"),
        ("Ordini: 02 5550 1234", "02 5550 1234"),
        ("Réservations : 022 555 01 23", "022 555 01 23"),
        ("Commandes : 01 42 55 01 23", "01 42 55 01 23"),
        ("Bookings: 020 7946 0123", "020 7946 0123"),
        ("Orders: (212) 555-0147", "(212) 555-0147"),
        ("Bestellungen: 030 5550123", "030 5550123"),
        ("Telefon Bestellung 030 5550123", "030 5550123"),
        ("Bokningar: 08-555 012 34", "08-555 012 34"),
        ("Encomendas: 253 829 103", "253 829 103"),
        ("للحجز: 050 123 4567", "050 123 4567"),
        ("mi wsp 11 3478-9921", "11 3478-9921"),
        ("ligue no número 11987654321", "11987654321"),
        # What was asked before is another matter.
        ("¿Me ayudan con el pedido? Mi teléfono: 612 345 098.", "612 345 098"),
        ("Pra quem reclamo? Meu fone: (51) 3222.0817.", "(51) 3222.0817"),
        ("Wo bleibt meine Bestellung?\nTelefon: 0170 1234567", "0170 1234567"),
        ("Ihre Rufnummer? Kundin: 0170 1234567", "0170 1234567"),
        # Inside a firm.
        ("I'm at extension 4471 until five.", "4471"),
        ("Je suis au poste 4471.", "4471"),
        ("unter Durchwahl 4471 da", "4471"),
        ("på anknytning 4471", "4471"),
        ("all'interno 412", "412"),
        ("no ramal 2207", "2207"),
    ],
)
def test_phones_are_found_beside_words_for_something_else(text: str, phone: str) -> None:
    assert found(text) == [(phone, "PHONE")]


@pytest.mark.parametrize(
    "text",
    [
        "Visitas: 1.952.384 en un mes",
        "Visitas: 952 384",
        "Bookings: 2024-118834",
        "Orders: 1234567",
        "Reservierungen: 4471902",
        "Pedidos: 4471902, 4471903",
        "Your phone? Customer no: 4471902",
        "extension 2024",
        "extension 300 m",
        "le bureau de poste 441",
        "interno 12",
        "Durchwahl 12,5 %",
    ],
)
def test_what_is_counted_or_ordered_is_no_phone(text: str) -> None:
    assert "PHONE" not in [label for _, label in found(text)]


@pytest.mark.parametrize(
    ("text", "code", "label"),
    [
        ("Zoom-ID 884 2210 4471", "884 2210 4471", "ID"),
        ("Mötes-id: 884 2210 4471", "884 2210 4471", "ID"),
        ("Chip: 276098100447192", "276098100447192", "ID"),
        ("La puce est 250268500447192", "250268500447192", "ID"),
        ("chipnummer 752098100447192", "752098100447192", "ID"),
        ("Nº de chip 724 098 100 447 192", "724 098 100 447 192", "ID"),
        ("Meter point 2000012345678", "2000012345678", "CONTRACT"),
        ("Zählpunkt AT0010000000000000001000004471209", "AT0010000000000000001000004471209", "CONTRACT"),
        ("Código de suministro: 1854470", "1854470", "CONTRACT"),
        ("CPE PT0002000012345678AB", "PT0002000012345678AB", "CONTRACT"),
        ("mätpunkt 735999100012345678", "735999100012345678", "CONTRACT"),
        ("N° de séjour 4471902", "4471902", "ID.HEALTH"),
        ("Nosologico 202300988", "202300988", "ID.HEALTH"),
        ("Fallnummer 4471902", "4471902", "ID.HEALTH"),
        ("رقم ملفي 118204", "118204", "CONTRACT"),
        ("CTPS 0045127 série 0012", "0045127 série 0012", "ID"),
        ("Kassenbon 0034-0012-8871", "0034-0012-8871", "CONTRACT"),
        ("Radicado 11001-31-03-015-2021-00342-00", "11001-31-03-015-2021-00342-00", "CONTRACT"),
        ("ID da transação: E18236120202306071458s0a1b2c3d4", "E18236120202306071458s0a1b2c3d4", "CONTRACT"),
        ("Depósito na conta 0033 4412 01-002345-7", "0033 4412 01-002345-7", "ACCOUNT"),
        ("Código do banco: 0033, agência: 0910", "0910", "ACCOUNT"),
        ("personbil, OBK 447", "OBK 447", "PLATE"),
        ("رقم اللوحة 20-48213", "20-48213", "PLATE"),
        # No postcodes, though a word with a capital stands behind them.
        ("Número de socio: 04512 Madrid", "04512", "CONTRACT"),
        ("Meine Personalnummer ist 20481 Berlin", "20481", "ID"),
        ("Agência: 0910\nConta: x", "0910", "ACCOUNT"),
    ],
)
def test_announced_numbers_are_what_the_word_says(text: str, code: str, label: str) -> None:
    assert (code, label) in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "Die Karte ist eine RTX 3080 mit 10 GB",
        "La carte est une RTX 3080",
        "Mi serve il toner TN-2420 e carta A4",
        "Cartridge HP 305XL is empty",
        "La cartouche CL 546XL",
        "La puce Exynos 2200",
        "chip: 2200 mAh",
    ],
)
def test_things_that_are_made_by_the_thousand_are_nobodys(text: str) -> None:
    assert not {label.partition(".")[0] for _, label in found(text)} & {"ID", "PLATE", "CONTRACT", "CARD"}


@pytest.mark.parametrize("text", ["Cliente Juan, 28013 Madrid", "Rechnung an Müller, 10115 Berlin", "75011 Paris"])
def test_postcodes_stay_postcodes(text: str) -> None:
    assert "ADDRESS.ZIP" in [label for _, label in found(text)]
