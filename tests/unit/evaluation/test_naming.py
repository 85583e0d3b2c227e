"""Labels of several sets, compared."""

import pytest

from allonym.core.errors import SettingsError, UsageError
from allonym.evaluation.naming import naming_for
from allonym.evaluation.pairing import make_pairs
from allonym.evaluation.values import Annotated, Annotation

TEXT = "Anna Berg, Oslo, anna@example.org, 2020"


def gold(*labels: str) -> list[Annotated]:
    spans = tuple(Annotation(2 * at, 2 * at + 1, label) for at, label in enumerate(labels))
    return [Annotated("1", TEXT, spans, "gold line 1", "en")]


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        (("PERSON", "LOCATION.CITY"), None),
        (("PER", "LOC", "MISC"), "conll"),
        (("PERSON", "GPE", "NORP"), "ontonotes"),
        (("PERSON", "CODE", "DEM"), "tab"),
        (("PERSON", "EMAIL_ADDRESS"), "presidio"),
    ],
)
def test_the_set_is_told_by_the_tags(tags: tuple[str, ...], expected: str | None) -> None:
    found = naming_for(gold(*tags)).tags

    assert (found.name if found else None) == expected


@pytest.mark.parametrize(
    ("tags", "label", "expected"),
    [
        (("PERSON",), "PERSON.FIRST", "PERSON"),
        (("LOCATION",), "ADDRESS.STREET", "LOCATION"),
        (("LOCATION", "ADDRESS"), "ADDRESS.STREET", "ADDRESS"),
        (("PERSON",), "ADDRESS", "ADDRESS"),
        (("PER", "LOC"), "PERSON.FIRST", "PER"),
        (("PER", "LOC"), "ADDRESS.STREET", "LOC"),
        (("PER", "LOC"), "EXTRA", "EXTRA"),
        (("PERSON", "CODE", "DEM"), "PHONE", "CODE"),
        (("PERSON", "CODE", "DEM"), "SENSITIVE.HEALTH", "DEM"),
        (("PERSON", "GPE"), "EMAIL", None),
        (("PERSON", "GPE"), "PER", "PERSON"),
    ],
)
def test_predictions_speak_the_words_of_the_gold(tags: tuple[str, ...], label: str, expected: str | None) -> None:
    assert naming_for(gold(*tags)).name(label, "here") == expected


def test_fine_labels_are_told_apart_as_far_as_the_gold_does() -> None:
    fine = naming_for(gold("PERSON.FIRST", "PERSON.LAST", "LOCATION"), fine=True)

    assert fine.name("PERSON.FIRST", "here") == "PERSON.FIRST"
    assert fine.name("LOCATION.CITY", "here") == "LOCATION"
    assert fine.name("PERSON", "here") == "PERSON"


def test_a_tag_can_be_explained_or_left_out() -> None:
    texts = gold("PERSON", "OTHER", "FUNNY")
    naming = naming_for(texts, changes=[("FUNNY", "EMAIL")], blank=["OTHER"])
    [pair], _ = make_pairs(texts, {"1": (Annotation(2, 3, "DATE"),)}, naming)

    assert [each.label for each in pair.gold] == ["PERSON", "EMAIL"]
    assert [(each.start, each.identifier) for each in pair.blank] == [(2, "none")]


def test_what_the_gold_has_no_label_for_covers_and_is_counted_apart() -> None:
    texts = gold("PERSON")
    found = (Annotation(0, 1, "DATE"), Annotation(4, 5, "EXTRA"), Annotation(6, 7, "PERSON"))
    [pair], left_out = make_pairs(texts, {"1": found}, naming_for(texts))

    assert [each.label for each in pair.found] == ["EXTRA", "PERSON"]
    assert pair.cover == found
    assert left_out == {"DATE": 1}


def test_only_some_labels_can_be_counted() -> None:
    texts = gold("PERSON", "LOCATION")
    [pair], _ = make_pairs(texts, {"1": ()}, naming_for(texts), ["PERSON"])

    assert [each.label for each in pair.gold] == ["PERSON"]
    with pytest.raises(UsageError, match="has no such label; it has LOCATION, PERSON"):
        make_pairs(texts, {"1": ()}, naming_for(texts), ["EMAIL"])


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"set_name": "mine"}, "no tag set is called"),
        ({"changes": [("FUNNY", "PERSOM")]}, "no label is called"),
        ({"set_name": "conll", "fine": True}, "fine labels are our own"),
    ],
)
def test_what_nobody_knows_is_refused(options: dict[str, object], reason: str) -> None:
    with pytest.raises((UsageError, SettingsError), match=reason):
        naming_for(gold("PERSON"), **options)  # type: ignore[arg-type]


def test_what_a_label_gives_away_is_as_the_tree_says_unless_the_file_does() -> None:
    texts = gold("PERSON", "LOCATION", "MONEY")
    [pair], _ = make_pairs(texts, {"1": ()}, naming_for(texts))

    assert [each.identifier for each in pair.said] == ["direct", "quasi", "quasi"]


def test_what_need_not_be_hidden_counts_neither_for_nor_against() -> None:
    spans = (Annotation(0, 9, "PERSON", identifier="direct"), Annotation(11, 15, "LOCATION", identifier="none"))
    texts = [Annotated("1", TEXT, spans, "gold line 1", "en")]
    [pair], _ = make_pairs(texts, {"1": (Annotation(11, 15, "LOCATION"),)}, naming_for(texts))

    assert [each.label for each in pair.gold] == ["PERSON"]
    assert [each.label for each in pair.blank] == ["LOCATION"]
    assert len(pair.said) == 2
