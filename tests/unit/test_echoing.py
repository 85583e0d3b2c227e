from dataclasses import replace

import pytest

from allonym.core.types import DENIED, Mention, Span
from allonym.echoing import echoes


def found(text: str, name: str, language: str | None) -> list[str]:
    start = text.index(name)
    mention = Mention(Span(start, start + len(name)), "PERSON", 0.9, "test")
    return [each.span.of(text) for each in echoes(text, [mention], language)]


@pytest.mark.parametrize(
    ("text", "name", "language", "again"),
    [
        ("L'affaire Dumas concerne Roland Dumas.", "Roland Dumas", "fr", ["Dumas"]),
        ("Karin Lindqvist kom. Lindqvists hund. LINDQVIST!", "Karin Lindqvist", "sv", ["Lindqvists", "LINDQVIST"]),
        ("Will Smith said he will. Will you come? So Will came.", "Will Smith", "en", ["Will"]),
        ("Erik Sommar kom. Sommar och vinter. Då sa Sommar nej.", "Erik Sommar", "sv", ["Sommar"]),
        ("Steve Jobs came. Jobs went home. Jobs are few. Then he said: Jobs!", "Steve Jobs", "en", ["Jobs"]),
        ("Will Smith came. Will you come? Will went home.", "Will Smith", "en", ["Will"]),
        ("Marie Petit dort. Petit a dit non. Petit à petit, elle rit.", "Marie Petit", "fr", ["Petit"]),
        ("Ulrike Bauer kam. Bauer ist krank. Bauer sein ist schwer.", "Ulrike Bauer", "de", ["Bauer", "Bauer"]),
        ("Carlos Rey llegó. Rey dijo que no. Rey de España.", "Carlos Rey", "es", ["Rey"]),
        ("Luca Conti dorme. Conti ha detto no. Conti alla mano.", "Luca Conti", "it", ["Conti"]),
        ("Ana Pinto dorme. Pinto disse não. Pinto de casa.", "Ana Pinto", "pt", ["Pinto"]),
        ("Stig Ask sover. Stig gick hem. Stig in, sa hon.", "Stig Ask", "sv", ["Stig"]),
        ("Steve Jobs came. Jobs went home. Jobs sind knapp.", "Steve Jobs", None, ["Jobs"]),
        ("Der Hund von Anna Hund. Ein Hund.", "Anna Hund", "de", []),
        ("Ulrike Bauer kam. Gestern hat Bauer angerufen. Da lachte Bauer.", "Ulrike Bauer", "de", ["Bauer", "Bauer"]),
        ("Ulrike Bauer und der Bauer, zwei Bauer, junger Bauer, zum Bauer.", "Ulrike Bauer", "de", []),
        ("Ulrike Bauer und der nette Bauer, ein kluger Bauer; Das sagte Bauer.", "Ulrike Bauer", "de", ["Bauer"]),
        ("Max Keller schläft. Max' Hund bellt.", "Max Keller", "de", ["Max"]),
        ("anna berg and a berg", "anna berg", "en", []),
        ("Roland Dumas, eDumas, 1Dumas_Dumas; قال: Dumas.", "Roland Dumas", "en", ["Dumas", "Dumas", "Dumas"]),
        ("قال أحمد الخطيب إنه بخير. الخطيب هنا.", "أحمد الخطيب", "ar", ["الخطيب"]),
        ("قال أحمد سعيد شيئا. فسعيد هنا.", "أحمد سعيد", "ar", ["فسعيد"]),
        ("مريم حسن هنا، وكمريم، وبمريم، لمريم.", "مريم حسن", "ar", ["وكمريم", "وبمريم", "لمريم"]),
        ("جاء وسارة حسن. رأيت سارة.", "وسارة حسن", "ar", ["سارة"]),
        ("قال أحمد الخطيب. للخطيب وللخطيب.", "أحمد الخطيب", "ar", ["للخطيب", "وللخطيب"]),
        ("رأيت سارة. ذهبت وسارة هناك.", "سارة", "ar", ["وسارة"]),
        ("Anna left. Annabel came.", "Anna", "en", []),
        ("I saw Anna. Anna left, ANNA, anna.", "Anna", "en", ["Anna"]),
        ("I saw Will. So Will came.", "Will", "en", []),
        ("Jo Li, Li", "Jo Li", "en", []),
    ],
)
def test_a_name_that_was_found_in_full_is_known_by_its_parts(
    text: str, name: str, language: str, again: list[str]
) -> None:
    assert found(text, name, language) == again


def test_what_is_already_found_is_not_found_again() -> None:
    text = "Roland Dumas, Rue Dumas"
    mentions = [Mention(Span(0, 12), "PERSON", 0.9, "t"), Mention(Span(14, 23), "ADDRESS.STREET", 0.9, "t")]

    assert echoes(text, mentions, "fr") == []


def test_the_letters_of_the_sentence_are_told_from_the_name() -> None:
    text = "مريم حسن هنا، وكمريم."

    [found] = echoes(text, [Mention(Span(0, 8), "PERSON", 0.9, "t")], "ar")

    assert (found.label, dict(found.features)["clitic"]) == ("PERSON.FIRST", "وك")


def test_an_unsure_name_of_one_word_is_not_looked_for() -> None:
    assert echoes("Anna and Anna", [Mention(Span(0, 4), "PERSON.FIRST", 0.7, "t")], "en") == []


def test_a_trade_that_the_user_has_listed_stays_one() -> None:
    text = "Petra Bauer kam. Da rief Bauer an."
    person, trade = Mention(Span(0, 11), "PERSON", 0.9, "t"), Mention(Span(25, 30), "PROFESSION", 0.9, "t")

    assert [each.span for each in echoes(text, [person, trade], "de")] == [trade.span]
    assert echoes(text, [person, replace(trade, features=DENIED)], "de") == []
