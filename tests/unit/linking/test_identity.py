import random

import pytest

from allonym.linking.identity import IDENTITY_VERSION, identity
from allonym.linking.table import Row, make_table

ONE = [
    ("PERSON", ["Mohamed Ali", "Muhammad Ali", "Mohammed Ali", "محمد علي", "MOHAMED ALI"]),
    ("PERSON", ["Anna Berg", "Anna Berg's", "Berg, Anna", "anna  berg", "Dr. Anna Berg", "#AnnaBerg", "Ａnna Berg"]),
    ("PERSON", ["Bob Smith", "Robert Smith", "Bobby Smith"]),
    ("PERSON", ["Sergei Ivanov", "Sergey Ivanov", "Serguei Ivanov"]),
    ("PERSON", ["José García", "Jose Garcia", "Pepe García"]),
    ("PERSON", ["Kim Jong Un", "Kim Jong-un"]),
    ("PERSON", ["عبد الرحمن", "عبدالرحمن"]),
    ("PERSON", ["Ludwig van Beethoven", "Ludwig Beethoven"]),
    ("ORGANIZATION.COMPANY", ["IKEA", "Ikea", "ikea"]),
    ("ORGANIZATION", ["Volvo AB", "Volvo", "AB Volvo", "Volvo’s"]),
    ("ORGANIZATION", ["United Nations", "UN", "ONU", "les Nations unies", "الأمم المتحدة"]),
    ("LOCATION", ["Stockholm", "Estocolmo", "STOCKHOLM", "ستوكهولم"]),
    ("PHONE", ["070-174 06 05", "0701740605"]),
    ("EMAIL", ["Anna@example.org", "anna@example.org"]),
]
TWO = [
    ("PERSON", "Anna Berg", "Anne Berg"),
    ("PERSON", "Peter Berg", "Peter Berg Jr."),
    ("PERSON", "Peter Berg Sr.", "Peter Berg Jr."),
    ("PERSON", "Anna Berg", "Berg"),
    ("PERSON", "Bob", "Robert"),
    ("PERSON", "...", "😀"),
    ("ORGANIZATION", "Chamber A", "Chamber B"),
    ("LOCATION", "Austria", "Australia"),
]


@pytest.mark.parametrize(("label", "surfaces"), ONE, ids=[surfaces[0] for _, surfaces in ONE])
def test_spellings_of_one_have_one_key(label: str, surfaces: list[str]) -> None:
    assert len({identity(label, [surface]) for surface in surfaces}) == 1


@pytest.mark.parametrize(("label", "one", "other"), TWO)
def test_two_have_two_keys(label: str, one: str, other: str) -> None:
    assert identity(label, [one]) != identity(label, [other])


def test_the_fullest_mention_counts_whatever_the_order() -> None:
    surfaces = ["Berg", "A. Berg", "Anna Berg", "Anna", "ANNA"]
    chance = random.Random(1)

    keys = {identity("PERSON", chance.sample(surfaces, len(surfaces))) for _ in range(20)}

    assert keys == {"anna berg"}


@pytest.mark.parametrize(("features", "language"), [({"gen": "yes"}, None), ((("gen", "yes"),), "sv"), ({}, "sv")])
def test_a_genitive_is_the_name(features: dict[str, str], language: str | None) -> None:
    assert identity("PERSON.FIRST", ["Annas"], features, language) == "anna"
    assert identity("PERSON", ["Anna Bergs", "Anna Berg"], features, language) == "anna berg"


def test_a_genitive_that_a_detector_tells_is_taken_off_a_name_that_nobody_knows() -> None:
    assert identity("PERSON", ["Xyzqvists"], {"gen": "yes"}, "sv") == "xyzqvist"
    assert identity("PERSON", ["Xyzqvists"], {}, "sv") == "xyzqvists"


def test_a_name_that_ends_in_s_stays_as_it_is() -> None:
    assert identity("PERSON", ["Anders Jonas"], {}, "sv") == "anders jonas"
    assert identity("PERSON", ["Roberts"], {}, "en") == "roberts"


def test_an_arabic_clitic_is_no_part_of_the_name() -> None:
    assert identity("PERSON", ["وبمحمد"], {"clitic": "وب"}, "ar") == identity("PERSON", ["محمد"], {}, "ar")


def test_a_namesake_has_a_key_of_its_own() -> None:
    assert identity("PERSON", ["Berg"], {"namesake": "2"}) == "berg #2"


def test_a_row_of_the_table_wins() -> None:
    table = make_table([Row("p1", "PERSON", "", "Berg", "w17"), Row("p2", "PERSON", "sv", "Berg")])

    assert identity("PERSON", ["Berg"], {}, "en", table, "w17") == "p1"
    assert identity("PERSON.LAST", ["Berg"], {}, "sv", table) == "p2"
    assert identity("PERSON", ["Berg"], {}, "en", table) == "berg"
    assert identity("LOCATION", ["Bergen"], {}, "sv", table) != "p2"


def test_nothing_has_a_key_too() -> None:
    assert identity("PERSON", []) == ""
    assert identity("LOCATION", [" "]) == "?"
    assert identity("EMAIL", []) == ""


def test_keys_that_vaults_hold_stay_the_same() -> None:
    shown = [identity("PERSON", ["Bob Smith"]), identity("PERSON", ["محمد علي"]), identity("LOCATION", ["Leeds"])]

    assert (IDENTITY_VERSION, shown) == (1, ["robert smith", "محمد علي", "geo:2644688"])
