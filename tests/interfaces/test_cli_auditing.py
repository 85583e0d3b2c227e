"""`allonym audit …` and `allonym certificate …`, as a user calls them."""

import json
import re
from pathlib import Path
from shutil import copytree

import pytest
from tests.interfaces.command import POSTS, allonym


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made")
    (folder / "posts.csv").write_bytes(POSTS.encode())
    (folder / "empty").write_bytes(b"")
    allonym("pseudonymize", "posts.csv", "-o", "out.csv", "--vault", "v", "--fast", cwd=folder)
    allonym("recover", "out.csv", "-o", "back.csv", "--vault", "v", "--reason", "a check for Anna", cwd=folder)
    return folder


@pytest.fixture
def study(made: Path, tmp_path: Path) -> Path:
    return copytree(made, tmp_path / "study")


@pytest.fixture(scope="module")
def key(made: Path) -> str:
    shown = allonym("vault", "info", "v", cwd=made).stdout.decode()
    return str(re.findall(r"allonym-verify-\S+", shown)[0])


def test_the_log_is_shown_in_lines_that_fit(study: Path) -> None:
    shown = allonym("audit", "show", "v", cwd=study).stdout.decode()
    lines = shown.splitlines()

    assert [line.split()[5:] for line in lines[::2]] == [
        ["pseudonymize", "done"],
        ["recover", "begun"],
        ["recover", "done"],
    ]
    assert lines[3] == "        access-1: 1 files"
    assert max(map(len, lines)) <= 80
    assert "Anna" not in shown
    assert "posts" not in shown


def test_the_log_is_picked_from_and_written_as_json(study: Path) -> None:
    as_json = allonym("audit", "show", "v", "--json", "--action", "recover", cwd=study).stdout.decode()
    entries = json.loads(as_json)["result"]["entries"]
    actor = entries[0]["actor"]

    assert [each["result"] for each in entries] == ["begun", "done"]
    of_actor = json.loads(allonym("audit", "show", "v", "--json", "--actor", actor, cwd=study).stdout)
    assert len(of_actor["result"]["entries"]) == 3
    assert allonym("audit", "show", "v", "--actor", "00", cwd=study).stdout == b""
    assert allonym("audit", "show", "v", "--since", "2999-01-01", cwd=study).stdout == b""
    assert allonym("audit", "show", "v", "--since", "2000-01-01", cwd=study).stdout != b""
    wrong = allonym("audit", "show", "v", "--since", "yesterday", cwd=study)
    assert (wrong.returncode, b"is no day" in wrong.stderr) == (2, True)


def test_a_log_is_signed_checked_and_anchored(study: Path) -> None:
    signed = allonym("audit", "sign", "v", "-o", "anchor.json", cwd=study)
    checked = allonym("audit", "verify", "v", "--anchor", "anchor.json", cwd=study)
    (study / "old").write_bytes((study / "v").read_bytes())
    allonym("audit", "sign", "v", "-o", "anchor.json", cwd=study)
    allonym("vault", "keys", "add", "v", "--recovery", cwd=study)
    allonym("audit", "sign", "v", "-o", "later.json", cwd=study)
    back = allonym("audit", "verify", "old", "--anchor", "later.json", cwd=study)

    assert signed.stdout.startswith(b"anchor.json: signed up to entry 3")
    assert checked.stdout == b"v: in order (3 entries, signed up to 3)\n"
    assert allonym("audit", "verify", "v", "--anchor", "later.json", cwd=study).returncode == 0
    assert allonym("audit", "verify", "old", cwd=study).returncode == 0
    assert back.returncode == 1
    assert b"4 were signed for; it was cut" in back.stderr


def test_a_log_is_exported_and_checked_without_the_vault(study: Path, key: str) -> None:
    exported = allonym("audit", "export", "v", "-o", "log.jsonl", cwd=study)
    (study / "key.txt").write_text(key + "\n")
    (study / "v").unlink()
    checked = allonym("audit", "verify", "--log", "log.jsonl", "--public-key", key, cwd=study, passphrase=None)
    by_file = allonym("audit", "verify", "--log", "log.jsonl", "--public-key", "key.txt", cwd=study, passphrase=None)
    log = (study / "log.jsonl").read_text()
    (study / "log.jsonl").write_text(log.replace('"begun"', '"done"'))
    changed = allonym("audit", "verify", "--log", "log.jsonl", "--public-key", key, cwd=study, passphrase=None)

    assert exported.stdout.decode() == f"log.jsonl: 4 entries; check it with {key}\n"
    assert checked.stdout == by_file.stdout == b"log.jsonl: in order (4 entries, signed up to 4)\n"
    assert "Anna" not in log
    assert "posts" not in log
    assert (changed.returncode, b"up to entry 2 it is not the log that was signed" in changed.stderr) == (1, True)


def test_what_does_not_go_together_is_told(study: Path, key: str) -> None:
    for arguments in ((), ("v", "--log", "l"), ("--log", "l"), ("v", "--public-key", key)):
        told = allonym("audit", "verify", *arguments, cwd=study)
        assert (told.returncode, b"check a vault" in told.stderr) == (2, True)
    (study / "bad.json").write_text("{")
    bad = allonym("audit", "verify", "v", "--anchor", "bad.json", cwd=study)
    assert (bad.returncode, b"not plain JSON" in bad.stderr) == (2, True)


def test_an_auditor_reads_checks_and_exports_and_only_refusals_are_written(study: Path) -> None:
    allonym("vault", "keys", "make", "a.key", cwd=study)
    allonym("vault", "keys", "add", "v", "--public-key", "a.key.pub", "--role", "auditor", cwd=study)
    allonym("vault", "keys", "make", "w.key", cwd=study)
    allonym("vault", "keys", "add", "v", "--public-key", "w.key.pub", "--role", "worker", cwd=study)
    auditor = ("--passphrase-file", "a.key")
    before = (study / "v").read_bytes()
    checked = allonym("audit", "verify", "v", *auditor, cwd=study, passphrase=None)
    shown = allonym("audit", "show", "v", *auditor, cwd=study, passphrase=None)
    exported = allonym("audit", "export", "v", "-o", "log", *auditor, cwd=study, passphrase=None)
    assert (study / "v").read_bytes() == before
    signed = allonym("audit", "sign", "v", "-o", "anchor", *auditor, cwd=study, passphrase=None)

    assert checked.stdout == b"v: in order (5 entries, signed up to 5)\n"
    assert shown.returncode == exported.returncode == 0
    assert (signed.returncode, b"takes the key of a custodian" in signed.stderr) == (1, True)

    refused = allonym("audit", "show", "v", "--passphrase-file", "w.key", cwd=study, passphrase=None)
    after = allonym("audit", "verify", "v", *auditor, cwd=study, passphrase=None)
    late = allonym("audit", "export", "v", "-o", "log", *auditor, cwd=study, passphrase=None)
    assert (refused.returncode, refused.stdout) == (1, b"")
    assert after.stdout == b"v: in order (7 entries, signed up to 5)\n"
    assert b"could still be cut off" in after.stderr
    assert b"not signed yet" in late.stderr


def test_a_certificate_is_made_checked_and_proves_a_name(study: Path, key: str) -> None:
    made = allonym("certificate", "make", "out.csv", "--vault", "v", "-o", "c.json", "--html", "c.html", cwd=study)
    proved = allonym(
        "certificate", "prove", "BO@example.org", "--vault", "v", "--certificate", "c.json", "-o", "p.json", cwd=study
    )
    (study / "v").unlink()
    checked = allonym(
        *("certificate", "verify", "c.json", "--public-key", key, "--output", "out.csv"),
        *("--proof", "p.json", "--name", "bo@example.org"),
        cwd=study,
        passphrase=None,
    )

    assert made.stdout.decode() == f"c.json: signed for 1 file with 6 texts\ncheck it with {key}\n"
    assert (study / "c.html").read_text().startswith("<!doctype html>")
    assert proved.returncode == 0
    assert checked.returncode == 0
    lines = checked.stdout.decode().splitlines()
    assert re.fullmatch(r"c\.json: in order, signed \S+Z for 1 file", lines[0])
    assert lines[1:] == [
        "1 output: as signed for",
        "p.json: in order; this name was replaced 2 times in 1 text",
    ]
    assert "example.org" not in (study / "c.json").read_text() + (study / "p.json").read_text()


def test_what_a_certificate_does_not_speak_of_is_refused(study: Path, key: str) -> None:
    allonym("certificate", "make", "out.csv", "--vault", "v", "-o", "c.json", cwd=study)
    unnamed = allonym("certificate", "verify", "c.json", cwd=study, passphrase=None)
    another = allonym("certificate", "verify", "c.json", "--output", "posts.csv", cwd=study, passphrase=None)
    odd = allonym("certificate", "verify", "c.json", "--output", "empty", cwd=study, passphrase=None)
    alone = allonym("certificate", "verify", "c.json", "--name", "Bo", cwd=study, passphrase=None)
    unknown = allonym("certificate", "make", "posts.csv", "--vault", "v", "-o", "d.json", cwd=study)
    nobody = allonym(
        "certificate", "prove", "Nobody", "--vault", "v", "--certificate", "c.json", "-o", "p.json", cwd=study
    )
    text = (study / "c.json").read_text()
    (study / "c.json").write_text(text.replace('"texts": 6', '"texts": 7'))
    changed = allonym("certificate", "verify", "c.json", "--public-key", key, cwd=study, passphrase=None)

    assert (unnamed.returncode, b"compare it with the key" in unnamed.stderr) == (0, True)
    assert (another.returncode, b"posts.csv: the certificate does not speak" in another.stderr) == (1, True)
    assert odd.returncode == 1
    assert alone.returncode == 2
    assert (unknown.returncode, (study / "d.json").exists()) == (1, False)
    assert (nobody.returncode, (study / "p.json").exists()) == (1, False)
    assert (changed.returncode, b"the certificate was changed" in changed.stderr) == (1, True)


def test_backups_and_restores_are_noted(study: Path) -> None:
    allonym("vault", "backup", "v", "-o", "b", cwd=study)
    allonym("vault", "restore", "b", "-o", "r", cwd=study)
    allonym("vault", "backup", "v", "-o", "locked", "--locked", cwd=study)

    def actions(vault: str) -> list[str]:
        told = json.loads(allonym("audit", "show", vault, "--json", cwd=study).stdout)
        return [entry["action"] for entry in told["result"]["entries"]]

    assert actions("v") == ["pseudonymize", "recover", "recover", "backup"]
    assert actions("b") == ["pseudonymize", "recover", "recover"]
    assert actions("r") == ["pseudonymize", "recover", "recover", "restore"]
    assert allonym("vault", "verify", "r", cwd=study).returncode == 0
