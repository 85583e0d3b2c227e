"""`allonym vault keys …`, `rotate`, `backup` and `restore`, as a user calls them."""

import re
from pathlib import Path

import pytest
from tests.interfaces.command import PASSPHRASE, allonym

NEW = "four other random words"


@pytest.fixture
def study(tmp_path: Path) -> Path:
    allonym("vault", "init", "v", cwd=tmp_path)
    (tmp_path / "new").write_text(NEW + "\n")
    return tmp_path


def test_keys_are_made_added_listed_and_removed(study: Path) -> None:
    made = allonym("vault", "keys", "make", "anna.key", cwd=study)
    added = allonym("vault", "keys", "add", "v", "--public-key", "anna.key.pub", "--name", "Anna", cwd=study)
    listed = allonym("vault", "keys", "list", "v", "--passphrase-file", "anna.key", cwd=study, passphrase=None)

    assert made.stdout.startswith(b"allonym-public-")
    assert (study / "anna.key.pub").read_bytes() == made.stdout
    assert (study / "anna.key").stat().st_mode & 0o777 == 0o600
    assert made.stdout.strip() in listed.stdout
    assert b"others can read" not in listed.stderr
    lines = listed.stdout.decode().splitlines()
    assert re.fullmatch(r"[0-9a-f]{8}  \d{4}-\d\d-\d\d  passphrase    custodian", lines[0])
    assert re.fullmatch(r"[0-9a-f]{8}  \d{4}-\d\d-\d\d  public key    custodian  Anna", lines[1])
    assert added.stdout.decode() == f"added {lines[1][:8]}: a public key, for a custodian\n"

    removed = allonym("vault", "keys", "remove", "v", lines[0][:8], "--passphrase-file", "anna.key", cwd=study)
    last = allonym("vault", "keys", "remove", "v", lines[1][:8], "--passphrase-file", "anna.key", cwd=study)
    assert removed.stdout.decode() == f"removed {lines[0][:8]}: a passphrase\n"
    assert (last.returncode, last.stdout) == (2, b"")
    assert b"the last key" in last.stderr
    shut = allonym("vault", "info", "v", cwd=study).stderr
    assert shut.startswith(b"error: the passphrase does not open this vault\nnext: try the right passphrase")


def test_a_recovery_key_is_printed_once_and_opens(study: Path) -> None:
    added = allonym("vault", "keys", "add", "v", "--recovery", cwd=study)
    key = added.stdout.decode().strip()

    assert key.startswith("allonym-recovery-")
    assert key.encode() not in added.stderr
    assert allonym("vault", "verify", "v", cwd=study, passphrase=key.lower()).returncode == 0
    wrong = allonym("vault", "verify", "v", cwd=study, passphrase=key[:-1])
    assert wrong.returncode == 2
    assert key[20:30].encode() not in wrong.stderr


def test_a_passphrase_is_changed_and_added(study: Path) -> None:
    changed = allonym("vault", "keys", "change", "v", "--new-passphrase-file", "new", cwd=study)

    assert changed.returncode == 0
    assert allonym("vault", "verify", "v", cwd=study, passphrase=NEW).returncode == 0
    assert allonym("vault", "verify", "v", cwd=study).returncode == 1
    (study / "old").write_text("short")
    added = allonym("vault", "keys", "add", "v", "--new-passphrase-file", "old", cwd=study, passphrase=NEW)
    assert b"the passphrase is short" in added.stderr
    assert allonym("vault", "verify", "v", cwd=study, passphrase="short").returncode == 0


def test_a_private_key_can_have_a_passphrase_of_its_own(study: Path) -> None:
    made = allonym("vault", "keys", "make", "anna.key", "--new-passphrase-file", "new", cwd=study)
    public = made.stdout.decode().strip()
    allonym("vault", "keys", "add", "v", "--public-key", public, cwd=study)
    with_it, without, wrong = (
        allonym("vault", "verify", "v", "--passphrase-file", "anna.key", cwd=study, passphrase=each)
        for each in (NEW, None, PASSPHRASE)
    )

    assert (study / "anna.key").read_text().startswith("allonym-sealed-")
    assert (with_it.returncode, without.returncode, wrong.returncode) == (0, 2, 1)
    assert b"the private key needs its passphrase" in without.stderr
    assert wrong.stderr.startswith(b"error: the passphrase does not open this private key\nnext: ")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["add", "v", "--recovery", "--public-key", "x"], b"one key at a time"),
        (["add", "v"], b"a new passphrase is needed: set $ALLONYM_NEW_PASSPHRASE"),
        (["add", "v", "--public-key", "none.pub"], b"cannot read the public key none.pub"),
        (["add", "v", "--public-key", "new"], b"not a public key"),
        (["add", "v", "--new-passphrase-file", "none"], b"cannot read the passphrase file none"),
        (["change", "none", "--new-passphrase-file", "new"], b"there is no vault none"),
        (["remove", "v", "00000000"], b"there is no key slot 00000000"),
        (["make", "new"], b"new is already there"),
        (["make", "other"], b"other.pub is already there"),
        (["make", "no folder/key"], b"cannot write no folder/key"),
    ],
)
def test_what_does_not_fit_is_said_and_changes_nothing(study: Path, arguments: list[str], complaint: bytes) -> None:
    (study / "other.pub").write_text("mine")
    before = (study / "v").read_bytes()
    done = allonym("vault", "keys", *arguments, cwd=study)

    assert (done.returncode, done.stdout) == (2, b"")
    assert complaint in done.stderr
    assert (study / "v").read_bytes() == before
    assert not (study / "other").exists()


def test_rows_get_a_new_key_and_texts_still_come_back(folder: Path) -> None:
    allonym("pseudonymize", "posts.csv", "-o", "out.csv", "--vault", "v", "--fast", cwd=folder)
    rotated = allonym("vault", "rotate", "v", cwd=folder)
    allonym("vault", "rotate", "v", "--quiet", cwd=folder)
    back = allonym("recover", "out.csv", "-o", "back.csv", "--vault", "v", "--reason", "test", cwd=folder)

    assert rotated.stdout.decode() == "13 rows sealed under a new key; the old one is destroyed\n"
    assert back.returncode == 0
    assert (folder / "back.csv").read_bytes() == (folder / "posts.csv").read_bytes()


def test_a_backup_goes_back_and_overwrites_nothing(folder: Path) -> None:
    allonym("pseudonymize", "posts.csv", "-o", "out.csv", "--vault", "v", "--fast", cwd=folder)
    copied = allonym("vault", "backup", "v", "-o", "b", cwd=folder)
    locked = allonym("vault", "backup", "v", "-o", "c", "--locked", cwd=folder, passphrase=None)
    again = allonym("vault", "backup", "v", "-o", "b", cwd=folder)
    (folder / "v").unlink()
    restored = allonym("vault", "restore", "b", "-o", "v", cwd=folder)
    back = allonym("recover", "out.csv", "-o", "back.csv", "--vault", "v", "--reason", "test", cwd=folder)

    assert copied.stdout.decode() == "b: in order (6 texts, 0 entities, 1 files)\n"
    assert locked.stdout.decode() == "c: copied and whole; no row was opened\n"
    assert (again.returncode, again.stdout) == (2, b"")
    assert restored.stdout.decode() == "v: in order (6 texts, 0 entities, 1 files)\n"
    assert b"may be given out again" in restored.stderr
    assert back.returncode == 0
    assert (folder / "back.csv").read_bytes() == (folder / "posts.csv").read_bytes()


@pytest.mark.parametrize(
    ("source", "complaint"),
    [("none", b"there is no vault none"), ("postgresql://somewhere/study", b"is backed up there, with pg_dump")],
)
def test_what_cannot_be_backed_up_is_said(tmp_path: Path, source: str, complaint: bytes) -> None:
    done = allonym("vault", "backup", source, "-o", "b", cwd=tmp_path)

    assert done.returncode == 2
    assert complaint in done.stderr
    assert not (tmp_path / "b").exists()
