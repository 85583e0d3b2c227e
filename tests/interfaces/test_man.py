"""The manual page says what the command line says, and manual readers can show it."""

import shutil
import subprocess
import tomllib

import pytest
from scripts import man_page
from tests.docs.pages import ROOT
from tests.docs.test_complete import COMMANDS, options_of

TEXT = man_page.PAGE.read_text("ascii")


def test_the_page_is_up_to_date() -> None:
    assert man_page.page() == TEXT, "run: .venv/bin/python scripts/man_page.py"


def test_every_command_has_its_part_with_every_option() -> None:
    parts = {each.partition(" [")[0].replace("\\-", "-"): each for each in TEXT.split(".SS ")[1:]}

    assert list(parts) == list(COMMANDS)
    for path, command in COMMANDS.items():
        plain = parts[path].replace("\\-", "-")
        assert [option for option in options_of(command) if f"\\fB{option}\\fR" not in plain] == [], path


def test_a_changed_help_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(man_page, "__version__", "9.9")

    assert man_page.page() != TEXT


def test_words_that_roff_would_obey_are_only_words() -> None:
    assert man_page._plain(".TH is 'one' of \\them-") == r"\&.TH is \(aqone\(aq of \ethem\-"


@pytest.mark.parametrize("reader", [["groff", "-man", "-Tascii", "-ww", "-z"], ["mandoc", "-Tlint", "-Wwarning"]])
def test_readers_show_it_without_warnings(reader: list[str]) -> None:
    if shutil.which(reader[0]) is None:
        pytest.skip(f"there is no {reader[0]} here")

    done = subprocess.run([*reader, str(man_page.PAGE)], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_wheel_brings_it() -> None:
    built = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]

    assert built["wheel"]["shared-data"] == {"docs/allonym.1": "share/man/man1/allonym.1"}
    assert "docs" in built["sdist"]["include"]
