import runpy
from importlib.resources import files
from pathlib import Path

import pytest

from allonym.core.errors import SettingsError
from allonym.core.labels import FEATURES, LABELS, lineage
from allonym.core.tagsets import TAGSETS, parse, tagset
from allonym.core.types import Features

SWELL = """
firstname_male firstname_female firstname_unknown initials middlename surname foreign country zip_code region city area
place geo street_nr school work other_institution transport_name transport_nr age_digits age_string date_digits day
month_digit month_word year phone_nr email url personid_nr account_nr license_nr other_nr_seq extra prof edu fam
sensitive gen def pl 1 OBS! Com!
"""

ADDED_BY_SVALA = """
nickname public_authority past_timepoint future_timepoint time_span username pet_type language ethnicity currency hobby
crime health_condition Cit-FL
"""

SIZES = {"akio": 14, "cloaked": 17, "conll": 4, "luxembourg": 3, "netanos": 8, "ontonotes": 18, "presidio": 107}

EVERY_TAG = [(name, tag) for name in TAGSETS for tag in (*tagset(name).tags, *tagset(name).aliases)]
EVERY_OWN_TAG = [(name, tag) for name in TAGSETS for tag in tagset(name).tags]


def test_the_names_are_the_tables_that_are_shipped() -> None:
    tables = files("allonym.core").joinpath("tables").iterdir()

    assert sorted(f"{name}.toml" for name in TAGSETS) == sorted(table.name for table in tables)


def test_a_tag_set_is_loaded_once() -> None:
    tagset.cache_clear()
    loaded = tagset("swell")

    assert loaded.name == "swell"
    assert tagset("swell") is loaded


def test_an_unknown_tag_set_names_the_nearest() -> None:
    with pytest.raises(SettingsError, match="did you mean 'presidio'"):
        tagset("presidoi")


@pytest.mark.parametrize(("name", "tag"), EVERY_TAG)
def test_every_tag_reads_as_a_known_label(name: str, tag: str) -> None:
    label, features = tagset(name).read(tag)

    assert label in LABELS
    assert all(feature in FEATURES for feature, _ in features)
    assert features == tuple(sorted(features))


@pytest.mark.parametrize(("name", "tag"), EVERY_OWN_TAG)
def test_a_tag_survives_reading_and_writing(name: str, tag: str) -> None:
    assert tagset(name).write(*tagset(name).read(tag)) == tag


@pytest.mark.parametrize("name", TAGSETS)
def test_an_alias_is_never_written(name: str) -> None:
    tags = tagset(name)
    written = {tags.write(*tags.read(alias)) for alias in tags.aliases}

    assert written <= {*tags.tags, None}


@pytest.mark.parametrize("name", TAGSETS)
def test_every_label_is_written_or_declared_unwritten(name: str) -> None:
    tags = tagset(name)
    silent = {label for label in LABELS if tags.write(label) is None}

    assert all(tags.unwritten & set(lineage(label)) for label in silent)
    assert tags.unwritten <= silent
    assert not (tags.catch_all and silent)


@pytest.mark.parametrize(("name", "size"), SIZES.items())
def test_sets_of_known_size_are_complete(name: str, size: int) -> None:
    assert len(tagset(name).tags) == size


def test_swell_has_its_45_tags_and_the_14_of_svala() -> None:
    swell = tagset("swell")
    guidelines, added = SWELL.split(), ADDED_BY_SVALA.split()

    assert (len(guidelines), len(added)) == (45, 14)
    assert {*swell.tags, *swell.modifiers, "1"} == {*guidelines, *added}
    assert swell.read_modifier("1")


SWELL_WRITES: list[tuple[str, Features, str]] = [
    ("PERSON.FIRST", (("gender", "female"),), "firstname_female"),
    ("PERSON.FIRST", (), "firstname_unknown"),
    ("PERSON", (), "firstname_unknown"),
    ("LOCATION.AREA", (("foreign", "yes"),), "area"),
    ("LOCATION.AREA", (), "city"),
    ("ADDRESS.STREET", (), "place"),
    ("ORGANIZATION.COMPANY", (), "other_institution"),
    ("AGE", (("form", "words"), ("gender", "male")), "age_string"),
    ("SENSITIVE.RELIGION", (), "sensitive"),
    ("EVENT", (), "extra"),
]


@pytest.mark.parametrize(("label", "features", "tag"), SWELL_WRITES)
def test_swell_writes_by_feature_then_by_default_then_by_parent(label: str, features: Features, tag: str) -> None:
    assert tagset("swell").write(label, features) == tag


def test_swell_modifiers_are_read_and_written_in_the_order_of_svala() -> None:
    swell = tagset("swell")
    modifiers = ("2", "gen", "foreign", "OBS!")
    features = tuple(sorted(pair for tag in modifiers for pair in swell.read_modifier(tag)))

    assert features == (("attention", "yes"), ("foreign", "yes"), ("gen", "yes"), ("number", "2"))
    assert swell.write_modifiers(features) == modifiers


def test_a_set_without_modifiers_writes_none() -> None:
    assert tagset("conll").write_modifiers((("gen", "yes"), ("number", "2"))) == ()


WRITES: list[tuple[str, str, Features, str | None]] = [
    ("netanos", "DURATION", (), "DATE/TIME"),
    ("netanos", "PERSON.LAST", (), "PERSON"),
    ("netanos", "EMAIL", (), "OTHER"),
    ("cloaked", "PERSON.FIRST", (("world", "religion"),), "PER:REL"),
    ("cloaked", "ORGANIZATION.SCHOOL", (), "ORG"),
    ("cloaked", "CREATION", (), None),
    ("akio", "IBAN", (), "contractNumber"),
    ("akio", "ID.PASSPORT", (), "identificationNumber"),
    ("akio", "ADDRESS.STREET", (), None),
    ("luxembourg", "LOCATION.CITY", (), "Geolocations"),
    ("luxembourg", "LOCATION.COUNTRY", (), None),
    ("luxembourg", "ORGANIZATION.PRODUCT", (), "Companies"),
    ("presidio", "ID.PASSPORT", (("country", "DE"),), "DE_PASSPORT"),
    ("presidio", "ID.PASSPORT", (("country", "FR"),), "ID"),
    ("presidio", "ID.NATIONAL", (), "ID"),
    ("presidio", "ADDRESS.ZIP", (), "LOCATION"),
    ("presidio", "MONEY", (), None),
    ("ontonotes", "LOCATION.COUNTRY", (), "GPE"),
    ("ontonotes", "CREATION.BOOK", (), "WORK_OF_ART"),
    ("ontonotes", "SENSITIVE.HEALTH", (), None),
    ("conll", "LOCATION.CITY", (), "LOC"),
    ("conll", "PHONE", (), "MISC"),
]


@pytest.mark.parametrize(("name", "label", "features", "tag"), WRITES)
def test_other_sets_write_what_is_nearest(name: str, label: str, features: Features, tag: str | None) -> None:
    assert tagset(name).write(label, features) == tag


def test_an_unknown_tag_names_the_nearest() -> None:
    with pytest.raises(SettingsError, match="did you mean 'surname'"):
        tagset("swell").read("surnmae")


def test_a_modifier_is_not_read_as_a_tag() -> None:
    with pytest.raises(SettingsError, match="is a modifier"):
        tagset("swell").read("gen")


@pytest.mark.parametrize(("name", "tag"), [("swell", "gne"), ("conll", "1"), ("swell", "²"), ("swell", "٣")])
def test_an_unknown_modifier_is_refused(name: str, tag: str) -> None:
    with pytest.raises(SettingsError, match="no modifier"):
        tagset(name).read_modifier(tag)


def test_an_unknown_label_cannot_be_written() -> None:
    with pytest.raises(SettingsError, match=r"PERSON\.FIRST"):
        tagset("conll").write("PERSON.FRIST")


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("catch_all = ", "'mine'"),
        ("catchall = 'X'", "did you mean 'catch_all'"),
        ("[tags]\nX = 'PERSN'", "did you mean 'PERSON'"),
        ("[tags]\nX = { gender = 'male' }", "'X' has no label"),
        ("[tags]\nX = { label = 'PERSON', gendre = 'male' }", "did you mean 'gender'"),
        ("[modifiers]\nX = { gendre = 'male' }", "did you mean 'gender'"),
        ("[writes]\nPERSON = 'X'", "'X' is written but not among its tags"),
        ("catch_all = 'X'", "'X' is written but not among its tags"),
        ("unwritten = ['PERSN']", "did you mean 'PERSON'"),
        ("[tags]\nX = 'PERSON'\n[aliases]\nX = 'PERSON'", "'X' stands in two places"),
        ("[aliases]\nX = 'PERSON'\n[modifiers]\nX = {}", "'X' stands in two places"),
        ("[tags]\nX = 'PERSON'\n[modifiers]\nX = {}", "'X' stands in two places"),
    ],
)
def test_a_table_that_contradicts_itself_is_refused(table: str, message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        parse("mine", table)


def test_the_page_of_labels_is_up_to_date() -> None:
    script = runpy.run_path(str(Path(__file__).parents[3] / "scripts" / "make_label_page.py"))

    assert script["PAGE"].read_text("utf-8") == script["page"](), "run scripts/make_label_page.py"


def test_aliases_and_modifiers_of_their_own_are_sound() -> None:
    made = parse("mine", "[tags]\nX = 'PERSON'\n[aliases]\nY = 'PERSON'\n[modifiers]\nZ = { gender = 'male' }")

    assert (made.name, made.title, made.source) == ("mine", "mine", "")
    assert (made.catch_all, made.running_number) == (None, None)
    numbered = parse("mine", "title = 'My tags'\nsource = 'me'\nrunning_number = 'number'\n[tags]\nX = 'PERSON'")
    assert (numbered.title, numbered.source) == ("My tags", "me")
    assert numbered.read_modifier("3") == (("number", "3"),)
    assert numbered.write_modifiers((("number", "3"),)) == ("3",)
    assert made.read("Y") == made.read("X") == ("PERSON", ())


def test_a_label_that_is_written_as_another_takes_the_tag_of_its_features() -> None:
    table = """
        [tags]
        NAME = 'PERSON.FIRST'
        MAN = { label = 'PERSON.FIRST', gender = 'male' }
        [writes]
        PERSON = 'NAME'
    """
    made = parse("mine", table)

    assert made.write("PERSON") == "NAME"
    assert made.write("PERSON", (("gender", "male"),)) == "MAN"
    assert made.write("PERSON", (("gender", "female"),)) == "NAME"
