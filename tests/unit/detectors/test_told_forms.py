"""Genitives and Arabic clitics of names that a labelled column says are the person of the cell; titles are nobody."""

import pytest

import allonym
from allonym.core.types import Document
from allonym.detectors.told import known_in
from allonym.frames import Columns, pseudonymized, recovered
from allonym.pseudonymizer import Pseudonymizer
from allonym.settings import load_settings

COLUMNS = Columns(("text",), labels={"name": "PERSON"})
P = "[PERSON_1]"


def found(name: str, text: str, language: str | None = "en", label: str = "PERSON") -> list[str]:
    """Return the words that a column says, where they stand in a text; of words within others only the others."""
    document = Document("a", text, language, known=((name, label),))
    spans = [each.span for each in known_in(document)]
    inner = {
        one for one in spans for other in spans if one != other and other.start <= one.start <= one.end <= other.end
    }
    return [each.of(text) for each in sorted({*spans} - inner)]


@pytest.mark.parametrize(
    ("name", "text", "made"),
    [
        ("Klein", "Kleins Katze ist krank, und Klein rief an.", f"{P} Katze ist krank, und {P} rief an."),
        ("Anna Klein", "Das ist Annas Katze, nicht die von mir.", f"Das ist {P} Katze, nicht die von mir."),
        ("Anna Klein", "Anna Kleins Hund bellt seit gestern.", f"{P} Hund bellt seit gestern."),
        ("Dr. Klein", "Wir haben gestern Kleins Katze gesehen.", f"Wir haben gestern {P} Katze gesehen."),
        ("Björn Lindqvist", "Björns bil är trasig igen.", f"{P} bil är trasig igen."),
        ("Björn Lindqvist", "Jag såg Björn Lindqvists katt igår.", f"Jag såg {P} katt igår."),
        ("Bo Ek", "Bos bil är trasig och Eks hus brann.", f"{P} bil är trasig och {P} hus brann."),
        ("Xandrika Qvarnfors", "Vi tog Xandrikas bil igår.", f"Vi tog {P} bil igår."),
        ("Anna Berg", "Anna's car is at the Bergs' house.", f"{P}'s car is at the {P}' house."),
        ("Tom Zykandra", "I saw Toms shop.", f"I saw {P} shop."),
        ("Tom Zykandra", "I saw zykandras hat.", f"I saw {P} hat."),
        ("Jona Wolf", "Jonas kam gestern, und Jona war müde.", f"{P} kam gestern, und {P} war müde."),
        ("سمير", "ذهب وسمير إلى البيت", f"ذهب {P} إلى البيت"),
        ("زكواري", "رأيت وزكواري ثم لزكواري ثم بزكواري", f"رأيت {P} ثم {P} ثم {P}"),
        ("ليلى الحداد", "قلت للحداد إن ليلى ذهبت", f"قلت {P} إن {P} ذهبت"),
    ],
)
def test_a_form_of_a_name_is_the_person_of_its_cell(tool: Pseudonymizer, name: str, text: str, made: str) -> None:
    rows = pseudonymized(tool, COLUMNS, {"name": [name], "text": [text]})

    assert (rows["name"], rows["text"]) == ([P], [made])


@pytest.mark.parametrize(
    ("name", "language", "text", "words"),
    [
        ("Anna Klein", "de", "Ein klein wenig; kleins.", []),
        ("Al Qz", "de", "Als wir kamen, als er ging.", []),
        ("Rose Hill", "en", "Roses are red, roses on hills. He saw Roses.", ["Roses"]),
        ("William Brown", "en", "Mr Williams saw browns.", []),
        ("Will May", "en", "Will's dog will bark. Let's see.", ["Will"]),
        ("يان كوفاتش", "ar", "هذا بيان وليان", ["وليان"]),
        ("Thoma Qz", "de", "Thomas kam.", []),
        ("Hans Peters", "de", "Hans' Hund, Peters Katze", ["Hans", "Peters"]),
    ],
)
def test_words_that_only_look_like_forms_stay(name: str, language: str, text: str, words: list[str]) -> None:
    assert found(name, text, language) == words


def test_other_things_than_persons_have_forms_and_codes_have_none() -> None:
    assert found("Qqvil", "Qqvils gator", "sv", "LOCATION.CITY") == ["Qqvils"]
    assert found("abcd", "abcds", "sv", "ID") == []


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("Dr. Anna Klein", "Dr. Weber, der Dr. und Dr. Klein", ["Klein"]),
        ("Klein, Prof. Dr. Anna", "Prof. Weber sah Dr. Anna", ["Anna"]),
        ("Anna Klein, PhD", "Her PhD, and Klein", ["Klein"]),
        ("Martin King Jr.", "The King family, Jr. and Martin", ["King", "Martin"]),
        ("Herr Klein", "Herr Weber sah Klein", ["Klein"]),
        ("Don Klein", "We saw Don.", ["Don"]),
        ("Stephen King.", "We saw King.", ["King"]),
        ("Richter Anna", "Wir sahen Richter.", ["Richter"]),
        ("السيد سمير حداد", "رأيت السيد عمر ثم سمير", ["سمير"]),
    ],
)
def test_titles_in_a_cell_are_no_names_elsewhere(name: str, text: str, words: list[str]) -> None:
    assert found(name, text, "de") == words


@pytest.mark.parametrize("name", ["the baker", "Tom the baker"])
def test_small_ordinary_words_of_a_cell_are_no_names(name: str) -> None:
    assert found(name, "A baker is nice; the bakers sell bread to a baker.") == []


def test_natural_stand_ins_have_the_ending_and_all_comes_back() -> None:
    vault = allonym.open_vault("memory:")
    natural = Pseudonymizer(load_settings("akio-internal").with_model(fast=True), vault, scope="document")
    cells = {
        "name": ["Anna Klein", "Björn Lindqvist", "زكواري برنوفا"],
        "text": [
            "Kleins Katze und Annas Hund gehören Anna Klein.",
            "Björns bil och Björn Lindqvists katt är här.",
            "رأيت وزكواري برنوفا ولزكواري",
        ],
    }
    made = pseudonymized(natural, COLUMNS, cells)
    names = [str(cell).split() for cell in made["name"]]
    endings = [["" if word[-1] in "sxzß" else "s" for word in name] for name in names]

    for (first, last), (of_first, of_last), text in zip(names[:2], endings, made["text"], strict=False):
        assert f"{first}{of_first}" in str(text)
        assert f"{last}{of_last}" in str(text)
    first, last = names[2]
    assert made["text"][2] == f"رأيت و{first} {last} ول{first}"
    assert recovered(vault, COLUMNS, made) == cells


def test_forms_in_strange_letters_are_found() -> None:
    assert found("Klein", "Wir sahen 𝐊𝐥𝐞𝐢𝐧𝐬 Katze und ⓀⓁⒺⒾⓃⓈ Hund.", "de") == ["𝐊𝐥𝐞𝐢𝐧𝐬", "ⓀⓁⒺⒾⓃⓈ"]
    assert found("Klein", "Wir sahen Kle\u00adins Katze.", "de") == ["Kle\u00adins"]
