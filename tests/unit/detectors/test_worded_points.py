"""Points on the earth that words tell."""

import pytest

from allonym.detectors.identifiers.patterns import FINDERS


def _found(text: str) -> list[str]:
    return [text[each.start : each.end] for name in ("coordinates", "place") for each in FINDERS[name](text)]


@pytest.mark.parametrize(
    ("text", "point"),
    [
        ("latitude 33,5731 longitude -7,5898", "33,5731 longitude -7,5898"),
        ("Koordinaten: Breite 48,2082, Länge 16,3738", "48,2082, Länge 16,3738"),
        ("Breitengrad: 48.208 Längengrad: 16.373", "48.208 Längengrad: 16.373"),
        ("Lat. -33,865 / Long. 151,209", "-33,865 / Long. 151,209"),
        ("LV95 2'683'111 / 1'247'945", "2'683'111 / 1'247'945"),
        ("Grid ref SU 418 237", "SU 418 237"),
        ("Grid reference: TQ30158052.", "TQ30158052"),
        ("what3words ///filled.count.soap if sat nav fails", "///filled.count.soap"),
        ("w3w: filled.count.soap", "filled.count.soap"),
    ],
)
def test_a_point_is_told_by_words(text: str, point: str) -> None:
    assert set(_found(text)) == {point}


@pytest.mark.parametrize(
    "text",
    [
        "Breite 48,20 cm, Länge 16,37 cm",
        "Breite 1,20, Länge 2,40",
        "file:///etc.conf.d",
        "flight SU 418 to Moscow",
        "the summit of 33,5731 people",
        "CHF 2'683'111 / 1'247'945",
    ],
)
def test_a_measure_a_file_or_a_flight_is_no_point(text: str) -> None:
    assert _found(text) == []
