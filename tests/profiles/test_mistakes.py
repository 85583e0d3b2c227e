"""A mistake in a profile is told when it is loaded: the file, the line, and the nearest name that would be right."""

from pathlib import Path

import pytest

from allonym.core.errors import SettingsError, UsageError
from allonym.settings import load_settings

RULE = 'description = "mine"\n\n[[rules]]\nname = "mine"\nlabels = ["PERSON"]\nstrategy = "numbered"\n'


def message(tmp_path: Path, text: str) -> str:
    path = tmp_path / "mine.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(SettingsError) as caught:
        load_settings(path)
    assert str(path) in str(caught.value)
    return str(caught.value)


MISTAKES = {
    "label": (RULE.replace("PERSON", "PERSN"), 5, "PERSON"),
    "finer label": (RULE.replace("PERSON", "PERSON.FRIST"), 5, "PERSON.FIRST"),
    "strategy": (RULE.replace('"numbered"', '"numberd"'), 6, "numbered"),
    "slot": (RULE + 'template = "{lable}-{n}"\n', 7, "label"),
    "slot of hash": (RULE.replace("numbered", "hash") + 'template = "{label}_{hush}"\n', 7, "hash"),
    "setting of a strategy": (RULE + "shufled = 3\n", 7, "shuffled"),
    "tag set": (RULE + 'template = "{tag} {n}"\ntagset = "swel"\n', 8, "swell"),
    "condition": (RULE + 'when = "writr"\n', 7, "writer"),
    "key": ('lnker = "names"\n' + RULE, 1, "linker"),
    "linker": ('linker = "nams"\n' + RULE, 1, "names"),
    "detector": ('detectors = ["capitls"]\n' + RULE, 1, "capitals"),
    "parts": ('parts = ["PERSN"]\n' + RULE, 1, "PERSON"),
    "base": ('extends = "swel"\n' + RULE, 1, "swell"),
    "list of exemptions": (RULE + '\n[[exempt]]\nlabels = ["PERSON"]\nlist = "public-figurs"\n', 10, "public-figures"),
    "how coarse": (RULE.replace("numbered", "generalise") + 'to = "contry"\n', 7, "country"),
}


@pytest.mark.parametrize(("text", "line", "right"), MISTAKES.values(), ids=MISTAKES.keys())
def test_a_wrong_name_is_told_with_its_line_and_the_nearest_right_one(
    text: str, line: int, right: str, tmp_path: Path
) -> None:
    said = message(tmp_path, text)

    assert f"line {line}:" in said
    assert f"did you mean {right!r}" in said


def test_a_profile_that_extends_another_is_as_strict(tmp_path: Path) -> None:
    said = message(tmp_path, 'extends = "swell"\n' + RULE.replace("PERSON", "PERSN"))

    assert "line 6:" in said
    assert "did you mean 'PERSON'" in said


def test_profiles_that_extend_each_other_in_a_circle_are_refused(tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    other.write_text(f'extends = "{tmp_path}/mine.toml"\n', "utf-8")

    assert "extends itself" in message(tmp_path, f'extends = "{other}"\n')


def test_what_may_be_anything_is_not_exempt_without_a_name(tmp_path: Path) -> None:
    assert "can be exempt" in message(tmp_path, RULE + '\n[[exempt]]\nlabels = ["EXTRA"]\n')


def test_two_strategies_in_one_rule_are_refused_with_what_to_do(tmp_path: Path) -> None:
    said = message(tmp_path, RULE.replace('"numbered"', '["hash", "generalise"]'))

    assert "write two rules" in said


@pytest.mark.parametrize("profile", ["luxembourg", "gdpr-research"])
def test_a_corpus_without_a_vault_is_refused_with_what_to_do(profile: str) -> None:
    from allonym import Pseudonymizer

    with pytest.raises(UsageError, match="open_vault"):
        Pseudonymizer(profile)
