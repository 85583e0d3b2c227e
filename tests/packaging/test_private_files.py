"""Whatever a command writes that holds originals or keys is its owner's alone, whatever the umask says."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.interfaces.command import PASSPHRASE

from allonym.core.pieces import BrokenPiece
from allonym.interfaces.cli.app import run
from allonym.running.quarantine import open_quarantine

pytestmark = pytest.mark.skipif(os.name != "posix", reason="modes mean something else there")
NAME, MAIL = "Ottokar Quandelbaum", "ottokar.q@example.org"
TEXTS = f"id,author,label,text\r\n1,@otto,a,{NAME} wrote to {MAIL} about it.\r\n2,@else,b,Nothing here.\r\n"
V = ("--vault", "v")
FAST = ("--fast", "--terms", "terms")
COMMANDS = [
    ("vault", "init", "v"),
    ("vault", "keys", "make", "someone"),
    ("vault", "keys", "add", "v", "--recovery"),
    ("pseudonymize", "in", "-o", "out", *V, *FAST, "--quiet"),
    ("pseudonymize", "in/a.csv", "-o", "one.csv", *V, *FAST, "--quiet"),
    ("detect", "in/a.csv", "-o", "found.jsonl", *FAST),
    ("plan", "in/a.csv", "-o", "plan.jsonl", *FAST),
    ("link", "in/a.csv", "-o", "who.tsv", "--fast"),
    (
        "residual",
        "one.csv",
        *V,
        "-o",
        "residual.html",
        "--json",
        "residual.json",
        "--deny",
        "deny.tsv",
        "--show",
        "--fast",
    ),
    ("risk", "one.csv", "--author-column", "author", *V, "-o", "risk.html", "--fast"),
    ("recover", "out", "-o", "far/back", *V, "--reason", "a test", "--quiet"),
    ("recover", "one.csv", "-o", "back.csv", *V, "--reason", "a test", "--quiet"),
    ("recover", "one.csv", "-o", "edited.csv", *V, "--reason", "t", "--edited", "--report", "edits.jsonl", "--quiet"),
    ("subjects", "find", NAME, *V),
    ("subjects", "contact", NAME, *V, "-o", "list.csv"),
    ("certificate", "make", "one.csv", *V, "-o", "certificate.json", "--html", "certificate.html"),
    ("certificate", "prove", NAME, *V, "--certificate", "certificate.json", "-o", "proof.json"),
    ("audit", "export", "v", "-o", "log.jsonl"),
    ("vault", "backup", "v", "-o", "backup"),
    ("vault", "export", "v", "-o", "table", "--to", "someone.pub"),
    ("vault", "inbox", "v", "-o", "inbox"),
    ("exchange", "export", "in/a.csv", "plan.jsonl", "-o", "brat", "--to", "brat"),
    ("lists", "add", "Quandelbaum", "--kind", "last", "--lists", "mine/own.tsv"),
    ("serve", "tokens", "add", "first", "--role", "worker", "--tokens", "tokens.json"),
    ("demo", "-o", "demo"),
]
SECRET = {
    "v",
    "backup",
    "inbox",
    "someone",
    "table",
    "tokens.json",
    "list.csv",
    "proof.json",
    "residual.html",
    "risk.html",
}
"""What holds keys, sealed or not, or says where people are."""
NOT_OURS = {"in", "in/a.csv", "in/b.txt", "terms", "."}


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, dict[str, int]]]:
    """A folder in which every command has written what it writes, and how each ended."""
    folder, before, mask = tmp_path_factory.mktemp("study"), Path.cwd(), os.umask(0)
    os.chdir(folder)
    os.environ["ALLONYM_PASSPHRASE"] = PASSPHRASE
    try:
        (folder / "in").mkdir()
        (folder / "in" / "a.csv").write_bytes(TEXTS.encode())
        (folder / "in" / "b.txt").write_text(f"{NAME} again.\n", "utf-8")
        (folder / "terms").write_text(f"{NAME}\tPERSON\n", "utf-8")
        open_quarantine(Path("new/aside")).keep_piece("deep/a.csv", BrokenPiece(3, NAME.encode(), "a test"))
        yield folder, {" ".join(each[:2]) + f" #{number}": run(each) for number, each in enumerate(COMMANDS)}
    finally:
        os.chdir(before)
        os.umask(mask)
        del os.environ["ALLONYM_PASSPHRASE"]


def ours(folder: Path) -> Iterator[tuple[str, Path]]:
    for path in (folder, *folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if name not in NOT_OURS:
            yield name, path


def holds_originals(path: Path) -> bool:
    data = path.read_bytes() if path.is_file() else b""
    needles = [each.encode(code) for each in (NAME, MAIL, "Quandelbaum") for code in ("utf-8", "utf-16-le")]
    return any(each in data for each in needles)


def test_the_commands_do_their_work(study: tuple[Path, dict[str, int]]) -> None:
    assert {name: code for name, code in study[1].items() if code} == {}


def test_files_with_originals_or_keys_are_for_their_owner_alone(study: tuple[Path, dict[str, int]]) -> None:
    folder = study[0]
    private = {name for name, path in ours(folder) if path.is_file() and (holds_originals(path) or name in SECRET)}
    open_to_others = {
        name: oct((folder / name).stat().st_mode) for name in private if (folder / name).stat().st_mode & 0o177
    }

    assert private >= SECRET | {"back.csv", "far/back/a.csv", "who.tsv", "new/aside/deep/a.csv.row-3", "mine/own.tsv"}
    assert open_to_others == {}


def test_folders_that_are_made_for_originals_are_too(study: tuple[Path, dict[str, int]]) -> None:
    folder = study[0]
    holding = {path.parent for name, path in ours(folder) if path.is_file() and holds_originals(path)}
    made = {
        each for path in holding for each in (path, *path.parents) if each != folder and each.is_relative_to(folder)
    }
    modes = {each.relative_to(folder).as_posix(): stat.S_IMODE(each.stat().st_mode) for each in made}

    assert {"far", "far/back", "new", "new/aside", "new/aside/deep", "brat", "mine"} <= set(modes)
    assert {name: oct(mode) for name, mode in modes.items() if mode != 0o700} == {}


def test_nothing_temporary_is_left_and_every_name_is_one_that_all_systems_take(
    study: tuple[Path, dict[str, int]],
) -> None:
    names = [path.name for _, path in ours(study[0])]

    assert [name for name in names if name.endswith((".allonym-tmp", ".new", ".part", "-journal", "-wal"))] == []
    assert [
        name for name in names if set(name) & set(':*?"<>|\\') or name.endswith((".", " ")) or not name.isascii()
    ] == []
