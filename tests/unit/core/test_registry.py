import pytest

from allonym.core.errors import SettingsError, UsageError
from allonym.core.nearest import nearest
from allonym.core.registry import Registry


def test_built_in_parts_stand_in_the_same_table_as_plug_ins() -> None:
    assert {"patterns", "terms"} <= set(Registry("detectors").names())


def test_an_unknown_name_lists_the_known_ones_and_the_nearest() -> None:
    with pytest.raises(UsageError, match=r"no detector is called 'patern', did you mean 'patterns'\?; there are "):
        Registry("detectors").get("patern")


def test_an_unknown_setting_names_the_nearest() -> None:
    with pytest.raises(SettingsError, match="surrogate 'numbered' has no setting 'tempalte', did you mean 'template'"):
        Registry("surrogates").make("numbered", {"tempalte": "x"})


def test_a_setting_that_is_needed_is_asked_for() -> None:
    with pytest.raises(SettingsError, match="surrogate 'fixed' needs the setting 'text'"):
        Registry("surrogates").make("fixed", {})


def test_nothing_near_means_no_guess() -> None:
    assert nearest("qqqq", ["abc"]) == ""
    assert nearest("ABD", ["abc"]) == ", did you mean 'abc'?"


def test_a_plug_in_that_cannot_be_loaded_harms_only_those_who_name_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from importlib.metadata import EntryPoint

    broken = EntryPoint("broken", "allonym.no_such_module:make", "allonym.detectors")
    monkeypatch.setattr("allonym.core.registry.entry_points", lambda **_: [broken])

    assert Registry("detectors").names() == ("broken",)
    with pytest.raises(UsageError, match="the detector 'broken' cannot be loaded"):
        Registry("detectors").get("broken")
