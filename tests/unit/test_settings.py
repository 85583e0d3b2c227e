from pathlib import Path

import pytest

from allonym.core.errors import SettingsError, UsageError
from allonym.core.labels import LABELS, Kind
from allonym.core.types import Action, Mention, Span
from allonym.settings import build, load_settings, profile_names


def write(folder: Path, text: str) -> Path:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", profile_names())
def test_every_shipped_profile_loads_and_builds(name: str) -> None:
    settings = load_settings(name)

    assert settings.description
    assert build(settings)


def test_the_default_profile_replaces_direct_identifiers_and_marks_the_others() -> None:
    policy = build(load_settings("default")).policy

    for label in LABELS.values():
        action = policy.rule_for(Mention(Span(0, 1), label.name, 1.0, "test")).action
        assert action is (Action.REPLACE if label.kind is Kind.DIRECT else Action.MARK), label.name


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("scoop = 'document'", r"line 1: unknown setting 'scoop', did you mean 'scope'\?"),
        ("\nscope = 'paragraph'", "line 2: no scope is called 'paragraph'"),
        ("detectors = ['patern']", "line 1: no detector is called 'patern', did you mean 'patterns'"),
        ("linker = 'exakt'", "line 1: no linker is called 'exakt', did you mean 'exact'"),
        ("[[rules]]\nlabels=['PERSN']\nstrategy='mask'", "line 2: .*did you mean 'PERSON'"),
        ("[[rules]]\nlabels=['PERSON']\nstrategy='maks'", "line 3: no strategy is called 'maks', did you mean 'mask'"),
        ("[[rules]]\nlabels=['PERSON']", "names no strategy"),
        ("[[rules]]\nstrategy='mask'", "names no labels"),
        ("[[rules]]\nlabels=['PERSON']\nstrategy='numbered'\ntemplate='X'", "line 4: .*needs {n}"),
        ("[[rules]]\nlabels=['PERSON']\nstrategy='numbered'\ntemplte='X{n}'", "line 4: .*no setting 'templte'"),
        ("[[rules]]\nlabels=['PERSON']\nstrategy='keep'\ntext='X'", "line 4: strategy 'keep' has no setting 'text'"),
        ("[otherwise]\nstrategy='keep'", "must replace: unknown means redact"),
        ("[terms]\nPERSN=['x']", "line 2: .*did you mean 'PERSON'"),
        ("[terms]\nPERSON='x'", "'PERSON' must be a list of strings"),
        ("terms = 1", "'terms' must be a table"),
        ("rules = 1", r"must be a list of tables: write \[\[rules\]\]"),
        ("scope = 1", "'scope' must be a string"),
        ("scope = ", "not valid TOML"),
        ("[otherwise]\nstrategy='mask'\ntext=5", "line 3: .*the setting 'text' of surrogate 'mask' must be a string"),
        ("[otherwise]\nlabels=['EMAIL']\nstrategy='mask'", "it names none"),
        ("[detector.nope]\nonly=[]", "line 1: .*not among the detectors"),
        ("[detector.terms]\nterms={}", r"list its words under \[terms\]"),
        (
            "[[rules]]\nlabels=['EMAIL']\nstrategy='mask'\n[[rules]]\nlabels=['EMAIL']\nstrategy='mask'\nname='two'",
            "the label 'EMAIL' stands in two rules",
        ),
    ],
)
def test_a_wrong_profile_is_refused_with_its_line_and_the_nearest_name(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        load_settings(write(tmp_path, text))


def test_a_profile_that_is_not_there_is_named_with_the_nearest() -> None:
    with pytest.raises(UsageError, match="no profile is called 'defalt', did you mean 'default'"):
        load_settings("defalt")


def test_a_profile_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"there is no profile .*gone\.toml; see that the name"):
        load_settings(tmp_path / "gone.toml")


def test_a_word_cannot_be_both_a_term_and_allowed() -> None:
    settings = load_settings("default").with_user(None, {"PERSON": ["Anna"]}, ["ANNA"])

    with pytest.raises(SettingsError, match="1 of the terms are also on the allow list"):
        build(settings)


def test_settings_of_a_detector_reach_it(tmp_path: Path) -> None:
    settings = load_settings(write(tmp_path, "[detector.patterns]\nonly = ['email']"))

    assert len(build(settings).detectors[0].finders) == 1  # type: ignore[attr-defined]


def test_the_digest_changes_with_anything_that_decides_over_the_output() -> None:
    settings = load_settings("default")
    digests = {
        settings.digest(),
        settings.with_user("corpus", {}, ()).digest(),
        settings.with_user(None, {"PERSON": ["Anna"]}, ()).digest(),
        settings.with_user(None, {}, ["Anna"]).digest(),
    }

    assert len(digests) == 4
    assert load_settings("default").digest() == settings.digest()


def test_no_repr_shows_terms() -> None:
    assert "Anna" not in repr(load_settings("default").with_user(None, {"PERSON": ["Anna"]}, ["Anna B"]))


def test_a_wrong_setting_of_a_detector_names_the_profile(tmp_path: Path) -> None:
    settings = load_settings(write(tmp_path, "[detector.patterns]\nonly = ['mail']"))

    with pytest.raises(SettingsError, match=r"mine\.toml: no pattern is called 'mail', did you mean 'email'"):
        build(settings)


def test_a_profile_that_names_no_detectors_has_those_of_the_default_one(tmp_path: Path) -> None:
    assert load_settings(write(tmp_path, "scope = 'corpus'")).detectors == load_settings("default").detectors


def test_other_detectors_keep_what_the_profile_sets_for_them(tmp_path: Path) -> None:
    profile = "[detector.patterns]\nonly = ['email']\n[detector.lists]\nthreshold = 0.7"
    settings = load_settings(write(tmp_path, profile)).with_detectors(["lists", "terms"])

    assert settings.detectors == ("lists", "terms")
    assert settings.detector == {"lists": {"threshold": 0.7}}


def test_a_detector_that_there_is_not_names_the_nearest() -> None:
    with pytest.raises(UsageError, match="no detector is called 'list', did you mean 'lists'"):
        load_settings("default").with_detectors(["list"])


def test_nothing_is_looked_for_by_mistake_only(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="would find nothing"):
        load_settings(write(tmp_path, "detectors = []"))
    with pytest.raises(UsageError, match="no detector is left"):
        load_settings("default").with_detectors(["model"]).with_model(fast=True)


def test_the_model_is_left_out_or_set() -> None:
    settings = load_settings("default")

    assert "model" not in settings.with_model(fast=True).detectors
    assert settings.with_model(sensitivity=0.7).detector["model"] == {"sensitivity": 0.7}
    assert settings.with_model() == settings
    with pytest.raises(UsageError, match="leaves the model out"):
        settings.with_model(fast=True, sensitivity=0.7)
    with pytest.raises(UsageError, match="not among the detectors"):
        settings.with_detectors(["lists"]).with_model(sensitivity=0.7)


def test_terms_without_labels_are_refused() -> None:
    with pytest.raises(UsageError, match="by label"):
        load_settings("default").with_user(None, ["Anna"], [])  # type: ignore[arg-type]
