import pytest

from allonym.core.errors import SettingsError
from allonym.core.labels import LABELS
from allonym.detectors.adapters.naming import _plain, _table, naming


@pytest.mark.parametrize(
    ("tag", "label"),
    [
        ("PER", "PERSON"),
        ("ORG", "ORGANIZATION"),
        ("PERSON.LAST", "PERSON.LAST"),
        ("phone number", "PHONE"),
        ("GIVENNAME", "PERSON.FIRST"),
        ("DATE_TIME", "DATE"),
        ("LOCpart", "LOCATION"),
        ("e-mail", "EMAIL"),
    ],
)
def test_tags_of_others_are_read_as_our_labels(tag: str, label: str) -> None:
    read = naming([tag]).read(tag)

    assert read is not None
    assert read[0] == label


def test_a_tag_that_nobody_knows_is_kept_as_extra_with_its_name() -> None:
    assert naming(["Weapon"]).read("Weapon") == ("EXTRA", (("kind", "weapon"),))


def test_loc_is_any_place_unless_the_set_has_another_tag_for_towns() -> None:
    assert naming(["PER", "LOC"]).read("LOC") == ("LOCATION", ())
    assert naming(["PERSON", "GPE", "LOC"]).read("LOC") == ("LOCATION.GEO", ())


def test_the_user_has_the_last_word_on_tags() -> None:
    read = naming(["MISC", "PER"], {"MISC": "CREATION"}, ["PER"]).read

    assert read("MISC") == ("CREATION", ())
    assert read("PER") is None


@pytest.mark.parametrize(("labels", "ignore"), [({"MIST": "EXTRA"}, ()), ({}, ("MIST",)), ({"MISC": "NONE"}, ())])
def test_settings_that_name_no_tag_or_label_are_refused(labels: dict[str, str], ignore: tuple[str, ...]) -> None:
    with pytest.raises(SettingsError, match=r"MIST|NONE"):
        naming(["MISC"], labels, ignore)


def test_a_single_string_is_not_taken_for_a_list_of_tags() -> None:
    with pytest.raises(SettingsError, match="ignore a list"):
        naming(["M"], None, "M")


def test_every_tag_of_the_table_is_written_as_it_is_looked_up() -> None:
    table = _table("foreign")

    assert [tag for tag in table if _plain(tag) != tag] == []
    assert {label for label, _ in table.values()} <= set(LABELS)
