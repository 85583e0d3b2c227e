"""Realistic user names and addresses: in the style of the original, and reaching nobody."""

import re

import pytest

from allonym.surrogates.names.accounts import RESERVED
from allonym.surrogates.realistic import realistic
from allonym.testing import desk_for, subject_for

MAKER = realistic()


def write(label: str, *surfaces: str, language: str | None = "en") -> list[str]:
    return MAKER.write(subject_for(label, *surfaces, language=language), desk_for("x"))


@pytest.mark.parametrize(
    "surface", ["anna@gmail.com", "x.y-z+tag@hotmail.co.uk", "Berg@ikea.se", "a@b.c", "info@www.firm.de"]
)
def test_no_address_can_be_reached(surface: str) -> None:
    host = write("EMAIL", surface)[0].rpartition("@")[2]

    assert host in RESERVED or host.endswith(".example")


def test_colleagues_stay_at_one_domain_and_customers_of_a_provider_at_an_example() -> None:
    desk = desk_for("x")
    hosts = [
        MAKER.write(subject_for("EMAIL", each, language="en"), desk)[0].rpartition("@")[2]
        for each in ("anna@firm.se", "bo@mail.firm.se", "anna@gmail.com", "bo@gmail.com")
    ]

    assert hosts[0] == hosts[1]
    assert hosts[0].endswith(".example")
    assert hosts[2] == hosts[3]
    assert hosts[2] in RESERVED


@pytest.mark.parametrize(
    ("surface", "pattern"),
    [
        ("@MaryJohanson1987", r"@[A-Z][a-z]+[A-Z][a-z]+(?:198[0-9]|199[0-9])"),
        ("@marie.delattre1", r"@[a-z]+\.[a-z]+[0-9]"),
        ("sk8er_boi_77", r"[a-z]+[0-9][a-z]+_[a-z]+_[0-9]{2}"),
        ("XX_DARKLORD_XX", r"[A-Z]+_[A-Z]+_[A-Z]+"),
        ("p4ul", r"[a-z]+[0-9][a-z]+"),
        ("@محمد_علي", r"@[\u0600-\u06ff]+_[\u0600-\u06ff]+"),
    ],
)
def test_the_style_of_a_user_name_is_kept(surface: str, pattern: str) -> None:
    made = write("USERNAME", surface)[0]

    assert re.fullmatch(pattern, made), made
    assert made != surface


def test_a_name_in_an_address_has_the_stand_in_of_the_name() -> None:
    desk = desk_for("x")
    name = MAKER.write(subject_for("PERSON", "Anna Lindgren", language="sv"), desk)[0]
    handle = MAKER.write(subject_for("USERNAME", "annalindgren", language="sv"), desk)[0]

    assert len(name.split()) == 2
    assert handle[:3] == name[:3].lower()


def test_spellings_that_differ_in_capitals_only_stay_alike() -> None:
    one, other = write("EMAIL", "paul.watson87@gmail.com", "Paul.Watson87@gmail.com")

    assert one.casefold() == other.casefold()
    assert one != other


@pytest.mark.parametrize(
    ("surface", "pattern"),
    [
        ("https://wa.me/+93722758", r"https://[a-z]+\.example/\+[0-9]{8}"),
        ("www.firm.se", r"www\.[a-z]+\.example"),
        ("http://firm.se/~anna/index.html?id=7", r"http://[a-z]+\.example/~[a-z]+/index\.html\?[a-z]+=[0-9]"),
    ],
)
def test_a_link_keeps_its_look_and_leads_nowhere(surface: str, pattern: str) -> None:
    made = write("URL", surface)[0]

    assert re.fullmatch(pattern, made), made
    assert "anna" not in made


def test_a_hashtag_keeps_its_capitals_and_its_ordinary_words() -> None:
    made = write("HASHTAG", "#JusticeForMarie")[0]

    assert re.fullmatch(r"#JusticeFor[A-Z][a-z]+", made), made
    assert "Marie" not in made
    assert write("HASHTAG", "#Justice")[0] != "#Justice"


def test_two_accounts_never_become_one() -> None:
    desk = desk_for("x")
    made = [
        MAKER.write(subject_for(label, f"{name}{number}{tail}", language="en"), desk)[0]
        for label, tail in (("USERNAME", ""), ("EMAIL", "@gmail.com"))
        for name in ("anna", "bo", "zz")
        for number in range(10)
    ]

    assert len(set(made)) == len(made)


def test_an_address_that_is_written_as_in_a_link_stays_so() -> None:
    plain, escaped = write("EMAIL", "paul.watson@aol.fr", "paul%2Ewatson%40aol.fr")

    assert escaped == plain.replace("@", "%40")


def test_a_link_to_a_mail_becomes_a_token() -> None:
    [made] = write("URL", "mailto:info@aol.fr?subject=Paul%20Watson")

    assert made == "[URL_1]"
