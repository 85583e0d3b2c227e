"""By which terms somebody is found, and what in a text is them: surely, maybe, or not."""

import pytest

from allonym.core.errors import SettingsError, UsageError
from allonym.core.types import Edit, Manifest, Span
from allonym.linking.names import names
from allonym.vault.likeness import MAYBE, NOT, SURE, Likeness, _say_the_same
from allonym.vault.terms import asked_for, form_of, handle_words, terms_in, terms_of, words_of


def like(name: str, label: str | None = None) -> Likeness:
    return Likeness(name, label, names())


def edit(words: str, label: str = "PERSON") -> Edit:
    return Edit(Span(0, 1), words, label, "e1")


@pytest.mark.parametrize(
    ("label", "surface", "terms"),
    [
        ("PERSON.FIRST", "Nicolas", ("nicolas",)),
        ("PERSON", "Anna  ANNA Bérg", ("anna", "berg")),
        ("PERSON", "J. Berg", ("berg",)),
        ("PERSON", "J.", ("PERSON:j.",)),
        ("PERSON", "a1 b2 c3 d4 e5 f6 g7 h8 i9", ("a1", "b2", "c3", "d4", "e5", "f6", "g7", "h8")),
        ("EMAIL", "nicolas.ek@example.org", ("EMAIL:nicolas.ek@example.org", "nicolasek", "nicolas")),
        ("URL", "https://a.org/nicolas", ("URL:https://a.org/nicolas", "nicolas")),
        ("USERNAME", "@anna99", ("USERNAME:@anna99", "anna")),
        ("USERNAME", "@99", ("USERNAME:@99",)),
        ("PHONE", "+33 6 12", ("PHONE:+33612",)),
        ("ORGANIZATION.COMPANY", "Ikea", ("ORGANIZATION:ikea",)),
        ("DATE", "2018-12-01", ()),
    ],
)
def test_a_thing_is_found_by_its_terms(label: str, surface: str, terms: tuple[str, ...]) -> None:
    assert terms_of(label, surface) == terms


def test_of_a_text_the_terms_of_what_was_replaced_are_kept_and_of_a_row_that_was_left_out_all_words() -> None:
    replaced = Manifest("d", b"", b"", (edit("Anna Berg"), edit("+33 6", "PHONE")))

    assert terms_in(replaced) == {"anna", "berg", "PHONE:+336"}
    assert terms_in(Manifest("d", b"", b"", (), b"So Anna came", withheld=True)) == {"so", "anna", "came"}
    assert terms_in(Manifest("d", b"", b"", (), None, withheld=True)) == set()


def test_who_is_asked_for_is_sought_inflected_and_in_handles() -> None:
    asked = asked_for(["anna", "berg", "anna", "x"])

    assert {"anna", "annas", "berg", "bergs", "annaberg", "aberg"} <= set(asked)
    assert "x" not in asked
    assert len(asked) == len(set(asked))
    before = ["", "ال", "و", "ب", "ل", "ف", "ك", "وال", "بال", "لل"]
    assert {f"{letters}محمود" for letters in before} <= set(asked_for(["محمود"]))
    assert "الanna" not in asked
    assert asked_for([]) == []


@pytest.mark.parametrize(
    ("top", "surface", "words"),
    [
        ("EMAIL", "anna.li@x.org", ["annali", "anna"]),
        ("URL", "https://x.org/anna/x.org", ["annaxorg", "anna", "org"]),
        ("URL", "x.org", []),
        ("USERNAME", "@anna_berg", ["annaberg", "anna", "berg"]),
    ],
)
def test_only_what_somebody_chose_of_a_handle_counts(top: str, surface: str, words: list[str]) -> None:
    assert handle_words(top, surface) == words


def test_words_are_folded_and_initials_are_none() -> None:
    assert words_of("Zoë Ö. van-Dijk") == ["zoe", "van", "dijk"]
    assert form_of("PERSON.FIRST", "ANNA  B") == "PERSON:anna b"


@pytest.mark.parametrize(
    ("surface", "label", "grade"),
    [
        ("Nicolas Sarkozy", "PERSON", SURE),
        ("nicolas  SARKOZY", "EXTRA", SURE),
        ("N. Sarkozy", "PERSON", SURE),
        ("Sarkozy Nicolas", "PERSON", SURE),
        ("Sarkozy", "PERSON.LAST", MAYBE),
        ("Nicolas", "PERSON.FIRST", MAYBE),
        ("Cécilia Sarkozy", "PERSON", NOT),
        ("Anna Berg", "PERSON", NOT),
        ("@nsarkozy", "USERNAME", SURE),
        ("@annaberg", "USERNAME", NOT),
        ("Sarkozy", "LOCATION.CITY", NOT),
    ],
)
def test_whether_somebody_is_who_is_looked_for(surface: str, label: str, grade: int) -> None:
    assert like("Nicolas Sarkozy").judge([edit(surface, label)]) == grade


def test_somebody_with_another_whole_name_is_another_whatever_else_fits() -> None:
    sought = like("Nicolas Sarkozy")

    assert sought.judge([edit("Sarkozy"), edit("Nicolas Sarkozy")]) == SURE
    assert sought.judge([edit("Sarkozy"), edit("Cécilia Sarkozy")]) == NOT
    assert sought.judge([edit("Sarkozy"), edit("Cécilia")]) == MAYBE
    assert sought.judge([]) == NOT


def test_under_another_label_only_the_same_thing_is_it() -> None:
    phone = like("+33 6 12", "PHONE")

    assert phone.top == "PHONE"
    assert phone.terms() == ["PHONE:+33612"]
    assert phone.judge([edit("+33-612", "PHONE")]) == SURE
    assert phone.judge([edit("+33-612", "ID.NATIONAL")]) == NOT
    assert like("Anna", "PERSON.FIRST").top == like("Anna").top == "PERSON"
    assert like("Anna", "PERSON.FIRST").judge([edit("Anna", "EXTRA")]) == SURE


def test_without_a_label_a_name_an_address_or_a_number_is_asked_for() -> None:
    assert {"PHONE:+33612", "IBAN:+33612", "PERSON:+33 6 12"} <= set(like("+33 6 12").terms())
    assert like("+33 6 12").judge([edit("+33-6-12", "PHONE")]) == SURE


def test_a_name_is_needed_and_a_label_that_there_is() -> None:
    with pytest.raises(UsageError, match="a name is needed"):
        like(" \t")
    with pytest.raises(SettingsError, match="PERSN"):
        like("Anna", "PERSN")


def test_initials_and_words_of_a_row_that_nobody_has_read() -> None:
    sought = like("Nicolas Sarkozy")

    assert sought.initials() == "n sarkozy"
    assert like("Nicolas").initials() == "nicolas"
    assert sought.in_words(["so", "nicolas", "sarkozy", "came"]) == SURE
    assert sought.in_words(["so", "sarkozy"]) == MAYBE
    assert sought.in_words(["so"]) == NOT


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("nicolas sarkozy", "nicolas sarkozy", True),
        ("n sarkozy", "nicolas sarkozy", True),
        ("sarkozy nicolas", "nicolas paul sarkozy", True),
        ("n s", "n sarkozy", False),
        ("sarkozy", "nicolas sarkozy", False),
        ("anna sarkozy", "nicolas sarkozy", False),
        ("n n", "nicolas sarkozy", False),
    ],
)
def test_two_names_say_the_same_if_the_shorter_is_in_the_longer_with_one_whole_word(
    one: str, other: str, same: bool
) -> None:
    assert _say_the_same(one, other) == _say_the_same(other, one) == same
