"""`allonym doctor` finds what is wrong, says what to do, and shows nothing that is nobody's business."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest
from tests.interfaces.command import PASSPHRASE, allonym

from allonym.core.errors import SafetyError
from allonym.interfaces.cli.checks import install, machine, shipped
from allonym.interfaces.cli.checks.findings import Finding
from allonym.interfaces.cli.checks.vault import check_vault
from allonym.vault.credentials import new_private_key, public_key_of
from allonym.vault.opening import open_vault

SECRET = "Sekretsson"


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    tmp_path.chmod(0o700)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ALLONYM_PASSPHRASE", PASSPHRASE)
    open_vault(tmp_path / "v", PASSPHRASE, create=True).close()
    return tmp_path / "v"


def wrong(found: list[Finding]) -> list[str]:
    """Return what is not in order, each with what to do."""
    return [f"{each.state}: {each.text} -> {each.advice}" for each in found if each.state != "ok"]


def test_all_is_in_order_here_and_the_speed_is_measured(vault: Path) -> None:
    done = allonym("doctor", "--vault", "v", cwd=vault.parent)
    lines = done.stdout.decode().splitlines()

    assert done.returncode == 0, done.stdout
    assert lines[0].startswith("allonym ")
    assert lines[-1].startswith("all in order")
    # A path is not broken, and how long that of this folder is, is pytest's affair.
    assert max(len(line.replace(str(vault.parent), "")) for line in lines) <= 80
    assert b"\x1b" not in done.stdout
    for part in (
        "install",
        "extras",
        "model",
        "lists",
        "speed",
        "network",
        "folder",
        "temp",
        "cores",
        "terminal",
        "vault",
    ):
        assert any(line.startswith(part) for line in lines), part
    assert sum("posts/s" in line for line in lines) == 2
    assert PASSPHRASE.encode() not in done.stdout + done.stderr


def test_a_problem_gives_code_1_and_the_answer_says_it_in_json(vault: Path) -> None:
    vault.chmod(0o644)

    done = allonym("doctor", "--quick", "--json", "--vault", "v", cwd=vault.parent, passphrase=f"{SECRET} wrong")
    answer = json.loads(done.stdout)
    problems = [each for each in answer["result"]["checks"] if each["state"] == "problem"]

    assert (done.returncode, answer["code"]) == (1, 1)
    assert answer["result"]["counts"]["problem"] == 2
    assert [each["advice"].split(";")[0] for each in problems] == ["chmod 600 v", "try the right passphrase"]
    assert SECRET.encode() not in done.stdout + done.stderr


def test_a_vault_is_looked_at_from_outside_and_inside(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    good = list(check_vault("v", None))
    Path("v-wal").touch()
    vault.parent.chmod(0o777)
    journal = wrong(list(check_vault("v", None)))
    monkeypatch.delenv("ALLONYM_PASSPHRASE")
    locked = wrong(list(check_vault("v", None)))

    assert wrong(good) == []
    assert [dict(each.data) for each in good if each.data] == [{"layout": 2}, {"role": "custodian"}]
    assert any("others can put another file in its place -> chmod 700" in each for each in journal)
    assert any("a journal lies beside it: v-wal" in each for each in journal)
    assert any("not opened: no passphrase is at hand -> set $ALLONYM_PASSPHRASE" in each for each in locked)
    assert wrong(list(check_vault("gone", None))) == [
        "problem: there is no vault gone -> `allonym vault init` makes one"
    ]


def test_any_key_may_ask_the_doctor_and_nothing_is_noted(vault: Path) -> None:
    private = new_private_key()
    with open_vault(vault, PASSPHRASE) as opened:
        opened.keys.add_public_key(public_key_of(private), "somebody", "worker")
        noted = opened.audit.head()
    key = vault.parent / "key"
    key.write_text(private)
    key.chmod(0o600)

    found = list(check_vault("v", key))

    assert wrong(found) == []
    assert found[-1].data == {"role": "worker"}
    with open_vault(vault, PASSPHRASE) as opened:
        assert opened.audit.head() == noted


def test_a_key_file_that_others_can_read_is_a_problem(vault: Path) -> None:
    key = vault.parent / "key"
    key.write_text(PASSPHRASE)
    key.chmod(0o644)

    assert "problem: others can read the passphrase file key -> chmod 600 key" in wrong(
        list(check_vault("v", Path("key")))
    )
    key.chmod(0o600)
    assert wrong(list(check_vault("v", Path("key")))) == []


def test_a_changed_model_and_changed_lists_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from allonym.languages import lists

    shutil.copytree(Path(shipped.__file__).parents[3] / "detectors" / "model" / "network", tmp_path / "network")
    shutil.copytree(lists.TABLES, tmp_path / "tables")
    monkeypatch.setattr(shipped, "files", lambda _: tmp_path)
    monkeypatch.setattr(lists, "TABLES", tmp_path / "tables")
    assert wrong(list(shipped.check_model())) == []
    for changed in (tmp_path / "network" / "pieces.txt.z", next((tmp_path / "tables").glob("*.trie"))):
        data = bytearray(changed.read_bytes())
        data[len(data) // 2] ^= 1
        changed.write_bytes(data)

    [model] = wrong(list(shipped.check_model()))
    [tables] = wrong(list(shipped.check_lists()))

    assert model.startswith("problem: not as on its card: pieces.txt.z -> install allonym again")
    assert tables.startswith("problem: a table is missing, or not the one that was shipped -> install allonym again")


def test_packages_that_are_missing_or_too_old_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    needed = ["numpy>=999", "no-such-package>=1", "rich>=13", "polars>=1; extra == 'polars'", "gone; extra == 'far'"]

    class Told:
        def get_all(self, _: str) -> list[str]:
            return ["polars", "far", "dev"]

    monkeypatch.setattr(install, "requires", lambda _: needed)
    monkeypatch.setattr(install, "metadata", lambda _: Told())
    found = wrong(list(install.check_install()))
    extras = list(install.check_extras())

    assert len(found) == 2
    assert "is not >=999" in found[0]
    assert "no-such-package is not installed" in found[1]
    assert extras[-1].data["missing"] == {"far": "pip install 'allonym[far]'"} | (
        {} if "polars" in str(extras[0].data["extras"]) else {"polars": "pip install 'allonym[polars]'"}
    )


def test_an_install_without_metadata_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(_: str) -> list[str]:
        raise PackageNotFoundError

    monkeypatch.setattr(install, "requires", gone)

    assert wrong(list(install.check_install())) == [
        "problem: allonym is not installed as a package -> pip install allonym"
    ]
    assert list(install.check_extras()) == []


@pytest.mark.parametrize(
    ("found", "bounds", "kept"),
    [
        ("2.2.3", ">=2.2,<3", True),
        ("3.0", ">=2.2,<3", False),
        ("2.1.9", ">=2.2,<3", False),
        ("2.2", ">=2.2.0", True),
        ("15.0.0", ">=13.7", True),
        ("48.0.0rc1", ">=48", True),
        ("1.4.9", "~=1.4.2", True),
        ("1.5.0", "~=1.4.2", False),
        ("1.0", "!=1.0", False),
        ("1.0", "==1.0", True),
        ("1.0", "<=0.9", False),
        ("1.0", ">1", False),
        ("1.0", "", True),
    ],
)
def test_versions_are_compared_by_number(found: str, bounds: str, kept: bool) -> None:
    assert install.is_in_range(found, bounds) is kept


def test_what_killed_runs_left_is_counted_and_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    # No process has this number, which is beyond the largest.
    left = tmp_path / ".out.csv.99999999.allonym-tmp"
    mine = tmp_path / f".out.csv.{os.getpid()}.allonym-tmp"
    left.touch()
    mine.touch()
    (tmp_path / "out.csv.run").mkdir()
    (tmp_path / "out.csv.run" / "manifest.json").write_text("{}")

    found = wrong(list(machine.check_folders()))

    assert any("1 temporary file of killed runs here" in each for each in found)
    assert any(
        "1 run here that was not completed" in each and "delete the folder out.csv.run" in each for each in found
    )
    assert left.exists()
    assert mine.exists()


def test_a_complete_run_that_was_kept_is_not_called_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "posts.csv").write_text("id,text\n1,mail a@x.se\n")
    made = allonym("pseudonymize", "posts.csv", "-o", "z.csv", "--fast", "--resume", "--keep-run", cwd=tmp_path)

    assert made.returncode == 0
    assert (tmp_path / "z.csv.run" / "manifest.json").is_file()
    assert not any("not completed" in each for each in wrong(list(machine.check_folders())))


BREAKING = """
import sys
from allonym.interfaces.cli.app import main
from allonym.interfaces.cli.checks import install, shipped
def broken():
    raise RuntimeError("{secret}")
    yield
install.check_extras = shipped.check_speed = broken
sys.modules["phonenumbers"] = None
main(["doctor", *sys.argv[1:]])
"""


def test_a_check_that_breaks_is_a_problem_and_the_others_go_on(tmp_path: Path) -> None:
    program = [sys.executable, "-c", BREAKING.format(secret=SECRET)]
    done = subprocess.run([*program, "--json"], cwd=tmp_path, capture_output=True, check=False)
    shown = subprocess.run([*program, "--quick"], cwd=tmp_path, capture_output=True, check=False)
    checks = json.loads(done.stdout)["result"]["checks"]
    problems = {each["part"]: each["text"] for each in checks if each["state"] == "problem"}

    assert (done.returncode, shown.returncode) == (1, 1)
    assert problems["extras"].startswith("the check broke off: RuntimeError at ")
    assert sum(each["part"] == "speed" and each["state"] == "problem" for each in checks) == 2
    assert "ModuleNotFoundError at " in problems["speed"]
    assert {"model", "lists", "network", "folder", "cores", "terminal"} <= {each["part"] for each in checks}
    assert shown.stdout.splitlines()[-1].endswith(b"see what follows `next:`")
    assert SECRET.encode() not in done.stdout + done.stderr + shown.stdout + shown.stderr


def test_a_folder_that_cannot_be_written_and_a_disk_that_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path / "gone"))
    monkeypatch.setattr(machine, "disk_usage", lambda _: shutil._ntuple_diskusage(10, 9, 1_000_000))

    found = wrong(list(machine.check_folders()))

    assert found[0].startswith("problem: ")
    assert found[0].endswith("-> make room: an output needs as much as its input, a vault more")
    assert found[1].endswith("No such file or directory -> set TMPDIR to another folder")


def test_the_network_is_noticed() -> None:
    sockets = machine.Sockets()
    assert wrong(list(sockets.check())) == []

    sockets._notice("socket.connect", ())

    assert wrong(list(sockets.check())) == [
        "problem: something asked for the network -> please report it: none is needed"
    ]


def test_a_model_that_does_not_run_says_what_a_run_says(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(error: Exception) -> str:
        def model() -> None:
            raise error

        monkeypatch.setattr("allonym.detectors.model.detector.model", model)
        return [each.text for each in shipped.check_model()][-1]

    assert refused(SafetyError("lists.bin is not the one that was shipped")) == (
        "does not run: lists.bin is not the one that was shipped"
    )
    assert refused(ValueError(SECRET)) == "does not run: ValueError"
