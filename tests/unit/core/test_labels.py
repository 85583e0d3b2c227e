import pickle
from pathlib import Path

import pytest

from allonym.core.errors import SettingsError
from allonym.core.labels import FEATURES, LABELS, Kind, Label, is_a, lineage, parent, require

PAGE = (Path(__file__).parents[3] / "docs" / "reference" / "labels.md").read_text("utf-8")
TREE = """
PERSON .FIRST .MIDDLE .LAST .INITIALS .NICKNAME      USERNAME  HASHTAG
LOCATION .COUNTRY .REGION .CITY .AREA .PLACE .GEO    ADDRESS .STREET .NUMBER .ZIP     COORDINATES
ORGANIZATION .COMPANY .PRODUCT .SCHOOL .WORK .INSTITUTION .AUTHORITY .MEDIA
DATE .DAY .MONTH .YEAR  TIME  AGE  DURATION
EMAIL  PHONE  URL  IP  MAC   IBAN  BIC  CARD  ACCOUNT  CRYPTO  MONEY   CONTRACT
ID .NATIONAL .PASSPORT .TAX .HEALTH .LICENCE   PLATE  VIN   TRANSPORT .NAME .NUMBER   FLIGHT   NUMBER
NATIONALITY PROFESSION EDUCATION FAMILY LANGUAGE   SENSITIVE .RELIGION .POLITICS .ORIENTATION .ETHNICITY .HEALTH .CRIME
CREATION .BOOK .GAME .MOVIE .MUSIC   EVENT  DISEASE  SYMBOL  EXTRA
"""


def spelt_out(tree: str) -> list[str]:
    names: list[str] = []
    top = ""
    for word in tree.split():
        top = top if word.startswith(".") else word
        names.append(top + word if word.startswith(".") else word)
    return names


def test_the_labels_are_the_tree_of_the_design_in_its_order() -> None:
    assert list(LABELS) == spelt_out(TREE)


@pytest.mark.parametrize("label", LABELS.values(), ids=LABELS)
def test_each_label_has_one_sentence_and_an_example(label: Label) -> None:
    assert label.description.endswith(".")
    assert ". " not in label.description
    assert label.example
    assert "|" not in label.description + label.example
    assert f"| `{label.name}` | {label.kind.value} | {label.description} | {label.example} |" in PAGE


def test_each_parent_is_a_label_too() -> None:
    assert all(above in LABELS for label in LABELS for above in lineage(label))


def test_lineage_starts_with_the_label_itself() -> None:
    assert lineage("PERSON.FIRST") == ("PERSON.FIRST", "PERSON")
    assert lineage("PERSON") == ("PERSON",)


def test_parent_of_a_top_label_is_none() -> None:
    assert parent("PERSON.FIRST") == "PERSON"
    assert parent("PERSON") is None


def test_is_a_goes_up_the_tree_and_not_by_letters() -> None:
    assert is_a("ID.TAX", "ID")
    assert is_a("ID", "ID")
    assert not is_a("ID", "ID.TAX")
    assert not is_a("IDENTITY", "ID")


def test_a_known_label_comes_back() -> None:
    assert require("EMAIL") == "EMAIL"


@pytest.mark.parametrize(("wrong", "meant"), [("PERSON.FRIST", "PERSON.FIRST"), ("email", "EMAIL"), ("PHON", "PHONE")])
def test_an_unknown_label_names_the_nearest(wrong: str, meant: str) -> None:
    with pytest.raises(SettingsError, match=f"'{meant}'"):
        require(wrong)


def test_names_numbers_and_contact_data_are_direct_identifiers() -> None:
    kinds = {name: label.kind for name, label in LABELS.items()}

    assert {kinds[name] for name in ("PERSON", "PERSON.LAST", "EMAIL", "PHONE", "IBAN", "ID.NATIONAL")} == {Kind.DIRECT}
    assert {kinds[name] for name in ("LOCATION.CITY", "DATE", "AGE", "PROFESSION")} == {Kind.QUASI}
    assert all(kind is Kind.SENSITIVE for name, kind in kinds.items() if is_a(name, "SENSITIVE"))


def test_what_is_not_covered_elsewhere_is_not_let_through() -> None:
    # The SweLL guidelines (14) take "extra" as obligatory to pseudonymize until somebody looks again.
    assert LABELS["EXTRA"].kind is Kind.DIRECT


def test_a_label_travels_between_processes() -> None:
    assert pickle.loads(pickle.dumps(LABELS["PERSON"])) == LABELS["PERSON"]  # noqa: S301 - our own bytes


def test_features_are_called_as_files_and_plans_have_them() -> None:
    assert " ".join(FEATURES) == (
        "gender gen def pl foreign country form when world kind number attention comment citation denied value"
        " parts clitic list cue unsure_link namesake"
    )
