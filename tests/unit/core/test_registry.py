import pytest

from allonym.core.errors import SettingsError, UsageError
from allonym.core.nearest import nearest
from allonym.core.registry import Registry, plug_in_of


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


@pytest.fixture
def stand_ins(monkeypatch: pytest.MonkeyPatch) -> Registry:
    """Plug-ins that need something, take something, or take nothing."""
    from importlib.metadata import EntryPoint

    made = {"needs": "shlex:quote", "may": "glob:escape", "nothing": "tempfile:gettempdir", "takes": "getpass:getpass"}
    made["two"] = "fnmatch:fnmatch"
    points = [EntryPoint(name, value, "allonym.detectors") for name, value in made.items()]
    monkeypatch.setattr("allonym.core.registry.entry_points", lambda **_: points)
    return Registry("detectors")


def test_what_stands_after_a_colon_is_the_first_setting(stand_ins: Registry) -> None:
    assert stand_ins.make("needs:a b", {}) == "'a b'"
    assert stand_ins.make("needs:a:b c", {}) == "'a:b c'"
    assert stand_ins.make("needs:a", {"s": "b c"}) == "'b c'"
    assert plug_in_of("needs:a:b") == "needs"


@pytest.mark.parametrize("name", ["nothing:x", "takes:x"])
def test_nothing_may_stand_after_the_colon_of_one_that_needs_nothing(stand_ins: Registry, name: str) -> None:
    with pytest.raises(SettingsError, match=f"^detector '{name}': '{name[:-2]}' takes nothing after a colon"):
        stand_ins.make(name, {})


def test_after_a_colon_there_is_something(stand_ins: Registry) -> None:
    with pytest.raises(SettingsError, match=r"^detector 'needs:': after the colon comes its 's'"):
        stand_ins.make("needs:", {})
    with pytest.raises(SettingsError, match=r"^detector 'needs' needs the setting 's': write needs:S"):
        stand_ins.make("needs", {})
    with pytest.raises(SettingsError, match=r"^detector 'two:x' needs the setting 'pat': write pat = … in its rule"):
        stand_ins.make("two:x", {})
    with pytest.raises(SettingsError, match=r"^surrogate 'needs' needs the setting 's': write s = … in its rule"):
        Registry("surrogates").make("needs", {})


@pytest.mark.parametrize(
    ("plug_in", "setting", "value", "kind"),
    [("fixed", "text", 3, "a string"), ("numbered", "template", True, "a string")],
)
def test_a_setting_of_another_kind_is_refused(plug_in: str, setting: str, value: object, kind: str) -> None:
    with pytest.raises(SettingsError, match=f"the setting '{setting}' of surrogate '{plug_in}' must be {kind}$"):
        Registry("surrogates").make(plug_in, {setting: value})
