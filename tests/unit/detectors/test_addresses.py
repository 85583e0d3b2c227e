"""Addresses: their parts."""

import pytest

from allonym.detectors.life.addresses import addresses


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("12 rue Hubert Couturier, 75011 Paris", "number:12 street:rue Hubert Couturier zip:75011 city:Paris"),
        ("Hauptstr. 5a, 10115 Berlin", "street:Hauptstr. number:5a zip:10115 city:Berlin"),
        ("221B Baker Street, London NW1 6XE", "number:221B street:Baker Street city:London zip:NW1 6XE"),
        ("Storgatan 4, 211 42 Malmö", "street:Storgatan number:4 zip:211 42 city:Malmö"),
        ("Rua Augusta 10, 1100-053 Lisboa", "street:Rua Augusta number:10 zip:1100-053 city:Lisboa"),
        (
            "Av. Paulista, 1578, Bela Vista, São Paulo - SP, 01310-200",
            "street:Av. Paulista number:1578 city:São Paulo zip:01310-200",
        ),
        ("104 Long Avenue, Boston, MA 02101", "number:104 street:Long Avenue city:Boston zip:02101"),
        ("Corso Dante 8, 10121 Torino (TO)", "street:Corso Dante number:8 zip:10121 city:Torino"),
    ],
)
def test_the_parts_of_an_address_are_told_by_their_places(text: str, parts: str) -> None:
    [found] = addresses(text)
    told = [each.partition(":") for each in dict(found.features)["parts"].split()]
    named = [(name, text[slice(*map(int, place.split("-")))]) for name, _, place in told]

    assert (found.start, found.end, found.label) == (0, len(text), "ADDRESS")
    assert " ".join(f"{name}:{words}" for name, words in named) == parts


def test_features_hold_places_and_no_words_of_the_text() -> None:
    [found] = addresses("Via Roma 1, 00184 Roma")

    assert dict(found.features)["parts"] == "street:0-8 number:9-10 zip:12-17 city:18-22"


@pytest.mark.parametrize(
    "text", ["via Twitter", "Umweg 5", "a two way street", "during 2020", "on the road", "Arbeitsplatz 5"]
)
def test_what_is_no_address(text: str) -> None:
    assert [found for found in addresses(text) if found.label == "ADDRESS"] == []
