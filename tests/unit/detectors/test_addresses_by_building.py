"""Addresses that a building, a corner, a square or a code behind the town tells."""

import pytest

from allonym.detectors.life.addresses import addresses


def _found(text: str) -> list[str]:
    return [text[each.start : each.end] for each in addresses(text) if each.label == "ADDRESS"]


def _streets(text: str) -> list[str]:
    return [text[each.start : each.end] for each in addresses(text) if each.label == "ADDRESS.STREET"]


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("Apt. 4, Block B, Smithfield Market, Dublin 7.", "Apt. 4, Block B, Smithfield Market, Dublin 7"),
        ("Flat 12, Kestrel House, Leeds", "Flat 12, Kestrel House, Leeds"),
        ("at Flat 12, Kestrel House, Mill Lane, Leeds LS1 4AB", "Flat 12, Kestrel House, Mill Lane, Leeds LS1 4AB"),
        ("Unit 3, Beacon South Quarter, Sandyford, Dublin 18", "Unit 3, Beacon South Quarter, Sandyford, Dublin 18"),
        ("Kestrel House, 14 Mill Lane, Leeds LS1 4AB", "Kestrel House, 14 Mill Lane, Leeds LS1 4AB"),
        (
            "Adresse : Résidence Les Acacias, Bât. C, 3e étage, 27 avenue Jean-Jaurès, 93300 Aubervilliers",
            "Résidence Les Acacias, Bât. C, 3e étage, 27 avenue Jean-Jaurès, 93300 Aubervilliers",
        ),
        ("at The Old Rectory, Church Lane, Upton, GL54 2JE", "The Old Rectory, Church Lane, Upton, GL54 2JE"),
        ("Lot El Fath, imm. 7, appt 12, Hay Riad, Rabat 10100", "Lot El Fath, imm. 7, appt 12, Hay Riad, Rabat 10100"),
        ("Grand-Rue 12, case postale 44, CH-1260 Nyon", "Grand-Rue 12, case postale 44, CH-1260 Nyon"),
        ("au 41 bd Vauban, chambre 214, 59000 Lille", "41 bd Vauban, chambre 214, 59000 Lille"),
    ],
)
def test_a_flat_or_a_building_is_part_of_an_address(text: str, address: str) -> None:
    assert _found(text) == [address]


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("Address: Plot 48, Sector 22, Gurugram, Haryana - 122015", "Plot 48, Sector 22, Gurugram, Haryana - 122015"),
        ("14 Kowhai Tce, Karori, Wellington 6012 till May", "14 Kowhai Tce, Karori, Wellington 6012"),
        ("12 Long Street, Cape Town, 8001", "12 Long Street, Cape Town, 8001"),
        ("9 The Crescent, Ballymote, Co. Sligo, F56 K8P2", "9 The Crescent, Ballymote, Co. Sligo, F56 K8P2"),
        ("Blk 448 Tampines St 42 #07-118, Singapore 520448", "Blk 448 Tampines St 42 #07-118, Singapore 520448"),
        ("10 Anson Road, #12-05 City Plaza, S(079903)", "10 Anson Road, #12-05 City Plaza, S(079903)"),
        ("Im Winkel 5, CH-9050 Appenzell", "Im Winkel 5, CH-9050 Appenzell"),
        ("Unterdorf 7, 6850 Dornbirn ist richtig", "Unterdorf 7, 6850 Dornbirn"),
        ("Haus Nr. 48, 5731 Hollersbach, ohne Straße", "Haus Nr. 48, 5731 Hollersbach"),
        ("Er lebt jetzt C 4, 12, 68159 Mannheim, Altbau", "C 4, 12, 68159 Mannheim"),
        ("Praxis in Mannheim, Q 7, 24", "Mannheim, Q 7, 24"),
    ],
)
def test_the_code_of_an_address_is_found_where_its_country_writes_it(text: str, address: str) -> None:
    assert _found(text) == [address]


@pytest.mark.parametrize(
    ("text", "streets"),
    [
        ("corner of 5th Ave and E 42nd St, by the library", ["5th Ave", "E 42nd St"]),
        ("corner of Main St and Oak Ave", ["Main St", "Oak Ave"]),
        ("Ecke Schönhauser Allee und Danziger Straße", ["Schönhauser Allee", "Danziger Straße"]),
        ("Oak Ave and Anna Berg", ["Oak Ave"]),
    ],
)
def test_a_street_that_meets_another_needs_no_number(text: str, streets: list[str]) -> None:
    assert sorted(_streets(text)) == sorted(streets)


@pytest.mark.parametrize(
    "text",
    [
        "Level 68, 33118 XP",
        "Kapitel 7, 6850 Wörter",
        "Room 4, then lunch",
        "Flat 3, Act 2",
        "Bergegg 3, 5000 Euro",
        "Sie spielte im Hof 7, 1200 Leute kamen",
        "Er wohnt in Mannheim, A 5, 6 Zimmer",
        "Das Brett C 4, 12 Euro",
        "Gruppe B 2, 12 Spiele in Mannheim",
        "He stayed at Hotel Wellington 6012 times",
        "I paid at the House, 14 times",
    ],
)
def test_what_is_numbered_or_counted_is_no_address(text: str) -> None:
    assert _found(text) == []


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("12 High Street, Leeds 4500 homes", "12 High Street"),
        ("12 Main Street, London 1953", "12 Main Street"),
        ("Schulerstraße 13, Telephon 9191, Wien", "Schulerstraße 13"),
        ("Supreme Court, 5 King Street", "5 King Street"),
    ],
)
def test_a_year_a_count_or_a_court_is_no_part_of_an_address(text: str, address: str) -> None:
    assert _found(text) == [address]
