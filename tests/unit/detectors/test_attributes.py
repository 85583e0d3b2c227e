"""Attributes: every list is filled, ambiguous words need their cue, and what one says of oneself scores higher."""

import pytest

from allonym.core.labels import require
from allonym.detectors.life.attributes import TOPICS, attributes
from allonym.languages.pack import CODES
from allonym.languages.words import entries, topic


def labels(text: str) -> list[tuple[str, str]]:
    return [(text[each.start : each.end], each.label) for each in attributes(text)]


@pytest.mark.parametrize("code", CODES)
def test_every_language_fills_every_list(code: str) -> None:
    lists = topic(code, "attributes")

    for name, label in TOPICS.items():
        assert require(label)
        assert len(set(entries(lists[name]))) >= 30, name


@pytest.mark.parametrize("code", CODES)
def test_what_is_loose_is_listed(code: str) -> None:
    lists = topic(code, "attributes")
    listed = {word for name in TOPICS for word in entries(lists[name])}

    assert set(entries(lists["loose"])) <= listed


@pytest.mark.parametrize(
    "text", ["far away", "a kind man", "polish it", "un son bas", "the barn", "I ran", "mere luck"]
)
def test_common_words_of_another_language_are_left_alone(text: str) -> None:
    assert labels(text) == []


def test_a_cue_of_its_own_language_makes_the_difference() -> None:
    assert labels("min far") == [("far", "FAMILY")]
    assert labels("mein Kind") == [("Kind", "FAMILY")]


def test_a_language_is_what_is_spoken() -> None:
    assert labels("She speaks French.") == [("French", "LANGUAGE")]
    assert labels("A French woman.") == [("French", "NATIONALITY")]


def test_what_one_says_of_oneself_scores_higher() -> None:
    [own] = attributes("I am a nurse")
    [other] = attributes("call the nurse")

    assert own.score > other.score
    assert own.rule == "profession-self"
