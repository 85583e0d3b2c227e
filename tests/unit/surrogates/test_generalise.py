import pytest
from hypothesis import given
from hypothesis import strategies as st

from allonym.core.errors import SettingsError
from allonym.languages.pack import CODES
from allonym.surrogates.generalise import generalise
from allonym.testing import desk_for, subject_for


def coarse(label: str, surface: str, language: str | None = "en", **options: object) -> str:
    maker = generalise(**options)  # type: ignore[arg-type]
    [made] = maker.write(subject_for(label, surface, language=language), desk_for(surface))
    return made


@pytest.mark.parametrize(
    ("language", "label", "surface", "country", "region"),
    [
        ("en", "LOCATION.CITY", "Lyon", "France", "Auvergne-Rhône-Alpes"),
        ("sv", "LOCATION.CITY", "Lyon", "Frankrike", "Auvergne-Rhône-Alpes"),
        ("sv", "LOCATION.CITY", "Stockholms", "Sverige", "Sverige"),
        ("de", "LOCATION.CITY", "Florenz", "Italien", "Toskana"),
        ("it", "LOCATION.CITY", "Firenze", "Italia", "Toscana"),
        ("es", "LOCATION.CITY", "Sevilla", "España", "Andalucía"),
        ("pt", "LOCATION.CITY", "Lisboa", "Portugal", "Portugal"),
        ("ar", "LOCATION.CITY", "القاهرة", "مصر", "مصر"),
        ("fr", "LOCATION.REGION", "Toscana", "Italie", "Italie"),
        ("en", "LOCATION.CITY", "Xqqzt", "[LOCATION]", "[LOCATION]"),
        (None, "LOCATION", "Leeds", "United Kingdom", "England"),
    ],
)
def test_a_place_becomes_what_it_lies_in(
    language: str | None, label: str, surface: str, country: str, region: str
) -> None:
    assert coarse(label, surface, language) == country
    assert coarse(label, surface, language, to="region") == region


def test_many_places_share_a_country_and_a_row_tells_them_apart() -> None:
    desk, maker = desk_for(""), generalise(row_id=True)
    made = [maker.write(subject_for("LOCATION.CITY", city, language="en"), desk) for city in ("Lyon", "Paris", "Lyon")]

    assert made == [["France#1"], ["France#2"], ["France#1"]]
    assert not maker.natural
    assert generalise().natural


def test_a_row_that_stands_in_the_text_is_skipped() -> None:
    maker = generalise(row_id=True)

    assert maker.write(subject_for("LOCATION.CITY", "Lyon", language="en"), desk_for("France#1")) == ["France#2"]


@pytest.mark.parametrize(
    ("language", "surface", "month", "year", "five"),
    [
        ("en", "2018-12-01", "2018-12", "2018", "2015–2019"),
        ("en", "1 December 2018", "December 2018", "2018", "2015–2019"),
        ("de", "Mo, 1. Dez. 2018", "Dez. 2018", "2018", "2015–2019"),
        ("de", "01.12.2018", "12.2018", "2018", "2015–2019"),
        ("fr", "1er mai 2020", "mai 2020", "2020", "2020–2024"),
        ("es", "3 de mayo de 2020", "mayo de 2020", "2020", "2020–2024"),
        ("en", "May 3rd, 2020", "May 2020", "2020", "2020–2024"),
        ("en", "12/25/2019", "12/2019", "2019", "2015–2019"),
        ("sv", "180112", "2018-01", "2018", "2015–2019"),
        ("sv", "den 3 maj", "maj", "[DATE]", "[DATE]"),
        ("en", "05/12", "December", "[DATE]", "[DATE]"),
        ("en", "3–5 May 2020", "May 2020", "2020", "2020–2024"),
        ("en", "30 May – 2 June 2020", "May 2020 – June 2020", "2020", "2020–2024"),
        ("fr", "mars et avril 1993", "mars 1993 – avril 1993", "1993", "1990–1994"),
        ("ar", "٢١ يوليو ٢٠٢٠", "يوليو ٢٠٢٠", "٢٠٢٠", "٢٠٢٠–٢٠٢٤"),
        ("en", "Tuesday", "[DATE]", "[DATE]", "[DATE]"),
    ],
)
def test_a_date_becomes_its_month_year_or_five_years(
    language: str, surface: str, month: str, year: str, five: str
) -> None:
    assert coarse("DATE", surface, language, to="month") == month
    assert coarse("DATE", surface, language) == year
    assert coarse("DATE", surface, language, to="5 years") == five


def test_a_date_becomes_its_decade() -> None:
    assert coarse("DATE.YEAR", "1987", to="decade") == "1980–1989"


@pytest.mark.parametrize(
    ("language", "surface", "five", "ten"),
    [
        ("sv", "nitton år", "15–19 år", "10–19 år"),
        ("sv", "nittonåring", "15–19-åring", "10–19-åring"),
        ("de", "achtzehnjährig", "15–19-jährig", "10–19-jährig"),
        ("en", "19", "15–19", "10–19"),
        ("en", "93 years old", "90+ years old", "90+ years old"),
        ("en", "20-25", "20–29", "20–29"),
        ("ar", "٢٥ سنة", "٢٥–٢٩ سنة", "٢٠–٢٩ سنة"),
        ("en", "old enough", "[AGE]", "[AGE]"),
        ("en", "her nineties", "[AGE]", "[AGE]"),
        ("en", "his mid-eighties", "[AGE]", "[AGE]"),
        ("en", "ninety-three", "90+", "90+"),
    ],
)
def test_an_age_becomes_its_band(language: str, surface: str, five: str, ten: str) -> None:
    assert coarse("AGE", surface, language, band=5, top=90) == five
    assert coarse("AGE", surface, language, top=90) == ten


@given(st.integers(0, 120), st.integers(1, 20), st.sampled_from([0, 65, 90]))
def test_an_age_lies_in_its_band(age: int, band: int, top: int) -> None:
    made = coarse("AGE", str(age), band=band, top=top)
    low, _, high = made.rstrip("+").partition("–")

    assert int(low) <= age
    assert made.endswith("+") or age <= int(high or low)


def test_post_codes_lose_their_end_and_amounts_their_digits() -> None:
    assert coarse("ADDRESS.ZIP", "75011", "fr") == "750**"
    assert coarse("ADDRESS.ZIP", "SW1A 1AA", keep=2) == "SW** ***"
    assert coarse("MONEY", "€ 1,234.50") == "€ 1,000"
    assert coarse("NUMBER", "987") == "1000"


def test_what_has_nothing_above_it_becomes_its_kind() -> None:
    assert coarse("PERSON", "Anna") == "[PERSON]"


@pytest.mark.parametrize("code", CODES)
def test_every_language_names_the_countries(code: str) -> None:
    names = {coarse("LOCATION.CITY", city, code) for city in ("Lyon", "Uppsala", "Leeds", "Porto")}

    assert len(names) == 4
    assert not any(name.startswith("[") for name in names)


@pytest.mark.parametrize(
    ("options", "message"),
    [({"to": "contry"}, "did you mean 'country'"), ({"band": 0}, "band = 1"), ({"keep": -1}, "keep")],
)
def test_options_that_cannot_work_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        generalise(**options)  # type: ignore[arg-type]


def test_an_age_that_the_finder_read_otherwise_is_not_shown() -> None:
    subject = subject_for("AGE", "nineteen", language="en", features=(("value", "90"),))

    assert generalise(top=90).write(subject, desk_for("")) == ["[AGE]"]
