from pathlib import Path

import pytest

from allonym.core.errors import SettingsError
from allonym.settings import load_settings

BASE = """
description = "base"
home = "SE"

[otherwise]
strategy = "mask"

[[rules]]
name = "people"
labels = ["PERSON", "USERNAME"]
strategy = "numbered"

[[rules]]
name = "places"
labels = ["LOCATION"]
strategy = "category"

[[exempt]]
labels = ["ORGANIZATION"]
"""


def load(tmp_path: Path, text: str) -> dict[str, tuple[tuple[str, ...], str]]:
    (tmp_path / "base.toml").write_text(BASE, "utf-8")
    mine = tmp_path / "mine.toml"
    mine.write_text(f'extends = "base.toml"\n{text}', "utf-8")
    settings = load_settings(mine)
    rules = {rule.name: (rule.labels, rule.strategy) for rule in (*settings.rules, settings.otherwise)}
    return {**rules, "": ((settings.description, settings.home, str(len(settings.exempt))), "")}


def test_a_profile_that_says_nothing_is_the_other(tmp_path: Path) -> None:
    assert load(tmp_path, "") == {
        "people": (("PERSON", "USERNAME"), "numbered"),
        "places": (("LOCATION",), "category"),
        "otherwise": ((), "mask"),
        "": (("base", "SE", "1"), ""),
    }


def test_keys_take_the_place_of_the_others(tmp_path: Path) -> None:
    made = load(tmp_path, 'description = "mine"\nhome = ""\nexempt = []\n[otherwise]\nstrategy = "delete"\n')

    assert made[""] == (("mine", "", "0"), "")
    assert made["otherwise"] == ((), "delete")


def test_a_rule_takes_the_place_of_the_one_of_its_name(tmp_path: Path) -> None:
    made = load(tmp_path, '[[rules]]\nname = "people"\nlabels = ["PERSON"]\nstrategy = "mark"\n')

    assert made["people"] == (("PERSON",), "mark")
    assert made["places"] == (("LOCATION",), "category")


def test_a_label_leaves_the_rule_that_had_it(tmp_path: Path) -> None:
    made = load(tmp_path, '[[rules]]\nname = "mine"\nlabels = ["USERNAME", "LOCATION"]\nstrategy = "mark"\n')

    assert made["people"] == (("PERSON",), "numbered")
    assert "places" not in made
    assert made["mine"] == (("USERNAME", "LOCATION"), "mark")


def test_two_steps_are_as_good_as_one() -> None:
    tags, swell = load_settings("swell-tags"), load_settings("swell")

    assert (tags.home, tags.parts, tags.linker) == (swell.home, swell.parts, swell.linker)
    assert tags.digest() != swell.digest()


@pytest.mark.parametrize(
    "wrong",
    [
        "rules = 5",
        "rules = [5]",
        '[rules]\nname = "a"',
        '[[rules]]\nname = "a"\nlabels = 5\nstrategy = "mask"',
        '[[rules]]\nname = ["a"]\nlabels = ["EMAIL"]\nstrategy = "mask"',
        '[[rules]]\nname = "a"\nlabels = [["EMAIL"]]\nstrategy = "mask"',
    ],
)
def test_rules_that_are_none_are_refused_in_either_profile(tmp_path: Path, wrong: str) -> None:
    with pytest.raises(SettingsError, match=r"rules|labels|name"):
        load(tmp_path, wrong)
    (tmp_path / "wrong.toml").write_text(wrong, "utf-8")
    over = tmp_path / "over.toml"
    over.write_text('extends = "wrong.toml"\n[[rules]]\nname = "b"\nlabels = ["URL"]\nstrategy = "mask"\n', "utf-8")
    with pytest.raises(SettingsError, match=r"profile wrong\.toml line \d: .*(rules|labels|name)"):
        load_settings(over)
