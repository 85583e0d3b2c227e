"""Lines of public transport by their kinds, by what they do, and with what Arabic writes on to their words."""

import pytest
from tests.unit.detectors.everything import found


def lines(text: str) -> list[str]:
    return [surface for label, surface in found(text) if label == "TRANSPORT.NUMBER"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Il treno FR 9612 delle 7:15 viaggia", ["FR 9612"]), ("La S10 per Chiasso parte alle 14:04", ["S10"]),
        ("Die S3 nach Erkner fährt nicht", ["S3"]), ("Comboio urbano 18217, metro", ["18217"]),
        ("Train 1A42 to Paddington", ["1A42"]), ("خديت الطوبيس 97 ونسيت", ["97"]), ("خديت الطوبيس رقم 97", ["97"]),
        ("باص 44 وباص رقم 12", ["44", "12"]), ("مع والباص رقم 7", ["7"]),
    ],
)  # fmt: skip
def test_lines_are_found_by_kind_and_course(text: str, told: list[str]) -> None:
    assert lines(text) == told


@pytest.mark.parametrize(
    "text",
    [
        "Supprimez le point-virgule à la ligne 1187.", "Voir ligne 12 du tableau.", "la C4 parte male",
        "il treno R 20 km dopo", "the S10 for Chiasso",
    ],
)  # fmt: skip
def test_what_looks_like_them_is_no_line(text: str) -> None:
    assert lines(text) == []
