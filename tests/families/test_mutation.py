"""One thing in the code is changed, and a test must notice: a wrong bound, a dropped check, a swapped argument."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "scripts" / "mutate.py"
FIXED = [
    ("core/splice.py", "if start < done or end > len(text):", "check dropped"),
    ("vault/merkle.py", 'return sha256(b"\\x01" + left + right).digest()', "b'\\x01' -> b'\\x01x'"),
    ("running/restoring.py", "if digest(here.value) != manifest.output:", "check dropped"),
    ("interfaces/rest/tokens.py", "return self.expires is not None and now >= self.expires", "GtE -> Gt"),
    ("interfaces/rest/tokens.py", 'PREFIX = "aln_"', "'aln_' -> 'aln_x'"),
]
UNSEEN = ("vault/roles.py", "if role not in OPERATIONS[operation]:", "NotIn -> In")
TESTS = ("unit/core/test_splice.py", "unit/vault/test_merkle.py", "unit/running/test_restoring.py")


def mutate(*arguments: object, seconds: float) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, check=False, text=True, timeout=seconds)


def test_a_few_changes_are_noticed_and_one_that_no_test_reaches_is_told(tmp_path: Path) -> None:
    keys = [(f"src/allonym/{file}", line, change, 0) for file, line, change in (*FIXED, UNSEEN)]
    (tmp_path / "keys").write_text("".join(json.dumps(key) + "\n" for key in keys), "utf-8")
    tests = [ROOT / "tests" / each for each in (*TESTS, "interfaces/rest/test_tokens.py")]

    done = mutate("--again", tmp_path / "keys", "--no-server", "--at-least", 100, "--tests", *tests, seconds=300)

    said = [line for line in done.stdout.splitlines() if line]
    assert len(said) == 5, done.stdout + done.stderr
    assert said[0].startswith("src/allonym/vault/roles.py:")
    assert ": NotIn -> In: unreached: " in said[0]
    assert said[1:] == [
        "core: 1 of 1 changes noticed (100.0 %)",
        "vault: 1 of 1 changes noticed (100.0 %)",
        "recovery: 1 of 1 changes noticed (100.0 %)",
        "authorisation: 2 of 3 changes noticed (66.7 %)",
    ]
    assert done.returncode == 1


def test_what_is_listed_as_no_difference_can_be_changed_and_has_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(SCRIPT.parent)
    monkeypatch.chdir(ROOT)
    from mutate_changes import changes_of  # type: ignore[import-not-found]

    listed = tomllib.loads((ROOT / "scripts" / "mutate_equivalents.toml").read_text("utf-8"))["equivalent"]
    files = {each["file"]: list(changes_of(f"src/allonym/{each['file']}")) for each in listed}
    for each in listed:
        mine = [change for change in files[each["file"]] if change.text == each["line"]]
        able = {change.name for change in mine if change.nth == each.get("nth", change.nth)}
        assert each["changes"], each
        assert able.issuperset(each["changes"]), each
        assert each["why"].endswith("."), each


@pytest.mark.slow
def test_nine_of_ten_changes_drawn_by_lot_are_noticed_in_every_group() -> None:
    done = mutate("--each", 150, "--at-least", 90, seconds=7_200)

    print(done.stdout)  # noqa: T201 - the figures, for whoever asks with -rP
    assert done.returncode == 0, done.stdout + done.stderr
