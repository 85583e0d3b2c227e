"""Presidio's own recognizers, and some of a file; no spaCy pipeline is needed, and none is fetched."""

from pathlib import Path

import pytest
from tests.unit.detectors.adapters.extras import heavy, needs

from allonym.core.errors import SettingsError, UsageError
from allonym.core.registry import Registry
from allonym.core.types import Document
from allonym.detectors.adapters.foreign import ForeignDetector
from allonym.testing import TEXTS, check_detector

pytestmark = heavy

BADGES = r"""
supported_languages: [en, de]
recognizers:
  - name: BadgeRecognizer
    type: custom
    supported_languages:
      - language: en
        context: [badge]
      - language: de
        context: [ausweis]
    supported_entity: BADGE
    patterns:
      - {name: badge, regex: '\bB-[0-9]{5}\b', score: 0.2}
"""


@pytest.fixture(autouse=True)
def _no_download(monkeypatch: pytest.MonkeyPatch) -> None:
    needs("presidio_analyzer", "presidio")

    def refuse(name: str) -> None:
        raise AssertionError(name)

    monkeypatch.setattr("spacy.cli.download", refuse)


def make(which: object, **settings: object) -> ForeignDetector:
    made: ForeignDetector = Registry("detectors").make(f"presidio:{which}", settings)
    return made


def words(text: str, detector: ForeignDetector, language: str | None = None) -> list[tuple[str, str]]:
    [found] = detector.detect([Document("d", text, language)])
    return [(mention.span.of(text), mention.label) for mention in found]


@pytest.fixture
def badges(tmp_path: Path) -> Path:
    path = tmp_path / "badges.yaml"
    path.write_text(BADGES, "utf-8")
    return path


def test_recognizers_are_a_detector() -> None:
    check_detector(make("en"), [*TEXTS, "card 4111 1111 1111 1111, IBAN GB33BUKB20201555555555"])


def test_what_presidio_knows_is_found_and_named() -> None:
    text = "Write to anna@example.org 😀, Jose\u0301; IBAN: GB33BUKB20201555555555."
    [found] = make("en").detect([Document("d", text)])
    told = {(mention.span.of(text), mention.label, mention.source) for mention in found}

    assert ("anna@example.org", "EMAIL", "presidio:en:EmailRecognizer") in told
    assert ("GB33BUKB20201555555555", "IBAN", "presidio:en:IbanRecognizer") in told


def test_a_weak_pattern_needs_a_word_that_speaks_for_it(badges: Path) -> None:
    assert words("B-40417 was here", make(badges), "en") == []
    assert words("My badge is B-40417", make(badges), "en") == [("B-40417", "EXTRA")]
    assert words("B-40417 was here", make(badges, threshold=0.1), "en") == [("B-40417", "EXTRA")]


def test_each_language_has_its_own_words_and_an_unknown_one_all(badges: Path) -> None:
    text = "Mein Ausweis ist B-40417"

    assert words(text, make(badges), "de") == [("B-40417", "EXTRA")]
    assert words(text, make(badges), "en") == []
    assert words(text, make(badges), None) == [("B-40417", "EXTRA")]
    assert words(text, make(badges, threshold=0.0), "sv") == []


def test_a_tag_of_a_file_is_what_the_user_says(badges: Path) -> None:
    assert words("badge B-40417", make(badges, labels={"BADGE": "ID"}), "en") == [("B-40417", "ID")]
    with pytest.raises(SettingsError, match="never gives the tag 'BADGER'"):
        make(badges, ignore=["BADGER"])


def test_a_long_text_is_read_to_its_end(badges: Path) -> None:
    text = "Nothing is said here.\n\n" * 3000 + "badge B-40417"

    assert words(text, make(badges), "en") == [("B-40417", "EXTRA")]


def test_a_recognizer_that_asks_a_server_is_refused(tmp_path: Path) -> None:
    library = needs("presidio_analyzer", "presidio")

    class FarAwayRecognizer(library.RemoteRecognizer):  # type: ignore[misc, name-defined, unused-ignore]
        def __init__(self, **options: object) -> None:
            super().__init__(["PERSON"], "far away", "en", "1.0", context=options.get("context"))

        def load(self) -> None: ...
        def analyze(self, *_: object, **__: object) -> list[object]:
            return []

        def get_supported_entities(self) -> list[str]:
            return ["PERSON"]

    path = tmp_path / "remote.yaml"
    path.write_text(
        "supported_languages: [en]\nrecognizers:\n  - {name: FarAwayRecognizer, type: predefined}\n", "utf-8"
    )
    with pytest.raises(SettingsError, match="sends texts to a server"):
        make(path)


@pytest.mark.parametrize("which", ["no-such-file.yaml", "EN", "x"])
def test_what_is_neither_a_language_nor_a_file_is_refused(which: str) -> None:
    with pytest.raises(UsageError, match="neither the code of a language"):
        make(which)


def test_a_language_that_does_not_exist_is_refused() -> None:
    with pytest.raises(UsageError, match="presidio:qq"):
        make("qq")
