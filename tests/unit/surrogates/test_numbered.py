import re

import pytest

from allonym.core.errors import SettingsError
from allonym.core.types import Entity, Features, Mention, Span, Subject
from allonym.surrogates.numbered import numbered
from allonym.testing import desk_for, subject_for
from allonym.vault.ledger import LocalLedger


def inflected(surface: str, features: Features, number: int = 1) -> Subject:
    label = "PERSON.FIRST" if dict(features).get("gender") else "ORGANIZATION.SCHOOL"
    mention = Mention(Span(0, len(surface)), label, 0.9, "test", features)
    return Subject(Entity(f"e{number}", label, (mention,)), surface.casefold(), (surface,), "sv")


def test_letters_go_on_behind_z() -> None:
    desk, maker = desk_for(""), numbered("{letter}-skola")
    made = [maker.write(subject_for("ORGANIZATION.SCHOOL", f"school {each}"), desk)[0] for each in range(28)]

    assert made[:2] == ["A-skola", "B-skola"]
    assert made[25:] == ["Z-skola", "AA-skola", "AB-skola"]


def test_endings_are_told_where_they_are_asked_for() -> None:
    school = inflected("Stadsbibliotekets", (("def", "yes"), ("gen", "yes")))

    assert numbered("{letter}-skola", endings="-").write(school, desk_for("")) == ["A-skola-gen-def"]
    assert numbered("{letter}-skola").write(school, desk_for("")) == ["A-skola"]


def test_tags_of_a_kind_are_counted_together() -> None:
    desk, maker = desk_for(""), numbered("{tag} {n}", tagset="swell", endings=" ")

    assert maker.write(inflected("Alice", (("gender", "female"),)), desk) == ["firstname_female 1"]
    assert maker.write(inflected("Bob", (("gender", "male"),)), desk) == ["firstname_male 2"]
    assert maker.write(inflected("Alice", (("gen", "yes"), ("gender", "female"))), desk) == ["firstname_female 1 gen"]


def test_the_number_of_the_entity_counts_whatever_its_kind() -> None:
    desk = desk_for("")

    assert numbered("name{e}{e}").write(inflected("Moshe", (("gender", "male"),), 4), desk) == ["name44"]
    assert numbered("location{e}{e}").write(inflected("Rue", (), 5), desk) == ["location55"]
    # The same place of another text of the record is somebody else.
    assert numbered("name{e}{e}").write(inflected("Anna", (("gender", "female"),), 4), desk) != ["name44"]


def test_a_bare_number_is_given_out_unless_it_was_the_original() -> None:
    desk = desk_for("Buss 1, 18 år")
    maker = numbered("{n}")

    assert maker.write(subject_for("TRANSPORT.NUMBER", "528"), desk) == ["1"]
    assert maker.write(subject_for("TRANSPORT.NUMBER", "2"), desk) == ["3"]


def made_with(key: bytes, count: int, many: int) -> list[str]:
    from allonym.substituting import Desk

    desk, maker = Desk(LocalLedger(key, "corpus"), "corpus", ("",)), numbered("Company{n}", shuffled=many)
    return [maker.write(subject_for("ORGANIZATION.COMPANY", f"firm {each}"), desk)[0] for each in range(count)]


def test_shuffled_numbers_are_drawn_by_the_key() -> None:
    one, same, other = made_with(b"1" * 32, 50, 4246), made_with(b"1" * 32, 50, 4246), made_with(b"2" * 32, 50, 4246)

    assert one == same
    assert one != other
    assert len(set(one)) == 50
    assert all(1 <= int(each.removeprefix("Company")) <= 4246 for each in one)
    assert one != sorted(one, key=lambda each: int(each.removeprefix("Company")))


def test_a_full_range_grows() -> None:
    assert len(set(made_with(b"1" * 32, 30, 10))) == 30


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"template": "{tag} {n}"}, "both or neither"),
        ({"template": "{n}", "tagset": "swell"}, "both or neither"),
        ({"template": "{tag} {n}", "tagset": "swel"}, "did you mean 'swell'"),
        ({"template": "school"}, "needs {n}"),
        ({"shuffled": -1}, "how many"),
    ],
)
def test_what_cannot_work_is_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(SettingsError, match=re.escape(message)):
        numbered(**options)  # type: ignore[arg-type]
