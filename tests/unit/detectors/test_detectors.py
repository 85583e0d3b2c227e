import pytest

from allonym.core.errors import SettingsError
from allonym.core.types import DENIED, Document
from allonym.detectors.identifiers.patterns import FINDERS, patterns
from allonym.detectors.terms import terms
from allonym.testing import check_detector


def test_patterns_pass_the_kit() -> None:
    check_detector(patterns())


@pytest.mark.parametrize("name", FINDERS)
def test_each_pattern_alone_passes_the_kit(name: str) -> None:
    check_detector(patterns([name]))


def test_terms_pass_the_kit() -> None:
    check_detector(terms({"PERSON": ["anna", "José", "[PERSON_1]"], "LOCATION.CITY": ["Company3"]}))


def test_no_terms_find_nothing() -> None:
    assert terms().detect([Document("d", "Anna")]) == [[]]


def test_an_unknown_pattern_names_the_nearest() -> None:
    with pytest.raises(SettingsError, match="no pattern is called 'emial', did you mean 'email'"):
        patterns(["emial"])


def test_an_unknown_label_of_a_term_names_the_nearest() -> None:
    with pytest.raises(SettingsError, match="PERSON"):
        terms({"PERSN": ["Anna"]})


@pytest.mark.parametrize("word", ["", "  ", "\u200b"])
def test_a_term_that_cannot_be_seen_is_refused(word: str) -> None:
    with pytest.raises(SettingsError, match="a term of PERSON is empty"):
        terms({"PERSON": [word]})


def test_a_term_says_that_the_user_asked_for_it() -> None:
    [[mention]] = terms({"LOCATION.CITY": ["Leeds"]}).detect([Document("d", "to LEEDS")])

    assert (mention.label, mention.score, mention.source) == ("LOCATION.CITY", 1.0, "terms:term")
    assert mention.features == DENIED


def test_a_term_with_odd_capitals_keeps_its_offsets() -> None:
    text = "İİİ Anna İ"
    [[mention]] = terms({"PERSON": ["anna"]}).detect([Document("d", text)])

    assert mention.span.of(text) == "Anna"


def test_a_cue_in_the_document_before_does_not_count() -> None:
    found = patterns(["phone", "bic"]).detect([Document("a", "tel BIC"), Document("b", "5551234 DEUTDEFF")])

    assert found == [[], []]
