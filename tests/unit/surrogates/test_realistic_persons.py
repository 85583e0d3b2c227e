"""Persons told apart, called in several ways, or with names that look like something else."""

from dataclasses import replace
from unicodedata import normalize

import pytest

from allonym.substituting import Desk
from allonym.surrogates.names.pool_files import open_pools
from allonym.surrogates.realistic import realistic
from allonym.testing import desk_for, subject_for
from allonym.vault.ledger import LocalLedger

MAKER = realistic()


def write(*surfaces: str, language: str | None = "en", key: str = "", desk: Desk | None = None) -> list[str]:
    subject = subject_for("PERSON", *surfaces, language=language)
    return MAKER.write(replace(subject, key=key or subject.key), desk or desk_for(*surfaces))


def desks(count: int, *texts: str) -> list[Desk]:
    """Return desks with a key of their own each."""
    return [Desk(LocalLedger(bytes([number]) * 32, "test"), "test", texts) for number in range(count)]


@pytest.mark.parametrize(
    ("surface", "language"),
    [
        ("Ben Carter", "en"), ("Don Carter", "en"), ("Dom Carter", None), ("Prince Rogers", "en"), ("Duke Ellis", "en"),
        ("King Harrison", "en"), ("Major Thompson", "en"), ("Earl Grey", "en"), ("Dean Martin", "en"),
        ("David Ben Carter", "en"), ("ben carter", "en"), ("Amartya Sen", "en"), ("Richter, Anna", "de"),
        ("Reine Dupont", "fr"), ("Agostinho Neto", "pt"), ("Georgina Lane", "en"), ("Judge Reinhold", "en"),
        ("سيد قطب", "ar"),
    ],
)  # fmt: skip
def test_what_may_be_a_name_is_replaced(surface: str, language: str | None) -> None:
    left = set(surface.casefold().replace(",", "").split())

    for desk in desks(10, surface):
        made = write(surface, language=language, desk=desk)[0]
        assert not left & set(made.casefold().replace(",", "").split()), made


@pytest.mark.parametrize(
    ("surface", "language", "kept"),
    [
        ("Don Pedro", "es", "Don"), ("Dom Pedro", "pt", "Dom"), ("Don Matteo", "it", "Don"),
        ("Captain Smith", "en", "Captain"),
        ("Lord Byron", "en", "Lord"), ("Herr Schmidt", "de", "Herr"), ("Mohamed Ben Ali", "fr", "Ben"),
        ("bin Salman", "en", "bin"), ("محمد بن سلمان", "ar", "بن"), ("Robert Downey Jr.", "en", "Jr."),
        ("Anna Berg, MD", "en", "MD"), ("السيد الخطيب", "ar", "السيد"),
    ],
)  # fmt: skip
def test_what_is_surely_nobodys_stays(surface: str, language: str, kept: str) -> None:
    assert kept in write(surface, language=language)[0].split()


def test_two_of_one_name_who_are_told_apart_have_two_given_names() -> None:
    desk = desk_for("x")
    keys = ("anna berg", "anna berg #2", "p1", "anna berg of the bakery")
    made = [write("Anna Berg", "Anna", "A. Berg", key=key, desk=desk) for key in keys]

    assert len({full for full, _, _ in made}) == len(keys)
    assert len({full.split()[1] for full, _, _ in made}) == 1
    for full, given, short in made:
        assert given == full.split()[0]
        assert short.endswith(full.split()[1])
        assert short[0] == given[0]


def test_two_of_one_surname_who_are_told_apart_have_two_surnames() -> None:
    desk = desk_for("x")
    made = [write("Berg", key=key, desk=desk)[0] for key in ("berg", "berg #2", "p7")]

    assert len(set(made)) == 3
    assert write("Nora Berg", key="p7", desk=desk)[0].split()[1] == made[2]
    assert write("Anna Berg", key="anna berg", desk=desk)[0].split()[1] == made[0]


@pytest.mark.parametrize("first", ["Robert Smith", "Bob Smith"])
def test_one_who_is_called_otherwise_in_another_document_keeps_the_name(first: str) -> None:
    desk = desk_for("x")
    made = [write(each, key="robert smith", desk=desk)[0] for each in (first, "Robert Smith", "Bob Smith", "Rob Smith")]

    assert len(set(made)) == 1


@pytest.mark.parametrize(
    ("full", "other", "language", "shape"),
    [
        ("Robert Smith", "Bob", "en", "{given}"), ("Robert Smith", "Bob Smith", "en", "{given} {last}"),
        ("Muhammad Ali", "Mohamed Ali", "en", "{given} {last}"),
        ("Stephen King", "Steven King", "en", "{given} {last}"),
        ("José García", "Pepe", "es", "{given}"), ("Nicolas Sarkozy", "Sarko", "fr", "{last}"),
        ("Nicolas Sarkozy", "Nico", "fr", "{given}"), ("Rolf Nyberg", "R. Nyberg", "sv", "{given[0]}. {last}"),
    ],
)  # fmt: skip
def test_other_words_for_one_person_are_the_same_stand_in(full: str, other: str, language: str, shape: str) -> None:
    for desk in desks(5, full, other):
        made, short = write(full, other, language=language, desk=desk)
        given, last = made.split()
        assert short == shape.format(given=given, last=last)


def test_the_parts_of_a_name_may_stand_in_two_mentions() -> None:
    last, given, short = write("Nyberg", "Rolf", "R. Nyberg", language="sv", key="rolf nyberg")

    assert short == f"{given[0]}. {last}"


def test_a_name_of_more_words_than_the_full_one_does_not_say_one_twice() -> None:
    _, other = write("Maria Lindqvist", "Anna Maria", language="sv")

    assert len(set(other.split())) == 2


@pytest.mark.parametrize(("surface", "language"), [("Renée Dupont", "fr"), ("Åsa Öberg", "sv"), ("José Nuñez", "es")])
def test_accents_may_stand_apart_from_their_letters(surface: str, language: str) -> None:
    apart = normalize("NFD", surface)

    assert write(apart, language=language, key="x") == write(surface, language=language, key="x")
    assert all(desk_for(apart).has_word(word) for word in surface.split())


@pytest.mark.parametrize(
    ("text", "surface", "language", "cell"),
    [
        ("Mr Andrea Rossi came.", "Andrea Rossi", "en", "first it m"),
        ("Mrs Andrea Rossi came.", "Andrea Rossi", "en", "first it f"),
        ("Sig. Andrea Rossi", "Andrea Rossi", "en", "first it m"),
        ("Frau Kim Müller kam.", "Kim Müller", "de", "first de f"),
        ("M. Camille Dupont", "Camille Dupont", "fr", "first fr m"),
        ("Mme Camille Dupont", "Camille Dupont", "fr", "first fr f"),
        ("السيدة نور الخطيب", "نور الخطيب", "ar", "first ar f"),
    ],
)
def test_the_title_before_a_name_tells_the_gender(text: str, surface: str, language: str, cell: str) -> None:
    names = {side for name in open_pools().cell("persons", cell) for side in name.split("/")}

    for desk in desks(10, text):
        assert write(surface, language=language, desk=desk)[0].split()[0] in names
