import pytest

from allonym.core.types import DENIED, Document, Features, Mention, Span
from allonym.policy.apart import apart


def parts_of(text: str, label: str, features: Features = ()) -> list[tuple[str, str]]:
    whole = Mention(Span(0, len(text)), label, 0.9, "test", features)
    return [(each.label, each.span.of(text)) for each in apart(Document("d", text), [whole], ["PERSON", "ADDRESS"])]


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("Anna Berg", "FIRST Anna|LAST Berg"),
        ("Anna Maria Lindqvist", "FIRST Anna|MIDDLE Maria|LAST Lindqvist"),
        ("Anna Maria Eva Lindqvist", "FIRST Anna|MIDDLE Maria|MIDDLE Eva|LAST Lindqvist"),
        ("Carl von Essen", "FIRST Carl|LAST von Essen"),
        ("María de la Cruz", "FIRST María|LAST de la Cruz"),
        ("Jean-Pierre Martin", "FIRST Jean-Pierre|LAST Martin"),
        ("J. K. Lindqvist", "INITIALS J. K.|LAST Lindqvist"),
        ("Anna B. Lindqvist", "FIRST Anna|INITIALS B.|LAST Lindqvist"),
        ("Berg, Anna", "LAST Berg|FIRST Anna"),
        ("anna berg", "FIRST anna|LAST berg"),
        ("أحمد حسن", "FIRST أحمد|LAST حسن"),
    ],
)
def test_a_name_has_a_first_a_middle_and_a_last_part(name: str, parts: str) -> None:
    assert "|".join(f"{label.removeprefix('PERSON.')} {words}" for label, words in parts_of(name, "PERSON")) == parts


@pytest.mark.parametrize("name", ["Anna", "Lindqvist", "👩", "A."])
def test_a_name_of_one_word_stays_whole(name: str) -> None:
    assert parts_of(name, "PERSON") == [("PERSON", name)]


def test_an_address_is_cut_where_the_detector_says_so() -> None:
    text = "12 High Street, LS1 4DY Leeds"

    assert parts_of(text, "ADDRESS", (("parts", "number:0-2 street:3-14 zip:16-23 city:24-29"),)) == [
        ("ADDRESS.NUMBER", "12"),
        ("ADDRESS.STREET", "High Street"),
        ("ADDRESS.ZIP", "LS1 4DY"),
        ("LOCATION.CITY", "Leeds"),
    ]


def test_what_stands_between_the_parts_of_an_address_is_not_lost() -> None:
    text = "High Street 12, Flat 4, 3, Leeds"

    assert parts_of(text, "ADDRESS", (("parts", "street:0-11 number:12-14 city:27-32"),)) == [
        ("ADDRESS.STREET", "High Street"),
        ("ADDRESS.NUMBER", "12"),
        ("ADDRESS", "Flat 4, 3"),
        ("LOCATION.CITY", "Leeds"),
    ]
    assert parts_of("somewhere", "ADDRESS") == [("ADDRESS", "somewhere")]


def test_the_gender_goes_with_the_first_name_the_ending_with_the_last_and_the_users_word_with_all() -> None:
    text = "Anna Bergs"
    features = (*DENIED, ("gen", "yes"), ("gender", "female"))
    first, last = apart(Document("d", text), [Mention(Span(0, 10), "PERSON", 0.9, "test", features)], ["PERSON"])

    assert first.features == (*DENIED, ("gender", "female"))
    assert last.features == (*DENIED, ("gen", "yes"))


def test_only_what_is_asked_for_is_cut() -> None:
    whole = Mention(Span(0, 9), "PERSON", 0.9, "test")

    assert apart(Document("d", "Anna Berg"), [whole], ["ADDRESS"]) == [whole]
