"""Realistic places, organisations and lines: the same sort in the same country, and common nouns stay."""

import pytest

from allonym.languages.lists import normal, open_lists
from allonym.surrogates.names.pool_files import open_pools
from allonym.surrogates.realistic import realistic
from allonym.testing import desk_for, subject_for

MAKER = realistic()
POOLS = open_pools()


def write(label: str, *surfaces: str, language: str | None = "en") -> list[str]:
    return MAKER.write(subject_for(label, *surfaces, language=language), desk_for("x"))


def places(*heads: str) -> set[str]:
    keys = [key for key in POOLS.keys("places") for head in heads if key.startswith(head)]
    return {name for key in keys for name in POOLS.cell("places", key)}


@pytest.mark.parametrize(
    ("surface", "language", "cell"),
    [
        ("Falun", "sv", "city SE 2"),
        ("Faluns", "sv", "city SE 2"),
        ("Jönköping", "sv", "city SE 3"),
        ("Leeds", "en", "city GB 4"),
        ("Cergy", "fr", "city FR 2"),
        ("Chicago", "de", "city US 4"),
        ("Ravenna", "it", "city IT 3"),
        ("Damascus", "en", "city SY"),
        ("دمشق", "ar", "city ar SY 4"),
        ("وبدمشق", "ar", "city ar SY 4"),
    ],
)
def test_a_city_becomes_another_of_its_country_and_size(surface: str, language: str, cell: str) -> None:
    made = write("LOCATION.CITY", surface, language=language)[0]

    assert made in places(cell)
    assert made.lower() not in surface.lower()


def test_a_city_is_never_replaced_by_another_name_of_itself() -> None:
    lists = open_lists()
    for city in ("Göteborg", "Malmö", "Köln", "Lisboa", "الإسكندرية"):
        desk, canonical = desk_for("x"), lists.find(normal(city))[0].canonical
        for language in ("en", "sv"):
            made = MAKER.write(subject_for("LOCATION.CITY", city, language=language), desk)[0]

            assert canonical not in {entry.canonical for entry in lists.find(normal(made))}


@pytest.mark.parametrize(
    ("label", "surface", "language"),
    [
        ("LOCATION", "United States", "en"),
        ("LOCATION", "the United States", "en"),
        ("LOCATION.COUNTRY", "the United States", "en"),
        ("LOCATION", "l'Allemagne", "fr"),
        ("ORGANIZATION", "Suède", "fr"),
        ("ORGANIZATION", "Sverige", "sv"),
        ("LOCATION.CITY", "Sverige", "sv"),
        ("LOCATION", "بمصر", "ar"),
        ("LOCATION.COUNTRY", "بمصر", "ar"),
    ],
)
def test_a_country_is_a_country_whatever_it_was_found_as(label: str, surface: str, language: str) -> None:
    names = {each.partition("=")[2] for each in places(f"country {language} ")}

    assert write(label, surface, language=language)[0] in names


def test_a_team_and_its_country_have_one_stand_in() -> None:
    desk = desk_for("x")
    made = [
        MAKER.write(subject_for(label, "Suède", language="fr"), desk)[0]
        for label in ("ORGANIZATION", "LOCATION", "LOCATION.COUNTRY")
    ]

    assert len(set(made)) == 1


def test_a_firm_that_is_called_like_a_town_stays_a_firm() -> None:
    assert write("ORGANIZATION", "Orange", language="fr")[0] not in places("city ")


def test_an_unknown_city_becomes_an_invented_town() -> None:
    assert write("LOCATION.CITY", "Quuxhausen", language="de")[0] in places("town de")
    assert write("LOCATION.AREA", "Vesterbro", language="sv")[0] in places("town sv")


@pytest.mark.parametrize(
    ("surface", "language", "cell"),
    [
        ("Skåne", "sv", "region SE"),
        ("Tuscany", "en", "region IT"),
        ("Bretagne", "fr", "region FR"),
        ("Texas", "es", "region US"),
    ],
)
def test_a_region_becomes_another_of_its_country(surface: str, language: str, cell: str) -> None:
    assert write("LOCATION.REGION", surface, language=language)[0] in places(cell)


@pytest.mark.parametrize(
    ("surface", "language", "wanted"),
    [
        ("Syrien", "sv", {"Libanon", "Jordanien", "Irak", "Turkiet", "Iran"}),
        ("Eritrea", "de", {"Äthiopien", "Somalia", "Kenia", "Uganda", "Tansania", "Ruanda", "Burundi", "Dschibuti"}),
        ("USA", "fr", {"Canada", "Mexique"}),
        ("US", "en", {"Canada", "Mexico"}),
    ],
)
def test_a_country_becomes_a_neighbour_in_the_language_of_the_text(
    surface: str, language: str, wanted: set[str]
) -> None:
    near = wanted | {"Südsudan", "Mauritius", "Komoren", "Seychellen"} if language == "de" else wanted

    assert write("LOCATION.COUNTRY", surface, language=language)[0] in near


@pytest.mark.parametrize(
    ("label", "surface", "language", "kept"),
    [
        ("LOCATION.PLACE", "Mariatorget", "sv", "torget"),
        ("LOCATION.PLACE", "Trafalgar Square", "en", " Square"),
        ("LOCATION.PLACE", "Place de la Bastille", "fr", "Place "),
        ("LOCATION.PLACE", "Alexanderplatz", "de", "platz"),
        ("LOCATION.PLACE", "ميدان التحرير", "ar", "ميدان "),
        ("LOCATION.GEO", "Lake Vättern", "en", "Lake "),
        ("LOCATION.GEO", "Bodensee", "de", "see"),
        ("TRANSPORT.NAME", "Lidingöbanan", "sv", "banan"),
        ("TRANSPORT.NAME", "gröna linjen", "sv", " linjen"),
        ("ORGANIZATION.SCHOOL", "Uppsala University", "en", " University"),
        ("ORGANIZATION.SCHOOL", "University of Leeds", "en", "University of "),
        ("ORGANIZATION.SCHOOL", "Universidad Complutense de Madrid", "es", "Universidad de "),
        ("ORGANIZATION.INSTITUTION", "Sankt Görans sjukhus", "sv", " sjukhus"),
        ("ORGANIZATION.AUTHORITY", "Skatteverket", "sv", "verket"),
        ("ORGANIZATION.AUTHORITY", "Amtsgericht Köln", "de", "Amtsgericht "),
        ("ORGANIZATION.COMPANY", "Siemens GmbH", "de", " GmbH"),
        ("ORGANIZATION.MEDIA", "Radio Nova", "en", "Radio "),
        ("ORGANIZATION.WORK", "Café Norden", "sv", "Café "),
        ("ORGANIZATION.SCHOOL", "جامعة القاهرة", "ar", "جامعة "),
    ],
)
def test_common_nouns_stay_and_names_go(label: str, surface: str, language: str, kept: str) -> None:
    made = write(label, surface, language=language)[0]
    named = set(surface.lower().split()) - {*kept.lower().split(), "de", "la", "of"}

    assert made.startswith(kept) or made.endswith(kept)
    assert not named & set(made.lower().split())


def test_all_mentions_of_an_organisation_share_one_invented_name() -> None:
    full, short, shouted = write("ORGANIZATION.COMPANY", "Volvo AB", "Volvo", "VOLVO", language="sv")

    assert full == f"{short} AB"
    assert shouted == short.upper()


def test_ikea_in_capitals_is_ikea_and_an_acronym_gets_other_letters() -> None:
    shouted, usual = write("ORGANIZATION.COMPANY", "IKEA", "Ikea", language="sv")
    letters = write("ORGANIZATION.COMPANY", "IBM")[0]

    assert shouted == usual.upper()
    assert len(letters) == 3
    assert letters.isupper()
    assert letters != "IBM"


def test_a_name_that_is_nothing_but_a_title_of_a_paper_leaves_nothing_behind() -> None:
    assert "guardian" not in write("ORGANIZATION.MEDIA", "The Guardian")[0].lower()


def test_the_city_of_an_address_is_replaced_by_a_city() -> None:
    made = write("ADDRESS", "12 Rue Hubert Couturier, 75011 Paris", language="fr")[0]

    assert made.split()[-1] in {word for name in places("city FR") for word in name.split()}
    assert "Couturier" not in made
