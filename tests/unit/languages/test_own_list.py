from pathlib import Path

import pytest
from typer.testing import CliRunner

from allonym.core.errors import InputError, SettingsError
from allonym.interfaces.cli.lists import app
from allonym.languages.list_facts import COMPANY, PRODUCT, levels_of
from allonym.languages.lists import normal, open_lists
from allonym.languages.own_list import Change, change, read_changes, with_change, write_changes


def written(path: Path, *changes: Change) -> Path:
    write_changes(path, changes)
    return path


def test_an_added_form_is_found(tmp_path: Path) -> None:
    own = open_lists(written(tmp_path / "own.tsv", change(True, "Gizmotron  Två", "product", ["sv"])))
    text = normal("En Gizmotron två till")

    assert [(entry.kind, entry.languages, entry.weight) for entry in own.find("gizmotron två")] == [
        ("product", "sv", 1.0)
    ]
    assert [(end, entries[0].kind) for end, entries in own.at(text, 3)][-1] == (16, "product")
    assert "två" in own.seconds("gizmotron")
    assert levels_of(own.phrase("gizmotron två"))[PRODUCT] == 5


def test_a_removed_entry_is_not_found(tmp_path: Path) -> None:
    lists = written(tmp_path / "own.tsv", change(False, "Volvo", "company"), change(False, "Rose", "*"))
    own = open_lists(lists)

    assert "company" in {entry.kind for entry in open_lists().find("volvo")}
    assert "company" not in {entry.kind for entry in own.find("volvo")}
    assert own.find("rose") == ()
    assert levels_of(own.word("volvo"))[COMPANY] == 0
    assert not any(levels_of(own.word("rose")))
    assert "rose" not in ["rose"[:end] for end, _ in own.at("rose", 0)]


def test_what_is_said_last_of_an_entry_holds() -> None:
    added, removed = change(True, "Acme", "company"), change(False, "ACME", "company")

    assert with_change([added], removed) == (removed,)
    assert with_change([added], change(False, "acme", "*"))[0].kind == "*"
    assert len(with_change([added], change(True, "Acme", "product"))) == 2


def test_a_list_is_read_as_it_was_written(tmp_path: Path) -> None:
    changes = (change(True, "Älmhults Hotell", "company", ["sv", "en"]), change(False, "light", "*"))

    assert set(read_changes(written(tmp_path / "deep" / "own.tsv", *changes))) == set(changes)


@pytest.mark.parametrize(
    "line", ["Acme\tcompany", "+\tAcme", "+\tAcme\tcompani", "+\tAcme\tcompany\txx", "+\tA\tcompany"]
)
def test_a_line_that_is_no_change_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "own.tsv"
    path.write_text(f"# mine\n\n{line}\n", "utf-8")

    with pytest.raises(InputError, match="line 3") as raised:
        read_changes(path)
    assert "Acme" not in str(raised.value)


def test_a_list_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "own.tsv"
    path.write_bytes(b"\xff\xfe\x00")

    with pytest.raises(InputError, match="UTF-8"):
        read_changes(path)


def test_an_unknown_kind_names_the_nearest() -> None:
    with pytest.raises(SettingsError, match="did you mean 'company'"):
        change(True, "Acme", "companey")
    with pytest.raises(SettingsError):
        change(True, "Acme", "*")


def test_the_command_line_adds_removes_and_audits(tmp_path: Path) -> None:
    path = tmp_path / "own.tsv"
    runner = CliRunner()
    added = runner.invoke(app, ["add", "Gizmotron", "--kind", "product", "--language", "en", "--lists", str(path)])
    removed = runner.invoke(app, ["remove", "light", "--lists", str(path)])
    audited = runner.invoke(app, ["audit"])

    assert (added.exit_code, removed.exit_code, audited.exit_code) == (0, 0, 0)
    assert path.read_text("utf-8").splitlines()[1:] == ["+\tGizmotron\tproduct\ten", "-\tlight\t*"]
    assert "CC BY 4.0" in audited.stdout
    assert "the tables are those that were shipped" in audited.stdout
