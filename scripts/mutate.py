"""Change one thing in the code at a time and see whether a test notices.

    python scripts/mutate.py                                   150 changes of each group, drawn by lot
    python scripts/mutate.py --group vault --each 0            all changes of a group
    python scripts/mutate.py --module src/allonym/core/splice.py --tests tests/unit/core

A change that no test notices is printed: a test is missing, or the change makes no difference, which
`mutate_equivalents.toml` then says, with the reason. No file is changed.
"""

import argparse
import json
import os
import signal
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from mutate_changes import Change, changes_of
from mutate_reaching import Reach
from mutate_running import OPTIONS, Outcome, Trying, one_server

ROOT = Path(__file__).resolve().parent.parent
os.chdir(ROOT)
os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # all but ours would be loaded for each child that begins anew
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

_AUTHORISATION = ("roles", "keyholding", "keyring", "slots", "credentials", "requests")
GROUPS: dict[str, list[tuple[str, tuple[str, ...]]]] = {
    "core": [(str(path), ()) for path in sorted(Path("src/allonym/core").glob("*.py"))],
    "vault": [
        (str(path), ()) for path in sorted(Path("src/allonym/vault").glob("*.py")) if path.stem not in _AUTHORISATION
    ],
    "recovery": [
        *((f"src/allonym/running/{name}.py", ()) for name in ("restoring", "giving", "reissuing", "editing")),
        *((str(path), ()) for path in sorted(Path("src/allonym/searching").glob("*.py"))),
        ("src/allonym/engine.py", ("recover", "make_manifest")),
        ("src/allonym/running/files.py", ("recover_file", "_recover_into")),
        ("src/allonym/frames.py", ("recovered", "_original")),
        ("src/allonym/pseudonymizer.py", ("recover", "recover_edited")),
    ],
    "authorisation": [
        *((f"src/allonym/vault/{name}.py", ()) for name in _AUTHORISATION),
        *((f"src/allonym/interfaces/rest/{name}.py", ()) for name in ("gate", "tokens", "limits", "guarding")),
    ],
}
"""The files of each group, and the functions of a file where it is not all of it."""
TESTS = [
    *(f"tests/unit/{name}" for name in ("core", "vault", "running", "searching")),
    *(f"tests/unit/formats/test_{name}.py" for name in ("containers", "delimited", "json_lines", "text")),
    *(f"tests/unit/test_{name}.py" for name in ("engine", "frames", "pseudonymizer", "withdrawing")),
    *(f"tests/interfaces/rest/test_{name}.py" for name in ("gate", "limits", "tokens", "guarding", "ids", "gathering")),
]
"""The tests that can notice: quick ones, in one process."""
HEAVY = [
    *(f"tests/unit/vault/test_{name}.py" for name in ("model", "damage", "many_writers", "crash", "canaries")),
    *(f"tests/unit/vault/test_{name}.py" for name in ("postgres_writers", "wycheproof")),
    *(f"tests/unit/running/test_{name}.py" for name in ("resuming_often", "resuming", "meanwhile", "formulas")),
    "tests/unit/vault/test_rotating.py::test_death_at_any_step_is_taken_up_again",
    "tests/unit/vault/test_rotating.py::test_others_read_write_and_verify_while_it_rotates",
    "tests/unit/vault/test_tampering.py::test_a_flipped_byte_is_noticed_or_harmless",
    "tests/unit/vault/test_moving.py::test_a_table_that_was_changed_or_cut_is_taken_in_not_at_all",
]
"""Tests among them that are left out: what they find out takes long."""
_EQUIVALENTS = Path(__file__).with_name("mutate_equivalents.toml")


def drawn(changes: list[Change], count: int, seed: int) -> list[Change]:
    """Return some changes by lot, or all; an edit elsewhere does not alter which."""
    lots = sorted(changes, key=lambda each: sha256(repr((seed, each.key)).encode()).digest())
    return lots[: count or None]


def is_equivalent(change: Change) -> bool:
    """Tell whether a change is listed as one that makes no difference."""
    return any(
        change.path == f"src/allonym/{each['file']}"
        and change.text == each["line"]
        and change.name in each["changes"]
        and change.nth == each.get("nth", change.nth)
        for each in _listed()
    )


@cache
def _listed() -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = tomllib.loads(_EQUIVALENTS.read_text("utf-8"))["equivalent"]
    return listed


def chosen(given: argparse.Namespace) -> Iterator[tuple[str, Change]]:
    """Return the changes that are to be tried, with their groups."""
    if given.again:
        wanted = {tuple(json.loads(line)) for line in given.again.read_text("utf-8").splitlines()}
    for group, files in GROUPS.items():
        if given.module:
            files = [(path, functions) for path, functions in files if path in given.module]  # noqa: PLW2901
        elif given.group and group not in given.group:
            continue
        changes = [change for path, functions in files for change in changes_of(path, functions)]
        if given.again:
            yield from ((group, each) for each in changes if each.key in wanted)
        else:
            yield from ((group, each) for each in drawn(changes, given.each, given.seed))


def asked() -> argparse.Namespace:
    """Return what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--group", action="append", choices=list(GROUPS))
    parser.add_argument("--module", action="append")
    parser.add_argument("--tests", nargs="+", default=TESTS)
    parser.add_argument("--each", type=int, default=150, help="so many changes of each group; 0 for all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=8.0, help="tests for one change take that long at most")
    parser.add_argument("--then", type=float, default=30.0, help="and so long those for one that is not noticed so far")
    parser.add_argument("--again", type=Path, help="try only the changes of this file, which --left wrote")
    parser.add_argument("--left", type=Path, help="write the changes that nothing notices to this file")
    parser.add_argument("--no-server", action="store_true", help="without the tests that need PostgreSQL")
    parser.add_argument("--at-least", type=float, default=0.0, help="fail if fewer percent are noticed in a group")
    return parser.parse_args()


def main() -> None:
    """Try the changes, and count."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that no server is left behind
    given = asked()
    groups = {change: group for group, change in chosen(given)}
    changes = [each for each in groups if not is_equivalent(each)]
    reach = Reach(sorted({path for files in GROUPS.values() for path, _ in files}))
    trying = Trying(changes, reach, given.seconds, given.then)
    with one_server(not given.no_server):
        pytest.main(
            [*OPTIONS, *(f"--{'deselect' if '::' in each else 'ignore'}={each}" for each in HEAVY), *given.tests],
            plugins=[trying],
        )
    for change in trying.unsound:
        print(f"{change.path}:{change.line}: its tests fail without the change, too")
    left = [each.change.key for each in trying.outcomes if not each.is_noticed]
    if given.left:
        given.left.write_text("".join(json.dumps(key) + "\n" for key in left), "utf-8")
    shares = list(_shares(trying.outcomes, groups))
    is_whole = len(trying.outcomes) == len(changes) > 0
    sys.exit(0 if is_whole and not trying.unsound and min(shares) >= given.at_least else 1)


def _shares(outcomes: Sequence[Outcome], groups: Mapping[Change, str]) -> Iterator[float]:
    """Say how many changes of each group were noticed, and return the percentages."""
    for group in GROUPS:
        mine = [each.is_noticed for each in outcomes if groups[each.change] == group]
        if mine:
            share = 100 * sum(mine) / len(mine)
            print(f"{group}: {sum(mine)} of {len(mine)} changes noticed ({share:.1f} %)")
            yield share


if __name__ == "__main__":
    main()
