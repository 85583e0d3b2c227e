import pytest

from allonym.core.types import DENIED, Mention, Span
from allonym.separating import separate


def parted(text: str, *names: str, language: str | None = None) -> list[str]:
    found, at = [], 0
    for name in names:
        at = text.index(name, at)
        found.append(Mention(Span(at, at + len(name)), "PERSON", 0.9, "test", (("gender", "male"),)))
        at += len(name)
    return [each.span.of(text) for each in separate(text, found, language)]


@pytest.mark.parametrize(
    ("text", "names", "wanted"),
    [
        ("Tom Marsh Lisa Cole. Tom Marsh spoke.", ["Tom Marsh Lisa Cole", "Tom Marsh"], ["Tom Marsh", "Lisa Cole"]),
        ("Tom Marsh Lisa Cole. Lisa Cole left.", ["Tom Marsh Lisa Cole", "Lisa Cole"], ["Tom Marsh", "Lisa Cole"]),
        (
            "Tom Marsh Lisa Cole Anna Berg; Lisa Cole Anna Berg; Anna Berg.",
            ["Tom Marsh Lisa Cole Anna Berg", "Lisa Cole Anna Berg", "Anna Berg"],
            ["Tom Marsh", "Lisa Cole", "Anna Berg"],
        ),
        (
            "Tom Marsh Xylo Qworp; Tom Marsh; Xylo Qworp",
            ["Tom Marsh Xylo Qworp", "Tom Marsh", "Xylo Qworp"],
            ["Tom Marsh"],
        ),
        ("I met Anna Ek. Max came.", ["Anna Ek. Max"], ["Anna Ek", "Max"]),
        ("Lisa Cole\nAnna Berg", ["Lisa Cole\nAnna Berg"], ["Lisa Cole", "Anna Berg"]),
        ("I met Peter. Anna came.", ["Peter. Anna"], ["Peter", "Anna"]),
        ("قابلت أحمد ومحمد. ذهب", ["أحمد ومحمد"], ["أحمد", "محمد"]),
        ("قابلت أحمد ومحمد وسارة هنا", ["أحمد ومحمد وسارة"], ["أحمد", "محمد", "سارة"]),
    ],
)
def test_two_persons_found_as_one_are_told_apart(text: str, names: list[str], wanted: list[str]) -> None:
    assert parted(text, *names)[: len(wanted)] == wanted


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Tom Marsh Lisa Cole spoke.", ["Tom Marsh Lisa Cole"]),
        ("Juan Carlos García López; Juan Carlos; García López", ["Juan Carlos García López", "Juan Carlos"]),
        ("Juan Carlos García López; García López", ["Juan Carlos García López", "García López"]),
        ("María José García López; María José García", ["María José García López", "María José García"]),
        ("محمد علي حسن محمود و محمد علي", ["محمد علي حسن محمود", "محمد علي"]),
        ("Then J. R. Smith came", ["J. R. Smith"]),
        ("Then Juan Carlos\nGarcía López came", ["Juan Carlos\nGarcía López"]),
        ("Then Lisa Cole\nBerg came", ["Lisa Cole\nBerg"]),
        ("Then Dr. Max Holm came", ["Dr. Max Holm"]),
        ("Then Joh. Seb. Bach came", ["Joh. Seb. Bach"]),
        ("Then Anna J. Berg came", ["Anna J. Berg"]),
        ("قابلت محمد وليد هنا", ["محمد وليد"]),
        ("Anna Berg left", ["Anna Berg"]),
        ("Anna left", ["Anna"]),
    ],
)
def test_one_person_stays_one(text: str, names: list[str]) -> None:
    assert parted(text, *names) == names


def test_what_is_said_of_the_first_is_not_said_of_the_second() -> None:
    text = "قابلت أحمد ومحمد"
    both = Mention(Span(6, 16), "PERSON", 0.9, "test", (("clitic", "و"), ("gender", "male")))

    one, other = separate(text, [both], "ar")

    assert (one.label, one.features) == ("PERSON.FIRST", (("gender", "male"),))
    assert (other.label, other.features, other.span.of(text)) == ("PERSON.FIRST", (), "محمد")


def test_the_and_before_the_first_stays_its_own() -> None:
    both = Mention(Span(0, 11), "PERSON", 0.9, "test", (("clitic", "و"),))

    assert separate("وأحمد ومحمد", [both], "ar")[0].features == (("clitic", "و"),)


def test_what_is_no_person_stays_whole() -> None:
    text = "Tom Marsh Lisa Cole, Tom Marsh"
    firm, person = Mention(Span(0, 19), "ORGANIZATION", 0.9, "t"), Mention(Span(21, 30), "PERSON", 0.9, "t")

    assert separate(text, [firm, person], "en") == [firm, person]


def test_what_the_user_has_listed_stays_whole() -> None:
    listed = Mention(Span(0, 12), "PERSON", 1.0, "terms:term", DENIED)

    assert separate("Anna Ek. Max", [listed], "en") == [listed]


def test_of_two_surnames_the_second_may_be_a_first_name() -> None:
    names = ["Maria Costa Xavier Santos", "Maria Costa"]
    text = "; ".join(names)

    assert parted(text, *names, language="pt") == names
    assert parted(f"{text}; Xavier Santos", *names, "Xavier Santos", language="pt")[:2] == [
        "Maria Costa",
        "Xavier Santos",
    ]
    assert parted(text, *names, language="en")[0] == "Maria Costa"
